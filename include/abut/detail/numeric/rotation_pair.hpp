/// The rotations of shapes A and B in the two lanes of SIMD registers: the same instructions rotate a vector of each.
///
/// MatrixPair rotates by matrices, for queries that rotate many vectors. Its bits, and so its errors, are those of
/// matrix() and its products, see pose.hpp. QuaternionPair rotates by the quaternions themselves, for the few vectors
/// of two segments: for a single vector that takes half as long as making a matrix first, and errs more. Its error is
/// `roundings` units of u times the length of the vector.
///
/// A shape without a pose is rotated by the identity, which is exact.
#pragma once

#include <abut/detail/numeric/vec_pair.hpp>
#include <abut/pose.hpp>

namespace abut::detail {

/// The components of two rotations: cosine and sine in 2D, a quaternion in 3D.
template <int D>
struct RotationPair;

template <>
struct RotationPair<2> {
  ScalarPair c, s;

  template <Scalar T>
  ABUT_INLINE RotationPair(const Rotation<T, 2>& a, const Rotation<T, 2>& b)
      : c(ScalarPair::of(a.c, b.c)), s(ScalarPair::of(a.s, b.s)) {}

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
  ScalarPair w, x, y, z;

  template <Scalar T>
  ABUT_INLINE RotationPair(const Rotation<T, 3>& a, const Rotation<T, 3>& b)
      : w(ScalarPair::of(a.w, b.w)),
        x(ScalarPair::of(a.x, b.x)),
        y(ScalarPair::of(a.y, b.y)),
        z(ScalarPair::of(a.z, b.z)) {}

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

/// Two rotation matrices.
template <int D>
class MatrixPair {
 public:
  ABUT_INLINE explicit MatrixPair(const RotationPair<D>& q) {
    if constexpr (D == 2) {
      squared_ = q.c * q.c + q.s * q.s;
      const ScalarPair length = square_root(squared_);
      m_[0][0] = m_[1][1] = q.c / length;
      m_[1][0] = q.s / length;
      m_[0][1] = -m_[1][0];
    } else {
      squared_ = fill_matrix(q.w, q.x, q.y, q.z, ScalarPair::twice(1), m_);
    }
  }

  /// The squared norms are far from overflow and underflow.
  ABUT_INLINE bool need_no_scaling() const {
    return below(squared_, 0x1p-900) == 0 && below(squared_, 0x1p900) == 0b11U;
  }

  /// A rotation that has a component that is not finite, or that is zero, makes an entry of the first column infinite
  /// or NaN.
  ABUT_INLINE bool are_valid() const {
    const ScalarPair sum = m_[0][0] + m_[1][0];
    return is_finite(sum.a()) && is_finite(sum.b());
  }

  /// Rotates a direction of the world into the frames of A and B.
  ABUT_INLINE VecPair<D> to_local(const Vec<double, D>& d) const {
    VecPair<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[0][k] * ScalarPair::twice(d[0]) + m_[1][k] * ScalarPair::twice(d[1]);
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[2][k] * ScalarPair::twice(d[2]);
    }
    return r;
  }

  /// Rotates one direction of the world into the frame of A and another into that of B.
  ABUT_INLINE VecPair<D> to_local_each(const VecPair<D>& d) const {
    VecPair<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[0][k] * d.x[0] + m_[1][k] * d.x[1];
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[2][k] * d.x[2];
    }
    return r;
  }

  /// Rotates two directions of the world into the frame of B.
  ABUT_INLINE VecPair<D> both_to_b(const VecPair<D>& d) const {
    VecPair<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[0][k].b_twice() * d.x[0] + m_[1][k].b_twice() * d.x[1];
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[2][k].b_twice() * d.x[2];
    }
    return r;
  }

  /// Rotates a vector of A and one of B into the world.
  ABUT_INLINE VecPair<D> to_world(const VecPair<D>& x) const {
    VecPair<D> r;
    for (int k = 0; k < D; ++k) {
      r.x[k] = m_[k][0] * x.x[0] + m_[k][1] * x.x[1];
      if constexpr (D == 3) r.x[k] = r.x[k] + m_[k][2] * x.x[2];
    }
    return r;
  }

  /// The entry of both matrices.
  ABUT_INLINE ScalarPair entry(int row, int column) const { return m_[row][column]; }

 private:
  ScalarPair m_[D][D], squared_;
};

/// False if a squared norm is so small that its products may have lost bits to underflow, so large that they overflow,
/// or not finite.
ABUT_INLINE bool keeps_products(ScalarPair square) { return between(square, 0x1p-900, 0x1p900) == 0b11U; }

/// Two rotations as they are stored, and what normalizes them.
template <int D>
struct QuaternionPair;

/// Error of a rotated vector, in units of u times its length: 2.5 for the products and their sum, 3 for 1 / |q|, 1 for
/// the last product.
template <>
struct QuaternionPair<2> {
  static constexpr double roundings = 7;
  ScalarPair c, s, over_length;
  bool is_valid;

  ABUT_INLINE explicit QuaternionPair(const RotationPair<2>& q) : c(q.c), s(q.s) {
    const ScalarPair square = c * c + s * s;
    is_valid = keeps_products(square);
    over_length = ScalarPair::twice(1) / square_root(square);
  }
  ABUT_INLINE VecPair<2> rotated(const VecPair<2>& v) const {
    return VecPair<2>{{c * v.x[0] - s * v.x[1], s * v.x[0] + c * v.x[1]}} * over_length;
  }
};

/// v + 2 (w t + r x t) / |q|^2, t = r x v, for q = (w, r). Error of a rotated vector, in units of u times its length,
/// with sine S and cosine C of half the angle: 2.16 S for t (a cross product rounds by 2 / sqrt 3 for its products and
/// 1 for its difference), from that and their own roundings 3.16 S C + 4.32 S^2 for the terms of the sum and S for the
/// sum, all of this twice; 2 S (4 + 1) for 1 / |q|^2 and the product with it; 1 for the last sum. At most 22.1.
template <>
struct QuaternionPair<3> {
  static constexpr double roundings = 22.25;
  ScalarPair w, two_over_square;
  VecPair<3> r;
  bool is_valid;

  ABUT_INLINE explicit QuaternionPair(const RotationPair<3>& q) : w(q.w), r{{q.x, q.y, q.z}} {
    const ScalarPair square = (w * w + r.x[0] * r.x[0]) + (r.x[1] * r.x[1] + r.x[2] * r.x[2]);
    is_valid = keeps_products(square);
    two_over_square = ScalarPair::twice(2) / square;
  }
  ABUT_INLINE VecPair<3> rotated(const VecPair<3>& v) const {
    const VecPair<3> t = cross(r, v);
    return v + (t * w + cross(r, t)) * two_over_square;
  }
};

}  // namespace abut::detail
