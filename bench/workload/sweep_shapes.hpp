/// The shapes of the sweeps in the types of abut.
#pragma once

#include "workload/sweeps.hpp"

#include <abut/hull.hpp>
#include <abut/shapes.hpp>

#include <vector>

namespace bench {

inline std::vector<abut::Box3f> boxes_of(const Sweeps<3>& w) {
  std::vector<abut::Box3f> boxes;
  for (const auto& half : w.halves) boxes.push_back({half});
  return boxes;
}

/// Hulls, and views of them.
class HullPool {
 public:
  explicit HullPool(const Sweeps<3>& w) {
    for (const auto& points : w.points) hulls_.push_back(*abut::Hull3f::from(points));
    for (const auto& hull : hulls_) views_.push_back(hull.view());
  }
  const std::vector<abut::HullView<float, 3>>& views() const { return views_; }

 private:
  std::vector<abut::Hull3f> hulls_;
  std::vector<abut::HullView<float, 3>> views_;
};

/// Views of the points of the sweeps, which must outlive them.
inline std::vector<abut::PointSet2f> point_sets_of(const Sweeps<2>& w) {
  std::vector<abut::PointSet2f> sets;
  for (const auto& points : w.points) sets.push_back(*abut::PointSet2f::from(points));
  return sets;
}

}  // namespace bench
