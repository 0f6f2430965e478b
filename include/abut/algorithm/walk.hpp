/// The walk of GJK: the quick half of the algorithm. It proposes a simplex and a direction, and is sure of nothing.
///
/// A simplex of vertices of B - A walks towards the origin: take the vertex furthest against the direction v of its nearest
/// feature, keep the part of the enlarged simplex that is nearest, repeat. Signs choose the feature; v is perpendicular to it
/// and of any length; there are no weights, no bounds, and no roots but that of |v|^2. The walk ends when the new vertex w does not
/// pass a vertex w_i of the simplex, v.(w_i - w) <= 4 u size |v|, which contains the repeated vertex; polytopes need no tolerance. What
/// it found is proven, or carried on with more care, in gjk.hpp.
///
/// Reference: Gilbert, Johnson and Keerthi (1988); E. Catto, "Computing Distance" (GDC 2010). Departure: v is perpendicular to the
/// feature by construction, not the sum of weighted vertices: its error does not grow when the shapes come close.
#pragma once

#include <abut/algorithm/difference.hpp>
#include <abut/algorithm/simplex.hpp>

namespace abut::detail {

/// One to D + 1 points of the difference, the newest last.
template <int D>
struct Simplex {
  DifferencePoint<D> vertex[D + 1];
  int count = 0;

  const Vec<double, D>& operator[](int i) const { return vertex[i].w; }

  void insert(const DifferencePoint<D>& next) { vertex[count++] = next; }

  /// Keeps the vertices of the mask among the first N, in order, and puts the newest behind them. Every vertex is copied,
  /// needed or not: that is cheaper than asking.
  template <int N>
  void replace(unsigned mask, const DifferencePoint<D>& newest) {
    int n = 0;
    for (int i = 0; i < N; ++i) {
      vertex[n] = vertex[i];
      n += static_cast<int>(mask >> i & 1U);
    }
    vertex[n] = newest;
    count = n + 1;
  }

  void keep(unsigned mask) {
    int n = 0;
    for (int i = 0; i < count; ++i) {
      if ((mask >> i & 1U) != 0) vertex[n++] = vertex[i];
    }
    count = n;
  }

  bool contains(const Vec<double, D>& w) const {
    bool known = false;
    for (int i = 0; i < count; ++i) known = known || vertex[i].w == w;
    return known;
  }

  /// Whether one of at most D vertices has the same numbers.
  bool contains_pair(const DifferencePoint<D>& next) const {
    bool known = false;
    for (int i = 0; i < D; ++i) {
      const bool same = vertex[i].has_ids_of(next);
      known = known | ((i < count) & same);
    }
    return known && next.is_vertex();
  }
};

/// The positions of a simplex's vertices alone.
template <int D>
struct Corners {
  Vec<double, D> w[D + 1];
  int count = 0;

  Corners() = default;
  explicit Corners(const Simplex<D>& simplex) : count(simplex.count) {
    for (int i = 0; i < count; ++i) w[i] = simplex.vertex[i].w;
  }
};

/// When GJK may stop.
struct GjkLimits {
  double tolerance;       ///< of curved shapes: stop when upper - lower <= tolerance * (upper - radii)
  double cutoff;          ///< stop when lower - radii exceeds this length
  double search_width;    ///< a length, of rounding: nearer than this the bounds count as met
  double contract_width;  ///< the width up to which the result may be called converged
  int max_iterations;     ///< support calls

  // Of the set, see difference.hpp.
  double size, radii, support_error, point_error, scale;
};

template <int D>
struct Walk {
  using V = Vec<double, D>;

  Simplex<D> simplex;
  V v{};                    ///< the direction of the next step
  DifferencePoint<D> next;  ///< the vertex found last
  double length = 0;        ///< |v| of the last step
  int iterations = 0;

  /// Takes steps as long as they bring the simplex nearer and the cut-off is not proven. True if it ended for another reason: too
  /// many steps, or a direction too short to trust.
  template <class Set, class... Watch>
  bool run(const Set& set, const GjkLimits& limits, int most, Watch&... watch) {
    double squared = norm_squared(v);
    if (!is_long_enough(squared)) return true;
    while (iterations < most) {
      ++iterations;
      length = square_root(squared);
      next = set.along(v);
      [[maybe_unused]] const V asked = v;
      if (simplex.contains_pair(next) || proves_cutoff(limits) || !step(limits, squared)) return false;
      (watch.step(*this, asked), ...);
    }
    return true;
  }

  /// Every x of the set satisfies v.x >= v.w for the support point w against v, so it lies beyond the plane at height v.w / |v|
  /// from the origin. The computed height is off by at most 4 u of itself, and by the set's support error.
  double lower_bound(const V& asked, const GjkLimits& limits) const {
    const double height = dot(asked, next.w) / length;
    return height - 4 * unit_roundoff * absolute(height) - limits.support_error;
  }

  /// By how much a new vertex must lie before every vertex of the simplex along v: more than rounding, 4 u size, of the
  /// difference of two vertices and its dot product. If it does not, no point of the set can bring the simplex nearer to the
  /// origin. (On parallel faces, a vertex that passes by rounding alone would break a good triangle apart.) A curved set
  /// never runs out of vertices: there it must be ahead by the tolerance as well.
  double least_step(const GjkLimits& limits) const {
    const double least = 4 * unit_roundoff * limits.size * length;
    if (next.is_vertex() || simplex.count == 0) return least;
    const double apart = dot(v, simplex.vertex[0].w) - limits.radii * length;
    return least + limits.tolerance * (apart > 0 ? apart : 0);
  }

 private:
  bool proves_cutoff(const GjkLimits& limits) const {
    return limits.cutoff < infinity<double> && lower_bound(v, limits) - limits.radii > limits.cutoff;
  }

  /// v is a product of up to three lengths; below this, bits of its square, of degree six, may be lost.
  static bool is_long_enough(double squared) { return squared > 0x1p-960; }

  /// False, and nothing changed, if next does not pass the simplex, or if the origin is in what it would become, or too near.
  bool step(const GjkLimits& limits, double& squared) {
    if (simplex.count == 0) return step_to_first(squared);
    const double least = least_step(limits);
    if (simplex.count == 1) return step<1>(least, squared);
    if constexpr (D == 3) {
      if (simplex.count == 3) return step<3>(least, squared);
    }
    return step<2>(least, squared);
  }

  bool step_to_first(double& squared) {
    squared = norm_squared(next.w);
    if (!is_long_enough(squared)) return false;
    simplex.insert(next);
    v = next.w;
    return true;
  }

  template <int N>
  bool step(double least, double& squared) {
    Star<D, N> star{next.w, {}};
    for (int i = 0; i < N; ++i) star.e[i] = simplex.vertex[i].w - next.w;
    if (!star.is_ahead(v, least)) return false;
    const Feature<D> feature = star.nearest();
    squared = norm_squared(feature.v);  // 0 if the origin is inside
    if (!is_long_enough(squared)) return false;
    simplex.template replace<N>(feature.mask, next);
    v = feature.v;
    return true;
  }
};

}  // namespace abut::detail
