/// The loop of GJK, its fast half. It proposes a simplex and a direction, and proves nothing.
///
/// A simplex of vertices of B - A moves towards the origin: take the support point against the direction v of its
/// nearest feature, keep the feature of the enlarged simplex that is nearest, repeat. Signs choose the feature; v is
/// perpendicular to it and of any length; there are no weights, no bounds, and no roots but that of |v|^2. The loop
/// ends when the new vertex w does not pass a vertex w_i of the simplex, v.(w_i - w) <= 4 u size |v|, which includes
/// the repeated vertex; polytopes need no tolerance. The result is proven in gjk/gjk.hpp, or left to the robust
/// fallback.
///
/// Reference: E. Gilbert, D. Johnson and S. Keerthi (1988); E. Catto, "Computing Distance" (GDC 2010). Departure: v is
/// perpendicular to the feature by construction, not the sum of weighted vertices: its error does not grow when the
/// shapes come close.
#pragma once

#include <abut/detail/gjk/limits.hpp>
#include <abut/detail/gjk/simplex.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// The state of the loop, which the fallback continues from.
template <int D>
struct GjkIteration {
  using V = Vec<double, D>;

  Simplex<D> simplex;  ///< its last() is the vertex found last
  V v{};               ///< direction of the last support call; before the first step, of the next
  double length = 0;   ///< |v| of the last step
  int iterations = 0;

  /// Takes steps as long as they bring the simplex nearer and the cutoff is not proven. True if it ended for another
  /// reason: too many steps, or a direction too short to trust.
  template <class Set, class Recorder>
  ABUT_INLINE bool run(const Set& set, const GjkLimits& limits, int most, Recorder& recorder) {
    V d = v;
    double squared = norm_squared(d);
    if (!is_long_enough(squared)) return true;
    while (iterations < most) {
      ++iterations;
      v = d;
      length = square_root(squared);
      DifferencePoint<D>& newest = simplex.slot();
      set.along(d, newest);
      const V w = newest.w;  // copied to a local: reading it through `simplex` would stall on the store
      if (proves_cutoff(limits) || !step(limits, w, d, squared)) return false;
      if constexpr (!is_untraced<Recorder>) recorder.step(*this, v);
    }
    v = d;
    return true;
  }

  /// Every x of the set satisfies v.x >= v.w for the support point w against v, so it lies beyond the plane at height
  /// v.w / |v| from the origin. The computed height is off by at most 4 u of itself, and by the set's support error.
  ABUT_INLINE double lower_bound(const V& direction, const GjkLimits& limits) const {
    const double height = dot(direction, simplex.last().w) / length;
    return height - 4 * unit_roundoff * absolute(height) - limits.support_error;
  }

  /// By how much a new vertex must lie before every vertex of the simplex along v: more than rounding, 4 u size, of the
  /// difference of two vertices and its dot product. If it does not, no point of the set can bring the simplex nearer
  /// to the origin. (On parallel faces, a vertex that passes by rounding alone would break a good triangle apart.) A
  /// curved set never runs out of vertices: there it must be ahead by the tolerance as well.
  ABUT_INLINE double least_step(const GjkLimits& limits) const {
    const double least = 4 * unit_roundoff * limits.size * length;
    if (simplex.last().is_vertex() || simplex.count() == 0) return least;
    const double apart = dot(v, simplex[0].w) - limits.radii * length;
    return least + limits.tolerance * (apart > 0 ? apart : 0);
  }

 private:
  ABUT_INLINE bool proves_cutoff(const GjkLimits& limits) const {
    return limits.cutoff < infinity<double> && lower_bound(v, limits) - limits.radii > limits.cutoff;
  }

  /// v is a product of up to three lengths; below this, bits of its square, of degree six, may underflow.
  static bool is_long_enough(double squared) { return squared > 0x1p-960; }

  /// Takes the next vertex in, at w, and sets d to the direction of the feature that is nearest now. False, and the
  /// simplex as it was, if the vertex does not pass it, or if the origin is in what it would become, or too near.
  ABUT_INLINE bool step(const GjkLimits& limits, const V& w, V& d, double& squared) {
    if (simplex.count() == 0) {
      d = w;
      squared = norm_squared(d);
      if (!is_long_enough(squared)) return false;
      simplex.insert_last();
      return true;
    }
    const double least = least_step(limits);
    if (simplex.count() == 1) return step<1>(w, least, d, squared);
    if constexpr (D == 3) {
      if (simplex.count() == 3) return step<3>(w, least, d, squared);
    }
    return step<2>(w, least, d, squared);
  }

  template <int N>
  ABUT_INLINE bool step(const V& w, double least, V& d, double& squared) {
    const ClosestFeature<D, N> candidates(w, [this](int i) { return simplex[i].w; });
    if (!candidates.is_ahead(d, least)) return false;
    const Feature<D> feature = candidates.nearest();
    d = feature.v;
    squared = norm_squared(d);  // 0 if the origin is inside
    if (!is_long_enough(squared)) return false;
    simplex.template replace<N>(feature.mask);
    return true;
  }
};

}  // namespace abut::detail
