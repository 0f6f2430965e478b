// How `abut query` writes a field: bounds outward, to the neighbor unless the shortest decimal is the number itself; 0
// for -0; null for what is not finite. So equal after this means equal bits.

function isShortDecimal(x) {
  const whole = Math.abs(x) < 2 ** 53 && Math.trunc(x) === x;
  return whole || (Math.abs(x) < 1e7 && Math.trunc(x * 256) === x * 256);
}

/** The next double: up if by is 1, down if -1. Not for 0 and infinities. */
function neighbor(x, by) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(x > 0 ? by : -by));
  return view.getFloat64(0);
}

const outward = {
  lower: -1,
  depth_lower: -1,
  upper: 1,
  depth_upper: 1,
  t_safe: -1,
  safe_separation: -1,
  hit_separation: 1,
  advance: -1,
};

/** `t` of a recorded cast is an upper bound too: its key is `cast t`. */
export function printed(key, value) {
  if (Array.isArray(value)) return value.map((x) => printed('', x));
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) return null;
  const by = key === 'cast t' ? 1 : outward[key];
  return (by === undefined || isShortDecimal(value) ? value : neighbor(value, by)) + 0;
}
