/// The result of GJK, and the two facts that prove it.
///
/// Lower bound: any direction with its support point gives one, see GjkIteration::lower_bound. Upper bound: a
/// combination of vertices with positive weights that sum to 1 is a point of the set. Neither relies on the search that
/// proposed them.
#pragma once

#include <abut/cache.hpp>
#include <abut/detail/gjk/iteration.hpp>
#include <abut/status.hpp>

namespace abut::detail {

/// The error of adding two radii, subtracting their sum from a bound, and adding this error: three roundings of the
/// terms.
ABUT_INLINE double radii_error(double radii, double bound) {
  return radii > 0 ? 3 * unit_roundoff * (radii + absolute(bound)) : 0;
}

/// The upper bound from a combination of vertices whose computed length is |p|. The weights are divided by their
/// rounded sum and the combination rounds D + 1 times: (D + 1) u size, and 8 u of its length, in addition to the error
/// of the vertices.
template <int D>
ABUT_INLINE double upper_bound(double length, const GjkLimits& limits) {
  return length * (1 + 8 * unit_roundoff) + limits.point_error + (D + 1) * unit_roundoff * limits.size;
}

/// Within 4 eps size, about the rounding of p itself, p gives no direction.
ABUT_INLINE bool is_touching(double length, const GjkLimits& limits) {
  return length <= 8 * unit_roundoff * limits.size;
}

/// Whether the point p and the unit vector n agree on where the sets are nearest, up to the rounding of p, 8 u size. On
/// needles either may be off by more, and the bounds do not show it: it affects them in second order only.
template <int D>
ABUT_INLINE bool is_aligned(const Vec<double, D>& p, const Vec<double, D>& n, const GjkLimits& limits) {
  const double most = 8 * unit_roundoff * limits.size;
  return norm_squared(p - n * dot(n, p)) <= most * most;
}

/// Whether the bounds have met, up to a width and the tolerance.
ABUT_INLINE bool bounds_meet(double lower, double upper, const GjkLimits& limits, double width) {
  const double apart = upper - limits.radii;
  return upper - (lower > 0 ? lower : 0) <= limits.tolerance * (apart > 0 ? apart : 0) + width;
}

/// Whether the bounds may be called converged. Leaves room for the error that subtracting the radii will add.
ABUT_INLINE bool bounds_keep_contract(double lower, double upper, const GjkLimits& limits) {
  return bounds_meet(lower, upper, limits, limits.contract_width - 4 * radii_error(limits.radii, upper));
}

template <int D>
struct GjkResult {
  Status status = Status::invalid_argument;
  int iterations = 0;
  bool meets = false;   ///< the nearest point found is the origin, up to rounding
  double distance = 0;  ///< between the cores
  double lower = 0;     ///< lower bound of the signed distance of the cores: negative if no separating plane was found
  double upper = 0;     ///< upper bound of the distance of the cores

  /// Unit vector from A to B; B is beyond A along it by at least `lower`.
  Vec<double, D> normal{};
  Vec<double, D> point_a{}, point_b{};  ///< nearest points of the cores, in the frame of the difference
  int feature_count = 0;                ///< number of vertices that they are combinations of
  VertexId feature_a[D + 1], feature_b[D + 1];

  /// Sets all ids to 0. A search that adds vertices one by one begins with this: the first D ids are copied whatever
  /// their number. (Closed forms set D of them at once.)
  ABUT_INLINE void clear_features() {
    for (int i = 0; i <= D; ++i) feature_a[i] = feature_b[i] = 0;
  }

  ABUT_INLINE void add(const DifferencePoint<D>& vertex, double weight) {
    point_a += vertex.a * weight;
    feature_a[feature_count] = vertex.id_a;
    feature_b[feature_count++] = vertex.id_b;
  }

  /// Keeps the vertices in the cache. The direction, which would have to be rotated, is kept only if there are none.
  template <class Set>
  ABUT_INLINE void remember(const Set& set, Cache<D>& cache) const {
    int count = 0;
    while (count < feature_count && feature_a[count] != no_vertex && feature_b[count] != no_vertex) ++count;
    remember_vertices(count, cache);
    if (count == 0) cache.direction = set.in_frame_of_a(normal);
  }

 private:
  /// Copies D ids, also those beyond the count: without a branch.
  ABUT_INLINE void remember_vertices(int count, Cache<D>& cache) const {
    cache.count = count;
    for (int i = 0; i < D; ++i) {
      cache.a[i] = feature_a[i];
      cache.b[i] = feature_b[i];
    }
    if (count > D) {
      cache.a[D] = feature_a[D];
      cache.b[D] = feature_b[D];
    }
    cache.direction = {};
  }
};

}  // namespace abut::detail
