/// By which faces a ray comes into a hull and goes out of it.
#include <abut/algorithm/face_planes.hpp>

#include <gtest/gtest.h>

namespace abut::detail {
namespace {

const std::vector<Vec3d> cube_corners{{-1, -1, -1}, {1, 1, 1}};

/// The faces of a cube: along each axis, first that with the lower coordinate. One corner of each will do.
std::vector<PlaneFour<3>> planes_of_cube() {
  std::vector<FacePlane<3>> faces;
  for (int k = 0; k < 3; ++k) {
    faces.push_back({{0, 0, 0}, -axis<double, 3>(k)});
    faces.push_back({{1, 1, 1}, axis<double, 3>(k)});
  }
  return plane_copy<double, 3>(cube_corners, faces, {.center = {}, .reach = 1});
}

TEST(PlanesMet, TellWhereARayComesInAndGoesOut) {
  const auto fours = planes_of_cube();
  const FacePlanes<3> planes{fours.data(), fours.size()};
  for (int k = 0; k < 3; ++k) {
    const auto along = axis<float, 3>(k);
    const auto wide = axis<double, 3>(k);
    const Vec3f q = Vec3f{0.25F, 0.5F, -0.25F} - along * 5;
    const PlanesMet<3> met(planes, q, along);
    EXPECT_EQ(met.in(), -1 - q[k]);
    EXPECT_EQ(met.out(), 1 - q[k]);
    EXPECT_EQ(planes.normal(met.face_in()), -wide);
    EXPECT_EQ(planes.normal(met.face_out()), wide);
  }
}

/// What stands still meets no plane, wherever it is; the faces that it is asked for exist all the same.
TEST(PlanesMet, OfARayThatDoesNotMoveAreNone) {
  const auto fours = planes_of_cube();
  const FacePlanes<3> planes{fours.data(), fours.size()};
  for (const Vec3f& q : {Vec3f{0, 0, 0}, Vec3f{1, 1, 1}, Vec3f{5, -3, 2}}) {
    const PlanesMet<3> met(planes, q, Vec3f{});
    EXPECT_EQ(met.in(), -infinity<float>);
    EXPECT_EQ(met.out(), infinity<float>);
    EXPECT_LT(met.face_in(), 4 * planes.count);
    EXPECT_LT(met.face_out(), 4 * planes.count);
  }
}

}  // namespace
}  // namespace abut::detail
