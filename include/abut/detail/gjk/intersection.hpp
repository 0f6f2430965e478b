/// GJK as a question of yes or no: does B - A hold the origin, radii included?
///
/// The walk of GJK (gjk/iteration.hpp) that ends with the first direction whose support plane has the origin on its other side by more than
/// rounding and the radii: mostly the first one, along the line between the centers. If there is none it ends as the distance does,
/// with a simplex around the origin or next to it, and the combination of its vertices is the common point.
///
/// Reference: G. van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex Objects" (1999), for the
/// early out. Departure: both answers are proven, within the roundings that are counted; where neither can be, it says so.
#pragma once

#include <abut/detail/gjk/gjk.hpp>
#include <abut/detail/minkowski/intersection_verdict.hpp>

namespace abut::detail {

template <class Set>
class GjkIntersection {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;

  ABUT_INLINE GjkIntersection(const Set& set, const GjkLimits& limits) : set_(set), limits_(limits) {}

  /// Along `first` at first.
  template <class... Trace>
  ABUT_INLINE IntersectionVerdict<D> run(const V& first, Trace&... trace) {
    return follow(first, Recorder<D, Trace>(trace, limits_)...);
  }

 private:
  /// As in gjk/gjk.hpp: the rest of the steps is for the search.
  static constexpr int share = 4;

  template <class... Watch>
  ABUT_INLINE IntersectionVerdict<D> follow(const V& first, Watch&&... watch) {
    GjkIteration<D> walk;
    walk.v = first;
    const bool undecided = walk.run(set_, limits_, limits_.max_iterations / share, watch...);
    if (!undecided) {
      const double lower = walk.lower_bound(walk.v, limits_);
      if (lower - limits_.radii > limits_.cutoff) {
        (watch.step(walk, walk.v, Stop::cutoff), ...);
        return apart(walk.v * (1 / walk.length), lower, walk.iterations);
      }
    }
    return settled(walk, undecided, watch...);
  }

  template <class... Watch>
  ABUT_INLINE IntersectionVerdict<D> settled(GjkIteration<D>& walk, bool undecided, Watch&... watch) {
    GjkResult<D> r;
    if (!undecided && prove(walk, limits_, r)) {
      (watch.step(walk, walk.v, r.meets ? Stop::origin_reached : Stop::bounds_met), ...);
    } else {
      r = fall_back(walk, limits_, set_, !undecided, watch...);
    }
    if (r.status == Status::invalid_argument) return detail::undecided<D>(r.status, r.iterations);
    if (r.lower - limits_.radii > limits_.cutoff) return apart(r.normal, r.lower, r.iterations);
    const double upper = r.upper - limits_.radii + radii_error(limits_.radii, r.upper);
    const Status otherwise = r.status == Status::iteration_limit ? Status::iteration_limit : Status::inconclusive;
    const V p = r.point_b - r.point_a;
    return meeting_at(r.point_a + p * part_of_a(), upper, limits_.contract_width, otherwise, r.iterations);
  }

  /// The axis is the direction divided by its length: another one, by a turn of up to u.
  IntersectionVerdict<D> apart(const V& axis, double lower, int iterations) const {
    const double error = radii_error(limits_.radii, lower) + unit_roundoff * limits_.size;
    return apart_along(axis, lower - limits_.radii - error, iterations);
  }

  /// Where between the nearest points of the cores both shapes reach, if they do.
  double part_of_a() const { return limits_.radii > 0 ? set_.scaled(set_.radius_a()) / limits_.radii : 0.5; }

  const Set& set_;
  const GjkLimits& limits_;
};

}  // namespace abut::detail
