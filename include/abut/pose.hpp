/// Rotations and poses in 2D and 3D.
///
/// A rotation need not be normalized: its numbers stand for the exact rotation that dividing them by their length
/// gives. So a quaternion rounded to float is still an exact rotation, and a proof can refer to it.
#pragma once

#include <abut/detail/numeric/error_free.hpp>
#include <abut/detail/numeric/rounding.hpp>
#include <abut/detail/numeric/trigonometry.hpp>
#include <abut/vec.hpp>

namespace abut {

/// A rotation: two numbers in 2D, a quaternion in 3D, of any length but 0.
template <Scalar T, int D>
struct Rotation;

/// The 2D rotation that takes (1, 0) to (c, s) / |(c, s)|.
template <Scalar T>
struct Rotation<T, 2> {
  T c = T(1), s = T(0);  ///< cosine and sine of the angle, times one positive number

  /// Number by number: rotations by the same angle may differ.
  constexpr bool operator==(const Rotation&) const = default;

  /// Counter-clockwise by `angle` radians. c and s are off by at most 2^-51, plus the rounding to T.
  static constexpr Rotation by(T angle) {
    const SineCosine r = sine_cosine(angle);
    return {detail::narrow<T>(r.cosine), detail::narrow<T>(r.sine)};
  }
};

/// The 3D rotation by the quaternion (w, x, y, z) / |(w, x, y, z)|, right-handed; w is the real part.
template <Scalar T>
struct Rotation<T, 3> {
  T w = T(1), x = T(0), y = T(0), z = T(0);  ///< the quaternion

  /// Number by number: rotations by the same angle may differ.
  constexpr bool operator==(const Rotation&) const = default;

  /// By `angle` radians about `axis`, counter-clockwise seen from the tip of the axis. The axis need not be a unit
  /// vector; a zero axis gives the identity.
  static Rotation about(const Vec<T, 3>& axis, T angle) {
    const double largest = double(max_abs(axis));
    if (!(largest > 0)) return {};
    const Vec<double, 3> direction = detail::widen(axis) * detail::inverse_power_of_two(largest);
    const SineCosine half = sine_cosine(0.5 * double(angle));
    const Vec<double, 3> v = direction * (half.sine / detail::square_root(norm_squared(direction)));
    return {detail::narrow<T>(half.cosine), detail::narrow<T>(v.x), detail::narrow<T>(v.y), detail::narrow<T>(v.z)};
  }
};

/// A rigid transform: first the rotation about the local origin, then the translation. world = p + q(local).
template <Scalar T, int D>
struct Pose {
  Vec<T, D> p{};       ///< the translation: where the local origin is
  Rotation<T, D> q{};  ///< the rotation

