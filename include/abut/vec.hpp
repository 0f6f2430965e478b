/// Vectors in 2D and 3D, in float and double.
///
/// A Vec is an aggregate, `Vec3f v{1, 2, 3}`, with components by name or by index. The rounding of every operation is
/// known: nothing here calls libm or allocates, and everything is constexpr that can be.
#pragma once

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "abut needs C++20: compile with -std=c++20 (/std:c++20) or later."
#include <abut/needs_cxx20>  // there is no such file: the compiler stops here, before hundreds of other messages
#endif

#include <concepts>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#if !defined(__GNUC__) && !defined(__clang__)
#include <cmath>
#endif

#if defined(__FAST_MATH__) || (defined(_MSC_VER) && defined(_M_FP_FAST))
#error "abut proves its answers from IEEE rounding: compile without -ffast-math (/fp:fast)."
#endif

/// ABUT_INLINE forces the small functions of the inner loops to be inlined in optimized builds; without it compilers
/// call some of them and pass vectors through memory. At -O0 it would take five times as long to compile, so it does
/// nothing there. ABUT_QUICK_TO_COMPILE turns it off in optimized builds too, as tests do; the answers are the same.
/// ABUT_INLINE_LAMBDA does the same for a lambda, between its parameters and its body.
/// ABUT_NO_INLINE keeps rarely called code out of hot functions; ABUT_COLD also marks it as unlikely.
#if defined(__GNUC__) || defined(__clang__)
#if defined(__OPTIMIZE__) && !defined(ABUT_QUICK_TO_COMPILE)
#define ABUT_INLINE [[gnu::always_inline]] inline
#define ABUT_INLINE_LAMBDA __attribute__((always_inline))
#else
#define ABUT_INLINE inline
#define ABUT_INLINE_LAMBDA
#endif
#define ABUT_NO_INLINE [[gnu::noinline]]
#define ABUT_COLD [[gnu::noinline, gnu::cold]]
#else
#define ABUT_INLINE inline
#define ABUT_INLINE_LAMBDA
#define ABUT_NO_INLINE
#define ABUT_COLD
#endif

namespace abut {

/// The types of coordinates.
template <class T>
concept Scalar = std::same_as<T, float> || std::same_as<T, double>;

namespace detail {

/// The correctly rounded square root. The builtin avoids `<cmath>`, which costs more to compile than all of this
/// library.
ABUT_INLINE double square_root(double x) {
#if defined(__SSE2__)
  return _mm_cvtsd_f64(_mm_sqrt_sd(_mm_setzero_pd(), _mm_set_sd(x)));  // the builtin would set errno
#elif defined(__GNUC__) || defined(__clang__)
  return __builtin_sqrt(x);
#else
  return std::sqrt(x);
#endif
}

/// |x|, exactly.
template <Scalar T>
ABUT_INLINE constexpr T absolute(T x) {
#if defined(__GNUC__) || defined(__clang__)
  return static_cast<T>(__builtin_fabs(double(x)));
#else
  return x < T(0) ? -x : x;
#endif
}

}  // namespace detail

/// False for infinities and NaN: both make x - x a NaN, which equals nothing.
template <Scalar T>
ABUT_INLINE constexpr bool is_finite(T x) {
  return x - x == T(0);
}

/// A vector, in 2D or 3D. Operations are by component, each rounded once.
template <Scalar T, int D>
struct Vec;

/// 2D.
template <Scalar T>
struct Vec<T, 2> {
  T x{}, y{};  ///< the components

  /// A component by its index: x, y, z are 0, 1, 2.
  ABUT_INLINE constexpr T operator[](int i) const { return i == 0 ? x : y; }
  ABUT_INLINE constexpr T& operator[](int i) { return i == 0 ? x : y; }
  ABUT_INLINE constexpr bool operator==(const Vec&) const = default;

  /// Arithmetic by component.
  ABUT_INLINE friend constexpr Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }
  ABUT_INLINE friend constexpr Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y}; }
  ABUT_INLINE friend constexpr Vec operator-(const Vec& a) { return {-a.x, -a.y}; }
  ABUT_INLINE friend constexpr Vec operator*(const Vec& a, T s) { return {a.x * s, a.y * s}; }
  ABUT_INLINE friend constexpr Vec operator*(T s, const Vec& a) { return a * s; }
  ABUT_INLINE friend constexpr Vec operator/(const Vec& a, T s) { return {a.x / s, a.y / s}; }
  ABUT_INLINE constexpr Vec& operator+=(const Vec& b) { return *this = *this + b; }
  ABUT_INLINE constexpr Vec& operator-=(const Vec& b) { return *this = *this - b; }
  ABUT_INLINE constexpr Vec& operator*=(T s) { return *this = *this * s; }

  /// The scalar product: products and sums are rounded one by one, in the order of the components.
  ABUT_INLINE friend constexpr T dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y; }
};

/// 3D.
template <Scalar T>
struct Vec<T, 3> {
  T x{}, y{}, z{};  ///< the components

  /// A component by its index: x, y, z are 0, 1, 2.
  ABUT_INLINE constexpr T operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  ABUT_INLINE constexpr T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  ABUT_INLINE constexpr bool operator==(const Vec&) const = default;

