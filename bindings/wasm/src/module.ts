/** What the modules have in common: their memory, and how shapes get into it and answers and steps out of it. */
import type { Cache } from './cache.js';
import { checkNumber, checkPoint, checkSpace, checkVector, refuse } from './check.js';
import { checkAnyOperand } from './check_operand.js';
import type { Hull } from './hull_handle.js';
import { type Exports, layout, Room } from './memory.js';
import { type AnyOperand, hullKind, type Operand, plain, type PlainShape, type Pose } from './shapes.js';
import { AbutError, events, type Space, type Status, type Step, statuses, stops } from './types.js';

const noVertex = 0xffffffff;

export function spaceNumber(space: Space): number {
  return (space.precision === 'float' ? 0 : 2) + (space.dim === 2 ? 0 : 1);
}

/** The numbers of abut_options, all optional: 0 stands for the default. */
export type PlainOptions = Partial<Record<Exclude<keyof typeof layout.options, 'size' | 'cache'>, number>> & {
  cache?: Cache;
};

/** Of the bytes of a hull: see packed_hull.hpp. */
const hullAlignment = 64;

export class Module<E extends Exports> {
  protected readonly fixed: {
    a: number;
    b: number;
    options: number;
    cache: number;
    answer: number;
    trace: number;
    numbers: number;
  };
  protected readonly points: { a: Room; b: Room };
  private readonly steps: Room;
  private readonly hulls = new WeakMap<Hull, number>();
  private readonly garbage: FinalizationRegistry<number>;
  private cache: Cache | undefined;
  private stepCapacity = 128;
  private lastView: DataView | undefined;
  private lastDoubles: Float64Array | undefined;

  constructor(protected readonly exports: E) {
    const take = (bytes: number) => new Room(exports).take(bytes);
    this.fixed = {
      a: take(layout.shape.size),
      b: take(layout.shape.size),
      options: take(layout.options.size),
      cache: take(layout.cache.size),
      answer: take(layout.answer.size),
      trace: take(layout.trace.size),
      numbers: take(512),
    };
    this.points = { a: new Room(exports), b: new Room(exports) };
    this.steps = new Room(exports);
    this.garbage = new FinalizationRegistry((address) => exports.free(address));
  }

  get version(): string {
    return this.text(this.exports.abut_version());
  }

  /** The rotation by `angle` radians, in 3D about `axis`: [c, s], or [w, x, y, z]. */
  rotation(space: Space, angle: number, axis: readonly number[] = [0, 0, 1]): number[] {
    checkSpace(space);
    checkNumber(angle, 'angle');
    checkVector(axis, 3, 'axis');
    return this.rotationBy(space, angle, axis);
  }

  /** The same, of arguments that are checked. */
  protected rotationBy(space: Space, angle: number, axis: readonly number[]): number[] {
    this.put(this.fixed.numbers, axis);
    const out = this.fixed.numbers + 24;
    this.check(this.exports.abut_rotation(spaceNumber(space), this.fixed.numbers, angle, out, this.fixed.answer));
    return this.list(out, space.dim === 2 ? 2 : 4);
  }

  /** Calls `ask` with a trace, and again if there was not room for all steps. */
  protected watch<T>(ask: (trace: number) => T): { answer: T; address: number; count: number } {
    for (;;) {
      const address = this.steps.take(this.stepCapacity * layout.step.size * 8);
      const view = this.view();
      view.setUint32(this.fixed.trace + layout.trace.steps, address, true);
      view.setUint32(this.fixed.trace + layout.trace.capacity, this.stepCapacity, true);
      view.setUint32(this.fixed.trace + layout.trace.count, 0, true); // if nothing is asked, there are no steps
      const answer = ask(this.fixed.trace);
      const count = this.view().getUint32(this.fixed.trace + layout.trace.count, true);
      if (count <= this.stepCapacity) return { answer, address, count };
      this.stepCapacity = count;
    }
  }

