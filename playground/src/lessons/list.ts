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
      { id: 'segment', title: 'Point and segment', load: () => import('./distance/segment.js') },
      { id: 'triangle', title: 'Point and triangle', load: () => import('./distance/triangle.js') },
      { id: 'polygon', title: 'Point and polygon', load: () => import('./distance/polygon.js') },
      { id: 'caratheodory', title: 'Three corners are enough', load: () => import('./distance/caratheodory.js') },
      { id: 'polygons', title: 'Polygon and polygon', load: () => import('./distance/polygons.js') },
      { id: 'minkowski', title: 'The Minkowski difference', load: () => import('./distance/minkowski.js') },
    ],
  },
  {
    title: 'Numerical trouble',
    lessons: [
      { id: 'orientation', title: 'Left or right of a line', load: () => import('./numerics/orientation.js') },
      { id: 'direction', title: 'The search direction', load: () => import('./numerics/direction.js') },
      { id: 'stop', title: 'When to stop', load: () => import('./numerics/stop.js') },
      { id: 'collinear', title: 'Collinear vertices', load: () => import('./numerics/collinear.js') },
    ],
  },
  {
    title: 'Overlap and depth',
    lessons: [
      { id: 'regions', title: 'Regions that are excluded', load: () => import('./depth/regions.js') },
      { id: 'overlap', title: 'The overlap test', load: () => import('./depth/overlap.js') },
      { id: 'epa', title: 'EPA: the shortest way out', load: () => import('./depth/epa.js') },
      { id: 'mpr', title: 'MPR: through the portal', load: () => import('./depth/mpr.js') },
      { id: 'contact', title: 'Contact manifolds', load: () => import('./depth/contact.js') },
    ],
  },
  {
    title: 'Motion',
    lessons: [
      { id: 'clip', title: 'Clipping a ray to the box', load: () => import('./motion/clip.js') },
      { id: 'raycast', title: 'Ray cast', load: () => import('./motion/raycast.js') },
      { id: 'advancement', title: 'Conservative advancement', load: () => import('./motion/advancement.js') },
      { id: 'swept', title: 'What is swept', load: () => import('./motion/swept.js') },
      { id: 'sweep', title: 'The MPR sweep', load: () => import('./motion/sweep.js') },
      { id: 'substeps', title: 'MPR and rotation', load: () => import('./motion/substeps.js') },
      { id: 'rotation', title: 'Rotation', load: () => import('./motion/rotation.js') },
    ],
  },
  {
    title: 'Speed',
    lessons: [
      { id: 'climb', title: 'Hill climbing', load: () => import('./speed/climb.js') },
      { id: 'warm', title: 'Warm starts', load: () => import('./speed/warm.js') },
    ],
  },
  {
    title: '3D',
    lessons: [
      { id: 'tetrahedron', title: 'Point and tetrahedron', load: () => import('./distance/tetrahedron.js') },
    ],
  },
  {
    title: 'The last bit',
    lessons: [
      { id: 'microscope', title: 'The touch microscope', load: () => import('./numerics/microscope.js') },
    ],
  },
];

export const lessons: Entry[] = chapters.flatMap((chapter) => chapter.lessons);
