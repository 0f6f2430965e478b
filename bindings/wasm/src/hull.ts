/**
 * Convex hulls and mass properties, in a module of their own, abut-hull.wasm. Queries take points as they are; about
 * those that are asked about again and again, they are much faster with a hull.
 */
import { checkPoints, checkSpace, refuse } from './check.js';
import { Hull } from './hull_handle.js';
import { type HullExports, layout, Room } from './memory.js';
import { Module, spaceNumber } from './module.js';
import type { AnyOperand } from './shapes.js';
import { type Source, start } from './start.js';
import type { Space } from './types.js';

export { Hull } from './hull_handle.js';

/** The mass properties of a solid of unit density. */
export interface Mass {
  /** The area in 2D. */
  volume: number;
  /** The center of mass. */
  centroid: number[];
  /** About the centroid: xx is the integral of y^2 + z^2, xy that of -x y. In 2D zz alone is not 0. */
  inertia: Record<(typeof inertiaNames)[number], number>;
}

const inertiaNames = ['xx', 'yy', 'zz', 'xy', 'xz', 'yz'] as const;

export class AbutHull extends Module<HullExports> {
  private readonly indices: Room;
  private readonly bytes: Room;

  /** @internal */
  constructor(exports: HullExports) {
    super(exports);
    this.indices = new Room(exports);
    this.bytes = new Room(exports);
  }

  /**
   * The convex hull of points, for any number of queries and for drawing. Coplanar triangles are merged to faces within
   * the rounding of the precision.
   */
  hull(space: Space, points: readonly (readonly number[])[]): Hull {
    checkSpace(space);
    checkPoints(points, 'points');
    if (points.length === 0) refuse('points', '0 points, expected 1 or more');
    const { address, count } = this.writePoints(this.points.a, space, points, 'points');
    const built = this.exports.abut_hull_create(spaceNumber(space), address, count, this.fixed.answer);
    if (built === 0) this.check(-1);
    try {
      return this.read(space, built, count);
    } finally {
      this.exports.abut_hull_destroy(built);
    }
  }

  /** Of a shape without a radius: a solid, or a hull. */
  massProperties(space: Space, shape: AnyOperand): Mass {
    checkSpace(space);
    this.write('a', space, shape, 'shape');
    const at = this.fixed.numbers,
      l = layout.mass;
    this.check(this.exports.abut_mass_properties(spaceNumber(space), this.fixed.a, at, this.fixed.answer));
    const inertia = this.list(at + l.inertia, inertiaNames.length);
    return {
      volume: this.list(at + l.volume, 1)[0]!,
      centroid: this.list(at + l.centroid, space.dim),
      inertia: Object.fromEntries(inertiaNames.map((name, i) => [name, inertia[i]!])) as Mass['inertia'],
    };
  }

  private read(space: Space, built: number, count: number): Hull {
    // By Euler's formula: n vertices have at most 2 n faces, of 6 n corners in all.
    const faceRoom = 8 * count + 8,
      vertices = this.indices.take(4 * (count + faceRoom)),
      faces = vertices + 4 * count;
    const sizes = this.fixed.numbers;
    this.check(this.exports.abut_hull_faces(built, vertices, count, faces, faceRoom, sizes, this.fixed.answer));
    const { buffer } = this.exports.memory,
      [vertexCount = 0, faceLength = 0, rank = 0] = new Uint32Array(buffer, sizes, 3);
    const list = new Uint32Array(buffer, faces, faceLength),
      loops: number[][] = [];
    for (let at = 0; at < list.length; at += 1 + list[at]!)
      loops.push(Array.from(list.subarray(at + 1, at + 1 + list[at]!)));
    const indices = Array.from(new Uint32Array(buffer, vertices, vertexCount)),
      measure = this.answerNumber(layout.answer.measure);
    return new Hull({ dim: space.dim, precision: space.precision }, indices, loops, rank, measure, this.pack(built));
  }

  private pack(built: number): Uint8Array {
    const size = this.exports.abut_hull_pack(built, 0),
      address = this.bytes.take(size);
    this.exports.abut_hull_pack(built, address);
    return new Uint8Array(this.exports.memory.buffer, address, size).slice();
  }
}

/** Starts abut-hull.wasm: the file of the package, or what `fetch` returns, or bytes. */
export async function loadHull(source?: Source): Promise<AbutHull> {
  const address = () => new URL('./abut-hull.wasm', import.meta.url);
  return new AbutHull(await start(source, { name: 'abut-hull.wasm', address, verb: 'abut_hull_create' }));
}
