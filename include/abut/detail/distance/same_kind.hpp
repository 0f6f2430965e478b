/// The distance of two ShapeRefs that hold shapes of one frequent kind: capsules, boxes or hulls.
///
/// A query of ShapeRefs asks each shape for its vertices, its bounding sphere, its errors, ... through pointers, and so
/// two capsules take three times as long as by their own types. Pairs of one kind are recognized here, before anything
/// is set up, and are answered by the code of their own types, which the library compiles once, with forced inlining.
///
/// Guarantee: the answer of the shapes' own types, bit for bit, as that of any ShapeRef.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/distance/signed_distance.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/shapes.hpp>

namespace abut::detail {

// See distance/dispatch.hpp.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer distance_in_place(const A& a, const B& b, C cache,
                                     const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);

/// The distance of two placed shapes of the type S. `cache` may be null.
template <class S, class T, int D>
SignedDistance<T, D> distance_of_placed(const RefOperand<T, D>& a, const RefOperand<T, D>& b, Cache<D>* cache,
                                        const DistanceOptions<T, D>& options) {
  const Placed<S> x{a.shape.template held<S>(), *a.pose}, y{b.shape.template held<S>(), *b.pose};
  return distance_in_place<SignedDistance<T, D>>(x, y, cache, options, NoTrace{});
}

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_DISTANCE_OF_PLACED(WORDS, S, T, D)                                                                       \
  WORDS SignedDistance<T, D> distance_of_placed<S<T, D>>(const RefOperand<T, D>&, const RefOperand<T, D>&, Cache<D>*, \
                                                         const DistanceOptions<T, D>&);
#define ABUT_DISTANCES_OF_SAME_KIND(WORDS, T, D) \
  ABUT_DISTANCE_OF_PLACED(WORDS, Capsule, T, D)  \
  ABUT_DISTANCE_OF_PLACED(WORDS, Box, T, D)      \
  ABUT_DISTANCE_OF_PLACED(WORDS, HullView, T, D)
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_SPACES(ABUT_DISTANCES_OF_SAME_KIND)

/// Whether the shape is a hull, with or without ownership.
ABUT_INLINE bool is_hull(RefType type) { return type == RefType::hull || type == RefType::hull_view; }

/// Their distance if both are placed and of one kind; otherwise what mixed() returns. Boxes in 2D are left to it: their
/// own types begin GJK elsewhere, and where a side has next to no length may end with other vertices.
template <class T, int D, class F>
SignedDistance<T, D> distance_by_kind(const RefOperand<T, D>& a, const RefOperand<T, D>& b, Cache<D>* cache,
                                      const DistanceOptions<T, D>& options, const F& mixed) {
  if (a.pose == nullptr || b.pose == nullptr) return mixed();
  const RefType type_a = a.shape.type(), type_b = b.shape.type();
  if (is_hull(type_a) && is_hull(type_b)) return distance_of_placed<HullView<T, D>>(a, b, cache, options);
  if (type_a != type_b) return mixed();
  if (type_a == RefType::capsule) return distance_of_placed<Capsule<T, D>>(a, b, cache, options);
  if constexpr (D == 3) {
    if (type_a == RefType::box) return distance_of_placed<Box<T, D>>(a, b, cache, options);
  }
  return mixed();
}

}  // namespace abut::detail
