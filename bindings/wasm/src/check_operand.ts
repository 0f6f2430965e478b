/** Checks of operands, rays and motions: see check.ts. */
import {
  checkNotZero,
  checkNumber,
  checkPoint,
  checkPoints,
  checkSize,
  checkVector,
  isObject,
  refuse,
  refuseMember,
  refuseValue,
} from './check.js';
import { Hull } from './hull_handle.js';
import type { Motion, Ray } from './motion.js';
import {
  type AnyOperand,
  isKind,
  type Kind,
  kinds,
  type Member,
  type Operand,
  type Pose,
  type Shape,
} from './shapes.js';
import type { Dimension } from './types.js';

const operands = '{shape: {shape: ...}, pose?: {p, q}, radius?: number}';

/** The members of a kind as a list, which is faster to go through. */
interface Rule {
  least: Dimension;
  members: readonly { at: string; name: string; type: Member; needed: boolean }[];
  names: ReadonlySet<string>;
}

function ruleOf({ least, needed, optional = {} }: Kind<Shape>): Rule {
  const members = [
    ...Object.entries(needed).map(([name, type]) => ({ at: `.${name}`, name, type, needed: true })),
    ...Object.entries(optional).map(([name, type]) => ({ at: `.${name}`, name, type, needed: false })),
  ];
  return { least, members, names: new Set(['shape', ...members.map(({ name }) => name)]) };
}

const rules = Object.fromEntries(
  Object.entries(kinds).map(([name, kind]) => [name, ruleOf(kind as Kind<Shape>)]),
) as Record<Shape['shape'], Rule>;

function kindsOf(dim: Dimension): string {
  return Object.keys(kinds)
    .filter((name) => rules[name as Shape['shape']].least <= dim)
    .join(', ');
}

function checkMember(value: unknown, type: Member, dim: Dimension, root: string, at: string): void {
  switch (type) {
    case 'number':
      return checkNumber(value, root, '.shape', at);
    case 'size':
      return checkSize(value, root, '.shape', at);
    case 'vector':
      return checkVector(value, dim, root, '.shape', at);
    case 'sizes':
      checkVector(value, dim, root, '.shape', at);
      for (let i = 0; i < dim; ++i) {
        const x = (value as readonly number[])[i]!;
        if (x < 0) refuseValue(`${root}.shape${at}[${i}]`, x, 'a finite number of 0 or more', i);
      }
      return;
    case 'points':
      checkPoints(value, root, '.shape', at);
      if ((value as readonly unknown[]).length === 0) refuse(`${root}.shape${at}`, '0 points, expected 1 or more');
      return;
    case 'axis':
      if (value === 'x' || value === 'y' || (value === 'z' && dim === 3)) return;
      refuseValue(`${root}.shape${at}`, value, dim === 2 ? "'x' or 'y'" : "'x', 'y' or 'z'");
  }
}

function checkShape(shape: unknown, dim: Dimension, root: string): asserts shape is Shape {
  if (!isObject(shape)) refuseValue(`${root}.shape`, shape, "an object such as {shape: 'ball', radius: 1}");
  const kind = shape.shape;
  if (!isKind(kind)) refuseValue(`${root}.shape.shape`, kind, `one of ${kindsOf(dim)}`);
  const { least, members, names } = rules[kind];
  if (least > dim) refuse(`${root}.shape.shape`, `there is no ${kind} in 2D, expected one of ${kindsOf(dim)}`);
  for (const { at, name, type, needed } of members) {
    const value = shape[name];
    if (value !== undefined || needed) checkMember(value, type, dim, root, at);
  }
  for (const name in shape) if (!names.has(name)) refuseMember(`${root}.shape`, name, kind, [...names]);
}

const poseMembers: Record<Dimension, readonly string[]> = { 2: ['p', 'q', 'angle'], 3: ['p', 'q'] };

