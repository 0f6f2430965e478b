/// Exact orientation predicates for points of a Cloud: on which side of a line (2D) or of a plane (3D) is a point?
///
/// The determinant is evaluated in double first, with a bound on its rounding; if that leaves the sign open, in
/// double-double; if that does too, exactly (hull/expansion.hpp). Nearly every sign is decided by the first step, those
/// of nearly coplanar points by the second, those of exactly coplanar points by the last. Small integers, as on a
/// lattice, are recognized before the second: their products have no rounding error. Reference: J. R. Shewchuk,
/// "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates" (1997).
///
/// Rounding, in units of u = 2^-53 and of the permanent (the determinant of differences with all its signs made
/// positive): one u each for the differences in three factors, two products, two or three sums: 8 in 3D, 4 in 2D (3.01
/// would do).
#pragma once

#include <abut/detail/hull/expansion.hpp>

#include <abut/detail/numeric/orientation.hpp>
#include <abut/detail/numeric/rounding.hpp>

namespace abut::detail {

/// Positive: a, b, c are in counter-clockwise order. Zero: they are collinear.
inline int side_of_line(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
  const double det = left - right, bound = 4 * unit_roundoff * (absolute(left) + absolute(right));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return orientation(a, b, c);
}

// Double-double arithmetic: a number is high + low, |low| <= u |high|. The error of each function is a few u^2 of the
// absolute values of its operands, not of its result.

inline Exact double_double_difference(double a, double b) { return exact_sum(a, -b); }

inline Exact double_double_product(const Exact& a, const Exact& b) {
  const Exact p = exact_product(a.high, b.high);
  return exact_sum(p.high, p.low + (a.high * b.low + a.low * b.high));
}

inline Exact double_double_sum(const Exact& a, const Exact& b) {
  const Exact s = exact_sum(a.high, b.high);
  return exact_sum(s.high, s.low + (a.low + b.low));
}

inline Exact double_double_minor(const Exact& a, const Exact& b, const Exact& c, const Exact& d) {
  const Exact r = double_double_product(b, c);
  return double_double_sum(double_double_product(a, d), {-r.high, -r.low});
}

/// Six times the volume of a, b, c, d, positive if d is on the side from which a, b, c are counter-clockwise. The sign
/// is exact; the error is at most 2^-99 of the permanent, and at most 2^-19 of the result.
double accurate_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// Twice the area of a, b, c, positive if they are counter-clockwise. The sign is exact; the error is at most 2^-99 of
/// the permanent, and at most 2^-52 of the result.
double accurate_determinant(const Vec2d& a, const Vec2d& b, const Vec2d& c);

/// (b - a) x (c - a). Each component has the error of the area, however thin the triangle is.
Vec3d accurate_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// The sign by exact arithmetic alone.
int exact_side_of_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);

/// A plane through three points, for many side tests. The positive side is the one from which a, b, c are
/// counter-clockwise.
class Plane {
 public:
  Plane() = default;
  /// `side` is that of a box that contains all points to be tested.
  Plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& side);

  /// The height of a point times |normal|, rounded.
  double height(const Vec3d& p) const { return dot(normal_, p - a_); }
  const Vec3d& normal() const { return normal_; }
  int side(const Vec3d& p) const {
    const double h = height(p);
    return h > bound_ ? 1 : h < -bound_ ? -1 : robust_side(p);
  }

 private:
  int robust_side(const Vec3d& p) const;

  Vec3d a_, b_, c_, normal_;
  double bound_ = 0;
};

}  // namespace abut::detail
