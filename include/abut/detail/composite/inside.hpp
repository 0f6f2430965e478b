/// Whether a point is in a solid: its winding number, see composite/nesting.hpp.
#pragma once

#include <abut/detail/composite/nesting.hpp>
#include <abut/solid.hpp>

namespace abut::detail {

inline Inside inside_from(const WindingNumber& winding) {
  const bool is_outside = winding.number == 0 && !winding.is_on;
  return {Status::converged, winding.number != 0, is_outside, winding.is_on, winding.number};
}

template <class T, int D>
Inside inside_of_composite(const CompositeRef<T, D>& solid, const Vec<T, D>& q) {
  if (!is_finite(q) || !is_valid(solid)) return {};
  const ProvenWinding found = proven_winding(solid, q);
  return found.is_proven ? inside_from(found.winding) : Inside{.status = Status::inconclusive};
}

#define ABUT_INSIDE_QUERIES(WORDS, T, D) WORDS Inside inside_of_composite(const CompositeRef<T, D>&, const Vec<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_INSIDE_QUERIES)

}  // namespace abut::detail
