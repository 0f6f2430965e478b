/// The candidates of bilateral advancement. No proof rests on them: wrong ones would change no answer, only cost time.
#include <abut/detail/toi/bilateral_advancement.hpp>
#include <abut/shapes.hpp>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// A long ellipse that rotates by 1 below a point, which is `gap` above it. The end of the ellipse rises, and along the
/// vertical they meet when (length^2 - 1) sin^2 t = (1 + gap)^2 - 1.
struct EllipseBelowAPoint {
  static constexpr int D = 2;
  static constexpr double length = 4;
  using Pair = detail::MovingPair<Ellipsoid2d, Point2d>;

  explicit EllipseBelowAPoint(double gap, double tolerance)
      : pair({.radii = {length, 1}}, {.angle = 1}, {}, {.start = {.p = {0, 1 + gap}}}),
        sine(detail::square_root(gap * (2 + gap) / (length * length - 1))),
        limits{.tolerance = tolerance, .end = 1} {}

  Pair pair;
  double sine;  ///< of the time when they meet
  double core_target = 0;
  struct {
    double tolerance, end;
  } limits;
  detail::SeparationFunction<2> axis{{0, 1}, 0, 0};
};

/// Without a tolerance it ends before the root.
TEST(BilateralAdvancement, FindsARootFromBelow) {
  for (const double tolerance : {0.0, 0x1p-40}) {
    EllipseBelowAPoint search(0.5, tolerance);
    search.pair.move_to(1);
    const auto points = deepest_along(search.pair, search.axis.at(1));
    const double height = height_between(search.pair, points, search.axis.at(1));
    ASSERT_LT(height, 0);
    search.pair.move_to(root_of(search, points, search.axis, 0.0, 1.0, height, 0.0));
    const double left = height_between(search.pair, points, search.axis.at(search.pair.time()));
    EXPECT_GT(left, -tolerance);
    EXPECT_LT(left, tolerance > 0 ? tolerance : 0x1p-6);
  }
}

TEST(BilateralAdvancement, FindsNoRootIfTwoPointsAreTooNearAtTheStart) {
  EllipseBelowAPoint search(0.5, 0);
  const auto points = deepest_along(search.pair, search.axis.at(0));
  EXPECT_EQ(root_of(search, points, search.axis, 0.25, 1.0, -1.0, 10.0), 0.25);
}

TEST(BilateralAdvancement, SuggestsTheTimeWhenTheDeepestPointsMeet) {
  for (const double gap : {1.0, 0.1, 0.001}) {
    EllipseBelowAPoint search(gap, 1e-13);
    const double t = candidate(search, search.axis);
    EXPECT_NEAR(sine_cosine(t).sine, search.sine, 1e-12 / search.sine) << gap;
  }
  EllipseBelowAPoint far(5, 1e-13);
  EXPECT_EQ(candidate(far, far.axis), 1);
}

/// Nearly in contact at the start, every pair of deepest points halves the time, without end: the last time is
/// suggested.
TEST(BilateralAdvancement, SuggestsAnEarlyTimeIfThereIsNoEndOfDeepestPoints) {
  EllipseBelowAPoint search(1e-13, 0);
  const double t = candidate(search, search.axis);
  EXPECT_GE(sine_cosine(t).sine, search.sine);
  EXPECT_LT(t, 0x1p-8);
}

/// The vertices of a tetrahedron, and beyond them a smooth part. Only its own vertices may be queried.
struct PyramidWithASmoothPart {
  using Vector = Vec3d;
  static constexpr VertexId count = 4;
  static Vec3d vertex(VertexId id) {
    EXPECT_LT(id, count);
    return id == 0 ? Vec3d{} : detail::axis<double, 3>(static_cast<int>(id % 3));
  }
  static VertexId vertex_count() { return count; }
  static SupportPoint<Vec3d> support(const Vec3d& d) { return {vertex(d.x > 0 ? 1 : 0), no_vertex}; }
  static Vec3d center() { return {}; }
  static double bounding_radius() { return 1; }
};

TEST(BilateralAdvancement, FollowsTheEdgeBetweenVerticesOfAFeatureThatHasASmoothPointToo) {
  const VertexId smooth_first[] = {no_vertex, 1, 1, 2}, smooth_between[] = {3, no_vertex, 3, 0},
                 none_smooth[] = {0, 0, 2, 2};
  const PyramidWithASmoothPart shape;
  const auto direction = [&](const VertexId* ids) { return detail::unit(detail::edge_of(shape, ids)); };
  EXPECT_EQ(direction(smooth_first), detail::unit(shape.vertex(2) - shape.vertex(1)));
  EXPECT_EQ(direction(smooth_between), detail::unit(shape.vertex(0) - shape.vertex(3)));
  EXPECT_EQ(direction(none_smooth), detail::unit(shape.vertex(2) - shape.vertex(0)));
}

}  // namespace
}  // namespace abut
