/// Doubles in SIMD lanes: Double2 holds two, Lanes<N> one to three, LaneVec<D, N> as many vectors. GJK evaluates all
/// edges or faces of a simplex at once with them, and numeric/vec_pair.hpp shapes A and B.
///
/// Guarantee: every operation rounds each lane as the scalar one does: the bits do not depend on the instruction set.
#pragma once

#include <abut/vec.hpp>

#include <bit>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace abut::detail {

#if defined(__GNUC__) || defined(__clang__)

/// Two doubles in one register; and the mask of a comparison of two: all bits of a lane are set, or none.
using Double2 = double __attribute__((vector_size(16)));
using Mask2 = long long __attribute__((vector_size(16)));

/// Lanes I and J of the four in a and b.
template <int I, int J>
ABUT_INLINE Double2 shuffled(Double2 a, Double2 b) {
  return __builtin_shufflevector(a, b, I, J);
}

ABUT_INLINE Mask2 bits_of(Double2 a) { return reinterpret_cast<Mask2>(a); }
ABUT_INLINE Double2 with_bits(Mask2 a) { return reinterpret_cast<Double2>(a); }

#else

struct Mask2 {
  long long v[2];

  long long operator[](int i) const { return v[i]; }
  friend Mask2 operator&(Mask2 a, Mask2 b) { return {a.v[0] & b.v[0], a.v[1] & b.v[1]}; }
  friend Mask2 operator|(Mask2 a, Mask2 b) { return {a.v[0] | b.v[0], a.v[1] | b.v[1]}; }
  friend Mask2 operator^(Mask2 a, Mask2 b) { return {a.v[0] ^ b.v[0], a.v[1] ^ b.v[1]}; }
  friend Mask2 operator~(Mask2 a) { return {~a.v[0], ~a.v[1]}; }
};

struct Double2 {
  double v[2];

  double operator[](int i) const { return v[i]; }
  friend Double2 operator+(Double2 a, Double2 b) { return {a.v[0] + b.v[0], a.v[1] + b.v[1]}; }
  friend Double2 operator-(Double2 a, Double2 b) { return {a.v[0] - b.v[0], a.v[1] - b.v[1]}; }
  friend Double2 operator*(Double2 a, Double2 b) { return {a.v[0] * b.v[0], a.v[1] * b.v[1]}; }
  friend Double2 operator/(Double2 a, Double2 b) { return {a.v[0] / b.v[0], a.v[1] / b.v[1]}; }
  friend Double2 operator-(Double2 a) { return {-a.v[0], -a.v[1]}; }
  friend Mask2 operator>(Double2 a, Double2 b) { return {a.v[0] > b.v[0] ? -1 : 0, a.v[1] > b.v[1] ? -1 : 0}; }
};

template <int I, int J>
Double2 shuffled(Double2 a, Double2 b) {
  const double all[4] = {a.v[0], a.v[1], b.v[0], b.v[1]};
  return {all[I], all[J]};
}

inline Mask2 bits_of(Double2 a) { return {std::bit_cast<long long>(a.v[0]), std::bit_cast<long long>(a.v[1])}; }
inline Double2 with_bits(Mask2 a) { return {std::bit_cast<double>(a.v[0]), std::bit_cast<double>(a.v[1])}; }

#endif

/// x in both lanes.
ABUT_INLINE Double2 both(double x) { return Double2{x, x}; }

/// Bit i is the sign bit of lane i, also for zero and NaN.
ABUT_INLINE unsigned signs(Double2 a) {
#if defined(__SSE2__)
  return static_cast<unsigned>(_mm_movemask_pd(a));
#else
  const Mask2 bits = bits_of(a);
  return static_cast<unsigned>(bits[0] < 0) | static_cast<unsigned>(bits[1] < 0) << 1;
#endif
}

/// x, negated in the lanes where the sign bit of `sign` is set.
ABUT_INLINE Double2 negated_by(Double2 x, Double2 sign) {
  return with_bits(bits_of(x) ^ (bits_of(sign) & bits_of(both(-0.0))));
}

