/** Distance over time, as a picture. */
import type { Vector } from '../../model/vector.js';
import type { Paper } from './paper.js';

const width = 6,
  height = 5;

export class Chart {
  constructor(private readonly most: number) {}

  static readonly view: Vector[] = [
    [-0.2, -0.6],
    [width, height],
  ];

  at(t: number, d: number): Vector {
    return [width * t, (height * d) / this.most];
  }
  time([x]: Vector): number {
    return Math.max(0, Math.min(1, x! / width));
  }
  axes(paper: Paper): void {
    paper.line([0, 0], [width, 0], 'axis');
    paper.line([0, 0], [0, height], 'axis');
    for (const t of [0, 0.25, 0.5, 0.75, 1]) paper.text(this.at(t, 0), String(t), 'small', [0, 14]);
    paper.text([width, 0], 'time', 'small start', [10, 0]);
    paper.text([0, height], 'distance', 'small start', [-4, -10]);
  }
  curve(paper: Paper, points: [number, number][], name: string): void {
    points.slice(1).forEach(([t, d], i) => paper.line(this.at(...points[i]!), this.at(t, d), name));
  }
  /** From one time to another, over the whole height. */
  band(paper: Paper, from: number, to: number, name: string): void {
    if (to > from)
      paper.polygon(
        [
          [width * from, 0],
          [width * to, 0],
          [width * to, height],
          [width * from, height],
        ],
        `band ${name}`,
      );
  }
  upright(paper: Paper, t: number, name: string): void {
    paper.line([width * t, 0], [width * t, height], name);
  }
}