  /** The memory. Its buffer is another one after it has grown. */
  protected view(): DataView {
    const { buffer } = this.exports.memory;
    if (this.lastView?.buffer !== buffer) this.lastView = new DataView(buffer);
    return this.lastView;
  }
  /** The memory as doubles: the one at an address is number address / 8. */
  private allDoubles(): Float64Array {
    const { buffer } = this.exports.memory;
    if (this.lastDoubles?.buffer !== buffer) this.lastDoubles = new Float64Array(buffer);
    return this.lastDoubles;
  }
  /** Writes numbers at an address. This and `list` are loops, as views of a few numbers cost more than the numbers. */
  protected put(address: number, numbers: readonly number[]): void {
    const all = this.allDoubles(),
      at = address / 8;
    for (let i = 0; i < numbers.length; ++i) all[at + i] = numbers[i]!;
  }
  /** Zeros the bytes of a struct: a whole number of doubles. */
  private clear(address: number, size: number): void {
    this.allDoubles().fill(0, address / 8, (address + size) / 8);
  }
  /** The numbers at an address. */
  protected list(address: number, count: number): number[] {
    const all = this.allDoubles(),
      at = address / 8,
      result: number[] = [];
    for (let i = 0; i < count; ++i) result.push(all[at + i]!);
    return result;
  }
  protected doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, address, count);
  }
  protected vectors(address: number, count: number, dim: number): number[][] {
    return Array.from({ length: count }, (_, i) => this.list(address + 24 * i, dim));
  }

  /** Checks the points and copies them. `place` is that of the list, in its parts. */
  protected writePoints(
    room: Room,
    space: Space,
    points: readonly (readonly number[])[],
    root: string,
    at = '',
  ): { address: number; count: number } {
    const { dim, precision } = space,
      count = points.length,
      address = room.take(8 * dim * count + 8);
    const buffer = this.exports.memory.buffer,
      all = new (precision === 'float' ? Float32Array : Float64Array)(buffer, address, dim * count);
    for (let i = 0, n = 0; i < count; ++i) {
      const point = points[i]!;
      checkPoint(point, i, dim, root, at);
      for (let k = 0; k < dim; ++k) all[n++] = point[k]!;
    }
    return { address, count };
  }

  /** The hull in the memory of this module, to which its first use copies it. */
  private hullAddress(hull: Hull, space: Space, place: string): number {
    const { dim, precision } = hull.space;
    if (dim !== space.dim || precision !== space.precision)
      refuse(`${place}.hull`, `built in ${dim}D ${precision}, expected ${space.dim}D ${space.precision}`);
    const known = this.hulls.get(hull);
    if (known !== undefined) return known;
    const { exports, hulls, garbage } = this;
    let room = 0;
    const bytes = hull.copied(() => {
      garbage.unregister(hull);
      hulls.delete(hull);
      exports.free(room);
    });
    room = new Room(exports).take(bytes.length + hullAlignment);
    const address = Math.ceil(room / hullAlignment) * hullAlignment;
    new Uint8Array(exports.memory.buffer).set(bytes, address);
    exports.abut_hull_unpack(address);
    hulls.set(hull, address);
    garbage.register(hull, room, hull);
    return address;
  }

  /** Checks the operand and writes it. `place` is the name of the argument. */
  protected write(which: 'a' | 'b', space: Space, operand: AnyOperand, place: string = which): void {
    checkAnyOperand(operand, space.dim, place);
    const isHull = 'hull' in operand && operand.hull !== undefined,
      hull = isHull ? this.hullAddress(operand.hull, space, place) : 0;
    const shape: PlainShape = isHull
      ? { kind: hullKind, axis: 0, numbers: [] }
      : plain((operand as Operand).shape, space.dim);
    const points = shape.points && this.writePoints(this.points[which], space, shape.points, place, '.shape.vertices');
    const turn = operand.pose && this.turn(space, operand.pose);
    const at = this.fixed[which],
      l = layout.shape,
      view = this.view();
    this.clear(at, l.size);
    view.setInt32(at + l.kind, shape.kind, true);
    view.setInt32(at + l.axis, shape.axis, true);
    this.put(at + l.numbers, shape.numbers);
    view.setUint32(at + l.points, points?.address ?? 0, true);
    view.setUint32(at + l.count, points?.count ?? 0, true);
    view.setUint32(at + l.hull, hull, true);
    view.setFloat64(at + l.radius, operand.radius ?? 0, true);
    if (!turn) return;
    view.setInt32(at + l.placed, 1, true);
    if (operand.pose?.p) this.put(at + l.position, operand.pose.p);
    this.put(at + l.rotation, turn);
  }

  protected turn(space: Space, pose: Pose): readonly number[] {
    if (pose.angle !== undefined) return this.rotationBy(space, pose.angle, [0, 0, 1]);
    return pose.q ?? [1, 0, 0, 0];
  }

  protected plainOptions(options: PlainOptions | undefined): number {
    if (!options) return 0;
    const at = this.fixed.options,
      l = layout.options,
      view = this.view();
    this.clear(at, l.size);
    for (const name of ['tolerance', 'targetTolerance', 'cutoff', 'margin', 'slope', 'target', 'maxT'] as const) {
      view.setFloat64(at + l[name], options[name] ?? 0, true);
    }
    for (const name of ['maxIterations', 'maxPoints', 'method', 'atStart'] as const)
      view.setInt32(at + l[name], options[name] ?? 0, true);
    if (options.cache) {
      this.cache = options.cache;
      this.cacheWords().set(options.cache.words);
      view.setUint32(at + l.cache, this.fixed.cache, true);
    }
    return at;
  }

  private cacheWords(): Uint32Array {
    return new Uint32Array(this.exports.memory.buffer, this.fixed.cache, layout.cache.size / 4);
  }

  /** The end of every call: throws its error, and keeps its cache. */
  protected check(error: number): void {
    const { cache } = this;
    this.cache = undefined;
    if (error === 0) {
      cache?.words.set(this.cacheWords());
      return;
    }
    const view = this.view(),
      at = this.fixed.answer,
      l = layout.answer;
    this.exports.abut_describe_error(at, this.fixed.numbers, 256);
    const where = view.getInt32(at + l.where, true);
    throw new AbutError(
      this.text(this.fixed.numbers),
      where === 0 ? '' : String.fromCharCode(where),
      Number(view.getBigInt64(at + l.index, true)),
    );
  }

  private text(address: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  /** A double of the answer, by its offset. */
  protected answerNumber(offset: number): number {
    return this.view().getFloat64(this.fixed.answer + offset, true);
  }
  protected answerFlag(offset: number): boolean {
    return this.view().getInt32(this.fixed.answer + offset, true) === 1;
  }
  protected answerVector(offset: number, dim: number): number[] {
    return this.list(this.fixed.answer + offset, dim);
  }

  protected answerStatus(): Status {
    return statuses[this.view().getInt32(this.fixed.answer + layout.answer.status, true)] ?? 'invalid_argument';
  }
  protected answerCount(offset: number): number {
    return this.view().getInt32(this.fixed.answer + offset, true);
  }
  /** The vertices behind the points. Filled by a loop: Array.from takes half as long as the rest of the answer. */
  protected answerFeatures(): [number, number][] {
    const view = this.view(),
      at = this.fixed.answer,
      l = layout.answer,
      pairs = Math.min(this.answerCount(l.featureCount), 4),
      features: [number, number][] = [];
    const vertex = (offset: number) => {
      const id = view.getUint32(at + offset, true);
      return id === noVertex ? -1 : id;
    };
    for (let i = 0; i < pairs; ++i) features.push([vertex(l.featureA + 4 * i), vertex(l.featureB + 4 * i)]);
    return features;
  }

  /** The numbers of one step. */
  protected numbers(address: number, i: number): Float64Array {
    return this.doubles(address + 8 * layout.step.size * i, layout.step.size).slice();
  }

  protected readStep(n: Float64Array, dim: number): Step {
    const l = layout.step;
    const number = (at: number) => n[at] ?? 0;
    const vector = (at: number) => Array.from(n.subarray(at, at + dim));
    const corners = Array.from({ length: number(l.count) }, (_unused, k) => vector(l.corner + 3 * k));
    return {
      event: events[number(l.event)] ?? 'gjk',
      iteration: number(l.iteration),
      stop: stops[number(l.stop)] ?? null,
      ids: [number(l.idA), number(l.idB)],
      lower: number(l.lower),
      upper: number(l.upper),
      direction: vector(l.direction),
      support: vector(l.support),
      nearest: vector(l.nearest),
      corners,
      weights: corners.map((_unused, k) => number(l.weight + k)),
      region: corners.map((_unused, k) => k).filter((k) => (number(l.region) >> k) & 1),
    };
  }
}
