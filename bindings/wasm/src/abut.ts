/**
 * Proximity queries between convex shapes with proven bounds: the C++ library abut, compiled to WebAssembly.
 *
 *     const abut = await load(fetch(url));
 *     const gap = abut.distance({ dim: 2, precision: 'double' }, { shape: { shape: 'box', half: [1, 1] } }, ...);
 *     // gap.lower <= true distance <= gap.upper
 *
 * The numbers are the same, bit for bit, as those of the library on any other machine.
 */
import { type Exports, layout, Room } from './memory.js';
import { type Operand, plain, type Pose } from './shapes.js';

export type { Axis, Operand, Pose, Shape } from './shapes.js';

export type Dimension = 2 | 3;
export type Precision = 'float' | 'double';

/** Where a question is asked, and in which numbers. With `float` all numbers are rounded to float first. */
export interface Space {
  dim: Dimension;
  precision: Precision;
}

export const statuses = ['converged', 'cutoff', 'stalled', 'iteration_limit', 'inconclusive', 'invalid_argument'] as const;
export type Status = (typeof statuses)[number];

/** Fields left out take their defaults; see abut.h. */
export interface Options {
  tolerance?: number;
  cutoff?: number;
  margin?: number;
  slope?: number;
  maxIterations?: number;
  maxPoints?: number;
  /** Of overlap. */
  method?: 'gjk' | 'mpr';
}

export interface Answer {
  status: Status;
  iterations: number;
  /** Whether they meet; null if that could not be decided. */
  meet: boolean | null;
  value: number;
  lower: number;
  upper: number;
  normal: number[];
  pointA: number[];
  pointB: number[];
  /** Pairs of vertices that the points are combinations of; -1 on curved shapes. */
  features: [number, number][];
}

export const events = ['gjk', 'mpr', 'epa'] as const;
export const stops = [null, 'repeated_vertex', 'bounds_met', 'origin_reached', 'cutoff', 'rounding'] as const;

/** One step of an algorithm; all points are points of B - A. */
export interface Step {
  event: (typeof events)[number];
  iteration: number;
  stop: (typeof stops)[number];
  /** The vertices of A and B whose difference `support` is; -1 on curved shapes. */
  ids: [number, number];
  lower: number;
  upper: number;
  /** Unit vector from A to B: B - A was searched against it. */
  direction: number[];
  support: number[];
  nearest: number[];
  /** gjk: the simplex. mpr: the portal. epa: the facet. */
  corners: number[][];
  weights: number[];
  /** gjk: which corners span the feature nearest to the origin. */
  region: number[];
}

export interface ContactPoint {
  pointA: number[];
  pointB: number[];
  separation: number;
  featureA: Feature;
  featureB: Feature;
}

export interface Feature {
  kind: 'vertex' | 'edge' | 'face';
  vertices: number[];
}

/** What an argument is refused with. */
export class AbutError extends Error {
  constructor(
    message: string,
    /** 'a', 'b', 'q' (the query point), 'o' (the options), or nothing. */
    readonly where: string,
    /** Which point or number of it, or -1. */
    readonly index: number,
  ) {
    super(message);
    this.name = 'AbutError';
  }
}

type PairVerb = 'abut_distance' | 'abut_overlap' | 'abut_penetration' | 'abut_separation';

const noVertex = 0xffffffff;
const mostContacts = 8;

function spaceNumber(space: Space): number {
  return (space.precision === 'float' ? 0 : 2) + (space.dim === 2 ? 0 : 1);
}

export class Abut {
  private readonly fixed: { a: number; b: number; options: number; answer: number; trace: number; contacts: number; numbers: number };
  private readonly points: { a: Room; b: Room };
  private readonly steps: Room;
  private readonly scratch: Room;
  private stepCapacity = 128;

  /** @internal */
  constructor(private readonly exports: Exports) {
    const take = (bytes: number) => new Room(exports).take(bytes);
    this.fixed = {
      a: take(layout.shape.size), b: take(layout.shape.size), options: take(layout.options.size), answer: take(layout.answer.size),
      trace: take(layout.trace.size), contacts: take(mostContacts * layout.contactPoint.size), numbers: take(512),
    };
    this.points = { a: new Room(exports), b: new Room(exports) };
    this.steps = new Room(exports);
    this.scratch = new Room(exports);
  }

