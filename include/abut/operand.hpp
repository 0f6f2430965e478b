/// What a verb takes: a shape, placed or not, a half-space, placed or not, or an AnyShape, which may hold either.
///
///     distance(crate, place(arm, pose));
///     contact(HalfSpace3f{}, place(crate, pose), {.cache = &cache});
///
/// Both operands have the same dimension and scalar, and at most one of them is a half-space: two half-spaces overlap
/// unless their normals are exactly opposite, which rounding can not decide. What is known at compile time is rejected
/// there, with a sentence; two half-spaces that meet in AnyShapes give Status::invalid_argument.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/half_space.hpp>
#include <abut/support.hpp>

#include <concepts>

namespace abut {

namespace detail {

/// Known only at run time to be a shape or a half-space: AnyShape, its view, or a ShapeNode. Its visit(f) calls f with
/// either, pose() is a pointer to its pose, null if it has none, and without_pose() is the same without it.
template <class A>
concept RuntimeOperand = requires { requires A::is_runtime_operand; };

}  // namespace detail

/// A shape or a half-space, placed or not, or an AnyShape: see the head of this file.
template <class A>
concept Operand = Shape<A> || detail::AnyHalfSpace<A> || detail::RuntimeOperand<A>;

template <Operand A>
struct Moving;  // motion.hpp

namespace detail {

template <class A>
inline constexpr bool is_vec = false;
template <Scalar T, int D>
inline constexpr bool is_vec<Vec<T, D>> = true;

template <Scalar T, int D>
struct FindVector<Vec<T, D>> {
  using type = Vec<T, D>;
};

template <class A>
inline constexpr bool is_moving = false;
template <Operand A>
inline constexpr bool is_moving<Moving<A>> = true;

/// An operand, or what is easily passed in its place, which check_operands() rejects with a sentence. A verb that took
/// operands only would be rejected with a list of the overloads that do not match.
template <class A>
concept Argument = Operand<A> || is_vec<A> || is_moving<A>;

template <class A, class B>
consteval void check_for_vec() {
  static_assert(!is_vec<A>, "abut: the first operand is a Vec, not a shape: a point is Point2f{v} or Point3f{v}");
  static_assert(!is_vec<B>, "abut: the second operand is a Vec, not a shape: a point is Point2f{v} or Point3f{v}");
}

/// The requirements of every query on the types of its operands, each with a one-line error message.
template <class A, class B>
consteval bool check_operands() {
  check_for_vec<A, B>();
  static_assert(!is_moving<A> && !is_moving<B>,
                "abut: moving(shape, motion) is for time_of_impact: other verbs take place(shape, pose)");
  static_assert(!AnyHalfSpace<A> || !AnyHalfSpace<B>,
                "abut: two half-spaces: at most one operand of a query may be one");
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one operand is 2D, the other 3D");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one operand is in float, the other in double");
  return Operand<A> && Operand<B> && !(AnyHalfSpace<A> && AnyHalfSpace<B>) && std::same_as<VectorOf<A>, VectorOf<B>>;
}

/// Returns f(a, b), with what an AnyShape holds in its place: each of the two is a Shape or a half-space then, and not
/// both are half-spaces. The answer of two half-spaces is Answer{}, whose status is invalid_argument.
template <class Answer, class A, class B, class F>
ABUT_INLINE Answer with_operands(const A& a, const B& b, const F& f) {
  if constexpr (RuntimeOperand<A>) {
    return a.visit([&](const auto& held) { return with_operands<Answer>(held, b, f); });
  } else if constexpr (RuntimeOperand<B>) {
    return b.visit([&](const auto& held) { return with_operands<Answer>(a, held, f); });
  } else if constexpr (AnyHalfSpace<A> && AnyHalfSpace<B>) {
    return Answer{};
  } else {
    return f(a, b);
  }
}

/// The way of every verb of two operands.
template <class Answer, class A, class B, class F>
ABUT_INLINE Answer ask(const A& a, const B& b, const F& f) {
  if constexpr (check_operands<A, B>()) {
    return with_operands<Answer>(a, b, f);
  } else {
    return Answer{};  // never: check_operands() has rejected it
  }
}

/// Returns f(a), with what an AnyShape holds in its place.
template <class A, class F>
ABUT_INLINE auto with_operand(const A& a, const F& f) {
  if constexpr (RuntimeOperand<A>) {
    return a.visit(f);
  } else {
    return f(a);
  }
}

}  // namespace detail
}  // namespace abut
