/// Reports the support calls of MPR to a trace.
#pragma once

#include <abut/detail/mpr/portal.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// The state of MPR after a support call along v, in the lengths of the difference.
template <int D>
struct MprView {
  int iteration;
  const Vec<double, D>& v;
  const DifferencePoint<D>& support;
  const Portal<D>* portal;  ///< null while there is none
  const Vec<double, D>& center;
  double lower;  ///< height of the plane through the support point, less its rounding
  double scale;
};

template <int D, class Trace>
class MprRecorder {
 public:
  explicit MprRecorder(Trace trace) : trace_(trace) {}

  void step(const MprView<D>& view, Stop stop) {
    if (!is_tracing(trace_)) return;
    lower_ = view.lower > lower_ ? view.lower : lower_;
    MprStep<D> r{.iteration = view.iteration,
                 .direction = view.v / square_root(norm_squared(view.v)),
                 .support = view.support.w / view.scale,
                 .id_a = view.support.id_a,
                 .id_b = view.support.id_b,
                 .has_portal = view.portal != nullptr,
                 .center = view.center / view.scale,
                 .lower = lower_ / view.scale,
                 .stop = stop};
    for (int i = 0; i < D && r.has_portal; ++i) r.portal[i] = view.portal->p[i].w / view.scale;
    trace_(r);
  }

 private:
  Trace trace_;
  double lower_ = -infinity<double>;
};

/// An MprRecorder for a trace that accepts the steps of MPR, otherwise NoTrace.
template <int D, class Trace>
auto mpr_recorder([[maybe_unused]] Trace trace) {
  if constexpr (accepts_step<MprStep<D>, Trace>) {
    return MprRecorder<D, Trace>(trace);
  } else {
    return NoTrace{};
  }
}

}  // namespace abut::detail