  get version(): string {
    return this.text(this.exports.abut_version());
  }

  /** How far apart are they? `value` is 0 if they meet. */
  distance(space: Space, a: Operand, b: Operand, options?: Options): Answer {
    return this.ask('abut_distance', space, a, b, options, 0);
  }

  /** Do they meet? */
  overlap(space: Space, a: Operand, b: Operand, options?: Options): Answer {
    return this.ask('abut_overlap', space, a, b, options, 0);
  }

  /** How deep do they overlap? B moved by `value` along `normal` only touches A. */
  penetration(space: Space, a: Operand, b: Operand, options?: Options): Answer {
    return this.ask('abut_penetration', space, a, b, options, 0);
  }

  /** The distance, or minus the depth. */
  separation(space: Space, a: Operand, b: Operand, options?: Options): Answer {
    return this.ask('abut_separation', space, a, b, options, 0);
  }

  /** The same questions with every step on the way to the answer. */
  traced(
    verb: 'distance' | 'overlap' | 'penetration' | 'separation', space: Space, a: Operand, b: Operand, options?: Options,
  ): { answer: Answer; steps: Step[] } {
    for (;;) {
      const steps = this.steps.take(this.stepCapacity * layout.step.size * 8);
      const view = this.view();
      view.setUint32(this.fixed.trace + layout.trace.steps, steps, true);
      view.setUint32(this.fixed.trace + layout.trace.capacity, this.stepCapacity, true);
      const answer = this.ask(`abut_${verb}`, space, a, b, options, this.fixed.trace);
      const count = this.view().getUint32(this.fixed.trace + layout.trace.count, true);
      if (count <= this.stepCapacity) return { answer, steps: this.readSteps(steps, count, space.dim) };
      this.stepCapacity = count;
    }
  }

  /** Where do they touch? */
  contact(space: Space, a: Operand, b: Operand, options?: Options): Answer & { points: ContactPoint[] } {
    this.write('a', space, a);
    this.write('b', space, b);
    const { a: shapeA, b: shapeB, answer, contacts } = this.fixed;
    this.check(
      this.exports.abut_contact(spaceNumber(space), shapeA, shapeB, this.writeOptions(options), contacts, mostContacts, answer));
    const result = this.readAnswer(space.dim);
    const count = this.view().getInt32(answer + layout.answer.count, true);
    return { ...result, features: [], points: Array.from({ length: count }, (_, i) => this.readContact(i, space.dim)) };
  }

  /** The point of the shape nearest to q, as `pointA`. */
  closestPoint(space: Space, q: number[], shape: Operand, options?: Options): Answer {
    this.write('a', space, shape);
    this.doubles(this.fixed.numbers, 3).set([q[0] ?? 0, q[1] ?? 0, q[2] ?? 0]);
    this.check(
      this.exports.abut_closest_point(spaceNumber(space), this.fixed.numbers, this.fixed.a, this.writeOptions(options), this.fixed.answer));
    return this.readAnswer(space.dim);
  }

  /** The furthest points of the shape along directions. */
  support(space: Space, shape: Operand, directions: number[][]): number[][] {
    this.write('a', space, shape);
    const count = directions.length;
    const address = this.scratch.take(48 * count + 8);
    this.doubles(address, 3 * count).set(directions.flatMap((d) => [d[0] ?? 0, d[1] ?? 0, d[2] ?? 0]));
    this.check(
      this.exports.abut_support(spaceNumber(space), this.fixed.a, address, count, address + 24 * count, 0, this.fixed.answer));
    return this.vectors(address + 24 * count, count, space.dim);
  }

  /** By `angle` radians, in space about `axis`: [c, s], or [w, x, y, z]. */
  rotation(space: Space, angle: number, axis: number[] = [0, 0, 1]): number[] {
    this.doubles(this.fixed.numbers, 3).set([axis[0] ?? 0, axis[1] ?? 0, axis[2] ?? 0]);
    const out = this.fixed.numbers + 24;
    this.check(this.exports.abut_rotation(spaceNumber(space), this.fixed.numbers, angle, out, this.fixed.answer));
    return Array.from(this.doubles(out, space.dim === 2 ? 2 : 4));
  }

