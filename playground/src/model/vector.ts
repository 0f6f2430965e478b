/** Vectors in 2D and 3D as lists of numbers, and the geometry that drawing needs. */
import type { Pose } from 'abut';

export type Vector = readonly number[];

export const add = (a: Vector, b: Vector): Vector => a.map((x, i) => x + (b[i] ?? 0));
export const sub = (a: Vector, b: Vector): Vector => a.map((x, i) => x - (b[i] ?? 0));
export const scale = (a: Vector, s: number): Vector => a.map((x) => x * s);
export const dot = (a: Vector, b: Vector): number => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
export const norm = (a: Vector): number => Math.hypot(...a);
export const mean = (points: Vector[]): Vector => scale(points.reduce(add), 1 / points.length);
export const same = (a: Vector, b: Vector): boolean => a.every((x, i) => x === b[i]);
export const left = ([x = 0, y = 0]: Vector): Vector => [-y, x];
export const unit = (a: Vector): Vector => scale(a, 1 / (norm(a) || 1));

export function cross([ax = 0, ay = 0, az = 0]: Vector, [bx = 0, by = 0, bz = 0]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** [c, s] or [w, x, y, z], of length 1. */
export function rotationOf(pose: Pose | undefined, dim: number): Vector {
  if (pose?.angle !== undefined) return [Math.cos(pose.angle), Math.sin(pose.angle)];
  return unit(pose?.q ?? (dim === 2 ? [1, 0] : [1, 0, 0, 0]));
}

export function rotate(q: Vector, v: Vector): Vector {
  if (v.length === 2) {
    const [c = 1, s = 0] = q,
      [x = 0, y = 0] = v;
    return [c * x - s * y, s * x + c * y];
  }
  const [w = 1, ...u] = q;
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, w)), cross(u, t));
}

export const inverse = (q: Vector): Vector => [q[0] ?? 1, ...q.slice(1).map((x) => -x)];

export function toWorld(pose: Pose | undefined, v: Vector): Vector {
  return pose ? add(rotate(rotationOf(pose, v.length), v), pose.p ?? v.map(() => 0)) : v;
}

export function toLocal(pose: Pose | undefined, v: Vector): Vector {
  return pose ? rotate(inverse(rotationOf(pose, v.length)), sub(v, pose.p ?? v.map(() => 0))) : v;
}

/** The vertices of the 2D convex hull, counterclockwise. */
export function hull2(points: Vector[]): Vector[] {
  const sorted = [...points]
    .sort((p, q) => (p[0] ?? 0) - (q[0] ?? 0) || (p[1] ?? 0) - (q[1] ?? 0))
    .filter((p, i, all) => i === 0 || !same(p, all[i - 1] ?? []));
  if (sorted.length < 3) return sorted;
  // Products must not overflow.
  const size = Math.max(...sorted.map((p) => Math.max(Math.abs(p[0] ?? 0), Math.abs(p[1] ?? 0)))) || 1;
  const turn = (a: Vector, b: Vector, c: Vector) => dot(left(scale(sub(b, a), 1 / size)), scale(sub(c, a), 1 / size));
  const chain = (list: Vector[]) => {
    const kept: Vector[] = [];
    for (const p of list) {
      while (kept.length > 1 && turn(kept[kept.length - 2] ?? [], kept[kept.length - 1] ?? [], p) <= 0) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.reverse())];
}

/** The part of a convex polygon where dot(n, x) <= height. */
export function clip(polygon: Vector[], n: Vector, height: number): Vector[] {
  return polygon.flatMap((p, i) => {
    const q = polygon[(i + 1) % polygon.length] ?? p;
    const hp = dot(n, p) - height,
      hq = dot(n, q) - height;
    const crossing = add(p, scale(sub(q, p), hp / (hp - hq)));
    if (hp <= 0) return hq > 0 ? [p, crossing] : [p];
    return hq < 0 ? [crossing] : [];
  });
}
