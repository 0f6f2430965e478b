/** The numbers of the step, of the bounds, and the table of all steps. */
import { find } from '../elements.js';
import { type Moment, radiusOf, type Run, type State } from '../../model/model.js';
import { dot, norm } from '../../model/vector.js';
import { outcome } from './outcome.js';
import { glossary, number, pairName, regionName, vector, whyStopped } from './words.js';

export function html(tag: string, text: string, attributes: Record<string, string> = {}): HTMLElement {
  const result = document.createElement(tag);
  result.textContent = text;
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  return result;
}

/** A term; a click shows its entry of the glossary. */
export function term(name: string, text = name): HTMLElement {
  if (!glossary[name]) return html('span', text);
  return html('button', text, { class: 'term', 'data-term': name, type: 'button' });
}

export function showOutcome(state: State, run: Run, allDigits: boolean): void {
  const { label, value, names, upper, lower } = outcome(state, run),
    isLast = state.step >= run.moments.length - 1;
  find('headline').replaceChildren(
    `${label} `,
    html('b', value === null ? '' : number(value, allDigits)),
    isLast ? ` · ${run.answer.status}` : '',
  );
  const most = Math.max(
    ...run.moments.map((m) => (Number.isFinite(m.upper) ? Math.abs(m.upper) : Math.abs(m.lower))),
    Math.abs(run.line.length),
    Number.MIN_VALUE,
  );
  showBounds(names, upper, lower, most, allDigits);
}

/** The points of contact, numbered as in the view. */
export function showContacts({ contacts }: Run, allDigits: boolean): void {
  const table = find('contacts'),
    row = (tag: string, cells: string[]) => {
      const line = document.createElement('tr');
      line.append(...cells.map((text) => html(tag, text, tag === 'th' ? { scope: 'col' } : {})));
      return line;
    };
  table.hidden = contacts.length === 0;
  table.replaceChildren(
    row('th', ['point', 'depth', 'on A']),
    ...contacts.map(({ separation, pointA }, i) =>
      row('td', [String(i + 1), number(-separation, allDigits), vector(pointA, allDigits)]),
    ),
  );
}

/** Two numbers, and bars of their lengths relative to `most`. */
export function showBounds(
  names: [string, string],
  upper: number,
  lower: number,
  most: number,
  allDigits: boolean,
): void {
  const strip = (x: number, name: string) => {
    const bar = html('span', '', { class: `strip ${name}` }),
      fill = document.createElement('i');
    fill.style.width = `${Math.max(0, Math.min(100, (100 * x) / most)).toFixed(1)}%`;
    bar.append(fill);
    return bar;
  };
  const name = (text: string) => {
    const dt = document.createElement('dt');
    dt.append(term('bounds', text));
    return dt;
  };
  find('bounds').replaceChildren(
    name(names[0]),
    html('dd', number(upper, allDigits)),
    strip(Number.isFinite(upper) ? upper : most, 'up'),
    name(names[1]),
    html('dd', number(lower, allDigits)),
    strip(lower, 'low'),
  );
}

export function showValues(state: State, run: Run, allDigits: boolean): void {
  const moment = run.moments[state.step];
  const rows: [string, string, string][] = [];
  if (moment) {
    const height = dot(moment.direction, moment.support);
    rows.push(['', 'direction', vector(moment.direction, allDigits)]);
    rows.push(['support', 'support', `${vector(moment.support, allDigits)}  ${pairName(moment.ids)}`]);
    rows.push(['plane', 'its plane', `at ${number(height, allDigits)} from the origin`]);
    moment.corners.forEach((corner, i) => {
      const weight = moment.event === 'gjk' ? `${number(moment.weights[i] ?? 0, allDigits)} · ` : '';
      rows.push([
        i === 0 ? 'simplex' : '',
        i === 0 ? { gjk: 'simplex', mpr: 'portal', epa: 'facet' }[moment.event] : '',
        `${weight}${vector(corner, allDigits)}  ${pairName(moment.pairs[i]?.ids ?? [-1, -1])}`,
      ]);
    });
    if (moment.event === 'gjk') {
      rows.push(['region', 'region', regionName(moment, state.record.dim)]);
      rows.push([
        '',
        'nearest',
        `${vector(moment.nearest, allDigits)}  length ${number(norm(moment.nearest), allDigits)}`,
      ]);
    }
    rows.push(['', 'stop test', stopTest(moment, allDigits)]);
  }
  const radii = radiusOf(state.record.a) + radiusOf(state.record.b);
  if (radii > 0)
    rows.push(['', 'radii', `${number(radii, allDigits)}, taken off at the end: the search runs on the cores`]);
  rows.push(['', 'stopped', whyStopped(run)]);
  rows.push(
    ['', 'normal', vector(run.line.normal, allDigits)],
    ['', 'point of A', vector(run.line.pointA, allDigits)],
    ['', 'point of B', vector(run.line.pointB, allDigits)],
  );
  showRows(rows);
}

/** [term of the glossary, name, value] */
export function showRows(rows: [string, string, string][]): void {
  find('values').replaceChildren(
    ...rows.flatMap(([key, name, value]) => {
      const dt = document.createElement('dt');
      if (name) dt.append(term(key || name, name));
      return [dt, html('dd', value)];
    }),
  );
}

function stopTest(moment: Moment, allDigits: boolean): string {
  const gap = moment.upper - moment.lower;
  if (!Number.isFinite(gap))
    return moment.lower > 0 ? `lower = ${number(moment.lower, allDigits)} > 0: apart` : 'nothing proven yet';
  const digits = gap > 0 && moment.upper !== 0 ? -Math.log10(Math.abs(gap / moment.upper)) : 16;
  const agree = digits >= 1 ? `, ${Math.min(16, Math.floor(digits))} digits agree` : '';
  return `upper − lower = ${gap.toExponential(2).replace(/-/g, '−')}${agree}${moment.stop ? `: stop, ${moment.stop.replace(/_/g, ' ')}` : ': go on'}`;
}

export function showTable(state: State, run: Run, allDigits: boolean, choose: (step: number) => void): void {
  showSteps(
    ['step', 'method', 'support', 'kept', 'lower', 'upper'],
    run.moments.map((m, i) => [
      i + 1,
      m.event,
      pairName(m.ids),
      m.corners.length,
      number(m.lower, allDigits),
      number(m.upper, allDigits),
    ]),
    state.step,
    choose,
  );
}

/** The table of all steps, the current one in sight. */
export function showSteps(
  names: string[],
  steps: (string | number)[][],
  at: number,
  choose: (step: number) => void,
): void {
  const table = find('trace') as HTMLTableElement;
  const head = document.createElement('tr');
  head.append(...names.map((name) => html('th', name, { scope: 'col' })));
  const rows = steps.map((step, i) => {
    const row = document.createElement('tr');
    if (i === at) row.setAttribute('aria-current', 'true');
    row.append(...step.map((x) => html('td', String(x))));
    row.addEventListener('click', () => choose(i));
    return row;
  });
  table.replaceChildren(head, ...rows);
  const current = rows[at],
    box = table.parentElement!;
  if (
    current &&
    (current.offsetTop < box.scrollTop + 24 ||
      current.offsetTop + current.offsetHeight > box.scrollTop + box.clientHeight)
  ) {
    box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }
}
