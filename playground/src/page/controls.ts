/** The controls below the views: shapes, radii, and buttons for vertices. */
import type { Operand, Shape } from 'abut';
import { hasFreeVertices, type Side, type State, verticesOf } from '../model/model.js';
import { motionVerbOf } from '../model/motion.js';
import { mean, scale, type Vector } from '../model/vector.js';

function circle(count: number, radius: number): Vector[] {
  return Array.from({ length: count }, (_, i) => [
    radius * Math.cos((2 * Math.PI * i) / count),
    radius * Math.sin((2 * Math.PI * i) / count),
  ]);
}

/** Points spread over a sphere. */
export function sphere(count: number, radius: number): Vector[] {
  return Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count,
      r = Math.sqrt(1 - z * z),
      turn = i * Math.PI * (3 - Math.sqrt(5));
    return scale([r * Math.cos(turn), r * Math.sin(turn), z], radius);
  });
}

/** The shapes to choose from, all centered at the origin. */
const choices: Record<2 | 3, Record<string, () => Shape>> = {
  2: {
    point: () => ({ shape: 'point' }),
    segment: () => ({
      shape: 'points',
      vertices: [
        [-0.8, -0.3],
        [0.8, 0.3],
      ],
    }),
    triangle: () => ({
      shape: 'points',
      vertices: [
        [-0.9, -0.6],
        [0.9, -0.4],
        [-0.1, 0.9],
      ],
    }),
    square: () => ({ shape: 'box', half: [0.7, 0.7] }),
    pentagon: () => ({ shape: 'points', vertices: circle(5, 0.9) }),
    '64-gon': () => ({ shape: 'points', vertices: circle(64, 1) }),
    disc: () => ({ shape: 'ball', radius: 0.8 }),
    capsule: () => ({ shape: 'capsule', radius: 0.35, half_height: 0.6 }),
    ellipse: () => ({ shape: 'ellipsoid', radii: [1, 0.5] }),
  },
  3: {
    point: () => ({ shape: 'point' }),
    box: () => ({ shape: 'box', half: [0.7, 0.6, 0.5] }),
    tetrahedron: () => ({
      shape: 'points',
      vertices: [
        [0.8, 0.8, 0.8],
        [0.8, -0.8, -0.8],
        [-0.8, 0.8, -0.8],
        [-0.8, -0.8, 0.8],
      ],
    }),
    octahedron: () => ({
      shape: 'points',
      vertices: [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ],
    }),
    'hull of 64': () => ({ shape: 'points', vertices: sphere(64, 1) }),
    ball: () => ({ shape: 'ball', radius: 0.8 }),
    capsule: () => ({ shape: 'capsule', radius: 0.35, half_height: 0.6 }),
    cylinder: () => ({ shape: 'cylinder', radius: 0.6, half_height: 0.7 }),
    cone: () => ({ shape: 'cone', radius: 0.8, half_height: 0.8 }),
    ellipsoid: () => ({ shape: 'ellipsoid', radii: [1, 0.6, 0.4] }),
  },
};

const names: Record<string, string> = {
  points: 'points',
  hull: 'points',
  ball: 'ball',
  sphere: 'ball',
  ellipsoid: 'ellipsoid',
};

/** A new shape where the old one stood. */
export function chosen(operand: Operand, name: string, dim: 2 | 3): Operand {
  const shape = choices[dim][name]?.() ?? operand.shape;
  const vertices = verticesOf(operand, dim);
  const p = vertices.length > 0 ? mean(vertices) : (operand.pose?.p ?? new Array<number>(dim).fill(0));
  const pose =
    operand.pose?.angle !== undefined
      ? { p, angle: operand.pose.angle }
      : { p, ...(operand.pose?.q ? { q: operand.pose.q } : {}) };
  return { shape, pose, ...(operand.radius ? { radius: operand.radius } : {}) };
}