  /// Arithmetic by component.
  ABUT_INLINE friend constexpr Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  ABUT_INLINE friend constexpr Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  ABUT_INLINE friend constexpr Vec operator-(const Vec& a) { return {-a.x, -a.y, -a.z}; }
  ABUT_INLINE friend constexpr Vec operator*(const Vec& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
  ABUT_INLINE friend constexpr Vec operator*(T s, const Vec& a) { return a * s; }
  ABUT_INLINE friend constexpr Vec operator/(const Vec& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
  ABUT_INLINE constexpr Vec& operator+=(const Vec& b) { return *this = *this + b; }
  ABUT_INLINE constexpr Vec& operator-=(const Vec& b) { return *this = *this - b; }
  ABUT_INLINE constexpr Vec& operator*=(T s) { return *this = *this * s; }

  /// The scalar product: products and sums are rounded one by one, in the order of the components.
  ABUT_INLINE friend constexpr T dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
};

using Vec2f = Vec<float, 2>;
using Vec3f = Vec<float, 3>;
using Vec2d = Vec<double, 2>;
using Vec3d = Vec<double, 3>;

// The cross product, in the three forms that make e x (a x e) = a (e.e) - e (a.e) hold in 2D and in 3D.

/// Twice the signed area of the triangle (0, a, b): positive if b lies counter-clockwise of a.
template <Scalar T>
ABUT_INLINE constexpr T cross(const Vec<T, 2>& a, const Vec<T, 2>& b) {
  return a.x * b.y - a.y * b.x;
}

/// e x (s z): e rotated by -90 degrees, times s.
template <Scalar T>
ABUT_INLINE constexpr Vec<T, 2> cross(const Vec<T, 2>& e, T s) {
  return {e.y * s, -e.x * s};
}

/// The vector product.
template <Scalar T>
ABUT_INLINE constexpr Vec<T, 3> cross(const Vec<T, 3>& a, const Vec<T, 3>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The product of two numbers, so that generic code may call dot() and norm_squared() on the result of cross() in 2D as
/// in 3D.
template <Scalar T>
ABUT_INLINE constexpr T dot(T a, T b) {
  return a * b;
}

/// The squared length.
template <class V>
ABUT_INLINE constexpr auto norm_squared(const V& a) {
  return dot(a, a);
}

/// The largest absolute value of a component.
template <Scalar T, int D>
ABUT_INLINE constexpr T max_abs(const Vec<T, D>& a) {
  T m = detail::absolute(a[0]);
  for (int i = 1; i < D; ++i) m = detail::absolute(a[i]) > m ? detail::absolute(a[i]) : m;
  return m;
}

/// Whether no component is NaN or infinite.
template <Scalar T, int D>
ABUT_INLINE constexpr bool is_finite(const Vec<T, D>& a) {
  T sum = a[0] - a[0];  // 0, or NaN if a[0] is not finite
  for (int i = 1; i < D; ++i) sum += a[i] - a[i];
  return sum == T(0);
}

namespace detail {

/// x rounded to T. When g++ 12 vectorizes, it may fold (double)(float)x of neighboring values into x, which skips the
/// rounding. The empty asm statement prevents that.
template <Scalar T>
ABUT_INLINE constexpr T narrow(double x) {
  T rounded = static_cast<T>(x);
#if defined(__GNUC__) && !defined(__clang__)
  if constexpr (std::same_as<T, float>) {
    if (!std::is_constant_evaluated()) {
#if defined(__x86_64__)
      asm("" : "+x"(rounded));
#else
      asm("" : "+m"(rounded));
#endif
    }
  }
#endif
  return rounded;
}

}  // namespace detail

/// Converts each component; to double the conversion is exact.
template <Scalar To, Scalar From, int D>
ABUT_INLINE constexpr Vec<To, D> vec_cast(const Vec<From, D>& a) {
  Vec<To, D> r;
  for (int i = 0; i < D; ++i) r[i] = detail::narrow<To>(double(a[i]));
  return r;
}

namespace detail {

/// The same vector in double, exactly.
template <Scalar T, int D>
ABUT_INLINE constexpr Vec<double, D> widen(const Vec<T, D>& a) {
  return vec_cast<double>(a);
}

/// The unit vector along coordinate axis i.
template <Scalar T, int D>
ABUT_INLINE constexpr Vec<T, D> axis(int i) {
  Vec<T, D> r;
  r[i] = T(1);
  return r;
}

// See detail/numeric/rounding.hpp.
template <int D>
double norm(const Vec<double, D>& v);
template <int D>
constexpr Vec<double, D> scale_direction(const Vec<double, D>& v);
template <Scalar T>
constexpr T narrow_within_range(double x);

}  // namespace detail

/// |v|, rounded to T from a value in double with a relative error below 4 u. No intermediate result overflows or
/// underflows; where |v| itself exceeds the largest number, it is that number.
template <Scalar T, int D>
T length(const Vec<T, D>& v) {
  return detail::narrow_within_range<T>(detail::norm(detail::widen(v)));
}

/// v / |v|, whatever the length of v is; the zero vector stays what it is.
template <Scalar T, int D>
Vec<T, D> normalized(const Vec<T, D>& v) {
  const Vec<double, D> scaled = detail::scale_direction(detail::widen(v));
  const double length = detail::norm(scaled);
  return length > 0 ? vec_cast<T>(scaled / length) : v;
}

}  // namespace abut

#include <abut/detail/numeric/rounding.hpp>
