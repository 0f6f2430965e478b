/** Which fields a record of an op may have, and what to say about another: as tools/abut/record does. */

const pair = ['a', 'b', 'pose_a', 'pose_b', 'ra', 'rb'],
  one = ['a', 'pose_a', 'ra'];

/** Of every op of `abut query`, also of those that are answered there alone. */
const fields: Record<string, readonly string[]> = {
  distance: [...pair, 'cutoff', 'tolerance', 'method'],
  overlap: [...pair, 'method'],
  penetration: [...pair, 'direction', 'tolerance', 'method'],
  depth_along: [...pair, 'direction', 'tolerance', 'method'],
  separation: [...pair, 'cutoff', 'tolerance', 'method'],
  separation_gradient: [...pair, 'cutoff', 'tolerance', 'method'],
  contact: [...pair, 'tolerance', 'margin', 'max_points', 'method'],
  closest_point: [...one, 'point', 'cutoff', 'tolerance', 'method'],
  aabb: one,
  ray_cast: [...one, 'origin', 'direction', 'max_t', 'at_start', 'tolerance', 'method'],
  shape_cast: [...pair, 'translation', 'translation_b', 'target', 'max_t', 'at_start', 'tolerance', 'method'],
  time_of_impact: [...pair, 'motion_a', 'motion_b', 'target', 'target_tolerance', 'max_t', 'method'],
  hull: ['points'],
  rounded: [...pair, 'cutoff', 'tolerance', 'method'],
  raycast: [...pair, 'hull', 'origin', 'dir', 'v', 'max_t', 'target', 'tolerance', 'method'],
  linear_cast: [...pair, 'v', 'max_t', 'target', 'tolerance', 'method'],
  linear_cast_rounded: [...pair, 'v', 'max_t', 'target', 'tolerance', 'method'],
  toi: ['a', 'b', 'ra', 'rb', 'sweep_a', 'sweep_b', 'target', 'tol', 'method'],
};

/** In the order in which messages list them. */
export const toolOps = Object.keys(fields);

export function fieldsOf(op: string): readonly string[] {
  return ['id', 'op', 'dim', ...(fields[op] ?? [])];
}

/** Expected values and remarks of recorded cases; see docs/query-format.md. */
export const annotations: readonly string[] = (
  'ccw core_depth core_depth2_exact core_directions core_directions_complete core_dist2_exact core_distance ' +
  'core_normal core_pa core_pb core_status core_unique core_witness_dim d0 d1 depth depth2_exact directions ' +
  'directions_complete dist2_exact dist_at_t distance expected extent family feat graze ground_truth ' +
  'ground_truth_applies hit hull_dim hull_verts initial lipschitz margin min_distance naive_axis_sep_end normal ' +
  'normals note orig_signed_distance orig_status origin_desc pa pb point rate scale signed_distance source span ' +
  'start start_depth start_distance status sub t t_err t_exact t_inner t_min t_outer unique witness_dim'
).split(' ');

function isAnnotation(field: string): boolean {
  return field.startsWith('_') || field.startsWith('x-') || annotations.includes(field);
}

/** The optimal string alignment distance: insertions, deletions, replacements, and swaps of neighbors. */
function editDistance(a: string, b: string): number {
  let before: number[] = [],
    above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      const replaced = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, replaced);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}

/** Half of the letters may be wrong, but not a single letter; or one begins as the other does. */
function closestName(written: string, names: readonly string[]): string | undefined {
  const longest = 64,
    enough = 3;
  if (written.length > longest) return undefined;
  const lower = written.toLowerCase();
  let found: string | undefined,
    least: [number, boolean] = [longest, true];
  for (const name of names) {
    const edits = editDistance(lower, name),
      begins = Math.min(lower.length, name.length) >= enough && (lower.startsWith(name) || name.startsWith(lower));
    const counted = begins ? Math.min(edits, 1) : edits,
      letters = Math.max(lower.length, name.length),
      other = name.length !== lower.length;
    if (counted > 0 && !(letters > 1 && 2 * counted <= letters)) continue;
    if (counted > least[0] || (counted === least[0] && Number(other) >= Number(least[1]))) continue;
    found = name;
    least = [counted, other];
  }
  return found;
}

/** What recorded cases call otherwise than the library does. */
const recordedNames = [
  ['dir', 'direction'],
  ['hull', 'a'],
  ['v', 'translation'],
  ['tol', 'target_tolerance'],
  ['sweep_a', 'motion_a'],
  ['sweep_b', 'motion_b'],
] as const;

function inTheWordsOf(own: readonly string[], field: string): string | undefined {
  for (const [recorded, name] of recordedNames) {
    if (field === recorded && own.includes(name)) return name;
    if (field === name && own.includes(recorded)) return recorded;
  }
  return undefined;
}

/** Why a record of the op may not have that field: "not a field of toi, did you mean target?". Nothing if it may. */
export function whyUnknown(op: string, field: string): string | undefined {
  const own = fieldsOf(op);
  if (own.includes(field) || isAnnotation(field)) return undefined;
  const meant = inTheWordsOf(own, field) ?? closestName(field, own);
  if (meant !== undefined) return `not a field of ${op}, did you mean ${meant}?`;
  const most = 6,
    owners = toolOps.filter((name) => fields[name]!.includes(field));
  if (owners.length > 0 && owners.length <= most) return `not a field of ${op}, only of ${owners.join(', ')}`;
  return `not a field of ${op}, expected ${own.join(', ')}`;
}
