/// How the depth of a pair of shapes is found. The pair is examined here and in separation/dispatch.hpp, and nowhere
/// else.
///
/// The least depth is minus the separation. MPR answers if the options name it, and for the depth along a direction.
#pragma once

#include <abut/detail/closed_form/half_space_shape.hpp>
#include <abut/detail/distance/conversion.hpp>
#include <abut/detail/minkowski/check_operands.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/minkowski/with_difference.hpp>
#include <abut/detail/mpr/depth.hpp>
#include <abut/penetration.hpp>

namespace abut::detail {

template <Scalar T, int D>
SeparationOptions<T> separation_options(const PenetrationOptions<T, D>& options) {
  return {.tolerance = options.tolerance, .cutoff = T(0), .max_iterations = options.max_iterations};
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

/// Whether MPR is to answer.
template <Scalar T, int D>
bool is_for_mpr(const PenetrationOptions<T, D>& options) {
  return options.method == PenetrationMethod::mpr || options.direction != Vec<T, D>{};
}

template <Scalar T, int D>
bool is_valid(const PenetrationOptions<T, D>& options) {
  return options.tolerance >= 0 && options.tolerance <= largest<T> && options.max_iterations > 0 &&
         is_finite(options.direction);
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

template <class Set, class Recorder>
MprDepth<Set::D> run_mpr_depth(const Set& solid, const Vec<double, Set::D>& direction, const MprDepthLimits& limits,
                               Recorder& recorder) {
  return direction != Vec<double, Set::D>{} ? mpr_depth_along(solid, direction, limits, recorder)
                                            : mpr_depth(solid, limits, recorder);
}

/// The depth by MPR, untraced: that of the portal, or that along a direction. On a DifferenceRef it is compiled once.
template <class Set>
MprDepth<Set::D> depth_by_mpr(const Set& set, const Vec<double, Set::D>& direction, const MprDepthLimits& limits) {
  NoTrace none;
  return run_mpr_depth(RoundedDifference<Set>(set), direction, limits, none);
}

#define ABUT_MPR_DEPTH(WORDS, D) \
  WORDS MprDepth<D> depth_by_mpr(const DifferenceRef<D>&, const Vec<double, D>&, const MprDepthLimits&);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_MPR_DEPTH)

struct PenetrationByMpr {
  template <class Set, class Trace>
  static Penetration<typename Set::T, Set::D> run(const Set& set,
                                                  const PenetrationOptions<typename Set::T, Set::D>& options,
                                                  Trace trace) {
    if (!set.is_valid() || !is_valid(options)) return {};
    const auto& seen = for_heavy_method(set);
    const MprDepthLimits limits{.search = {.width = contract_width(set), .max_iterations = options.max_iterations},
                                .tolerance = double(options.tolerance)};
    const Vec<double, Set::D> direction = widen(options.direction);
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

template <Shape A, Shape B, class Trace>
ABUT_COLD Penetration<ScalarOf<A>, dimension_of<A>> penetration_by_mpr(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  return with_difference<PenetrationByMpr>(a, b, options, trace);
}

template <Shape A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> penetration_in_place(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if (is_for_mpr(options)) return penetration_by_mpr(a, b, options, trace);
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
  check_operands<A, B>();
  if constexpr (is_compiled<A, B, Trace>) {
    return penetration_of_refs(ref_operand(a), ref_operand(b), options);
  } else {
    return penetration_in_place(a, b, options, trace);
  }
}

/// The half-space is A. The shape moves along `d` relative to it.
template <AnyHalfSpace H, Shape S>
Penetration<ScalarOf<S>, dimension_of<S>> penetration_along(
    const H& half_space, const S& shape, const Vec<double, dimension_of<S>>& d,
    const PenetrationOptions<ScalarOf<S>, dimension_of<S>>& options) {
  using T = ScalarOf<S>;
  const Clearance<HalfSpaceOperand<H>, S> c(HalfSpaceOperand<H>(half_space), shape);
  if (!c.is_valid() || !is_valid(options)) return {};
  const ExitDirection way(c, d);
  Penetration<T, dimension_of<S>> r{.status = Status::converged, .iterations = 1};
  r.feature_count = 1;
  r.feature_a[0] = no_vertex;
  r.feature_b[0] = c.id();
  r.point_a = narrow_within_range<T>(way.is_finite() ? c.shape_point() + way.direction * c.unscaled(way.length)
                                                     : c.plane_point());
  r.point_b = narrow_within_range<T>(c.shape_point());
  if (!(way.upper > 0)) {
    r.upper = T(0);
    r.normal = vec_cast<T>(c.normal());
    return r;
  }
  r.normal = vec_cast<T>(way.direction);
  r.depth = way.is_finite() ? narrow_within_range<T>(c.unscaled(way.length)) : infinity<T>;
  r.lower = way.lower < infinity<double> ? c.rounded_down(way.lower) : infinity<T>;
  r.upper = c.rounded_up(way.upper);
  const bool closed = way.upper - way.lower <= double(options.tolerance) * way.upper + contract_width(c);
  const bool never = way.lower == infinity<double>, open = way.upper == infinity<double>;
  if (!never && (open || !closed)) r.status = Status::stalled;
  return r;
}

}  // namespace abut::detail
