/// The depth of MPR's portal, taken for the least.
#pragma once

#include "../epa.hpp"
#include "../gjk3.hpp"
#include "../mpr.hpp"

namespace textbook {

/// The hull of the corners of a box.
inline Polytope<Vec3> box_at(Vec3 center, Vec3 half) {
  Polytope<Vec3> result;
  for (const double x : {-half.x, half.x})
    for (const double y : {-half.y, half.y})
      for (const double z : {-half.z, half.z}) result.points.push_back(center + Vec3{x, y, z});
  return result;
}

namespace wrong {

// recipe: depth of a portal, wrong
/// The least translation that ends the overlap.
template <class Difference>
double depth(const Difference& support, Vec3 center) {
  return mpr(support, center).depth;  // where one ray leaves B - A; an upper bound
}
// end

}  // namespace wrong

namespace mended {

// recipe: depth of a portal, mended
template <class Difference>
double depth(const Difference& support) {
  return epa(support, gjk3(support).simplex).depth;  // of all faces the nearest
}
// end

}  // namespace mended
}  // namespace textbook
