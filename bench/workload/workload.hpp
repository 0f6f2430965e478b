/// What is measured: queries between shapes of two pools, each from two world poses, in float.
///
/// Every library gets these numbers, and no other: shapes and poses are rounded to float once, here, and the truth that answers
/// are judged by is that of the rounded numbers.
#pragma once

#include <abut/pose.hpp>

#include <cstdint>
#include <vector>

namespace bench {

/// Capsules and cylinders stand along z. A hull in the plane is a convex polygon, counter-clockwise.
enum class Form { box, capsule, cylinder, hull };

template <int D>
struct Shape {
  abut::Vec<float, D> half{};               ///< of a box
  float radius = 0, half_height = 0;        ///< of a capsule (that of its segment) or a cylinder
  std::vector<abut::Vec<float, D>> points;  ///< of a hull
};

/// Shapes of one form. Queries draw on a pool, so that big hulls stay in the caches as they would in a scene.
template <int D>
struct Pool {
  Form form = Form::hull;
  std::vector<Shape<D>> shapes;
};

template <int D>
struct Query {
  std::uint32_t a = 0, b = 0;  ///< in the pools
  abut::Pose<float, D> pose_a, pose_b;
};

template <int D>
struct Workload {
  Pool<D> a, b;
  std::vector<Query<D>> queries;
  /// Where shapes move: query i is about pair i % pairs, in frame i / pairs. 0: no query has to do with another.
  std::uint32_t pairs = 0;
  bool warm = false;  ///< libraries that can remember a pair shall
};

template <int D>
abut::Pose<double, D> widened(const abut::Pose<float, D>& pose) {
  return {abut::widen(pose.p), abut::detail::widen(pose.q)};
}

}  // namespace bench
