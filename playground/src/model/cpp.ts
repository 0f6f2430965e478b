/** The query as C++, ready to compile. */
import type { Operand } from 'abut';
import type { Side, State } from './model.js';
import { isMotionVerb, methodsOf, type MotionVerb } from './motion.js';

const capitals: Record<string, string> = {
  point: 'Point',
  ball: 'Ball',
  sphere: 'Ball',
  capsule: 'Capsule',
  cylinder: 'Cylinder',
  cone: 'Cone',
  ellipsoid: 'Ellipsoid',
  box: 'Box',
  segment: 'Segment',
  triangle: 'Triangle',
  tetrahedron: 'Tetrahedron',
  half_space: 'HalfSpace',
};

function writer(state: State) {
  const isFloat = state.precision === 'float',
    { dim } = state.record,
    suffix = `${dim}${isFloat ? 'f' : 'd'}`;
  const number = (x: number) => {
    const text = String(x);
    return isFloat ? `${/[.e]/.test(text) ? text : `${text}.0`}f` : text;
  };
  const list = (v: readonly number[]) => `{${v.map(number).join(', ')}}`;
  const zero = new Array<number>(dim).fill(0);

  const shape = (name: string, { shape: s }: Operand): string => {
    const type = `${capitals[s.shape] ?? ''}${suffix}`;
    switch (s.shape) {
      case 'points':
      case 'hull':
        return `const Vec${suffix} ${name}_points[] = {${s.vertices.map(list).join(', ')}};\nconst auto ${name} = *PointSet${suffix}::from(${name}_points);`;
      case 'point':
        return `const ${type} ${name}{};`;
      case 'ball':
      case 'sphere':
        return `const ${type} ${name}{.center = {}, .radius = ${number(s.radius)}};`;
      case 'capsule': {
        const end = [...zero];
        end[['x', 'y', 'z'].indexOf(s.axis ?? (dim === 2 ? 'y' : 'z'))] = s.half_height;
        return `const ${type} ${name}{.a = ${list(end.map((x) => 0 - x))}, .b = ${list(end)}, .radius = ${number(s.radius)}};`;
      }
      case 'cylinder':
      case 'cone':
        return `const ${type} ${name}{.radius = ${number(s.radius)}, .half_height = ${number(s.half_height)}, .axis = Axis::${s.axis ?? 'z'}};`;
      case 'ellipsoid':
        return `const ${type} ${name}{.radii = ${list(s.radii)}};`;
      case 'box':
        return `const ${type} ${name}{.half = ${list(s.half)}};`;
      case 'half_space':
        return `const ${type} ${name}{.normal = ${list(s.normal)}, .offset = ${number(s.offset)}};`;
      case 'segment':
        return `const ${type} ${name}{${[s.a, s.b].map(list).join(', ')}};`;
      case 'triangle':
        return `const ${type} ${name}{${[s.a, s.b, s.c].map(list).join(', ')}};`;
      case 'tetrahedron':
        return `const ${type} ${name}{${[s.a, s.b, s.c, s.d].map(list).join(', ')}};`;
    }
  };
  const expression = (name: string, { pose, radius }: Operand): string => {
    const grown = radius ? `inflate(${name}, ${number(radius)})` : name;
    if (!pose) return grown;
    const turn =
      pose.angle !== undefined
        ? `Rotation${suffix}::by(${number(pose.angle)})`
        : list(pose.q ?? (dim === 2 ? [1, 0] : [1, 0, 0, 0]));
    return `place(${grown}, Pose${suffix}{.p = ${list(pose.p ?? zero)}, .q = ${turn}})`;
  };
  return { shape, expression, number, list, suffix, dim };
}

