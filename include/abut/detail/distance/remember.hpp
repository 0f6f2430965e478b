/// What the closed forms write to a cache: the vertices of the closest points, for GJK in a later frame.
#pragma once

#include <abut/cache.hpp>
#include <abut/detail/closed_form/segment_segment.hpp>
#include <abut/detail/gjk/bounds.hpp>
#include <abut/distance.hpp>

#include <concepts>

namespace abut::detail {

/// The cache as a pointer. For NoCache this is a constant.
template <int D>
constexpr Cache<D>* cache_of(NoCache) {
  return nullptr;
}
template <int D>
constexpr Cache<D>* cache_of(Cache<D>* cache) {
  return cache;
}

/// Writes the vertices of what a closed form has found to the cache, if there is one.
template <class Set, class C>
ABUT_INLINE void remember(const Set& set, const GjkResult<Set::D>& found, C cache) {
  if constexpr (!std::same_as<C, NoCache>) {
    if (cache != nullptr) found.remember(set, *cache);
  }
}

template <int D, class C>
ABUT_INLINE void remember(const SegmentPoints<D>& found, C cache) {
  if constexpr (!std::same_as<C, NoCache>) {
    const SegmentFeatures& f = features_at(found.s);
    if (cache != nullptr) *cache = {f.count, {f.a[0], f.a[1], f.a[2]}, {f.b[0], f.b[1], f.b[2]}, {}};
  }
}

}  // namespace abut::detail
