/** Warm starts. */

/** In numbers of 32 bits. */
const length = 16;

/**
 * What a query stores for the next one of the same pair of shapes, after a small motion. It is a hint: a stale or
 * foreign one never changes an answer by more than the tolerance. Any module takes it.
 */
export class Cache {
  /** @internal */
  readonly words = new Uint32Array(length);

  /** Forgets the last query. */
  clear(): void {
    this.words.fill(0);
  }
}
