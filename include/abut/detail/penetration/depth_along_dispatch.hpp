/// How the depth along a direction is found: by MPR, or in closed form out of a half-space.
#pragma once

#include <abut/depth_along.hpp>
#include <abut/detail/closed_form/half_space_shape.hpp>
#include <abut/detail/minkowski/swapped.hpp>
#include <abut/detail/penetration/dispatch.hpp>

namespace abut::detail {

template <Scalar T, int D>
bool is_direction(const Vec<T, D>& v) {
  return is_finite(v) && v != Vec<T, D>{};
}

/// The query of type-erased shapes, which is compiled once.
template <class T, int D>
Penetration<T, D> depth_along_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b,
                                      const Vec<double, D>& direction, const DepthAlongOptions<T, D>& options) {
  return with_shapes(
      a, b, [&](const auto& x, const auto& y) { return penetration_by_mpr(x, y, direction, options, NoTrace{}); });
}

#define ABUT_DEPTH_ALONG_QUERIES(WORDS, T, D)                                                                          \
  WORDS Penetration<T, D> depth_along_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, const Vec<double, D>&, \
                                              const DepthAlongOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_DEPTH_ALONG_QUERIES)

template <Shape A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if (!is_direction(direction)) return {};
  if constexpr (is_compiled<A, B, Trace>) {
    return depth_along_of_refs(ref_operand(a), ref_operand(b), widen(direction), options);
  } else {
    return penetration_by_mpr(a, b, widen(direction), options, trace);
  }
}

/// The half-space is A, and the shape moves.
template <AnyHalfSpace A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options, Trace) {
  using T = ScalarOf<A>;
  const Clearance<A, B> c(a, b);
  if (!c.is_valid() || !is_valid_depth(options) || !is_direction(direction)) return {};
  const ExitDirection way(c, widen(direction));
  Penetration<T, dimension_of<A>> r{.status = Status::converged, .iterations = 1};
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

/// The shape is A, and the half-space moves.
template <Shape A, AnyHalfSpace B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  return swapped(find_depth_along(b, a, -direction, options, trace));
}

}  // namespace abut::detail
