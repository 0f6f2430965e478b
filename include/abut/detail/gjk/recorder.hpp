/// Reports the steps of GJK to a trace. Untraced queries instantiate none of it.
#pragma once

#include <abut/detail/gjk/iteration.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D, class Trace>
class GjkRecorder {
 public:
  GjkRecorder(Trace trace, const GjkLimits& limits) : trace_(trace), limits_(limits) {}

  /// Reports an iteration along v: the support point, and what is left of the simplex. In the user's lengths.
  void step(const GjkIteration<D>& iteration, const Vec<double, D>& v, Stop stop = Stop::none) {
    if (!is_tracing(trace_)) return;
    const double scale = limits_.scale, here = iteration.lower_bound(v, limits_);
    lower_ = here > lower_ ? here : lower_;
    const Corners<D> corners(iteration.simplex);
    const SimplexPoint<D> nearest = nearest_point(corners.w, corners.count, D + 1);
    GjkStep<D> r{.iteration = iteration.iterations,
                 .direction = v / square_root(norm_squared(v)),
                 .support = iteration.simplex.last().w / scale,
                 .id_a = iteration.simplex.last().id_a,
                 .id_b = iteration.simplex.last().id_b,
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
  Trace trace_;
  const GjkLimits& limits_;
  double lower_ = -infinity<double>;
};

/// A GjkRecorder for a trace that accepts the steps of GJK, otherwise NoTrace.
template <int D, class Trace>
ABUT_INLINE auto gjk_recorder([[maybe_unused]] Trace trace, [[maybe_unused]] const GjkLimits& limits) {
  if constexpr (accepts_step<GjkStep<D>, Trace>) {
    return GjkRecorder<D, Trace>(trace, limits);
  } else {
    return NoTrace{};
  }
}

}  // namespace abut::detail
