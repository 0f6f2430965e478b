/** The lessons in their order. Each is loaded when it is opened. */
import type { AnyLesson } from './lesson.js';

export interface Entry {
  id: string;
  title: string;
  load(): Promise<{ default: AnyLesson }>;
}

export const chapters: { title: string; lessons: Entry[] }[] = [
  {
    title: 'Distance',
    lessons: [
      { id: 'segment', title: 'Point and segment', load: () => import('./segment.js') },
      { id: 'triangle', title: 'Point and triangle', load: () => import('./triangle.js') },
      { id: 'polygon', title: 'Point and polygon', load: () => import('./polygon.js') },
      { id: 'polygons', title: 'Polygon and polygon', load: () => import('./polygons.js') },
      { id: 'minkowski', title: 'The Minkowski difference', load: () => import('./minkowski.js') },
    ],
  },
  {
    title: 'Numerical trouble',
    lessons: [
      { id: 'direction', title: 'The search direction', load: () => import('./direction.js') },
      { id: 'stop', title: 'When to stop', load: () => import('./stop.js') },
      { id: 'collinear', title: 'Collinear vertices', load: () => import('./collinear.js') },
    ],
  },
  {
    title: 'Overlap and depth',
    lessons: [
      { id: 'overlap', title: 'The overlap test', load: () => import('./overlap.js') },
      { id: 'epa', title: 'EPA: the shortest way out', load: () => import('./epa.js') },
      { id: 'mpr', title: 'MPR: through the portal', load: () => import('./mpr.js') },
    ],
  },
  {
    title: 'Motion',
    lessons: [
      { id: 'raycast', title: 'Ray cast', load: () => import('./raycast.js') },
      { id: 'advancement', title: 'Conservative advancement', load: () => import('./advancement.js') },
      { id: 'sweep', title: 'The MPR sweep', load: () => import('./sweep.js') },
      { id: 'rotation', title: 'Rotation', load: () => import('./rotation.js') },
    ],
  },
  {
    title: 'In space',
    lessons: [{ id: 'tetrahedron', title: 'Point and tetrahedron', load: () => import('./tetrahedron.js') }],
  },
  {
    title: 'The last bit',
    lessons: [{ id: 'microscope', title: 'The touch microscope', load: () => import('./microscope.js') }],
  },
];

export const lessons: Entry[] = chapters.flatMap((chapter) => chapter.lessons);