/// The lanes where a > b. The intrinsic is there because g++ 12 may compile a > b lane by lane.
ABUT_INLINE Mask2 where_greater(Double2 a, Double2 b) {
#if defined(__SSE2__)
  return bits_of(_mm_cmpgt_pd(a, b));
#else
  return a > b;
#endif
}

/// The minimum of each lane.
ABUT_INLINE Double2 lesser(Double2 a, Double2 b) {
#if defined(__SSE2__)
  return _mm_min_pd(a, b);
#else
  return Double2{a[0] < b[0] ? a[0] : b[0], a[1] < b[1] ? a[1] : b[1]};
#endif
}
/// The maximum of each lane.
ABUT_INLINE Double2 greater(Double2 a, Double2 b) {
#if defined(__SSE2__)
  return _mm_max_pd(a, b);
#else
  return Double2{a[0] > b[0] ? a[0] : b[0], a[1] > b[1] ? a[1] : b[1]};
#endif
}

/// Bit i is set if a <= b in lane i.
ABUT_INLINE unsigned at_most(Double2 a, Double2 b) {
#if defined(__SSE2__)
  return signs(_mm_cmple_pd(a, b));
#else
  return static_cast<unsigned>(a[0] <= b[0]) | static_cast<unsigned>(a[1] <= b[1]) << 1;
#endif
}

/// N numbers. The unused lane of N = 3 and N = 1 repeats the first number.
template <int N>
struct Lanes {
  static_assert(N >= 1 && N <= 3);
  static constexpr int pairs = (N + 1) / 2;
  Double2 pair[pairs];

  template <class F>
  ABUT_INLINE static Lanes from(F number) {
    Lanes r;
    r.pair[0] = Double2{number(0), number(N > 1 ? 1 : 0)};
    if constexpr (N == 3) r.pair[1] = Double2{number(2), r.pair[0][0]};
    return r;
  }
  ABUT_INLINE static Lanes all(double x) {
    Lanes r;
    for (int i = 0; i < pairs; ++i) r.pair[i] = both(x);
    return r;
  }

  ABUT_INLINE double operator[](int i) const {
    double number[2 * pairs];
    std::memcpy(number, pair, sizeof number);
    return number[i];
  }

  /// Rotates the lanes by one: 1, 2, 0 of three.
  ABUT_INLINE Lanes next() const {
    if constexpr (N == 3) {
      return {shuffled<1, 2>(pair[0], pair[1]), pair[0]};
    } else {
      return {shuffled<1, 0>(pair[0], pair[0])};
    }
  }

  ABUT_INLINE friend Lanes operator+(const Lanes& a, const Lanes& b) {
    Lanes r;
    for (int i = 0; i < pairs; ++i) r.pair[i] = a.pair[i] + b.pair[i];
    return r;
  }
  ABUT_INLINE friend Lanes operator-(const Lanes& a, const Lanes& b) {
    Lanes r;
    for (int i = 0; i < pairs; ++i) r.pair[i] = a.pair[i] - b.pair[i];
    return r;
  }
  ABUT_INLINE friend Lanes operator*(const Lanes& a, const Lanes& b) {
    Lanes r;
    for (int i = 0; i < pairs; ++i) r.pair[i] = a.pair[i] * b.pair[i];
    return r;
  }
  ABUT_INLINE friend Lanes operator/(const Lanes& a, const Lanes& b) {
    Lanes r;
    for (int i = 0; i < pairs; ++i) r.pair[i] = a.pair[i] / b.pair[i];
    return r;
  }
  ABUT_INLINE friend Lanes operator-(const Lanes& a) {
    Lanes r;
    for (int i = 0; i < pairs; ++i) r.pair[i] = -a.pair[i];
    return r;
  }
  ABUT_INLINE friend Lanes negated_by(const Lanes& x, const Lanes& sign) {
    Lanes r;
    for (int i = 0; i < pairs; ++i) r.pair[i] = detail::negated_by(x.pair[i], sign.pair[i]);
    return r;
  }
};

/// The mask of a comparison of N lanes.
template <int N>
struct LaneMask {
  Mask2 pair[Lanes<N>::pairs];