/** A query about motion, and the fields that are printed. */
function motionQuery(state: State, verb: MotionVerb): { declared: string; query: string; fields: string } {
  const { expression, number, list, suffix } = writer(state),
    { record } = state,
    method = state.method ?? methodsOf[verb][0]!;
  const { a, b, ray, v, maxT, target, tol, sweeps } = record;
  const options = [
    ...(target === undefined || verb === 'raycast' ? [] : [`.target = ${number(target)}`]),
    ...(tol === undefined ? [] : [`.target_tolerance = ${number(tol)}`]),
    ...(maxT === undefined ? [] : [`.max_t = ${number(maxT)}`]),
    ...(method === methodsOf[verb][0]
      ? []
      : [`.method = ${verb === 'toi' ? 'TimeOfImpactMethod' : 'CastMethod'}::${method}`]),
  ].join(', ');
  const tail = options ? `, {${options}}` : '';
  if (ray) {
    return {
      declared: '',
      query: `ray_cast(Ray${suffix}{.origin = ${list(ray.origin)}, .direction = ${list(ray.dir)}}, ${expression('b', b)}${tail})`,
      fields: 'r.t, r.t_safe',
    };
  }
  if (v)
    return {
      declared: '',
      query: `shape_cast(${expression('a', a)}, ${list(v)}, ${expression('b', b)}${tail})`,
      fields: 'r.t, r.t_safe',
    };
  const round = state.precision === 'float' ? Math.fround : (x: number) => x,
    plain = (x: number[]) => `{${x.map((y) => String(y)).join(', ')}}`;
  const motion = (side: Side) => {
    const sweep = sweeps![side],
      c0 = sweep.c0.map(round),
      velocity = sweep.c1.map((x, i) => round(x) - c0[i]!),
      name = `motion_${side}`;
    if (record.dim === 2) {
      const a0 = round(sweep.a0 ?? 0);
      return `const Motion2d ${name}{.start = {${plain(c0)}, Rotation2d::by(${a0})}, .velocity = ${plain(velocity)}, .angle = ${round(sweep.a1 ?? 0) - a0}};`;
    }
    const [x = 0, y = 0, z = 0, w = 1] = (sweep.q0 ?? [0, 0, 0, 1]).map(round);
    return `const Motion3d ${name}{.start = {${plain(c0)}, ${plain([w, x, y, z])}}, .velocity = ${plain(velocity)}, .axis = ${plain((sweep.axis ?? [0, 0, 1]).map(round))}, .angle = ${round(sweep.angle ?? 0)}};`;
  };
  const grown = (side: Side) => expression(side, { ...record[side], pose: undefined } as unknown as Operand);
  return {
    declared: `${motion('a')}\n  ${motion('b')}\n  `,
    query: `time_of_impact(moving(${grown('a')}, motion_a), moving(${grown('b')}, motion_b)${tail})`,
    fields: 'r.t, r.t_safe',
  };
}

function motionCpp(state: State, verb: MotionVerb): string {
  const { shape } = writer(state),
    { a, b } = state.record,
    { declared, query, fields } = motionQuery(state, verb);
  const [t, safe] = fields.split(', ');
  return `#include <abut/abut.hpp>
#include <cstdio>
using namespace abut;

int main() {
  ${verb === 'raycast' ? '' : `${shape('a', a).replace(/\n/g, '\n  ')}\n  `}${shape('b', b).replace(/\n/g, '\n  ')}
  ${declared}const auto r = abut::${query};
  std::printf("%s at %.17g, proven free before %.17g, %s\\n", r.hit ? "hit" : "no hit", double(${t}), double(${safe}), to_string(r.status));
}
`;
}

export function cpp(state: State): string {
  if (isMotionVerb(state.verb)) return motionCpp(state, state.verb);
  const { shape, expression } = writer(state),
    { a, b } = state.record;
  const verb = state.verb === 'mpr' ? 'overlap' : state.verb;
  const options = state.verb === 'mpr' ? ', {.method = OverlapMethod::mpr}' : '';
  const field = {
    distance: 'distance',
    separation: 'separation',
    penetration: 'depth',
    overlap: 'overlap',
    contact: 'separation',
  }[verb];
  return `#include <abut/abut.hpp>
#include <cstdio>
using namespace abut;

int main() {
  ${shape('a', a).replace(/\n/g, '\n  ')}
  ${shape('b', b).replace(/\n/g, '\n  ')}
  const auto r = abut::${verb}(${expression('a', a)}, ${expression('b', b)}${options});
  std::printf("%.17g in [%.17g, %.17g], %s\\n", double(r.${field}), double(r.lower), double(r.upper), to_string(r.status));
}
`;
}
