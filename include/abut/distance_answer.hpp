/// What can be asked of distance(), and what it answers.
#pragma once

#include <abut/status.hpp>
#include <abut/support.hpp>

namespace abut {

/// Relative: for curved shapes, how far the bounds may stay apart as a part of the distance. Polytopes stop at their closest
/// vertices, edges and faces, and need none.
template <Scalar T>
inline constexpr T default_tolerance = std::same_as<T, float> ? T(1e-6) : T(1e-12);

/// Everything has a default.
template <Scalar T>
struct DistanceOptions {
  T tolerance = default_tolerance<T>;
  T cutoff = infinity<T>;    ///< may stop as soon as the shapes are proven further apart than this
  int max_iterations = 128;  ///< support calls on each shape; polytopes seldom take more than 20, curved ones 60
};

/// A plane between the shapes: A on the side of -normal, B on the side of normal, each at least half of `lower` away.
template <Scalar T, int D>
struct Plane {
  Vec<T, D> point{};
  Vec<T, D> normal{};
};

/// The answer. Its bounds hold whatever the status says.
template <Scalar T, int D>
struct Distance {
  Status status = Status::invalid_argument;

  T distance = T(0);  ///< 0: they meet, as far as rounding can tell
  T lower = T(0);     ///< lower <= true distance <= upper
  T upper = infinity<T>;

  Vec<T, D> normal = axis<T, D>(0);  ///< unit vector from A to B
  Vec<T, D> point_a{};               ///< the closest points: point_b - point_a = distance * normal up to rounding
  Vec<T, D> point_b{};

  /// Distance, or minus the depth where only the radii overlap. Exact in the same way: within its own bounds. If the cores
  /// meet, its upper bound is minus the radii and its lower bound as far as a plane was found, which may be far. (Against
  /// a half-space it is exact however deep, see half_space.hpp.)
  T signed_distance = T(0);
  T signed_lower = -infinity<T>;
  T signed_upper = infinity<T>;
  bool cores_meet = false;

  /// The vertices of the cores that the closest points are combinations of, in pairs: ids of A and of B. One pair: vertex
  /// against vertex; D pairs: up to a face; D + 1: the cores overlap.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};
  VertexId feature_b[D + 1] = {};

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form

  /// Half way between the closest points.
  Plane<T, D> separating_plane() const { return {point_a * T(0.5) + point_b * T(0.5), normal}; }
};

}  // namespace abut
