/** Operands changed by hand in 2D: rotated, and with vertices added and removed. */
import type { Operand } from 'abut';
import { hasFreeVertices, verticesOf, withVertices } from '../model/model.js';
import { add, dot, hull2, mean, norm, rotate, scale, sub, type Vector } from '../model/vector.js';

/** The operand rotated by an angle about its middle. */
export function turned(operand: Operand, angle: number): Operand {
  const vertices = verticesOf(operand, 2),
    q = [Math.cos(angle), Math.sin(angle)];
  if (!operand.pose && hasFreeVertices(operand)) {
    const center = mean(vertices);
    return withVertices(
      operand,
      vertices.map((v) => add(center, rotate(q, sub(v, center)))),
    );
  }
  const before = operand.pose?.angle ?? Math.atan2(operand.pose?.q?.[1] ?? 0, operand.pose?.q?.[0] ?? 1);
  const p = operand.pose?.p ?? [0, 0],
    center = vertices.length > 0 ? mean(vertices) : p;
  return { ...operand, pose: { p: add(center, rotate(q, sub(p, center))), angle: before + angle } };
}

/** The operand with one more vertex, on the longest edge, or on the edge nearest to a point. */
export function withVertexAdded(operand: Operand, near?: Vector): Operand {
  const vertices = verticesOf(operand, 2),
    ring = hull2(vertices);
  if (ring.length < 2) return withVertices(operand, [...vertices, add(vertices[0]!, [0.5, 0])]);
  const edges = ring.map((p, i) => [p, ring[(i + 1) % ring.length]!] as const);
  const score = ([p, q]: readonly [Vector, Vector]) => {
    if (!near) return norm(sub(q, p));
    const along = sub(q, p),
      t = Math.max(0, Math.min(1, dot(sub(near, p), along) / (dot(along, along) || 1)));
    return -norm(sub(near, add(p, scale(along, t))));
  };
  const [p, q] = edges.reduce((best, edge) => (score(edge) > score(best) ? edge : best));
  const outward = scale([q[1]! - p[1]!, p[0]! - q[0]!], 0.12);
  return withVertices(operand, [...vertices, near ?? add(scale(add(p, q), 0.5), outward)]);
}

export function withVertexRemoved(operand: Operand, index: number): Operand {
  const vertices = verticesOf(operand, 2);
  return vertices.length > 1
    ? withVertices(
        operand,
        vertices.filter((_, i) => i !== index),
      )
    : operand;
}
