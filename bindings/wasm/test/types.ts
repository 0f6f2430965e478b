// Compiled, never run: the package as a user's TypeScript sees it.
import { type Answer, load, parseRecord, type Step } from 'abut';

const abut = await load(fetch('abut.wasm'));
const gap: Answer = abut.distance({ dim: 3, precision: 'float' }, { shape: { shape: 'box', half: [1, 1, 1] } }, { shape: { shape: 'point' }, pose: { p: [3, 0, 0] } });
const bounds: [number, number] = [gap.lower, gap.upper];
const steps: Step[] = abut.traced('separation', { dim: 2, precision: 'double' }, parseRecord('').a, parseRecord('').b).steps;
// @ts-expect-error there is no such shape
abut.distance({ dim: 2, precision: 'double' }, { shape: { shape: 'torus' } }, { shape: { shape: 'point' } });
// @ts-expect-error in four dimensions there is nothing
abut.overlap({ dim: 4, precision: 'double' }, { shape: { shape: 'point' } }, { shape: { shape: 'point' } });
export { bounds, steps };
