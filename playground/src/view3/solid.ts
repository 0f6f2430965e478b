/** The convex hull of points as a solid to draw: triangles, and the edges between faces that meet at an angle. */
import { loadHull } from 'abut';
import wasm from 'abut/abut-hull.wasm?url';
import { add, cross, dot, sub, unit, type Vector } from '../model/vector.js';

const library = await loadHull(fetch(wasm));

export interface Solid {
  points: Vector[];
  triangles: [number, number, number][];
  edges: [number, number][];
}

/**
 * Edges between faces whose normals have a cosine of `smooth` or more are left out. The points are scaled, and rounded
 * to float: faces are level to a millionth of the size, and points near overflow or underflow are drawn as well.
 */
export function solidOf(points: Vector[], smooth = 0.9999): Solid {
  const largest = Math.max(...points.flatMap((p) => p.map(Math.abs))) || 1,
    from = points[0]!;
  if (!(largest < Infinity)) return { points, triangles: [], edges: [] }; // overflow, or NaN
  const scaled = points.map((p) => p.map((x, i) => x / largest - from[i]! / largest));
  const { vertices, faces, rank } = library.hull({ dim: 3, precision: 'float' }, scaled);
  return {
    points,
    triangles: faces.flatMap(([first, ...rest]) =>
      rest.slice(1).map((v, k): [number, number, number] => [first!, rest[k]!, v]),
    ),
    edges: rank === 1 ? [[vertices[0]!, vertices[1]!]] : edgesOf(scaled, faces, smooth),
  };
}

function edgesOf(points: Vector[], faces: number[][], smooth: number): [number, number][] {
  const normals = new Map<string, Vector>();
  const sides = (face: number[]) => face.map((v, k): [number, number] => [v, face[(k + 1) % face.length]!]);
  for (const face of faces) {
    const at = points[face[0]!]!,
      area = sides(face)
        .map(([v, w]) => cross(sub(points[v]!, at), sub(points[w]!, at)))
        .reduce(add);
    for (const [v, w] of sides(face)) normals.set(`${v},${w}`, unit(area));
  }
  return faces.flatMap(sides).filter(([v, w]) => {
    const normal = normals.get(`${v},${w}`)!,
      other = normals.get(`${w},${v}`);
    return !other || (v < w && dot(normal, other) < smooth);
  });
}
