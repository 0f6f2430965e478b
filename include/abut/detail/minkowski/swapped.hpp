/// Answers with A and B exchanged: closed forms of a half-space and a shape have the half-space as A.
#pragma once

#include <abut/vec.hpp>

#include <utility>

namespace abut::detail {

/// Distance, Separation, Penetration and ShapeCast.
template <class Answer>
Answer swapped(Answer r) {
  r.normal = -r.normal;
  std::swap(r.point_a, r.point_b);
  if constexpr (requires { r.feature_a; }) std::swap(r.feature_a, r.feature_b);
  return r;
}

}  // namespace abut::detail
