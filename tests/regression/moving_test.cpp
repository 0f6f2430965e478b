/// What went wrong with moving shapes that are placed or composed within their body.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// Composed shapes have vertex ids and may not know the vertices: the origin stood for them, the search took that for a
/// pair of closest points, found them too near to advance, and ended `stalled` after one distance.
TEST(MovingPlacedShape, StallsBecauseItsIdsHaveNoVertices) {
  const Box3f box{.half = {1, 1, 1}};
  const Motion3f left{.velocity = {-10, 0, 0}};
  const auto placed = time_of_impact(box, moving(place(box, Pose3f{{5, 0, 0}, {}}), left));
  EXPECT_EQ(placed.status, Status::converged);
  EXPECT_TRUE(placed.hit);
  EXPECT_NEAR(placed.t, 0.3F, 1e-4F);
  const auto swept =
      time_of_impact(box, moving(place(sweep(box, Vec3f{1, 0, 0}), Pose3f{{5, 0, 0}, {}}), Motion3f{left}));
  EXPECT_EQ(swept.status, Status::converged);
  EXPECT_NEAR(swept.t, 0.3F, 1e-4F);
}

/// It did not compile: the pose of the half-space within its body was applied to the center of the motion as a product.
TEST(MovingPlacedHalfSpace, TurnsAboutTheCenterOfItsBody) {
  const Ball3d ball{.center = {0, 0, 5}, .radius = 1};
  // The ground is the plane z = 1 of the body, which rises by 4 and spins about the vertical axis through (7, 0, 0).
  const Motion3d rise{.start = {}, .center = {7, 0, 0}, .velocity = {0, 0, 4}, .axis = {0, 0, 1}, .angle = 3};
  const auto placed = place(HalfSpace3d{}, Pose3d{{2, 3, 1}, {}});
  const auto hit = time_of_impact(moving(placed, rise), ball);
  EXPECT_TRUE(hit.hit);
  EXPECT_NEAR(hit.t, 0.75, 1e-3);
  // The plane tilts about a line in it, and meets the ball when 4 cos(1.5 t) = 1.
  const Motion3d tilt{.start = {}, .center = {0, 0, 1}, .velocity = {}, .axis = {0, 1, 0}, .angle = 1.5};
  const auto ground = place(HalfSpace3d{}, Pose3d{{0, 0, 1}, {}});
  const auto through_pose = time_of_impact(moving(ground, tilt), ball);
  EXPECT_TRUE(through_pose.hit);
  EXPECT_NEAR(through_pose.t, 0.8787, 1e-3);
}

}  // namespace
}  // namespace abut
