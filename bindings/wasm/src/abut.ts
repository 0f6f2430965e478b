/**
 * Proximity queries between convex shapes with proven bounds: the C++ library abut, compiled to WebAssembly.
 *
 *     const abut = await load();
 *     const gap = abut.distance({ dim: 2, precision: 'double' }, { shape: { shape: 'box', half: [1, 1] } }, ...);
 *     // gap.lower <= true distance <= gap.upper
 *
 * The numbers are the same, bit for bit, as those of the library on any other machine.
 */
import {
  bound,
  cache,
  checkChoice,
  checkNotZero,
  checkOptions,
  checkPoint,
  checkPoints,
  checkSpace,
  checkVector,
  choice,
  type OptionRules,
  size,
  slope,
  wholeNumber,
} from './check.js';
import { layout, Room, type StandingExports } from './memory.js';
import { Module, spaceNumber } from './module.js';
import type { AnyOperand } from './shapes.js';
import { type Source, start } from './start.js';
import type {
  Aabb,
  ClosestPoint,
  Contact,
  ContactPoint,
  Distance,
  FeatureId,
  Options,
  Overlap,
  Penetration,
  PoseGradient,
  Separation,
  SeparationGradient,
  Space,
  Step,
} from './types.js';

export { Cache } from './cache.js';
export type { AnyOperand, Axis, HullOperand, Operand, Pose, Shape } from './shapes.js';
export type { Source } from './start.js';
export * from './types.js';

/** The verbs that can be traced, and their answers. */
interface PairAnswers {
  distance: Distance;
  overlap: Overlap;
  penetration: Penetration;
  separation: Separation;
}
type PairVerb = keyof PairAnswers;

const noVertex = 0xffffffff;
const mostContacts = 8;

const rules: OptionRules<Options> = {
  tolerance: size,
  cutoff: bound,
  margin: bound,
  slope,
  maxIterations: wholeNumber,
  maxPoints: wholeNumber,
  method: choice(['gjk']),
  cache,
};
const overlapRules: OptionRules<Options> = { ...rules, method: choice(['gjk', 'mpr']) };
const pairVerbs = ['distance', 'overlap', 'penetration', 'separation'] as const satisfies PairVerb[];

/** Queries about shapes at rest. */
export class Abut extends Module<StandingExports> {
  private readonly contacts: number;
  private readonly scratch: Room;

  /** @internal */
  constructor(exports: StandingExports) {
    super(exports);
    this.contacts = new Room(exports).take(mostContacts * layout.contactPoint.size);
    this.scratch = new Room(exports);
  }

  /** How far apart are they? */
  distance(space: Space, a: AnyOperand, b: AnyOperand, options?: Options): Distance {
    return this.ask('distance', space, a, b, options, 0);
  }

  /** Do they meet? */
  overlap(space: Space, a: AnyOperand, b: AnyOperand, options?: Options): Overlap {
    return this.ask('overlap', space, a, b, options, 0);
  }

  /** How deep do they overlap? B moved by `depth` along `normal` only touches A. */
  penetration(space: Space, a: AnyOperand, b: AnyOperand, options?: Options): Penetration {
    return this.ask('penetration', space, a, b, options, 0);
  }

  /** The distance, or minus the depth. */
  separation(space: Space, a: AnyOperand, b: AnyOperand, options?: Options): Separation {
    return this.ask('separation', space, a, b, options, 0);
  }

  /** The same queries, with every step of the algorithm. */
  traced<Verb extends PairVerb>(
    verb: Verb,
    space: Space,
    a: AnyOperand,
    b: AnyOperand,
    options?: Options,
  ): { answer: PairAnswers[Verb]; steps: Step[] } {
    checkChoice(verb, pairVerbs, 'verb');
    const { answer, address, count } = this.watch((trace) => this.ask(verb, space, a, b, options, trace));
    return {
      answer,
      steps: Array.from({ length: count }, (_, i) => this.readStep(this.numbers(address, i), space.dim)),
    };
  }

