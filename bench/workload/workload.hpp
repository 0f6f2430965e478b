/// What is measured: queries between shapes of two pools, each with two world poses, in float.
///
/// Every library gets exactly these numbers. Shapes and poses are rounded to float once, here, and answers are compared
/// with the true answers for the rounded numbers.
#pragma once

#include <abut/pose.hpp>

#include <cstdint>
#include <vector>

namespace bench {

/// Capsules and cylinders have z as their axis. A hull in 2D is a convex polygon, counter-clockwise.
enum class Form { box, capsule, cylinder, hull, ball, triangle };

template <int D>
struct Shape {
  abut::Vec<float, D> half{};               ///< box
  float radius = 0, half_height = 0;        ///< capsule (half the length of its segment), cylinder or ball
  std::vector<abut::Vec<float, D>> points;  ///< hull or triangle
};

/// Shapes of one form. Queries share the shapes of a pool, so that large hulls stay in the processor caches as they
/// would in a scene.
template <int D>
struct Pool {
  Form form = Form::hull;
  std::vector<Shape<D>> shapes;
};

template <int D>
struct Query {
  std::uint32_t a = 0, b = 0;  ///< indices in the pools
  abut::Pose<float, D> pose_a, pose_b;
  abut::Vec<float, D> direction{};  ///< a ray from where A is, up to t = 1, instead of A
};

template <int D>
struct Workload {
  Pool<D> a, b;
  std::vector<Query<D>> queries;
  /// Pairs that move: query i is pair i % pairs in frame i / pairs. 0: the queries are independent.
  std::uint32_t pairs = 0;
  bool warm = false;  ///< libraries that have a cache for a pair use it
};

inline abut::Rotation2d widened(const abut::Rotation2f& q) { return {q.c, q.s}; }
inline abut::Rotation3d widened(const abut::Rotation3f& q) { return {q.w, q.x, q.y, q.z}; }
template <int D>
abut::Pose<double, D> widened(const abut::Pose<float, D>& pose) {
  return {abut::vec_cast<double>(pose.p), widened(pose.q)};
}

}  // namespace bench
