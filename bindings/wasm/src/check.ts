/**
 * Checks of arguments. Each throws AbutError, which names the place, as in `a.shape.half[1]`, and says what was
 * expected. A place is given in up to three parts, which are put together only for an error: checks are in every call.
 */
import { Cache } from './cache.js';
import { AbutError, type Dimension, type Precision, type Space } from './types.js';

/** What AbutError.where is, by the argument. The letters are those of abut.h. */
const letters: Record<string, string> = {
  a: 'a',
  b: 'b',
  shape: 'a',
  points: 'a',
  motionA: 'a',
  motionB: 'b',
  translation: 'm',
  direction: 'm',
  motion: 'm',
  t: 'm',
  q: 'q',
  ray: 'q',
  directions: 'q',
  angle: 'q',
  axis: 'q',
  options: 'o',
};

/** Throws the error about a place. `index`: which point or number of it. */
export function refuse(place: string, problem: string, index = -1): never {
  const argument = /^\w*/.exec(place)![0];
  throw new AbutError(`${place}: ${problem}`, Object.hasOwn(letters, argument) ? letters[argument]! : '', index);
}

/** More of a string would hide the rest of the message. */
const longestQuote = 40;

function describe(value: unknown): string {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'string':
      return `is '${value.length > longestQuote ? `${value.slice(0, longestQuote)}...` : value}'`;
    case 'function':
    case 'symbol':
      return `is a ${typeof value}`;
    case 'object':
      return value === null ? 'is null' : isList(value) ? 'is a list' : 'is an object';
    default:
      return `is ${String(value)}`;
  }
}

/** Throws the error about a value that is not what was expected. */
export function refuseValue(place: string, value: unknown, expected: string, index = -1): never {
  refuse(place, `${describe(value)}, expected ${expected}`, index);
}

/** Arrays, and typed arrays, which vectors of many programs are. */
function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value);
}

/** Whether members can be read from it. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function checkNumber(value: unknown, root: string, at = '', member = ''): void {
  if (!Number.isFinite(value)) refuseValue(root + at + member, value, 'a finite number');
}

/** A length that is 0 or more. */
export function checkSize(value: unknown, root: string, at = '', member = ''): void {
  if (!(Number.isFinite(value) && (value as number) >= 0))
    refuseValue(root + at + member, value, 'a finite number of 0 or more');
}

export function checkVector(value: unknown, count: number, root: string, at = '', member = ''): void {
  if (!isList(value)) refuseValue(root + at + member, value, `a list of ${count} numbers`);
  if (value.length !== count) refuse(root + at + member, `${numbers(value.length)}, expected ${count}`);
  for (let i = 0; i < count; ++i) {
    if (!Number.isFinite(value[i])) refuseValue(`${root}${at}${member}[${i}]`, value[i], 'a finite number', i);
  }
}

const numbers = (count: number): string => (count === 1 ? '1 number' : `${count} numbers`);

/** Points or directions. The loop over coordinates is that of the caller, who copies them. */
export function checkPoints(value: unknown, root: string, at = '', member = ''): void {
  if (!isList(value) || ArrayBuffer.isView(value))
    refuseValue(root + at + member, value, 'a list of points, each a list of numbers');
}

/** One of them. */
export function checkPoint(value: unknown, i: number, dim: number, root: string, at = ''): void {
  if (!isList(value)) refuseValue(`${root}${at}[${i}]`, value, `a list of ${dim} numbers`, i);
  if (value.length !== dim) refuse(`${root}${at}[${i}]`, `${numbers(value.length)}, expected ${dim}`, i);
  for (let k = 0; k < dim; ++k) {
    if (!Number.isFinite(value[k])) refuseValue(`${root}${at}[${i}][${k}]`, value[k], 'a finite number', i);
  }
}

/** Some vectors of which only the direction counts have no length at all. */
export function checkNotZero(value: readonly number[], root: string, at = '', member = ''): void {
  for (let k = 0; k < value.length; ++k) if (value[k] !== 0) return;
  refuse(root + at + member, 'all zero');
}

/** The members of an object, and what it is called. Names that it does not have are misspelled ones that it has. */
export function refuseMember(place: string, name: string, what: string, members: readonly string[]): never {
  refuse(`${place}.${name}`, `not a member of ${what}, expected ${members.join(', ')}`);
}

const spaces = "{dim: 2 | 3, precision: 'float' | 'double'}";

export function checkDimension(dim: unknown, place: string): asserts dim is Dimension {
  if (dim !== 2 && dim !== 3) refuseValue(place, dim, '2 or 3');
}

export function checkPrecision(precision: unknown, place: string): asserts precision is Precision {
  if (precision !== 'float' && precision !== 'double') refuseValue(place, precision, "'float' or 'double'");
}

export function checkSpace(space: unknown): asserts space is Space {
  if (!isObject(space)) refuseValue('space', space, spaces);
  if (space.dim === undefined && space.precision === undefined)
    refuse('space', `has neither dim nor precision, expected ${spaces}`);
  checkDimension(space.dim, 'space.dim');
  checkPrecision(space.precision, 'space.precision');
}

export function checkFunction(value: unknown, place: string): void {
  if (typeof value !== 'function') refuseValue(place, value, 'a function');
}

export function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

export function checkChoice(value: unknown, names: readonly string[], place: string): void {
  if (!names.includes(value as string))
    refuseValue(place, value, names.length === 1 ? quoted(names) : `one of ${quoted(names)}`);
}

/** What an option may be. */
export interface OptionRule {
  isValid(value: unknown): boolean;
  expected: string;
}

/** The options of a verb, by their names. */
export type OptionRules<O> = { readonly [name in keyof Required<O>]: OptionRule };

/** The C API has options as int32_t, which the greatest one must fit. */
const greatestCount = 2 ** 31 - 1;

export const wholeNumber: OptionRule = {
  isValid: (x) => Number.isInteger(x) && (x as number) >= 0 && (x as number) <= greatestCount,
  expected: `a whole number from 0 to ${greatestCount}`,
};
/** Infinite: without a limit. */
export const bound: OptionRule = {
  isValid: (x) => typeof x === 'number' && x >= 0,
  expected: 'a number of 0 or more',
};
export const size: OptionRule = {
  isValid: (x) => typeof x === 'number' && x >= 0 && x < Infinity,
  expected: 'a finite number of 0 or more',
};
export const fraction: OptionRule = {
  isValid: (x) => typeof x === 'number' && x >= 0 && x <= 1,
  expected: 'a number from 0 to 1',
};
/** A tangent; steeper than 1 faces are no longer nearly parallel, and the C API refuses it. */
export const slope = fraction;
export function choice(names: readonly string[]): OptionRule {
  return {
    isValid: (x) => names.includes(x as string),
    expected: names.length === 1 ? quoted(names) : `one of ${quoted(names)}`,
  };
}
export const cache: OptionRule = { isValid: (x) => x instanceof Cache, expected: 'a Cache' };
/** For an option that is checked elsewhere. */
export const anything: OptionRule = { isValid: () => true, expected: '' };

export function checkOptions(options: unknown, rules: Readonly<Record<string, OptionRule>>): void {
  if (options === undefined) return;
  if (!isObject(options)) refuseValue('options', options, `an object of ${Object.keys(rules).join(', ')}`);
  for (const name in options) {
    const rule = Object.hasOwn(rules, name) ? rules[name]! : undefined;
    if (!rule) refuseMember('options', name, 'the options', Object.keys(rules));
    const value = options[name];
    if (value !== undefined && !rule.isValid(value)) refuseValue(`options.${name}`, value, rule.expected);
  }
}
