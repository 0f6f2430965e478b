/// Which method answers a query about bodies of parts. The pair is examined here and nowhere else:
///
///     two bodies, or a body and a shape     composite/bodies.hpp: by their kinds; A is a body, so that a shape and a
///                                           body are swapped
///     a body and a half-space               every part of the body is asked
///     a ray and a body                      composite/cast/ray_cast.hpp: the tree of the body
///     casts of two bodies, or one and a shape     composite/cast/shape_cast.hpp: the trees of both
#pragma once

#include <abut/composite.hpp>
#include <abut/detail/composite/bodies.hpp>
#include <abut/detail/composite/cast/ray_cast.hpp>
#include <abut/detail/composite/cast/shape_cast.hpp>
#include <abut/detail/minkowski/swapped.hpp>

namespace abut::detail {

template <Composite A>
auto composite_ref(const A& a) {
  if constexpr (is_placed_body<A>) {
    return a.body.composite(&a.pose);
  } else {
    return a.composite();
  }
}

/// Returns f(a as a CompositeRef), or without_box() if a is a shape whose box is not finite: it is not valid, or nearly
/// as large as numbers are.
template <class Answer, class A, class F, class G>
Answer with_composite(const A& a, const F& f, const G& without_box) {
  if constexpr (Composite<A>) {
    return f(composite_ref(a));
  } else {
    const auto operand = ref_operand(a);
    const ConvexBody<ScalarOf<A>, dimension_of<A>> body(operand.shape);
    return body.has_box() ? f(body.ref(operand.pose)) : without_box();
  }
}

/// The same for two operands, of which the first is a body.
template <class Answer, Composite A, class B, class F, class G>
Answer with_composites(const A& a, const B& b, const F& f, const G& without_box) {
  return with_composite<Answer>(b, [&](const auto& y) { return f(composite_ref(a), y); }, without_box);
}

/// Calls f with every convex part of a body, placed as the body is, its number, and that of the part within the part.
template <Scalar T, int D, class F>
void for_each_part(const CompositeRef<T, D>& body, const F& f) {
  const auto ask = [&f](const CompositeRef<T, D>& of, PartId i, PartId part, PartId within) {
    of.with_part(i, [&](const RefOperand<T, D>& operand) {
      with_shape(operand, [&](const auto& shape) { f(shape, part, within); });
    });
  };
  for (PartId i = 0; i < body.part_count; ++i) {
    if (!body.is_body(i)) {
      ask(body, i, i, 0);
      continue;
    }
    const CompositeRef<T, D> inner = body.body(i);
    for (PartId k = 0; k < inner.part_count; ++k) ask(inner, k, i, k);
  }
}

/// The half-space is A.
template <AnyHalfSpace A, Composite B>
CompositeDistance<ScalarOf<A>, dimension_of<A>> distance_of_half_space(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using T = ScalarOf<A>;
  constexpr int D = dimension_of<A>;
  CompositeDistance<T, D> best;
  T lower = infinity<T>;
  bool is_valid = true;
  for_each_part(composite_ref(b), [&](const auto& part, PartId id, PartId within) {
    const Distance<T, D> d = distance(a, part, options);
    is_valid = is_valid && d.status != Status::invalid_argument;
    lower = d.lower < lower ? d.lower : lower;
    if (best.status == Status::invalid_argument || d.upper < best.upper) best = {d, 0, id, 0, within};
  });
  if (!is_valid) return {};
  best.lower = lower;
  return best;
}

template <AnyHalfSpace A, Composite B>
CompositeOverlap<ScalarOf<A>, dimension_of<A>> overlap_of_half_space(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using T = ScalarOf<A>;
  constexpr int D = dimension_of<A>;
  CompositeOverlap<T, D> best;
  for_each_part(composite_ref(b), [&](const auto& part, PartId id, PartId within) {
    const Overlap<T, D> met = overlap(a, part, options);
    const bool replaces = best.status == Status::invalid_argument || (met.overlap && !best.overlap) ||
                          (best.apart && !met.apart) || (best.apart && met.lower < best.lower);
    if (replaces) best = {met, 0, id, 0, within};
  });
  return best;
}

template <class Answer>
void swap_parts(Answer& r) {
  std::swap(r.part_a, r.part_b);
  std::swap(r.subpart_a, r.subpart_b);
}

template <Scalar T, int D>
CompositeDistance<T, D> swapped_parts(const CompositeDistance<T, D>& r) {
  return {swapped(static_cast<const Distance<T, D>&>(r)), r.part_b, r.part_a, r.subpart_b, r.subpart_a};
}
template <Scalar T, int D>
CompositeOverlap<T, D> swapped_parts(CompositeOverlap<T, D> r) {
  r.axis = -r.axis;
  swap_parts(r);
  return r;
}

/// What remains if a shape has no finite box: the first part bounds the distance from above.
template <Composite A, class B>
CompositeDistance<ScalarOf<A>, dimension_of<A>> distance_without_box(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using T = ScalarOf<A>;
  constexpr int D = dimension_of<A>;
  const CompositeRef<T, D> whole = composite_ref(a), body = whole.is_body(0) ? whole.body(0) : whole;
  CompositeDistance<T, D> r{body.with_part(0, [&](const RefOperand<T, D>& part) {
    return with_shape(part, [&](const auto& shape) { return distance(shape, b, options); });
  })};
  if (r.status != Status::invalid_argument) r.status = Status::inconclusive;
  r.lower = 0;
  return r;
}

template <class A, class B>
CompositeDistance<ScalarOf<A>, dimension_of<A>> find_composite_distance(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositeDistance<ScalarOf<A>, dimension_of<A>>;
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return find_composite_distance(held, b, options); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return find_composite_distance(a, held, options); });
  } else if constexpr (AnyHalfSpace<A>) {
    return distance_of_half_space(a, b, options);
  } else if constexpr (AnyHalfSpace<B>) {
    return swapped_parts(distance_of_half_space(b, a, options));
  } else if constexpr (!Composite<A>) {
    return swapped_parts(find_composite_distance(b, a, options));
  } else {
    return with_composites<Answer>(
        a, b, [&](const auto& x, const auto& y) { return distance_of_bodies(x, y, options); },
        [&] { return distance_without_box(a, b, options); });
  }
}