export interface Controls {
  choose(side: Side, name: string): void;
  round(side: Side, radius: number): void;
  addVertex(side: Side): void;
  removeVertex(side: Side): void;
  turnMode(mode: 'move' | 'turn'): void;
}

function button(text: string, act: () => void, id = ''): HTMLButtonElement {
  const result = document.createElement('button');
  result.textContent = text;
  result.type = 'button';
  if (id) result.id = id;
  result.addEventListener('click', act);
  return result;
}

function hint(text: string): HTMLElement {
  const result = document.createElement('span');
  result.className = 'wide';
  result.textContent = text;
  return result;
}

function shapeRow(side: Side, state: State, controls: Controls): HTMLElement {
  const { dim } = state.record,
    operand = state.record[side];
  const label = document.createElement('label'),
    select = document.createElement('select');
  const own = document.createElement('option');
  own.textContent = names[operand.shape.shape] ?? operand.shape.shape;
  own.value = '';
  select.append(own, ...Object.keys(choices[dim]).map((name) => new Option(name, name)));
  select.id = `shape-${side}`;
  select.addEventListener('change', () => controls.choose(side, select.value));
  label.append(side.toUpperCase(), select);

  const round = document.createElement('label'),
    slider = document.createElement('input'),
    shown = document.createElement('output');
  slider.type = 'range';
  slider.min = '0';
  slider.max = '1';
  slider.step = '0.05';
  slider.value = String(operand.radius ?? 0);
  slider.id = `radius-${side}`;
  slider.disabled = operand.shape.shape === 'half_space';
  shown.value = String(operand.radius ?? 0);
  slider.addEventListener('input', () => {
    shown.value = slider.value;
    controls.round(side, Number(slider.value));
  });
  round.append('radius', slider, shown);
  const row = document.createElement('span');
  row.className = 'operand';
  row.append(label, round);
  return row;
}

/** The controls are rebuilt only for other shapes, so that a slider keeps the focus while it is dragged. */
let built = '';
let current: { controls: Controls };

/** Call this when another pair is shown. */
export function forgetControls(): void {
  built = '';
}

export function showControls(state: State, controls: Controls): void {
  const { dim, a, b } = state.record;
  const moves = motionVerbOf(state.record),
    signature = JSON.stringify([dim, a.shape.shape, b.shape.shape, moves]);
  const tools = document.getElementById('tools')!,
    shapes = document.getElementById('shapes')!;
  current = { controls };
  if (signature === built) return;
  const focused = document.activeElement?.id ?? '';
  built = signature;
  shapes.replaceChildren(...(moves === 'raycast' ? [] : [shapeRow('a', state, live)]), shapeRow('b', state, live));
  tools.replaceChildren();
  if (dim === 3) {
    tools.append(
      button('move', () => live.turnMode('move'), 'mode-move'),
      button('turn', () => live.turnMode('turn'), 'mode-turn'),
      hint('drag the background to look around'),
    );
  } else {
    const free = (['a', 'b'] as const).filter((side) => hasFreeVertices(state.record[side]));
    if (free.length > 0) tools.append(hint('vertices'));
    for (const side of free) {
      const name = side.toUpperCase(),
        add = button(`+ ${name}`, () => live.addVertex(side), `add-${side}`),
        remove = button(`− ${name}`, () => live.removeVertex(side), `remove-${side}`);
      add.title = `one more vertex of ${name}`;
      remove.title = `one vertex of ${name} less`;
      tools.append(add, remove);
    }
  }
  if (focused) document.getElementById(focused)?.focus();
}

/** The rows outlive the state they were made for: they act on the current one. */
const live: Controls = {
  choose: (side, name) => current.controls.choose(side, name),
  round: (side, radius) => current.controls.round(side, radius),
  addVertex: (side) => current.controls.addVertex(side),
  removeVertex: (side) => current.controls.removeVertex(side),
  turnMode: (mode) => current.controls.turnMode(mode),
};
