/// Distance and overlap of two bodies of which at least one is a solid: those of the surfaces, unless one body lies
/// within the other (composite/nesting.hpp).
#pragma once

#include <abut/detail/composite/distance.hpp>
#include <abut/detail/composite/nesting.hpp>
#include <abut/detail/composite/overlap.hpp>

namespace abut::detail {

template <Scalar T, int D>
CompositeDistance<T, D> distance_where_nested(CompositeDistance<T, D> r, const NestedPair<T, D>& nested) {
  r.status = Status::converged;
  r.distance = r.lower = r.upper = 0;
  r.point_a = r.point_b = nested.point;
  r.feature_count = 0;
  (nested.is_a ? r.part_a : r.part_b) = nested.part;
  return r;
}

template <Scalar T, int D>
CompositeDistance<T, D> distance_of_solids(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                           const DistanceOptions<T, D>& options) {
  const NestedPair<T, D> found = pair_with_point_inside(a, b);
  if (found.nesting == Nesting::nested) return distance_where_nested({}, found);
  CompositeDistance<T, D> r = distance_of_parts(a, b, options);
  // If the surfaces are not proven apart, the bounds of their distance hold for the solids too: the lower one is 0.
  if (!(r.lower > T(0))) return r;
  const NestedPair<T, D> nested = nested_pair(a, b, double(r.lower));
  if (nested.nesting == Nesting::nested) return distance_where_nested(r, nested);
  if (nested.nesting == Nesting::open) {
    r.lower = 0;
    r.status = Status::inconclusive;
  }
  return r;
}

template <Scalar T, int D>
CompositeOverlap<T, D> overlap_where_nested(CompositeOverlap<T, D> r, const NestedPair<T, D>& nested) {
  r.status = Status::converged;
  r.overlap = true;
  r.apart = false;
  r.lower = r.upper = 0;
  r.point = nested.point;
  (nested.is_a ? r.part_a : r.part_b) = nested.part;
  return r;
}

template <Scalar T, int D>
CompositeOverlap<T, D> overlap_of_solids(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                         const OverlapOptions<T, D>& options) {
  const NestedPair<T, D> found = pair_with_point_inside(a, b);
  if (found.nesting == Nesting::nested) return overlap_where_nested({}, found);
  CompositeOverlap<T, D> r = overlap_of_parts(a, b, options);
  if (!r.apart) return r;
  NestedPair<T, D> nested = nested_pair(a, b, double(r.lower));
  if (nested.nesting == Nesting::open) {  // a gap is proven, but no more than that: the distance is larger
    nested = nested_pair(a, b, double(distance_of_parts(a, b, {}).lower));
  }
  if (nested.nesting == Nesting::nested) return overlap_where_nested(r, nested);
  if (nested.nesting == Nesting::open) {
    r.apart = false;
    r.lower = 0;
    r.status = Status::inconclusive;
  }
  return r;
}

}  // namespace abut::detail
