/// Which method answers a query about the depth of bodies of parts. The pair is examined here and nowhere else:
///
///     two bodies, or a body and a shape     composite/depth/penetration.hpp: two bounds
///     the same, along a direction           composite/depth/depth_along.hpp: a cast from outside
///     how it changes                        composite/depth/gradient.hpp: the pairs of parts that are as near
///     a body and a half-space               every part of the body is asked: the deepest decides
#pragma once

#include <abut/composite.hpp>
#include <abut/detail/composite/depth/depth_along.hpp>
#include <abut/detail/composite/depth/gradient.hpp>
#include <abut/detail/composite/depth/penetration.hpp>
#include <abut/detail/composite/dispatch.hpp>

namespace abut::detail {

template <Scalar T, int D>
CompositeSeparation<T, D> swapped_parts(const CompositeSeparation<T, D>& r) {
  return {swapped(static_cast<const Separation<T, D>&>(r)), r.part_b, r.part_a, r.subpart_b, r.subpart_a};
}
template <Scalar T, int D>
CompositePenetration<T, D> swapped_parts(CompositePenetration<T, D> r) {
  r.normal = -r.normal;
  std::swap(r.point_a, r.point_b);
  swap_parts(r);
  return r;
}

/// The half-space is A. Nothing is deeper in it than the deepest part.
template <AnyHalfSpace A, Composite B>
CompositeSeparation<ScalarOf<A>, dimension_of<A>> separation_of_half_space(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using T = ScalarOf<A>;
  constexpr int D = dimension_of<A>;
  CompositeSeparation<T, D> best;
  T lower = infinity<T>;
  bool is_valid = true;
  for_each_part(composite_ref(b), [&](const auto& part, PartId id, PartId within) {
    const Separation<T, D> s = separation(a, part, options);
    is_valid = is_valid && s.status != Status::invalid_argument;
    lower = s.lower < lower ? s.lower : lower;
    if (best.status == Status::invalid_argument || s.upper < best.upper) best = {s, 0, id, 0, within};
  });
  if (!is_valid) return {};
  best.lower = lower;
  return best;
}

/// What remains if a shape has no finite box: nothing is known about the depth.
template <Composite A, class B>
CompositePenetration<ScalarOf<A>, dimension_of<A>> penetration_without_box(const A& a, const B& b) {
  CompositePenetration<ScalarOf<A>, dimension_of<A>> r;
  if (distance_without_box(a, b, {}).status == Status::invalid_argument) return r;
  r.status = Status::inconclusive;
  r.depth = r.upper;
  return r;
}

template <class A, class B>
CompositePenetration<ScalarOf<A>, dimension_of<A>> find_composite_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositePenetration<ScalarOf<A>, dimension_of<A>>;
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return find_composite_penetration(held, b, options); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return find_composite_penetration(a, held, options); });
  } else if constexpr (AnyHalfSpace<A>) {
    const auto s = separation_of_half_space(a, b, separation_options(options));
    return {penetration_from(s), s.part_a, s.part_b, s.subpart_a, s.subpart_b};
  } else if constexpr (AnyHalfSpace<B> || !Composite<A>) {
    return swapped_parts(find_composite_penetration(b, a, options));
  } else {
    return with_composites<Answer>(
        a, b, [&](const auto& x, const auto& y) { return penetration_of_bodies(x, y, options); },
        [&] { return penetration_without_box(a, b); });
  }
}

template <class A, class B>
CompositeSeparation<ScalarOf<A>, dimension_of<A>> find_composite_separation(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositeSeparation<ScalarOf<A>, dimension_of<A>>;
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return find_composite_separation(held, b, options); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return find_composite_separation(a, held, options); });
  } else if constexpr (AnyHalfSpace<A>) {
    return separation_of_half_space(a, b, options);
  } else if constexpr (AnyHalfSpace<B> || !Composite<A>) {
    return swapped_parts(find_composite_separation(b, a, options));
  } else {
    return with_composites<Answer>(
        a, b, [&](const auto& x, const auto& y) { return separation_of_bodies(x, y, options); },
        [&] { return separation_from(penetration_without_box(a, b)); });
  }
}

