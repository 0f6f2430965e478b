/** Checks of records that a program wrote, and of the modules that answer them: see check.ts. */
import {
  checkChoice,
  checkDimension,
  checkNotZero,
  checkNumber,
  checkSize,
  checkVector,
  isObject,
  refuseMember,
  refuseValue,
} from '../check.js';
import { checkMotion, checkWholeOperand } from '../check_operand.js';
import { insidePolicies, startPolicies } from '../motion.js';
import { motionMembers, sweepMembers } from './reader.js';
import { motionOps, ops, type QueryRecord } from './record.js';
import type { Dimension } from '../types.js';

/** By a function that it has: the package may be there twice. */
export function checkModule(value: unknown, place: string, verb: string, loader: string): void {
  if (typeof value !== 'object' || typeof (value as Record<string, unknown> | null)?.[verb] !== 'function')
    refuseValue(place, value, `what ${loader} gives`);
}

export function checkSweep(sweep: unknown, dim: Dimension, root: string): void {
  const members = sweepMembers[dim];
  if (!isObject(sweep)) refuseValue(root, sweep, `a sweep {${members.join(', ')}}`);
  for (const name in sweep) if (!members.includes(name)) refuseMember(root, name, `a sweep in ${dim}D`, members);
  const { c0, c1, a0, a1, q0, axis, angle } = sweep;
  checkVector(c0, dim, root, '.c0');
  checkVector(c1, dim, root, '.c1');
  if (a0 !== undefined) checkNumber(a0, root, '.a0');
  if (a1 !== undefined) checkNumber(a1, root, '.a1');
  if (angle !== undefined) checkNumber(angle, root, '.angle');
  if (axis !== undefined) checkVector(axis, dim, root, '.axis');
  if (q0 === undefined) return;
  checkVector(q0, 4, root, '.q0'); // a quaternion
  checkNotZero(q0 as readonly number[], root, '.q0');
}

export function checkRecordMotion(motion: unknown, dim: Dimension, root: string): void {
  const members = motionMembers[dim];
  if (!isObject(motion)) refuseValue(root, motion, `a motion {${members.join(', ')}}`);
  for (const name in motion) if (!members.includes(name)) refuseMember(root, name, `a motion in ${dim}D`, members);
  const { angle, ...rest } = motion;
  checkMotion(rest, dim, root);
  if (angle !== undefined) checkNumber(angle, root, '.angle');
}

export function checkRecord(record: unknown): asserts record is QueryRecord {
  if (!isObject(record)) refuseValue('record', record, 'what parseRecord gives');
  const { op, dim, a, b, ray, v, translationB, atStart, maxT, target, tol, sweeps, motions, options } = record;
  checkChoice(op, [...ops, ...motionOps], 'record.op');
  checkDimension(dim, 'record.dim');
  checkWholeOperand(a, dim, 'record.a');
  checkWholeOperand(b, dim, 'record.b');
  if (ray !== undefined) {
    if (!isObject(ray)) refuseValue('record.ray', ray, 'a ray {origin, dir}');
    checkVector(ray.origin, dim, 'record.ray', '.origin');
    checkVector(ray.dir, dim, 'record.ray', '.dir');
  }
  if (v !== undefined) checkVector(v, dim, 'record', '.v');
  if (translationB !== undefined) checkVector(translationB, dim, 'record', '.translationB');
  if (atStart !== undefined)
    checkChoice(atStart, ray === undefined ? startPolicies : insidePolicies, 'record.atStart');
  if (motions !== undefined) {
    if (!isObject(motions)) refuseValue('record.motions', motions, 'motions {a, b}');
    for (const side of ['a', 'b'] as const) {
      if (motions[side] !== undefined) checkRecordMotion(motions[side], dim, `record.motions.${side}`);
    }
  }
  if (options !== undefined && !isObject(options)) refuseValue('record.options', options, 'options');
  if (sweeps !== undefined) {
    if (!isObject(sweeps)) refuseValue('record.sweeps', sweeps, 'two sweeps {a, b}');
    checkSweep(sweeps.a, dim, 'record.sweeps.a');
    checkSweep(sweeps.b, dim, 'record.sweeps.b');
  }
  for (const [name, value] of Object.entries({ maxT, target, tol })) {
    if (value !== undefined) checkSize(value, 'record', `.${name}`);
  }
}