  constexpr bool operator==(const Pose&) const = default;
};

using Rotation2f = Rotation<float, 2>;
using Rotation3f = Rotation<float, 3>;
using Rotation2d = Rotation<double, 2>;
using Rotation3d = Rotation<double, 3>;
using Pose2f = Pose<float, 2>;
using Pose3f = Pose<float, 3>;
using Pose2d = Pose<double, 2>;
using Pose3d = Pose<double, 3>;

namespace detail {

template <Scalar T>
constexpr T max_abs(const Rotation<T, 2>& q) {
  return abut::max_abs(Vec<T, 2>{q.c, q.s});
}

template <Scalar T>
constexpr T max_abs(const Rotation<T, 3>& q) {
  const T v = abut::max_abs(Vec<T, 3>{q.x, q.y, q.z});
  return absolute(q.w) > v ? absolute(q.w) : v;
}

constexpr Rotation<double, 2> operator*(const Rotation<double, 2>& q, double s) { return {q.c * s, q.s * s}; }
constexpr Rotation<double, 3> operator*(const Rotation<double, 3>& q, double s) {
  return {q.w * s, q.x * s, q.y * s, q.z * s};
}

template <Scalar T>
constexpr Rotation<double, 2> widen(const Rotation<T, 2>& q) {
  return {double(q.c), double(q.s)};
}

template <Scalar T>
constexpr Rotation<double, 3> widen(const Rotation<T, 3>& q) {
  return {double(q.w), double(q.x), double(q.y), double(q.z)};
}

/// The same rotation in double, scaled so that products of two of its numbers neither overflow nor underflow. Products
/// of float numbers never do.
template <Scalar T, int D>
constexpr Rotation<double, D> rescaled(const Rotation<T, D>& q) {
  if constexpr (std::same_as<T, float>) {
    return widen(q);
  } else {
    return q * inverse_power_of_two(max_abs(q));
  }
}

/// a^-1 b: the rotation b seen from a. For rescaled arguments. The result is off by a rotation of at most 3 u.
constexpr Rotation<double, 2> relative(const Rotation<double, 2>& a, const Rotation<double, 2>& b) {
  return {a.c * b.c + a.s * b.s, a.c * b.s - a.s * b.c};
}

/// The same in 3D. The plain product would be off by a rotation of up to 10 u; this one is off by at most 2 u.
constexpr Rotation<double, 3> relative(const Rotation<double, 3>& a, const Rotation<double, 3>& b) {
  return {accurate_dot(a.w, b.w, a.x, b.x, a.y, b.y, a.z, b.z), accurate_dot(a.w, b.x, -a.x, b.w, -a.y, b.z, a.z, b.y),
          accurate_dot(a.w, b.y, a.x, b.z, -a.y, b.w, -a.z, b.x),
          accurate_dot(a.w, b.z, -a.x, b.y, a.y, b.x, -a.z, b.w)};
}

template <int D>
struct Matrix {
  Vec<double, D> row[D];
};

template <int D>
constexpr Vec<double, D> operator*(const Matrix<D>& m, const Vec<double, D>& v) {
  Vec<double, D> r;
  for (int i = 0; i < D; ++i) r[i] = dot(m.row[i], v);
  return r;
}

/// The transpose of m times v; for a rotation, the inverse rotation of v.
template <int D>
constexpr Vec<double, D> transposed_times(const Matrix<D>& m, const Vec<double, D>& v) {
  Vec<double, D> r = m.row[0] * v[0];
  for (int i = 1; i < D; ++i) r += m.row[i] * v[i];
  return r;
}

/// The rotation matrix of q / |q|, q rescaled. Spectral norm of the error: at most 4 u in 2D, 11 u in 3D.
inline Matrix<2> matrix(const Rotation<double, 2>& q) {
  const double length = square_root(q.c * q.c + q.s * q.s);
  const double c = q.c / length, s = q.s / length;
  return {{{c, -s}, {s, c}}};
}

/// Fills m with the rotation matrix and returns |q|^2. `Number` is double, or a pair of doubles.
///
/// Every entry is multiplied by 1 / |q|^2, so that the rounding of |q|^2 and of its inverse scales the whole matrix by
/// at most 1 + 4 u. To that come 2 |R_ij| u per entry for the last subtraction and the product, and before them 2 u on
/// the diagonal and 2 (|q_i q_j| + |w q_k|) u off it: a matrix of bounds whose norm is below 6.9 u for every q (its
/// maximum, at x = y = z, found numerically).
template <class Number>
constexpr Number fill_matrix(const Number& w, const Number& x, const Number& y, const Number& z, const Number& one,
                             Number (&m)[3][3]) {
  const Number ww = w * w, xx = x * x, yy = y * y, zz = z * z;
  const Number xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y, wz = w * z;
  const Number squared = (ww + xx) + (yy + zz), once = one / squared, twice = once + once;
  m[0][0] = ((ww + xx) - (yy + zz)) * once;
  m[0][1] = (xy - wz) * twice;
  m[0][2] = (xz + wy) * twice;
  m[1][0] = (xy + wz) * twice;
  m[1][1] = ((ww + yy) - (xx + zz)) * once;
  m[1][2] = (yz - wx) * twice;
  m[2][0] = (xz - wy) * twice;
  m[2][1] = (yz + wx) * twice;
  m[2][2] = ((ww + zz) - (xx + yy)) * once;
  return squared;
}

constexpr Matrix<3> matrix(const Rotation<double, 3>& q) {
  double m[3][3] = {};
  fill_matrix(q.w, q.x, q.y, q.z, 1.0, m);
  return {{{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}}};
}

/// The rounding error of a rotation matrix times a vector, in units of u times the length of the vector. In 3D: the
/// products (5/3, the largest norm of a rotation matrix with its signs dropped), the sums of the first two (sqrt 2),
/// the result (1).
template <int D>
inline constexpr double product_roundings = D == 2 ? 3 : 4.25;

/// How far the computed image R b of a point may be from the exact one, in units of u |b|: the error of matrix(), and
/// that of the product.
template <int D>
inline constexpr double rotation_roundings = (D == 2 ? 4 : 11) + product_roundings<D>;

/// The angle by which relative() is off, in units of u.
template <int D>
inline constexpr double relative_roundings = D == 2 ? 3 : 2;

/// Whether the numbers of the rotation are finite and not all zero.
template <Scalar T, int D>
constexpr bool is_valid(const Rotation<T, D>& q) {
  const double m = double(max_abs(q));
  double sum = 0;  // max_abs may ignore a NaN; the sum does not
  if constexpr (D == 2) {
    sum = double(q.c) * 0 + double(q.s) * 0;
  } else {
    sum = double(q.w) * 0 + double(q.x) * 0 + double(q.y) * 0 + double(q.z) * 0;
  }
  return m > 0 && sum == 0;
}

}  // namespace detail

/// Whether its numbers are finite and those of the rotation not all zero.
template <Scalar T, int D>
constexpr bool is_valid(const Pose<T, D>& pose) {
  return is_finite(pose.p) && detail::is_valid(pose.q);
}

/// v rotated by q.
template <Scalar T, int D>
Vec<T, D> rotate(const Rotation<T, D>& q, const Vec<T, D>& v) {
  return vec_cast<T>(detail::matrix(detail::rescaled(q)) * detail::widen(v));
}

/// The world position of a local point.
template <Scalar T, int D>
Vec<T, D> transform(const Pose<T, D>& pose, const Vec<T, D>& local) {
  return vec_cast<T>(detail::widen(pose.p) + detail::matrix(detail::rescaled(pose.q)) * detail::widen(local));
}

/// The inverse rotation, exactly.
template <Scalar T>
constexpr Rotation<T, 2> inverse(const Rotation<T, 2>& q) {
  return {q.c, -q.s};
}

/// The inverse rotation, exactly.
template <Scalar T>
constexpr Rotation<T, 3> inverse(const Rotation<T, 3>& q) {
  return {q.w, -q.x, -q.y, -q.z};
}

/// First b, then a; rounded to T.
template <Scalar T>
constexpr Rotation<T, 2> operator*(const Rotation<T, 2>& a, const Rotation<T, 2>& b) {
  const Rotation<double, 2> r = detail::relative(detail::rescaled(inverse(a)), detail::rescaled(b));
  return {detail::narrow<T>(r.c), detail::narrow<T>(r.s)};
}

/// First b, then a; rounded to T.
template <Scalar T>
constexpr Rotation<T, 3> operator*(const Rotation<T, 3>& a, const Rotation<T, 3>& b) {
  const Rotation<double, 3> r = detail::relative(detail::rescaled(inverse(a)), detail::rescaled(b));
  return {detail::narrow<T>(r.w), detail::narrow<T>(r.x), detail::narrow<T>(r.y), detail::narrow<T>(r.z)};
}

/// First b, then a; rounded to T.
template <Scalar T, int D>
Pose<T, D> operator*(const Pose<T, D>& a, const Pose<T, D>& b) {
  return {transform(a, b.p), a.q * b.q};
}

/// The inverse transform, rounded to T.
template <Scalar T, int D>
Pose<T, D> inverse(const Pose<T, D>& pose) {
  return {rotate(inverse(pose.q), -pose.p), inverse(pose.q)};
}

}  // namespace abut
