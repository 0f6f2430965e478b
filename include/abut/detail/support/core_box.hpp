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
  return s.low > 0 ? neighbour<true>(s.high) : s.high;
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

/// In 3D the first two rows are a pair, and the third rows of two points are another.
template <Scalar T>
ABUT_INLINE Extremes<3> turned_points(const Vec<T, 3>* points, std::size_t count, const Matrix<3>& m) {
  const Double2 x{m.row[0].x, m.row[1].x}, y{m.row[0].y, m.row[1].y}, z{m.row[0].z, m.row[1].z};
  const Double2 third_x = both(m.row[2].x), third_y = both(m.row[2].y), third_z = both(m.row[2].z);
  const double far = infinity<double>;
  Double2 low = both(far), high = both(-far), third_low = low, third_high = high;
  const auto take = [&](const Vec<T, 3>& p, const Vec<T, 3>& q) {
    const Double2 px = both(double(p.x)), py = both(double(p.y)), pz = both(double(p.z));
    const Double2 qx = both(double(q.x)), qy = both(double(q.y)), qz = both(double(q.z));
    const Double2 a = (px * x + py * y) + pz * z, b = (qx * x + qy * y) + qz * z;
    const Double2 c =
        (shuffled<0, 2>(px, qx) * third_x + shuffled<0, 2>(py, qy) * third_y) + shuffled<0, 2>(pz, qz) * third_z;
    low = lesser(lesser(low, a), b);
    high = greater(greater(high, a), b);
    third_low = lesser(third_low, c);
    third_high = greater(third_high, c);
  };
  for (std::size_t i = 0; i + 1 < count; i += 2) take(points[i], points[i + 1]);
  if (count % 2 != 0) take(points[count - 1], points[count - 1]);
  return {{low[0], low[1], third_low[0] < third_low[1] ? third_low[0] : third_low[1]},
          {high[0], high[1], third_high[0] > third_high[1] ? third_high[0] : third_high[1]}};
}

/// A box that is symmetric about the origin.
template <int D>
ABUT_INLINE Extremes<D> symmetric(const Vec<double, D>& half) {
  return {-half, half};
}

}  // namespace abut::detail
