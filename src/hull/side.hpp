/// On which side of a line in the plane, of a plane in space, does a point lie? Decided without error, for points of a Cloud.
///
/// First in double, with a bound on the rounding; if that leaves the sign open, with twice the digits; if that does too, exactly. Nearly
/// every question ends in the first step, those about points nearly in a plane in the second, those about points that are
/// exactly in a plane in the last. Small integers, as on a lattice, are recognised before: their products have no rounding error.
///
/// Rounding, in units of u = 2^-53 and of the permanent (the determinant of differences with all its signs made positive): a difference
/// u for each of three factors, two products, two or three sums: 8 in space, 4 in the plane (3.01 would do).
#pragma once

#include "hull/expansion.hpp"

#include <abut/detail/numeric/orientation.hpp>

namespace abut::detail {

/// Positive: a, b, c turn counter-clockwise. Zero: they are in a line.
inline int side_of_line(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
  const double det = left - right, bound = 4 * unit_roundoff * (absolute(left) + absolute(right));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return orientation(a, b, c);
}

// A number of twice the digits of double: high + low, |low| <= u |high|. What follows has an error of a few u^2 of its
// operands in absolute value, not of its result.

inline Exact twice_difference(double a, double b) { return exact_sum(a, -b); }

inline Exact twice_product(const Exact& a, const Exact& b) {
  const Exact p = exact_product(a.high, b.high);
  return exact_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

inline Exact twice_sum(const Exact& a, const Exact& b) {
  const Exact s = exact_sum(a.high, b.high);
  return exact_sum(s.high, s.low + (a.low + b.low));
}

inline Exact twice_minor(const Exact& a, const Exact& b, const Exact& c, const Exact& d) {
  const Exact r = twice_product(b, c);
  return twice_sum(twice_product(a, d), {-r.high, -r.low});
}

/// Six times the volume of a, b, c, d, positive if d is on the side from which a, b, c turn counter-clockwise. The sign is exact; the
/// error is at most 2^-99 of the permanent, and 2^-19 of itself.
double accurate_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// Twice the area of a, b, c. Likewise, but the error is at most 2^-52 of itself.
double accurate_determinant(const Vec2d& a, const Vec2d& b, const Vec2d& c);

/// (b - a) x (c - a): each component likewise, however thin the triangle is.
Vec3d accurate_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// The sign by exact arithmetic alone.
int exact_side_of_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// A plane through three points, for many questions: positive outside, from where a, b, c turn counter-clockwise.
class Plane {
 public:
  Plane() = default;
  /// `side`: of a box that contains all points that will be asked about.
  Plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& side);

  /// The height of a point times |normal|, rounded.
  double height(const Vec3d& p) const { return dot(normal_, p - a_); }
  const Vec3d& normal() const { return normal_; }
  int side(const Vec3d& p) const {
    const double h = height(p);
    return h > bound_ ? 1 : h < -bound_ ? -1 : careful_side(p);
  }

 private:
  int careful_side(const Vec3d& p) const;

  Vec3d a_, b_, c_, normal_;
  double bound_ = 0;
};

}  // namespace abut::detail