  private ask(verb: PairVerb, space: Space, a: Operand, b: Operand, options: Options | undefined, trace: number): Answer {
    this.write('a', space, a);
    this.write('b', space, b);
    const { a: shapeA, b: shapeB, answer } = this.fixed;
    this.check(this.exports[verb](spaceNumber(space), shapeA, shapeB, this.writeOptions(options), trace, answer));
    return this.readAnswer(space.dim);
  }

  private view(): DataView {
    return new DataView(this.exports.memory.buffer);
  }
  private doubles(address: number, count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, address, count);
  }
  private vectors(address: number, count: number, dim: number): number[][] {
    const all = this.doubles(address, 3 * count);
    return Array.from({ length: count }, (_, i) => Array.from(all.subarray(3 * i, 3 * i + dim)));
  }

  private writePoints(room: Room, space: Space, points: number[][]): { address: number; count: number } {
    const flat = points.flatMap((p) => p.slice(0, space.dim));
    if (flat.length !== points.length * space.dim) throw new AbutError(`a point needs ${space.dim} coordinates`, 'a', -1);
    const address = room.take(8 * flat.length + 8);
    const buffer = this.exports.memory.buffer;
    (space.precision === 'float' ? new Float32Array(buffer, address, flat.length) : new Float64Array(buffer, address, flat.length)).set(flat);
    return { address, count: points.length };
  }

  private write(which: 'a' | 'b', space: Space, operand: Operand): void {
    const shape = plain(operand.shape, space.dim);
    if (shape.numbers.length > 12) throw new AbutError(`${which}: too many coordinates for a shape of ${space.dim} dimensions`, which, -1);
    const points = shape.points && this.writePoints(this.points[which], space, shape.points);
    const turn = operand.pose && this.turn(space, operand.pose);
    const at = this.fixed[which], l = layout.shape, view = this.view();
    new Uint8Array(this.exports.memory.buffer, at, l.size).fill(0);
    view.setInt32(at + l.kind, shape.kind, true);
    view.setInt32(at + l.axis, shape.axis, true);
    this.doubles(at + l.numbers, 12).set(shape.numbers);
    view.setUint32(at + l.points, points?.address ?? 0, true);
    view.setUint32(at + l.count, points?.count ?? 0, true);
    view.setFloat64(at + l.radius, operand.radius ?? 0, true);
    if (!turn) return;
    view.setInt32(at + l.placed, 1, true);
    this.doubles(at + l.position, 3).set((operand.pose?.p ?? []).slice(0, 3));
    this.doubles(at + l.rotation, 4).set(turn.slice(0, 4));
  }

  private turn(space: Space, pose: Pose): number[] {
    if (pose.angle !== undefined) return this.rotation(space, pose.angle);
    return pose.q ?? [1, 0, 0, 0];
  }

  private writeOptions(options: Options | undefined): number {
    if (!options) return 0;
    const at = this.fixed.options, l = layout.options, view = this.view();
    view.setFloat64(at + l.tolerance, options.tolerance ?? 0, true);
    view.setFloat64(at + l.cutoff, options.cutoff ?? 0, true);
    view.setFloat64(at + l.margin, options.margin ?? 0, true);
    view.setFloat64(at + l.slope, options.slope ?? 0, true);
    view.setInt32(at + l.maxIterations, options.maxIterations ?? 0, true);
    view.setInt32(at + l.maxPoints, options.maxPoints ?? 0, true);
    view.setInt32(at + l.method, options.method === 'mpr' ? 1 : 0, true);
    return at;
  }

  private check(error: number): void {
    if (error === 0) return;
    const view = this.view(), at = this.fixed.answer, l = layout.answer;
    this.exports.abut_describe_error(at, this.fixed.numbers, 256);
    const where = view.getInt32(at + l.where, true);
    throw new AbutError(
      this.text(this.fixed.numbers), where === 0 ? '' : String.fromCharCode(where), Number(view.getBigInt64(at + l.index, true)));
  }

  private text(address: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }

  private readAnswer(dim: number): Answer {
    const view = this.view(), at = this.fixed.answer, l = layout.answer;
    const vector = (offset: number) => Array.from(this.doubles(at + offset, dim));
    const vertex = (offset: number) => {
      const id = view.getUint32(at + offset, true);
      return id === noVertex ? -1 : id;
    };
    const meet = view.getInt32(at + l.meet, true);
    const pairs = Math.min(view.getInt32(at + l.count, true), 4);
    return {
      status: statuses[view.getInt32(at + l.status, true)] ?? 'invalid_argument',
      iterations: view.getInt32(at + l.iterations, true),
      meet: meet < 0 ? null : meet === 1,
      value: view.getFloat64(at + l.value, true),
      lower: view.getFloat64(at + l.lower, true),
      upper: view.getFloat64(at + l.upper, true),
      normal: vector(l.normal),
      pointA: vector(l.pointA),
      pointB: vector(l.pointB),
      features: Array.from({ length: pairs }, (_, i) => [vertex(l.featureA + 4 * i), vertex(l.featureB + 4 * i)]),
    };
  }

  private readSteps(address: number, count: number, dim: number): Step[] {
    const l = layout.step;
    return Array.from({ length: count }, (_, i) => {
      const n = this.doubles(address + 8 * l.size * i, l.size).slice();
      const number = (at: number) => n[at] ?? 0;
      const vector = (at: number) => Array.from(n.subarray(at, at + dim));
      const corners = Array.from({ length: number(l.count) }, (_unused, k) => vector(l.corner + 3 * k));
      return {
        event: events[number(l.event)] ?? 'gjk',
        iteration: number(l.iteration),
        stop: stops[number(l.stop)] ?? null,
        ids: [number(l.idA), number(l.idB)],
        lower: number(l.lower), upper: number(l.upper),
        direction: vector(l.direction), support: vector(l.support), nearest: vector(l.nearest),
        corners,
        weights: corners.map((_unused, k) => number(l.weight + k)),
        region: corners.map((_unused, k) => k).filter((k) => (number(l.region) >> k) & 1),
      };
    });
  }

  private readContact(i: number, dim: number): ContactPoint {
    const l = layout.contactPoint, at = this.fixed.contacts + l.size * i, view = this.view();
    const feature = (kind: number, vertices: number): Feature => ({
      kind: (['vertex', 'edge', 'face'] as const)[view.getInt32(at + kind, true)] ?? 'vertex',
      vertices: [0, 1, 2].map((k) => view.getUint32(at + vertices + 4 * k, true)).filter((id) => id !== noVertex),
    });
    return {
      pointA: Array.from(this.doubles(at + l.pointA, dim)),
      pointB: Array.from(this.doubles(at + l.pointB, dim)),
      separation: view.getFloat64(at + l.separation, true),
      featureA: feature(l.kindA, l.verticesA),
      featureB: feature(l.kindB, l.verticesB),
    };
  }
}

/** Nothing of it is called: the module neither reads nor writes files. The C library wants to be able to. */
const noSystem = {
  fd_close: () => 8, fd_seek: () => 8, fd_write: () => 8, fd_read: () => 8, fd_fdstat_get: () => 8, environ_get: () => 0,
  environ_sizes_get: () => 0,
  proc_exit: () => { throw new Error('abut: the module has stopped'); },
};

/** Starts the module: from what `fetch` returns, or from the bytes of abut.wasm. */
export async function load(source: Response | PromiseLike<Response> | BufferSource): Promise<Abut> {
  const imports = { wasi_snapshot_preview1: noSystem };
  const given = await source;
  const bytes = given instanceof ArrayBuffer || ArrayBuffer.isView(given) ? given : await bytesOf(given);
  const { instance } = await WebAssembly.instantiate(bytes as BufferSource, imports);
  const exports = instance.exports as unknown as Exports;
  exports._initialize();
  return new Abut(exports);
}

async function bytesOf(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`abut.wasm could not be loaded: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