template <class A, class B>
CompositeOverlap<ScalarOf<A>, dimension_of<A>> find_composite_overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositeOverlap<ScalarOf<A>, dimension_of<A>>;
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return find_composite_overlap(held, b, options); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return find_composite_overlap(a, held, options); });
  } else if constexpr (AnyHalfSpace<A>) {
    return overlap_of_half_space(a, b, options);
  } else if constexpr (AnyHalfSpace<B>) {
    return swapped_parts(overlap_of_half_space(b, a, options));
  } else if constexpr (!Composite<A>) {
    return swapped_parts(find_composite_overlap(b, a, options));
  } else {
    return with_composites<Answer>(
        a, b, [&](const auto& x, const auto& y) { return overlap_of_bodies(x, y, options); },
        [&] {
          Answer r;
          if (distance_without_box(a, b, {}).status != Status::invalid_argument) r.status = Status::inconclusive;
          return r;
        });
  }
}

template <Scalar T, int D, class A>
CompositeRayCast<T, D> find_composite_ray_cast(const Ray<T, D>& ray, const A& body,
                                               const RayCastOptions<T, D>& options) {
  return ray_cast_at_body(ray, composite_ref(body), options);
}

/// The half-space is A.
template <AnyHalfSpace A, Composite B>
CompositeShapeCast<ScalarOf<A>, dimension_of<A>> shape_cast_of_half_space(
    const A& a, const B& b, const Translations<dimension_of<A>>& translations,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options) {
  CompositeShapeCast<ScalarOf<A>, dimension_of<A>> best;
  bool is_first = true;
  for_each_part(composite_ref(b), [&](const auto& part, PartId id, PartId within) {
    const auto r = find_shape_cast(a, part, translations, options, NoTrace{});
    const auto safe = !is_first && best.t_safe < r.t_safe ? best.t_safe : r.t_safe;
    const bool is_open = !r.hit && !r.miss, replaces = best.hit ? r.hit && r.t < best.t : r.hit || is_open;
    if (is_first || replaces) best = {r, 0, id, 0, within};
    best.t_safe = safe;
    is_first = false;
  });
  return best;
}

template <Scalar T, int D>
CompositeShapeCast<T, D> swapped_parts(const CompositeShapeCast<T, D>& r) {
  return {swapped(static_cast<const ShapeCast<T, D>&>(r)), r.part_b, r.part_a, r.subpart_b, r.subpart_a};
}

template <class A, class B>
CompositeShapeCast<ScalarOf<A>, dimension_of<A>> find_composite_shape_cast(
    const A& a, const B& b, const Translations<dimension_of<A>>& translations,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositeShapeCast<ScalarOf<A>, dimension_of<A>>;
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return find_composite_shape_cast(held, b, translations, options); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return find_composite_shape_cast(a, held, translations, options); });
  } else if constexpr (AnyHalfSpace<A>) {
    return shape_cast_of_half_space(a, b, translations, options);
  } else if constexpr (!Composite<A>) {
    return swapped_parts(find_composite_shape_cast(b, a, translations.swapped(), options));
  } else if constexpr (AnyHalfSpace<B>) {
    return swapped_parts(shape_cast_of_half_space(b, a, translations.swapped(), options));
  } else {
    return with_composites<Answer>(
        a, b, [&](const auto& x, const auto& y) { return shape_cast_of_bodies(x, y, translations, options); },
        [&] {
          Answer r;
          if (distance_without_box(a, b, {}).status != Status::invalid_argument) r.status = Status::inconclusive;
          return r;
        });
  }
}

}  // namespace abut::detail
