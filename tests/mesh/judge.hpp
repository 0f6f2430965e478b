/// The parts of soups as the judge of 113 bits sees them.
#pragma once

#include "mesh/soups.hpp"
#include "oracle/judge/reference.hpp"

namespace abut::test {

/// The vertices of a part in the world.
template <Scalar T, int D>
oracle::Body<D> world(const Soup<T, D>& soup, std::size_t part, const Pose<T, D>& pose) {
  std::vector<Vec<T, D>> points;
  for (const std::uint32_t v : soup.parts[part]) points.push_back(soup.vertices[v]);
  return oracle::body(std::span<const Vec<T, D>>(points), pose);
}

}  // namespace abut::test
