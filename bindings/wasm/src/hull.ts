/** Convex hulls. A module of its own, abut-hull.wasm: queries take points as they are and need no hull. */
import { checkPoints, checkSpace, refuse } from './check.js';
import { type HullExports, Room } from './memory.js';
import { Module, spaceNumber } from './module.js';
import { type Source, start } from './start.js';
import type { Space } from './types.js';

export interface Hull {
  /** Indices of the points that are vertices. */
  vertices: number[];
  /** The vertices of each face, counterclockwise seen from outside; in 2D the two of each edge. */
  faces: number[][];
  /** 0 point, 1 segment, 2 polygon, 3 solid. */
  rank: number;
  /** Area in 2D, volume in 3D. */
  measure: number;
}

export class AbutHull extends Module<HullExports> {
  private readonly indices: Room;

  /** @internal */
  constructor(exports: HullExports) {
    super(exports);
    this.indices = new Room(exports);
  }

  /** The convex hull of points. Coplanar triangles are merged to faces within the rounding of the precision. */
  hull(space: Space, points: readonly (readonly number[])[]): Hull {
    checkSpace(space);
    checkPoints(points, 'points');
    if (points.length === 0) refuse('points', '0 points, expected 1 or more');
    const { address, count } = this.writePoints(this.points.a, space, points, 'points');
    // By Euler's formula: n vertices have at most 2 n faces, of 6 n corners in all.
    const faceRoom = 8 * count + 8,
      vertices = this.indices.take(4 * (count + faceRoom)),
      faces = vertices + 4 * count;
    const sizes = this.fixed.numbers;
    this.check(
      this.exports.abut_hull(
        spaceNumber(space),
        address,
        count,
        vertices,
        count,
        faces,
        faceRoom,
        sizes,
        this.fixed.answer,
      ),
    );
    const { buffer } = this.exports.memory,
      [vertexCount = 0, faceLength = 0, rank = 0] = new Uint32Array(buffer, sizes, 3);
    const list = new Uint32Array(buffer, faces, faceLength),
      hull: Hull = {
        vertices: Array.from(new Uint32Array(buffer, vertices, vertexCount)),
        faces: [],
        rank,
        measure: this.readAnswer(space.dim).value,
      };
    for (let at = 0; at < list.length; at += 1 + list[at]!)
      hull.faces.push(Array.from(list.subarray(at + 1, at + 1 + list[at]!)));
    return hull;
  }
}

/** Starts abut-hull.wasm: the file of the package, or what `fetch` returns, or bytes. */
export async function loadHull(source?: Source): Promise<AbutHull> {
  const address = () => new URL('./abut-hull.wasm', import.meta.url);
  return new AbutHull(await start(source, { name: 'abut-hull.wasm', address, verb: 'abut_hull' }));
}
