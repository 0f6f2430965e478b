/** What is drawn in 3D, as objects of three.js: shapes, the simplex, points, planes and arrows. */
import {
  ArrowHelper,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Object3D,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
} from 'three';
import { type Solid, solidOf } from './solid.js';
import { cross, dot, mean, scale, sub, unit as unitOf, type Vector } from '../model/vector.js';

export const three = (v: Vector): Vector3 => new Vector3(v[0], v[1], v[2]);

/** A color of the page. */
export function color(name: string): Color {
  return new Color(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
}

function lines(points: Vector[], pairs: [number, number][]): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute(
    'position',
    new Float32BufferAttribute(
      pairs.flatMap(([i, j]) => [...points[i]!, ...points[j]!]),
      3,
    ),
  );
  return geometry;
}

function faces(solid: Solid): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute(
    'position',
    new Float32BufferAttribute(
      solid.triangles.flatMap((t) => t.flatMap((i) => solid.points[i]!)),
      3,
    ),
  );
  geometry.computeVertexNormals();
  return geometry;
}

/**
 * Translucent faces with their edges; a bead for a single point. Many points are samples: only their sharp edges are
 * drawn.
 */
export function body(points: Vector[], name: string, opacity: number, unit: number): Group {
  const solid = solidOf(points, points.length > 400 ? Math.cos(Math.PI / 8) : 0.9999),
    group = new Group(),
    line = new LineBasicMaterial({ color: color(name) });
  if (solid.triangles.length > 0) {
    const material = new MeshLambertMaterial({
      color: color(`${name}-fill`),
      emissive: color(`${name}-fill`),
      emissiveIntensity: 0.25,
      transparent: true,
      opacity,
      side: DoubleSide,
      depthWrite: false,
    });
    group.add(new Mesh(faces(solid), material));
  }
  if (solid.edges.length > 0) group.add(new LineSegments(lines(solid.points, solid.edges), line));
  if (points.length === 1 || solid.edges.length + solid.triangles.length === 0) group.add(bead(solid.points[0]!, name, 0.03 * unit));
  return group;
}

/** Only the edges, faintly: where something will be. */
export function edges(points: Vector[], name: string, opacity: number): LineSegments {
  const solid = solidOf(points, points.length > 400 ? Math.cos(Math.PI / 8) : 0.9999);
  return new LineSegments(
    lines(solid.points, solid.edges),
    new LineBasicMaterial({ color: color(name), transparent: true, opacity }),
  );
}

/** The simplex: solid, with beads at its corners, the newest larger. */
export function simplex(corners: Vector[], newest: number, unit: number, lit = -1): Group {
  const group = new Group();
  if (corners.length === 0) return group;
  const solid = solidOf(corners);
  if (solid.triangles.length > 0) {
    group.add(
      new Mesh(
        faces(solid),
        new MeshLambertMaterial({
          color: color('s'),
          emissive: color('s'),
          emissiveIntensity: 0.35,
          transparent: true,
          opacity: 0.55,
          side: DoubleSide,
          depthWrite: false,
        }),
      ),
    );
  }
  const tube = new LineBasicMaterial({ color: color('s') });
  if (solid.edges.length > 0) group.add(new LineSegments(lines(solid.points, solid.edges), tube));
  corners.forEach((corner, i) =>
    group.add(
      bead(
        corner,
        i === lit ? 'ink' : i === newest ? 's-text' : 's',
        (i === lit ? 0.045 : i === newest ? 0.032 : 0.024) * unit,
      ),
    ),
  );
  return group;
}

export function bead(at: Vector, name: string, radius: number): Mesh {
  const mesh = new Mesh(new SphereGeometry(radius, 20, 14), new MeshBasicMaterial({ color: color(name) }));
  mesh.position.copy(three(at));
  return mesh;
}

export function segment(from: Vector, to: Vector, name: string): LineSegments {
  return new LineSegments(lines([from, to], [[0, 1]]), new LineBasicMaterial({ color: color(name) }));
}

/** A line of some width. */
export function rod(from: Vector, to: Vector, name: string, radius: number): Mesh {
  const way = three(to).sub(three(from)),
    mesh = new Mesh(
      new CylinderGeometry(radius, radius, way.length() || radius, 10),
      new MeshBasicMaterial({ color: color(name) }),
    );
  mesh.position.copy(three(from)).addScaledVector(way, 0.5);
  if (way.length() > 0) mesh.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), way.normalize());
  return mesh;
}

/** The polygon of points in a plane, filled. */
export function patch(points: Vector[], normal: Vector): Mesh[] {
  if (points.length < 3) return [];
  const middle = mean(points),
    x = unitOf(sub(points[0]!, middle)),
    y = cross(normal, x),
    angle = (p: Vector) => Math.atan2(dot(y, sub(p, middle)), dot(x, sub(p, middle)));
  const ring = [...points].sort((p, q) => angle(p) - angle(q)),
    geometry = new BufferGeometry();
  geometry.setAttribute(
    'position',
    new Float32BufferAttribute(
      ring.flatMap((p, i) => [...middle, ...p, ...ring[(i + 1) % ring.length]!]),
      3,
    ),
  );
  const material = new MeshBasicMaterial({
    color: color('plane'),
    transparent: true,
    opacity: 0.55,
    side: DoubleSide,
    depthTest: false,
  });
  return [new Mesh(geometry, material)];
}

export function arrow(
  from: Vector,
  direction: Vector,
  length: number,
  name: string,
  head = 0.22 * length,
): ArrowHelper {
  return new ArrowHelper(three(direction), three(from), length, color(name), head, head / 2);
}

/** A square of the plane through a point, its outline dashed. */
export function plane(at: Vector, normal: Vector, size: number, opacity: number, name = 'plane'): Group {
  const group = new Group(),
    flat = new PlaneGeometry(size, size);
  group.add(
    new Mesh(
      flat,
      new MeshBasicMaterial({ color: color(name), transparent: true, opacity, side: DoubleSide, depthWrite: false }),
    ),
  );
  const h = size / 2,
    corners = [
      [-h, -h, 0],
      [h, -h, 0],
      [h, h, 0],
      [-h, h, 0],
    ];
  const frame = new LineSegments(
    lines(corners, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 0],
    ]),
    new LineDashedMaterial({ color: color(name), dashSize: size / 30, gapSize: size / 45 }),
  );
  frame.computeLineDistances();
  group.add(frame);
  group.position.copy(three(at));
  group.lookAt(three(at).add(three(normal)));
  return group;
}

/** The origin: a small cross of the three axes. */
export function origin(unit: number): Group {
  const group = new Group(),
    arm = 0.09 * unit;
  for (const axis of [
    [arm, 0, 0],
    [0, arm, 0],
    [0, 0, arm],
  ])
    group.add(segment(scale(axis, -1), axis, 'ink'));
  group.add(bead([0, 0, 0], 'ink', 0.02 * unit));
  return group;
}

export function free(object: Object3D): void {
  object.traverse((part) => {
    const { geometry, material } = part as Mesh;
    geometry?.dispose();
    for (const m of Array.isArray(material) ? material : material ? [material] : []) m.dispose();
  });
}
