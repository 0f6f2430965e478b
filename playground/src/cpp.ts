/** The question as C++, ready to compile. */
import type { Operand } from 'abut';
import type { State } from './model.js';

const capitals: Record<string, string> = {
  point: 'Point', ball: 'Ball', sphere: 'Ball', capsule: 'Capsule', cylinder: 'Cylinder', cone: 'Cone', ellipsoid: 'Ellipsoid', box: 'Box',
  segment: 'Segment', triangle: 'Triangle', tetrahedron: 'Tetrahedron', half_space: 'HalfSpace',
};

function writer(state: State) {
  const isFloat = state.precision === 'float', { dim } = state.record, suffix = `${dim}${isFloat ? 'f' : 'd'}`;
  const number = (x: number) => {
    const text = String(x);
    return isFloat ? `${/[.e]/.test(text) ? text : `${text}.0`}f` : text;
  };
  const list = (v: number[]) => `{${v.map(number).join(', ')}}`;
  const zero = new Array<number>(dim).fill(0);

  const shape = (name: string, { shape: s }: Operand): string => {
    const type = `${capitals[s.shape] ?? ''}${suffix}`;
    switch (s.shape) {
      case 'points':
      case 'hull':
        return `const Vec${suffix} ${name}_points[] = {${s.vertices.map(list).join(', ')}};\nconst auto ${name} = *PointSet${suffix}::from(${name}_points);`;
      case 'point': return `const ${type} ${name}{};`;
      case 'ball':
      case 'sphere': return `const ${type} ${name}{.center = {}, .radius = ${number(s.radius)}};`;
      case 'capsule': {
        const end = [...zero];
        end[['x', 'y', 'z'].indexOf(s.axis ?? (dim === 2 ? 'y' : 'z'))] = s.half_height;
        return `const ${type} ${name}{.a = ${list(end.map((x) => 0 - x))}, .b = ${list(end)}, .radius = ${number(s.radius)}};`;
      }
      case 'cylinder':
      case 'cone': return `const ${type} ${name}{.radius = ${number(s.radius)}, .half_height = ${number(s.half_height)}, .axis = Axis::${s.axis ?? 'z'}};`;
      case 'ellipsoid': return `const ${type} ${name}{.radii = ${list(s.radii)}};`;
      case 'box': return `const ${type} ${name}{.half = ${list(s.half)}};`;
      case 'half_space': return `const ${type} ${name}{.normal = ${list(s.normal)}, .offset = ${number(s.offset)}};`;
      case 'segment': return `const ${type} ${name}{${[s.a, s.b].map(list).join(', ')}};`;
      case 'triangle': return `const ${type} ${name}{${[s.a, s.b, s.c].map(list).join(', ')}};`;
      case 'tetrahedron': return `const ${type} ${name}{${[s.a, s.b, s.c, s.d].map(list).join(', ')}};`;
    }
  };
  const expression = (name: string, { pose, radius }: Operand): string => {
    const grown = radius ? `inflate(${name}, ${number(radius)})` : name;
    if (!pose) return grown;
    const turn = pose.angle !== undefined ? `Rotation${suffix}::by(${number(pose.angle)})` : list(pose.q ?? (dim === 2 ? [1, 0] : [1, 0, 0, 0]));
    return `place(${grown}, Pose${suffix}{.p = ${list(pose.p ?? zero)}, .q = ${turn}})`;
  };
  return { shape, expression };
}

export function cpp(state: State): string {
  const { shape, expression } = writer(state), { a, b } = state.record;
  const verb = state.verb === 'mpr' ? 'overlap' : state.verb;
  const options = state.verb === 'mpr' ? ', {.method = OverlapMethod::mpr}' : '';
  const field = { distance: 'distance', separation: 'separation', penetration: 'depth', overlap: 'overlap', contact: 'separation' }[verb];
  return `#include <abut/abut.hpp>
#include <cstdio>
using namespace abut;

int main() {
  ${shape('a', a).replace(/\n/g, '\n  ')}
  ${shape('b', b).replace(/\n/g, '\n  ')}
  const auto r = abut::${verb}(${expression('a', a)}, ${expression('b', b)}${options});
  std::printf("%.17g in [%.17g, %.17g], %s\\n", double(r.${field}), double(r.lower), double(r.upper), name(r.status));
}
`;
}
