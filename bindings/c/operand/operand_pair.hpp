/// What the queries of two operands share: the pair, and the untraced call.
#pragma once

#include "cache_of.hpp"
#include "operand.hpp"

#include "results.hpp"

namespace abut::c_api {

/// Two operands. A pair that no query takes has a fault.
template <Scalar T, int D>
struct OperandPair {
  Operand<T, D> a, b;

  OperandPair(const abut_shape& first, const abut_shape& second) : a(first, 'a'), b(second, 'b') {}

  Fault fault() const {
    if (a.fault()) return a.fault();
    if (b.fault()) return b.fault();
    if (a.is_half_space() && b.is_half_space()) return {.error = ABUT_TAKES_NO_HALF_SPACE, .where = 'b'};
    return {};
  }

  /// Calls f(a, b), both with poses if one has a pose.
  template <class F>
  void ask(F f) const {
    const bool placed = a.has_pose() || b.has_pose();
    if (a.is_half_space()) {
      placed ? f(a.placed_half_space(), b.placed()) : f(a.half_space(), b.shape());
    } else if (b.is_half_space()) {
      placed ? f(a.placed(), b.placed_half_space()) : f(a.shape(), b.half_space());
    } else {
      placed ? f(a.placed(), b.placed()) : f(a.shape(), b.shape());
    }
  }
};

/// The end of every query. A status of invalid_argument with valid operands means that lengths overflow.
inline Fault finish(const abut_answer& answer) {
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