/// The half-space is A, and the body moves: all of it is out once every part is.
template <AnyHalfSpace A, Composite B>
CompositePenetration<ScalarOf<A>, dimension_of<A>> depth_along_half_space(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using T = ScalarOf<A>;
  CompositePenetration<T, dimension_of<A>> deepest;
  T lower = 0;
  bool is_valid = true;
  for_each_part(composite_ref(b), [&](const auto& part, PartId id, PartId within) {
    const auto p = depth_along(a, part, direction, options);
    is_valid = is_valid && p.status != Status::invalid_argument;
    lower = p.lower > lower ? p.lower : lower;
    const bool replaces = deepest.status == Status::invalid_argument || p.upper > deepest.upper ||
                          (p.upper == deepest.upper && p.lower > deepest.lower);
    if (replaces) deepest = {p, 0, id, 0, within};
  });
  if (!is_valid) return {};
  deepest.lower = lower;
  return deepest;
}

template <class A, class B>
CompositePenetration<ScalarOf<A>, dimension_of<A>> find_composite_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositePenetration<ScalarOf<A>, dimension_of<A>>;
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return find_composite_depth_along(held, b, direction, options); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return find_composite_depth_along(a, held, direction, options); });
  } else if constexpr (AnyHalfSpace<A>) {
    return depth_along_half_space(a, b, direction, options);
  } else if constexpr (AnyHalfSpace<B> || !Composite<A>) {
    return swapped_parts(find_composite_depth_along(b, a, -direction, options));
  } else {
    return with_composites<Answer>(
        a, b, [&](const auto& x, const auto& y) { return depth_along_of_bodies(x, y, widen(direction), options); },
        [&] { return penetration_without_box(a, b); });
  }
}

template <Scalar T, int D>
CompositeSeparationGradient<T, D> swapped_parts(CompositeSeparationGradient<T, D> g) {
  g.separation = swapped_parts(g.separation);
  std::swap(g.a, g.b);
  return g;
}

/// The half-space is A. The derivative exists if all parts that are as near have the same point, and no other.
template <AnyHalfSpace A, Composite B>
CompositeSeparationGradient<ScalarOf<A>, dimension_of<A>> gradient_of_half_space(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using T = ScalarOf<A>;
  constexpr int D = dimension_of<A>;
  CompositeSeparationGradient<T, D> g;
  g.separation = separation_of_half_space(a, b, options);
  const CompositeSeparation<T, D>& s = g.separation;
  if (s.status == Status::invalid_argument || !is_finite(s.separation)) return g;
  const CompositeRef<T, D> body = composite_ref(b);
  set_gradients(position_of(a), origin_of(body), g);
  const RelativeFrame<D> frame(body, body);
  const double size = frame.unscaled(frame.size()) + max_abs(widen(s.point_b)) + max_abs(origin_of(body));
  const double rounding = epsilon_of<T> * size;
  g.unique = true;
  for_each_part(body, [&](const auto& part, PartId, PartId) {
    if (!g.unique) return;
    const auto r = separation(a, part, options);
    if (double(r.lower) > double(s.upper) + composite_width<T> * rounding) return;
    const bool is_same = max_abs(widen(r.point_b) - widen(s.point_b)) <= same_point * rounding;
    g.unique = is_same && has_one_pair(a, part, r);
  });
  return g;
}

template <class A, class B>
CompositeSeparationGradient<ScalarOf<A>, dimension_of<A>> find_composite_gradient(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositeSeparationGradient<ScalarOf<A>, dimension_of<A>>;
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return find_composite_gradient(held, b, options); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return find_composite_gradient(a, held, options); });
  } else if constexpr (AnyHalfSpace<A>) {
    return gradient_of_half_space(a, b, options);
  } else if constexpr (AnyHalfSpace<B> || !Composite<A>) {
    return swapped_parts(find_composite_gradient(b, a, options));
  } else {
    return with_composites<Answer>(
        a, b, [&](const auto& x, const auto& y) { return gradient_of_bodies(x, y, options); },
        [&] {
          Answer g;
          g.separation = separation_from(penetration_without_box(a, b));
          return g;
        });
  }
}

}  // namespace abut::detail
