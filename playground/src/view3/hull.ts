/** Convex hulls in space, for drawing: faces and the edges between faces that are not level. Good to a millionth of the size. */
import { cross, dot, norm, scale, sub, unit, type Vector } from '../model/vector.js';

export interface Solid {
  points: Vector[];
  triangles: [number, number, number][];
  edges: [number, number][];
}

interface Face { corner: [number, number, number]; normal: Vector; height: number }

function faceOf(points: Vector[], corner: [number, number, number]): Face {
  const [p, q, r] = corner.map((i) => points[i]!) as [Vector, Vector, Vector];
  const normal = unit(cross(sub(q, p), sub(r, p)));
  return { corner, normal, height: dot(normal, p) };
}

function furthest(points: Vector[], height: (p: Vector) => number): number {
  return points.reduce((best, p, i) => (height(p) > height(points[best]!) ? i : best), 0);
}

/** Corners of a tetrahedron among the points; fewer if they are flat. */
function spread(points: Vector[], flat: number): number[] {
  const a = furthest(points, (p) => -p[0]!), pa = points[a]!;
  const b = furthest(points, (p) => norm(sub(p, pa))), along = sub(points[b]!, pa);
  if (norm(along) <= flat) return [a];
  const c = furthest(points, (p) => norm(cross(along, sub(p, pa)))), across = cross(along, sub(points[c]!, pa));
  if (norm(across) <= flat * norm(along)) return [a, b];
  const n = unit(across), d = furthest(points, (p) => Math.abs(dot(n, sub(p, pa)))), height = dot(n, sub(points[d]!, pa));
  if (Math.abs(height) <= flat) return [a, b, c];
  return height > 0 ? [a, c, b, d] : [a, b, c, d];
}

/** Flat points: a fan, and its outline. */
function flatSolid(points: Vector[], [a, b, c]: number[]): Solid {
  const pa = points[a!]!, x = unit(sub(points[b!]!, pa)), n = unit(cross(x, sub(points[c!]!, pa))), y = cross(n, x);
  const center = scale(points.reduce((s, p) => s.map((v, i) => v + p[i]!)), 1 / points.length);
  const angle = (p: Vector) => Math.atan2(dot(y, sub(p, center)), dot(x, sub(p, center)));
  const order = points.map((_, i) => i).sort((i, j) => angle(points[i]!) - angle(points[j]!));
  const turn = (i: number, j: number, k: number) => dot(n, cross(sub(points[j]!, points[i]!), sub(points[k]!, points[j]!)));
  let ring = order;
  for (let again = true; again && ring.length > 3; ) {
    const kept = ring.filter((v, k) => turn(ring[(k + ring.length - 1) % ring.length]!, v, ring[(k + 1) % ring.length]!) > 0);
    again = kept.length < ring.length && kept.length >= 3;
    if (again) ring = kept;
  }
  return {
    points, edges: ring.map((v, k) => [v, ring[(k + 1) % ring.length]!]),
    triangles: ring.slice(2).map((v, k) => [ring[0]!, ring[k + 1]!, v]),
  };
}

/** Edges are those between faces whose normals have a lesser cosine than `smooth`. */
export function solidOf(all: Vector[], smooth = 0.9999): Solid {
  const size = Math.max(...all.map((p) => norm(sub(p, all[0]!))), Number.MIN_VALUE), flat = 1e-6 * size;
  const seen = new Set<string>();
  const points = all.filter((p) => {
    const key = p.map((x) => Math.round(x / flat)).join();
    return !seen.has(key) && seen.add(key);
  });
  const first = spread(points, flat);
  if (first.length < 3) return { points, triangles: [], edges: first.length === 2 ? [[first[0]!, first[1]!]] : [] };
  if (first.length === 3) return flatSolid(points, first);
  const [a, b, c, d] = first as [number, number, number, number];
  let faces = ([[a, b, c], [a, d, b], [b, d, c], [c, d, a]] as [number, number, number][]).map((t) => faceOf(points, t));
  points.forEach((p, i) => {
    const visible = faces.filter((f) => dot(f.normal, p) - f.height > flat);
    if (visible.length === 0) return;
    const sides = new Set(visible.flatMap(({ corner: [x, y, z] }) => [`${x},${y}`, `${y},${z}`, `${z},${x}`]));
    faces = faces.filter((f) => !visible.includes(f));
    for (const side of sides) {
      const [x, y] = side.split(',').map(Number) as [number, number];
      if (!sides.has(`${y},${x}`)) faces.push(faceOf(points, [x, y, i]));
    }
  });
  return { points, triangles: faces.map((f) => f.corner), edges: edgesOf(faces, smooth) };
}

function edgesOf(faces: Face[], smooth: number): [number, number][] {
  const owner = new Map<string, Face>();
  for (const f of faces) f.corner.forEach((v, k) => owner.set(`${v},${f.corner[(k + 1) % 3]}`, f));
  const edges: [number, number][] = [];
  for (const [side, face] of owner) {
    const [x, y] = side.split(',').map(Number) as [number, number], other = owner.get(`${y},${x}`);
    if (x < y && (!other || dot(face.normal, other.normal) < smooth)) edges.push([x, y]);
  }
  return edges;
}
