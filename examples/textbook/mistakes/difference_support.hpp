/// The support function of a difference without its minus.
#pragma once

#include "../gjk2.hpp"

namespace textbook {

/// Two squares of side 2, one apart from the other by 1.
inline const Polytope<Vec2> left_square{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
inline const Polytope<Vec2> right_square{{{2, -1}, {4, -1}, {4, 1}, {2, 1}}};

namespace wrong {

// recipe: support of the difference, wrong
/// The support point of B - A along d.
inline SupportPoint<Vec2> support(const Polytope<Vec2>& a, const Polytope<Vec2>& b, Vec2 d) {
  const Vec2 p = a(d), q = b(d);  // of both shapes the same end
  return {q - p, p, q};
}
// end

}  // namespace wrong

namespace mended {

// recipe: support of the difference, mended
inline SupportPoint<Vec2> support(const Polytope<Vec2>& a, const Polytope<Vec2>& b, Vec2 d) {
  const Vec2 p = a(-d), q = b(d);  // b - a is far along d if b is, and a is far the other way
  return {q - p, p, q};
}
// end

}  // namespace mended
}  // namespace textbook