  /// Bit i is set if lane i is.
  ABUT_INLINE unsigned bits() const {
    unsigned r = signs(with_bits(pair[0]));
    if constexpr (N == 3) r |= (signs(with_bits(pair[1])) & 1U) << 2;
    return N == 1 ? r & 1U : r;
  }

  ABUT_INLINE friend LaneMask operator&(const LaneMask& a, const LaneMask& b) {
    LaneMask r;
    for (int i = 0; i < Lanes<N>::pairs; ++i) r.pair[i] = a.pair[i] & b.pair[i];
    return r;
  }
};

template <int N>
ABUT_INLINE LaneMask<N> operator>(const Lanes<N>& a, const Lanes<N>& b) {
  LaneMask<N> r;
  for (int i = 0; i < Lanes<N>::pairs; ++i) r.pair[i] = where_greater(a.pair[i], b.pair[i]);
  return r;
}

template <int N>
ABUT_INLINE LaneMask<N> is_positive(const Lanes<N>& a) {
  return a > Lanes<N>::all(0);
}

template <int N>
ABUT_INLINE LaneMask<N> is_negative(const Lanes<N>& a) {
  return Lanes<N>::all(0) > a;
}

/// The number in the lane of `only`, which has exactly one lane set.
template <int N>
ABUT_INLINE double number_in(const Lanes<N>& a, const LaneMask<N>& only) {
  Mask2 bits = bits_of(a.pair[0]) & only.pair[0];
  if constexpr (N == 3) bits = bits | (bits_of(a.pair[1]) & only.pair[1]);  // repeats the first number
  const Double2 sum = with_bits(bits);
  return with_bits(bits_of(sum) | bits_of(shuffled<1, 0>(sum, sum)))[0];
}

/// N vectors, one in each lane.
template <int D, int N>
struct LaneVec {
  Lanes<N> c[D];

  ABUT_INLINE static LaneVec all(const Vec<double, D>& v) {
    LaneVec r;
    for (int k = 0; k < D; ++k) r.c[k] = Lanes<N>::all(v[k]);
    return r;
  }

  ABUT_INLINE Vec<double, D> operator[](int i) const {
    Vec<double, D> v;
    for (int k = 0; k < D; ++k) v[k] = c[k][i];
    return v;
  }

  /// The vector in the lane of `only`, which has exactly one lane set.
  ABUT_INLINE Vec<double, D> in(const LaneMask<N>& only) const {
    Vec<double, D> v;
    for (int k = 0; k < D; ++k) v[k] = number_in(c[k], only);
    return v;
  }

  /// Each vector, negated where the sign bit of `sign` is set.
  ABUT_INLINE friend LaneVec negated_by(const LaneVec& v, const Lanes<N>& sign) {
    LaneVec r;
    for (int k = 0; k < D; ++k) r.c[k] = negated_by(v.c[k], sign);
    return r;
  }

  ABUT_INLINE LaneVec next() const {
    LaneVec r;
    for (int k = 0; k < D; ++k) r.c[k] = c[k].next();
    return r;
  }
};

using abut::cross;  // the overloads below would hide them
using abut::dot;

template <int D, int N>
ABUT_INLINE Lanes<N> dot(const LaneVec<D, N>& a, const LaneVec<D, N>& b) {
  Lanes<N> r = a.c[0] * b.c[0] + a.c[1] * b.c[1];
  if constexpr (D == 3) r = r + a.c[2] * b.c[2];
  return r;
}

template <int N>
ABUT_INLINE Lanes<N> dot(const Lanes<N>& a, const Lanes<N>& b) {
  return a * b;
}

template <int N>
ABUT_INLINE LaneVec<3, N> cross(const LaneVec<3, N>& a, const LaneVec<3, N>& b) {
  return {{a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2], a.c[0] * b.c[1] - a.c[1] * b.c[0]}};
}

template <int N>
ABUT_INLINE Lanes<N> cross(const LaneVec<2, N>& a, const LaneVec<2, N>& b) {
  return a.c[0] * b.c[1] - a.c[1] * b.c[0];
}

template <int N>
ABUT_INLINE LaneVec<2, N> cross(const LaneVec<2, N>& e, const Lanes<N>& s) {
  return {{e.c[1] * s, -(e.c[0] * s)}};
}

}  // namespace abut::detail