  /** Where do they touch? */
  contact(space: Space, a: AnyOperand, b: AnyOperand, options?: Options): Contact {
    checkSpace(space);
    checkOptions(options, rules);
    this.write('a', space, a);
    this.write('b', space, b);
    const { a: shapeA, b: shapeB, answer } = this.fixed;
    this.check(
      this.exports.abut_contact(
        spaceNumber(space),
        shapeA,
        shapeB,
        this.writeOptions(options),
        this.contacts,
        mostContacts,
        answer,
      ),
    );
    const l = layout.answer;
    return {
      status: this.answerStatus(),
      normal: this.answerVector(l.normal, space.dim),
      separation: this.answerNumber(l.separation),
      lower: this.answerNumber(l.lower),
      upper: this.answerNumber(l.upper),
      points: Array.from({ length: this.answerCount(l.count) }, (_, i) => this.readContact(i, space.dim)),
      iterations: this.answerCount(l.iterations),
    };
  }

  /** How does the separation change as the shapes move and rotate? */
  separationGradient(space: Space, a: AnyOperand, b: AnyOperand, options?: Options): SeparationGradient {
    checkSpace(space);
    checkOptions(options, rules);
    this.write('a', space, a);
    this.write('b', space, b);
    const { a: shapeA, b: shapeB, answer, numbers } = this.fixed,
      other = numbers + layout.poseGradient.size;
    this.check(
      this.exports.abut_separation_gradient(
        spaceNumber(space),
        shapeA,
        shapeB,
        this.writeOptions(options),
        numbers,
        other,
        answer,
      ),
    );
    return {
      ...this.readers.separation(space.dim),
      a: this.readGradient(numbers, space.dim),
      b: this.readGradient(other, space.dim),
      unique: this.answerFlag(layout.answer.unique),
    };
  }

  private readGradient(at: number, dim: number): PoseGradient {
    const l = layout.poseGradient,
      rotation = this.list(at + l.rotation, 3);
    return { translation: this.list(at + l.translation, dim), rotation: dim === 2 ? rotation.slice(2) : rotation };
  }

  /** The axis-aligned box of a shape, rounded outward. Sides of a half-space may be infinite. */
  aabb(space: Space, shape: AnyOperand): Aabb {
    checkSpace(space);
    this.write('a', space, shape, 'shape');
    const min = this.fixed.numbers,
      max = min + 24;
    this.check(this.exports.abut_aabb(spaceNumber(space), this.fixed.a, min, max, this.fixed.answer));
    return { min: this.list(min, space.dim), max: this.list(max, space.dim) };
  }

  /** The point of the shape nearest to q. */
  closestPoint(space: Space, q: readonly number[], shape: AnyOperand, options?: Options): ClosestPoint {
    checkSpace(space);
    checkVector(q, space.dim, 'q');
    checkOptions(options, rules);
    this.write('a', space, shape, 'shape');
    this.put(this.fixed.numbers, q);
    this.check(
      this.exports.abut_closest_point(
        spaceNumber(space),
        this.fixed.numbers,
        this.fixed.a,
        this.writeOptions(options),
        this.fixed.answer,
      ),
    );
    const l = layout.answer;
    return {
      status: this.answerStatus(),
      point: this.answerVector(l.point, space.dim),
      normal: this.answerVector(l.normal, space.dim),
      distance: this.answerNumber(l.distance),
      lower: this.answerNumber(l.lower),
      upper: this.answerNumber(l.upper),
      inside: this.answerFlag(l.inside),
      iterations: this.answerCount(l.iterations),
    };
  }

  /** The support points of the shape along directions. */
  support(space: Space, shape: AnyOperand, directions: readonly (readonly number[])[]): number[][] {
    checkSpace(space);
    this.write('a', space, shape, 'shape');
    checkPoints(directions, 'directions');
    const count = directions.length;
    const address = this.scratch.take(48 * count + 8);
    for (let i = 0; i < count; ++i) {
      checkPoint(directions[i], i, space.dim, 'directions');
      checkNotZero(directions[i]!, 'directions', `[${i}]`);
      this.put(address + 24 * i, directions[i]!);
    }
    this.check(
      this.exports.abut_support(
        spaceNumber(space),
        this.fixed.a,
        address,
        count,
        address + 24 * count,
        0,
        this.fixed.answer,
      ),
    );
    return this.vectors(address + 24 * count, count, space.dim);
  }

