/// By which faces a ray comes into a hull and goes out of it.
#include <abut/detail/support/face_planes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace abut::detail {
namespace {

const std::vector<Vec3d> cube_corners{{-1, -1, -1}, {1, 1, 1}};

/// The faces of a cube: along each axis, first that with the lower coordinate. One corner of each will do.
PlaneLists<3> planes_of_cube() {
  std::vector<FacePlane<3>> faces;
  for (int k = 0; k < 3; ++k) {
    faces.push_back({{0, 0, 0}, -axis<double, 3>(k)});
    faces.push_back({{1, 1, 1}, axis<double, 3>(k)});
  }
  return plane_lists<double, 3>(cube_corners, faces, {.center = {}, .reach = 1});
}

TEST(PlanesMet, TellWhereARayComesInAndGoesOut) {
  const auto lists = planes_of_cube();
  const FacePlanes<3> planes = lists.view();
  for (int k = 0; k < 3; ++k) {
    const auto along = axis<float, 3>(k);
    const auto wide = axis<double, 3>(k);
    const Vec3f q = Vec3f{0.25F, 0.5F, -0.25F} - along * 5;
    const PlanesMet<3> met(planes, q, along);
    EXPECT_EQ(met.in(), -1 - q[k]);
    EXPECT_EQ(met.out(), 1 - q[k]);
    EXPECT_EQ(planes.faces[met.face_in()].normal, -wide);
    EXPECT_EQ(planes.faces[met.face_out()].normal, wide);
  }
}

/// What stands still meets no plane, wherever it is; the faces that it is asked for exist all the same.
TEST(PlanesMet, OfARayThatDoesNotMoveAreNone) {
  const auto lists = planes_of_cube();
  const FacePlanes<3> planes = lists.view();
  for (const Vec3f& q : {Vec3f{0, 0, 0}, Vec3f{1, 1, 1}, Vec3f{5, -3, 2}}) {
    const PlanesMet<3> met(planes, q, Vec3f{});
    EXPECT_EQ(met.in(), -infinity<float>);
    EXPECT_EQ(met.out(), infinity<float>);
    EXPECT_LT(met.face_in(), 4 * planes.count);
    EXPECT_LT(met.face_out(), 4 * planes.count);
  }
}

/// A polygon of n edges around a circle, and a ray along the middle of each of them: faces are looked for 64 at a time.
TEST(PlanesMet, FindAnyFaceOfMany) {
  for (const std::size_t n : {3U, 5U, 63U, 64U, 65U, 130U, 512U}) {
    std::vector<Vec2d> points;
    std::vector<FacePlane<2>> faces;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
      faces.push_back({{static_cast<VertexId>(i), static_cast<VertexId>(i)}, {std::cos(angle), std::sin(angle)}});
      points.push_back(faces.back().normal);
    }
    const auto lists = plane_lists<double, 2>(points, faces, {.center = {}, .reach = 1});
    for (std::size_t i = 0; i < n; ++i) {
      const auto normal = vec_cast<float>(faces[i].normal);
      const PlanesMet<2> met(lists.view(), normal * 3, -normal);
      EXPECT_EQ(met.face_in(), i) << n;
    }
  }
}

}  // namespace
}  // namespace abut::detail
