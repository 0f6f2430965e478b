/** Lesson: how deep, and which way out? */
import { add, dot, scale, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import {
  type Body,
  body,
  boxPoints,
  cornersOf,
  differenceView,
  drawBody,
  drawSteps,
  drawTurn,
  operandOf,
  runOf,
  stepControl,
  type Steps,
  why,
} from '../bodies.js';
import { lesson } from '../lesson.js';
import { epa2Program } from '../programs.js';

interface State {
  a: Body;
  b: Body;
  step: number;
  first: Vector | null;
}
interface Result {
  steps: Steps;
  turned: number;
}

export default lesson<State, Result>({
  question: {
    ask: 'Slowly push B through A from one side to the other. What jumps on the way?',
    choices: ['the depth', 'the way out', 'both', 'neither'],
    answer: ({ turned, steps }) => (steps.line.length > 0 && turned > 80 ? 1 : null),
    see: 'drag B over to another side of A, and watch the arrow.',
    because: 'The depth is the least over all sides, so it goes over smoothly from one side to another; the side changes at once.',
  },
  text: [
    'The <dfn>penetration depth</dfn> is the length of the shortest move that leaves the shapes just touching: in B − A, from the origin inside to the boundary.',
    'EPA, the expanding polytope algorithm, starts from the simplex that GJK left around the origin. It takes the edge nearest to the origin and asks for the support beyond it. If there is one, two edges to it replace the edge. If there is none, the edge is part of the boundary, and nothing is nearer.',
    'The polygon lies inside B − A, so its nearest edge is a <b>lower</b> bound of the depth. Every support plane is a way out, so the shortest so far is an <b>upper</b> bound.',
  ],
  why: {
    picture:
      '<path class="a" d="M8 14H58V54H8Z"/><path class="b" d="M46 6 92 18 80 44 50 38Z"/><path class="line" d="M58 30H46m4-4-4 4 4 4"/>',
    text: 'A game that pushes the wrong way throws bodies through walls.',
  },
  source: epa2Program(),
  hands: 'Drag or turn the shapes; step with the slider. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Step to the end: the nearest edge has no corner beyond it.',
      done: ({ steps }) => steps.isLast && steps.moment?.event === 'epa' && steps.moment.stop !== null,
    },
    {
      text: 'Move a shape until the way out turns by more than 80 degrees.',
      done: ({ turned, steps }) => steps.line.length > 0 && turned > 80,
      progress: ({ turned }) => `turned by ${turned.toFixed(0)} degrees`,
    },
    {
      text: 'Make the overlap shallower than 0.1, but not zero.',
      done: ({ steps }) => steps.answer.lower > 0 && steps.answer.upper < 0.1,
      progress: ({ steps }) => `depth ${number(steps.line.length, false)}`,
    },
  ],
  hint: 'The way out leads through the nearest side of B − A. Drag B over to another side of A, and another side becomes nearest.',
  moral:
    'The depth is a minimum over all directions, and it jumps from one way out to another as the shapes move. The depth itself does not jump.',
  start: () => ({
    a: body(
      [
        [-1.2, -0.8],
        [1.2, -0.8],
        [0, 1.2],
      ],
      [-0.6, -0.2],
      0.3,
    ),
    b: body(boxPoints(0.9, 0.7), [0.7, 0.3], 0.1),
    step: 3,
    first: null,
  }),
  solve(abut, state) {
    const steps = runOf(abut, operandOf(state.a), operandOf(state.b), 'penetration', state.step),
      { line } = steps;
    state.step = steps.state.step;
    state.first ??= line.normal;
    return {
      steps,
      turned:
        line.length > 0 ? (Math.acos(Math.max(-1, Math.min(1, dot(state.first, line.normal)))) * 180) / Math.PI : 0,
    };
  },
  controls: [stepControl()],
  panes: [
    {
      title: 'shapes, and B moved out',
      view: () => [
        [-2.8, -2],
        [2.8, 2.2],
      ],
      draw(paper, { a, b }, { steps }) {
        const { line } = steps;
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        if (line.length > 0) {
          const out = scale(line.normal, line.length);
          paper.polygon(
            cornersOf(b).map((p) => add(p, out)),
            'shape b ghost',
          );
          paper.plane(line.pointA, line.normal);
          paper.arrow(line.pointB, line.pointA, 'normal');
          paper.witness(line.pointA);
          paper.witness(line.pointB);
        }
        drawTurn(paper, a, 'a', 'turn-a', 'A');
        drawTurn(paper, b, 'b', 'turn-b', 'B');
      },
    },
    {
      title: 'difference B − A',
      view: (_, { steps }) => differenceView(steps),
      draw: (paper, _, { steps }) => {
        drawSteps(paper, steps);
        if (steps.isLast && steps.line.length > 0)
          paper.arrow([0, 0], scale(steps.line.normal, -steps.line.length), 'normal');
      },
    },
  ],
  say: ({ steps }) => {
    const { moment } = steps;
    if (steps.line.length === 0) return 'They do not overlap: there is nothing to push out.';
    if (moment?.event === 'gjk') return `Step ${moment.iteration}: GJK still gathers a simplex around the origin.`;
    return moment?.stop
      ? why(steps)
      : `Step ${moment?.iteration ?? 0}: the nearest edge has a corner beyond it; the polygon grows there.`;
  },
  numbers: ({ steps }) => [
    ['depth', number(steps.line.length, false)],
    ['proven', `${number(steps.answer.lower, false)} to ${number(steps.answer.upper, false)}`],
    [
      'in this step',
      steps.moment?.event === 'epa'
        ? `${number(steps.moment.lower, false)} to ${number(steps.moment.upper, false)}`
        : 'GJK',
    ],
    ['way out of B', steps.line.length > 0 ? vector(steps.line.normal, false) : 'none'],
  ],
});