  private ask<Verb extends PairVerb>(
    verb: Verb,
    space: Space,
    a: AnyOperand,
    b: AnyOperand,
    options: Options | undefined,
    trace: number,
  ): PairAnswers[Verb] {
    checkSpace(space);
    checkOptions(options, verb === 'overlap' ? overlapRules : rules);
    this.write('a', space, a);
    this.write('b', space, b);
    const { a: shapeA, b: shapeB, answer } = this.fixed,
      entry = `abut_${verb}` as const;
    this.check(this.exports[entry](spaceNumber(space), shapeA, shapeB, this.writeOptions(options), trace, answer));
    return this.readers[verb](space.dim);
  }

  /** One for each verb: its fields of the answer in memory. To spread parts of them would take as long as the query. */
  private readonly readers: { [Verb in PairVerb]: (dim: number) => PairAnswers[Verb] } = {
    distance: (dim) => ({
      status: this.answerStatus(),
      distance: this.answerNumber(layout.answer.distance),
      lower: this.answerNumber(layout.answer.lower),
      upper: this.answerNumber(layout.answer.upper),
      normal: this.answerVector(layout.answer.normal, dim),
      pointA: this.answerVector(layout.answer.pointA, dim),
      pointB: this.answerVector(layout.answer.pointB, dim),
      features: this.answerFeatures(),
      iterations: this.answerCount(layout.answer.iterations),
    }),
    overlap: (dim) => ({
      status: this.answerStatus(),
      overlap: this.answerFlag(layout.answer.overlap),
      apart: this.answerFlag(layout.answer.apart),
      lower: this.answerNumber(layout.answer.lower),
      upper: this.answerNumber(layout.answer.upper),
      axis: this.answerVector(layout.answer.axis, dim),
      point: this.answerVector(layout.answer.point, dim),
      iterations: this.answerCount(layout.answer.iterations),
    }),
    penetration: (dim) => ({
      status: this.answerStatus(),
      depth: this.answerNumber(layout.answer.depth),
      lower: this.answerNumber(layout.answer.lower),
      upper: this.answerNumber(layout.answer.upper),
      normal: this.answerVector(layout.answer.normal, dim),
      pointA: this.answerVector(layout.answer.pointA, dim),
      pointB: this.answerVector(layout.answer.pointB, dim),
      features: this.answerFeatures(),
      iterations: this.answerCount(layout.answer.iterations),
    }),
    separation: (dim) => ({
      status: this.answerStatus(),
      separation: this.answerNumber(layout.answer.separation),
      lower: this.answerNumber(layout.answer.lower),
      upper: this.answerNumber(layout.answer.upper),
      normal: this.answerVector(layout.answer.normal, dim),
      pointA: this.answerVector(layout.answer.pointA, dim),
      pointB: this.answerVector(layout.answer.pointB, dim),
      features: this.answerFeatures(),
      uniqueNormal: this.answerFlag(layout.answer.uniqueNormal),
      iterations: this.answerCount(layout.answer.iterations),
    }),
  };

  private writeOptions(options: Options | undefined): number {
    return this.plainOptions(options && { ...options, method: options.method === 'mpr' ? 1 : 0 });
  }

  private readContact(i: number, dim: number): ContactPoint {
    const l = layout.contactPoint,
      at = this.contacts + l.size * i,
      view = this.view();
    const feature = (kind: number, vertices: number): FeatureId => ({
      kind: (['vertex', 'edge', 'face'] as const)[view.getInt32(at + kind, true)] ?? 'vertex',
      vertices: [0, 1, 2].map((k) => view.getUint32(at + vertices + 4 * k, true)).filter((id) => id !== noVertex),
    });
    return {
      pointA: this.list(at + l.pointA, dim),
      pointB: this.list(at + l.pointB, dim),
      separation: view.getFloat64(at + l.separation, true),
      idA: feature(l.kindA, l.verticesA),
      idB: feature(l.kindB, l.verticesB),
    };
  }
}

/** Starts abut.wasm: the file of the package, or what `fetch` returns, or bytes. */
export async function load(source?: Source): Promise<Abut> {
  const address = () => new URL('./abut.wasm', import.meta.url);
  return new Abut(await start(source, { name: 'abut.wasm', address, verb: 'abut_distance' }));
}
