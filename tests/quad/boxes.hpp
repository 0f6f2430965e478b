/// The distance of two placed 3D boxes, to 113 bits, by trying every pair of features.
#pragma once

#include "unit/expect_distance.hpp"

namespace abut::test {

/// A box with its exact pose.
struct QuadBox {
  QuadVec<3> half, p;
  QuadMatrix<3> q;

  template <Scalar T>
  explicit QuadBox(const Placed<Box<T, 3>>& box) : half(box.shape.half), p(box.pose.p), q(quad_matrix(box.pose.q)) {}

  QuadVec<3> corner(int id) const {
    QuadVec<3> local;
    for (int i = 0; i < 3; ++i) local[i] = (id >> i & 1) != 0 ? half[i] : -half[i];
    return p + rotate(q, local);
  }

  /// The distance of a point from the box.
  Quad distance_to(const QuadVec<3>& point) const {
    const QuadVec<3> offset = point - p;
    QuadVec<3> beyond;
    for (int i = 0; i < 3; ++i) {
      const Quad along = offset[0] * q[0][i] + offset[1] * q[1][i] + offset[2] * q[2][i];
      beyond[i] = absolute(along) > half[i] ? absolute(along) - half[i] : Quad(0);
    }
    return norm(beyond);
  }
};

/// The distance of two edges a + s e and b + t f, 0 < s, t < 1; a large number if the lines are closest elsewhere.
inline Quad edge_distance(const QuadVec<3>& a, const QuadVec<3>& e, const QuadVec<3>& b, const QuadVec<3>& f) {
  const QuadVec<3> r = b - a;
  const Quad ee = dot(e, e), ef = dot(e, f), ff = dot(f, f), determinant = ee * ff - ef * ef;
  const Quad s = dot(r, e) * ff - dot(r, f) * ef, t = dot(r, e) * ef - dot(r, f) * ee;
  if (!(determinant > 0 && s > 0 && s < determinant && t > 0 && t < determinant)) return quad(0x1p1000);
  return norm(r + f * (t / determinant) - e * (s / determinant));
}

/// Requires that the boxes do not overlap.
inline Quad distance_of(const QuadBox& a, const QuadBox& b) {
  Quad best = quad(0x1p1000);
  const auto keep = [&](Quad d) { best = d < best ? d : best; };
  QuadVec<3> corner_a[8], corner_b[8];
  for (int i = 0; i < 8; ++i) corner_a[i] = a.corner(i), corner_b[i] = b.corner(i);
  for (int i = 0; i < 8; ++i) keep(a.distance_to(corner_b[i])), keep(b.distance_to(corner_a[i]));
  for (int i = 0; i < 8 * 8 * 9; ++i) {
    const int from_a = i % 8, from_b = i / 8 % 8, along_a = 1 << i / 64 % 3, along_b = 1 << i / 192;
    if ((from_a & along_a) != 0 || (from_b & along_b) != 0) continue;
    keep(edge_distance(corner_a[from_a], corner_a[from_a | along_a] - corner_a[from_a], corner_b[from_b],
                       corner_b[from_b | along_b] - corner_b[from_b]));
  }
  return best;
}

}  // namespace abut::test
