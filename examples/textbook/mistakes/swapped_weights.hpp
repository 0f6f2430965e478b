/// The weights of a segment at the wrong ends.
#pragma once

#include "../vec.hpp"

namespace textbook {
namespace wrong {

// recipe: weights of a segment, wrong
/// The point of the segment a b nearest to q.
inline Vec2 closest_on_segment(Vec2 q, Vec2 a, Vec2 b) {
  const double u = dot(b - q, b - a), v = dot(q - a, b - a);  // from q's foot to b, and from a to it
  if (v <= 0) return a;
  if (u <= 0) return b;
  return (v / (u + v)) * a + (u / (u + v)) * b;
}
// end

}  // namespace wrong

namespace mended {

// recipe: weights of a segment, mended
inline Vec2 closest_on_segment(Vec2 q, Vec2 a, Vec2 b) {
  const double u = dot(b - q, b - a), v = dot(q - a, b - a);
  if (v <= 0) return a;
  if (u <= 0) return b;
  return (u / (u + v)) * a + (v / (u + v)) * b;  // near a, the way to b is long: u is the weight of a
}
// end

}  // namespace mended
}  // namespace textbook
