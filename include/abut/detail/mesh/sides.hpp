/// On which side of a line (2D) or of a plane (3D) is a point? Exact for all finite doubles.
///
/// The determinant is evaluated in double first, with a bound on its rounding; if that leaves the sign open, exactly
/// (numeric/exact_sum.hpp): from the differences of coordinates if these have no rounding error, else from the
/// coordinates themselves. Reference for the first step: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic
/// and Fast Robust Geometric Predicates" (1997). Departure: no steps between, and no limits of exponents.
///
/// Rounding of the first step, in units of u = 2^-53 and of the permanent (the determinant of the differences with all
/// its signs made positive): one u for each difference in a factor, for each product and for each sum: 8 in 3D, 4 in
/// 2D, and one for the bound itself. A product that underflows is off by 2^-1075, and a minor that is off by this is
/// multiplied by a difference. Where something overflows, the comparisons with the bound are false.
#pragma once

#include <abut/detail/numeric/error_free.hpp>
#include <abut/detail/numeric/exact_sum.hpp>
#include <abut/detail/numeric/rounding.hpp>

namespace abut::detail {

/// The difference of two points, and whether it is exact.
template <int D>
struct ExactDifference {
  Vec<double, D> value;
  bool is_exact = true;

  ExactDifference(const Vec<double, D>& a, const Vec<double, D>& b) : value(a - b) {
    for (int i = 0; i < D; ++i) {
      const Exact x = exact_sum(a[i], -b[i]);
      is_exact = is_exact && x.low == 0;  // false for NaN, which is the rest of an infinite sum
    }
  }
};

/// Adds a x b, times -1 if not `positive`.
inline void add_determinant(ExactSum& sum, bool positive, const Vec2d& a, const Vec2d& b) {
  const double s = positive ? 1 : -1;
  sum.add(s, a.x, b.y);
  sum.add(-s, a.y, b.x);
}

/// Adds a . (b x c), times -1 if not `positive`.
inline void add_determinant(ExactSum& sum, bool positive, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3, l = (i + 2) % 3;
    sum.add(positive ? a[i] : -a[i], b[k], c[l]);
    sum.add(positive ? -a[i] : a[i], b[l], c[k]);
  }
}

ABUT_COLD inline int exact_side(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const ExactDifference e(b, a), f(c, a);
  ExactSum sum;
  if (e.is_exact && f.is_exact) {
    add_determinant(sum, true, e.value, f.value);
  } else {
    add_determinant(sum, true, a, b);
    add_determinant(sum, true, b, c);
    add_determinant(sum, true, c, a);
  }
  return sum.sign();
}

ABUT_COLD inline int exact_side(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const ExactDifference e(b, a), f(c, a), g(d, a);
  ExactSum sum;
  if (e.is_exact && f.is_exact && g.is_exact) {
    add_determinant(sum, true, e.value, f.value, g.value);
  } else {
    add_determinant(sum, true, b, c, d);
    add_determinant(sum, false, a, c, d);
    add_determinant(sum, true, a, b, d);
    add_determinant(sum, false, a, b, c);
  }
  return sum.sign();
}

/// Positive: a, b, c are in counter-clockwise order. Zero: they are collinear.
inline int side_of(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const double left = (b.x - a.x) * (c.y - a.y), right = (b.y - a.y) * (c.x - a.x);
  const double det = left - right, bound = 5 * unit_roundoff * (absolute(left) + absolute(right)) + 0x1p-1070;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return exact_side(a, b, c);
}

/// Positive: seen from d, the points a, b, c are in counter-clockwise order. Zero: all four are in one plane.
inline int side_of(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const Vec3d e = b - a, f = c - a, g = d - a;
  double det = 0, permanent = 0, most = 0;
  for (int i = 0; i < 3; ++i) {
    const int k = (i + 1) % 3, l = (i + 2) % 3;
    const double left = e[k] * f[l], right = e[l] * f[k], factor = absolute(g[i]);
    det += (left - right) * g[i];
    permanent += (absolute(left) + absolute(right)) * factor;
    most = factor > most ? factor : most;
  }
  const double bound = 9 * unit_roundoff * permanent + 0x1p-1068 * (1 + most);
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return exact_side(a, b, c, d);
}

/// The projection along an axis, seen from its positive end.
inline Vec2d without_axis(const Vec3d& p, int axis) { return {p[(axis + 1) % 3], p[(axis + 2) % 3]}; }

}  // namespace abut::detail