function checkPose(pose: unknown, dim: Dimension, root: string, at: string): asserts pose is Pose {
  if (!isObject(pose)) refuseValue(root + at, pose, dim === 2 ? 'a pose {p, q} or {p, angle}' : 'a pose {p, q}');
  const { p, q, angle } = pose;
  for (const name in pose) {
    if (!poseMembers[dim].includes(name)) refuseMember(root + at, name, `a pose in ${dim}D`, poseMembers[dim]);
  }
  if (p !== undefined) checkVector(p, dim, root, at, '.p');
  if (q !== undefined) {
    checkVector(q, dim === 2 ? 2 : 4, root, at, '.q');
    checkNotZero(q as readonly number[], root, at, '.q');
    if (angle !== undefined) refuse(`${root}${at}.angle`, 'given beside q, which is the same rotation or another');
  }
  if (angle !== undefined) checkNumber(angle, root, at, '.angle');
}

function checkHull(hull: unknown, root: string): asserts hull is Hull {
  if (!(hull instanceof Hull)) refuseValue(`${root}.hull`, hull, 'a Hull, which loadHull().hull() builds');
  if (hull.isDisposed) refuse(`${root}.hull`, 'was disposed, expected a hull that is not');
}

/** Checks all but the coordinates of lists of points, which are checked when they are copied. */
export function checkAnyOperand(operand: unknown, dim: Dimension, root: string): asserts operand is AnyOperand {
  if (!isObject(operand) || operand.hull === undefined) return checkOperand(operand, dim, root);
  checkHull(operand.hull, root);
  checkPlace(operand, dim, root, hullMembers);
}

const members = ['shape', 'pose', 'radius'] as const,
  hullMembers = ['hull', 'pose', 'radius'] as const;

function checkPlace(operand: Record<string, unknown>, dim: Dimension, root: string, all: readonly string[]): void {
  const { pose, radius } = operand;
  if (pose !== undefined) checkPose(pose, dim, root, '.pose');
  if (radius !== undefined) checkSize(radius, root, '.radius');
  for (const name in operand) if (!all.includes(name)) refuseMember(root, name, 'an operand', all);
}

/** The same, of operands that are no hulls. */
export function checkOperand(operand: unknown, dim: Dimension, root: string): asserts operand is Operand {
  if (!isObject(operand)) refuseValue(root, operand, `an operand ${operands}`);
  if (operand instanceof Hull) refuse(root, 'is a hull, expected an operand {hull, pose?, radius?}');
  if (typeof operand.shape === 'string' && isKind(operand.shape))
    refuse(root, `is a shape {shape: '${operand.shape}'}, expected an operand ${operands}`);
  checkShape(operand.shape, dim, root);
  checkPlace(operand, dim, root, members);
}

/** Lists of points too. */
export function checkWholeOperand(operand: unknown, dim: Dimension, root: string): asserts operand is Operand {
  checkOperand(operand, dim, root);
  const { shape } = operand;
  if ('vertices' in shape) shape.vertices.forEach((p, i) => checkPoint(p, i, dim, root, '.shape.vertices'));
}

const motionMembers: Record<Dimension, readonly string[]> = {
  2: ['start', 'center', 'velocity', 'angle'],
  3: ['start', 'center', 'velocity', 'axis', 'angle'],
};

export function checkMotion(motion: unknown, dim: Dimension, root: string): asserts motion is Motion {
  if (!isObject(motion)) refuseValue(root, motion, `a motion {${motionMembers[dim].join(', ')}}`);
  for (const name in motion) {
    if (!motionMembers[dim].includes(name)) refuseMember(root, name, `a motion in ${dim}D`, motionMembers[dim]);
  }
  const { start, center, velocity, axis, angle } = motion;
  if (start !== undefined) checkPose(start, dim, root, '.start');
  if (center !== undefined) checkVector(center, dim, root, '.center');
  if (velocity !== undefined) checkVector(velocity, dim, root, '.velocity');
  if (axis !== undefined) checkVector(axis, dim, root, '.axis');
  if (angle !== undefined) checkNumber(angle, root, '.angle');
}

export function checkRay(ray: unknown, dim: Dimension): asserts ray is Ray {
  if (!isObject(ray)) refuseValue('ray', ray, 'a ray {origin, direction}');
  checkVector(ray.origin, dim, 'ray', '.origin');
  checkVector(ray.direction, dim, 'ray', '.direction');
  for (const name in ray) {
    if (name !== 'origin' && name !== 'direction') refuseMember('ray', name, 'a ray', ['origin', 'direction']);
  }
}
