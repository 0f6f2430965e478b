/// One step of the verdict of GJK in the plane, for the two mistakes that are about its loop.
#pragma once

#include "../minkowski_difference.hpp"

#include <vector>

namespace textbook {

/// Do two shapes meet? A search that was given up knows neither.
enum class Answer { no, yes, undecided };

/// Is the origin in the simplex? If not, keeps the newest vertex c and the edge at c that has the origin outside, and
/// sets d across it.
inline bool contains_origin(std::vector<Vec2>& simplex, Vec2& d) {
  const Vec2 c = simplex.back();
  if (simplex.size() == 1) {
    d = -c;
    return false;
  }
  for (std::size_t i = 0; i + 1 < simplex.size(); ++i) {
    const Vec2 e = simplex[i] - c;
    Vec2 out = {-e.y, e.x};
    const Vec2 inside = simplex.size() == 3 ? simplex[1 - i] - c : c;  // an edge alone has the origin on its outer side
    if (dot(out, inside) > 0) out = -out;
    if (simplex.size() == 3 && dot(out, -c) <= 0) continue;
    simplex = {simplex[i], c};
    d = out;
    return false;
  }
  return true;
}

}  // namespace textbook
