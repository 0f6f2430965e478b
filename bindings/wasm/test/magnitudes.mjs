// Records whose numbers are of all magnitudes, subnormal ones beside ordinary ones, and whose shapes often share their
// center. The same seed gives the same records.

const tiny = [5e-324, 1e-323, 3e-310, 1e-308, 2.3e-308, 1e-300, 1e-200, 1e-160];

/** Mulberry32: a number in [0, 1) with each call. */
function uniform(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Draw {
  constructor(seed) {
    this.unit = uniform(seed);
  }
  chance(probability) {
    return this.unit() < probability;
  }
  pick(list) {
    return list[Math.floor(this.unit() * list.length)];
  }
  size() {
    if (this.chance(0.3)) return this.pick(tiny) * this.pick([1, 3, 7]);
    return this.chance(0.2) ? this.pick([0, 0.25, 0.5, 1, 2]) : 3 * this.unit();
  }
  number() {
    return this.size() * this.pick([1, -1]);
  }
  several(count, draw) {
    return Array.from({ length: count }, draw);
  }
  vector(dim) {
    return this.several(dim, () => this.number());
  }
  shape(dim) {
    const flat = ['box', 'ball', 'capsule', 'ellipsoid', 'segment', 'points'];
    const shape = this.pick(dim === 3 ? [...flat, 'cylinder', 'cone'] : flat);
    if (shape === 'box') return { shape, half: this.several(dim, () => this.size()) };
    if (shape === 'ellipsoid') return { shape, radii: this.several(dim, () => this.size()) };
    if (shape === 'ball') return { shape, radius: this.size() };
    if (shape === 'segment') return { shape, a: this.vector(dim), b: this.vector(dim) };
    if (shape === 'points') return this.several(1 + Math.floor(6 * this.unit()), () => this.vector(dim));
    return { shape, radius: this.size(), half_height: this.size() };
  }
  pose(dim) {
    const q = this.several(dim === 3 ? 4 : 2, () => this.number() * this.pick([1, 4, 1e3, 1e-3]));
    const rotates = q.some((x) => Math.fround(x) !== 0); // in float too
    return { p: this.vector(dim), ...(rotates ? { q } : {}) };
  }
  pair(op) {
    const dim = this.pick([2, 3]),
      record = { op, dim, a: this.shape(dim), b: this.shape(dim) };
    if (this.chance(0.6)) record.pose_b = this.pose(dim);
    if (this.chance(0.4)) record.pose_a = this.pose(dim);
    return record;
  }
}

export function pairsAtRest(seed, count) {
  const draw = new Draw(seed);
  return draw.several(count, () => {
    const op = draw.pick(['distance', 'distance', 'rounded', 'overlap', 'separation', 'penetration']),
      radii = op === 'rounded' ? { ra: draw.chance(0.5) ? 0 : draw.size(), rb: 0 } : {};
    return JSON.stringify({ ...draw.pair(op), ...radii });
  });
}

export function pairsInMotion(seed, count) {
  const draw = new Draw(seed);
  return draw.several(count, () => {
    const record = draw.pair('linear_cast');
    if (draw.chance(0.3)) {
      const { dim, b, pose_b } = record;
      return JSON.stringify({ op: 'raycast', dim, b, pose_b, origin: draw.vector(dim), dir: draw.vector(dim) });
    }
    const target = draw.chance(0.4) ? { target: draw.size() } : {};
    return JSON.stringify({ ...record, v: draw.vector(record.dim), ...target });
  });
}

/** Boxes that are apart, touch, or nearly do, given as rounded ones of radius 0. */
export function boxesOfRadiusZero(seed, count) {
  const draw = new Draw(seed),
    half = () => draw.several(3, () => draw.pick([0.5, 1, 2]));
  return draw.several(count, () => {
    const a = half(),
      b = half(),
      p = draw.several(3, () => 2 * draw.unit() - 1),
      along = draw.pick([0, 1, 2]);
    p[along] = a[along] + b[along] + draw.pick([0, 1e-16, 4e-16, -4e-16, 1e-15, 1e-12, -1e-12, 0.25, 1]);
    const q = draw.pick([
      [1, 0, 0, 0],
      [1, 1, 0, 0],
      [1, 0.1, 0.2, 0.3],
      [1, draw.unit(), 0, 0],
    ]);
    const shapes = { a: { shape: 'box', half: a }, b: { shape: 'box', half: b }, pose_b: { p, q } };
    return JSON.stringify({ op: draw.pick(['rounded', 'distance']), dim: 3, ...shapes, ra: 0, rb: 0 });
  });
}
