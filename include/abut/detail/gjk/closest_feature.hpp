/// The step of GJK: which feature of a simplex is nearest to the origin, given its newest vertex?
///
/// After a step the newest vertex a belongs to the answer, so that only the features around it are candidates. With the
/// edges E_i = w_i - a, the moments M_i = a x E_i and the normals N_i = E_i x E_(i+1), each sign that decides is one
/// dot product: a.E_i (moving along edge i approaches the origin), N_i.M_i and N_i.M_(i+1) (the origin is inside of the
/// sides of face i), a.N_i (outside of face i). There are no weights, and all features of a kind are evaluated at once,
/// without branches, which would be mispredicted.
///
/// Reference: E. Catto, "Computing Distance" (GDC 2010) for Voronoi regions and perpendicular directions. Departure:
/// the candidates are compared by their distances, not by a cascade of region tests, in which one wrong sign would lead
/// to the wrong feature.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/detail/numeric/simd.hpp>

#include <bit>

namespace abut::detail {

/// A feature and a vector v perpendicular to it that points from the origin to it: the sign may be lost to rounding
/// only if the origin is next to the feature. v is zero if the origin is computed to lie in the feature's plane or
/// line, or inside.
template <int D>
struct Feature {
  unsigned mask = 0;
  Vec<double, D> v{};
};

/// The newest vertex and the edges from it to N others, which are numbered 0 to N - 1; the newest is number N.
template <int D, int N>
class ClosestFeature {
 public:
  using V = Vec<double, D>;

  /// `other(i)`: the position of vertex i.
  template <class Other>
  ABUT_INLINE ClosestFeature(const V& newest, Other other) : newest_(newest), a_(LaneVec<D, N>::all(newest)) {
    for (int k = 0; k < D; ++k) e_.c[k] = Lanes<N>::from([&](int i) { return other(i)[k]; }) - a_.c[k];
  }

  /// Whether the newest vertex lies before all others along v, by more than `least`.
  ABUT_INLINE bool is_ahead(const V& v, double least) const {
    return (dot(LaneVec<D, N>::all(v), e_) > Lanes<N>::all(least)).bits() == every;
  }

  /// The feature nearest to the origin among those that contain the newest vertex.
  ABUT_INLINE Feature<D> nearest() const {
    if constexpr (N == 1) {
      return nearest_edge();
    } else if constexpr (N == 2) {
      return nearest_of_triangle();
    } else {
      return nearest_of_tetrahedron();
    }
  }

 private:
  static constexpr unsigned every = (1U << N) - 1;

  /// The nearest of the edges that approach the origin, else the vertex itself. E x (a x E) points away from the
  /// origin, perpendicular to the edge.
  ABUT_INLINE Feature<D> nearest_edge() const {
    const LaneMask<N> approaching = is_negative(dot(a_, e_));
    const unsigned candidates = approaching.bits();
    if (candidates == 0) return {1U << N, newest_};
    const auto m = cross(a_, e_);
    const auto v = cross(e_, m);
    if constexpr (N == 1) return {0b11U, v[0]};
    if (is_single(candidates)) return {1U << N | candidates, v.in(approaching)};
    const int i = nearest_of(candidates, dot(m, m) / dot(e_, e_));
    return {1U << N | 1U << i, v[i]};
  }

  /// The weights of the other two vertices are N.M_0 and -N.M_1, over |N|^2; the second lane of `n` is -N.
  ABUT_INLINE Feature<D> nearest_of_triangle() const {
    const auto m = cross(a_, e_), n = cross(e_, e_.next());
    if (is_positive(dot(n, m)).bits() != every) return nearest_edge();
    if constexpr (D == 3) {
      return {0b111U, negated_by(n, dot(n, a_))[0]};
    } else {
      return {0b111U, {}};
    }
  }

  /// A face counts if the origin is on its outer side. A flat tetrahedron has no outer side: all its faces count.
  ABUT_INLINE Feature<D> nearest_of_tetrahedron() const {
    const auto m = cross(a_, e_), n = cross(e_, e_.next());
    const Lanes<N> height = dot(a_, n);
    const double volume = dot(e_, n.next())[0];
    const LaneMask<N> outside = is_positive(negated_by(height, Lanes<N>::all(volume)));
    const LaneMask<N> spanning = is_positive(dot(n, m)) & is_negative(dot(n, m.next()));
    const LaneMask<N> chosen = outside & spanning;
    unsigned candidates = chosen.bits();
    if (is_single(candidates) && volume != 0)
      return {0b1000U | spanned_by(candidates), negated_by(n, height).in(chosen)};
    if (volume == 0) candidates = spanning.bits();
    if (candidates == 0) {
      const bool inside = outside.bits() == 0 && volume != 0;
      return inside ? Feature<D>{0b1111U, {}} : nearest_edge();
    }
    const int i = nearest_of(candidates, height * height / dot(n, n));
    return {0b1000U | spanned_by(1U << i), negated_by(n, height)[i]};
  }

  ABUT_INLINE static bool is_single(unsigned bits) { return bits != 0 && (bits & (bits - 1)) == 0; }

  /// The edges 0 and 1, 1 and 2, or 2 and 0 of face 0, 1 or 2.
  ABUT_INLINE static unsigned spanned_by(unsigned face) { return face | (face << 1 & every) | face >> 2; }

  /// The one of the candidates with the least squared distance.
  ABUT_COLD static int nearest_of(unsigned candidates, const Lanes<N>& squared) {
    int best = std::countr_zero(candidates);
    for (int i = best + 1; i < N; ++i) {
      if ((candidates >> i & 1U) != 0 && squared[i] < squared[best]) best = i;
    }
    return best;
  }

  V newest_;
  LaneVec<D, N> a_, e_;
};

/// The closest feature of the simplex w[0] ... w[N].
template <int N, int D>
ClosestFeature<D, N> closest_feature_of(const Vec<double, D>* w) {
  return ClosestFeature<D, N>(w[N], [w](int i) { return w[i]; });
}

}  // namespace abut::detail
