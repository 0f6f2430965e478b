/// The GJK intersection test: does B - A contain the origin, radii included?
///
/// The loop of GJK (gjk/iteration.hpp) ends with the first direction whose support plane has the origin on its other
/// side by more than rounding and the radii: mostly the first one, along the line between the centers. If there is none
/// it ends as the distance does, with a simplex around the origin or next to it, and the combination of its vertices is
/// the common point.
///
/// Reference: G. van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex Objects"
/// (1999), for the early out. Departure: both verdicts are proven, within the roundings that are counted; if neither
/// can be, the verdict is open.
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

  /// `first`: the first search direction.
  template <class Trace>
  ABUT_INLINE IntersectionVerdict<D> run(const V& first, Trace trace) {
    auto recorder = gjk_recorder<D>(trace, limits_);
    return iterate(first, recorder);
  }

 private:
  template <class Recorder>
  ABUT_INLINE IntersectionVerdict<D> iterate(const V& first, Recorder& recorder) {
    GjkIteration<D> iteration;
    iteration.v = first;
    const bool undecided = iteration.run(set_, limits_, limits_.max_iterations / fast_share, recorder);
    if (!undecided) {
      const double lower = iteration.lower_bound(iteration.v, limits_);
      if (lower - limits_.radii > limits_.cutoff) {
        if constexpr (!is_untraced<Recorder>) recorder.step(iteration, iteration.v, Stop::cutoff);
        return apart(iteration.v * (1 / iteration.length), lower, iteration.iterations);
      }
    }
    return prove_or_search(iteration, undecided, recorder);
  }

  template <class Recorder>
  ABUT_INLINE IntersectionVerdict<D> prove_or_search(GjkIteration<D>& iteration, bool undecided, Recorder& recorder) {
    GjkResult<D> r;
    if (!undecided && prove_once<D>(iteration, limits_, nullptr, r)) {
      if constexpr (!is_untraced<Recorder>)
        recorder.step(iteration, iteration.v, r.meets ? Stop::origin_reached : Stop::bounds_met);
    } else {
      r = fall_back(iteration, limits_, set_, !undecided, recorder);
    }
    if (r.status == Status::invalid_argument) return detail::undecided<D>(r.status, r.iterations);
    if (r.lower - limits_.radii > limits_.cutoff) return apart(r.normal, r.lower, r.iterations);
    const double upper = r.upper - limits_.radii + radii_error(limits_.radii, r.upper);
    const Status otherwise = r.status == Status::iteration_limit ? Status::iteration_limit : Status::inconclusive;
    const V p = r.point_b - r.point_a;
    return meeting_at(r.point_a + p * part_of_a(), upper, limits_.contract_width, otherwise, r.iterations);
  }

  /// The axis is the direction divided by its length, which rotates it by up to u.
  IntersectionVerdict<D> apart(const V& axis, double lower, int iterations) const {
    const double error = radii_error(limits_.radii, lower) + unit_roundoff * limits_.size;
    return apart_along(axis, lower - limits_.radii - error, iterations);
  }

  /// The fraction of the way between the nearest points of the cores at which both shapes meet, if they do.
  double part_of_a() const { return limits_.radii > 0 ? set_.scaled(set_.radius_a()) / limits_.radii : 0.5; }

  const Set& set_;
  const GjkLimits& limits_;
};

}  // namespace abut::detail
