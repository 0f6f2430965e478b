/** A convex hull that was built once, and what keeps it. */
import type { Space } from './types.js';

/**
 * The convex hull of points: its faces, and a shape for any number of queries, `{ hull, pose }`. The first query of a
 * module copies it to the memory of that module. The copies are freed when the hull is garbage, or at once by
 * dispose().
 */
export class Hull {
  private readonly frees = new Set<() => void>();

  /** @internal */
  constructor(
    /** The space that it was built in: queries must be in the same. */
    readonly space: Space,
    /** Indices of the points that are vertices. An answer names vertices by their place in this list. */
    readonly vertices: number[],
    /** The vertices of each face, counterclockwise seen from outside; in 2D the two of each edge. */
    readonly faces: number[][],
    /** 0 point, 1 segment, 2 polygon, 3 solid. */
    readonly rank: number,
    /** Area in 2D, volume in 3D. */
    readonly measure: number,
    private bytes: Uint8Array | undefined,
  ) {}

  /** Frees the memory; the hull is no shape any more. */
  dispose(): void {
    this.bytes = undefined;
    for (const free of this.frees) free();
    this.frees.clear();
  }

  get isDisposed(): boolean {
    return this.bytes === undefined;
  }

  /** @internal What packed_hull.hpp writes. `free` frees the copy that is made of it. */
  copied(free: () => void): Uint8Array {
    this.frees.add(free);
    return this.bytes!;
  }
}
