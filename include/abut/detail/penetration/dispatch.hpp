/// How the depth of a pair of shapes is found. The pair is examined here and in separation/dispatch.hpp, and nowhere
/// else.
///
/// The least depth is minus the separation. MPR answers if the options name it.
#pragma once

#include <abut/detail/distance/conversion.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/minkowski/with_difference.hpp>
#include <abut/detail/mpr/depth.hpp>
#include <abut/operand.hpp>
#include <abut/penetration.hpp>

namespace abut::detail {

template <Scalar T, int D>
SeparationOptions<T, D> separation_options(const PenetrationOptions<T, D>& options) {
  return {
      .tolerance = options.tolerance, .cutoff = T(0), .max_iterations = options.max_iterations, .cache = options.cache};
}

template <Scalar T, int D>
Penetration<T, D> penetration_from(const Separation<T, D>& s) {
  if (s.status == Status::invalid_argument) return {};
  Penetration<T, D> r{.status = s.status,
                      .depth = s.separation < 0 ? -s.separation : T(0),
                      .lower = s.upper < 0 ? -s.upper : T(0),
                      .upper = s.lower < 0 ? -s.lower : T(0),
                      .normal = s.normal,
                      .point_a = s.point_a,
                      .point_b = s.point_b,
                      .feature_count = s.feature_count,
                      .iterations = s.iterations};
  if (r.upper == T(0)) r.status = Status::converged;  // a proof that they are apart completes the answer
  for (int i = 0; i < s.feature_count; ++i) {
    r.feature_a[i] = s.feature_a[i];
    r.feature_b[i] = s.feature_b[i];
  }
  return r;
}

/// Penetration and depth along a direction.
template <class Options>
bool is_valid_depth(const Options& options) {
  return options.tolerance >= 0 && is_finite(options.tolerance) && options.max_iterations > 0;
}

/// Converts the result of MPR from the scale and frame of the search to the user's.
template <class Set>
Penetration<typename Set::T, Set::D> describe(const Set& set, const MprDepth<Set::D>& found, bool is_least) {
  using T = typename Set::T;
  if (found.verdict.status == Status::invalid_argument) return {};
  Penetration<T, Set::D> r{.status = found.verdict.status, .iterations = found.verdict.iterations};
  if (found.verdict.apart) {
    r.upper = T(0);
    r.normal = vec_cast<T>(found.verdict.axis);
  } else if (found.verdict.overlap) {
    r.status = found.status;
    r.depth = narrow_within_range<T>(set.unscaled(found.depth));
    r.lower = is_least ? set.rounded_down(found.lower) : T(0);
    r.upper = set.rounded_up(found.upper);
    r.normal = vec_cast<T>(found.normal);
    r.point_a = narrow_within_range<T>(set.world(found.point_a));
    r.point_b = narrow_within_range<T>(set.world(found.point_a + found.between));
  }
  return r;
}

/// The depth along a direction; that along the normal of the portal if the direction is zero.
template <class Set, class Recorder>
MprDepth<Set::D> run_mpr_depth(const Set& solid, const Vec<double, Set::D>& direction, const MprDepthLimits& limits,
                               Recorder& recorder) {
  return direction != Vec<double, Set::D>{} ? mpr_depth_along(solid, direction, limits, recorder)
                                            : mpr_depth(solid, limits, recorder);
}

/// The same, untraced. On a DifferenceRef it is compiled once.
template <class Set>
MprDepth<Set::D> depth_by_mpr(const Set& set, const Vec<double, Set::D>& direction, const MprDepthLimits& limits) {
  NoTrace none;
  return run_mpr_depth(RoundedDifference<Set>(set), direction, limits, none);
}

#define ABUT_MPR_DEPTH(WORDS, D) \
  WORDS MprDepth<D> depth_by_mpr(const DifferenceRef<D>&, const Vec<double, D>&, const MprDepthLimits&);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_MPR_DEPTH)

/// The depth along a direction of the world, or that of the portal if it is zero.
struct PenetrationByMpr {
  template <class Set, class Options, class Trace>
  static Penetration<typename Set::T, Set::D> run(const Set& set, const Vec<double, Set::D>& direction,
                                                  const Options& options, Trace trace) {
    if (!set.is_valid() || !is_valid_depth(options)) return {};
    const auto& seen = for_heavy_method(set);
    const MprDepthLimits limits{.search = {.width = contract_width(set), .max_iterations = options.max_iterations},
                                .tolerance = double(options.tolerance)};
    const bool given = direction != Vec<double, Set::D>{};
    if constexpr (accepts_step<MprStep<Set::D>, Trace>) {
      MprRecorder<Set::D, Trace> recorder(trace);
      const RoundedDifference rounded(seen);
      return describe(set, run_mpr_depth(rounded, direction, limits, recorder), given);
    } else {
      return describe(set, depth_by_mpr(seen, direction, limits), given);
    }
  }
};

template <Shape A, Shape B, class Options, class Trace>
ABUT_COLD Penetration<ScalarOf<A>, dimension_of<A>> penetration_by_mpr(const A& a, const B& b,
                                                                       const Vec<double, dimension_of<A>>& direction,
                                                                       const Options& options, Trace trace) {
  return with_difference<PenetrationByMpr>(a, b, direction, options, trace);
}

template <Shape A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> penetration_in_place(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if (options.method == PenetrationMethod::mpr)
    return penetration_by_mpr(a, b, Vec<double, dimension_of<A>>{}, options, trace);
  return penetration_from(find_separation(a, b, separation_options(options), trace));
}

/// The query of type-erased shapes, which is compiled once.
template <class T, int D>
Penetration<T, D> penetration_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b,
                                      const PenetrationOptions<T, D>& options) {
  return with_shapes(a, b,
                     [&](const auto& x, const auto& y) { return penetration_in_place(x, y, options, NoTrace{}); });
}

#define ABUT_PENETRATION_QUERIES(WORDS, T, D)                                                   \
  WORDS Penetration<T, D> penetration_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, \
                                              const PenetrationOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_PENETRATION_QUERIES)

template <Shape A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if constexpr (is_compiled<A, B, Trace>) {
    return penetration_of_refs(ref_operand(a), ref_operand(b), options);
  } else {
    return penetration_in_place(a, b, options, trace);
  }
}

/// One of the two is a half-space.
template <Operand A, Operand B, class Trace>
  requires(AnyHalfSpace<A> || AnyHalfSpace<B>)
Penetration<ScalarOf<A>, dimension_of<A>> find_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  return penetration_from(find_separation(a, b, separation_options(options), trace));
}

}  // namespace abut::detail
