/// A search direction from rounded weights.
#pragma once

#include <array>

namespace textbook {

/// In float, where it shows early; double has the same trouble nearer to contact.
struct Vec2f {
  float x = 0, y = 0;
};
constexpr float dot(Vec2f a, Vec2f b) { return a.x * b.x + a.y * b.y; }

/// A triangle beside the origin. The search has found its edge a b; c lies a little nearer.
inline constexpr Vec2f needle_a{0.021119118F, 79.584320F}, needle_b{0.020964622F, -31.515678F}, needle_c{0.02098F, 0};

/// The vertex furthest along d: a, b or c.
inline char support_of_needle(Vec2f d) {
  char best = 'a';
  float height = dot(needle_a, d);
  if (dot(needle_b, d) > height) best = 'b', height = dot(needle_b, d);
  if (dot(needle_c, d) > height) best = 'c';
  return best;
}

namespace wrong {

// recipe: search direction, wrong
/// From the point of the edge a b that is nearest to the origin, towards the origin.
inline Vec2f direction(Vec2f a, Vec2f b) {
  const Vec2f e = {b.x - a.x, b.y - a.y};
  const float u = dot(b, e) / dot(e, e), v = -dot(a, e) / dot(e, e);
  return {-(u * a.x + v * b.x), -(u * a.y + v * b.y)};
}
// end

}  // namespace wrong

namespace mended {

// recipe: search direction, mended
inline Vec2f direction(Vec2f a, Vec2f b) {
  const Vec2f e = {b.x - a.x, b.y - a.y};
  const bool origin_is_left = e.y * a.x - e.x * a.y > 0;
  return origin_is_left ? Vec2f{-e.y, e.x} : Vec2f{e.y, -e.x};  // dot(d, e) is 0, to the last bit
}
// end

}  // namespace mended
}  // namespace textbook
