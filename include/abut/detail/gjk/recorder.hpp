/// Tells a trace what GJK does. Only queries with a trace include any of it.
#pragma once

#include <abut/detail/gjk/iteration.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D, class Trace>
class Recorder {
 public:
  Recorder(Trace& trace, const GjkLimits& limits) : trace_(trace), limits_(limits) {}

  /// After an iteration that asked along v: what came, and what is left of the simplex. In the user's lengths.
  void step(const GjkIteration<D>& walk, const Vec<double, D>& v, Stop stop = Stop::none) {
    const double scale = limits_.scale, here = walk.lower_bound(v, limits_);
    lower_ = here > lower_ ? here : lower_;
    const Corners<D> corners(walk.simplex);
    const SimplexPoint<D> nearest = nearest_point(corners.w, corners.count, D + 1);
    GjkStep<D> r{.iteration = walk.iterations,
                 .direction = v / square_root(norm_squared(v)),
                 .support = walk.simplex.last().w / scale,
                 .id_a = walk.simplex.last().id_a,
                 .id_b = walk.simplex.last().id_b,
                 .count = corners.count,
                 .region = nearest.mask,
                 .nearest = nearest.p / scale,
                 .lower = lower_ / scale,
                 .upper = square_root(nearest.squared) / scale,
                 .stop = stop};
    for (int i = 0; i < corners.count; ++i) {
      r.simplex[i] = corners.w[i] / scale;
      r.weight[i] = nearest.weight[i];
    }
    trace_(r);
  }

 private:
  Trace& trace_;
  const GjkLimits& limits_;
  double lower_ = -infinity<double>;
};

}  // namespace abut::detail
