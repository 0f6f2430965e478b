/// Distance and overlap of two bodies of any kind, compiled once. Which method answers:
///
///     a compound of bodies      the pairs of its parts are asked in turn, as two bodies (composite/part_pair.hpp)
///     a solid                   composite/solids.hpp: the surfaces, and what lies within the other
///     all others                composite/distance.hpp, composite/overlap.hpp: the unions of the parts
///
/// A convex shape is a body, too.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/composite/solids.hpp>

namespace abut::detail {

template <class T, int D>
CompositeDistance<T, D> distance_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                           const DistanceOptions<T, D>& options) {
  if (!is_valid(a) || !is_valid(b) || !is_valid(options)) return {};
  if (a.has_bodies || b.has_bodies) {
    return with_matching_parts(a, b, [&](const auto& x, const auto& y) { return distance_of_parts(x, y, options); });
  }
  return a.is_solid || b.is_solid ? distance_of_solids(a, b, options) : distance_of_parts(a, b, options);
}

template <class T, int D>
CompositeOverlap<T, D> overlap_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                         const OverlapOptions<T, D>& options) {
  if (!is_valid(a) || !is_valid(b)) return {};
  if (a.has_bodies || b.has_bodies) {
    return with_matching_parts(a, b, [&](const auto& x, const auto& y) { return overlap_of_parts(x, y, options); });
  }
  return a.is_solid || b.is_solid ? overlap_of_solids(a, b, options) : overlap_of_parts(a, b, options);
}

#define ABUT_BODY_QUERIES(WORDS, T, D)                                                                   \
  WORDS CompositeDistance<T, D> distance_of_bodies(const CompositeRef<T, D>&, const CompositeRef<T, D>&, \
                                                   const DistanceOptions<T, D>&);                        \
  WORDS CompositeOverlap<T, D> overlap_of_bodies(const CompositeRef<T, D>&, const CompositeRef<T, D>&,   \
                                                 const OverlapOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_BODY_QUERIES)

}  // namespace abut::detail
