/// The box around the core of a shape in closed form: what aabb() uses where it can.
///
/// CoreBox<S> knows the core of S: its exact box in its own frame, and its box once rotated. aabb.hpp adds what is
/// common to all shapes: the radius, the position, and the rounding of both.
///
/// Rotation: row i of the rotation matrix is off by a vector of at most 11 u (4 u in 2D, see matrix() of pose.hpp), so
/// that the height of a core whose points are within `arm` of the origin of its frame is off by 11 u arm. Computing it
/// from the row adds at most 4.25 u arm (3 u in 2D): rotation_roundings in all, counted beside each formula.
#pragma once

#include <abut/detail/numeric/error_free.hpp>
#include <abut/detail/numeric/simd.hpp>
#include <abut/detail/support/point_scan.hpp>
#include <abut/support.hpp>

namespace abut::detail {

/// The box of the core of a shape. A specialization sets `known` and defines, for a valid shape `s`:
///   is_valid(s): that no size is negative;  radius(s): that around the core, rounded up;
///   arm(s): an upper bound of |x| over the core, up to 4 u of it; not finite if a number of the shape is not;
///   local(s): the exact box of the core;  turned(s, m): that of the rotated core, m being the rotation matrix;
///   roundings(s): the error of turned(), the matrix included, in units of u arm.
template <class S>
struct CoreBox {
  static constexpr bool known = false;
};

/// A known core without radius and sizes, whose rotation rounds as most do.
template <int D>
struct KnownBox {
  static constexpr bool known = true;
  static constexpr bool is_valid(const auto&) { return true; }
  static constexpr double radius(const auto&) { return 0; }
  static constexpr double roundings(const auto&) { return rotation_roundings<D>; }
};

/// The smallest double that is at least x + y.
inline double sum_up(double x, double y) {
  const Exact s = exact_sum(x, y);
  return s.low > 0 ? neighbor<true>(s.high) : s.high;
}

/// |x| + |y| (+ |z|): not less than the length.
template <Scalar T, int D>
ABUT_INLINE double sum_of_magnitudes(const Vec<T, D>& v) {
  double sum = absolute(double(v[0])) + absolute(double(v[1]));
  if constexpr (D == 3) sum += absolute(double(v[2]));
  return sum;
}

// --- Cores that are the hull of points ----------------------------------------------------------------------------

/// The greatest of the points' sums_of_magnitudes; not finite if a coordinate is not: a maximum may drop a NaN, a sum
/// does not.
template <Scalar T, int D>
ABUT_INLINE double arm_of_points(const Vec<T, D>* points, std::size_t count) {
  double most = 0, check = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double arm = sum_of_magnitudes(points[i]);
    most = arm > most ? arm : most;
    check += arm * 0;
  }
  return most + check;
}

/// The box of m times the points. Each coordinate is a dot product with a row: product_roundings.
template <Scalar T>
ABUT_INLINE Extremes<2> turned_points(const Vec<T, 2>* points, std::size_t count, const Matrix<2>& m) {
  const Double2 x{m.row[0].x, m.row[1].x}, y{m.row[0].y, m.row[1].y};
  const auto image = [&](const Vec<T, 2>& p) { return both(double(p.x)) * x + both(double(p.y)) * y; };
  Double2 low = image(points[0]), high = low;
  for (std::size_t i = 1; i < count; ++i) {
    const Double2 p = image(points[i]);
    low = lesser(low, p);
    high = greater(high, p);
  }
  return {{low[0], low[1]}, {high[0], high[1]}};
}

/// The coordinates of two points.
struct PointPair3 {
  Double2 x, y, z;
};

/// Those of points[0] and points[1].
template <Scalar T>
ABUT_INLINE PointPair3 two_points(const Vec<T, 3>* points) {
#if defined(__SSE2__)
  if constexpr (std::same_as<T, float>) {
    static_assert(sizeof(Vec3f) == 3 * sizeof(float));
    const __m128 xyzx = _mm_loadu_ps(&points[0].x), zxyz = _mm_loadu_ps(&points[0].z);
    const Double2 xy = _mm_cvtps_pd(xyzx), zx = _mm_cvtps_pd(zxyz), yz = _mm_cvtps_pd(_mm_movehl_ps(zxyz, zxyz));
    return {shuffled<0, 3>(xy, zx), shuffled<1, 2>(xy, yz), shuffled<0, 3>(zx, yz)};
  }
#endif
  const Vec<T, 3>&p = points[0], &q = points[1];
  return {Double2{double(p.x), double(q.x)}, Double2{double(p.y), double(q.y)}, Double2{double(p.z), double(q.z)}};
}

/// In 3D two points at a time.
template <Scalar T>
ABUT_INLINE Extremes<3> turned_points(const Vec<T, 3>* points, std::size_t count, const Matrix<3>& m) {
  const auto row = [&m](int i) { return PointPair3{both(m.row[i].x), both(m.row[i].y), both(m.row[i].z)}; };
  const PointPair3 first = row(0), second = row(1), third = row(2);
  const auto height = [](const PointPair3& d, const PointPair3& p) { return (d.x * p.x + d.y * p.y) + d.z * p.z; };
  const Vec<T, 3>& last = points[count - 1];  // alone if the count is odd
  const PointPair3 p{both(double(last.x)), both(double(last.y)), both(double(last.z))};
  PointPair3 low{height(first, p), height(second, p), height(third, p)}, high = low;
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    const PointPair3 q = two_points(points + i);
    const Double2 x = height(first, q), y = height(second, q), z = height(third, q);
    low = {lesser(low.x, x), lesser(low.y, y), lesser(low.z, z)};
    high = {greater(high.x, x), greater(high.y, y), greater(high.z, z)};
  }
  const auto least = [](Double2 a) { return a[0] < a[1] ? a[0] : a[1]; };
  const auto most = [](Double2 a) { return a[0] > a[1] ? a[0] : a[1]; };
  return {{least(low.x), least(low.y), least(low.z)}, {most(high.x), most(high.y), most(high.z)}};
}

/// A box that is symmetric about the origin.
template <int D>
ABUT_INLINE Extremes<D> symmetric(const Vec<double, D>& half) {
  return {-half, half};
}

}  // namespace abut::detail
