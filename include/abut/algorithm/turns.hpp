/// The rotations of two shapes side by side: what is turned for A is turned for B by the same instructions.
///
/// The bits are those of matrix() and its products, see pose.hpp, and so are their errors. A shape that was not placed is turned
/// by the identity, which is exact.
#pragma once

#include <abut/algorithm/both.hpp>
#include <abut/pose.hpp>

namespace abut::detail {

/// The numbers of two rotations, side by side.
template <int D>
struct RotationPair;

template <>
struct RotationPair<2> {
  Both c, s;

  template <Scalar T>
  ABUT_INLINE RotationPair(const Rotation<T, 2>& a, const Rotation<T, 2>& b)
      : c(Both::of(a.c, b.c)), s(Both::of(a.s, b.s)) {}

#if defined(__SSE2__)
  ABUT_INLINE RotationPair(const Rotation<float, 2>& a, const Rotation<float, 2>& b) {
    static_assert(sizeof(a) == 2 * sizeof(float));
    const auto two = [](const float* x) {
      return _mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(x)));
    };
    const __m128 cs = _mm_unpacklo_ps(two(&a.c), two(&b.c));
    c.ab = _mm_cvtps_pd(cs);
    s.ab = _mm_cvtps_pd(_mm_movehl_ps(cs, cs));
  }
#endif
};

template <>
struct RotationPair<3> {
  Both w, x, y, z;

  template <Scalar T>
  ABUT_INLINE RotationPair(const Rotation<T, 3>& a, const Rotation<T, 3>& b)
      : w(Both::of(a.w, b.w)), x(Both::of(a.x, b.x)), y(Both::of(a.y, b.y)), z(Both::of(a.z, b.z)) {}

#if defined(__SSE2__)
  ABUT_INLINE RotationPair(const Rotation<float, 3>& a, const Rotation<float, 3>& b) {
    static_assert(sizeof(a) == 4 * sizeof(float));
    const __m128 p = _mm_loadu_ps(&a.w), q = _mm_loadu_ps(&b.w);
    const __m128 wx = _mm_unpacklo_ps(p, q), yz = _mm_unpackhi_ps(p, q);
    w.ab = _mm_cvtps_pd(wx);
    x.ab = _mm_cvtps_pd(_mm_movehl_ps(wx, wx));
    y.ab = _mm_cvtps_pd(yz);
    z.ab = _mm_cvtps_pd(_mm_movehl_ps(yz, yz));
  }
#endif
};

template <int D>
class Turns {
 public:
  ABUT_INLINE explicit Turns(const RotationPair<D>& q) {
    if constexpr (D == 2) {
      squared_ = q.c * q.c + q.s * q.s;
      const Both length = square_root(squared_);
      m_[0][0] = m_[1][1] = q.c / length;
      m_[1][0] = q.s / length;
      m_[0][1] = -m_[1][0];
    } else {
      squared_ = fill_matrix(q.w, q.x, q.y, q.z, Both::twice(1), m_);
    }
  }

  /// The squares of the rotations' numbers neither over- nor underflow.
  ABUT_INLINE bool are_ordinary() const {
    return below(squared_, 0x1p-900) == 0 && below(squared_, 0x1p900) == 0b11U;
  }

  /// Any number of a rotation that is not finite, and a rotation of zeros, make an entry of the first column infinite or NaN.
  ABUT_INLINE bool are_valid() const {
    const Both sum = m_[0][0] + m_[1][0];
    return is_finite(sum.a()) && is_finite(sum.b());
  }

  /// A direction of the world, as each of the shapes sees it.
  ABUT_INLINE BothVec<D> to_local(const Vec<double, D>& d) const {
    BothVec<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[0][k] * Both::twice(d[0]) + m_[1][k] * Both::twice(d[1]);
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[2][k] * Both::twice(d[2]);
    }
    return r;
  }

  /// The same of one for each.
  ABUT_INLINE BothVec<D> to_local_each(const BothVec<D>& d) const {
    BothVec<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[0][k] * d.x[0] + m_[1][k] * d.x[1];
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[2][k] * d.x[2];
    }
    return r;
  }

  /// Two directions of the world, as B sees them.
  ABUT_INLINE BothVec<D> both_to_b(const BothVec<D>& d) const {
    BothVec<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[0][k].b_twice() * d.x[0] + m_[1][k].b_twice() * d.x[1];
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[2][k].b_twice() * d.x[2];
    }
    return r;
  }

  ABUT_INLINE BothVec<D> to_world(const BothVec<D>& x) const {
    BothVec<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[k][0] * x.x[0] + m_[k][1] * x.x[1];
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[k][2] * x.x[2];
    }
    return r;
  }

  /// Of both matrices.
  ABUT_INLINE Both entry(int row, int column) const { return m_[row][column]; }

 private:
  Both m_[D][D], squared_;
};

}  // namespace abut::detail
