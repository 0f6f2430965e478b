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

namespace abut::detail::hull {

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

constexpr int sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

inline Vec3d magnitudes(const Vec3d& v) { return {absolute(v.x), absolute(v.y), absolute(v.z)}; }

/// The cross product with every sign made positive.
inline Vec3d permanent(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x};
}

/// Differences and products that record whether one of them had a rounding error.
struct RoundingCheck {
  bool rounded = false;

  double difference(double a, double b) { return take(exact_sum(a, -b)); }
  double product(double a, double b) { return take(exact_product(a, b)); }
  double take(const Exact& x) {
    rounded = rounded || x.low != 0;
    return x.high;
  }
  double minor_of(double a, double b, double c, double d) { return difference(product(a, d), product(b, c)); }
};

/// The determinant of differences; false if a step had a rounding error.
inline bool error_free_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d, double& result) {
  RoundingCheck check;
  const auto minus = [&check](const Vec3d& p, const Vec3d& q) {
    return Vec3d{check.difference(p.x, q.x), check.difference(p.y, q.y), check.difference(p.z, q.z)};
  };
  const Vec3d e = minus(b, a), f = minus(c, a), g = minus(d, a);
  if (check.rounded) return false;
  const double x = check.product(check.minor_of(e.y, e.z, f.y, f.z), g.x);
  const double y = check.product(check.minor_of(e.z, e.x, f.z, f.x), g.y);
  const double z = check.product(check.minor_of(e.x, e.y, f.x, f.y), g.z);
  result = check.difference(check.difference(x, -y), -z);
  return !check.rounded;
}

/// The sum of the absolute values of a determinant's terms, by which its rounding is measured.
inline double permanent(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return dot(permanent(magnitudes(b - a), magnitudes(c - a)), magnitudes(d - a));
}

struct DoubleDoubleVec {
  Exact x, y, z;
};

inline DoubleDoubleVec double_double_differences(const Vec3d& a, const Vec3d& b) {
  return {double_double_difference(a.x, b.x), double_double_difference(a.y, b.y), double_double_difference(a.z, b.z)};
}

inline DoubleDoubleVec double_double_cross(const DoubleDoubleVec& a, const DoubleDoubleVec& b) {
  return {double_double_minor(a.y, a.z, b.y, b.z), double_double_minor(a.z, a.x, b.z, b.x),
          double_double_minor(a.x, a.y, b.x, b.y)};
}

inline Exact double_double_dot(const DoubleDoubleVec& a, const DoubleDoubleVec& b) {
  return double_double_sum(double_double_sum(double_double_product(a.x, b.x), double_double_product(a.y, b.y)),
                           double_double_product(a.z, b.z));
}

inline double double_double_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const DoubleDoubleVec n = double_double_cross(double_double_differences(b, a), double_double_differences(c, a));
  return double_double_dot(n, double_double_differences(d, a)).high;
}

inline Expansion<16> exact_minor(const Expansion<2>& a, const Expansion<2>& b, const Expansion<2>& c,
                                 const Expansion<2>& d) {
  return a * d + -(b * c);
}

struct ExactVector {
  Expansion<2> x, y, z;
};

inline ExactVector exact_difference(const Vec3d& a, const Vec3d& b) {
  return {expansion_of(exact_sum(a.x, -b.x)), expansion_of(exact_sum(a.y, -b.y)), expansion_of(exact_sum(a.z, -b.z))};
}

inline Expansion<192> exact_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const ExactVector e = exact_difference(b, a), f = exact_difference(c, a), g = exact_difference(d, a);
  return (exact_minor(e.y, e.z, f.y, f.z) * g.x + exact_minor(e.z, e.x, f.z, f.x) * g.y) +
         exact_minor(e.x, e.y, f.x, f.y) * g.z;
}

/// Below these parts of the permanent double-double, which is off by 2^-99 of it, is not enough: for 2^-19 of a volume,
/// and for 2^-53 of an area, because a normal whose components are off by more tilts the plane of a needle out of its
/// ends.
inline constexpr double too_thin_volume = 0x1p-80, too_thin_area = 0x1p-46;

/// Twice the area of a, b, c, positive if they are counter-clockwise. The sign is exact; the error is at most 2^-99 of
/// the permanent, and at most 2^-52 of the result.
inline double accurate_determinant(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const Exact ex = double_double_difference(b.x, a.x), ey = double_double_difference(b.y, a.y);
  const Exact fx = double_double_difference(c.x, a.x), fy = double_double_difference(c.y, a.y);
  const double approximate = double_double_minor(ex, ey, fx, fy).high;
  const double terms = absolute(ex.high * fy.high) + absolute(ey.high * fx.high);
  if (absolute(approximate) > too_thin_area * terms) return approximate;
  return exact_minor(expansion_of(ex), expansion_of(ey), expansion_of(fx), expansion_of(fy)).rounded();
}

/// (b - a) x (c - a). Each component has the error of the area, however thin the triangle is.
inline Vec3d accurate_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const double x = accurate_determinant(Vec2d{a.y, a.z}, {b.y, b.z}, {c.y, c.z});
  const double y = accurate_determinant(Vec2d{a.z, a.x}, {b.z, b.x}, {c.z, c.x});
  const double z = accurate_determinant(Vec2d{a.x, a.y}, {b.x, b.y}, {c.x, c.y});
  return {x, y, z};
}

/// Six times the volume of a, b, c, d, positive if d is on the side from which a, b, c are counter-clockwise. The sign
/// is exact; the error is at most 2^-99 of the permanent, and at most 2^-19 of the result.
inline double accurate_determinant(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const double approximate = double_double_determinant(a, b, c, d);
  if (absolute(approximate) > too_thin_volume * permanent(a, b, c, d)) return approximate;
  return exact_determinant(a, b, c, d).rounded();
}

/// The sign by exact arithmetic alone.
inline int exact_side_of_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  return exact_determinant(a, b, c, d).sign();
}

inline Plane::Plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& side)
    : a_(a), b_(b), c_(c), normal_(cross(b - a, c - a)) {
  // 8 roundings, and one for the roundings of the bound itself.
  bound_ = 9 * unit_roundoff * dot(permanent(magnitudes(b - a), magnitudes(c - a)), side);
}

inline int Plane::robust_side(const Vec3d& p) const {
  if (p == a_ || p == b_ || p == c_) return 0;
  const double terms = permanent(a_, b_, c_, p), h = height(p);
  if (absolute(h) > 9 * unit_roundoff * terms) return sign(h);
  double exact = 0;
  if (error_free_determinant(a_, b_, c_, p, exact)) return sign(exact);
  // Double-double: products 8 u^2, sums below 12 u^2 each; in all less than 64 u^2 of the permanent, doubled.
  const double approximate = double_double_determinant(a_, b_, c_, p);
  if (absolute(approximate) > 128 * unit_roundoff * unit_roundoff * terms) return sign(approximate);
  return exact_side_of_plane(a_, b_, c_, p);
}

}  // namespace abut::detail::hull
