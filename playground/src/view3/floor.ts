/** What makes depth visible: a floor with a grid, the shadows of the bodies on it, and the axes. */
import {
  BufferGeometry,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
} from 'three';
import { hull2, mean, type Vector } from '../model/vector.js';
import { arrow, color } from './scene.js';
import type { Label } from './view.js';

/** A level grid below everything, with lines at the multiples of `step`. */
export interface Floor {
  z: number;
  low: [number, number];
  high: [number, number];
  step: number;
}

/** 1, 2 or 5 times a power of ten: about a sixth of the extent. */
function niceStep(extent: number): number {
  const rough = extent / 6,
    power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5].find((n) => n * power >= rough) ?? 10);
}

export function floorOf(points: Vector[]): Floor | null {
  const along = (i: number) => points.map((p) => p[i] ?? 0);
  const low = [0, 1, 2].map((i) => Math.min(...along(i))),
    high = [0, 1, 2].map((i) => Math.max(...along(i)));
  const extent = Math.max(...high.map((x, i) => x - low[i]!));
  if (!(extent > 1e-9 * Math.max(...high.map(Math.abs), ...low.map(Math.abs))) || !(extent < 1e30)) return null;
  const around = 0.06 * extent;
  return {
    z: low[2]! - 0.08 * extent,
    low: [low[0]! - around, low[1]! - around],
    high: [high[0]! + around, high[1]! + around],
    step: niceStep(extent),
  };
}

/** The same floor if everything is above it; else one below all. */
export function stillBelow(floor: Floor | null, points: Vector[]): Floor | null {
  if (!floor) return floorOf(points);
  const inside = points.every(
    ([x = 0, y = 0, z = 0]) =>
      z >= floor.z && x >= floor.low[0] && x <= floor.high[0] && y >= floor.low[1] && y <= floor.high[1],
  );
  return inside ? floor : floorOf([...points, [...floor.low, floor.z], [...floor.high, floor.z]]);
}

function geometry(points: Vector[]): BufferGeometry {
  const result = new BufferGeometry();
  result.setAttribute('position', new Float32BufferAttribute(points.flat(), 3));
  return result;
}

function grid({ z, low, high, step }: Floor): LineSegments {
  const points: Vector[] = [];
  const between = (from: number, to: number) => {
    const first = Math.ceil(from / step);
    return [from, ...Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step), to];
  };
  for (const x of between(low[0], high[0])) points.push([x, low[1], z], [x, high[1], z]);
  for (const y of between(low[1], high[1])) points.push([low[0], y, z], [high[0], y, z]);
  return new LineSegments(geometry(points), new LineBasicMaterial({ color: color('rule') }));
}

/** The outline of a body on the floor, filled. */
function shadow(points: Vector[], { z }: Floor, name: string): Object3D[] {
  const ring = hull2(points.map(([x = 0, y = 0]) => [x, y])).map(([x = 0, y = 0]): Vector => [x, y, z]);
  if (ring.length < 3) return [];
  const fan = ring.slice(2).flatMap((p, i) => [ring[0]!, ring[i + 1]!, p]);
  return [
    new Mesh(
      geometry(fan),
      new MeshBasicMaterial({
        color: color(name),
        transparent: true,
        opacity: 0.22,
        side: DoubleSide,
        depthWrite: false,
      }),
    ),
  ];
}

/** A thin line from a point down to the floor. */
function drop([x = 0, y = 0, z = 0]: Vector, floor: Floor): LineSegments {
  const material = new LineBasicMaterial({ color: color('muted'), transparent: true, opacity: 0.6 });
  return new LineSegments(
    geometry([
      [x, y, z],
      [x, y, floor.z],
    ]),
    material,
  );
}

/** The floor with the shadows of bodies, drop lines from their middles, and the axes at its corner. */
export function floorDrawing(
  floor: Floor | null,
  bodies: { points: Vector[]; name: string }[],
  unit: number,
): { objects: Object3D[]; labels: Label[] } {
  if (!floor) return { objects: [], labels: [] };
  const group = new Group();
  group.add(grid(floor));
  for (const { points, name } of bodies) {
    if (points.length === 0) continue;
    group.add(...shadow(points, floor, name), drop(mean(points), floor));
  }
  const corner: Vector = [...floor.low, floor.z],
    length = Math.min(0.25 * unit, 0.12 * Math.max(floor.high[0] - floor.low[0], floor.high[1] - floor.low[1])),
    labels: Label[] = [];
  ['x', 'y', 'z'].forEach((name, i) => {
    const axis = [0, 1, 2].map((k) => Number(k === i));
    group.add(arrow(corner, axis, length, 'muted', 0.3 * length));
    labels.push({ at: corner.map((x, k) => x + 1.15 * length * axis[k]!), text: name, name: 'axis' });
  });
  return { objects: [group], labels };
}
