/// The verdict of an intersection test: a plane between the shapes, a common point, or neither.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/status.hpp>

namespace abut::detail {

/// About the shapes with their radii, in the lengths and the frame of their difference (minkowski/difference.hpp). The
/// bounds are proven: `lower` along `axis`, `upper` by `point`. The status says how the search ended.
template <int D>
struct IntersectionVerdict {
  Status status;
  bool apart, overlap;
  int iterations;
  double lower;  ///< if apart: B lies beyond A along `axis` by at least this
  double upper;  ///< the shapes are no further apart than this; not positive if they certainly meet
  Vec<double, D> axis;
  Vec<double, D> point;
};

template <int D>
ABUT_INLINE IntersectionVerdict<D> apart_along(const Vec<double, D>& axis, double lower, int iterations) {
  return {.status = Status::converged,
          .apart = true,
          .overlap = false,
          .iterations = iterations,
          .lower = lower,
          .upper = infinity<double>,
          .axis = axis,
          .point = {}};
}

/// The shapes are no further apart than `upper`, at `point`: an overlap if that is no more than the rounding `width`.
template <int D>
IntersectionVerdict<D> meeting_at(const Vec<double, D>& point, double upper, double width, Status otherwise,
                                  int iterations) {
  const bool overlap = upper <= width;
  return {.status = overlap ? Status::converged : otherwise,
          .apart = false,
          .overlap = overlap,
          .iterations = iterations,
          .lower = 0,
          .upper = upper,
          .axis = {},
          .point = point};
}

template <int D>
IntersectionVerdict<D> undecided(Status status, int iterations) {
  return meeting_at(Vec<double, D>{}, infinity<double>, 0, status, iterations);
}

}  // namespace abut::detail
