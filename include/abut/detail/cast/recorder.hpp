/// Tells a trace what a cast does.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D, class Trace>
class CastRecorder {
 public:
  CastRecorder(double scale, Trace& trace) : scale_(scale), trace_(trace) {}

  void step(const CastProof<D>& proof, int iteration, const Vec<double, D>& d, const DifferencePoint<D>& point,
            bool moved) {
    const RelativeMotion<D>& course = proof.course();
    trace_(CastStep<D>{.iteration = iteration,
                       .direction = d / square_root(norm_squared(d)),
                       .support = point.w / scale_,
                       .id_a = point.id_a,
                       .id_b = point.id_b,
                       .safe = course.time(proof.safe()),
                       .moved = moved,
                       .missed = proof.missed()});
  }

 private:
  double scale_;
  Trace& trace_;
};

/// For a trace that takes the steps of casts; nobody else.
template <int D, class... Trace>
auto cast_watch([[maybe_unused]] double scale, [[maybe_unused]] Trace&... trace) {
  if constexpr (sizeof...(Trace) > 0 && accepts_step<CastStep<D>, Trace...>) {
    return CastRecorder<D, Trace...>(scale, trace...);
  } else {
    return CastUntraced<D>{};
  }
}

}  // namespace abut::detail
