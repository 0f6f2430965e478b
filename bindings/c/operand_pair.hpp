/// What the queries of two operands share: the pair, the options with their defaults, and the untraced call.
#pragma once

#include "operand.hpp"
#include "results.hpp"

namespace abut::c_api {

/// An option; 0 stands for its default.
template <Scalar T>
T chosen(double given, T standard) {
  return given == 0 ? standard : static_cast<T>(given);
}
inline int chosen(std::int32_t given, int standard) { return given == 0 ? standard : given; }

/// Two operands, a half-space always as the first. A pair that no query takes has a fault.
template <Scalar T, int D>
struct OperandPair {
  Operand<T, D> a, b;
  bool swapped;  ///< a is the second of the two given

  OperandPair(const abut_shape& first, const abut_shape& second)
      : OperandPair(first, second, second.kind == ABUT_HALF_SPACE && first.kind != ABUT_HALF_SPACE) {}

  Fault fault() const {
    if (first().fault()) return first().fault();
    if (second().fault()) return second().fault();
    if (a.is_half_space() && b.is_half_space()) return {.error = ABUT_TAKES_NO_HALF_SPACE, .where = 'b'};
    return {};
  }
  bool is_placed() const { return a.has_pose() || b.has_pose(); }

 private:
  OperandPair(const abut_shape& x, const abut_shape& y, bool swap)
      : a(swap ? y : x, swap ? 'b' : 'a'), b(swap ? x : y, swap ? 'a' : 'b'), swapped(swap) {}
  const Operand<T, D>& first() const { return swapped ? b : a; }
  const Operand<T, D>& second() const { return swapped ? a : b; }
};

/// The end of every query: undoes the swap. A status of invalid_argument with valid operands means that lengths
/// overflow.
inline Fault finish(abut_answer& answer, bool swapped) {
  if (swapped) swap_sides(answer);
  if (answer.status == ABUT_INVALID_ARGUMENT) return {.error = ABUT_LENGTHS_OVERFLOW};
  return {};
}

/// Calls the verb untraced. If the library has the query, that instance is called, which does not test for a trace.
/// Otherwise the traced instance serves with a null trace, so that each query is compiled once. Half-spaces take no
/// trace.
template <class Verb, class A, class B>
auto untraced(Verb verb, const A& a, const B& b) {
#if defined(ABUT_SMALL)
  if constexpr (Shape<A> && Shape<B>) return verb(a, b, TraceWriter{nullptr});
#endif
  return verb(a, b);
}

}  // namespace abut::c_api
