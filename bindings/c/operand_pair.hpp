/// What the verbs of two operands have in common: the pair, a number of the options, and how a query is asked that nobody watches.
#pragma once

#include "operand.hpp"
#include "results.hpp"

namespace abut::c_api {

/// A number of the options, 0 standing for the default.
template <Scalar T>
T chosen(double given, T standard) {
  return given == 0 ? standard : static_cast<T>(given);
}
inline int chosen(std::int32_t given, int standard) { return given == 0 ? standard : given; }

/// Two operands, a half-space first. Those that make no question have a fault.
template <Scalar T, int D>
struct Pair {
  Operand<T, D> a, b;
  bool swapped;

  Pair(const abut_shape& first, const abut_shape& second)
      : Pair(first, second, second.kind == ABUT_HALF_SPACE && first.kind != ABUT_HALF_SPACE) {}

  Fault fault() const {
    if (first().fault()) return first().fault();
    if (second().fault()) return second().fault();
    if (a.is_half_space() && b.is_half_space()) return {.error = ABUT_TAKES_NO_HALF_SPACE, .where = 'b'};
    return {};
  }
  bool is_placed() const { return a.has_pose() || b.has_pose(); }

 private:
  Pair(const abut_shape& x, const abut_shape& y, bool swap)
      : a(swap ? y : x, swap ? 'b' : 'a'), b(swap ? x : y, swap ? 'a' : 'b'), swapped(swap) {}
  const Operand<T, D>& first() const { return swapped ? b : a; }
  const Operand<T, D>& second() const { return swapped ? a : b; }
};

/// What a verb found, and whether it was asked the other way round.
inline Fault finish(abut_answer& answer, bool swapped) {
  if (swapped) swap_sides(answer);
  if (answer.status == ABUT_INVALID_ARGUMENT) return {.error = ABUT_LENGTHS_OVERFLOW};
  return {};
}

/// The verb, unwatched. Where abut::compiled has such queries, that is faster by a writer that need not be asked; else all are
/// compiled once, with a writer. Half-spaces take no steps.
template <class Verb, class A, class B>
auto unwatched(Verb verb, const A& a, const B& b) {
#if !defined(ABUT_COMPILED)
  if constexpr (Shape<A> && Shape<B>) return verb(a, b, Writer{nullptr});
#endif
  return verb(a, b);
}

}  // namespace abut::c_api
