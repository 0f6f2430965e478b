/// Bodies of parts as the judge of 113 bits sees them: every part a convex hull with a radius.
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

template <int D>
using JudgedParts = std::vector<oracle::Body<D>>;

/// All parts of a soup in the world, each with a radius.
template <Scalar T, int D>
JudgedParts<D> world(const Soup<T, D>& soup, const Pose<T, D>& pose, T radius = T(0)) {
  JudgedParts<D> parts;
  for (std::size_t i = 0; i < soup.parts.size(); ++i) {
    parts.push_back(world(soup, i, pose));
    parts.back().radius = oracle::Real(radius);
  }
  return parts;
}

/// Bounds of a distance.
struct TrueRange {
  oracle::Real lower, upper;
};

/// The distance of two parts with their radii; 0 if they meet.
template <int D>
TrueRange true_distance(const oracle::Body<D>& a, const oracle::Body<D>& b) {
  const oracle::Truth<D> t = oracle::distance(a, b);
  const oracle::Real radii = a.radius + b.radius, none = 0;
  const oracle::Real lower = t.lower - radii, upper = t.upper - radii;
  return {lower > none ? lower : none, upper > none ? upper : none};
}

/// The least of all pairs of parts.
template <int D>
TrueRange true_distance(const JudgedParts<D>& a, const JudgedParts<D>& b) {
  TrueRange least{oracle::power_of_two(15000), oracle::power_of_two(15000)};
  for (const auto& x : a) {
    for (const auto& y : b) {
      const TrueRange t = true_distance(x, y);
      least.lower = t.lower < least.lower ? t.lower : least.lower;
      least.upper = t.upper < least.upper ? t.upper : least.upper;
    }
  }
  return least;
}

/// The answers of distance() and overlap() hold, and one of them says something.
template <class Distance, class Overlap>
void expect_true(const Distance& d, const Overlap& met, const TrueRange& t, int where) {
  using oracle::Real;
  EXPECT_EQ(d.status, Status::converged) << where;
  EXPECT_LE(Real(d.lower), t.upper) << where << " " << double(d.lower) << " " << double(t.upper);
  EXPECT_GE(Real(d.upper), t.lower) << where << " " << double(d.upper) << " " << double(t.lower);
  EXPECT_FALSE(met.overlap && Real(met.upper) < t.lower) << where;
  EXPECT_FALSE(met.apart && Real(met.lower) > t.upper) << where;
  EXPECT_FALSE(met.apart && d.distance == 0 && t.upper == 0) << where;
  EXPECT_TRUE(met.apart || met.overlap || met.status == Status::inconclusive) << where;
}

/// Returns f of two operands: with a pose at A, at B, at both, or at neither.
template <class A, class B, class Pose, class F>
auto posed(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b, int which, const F& f) {
  if (which == 0) return f(a, b);
  if (which == 1) return f(place(a, pose_a), b);
  if (which == 2) return f(a, place(b, pose_b));
  return f(place(a, pose_a), place(b, pose_b));
}

}  // namespace abut::test
