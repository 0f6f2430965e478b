/// Rounding: the units in which every proof counts, scaling by exact powers of two, and outward conversion to float.
///
/// All arithmetic inside a query is done in double, whatever the shapes are stored in. u = 2^-53 bounds the relative
/// error of one operation; the bounds returned to the user count those errors one by one (see minkowski/difference.hpp
/// and gjk/gjk.hpp).
#pragma once

#include <abut/vec.hpp>

#include <bit>
#include <cstdint>

namespace abut {

namespace detail {

/// u, the unit roundoff of double: fl(x op y) = (x op y)(1 + d), |d| <= u.
inline constexpr double unit_roundoff = 0x1p-53;

/// The unit roundoff of the scalar a shape computes with.
template <Scalar T>
inline constexpr double unit_roundoff_of = std::same_as<T, float> ? 0x1p-24 : 0x1p-53;

}  // namespace detail

/// The distance from 1 to the next number of type T.
template <Scalar T>
inline constexpr double epsilon_of = 2 * detail::unit_roundoff_of<T>;

namespace detail {

template <Scalar T>
inline constexpr T infinity =
    std::bit_cast<T>(static_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(
        sizeof(T) == 4 ? 0x7f800000ULL : 0x7ff0000000000000ULL));

/// 2^-k for the k with 2^k <= x < 2^(k+1), from the exponent bits alone. Multiplying by it is exact and brings x into
/// [1, 2), or into [2, 4) where 2^-k itself would be subnormal. x = 0 and subnormal x give the largest power, 2^1023.
ABUT_INLINE constexpr double inverse_power_of_two(double x) {
  const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ff;
  const std::uint64_t inverse = exponent > 2045 ? 1 : 2046 - exponent;
  return std::bit_cast<double>(inverse << 52);
}

/// Scales v by a power of two so that its largest component lies in [1/8, 1/4): then the dot product with any finite
/// point can not overflow. Zero stays zero.
template <int D>
ABUT_INLINE constexpr Vec<double, D> scale_direction(const Vec<double, D>& v) {
  return v * inverse_power_of_two(max_abs(v)) * 0.125;
}

/// A vector perpendicular to v: v rotated by 90 degrees in 2D, the cross product with the axis of its smallest
/// component in 3D.
constexpr Vec<double, 2> perpendicular(const Vec<double, 2>& v) { return cross(v, 1.0); }
constexpr Vec<double, 3> perpendicular(const Vec<double, 3>& v) {
  const double x = absolute(v.x), y = absolute(v.y), z = absolute(v.z);
  return cross(v, axis<double, 3>(x <= y && x <= z ? 0 : y <= z ? 1 : 2));
}

/// x if `positive`, else -x, for x >= 0. Without a branch: signs are unpredictable.
ABUT_INLINE constexpr double with_sign(double x, bool positive) {
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) | static_cast<std::uint64_t>(!positive) << 63);
}

/// The largest finite number of type T.
template <Scalar T>
inline constexpr T largest = std::same_as<T, float> ? T(0x1.fffffep127) : T(0x1.fffffffffffffp1023);

/// True if all components can be sizes of a shape: finite and not negative.
template <Scalar T, int D>
constexpr bool is_size(const Vec<T, D>& v) {
  bool all = true;
  for (int i = 0; i < D; ++i) {
    const bool negative = !(v[i] >= 0), infinite = v[i] > largest<T>;
    all = all & !negative & !infinite;
  }
  return all;
}

/// x rounded to T, and clamped to the largest finite number where rounding alone has pushed it beyond.
template <Scalar T>
ABUT_INLINE constexpr T narrow_within_range(double x) {
  constexpr double most = double(largest<T>);
  const double below = x < most ? x : most;  // compiles to minimum and maximum, without branches
  return narrow<T>(below > -most ? below : -most);
}

template <Scalar T, int D>
ABUT_INLINE constexpr Vec<T, D> narrow_within_range(const Vec<double, D>& v) {
  Vec<T, D> r;
  for (int i = 0; i < D; ++i) r[i] = narrow_within_range<T>(v[i]);
  return r;
}

