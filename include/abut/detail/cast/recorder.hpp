/// Reports the support calls of a cast to a trace.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D, class Trace>
class CastRecorder {
 public:
  CastRecorder(double scale, Trace trace) : scale_(scale), trace_(trace) {}

  void step(const CastProof<D>& proof, int iteration, const Vec<double, D>& d, const DifferencePoint<D>& point,
            bool moved) {
    if (!is_tracing(trace_)) return;
    trace_(CastStep<D>{.iteration = iteration,
                       .direction = d / square_root(norm_squared(d)),
                       .support = point.w / scale_,
                       .id_a = point.id_a,
                       .id_b = point.id_b,
                       .t_safe = proof.motion().time(proof.safe()),
                       .moved = moved,
                       .missed = proof.missed()});
  }

 private:
  double scale_;
  Trace trace_;
};

/// A CastRecorder for a trace that accepts the steps of casts, otherwise NoTrace.
template <int D, class Trace>
auto cast_recorder([[maybe_unused]] double scale, [[maybe_unused]] Trace trace) {
  if constexpr (accepts_step<CastStep<D>, Trace>) {
    return CastRecorder<D, Trace>(scale, trace);
  } else {
    return NoTrace{};
  }
}

}  // namespace abut::detail
