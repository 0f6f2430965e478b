/** Lesson: do they meet? */
import { number, vector } from '../../page/text/words.js';
import {
  type Body,
  body,
  boxPoints,
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

interface State {
  a: Body;
  b: Body;
  step: number;
}
interface Result {
  steps: Steps;
  distance: Steps;
}

export default lesson<State, Result>({
  question: {
    ask: 'Only “do they meet?” is asked. Can that take fewer steps than the distance?',
    choices: ['no, it is the same search', 'yes, up to four times'],
    answer: ({ steps, distance }) =>
      steps.line.meet === false && distance.run.moments.length >= 4 * steps.run.moments.length ? 1 : null,
    see: 'find two flat sides that face each other a little askew.',
    because: 'One plane between them is enough, however rough the distance still is.',
  },
  text: [
    'Do A and B meet, yes or no? In B − A the question is: is the origin inside?',
    'The same search answers it sooner. As soon as one support plane has the origin on its outer side, some line keeps A and B apart: its direction is a <dfn>separating axis</dfn>, and the search is over. If the simplex closes around the origin, they meet.',
    'Both answers come with their proof. <i>Apart</i> with an axis, and how much lies between at least. <i>Meet</i> with a point that is in both, its weights not negative. Where rounding leaves it open, abut says so instead of guessing.',
  ],
  why: {
    picture:
      '<path class="a" d="M6 10 40 6 46 46 12 52Z"/><path class="b" d="M64 8 100 16 96 52 60 46Z"/><path class="dash" d="M57 0 51 60"/>',
    text: 'Most pairs of a broad phase do not touch: the quickest no is the one that counts.',
  },
  hands: 'Drag or turn the shapes; step with the slider. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Find a place where one step proves them apart, although the distance would take four.',
      done: ({ steps, distance }) =>
        steps.line.meet === false && steps.run.moments.length === 1 && distance.run.moments.length >= 4,
      progress: ({ steps, distance }) =>
        `overlap: ${steps.run.moments.length}, distance: ${distance.run.moments.length}`,
    },
    {
      text: 'Let them meet, and step until the simplex holds the origin.',
      done: ({ steps }) => steps.isLast && steps.moment?.stop === 'origin_reached',
    },
  ],
  hint: 'The first direction goes from middle to middle. Two flat sides that face each other a little askew make the distance slow and the verdict fast.',
  moral:
    'A verdict needs only the sign of a bound. That is why an overlap test is cheaper than a distance, and why it can still be proven.',
  start: () => ({
    a: body(
      [
        [-1, -0.8],
        [1, -0.8],
        [0, 1],
      ],
      [-1.2, -0.2],
      0.4,
    ),
    b: body(boxPoints(0.8, 0.8), [0.3, 0.3], 0.1),
    step: 0,
  }),
  solve(abut, state) {
    const a = operandOf(state.a),
      b = operandOf(state.b),
      steps = runOf(abut, a, b, 'overlap', state.step);
    state.step = steps.state.step;
    return { steps, distance: runOf(abut, a, b, 'distance', 0) };
  },
  controls: [stepControl()],
  panes: [
    {
      title: 'shapes',
      view: () => [
        [-3.2, -2.2],
        [3.2, 2.2],
      ],
      draw(paper, { a, b }, { steps }) {
        const { line, isLast, moment } = steps;
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        if (moment) {
          paper.plane(moment.found.a, moment.direction, 'plane faint');
          paper.plane(moment.found.b, moment.direction, 'plane faint');
          paper.pointer(moment.found.a, moment.direction, 44, 'search');
          paper.bead(moment.found.a, 'support', 9);
          paper.bead(moment.found.b, 'support', 9);
        }
        if (isLast && line.meet) paper.witness(line.pointA);
        drawTurn(paper, a, 'a', 'turn-a', 'A');
        drawTurn(paper, b, 'b', 'turn-b', 'B');
      },
    },
    {
      title: 'difference B − A',
      view: (_, { steps }) => differenceView(steps),
      draw: (paper, _, { steps }) => drawSteps(paper, steps),
    },
  ],
  say: ({ steps }) =>
    steps.isLast
      ? why(steps)
      : `Step ${steps.state.step + 1}: neither a plane between them nor a simplex around the origin yet.`,
  numbers: ({ steps, distance }) => [
    ['verdict', steps.line.meet === null ? 'open' : steps.line.meet ? 'they meet' : 'apart'],
    ...(steps.line.meet
      ? [['a point of both', vector(steps.line.pointA, false)] as [string, string]]
      : [['between them, at least', number(steps.answer.lower, false)] as [string, string]]),
    ['steps', String(steps.run.moments.length)],
    ['steps of the distance', String(distance.run.moments.length)],
  ],
});
