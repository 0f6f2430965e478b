/// PlaneClip finds the faces through which a ray enters a hull and exits from it.
#include <abut/detail/support/face_planes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace abut::detail {
namespace {

const std::vector<Vec3d> cube_corners{{-1, -1, -1}, {1, 1, 1}};

/// The faces of a cube: along each axis, first the one of the lower coordinate. One corner of each is enough.
FacePlaneStore<3> planes_of_cube() {
  std::vector<FacePlane<3>> faces;
  for (int k = 0; k < 3; ++k) {
    faces.push_back({{0, 0, 0}, -axis<double, 3>(k)});
    faces.push_back({{1, 1, 1}, axis<double, 3>(k)});
  }
  return make_face_planes<double, 3>(cube_corners, faces, {.center = {}, .reach = 1});
}

TEST(PlaneClip, FindsWhereARayEntersAndExits) {
  const auto store = planes_of_cube();
  const FacePlanes<3> planes = store.view();
  for (int k = 0; k < 3; ++k) {
    const auto along = axis<float, 3>(k);
    const auto wide = axis<double, 3>(k);
    const Vec3f q = Vec3f{0.25F, 0.5F, -0.25F} - along * 5;
    const PlaneClip<3> clip(planes, q, along);
    EXPECT_EQ(clip.entry(), -1 - q[k]);
    EXPECT_EQ(clip.exit(), 1 - q[k]);
    EXPECT_EQ(planes.faces[clip.entry_face()].normal, -wide);
    EXPECT_EQ(planes.faces[clip.exit_face()].normal, wide);
  }
}

/// A ray without a direction meets no plane, wherever it is; the indices of its faces are valid nevertheless.
TEST(PlaneClip, OfARayWithoutADirectionIsUnbounded) {
  const auto store = planes_of_cube();
  const FacePlanes<3> planes = store.view();
  for (const Vec3f& q : {Vec3f{0, 0, 0}, Vec3f{1, 1, 1}, Vec3f{5, -3, 2}}) {
    const PlaneClip<3> clip(planes, q, Vec3f{});
    EXPECT_EQ(clip.entry(), -infinity<float>);
    EXPECT_EQ(clip.exit(), infinity<float>);
    EXPECT_LT(clip.entry_face(), 4 * planes.count);
    EXPECT_LT(clip.exit_face(), 4 * planes.count);
  }
}

/// A polygon of n edges around a circle, and a ray against the normal of each: faces are searched 64 at a time.
TEST(PlaneClip, FindsAnyFaceOfMany) {
  for (const std::size_t n : {3U, 5U, 63U, 64U, 65U, 130U, 512U}) {
    std::vector<Vec2d> points;
    std::vector<FacePlane<2>> faces;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
      faces.push_back({{static_cast<VertexId>(i), static_cast<VertexId>(i)}, {std::cos(angle), std::sin(angle)}});
      points.push_back(faces.back().normal);
    }
    const auto store = make_face_planes<double, 2>(points, faces, {.center = {}, .reach = 1});
    for (std::size_t i = 0; i < n; ++i) {
      const auto normal = vec_cast<float>(faces[i].normal);
      const PlaneClip<2> clip(store.view(), normal * 3, -normal);
      EXPECT_EQ(clip.entry_face(), i) << n;
    }
  }
}

}  // namespace
}  // namespace abut::detail