/// |v| without intermediate overflow or underflow; scaling v by 2^k changes the exponent of the result only. The norm
/// of a finite vector is finite: it is clamped to the largest number.
template <int D>
double norm(const Vec<double, D>& v) {
  const double squared = norm_squared(v);
  if (squared > 0x1p-900 && squared < 0x1p1000) return square_root(squared);
  const double m = max_abs(v);
  if (!(m > 0)) return m;
  const double s = inverse_power_of_two(m);
  const double length = square_root(norm_squared(v * s)) / s;
  return length > largest<double> && m <= largest<double> ? largest<double> : length;
}

/// The norm of a vector whose components are numbers of type T, or sums and differences of a few. The squares of floats
/// neither overflow nor underflow in double.
template <Scalar T, int D>
ABUT_INLINE double norm_from(const Vec<double, D>& v) {
  if constexpr (std::same_as<T, float>) {
    return square_root(norm_squared(v));
  } else {
    return norm(v);
  }
}

/// The number next to x towards +infinity (Up) or -infinity. Infinities and NaN are returned unchanged.
template <bool Up, Scalar T>
constexpr T neighbor(T x) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  if (!(x - x == T(0))) return x;
  constexpr Bits sign = Bits{1} << (8 * sizeof(T) - 1);
  Bits bits = std::bit_cast<Bits>(x);
  if ((bits << 1) == 0) return std::bit_cast<T>(Up ? Bits{1} : sign | Bits{1});
  const bool negative = (bits & sign) != 0;
  bits = negative == Up ? bits - 1 : bits + 1;
  return std::bit_cast<T>(bits);
}

/// An upper bound of a length that was computed from numbers of type T by a subtraction and a norm. Finite if the
/// length is. A subnormal length grows by one step; lengths from floats are far from overflow and underflow in double.
template <Scalar T>
constexpr double enlarged(double length) {
  const double more = length * (1 + 4 * unit_roundoff);
  if constexpr (std::same_as<T, float>) {
    return more;
  } else {
    if (more > largest<double> && length <= largest<double>) return length;
    return more == length && length > 0 ? neighbor<true>(length) : more;
  }
}

/// A number of type T that is at most (Up: at least) x: the nearest, or its neighbor. In double the caller's error
/// terms already contain every rounding but overflow.
template <bool Up, Scalar T>
ABUT_INLINE constexpr T round_outward(double x) {
  constexpr double most = double(largest<T>);
  x = Up ? (x > -most ? x : -most) : (x < most ? x : most);
  const T rounded = narrow<T>(x);
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const Bits bits = std::bit_cast<Bits>(rounded);
  const bool past = Up ? double(rounded) < x : double(rounded) > x, negative = bits >> (8 * sizeof(T) - 1) != 0;
  const Bits step = past ? Bits{1} : Bits{0};
  return std::bit_cast<T>(negative == Up ? bits - step : bits + step);
}

template <Scalar T>
ABUT_INLINE constexpr T round_down(double x) {
  if constexpr (std::same_as<T, float>) {
    return round_outward<false, float>(x);
  } else {
    return x > largest<T> ? largest<T> : x;
  }
}

template <Scalar T>
ABUT_INLINE constexpr T round_up(double x) {
  if constexpr (std::same_as<T, float>) {
    return round_outward<true, float>(x);
  } else {
    return x < -largest<T> ? -largest<T> : x;
  }
}

/// A length divided by a power of two and rounded down to T. In double the quotient may be subnormal, and so rounded.
template <Scalar T>
constexpr T unscaled_down(double length, [[maybe_unused]] double scale, double inverse_scale) {
  const double x = length * inverse_scale;
  if constexpr (std::same_as<T, double>) {
    if (x * scale > length) return round_down<T>(neighbor<false>(x));
  }
  return round_down<T>(x);
}

/// The same, rounded up.
template <Scalar T>
constexpr T unscaled_up(double length, [[maybe_unused]] double scale, double inverse_scale) {
  const double x = length * inverse_scale;
  if constexpr (std::same_as<T, double>) {
    if (x * scale < length) return round_up<T>(neighbor<true>(x));
  }
  return round_up<T>(x);
}

}  // namespace detail
}  // namespace abut
