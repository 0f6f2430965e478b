/// Which of four simplices or spheres a line may pass, in float: segments in 2D, triangles in 3D.
///
/// A line misses a triangle if a plane that contains its direction has the triangle on one side; if it misses it at
/// all, one of the planes along the edges does. In 2D the line itself is that plane. The height of the line along the
/// normal m of such a plane is constant up to rounding; so a proof takes the heights of all vertices, with a margin.
///
/// The count, with v = 2^-24, r the reach of the tree, L = r + |origin| along an axis, e the edge, |m| <= |e|: vertex
/// and origin are off by 1.75 v L, their difference by 1.75 v L, a height by 3 v of 1.75 L, all times |e|; m is
/// perpendicular to the direction up to 4 v |e|, and the direction is off by 1.75 v, over a length of 1.75 L. That is
/// less than 24 v L |e|, of which `margin` is 64 v L, and the error of the line in double. A radius of the body is part
/// of it as well.
///
/// The way from the line to the center of a sphere: the difference is off by 5.25 v L, its product with the direction
/// by 4 v, times 1.75 L, and what is taken off by 3 v of that, in each coordinate; the root by 4 v of 1.75 L: 40 v L.
#pragma once

#include <abut/detail/bvh/simplices.hpp>
#include <abut/detail/bvh/spheres.hpp>

namespace abut::detail {

template <int D>
struct FloatLine {
  Float4Vec<D> origin, direction;
  Float4 margin;
};

ABUT_INLINE Float4Vec<3> cross(const Float4Vec<3>& a, const Float4Vec<3>& b) {
  return {{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2], a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

/// Bit i is set if all heights of lane i reach the margin, or all reach its negative.
ABUT_INLINE unsigned on_one_side(Float4 least, Float4 most, Float4 margin) {
  return at_most(margin, least) | at_most(most, Float4::all(0) - margin);
}

/// Bit i is clear if the line is proven to miss simplex i. NaN proves nothing.
ABUT_INLINE unsigned passed_by(const FloatLine<3>& line, const Simplices<3>& s) {
  const Float4Vec<3> p[3] = {s.vertex[0] - line.origin, s.vertex[1] - line.origin, s.vertex[2] - line.origin};
  unsigned missed = 0;
  for (int i = 0; i < 3; ++i) {
    const Float4Vec<3> e = s.vertex[(i + 1) % 3] - s.vertex[i], m = cross(e, line.direction);
    const Float4 a = dot(m, p[0]), b = dot(m, p[1]), c = dot(m, p[2]);
    const Float4 length = absolute(e.x[0]) + absolute(e.x[1]) + absolute(e.x[2]);
    // Of an edge without length all heights are 0, and prove nothing: hence the least normal number.
    const Float4 margin = line.margin * length + Float4::all(0x1p-126F);
    missed |= on_one_side(smaller(smaller(a, b), c), larger(larger(a, b), c), margin);
  }
  return ~missed & 15;
}

ABUT_INLINE unsigned passed_by(const FloatLine<2>& line, const Simplices<2>& s) {
  Float4 height[2];
  for (int k = 0; k < 2; ++k) {
    const Float4Vec<2> p = s.vertex[k] - line.origin;
    height[k] = line.direction.x[0] * p.x[1] - line.direction.x[1] * p.x[0];
  }
  return ~on_one_side(smaller(height[0], height[1]), larger(height[0], height[1]), line.margin) & 15;
}

/// The same for the spheres of a leaf.
template <int D>
ABUT_INLINE unsigned passed_by(const FloatLine<D>& line, const BvhSpheres<D>& s) {
  Float4Vec<D> p;
  for (int i = 0; i < D; ++i) p.x[i] = Float4::of(s.center[i]) - line.origin.x[i];
  const Float4Vec<D> across = p - line.direction * dot(p, line.direction);
  const Float4 radius = absolute(Float4::of(s.radius)) + line.margin;
  return ~at_most(radius, square_root(dot(across, across))) & 15;
}

}  // namespace abut::detail
