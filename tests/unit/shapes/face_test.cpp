/// Faces of more vertices than a manifold is clipped from, and those that are found by tilted directions.
#include "unit/spaces.hpp"

#include <abut/abut.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace abut {
namespace {

/// A regular polygon of n corners about the y axis, at y = 0.
std::vector<Vec3d> plate(int n) {
  std::vector<Vec3d> corners;
  for (int i = 0; i < n; ++i) {
    const double angle = 6.283185307179586 * i / n;
    corners.push_back({std::cos(angle), 0, std::sin(angle)});
  }
  return corners;
}

TEST(FaceCorners, OfManyCornersThoseThatLieApartAreKept) {
  const std::vector<Vec3d> corners = plate(40);
  const auto face = detail::face(*PointSet<double, 3>::from(corners), Vec3d{0, 1, 0}, 0.01);
  EXPECT_EQ(face.count, Face<3>::most);
  double farthest_gap = 0;  // from any corner to the nearest that was kept
  for (const Vec3d& p : corners) {
    double nearest = detail::infinity<double>;
    for (int i = 0; i < face.count; ++i) nearest = std::min(nearest, detail::norm(p - face.corner[i]));
    farthest_gap = std::max(farthest_gap, nearest);
  }
  EXPECT_LT(farthest_gap, 1);  // the first sixteen of forty would leave a gap of nearly a diameter
  for (int i = 0; i < face.count; ++i) EXPECT_EQ(face.corner[i], corners[face.id[i]]);
}

/// The ends of the face of a hull in 2D, which is found by following its vertices, are those of all that are level.
TEST(FaceCorners, OfAHullIn2DAreTheOutermostOfThoseThatAreLevel) {
  for (int corners = 1; corners <= 12; ++corners) {
    std::vector<Vec2d> points;
    for (int i = 0; i < corners; ++i) points.push_back({std::cos(i * i + 0.1 * corners), 0.3 * std::sin(i * i)});
    const auto hull = *Hull2d::from(points);
    const std::vector<Vec2d> vertices(hull.vertices().begin(), hull.vertices().end());
    for (int k = 0; k < 100; ++k) {
      const Vec2d n = normalized(Vec2d{std::cos(0.0628 * k), std::sin(0.0628 * k)});
      const double slope = 0.01 * (k % 17);
      const detail::Tangents<2> across(n);
      const auto ends = [&](const Face<2>& face) {
        double low = detail::infinity<double>, high = -low;
        for (int i = 0; i < face.count; ++i) {
          low = std::min(low, across(face.corner[i]));
          high = std::max(high, across(face.corner[i]));
          EXPECT_EQ(face.corner[i], vertices[face.id[i]]);
        }
        return Vec2d{low, high};
      };
      EXPECT_EQ(ends(detail::face(hull.view(), n, slope)),
                ends(detail::face(*PointSet<double, 2>::from(vertices), n, slope)))
          << corners << " corners, direction " << k;
    }
  }
}

TEST(FaceCorners, AContactOnAPlateOfManyCornersCarriesIt) {
  const std::vector<Vec3d> corners = plate(40);
  const auto c =
      contact(Box3d{.half = {3, 1, 3}}, place(*PointSet<double, 3>::from(corners), Pose3d{.p = {0, 1.5, 0}}));
  ASSERT_EQ(c.count, 4);
  Vec3d middle{};
  for (int i = 0; i < c.count; ++i) {
    EXPECT_NEAR(c.points[i].separation, 0.5, 1e-12);
    middle += c.points[i].point_b * 0.25;
  }
  EXPECT_LT(detail::norm(middle - Vec3d{0, 1.5, 0}), 0.5);
}

/// More than 64 vertices are not all tested: the edge is found along two tilted directions.
TEST(FaceCorners, In2DAnEdgeOfManyVerticesIsFoundFromBothSides) {
  std::vector<Vec2d> corners{{-1, 0}, {1, 0}};
  for (int i = 1; i < 100; ++i) {
    const double angle = 3.141592653589793 * i / 100;
    corners.push_back({std::cos(angle), std::sin(angle)});
  }
  const auto face = detail::face(*PointSet<double, 2>::from(corners), Vec2d{0, -1}, 0.01);
  ASSERT_EQ(face.count, 2);
  EXPECT_EQ(face.id[0] + face.id[1], 1U);
}

TEST(FaceCorners, OfAScaledShapeAreScaled) {
  const Box3d box{.half = {1, 2, 3}};
  const auto once = detail::face(box, Vec3d{0, 1, 0}, 0.01),
             twice = detail::face(scale(box, 2.0), Vec3d{0, 1, 0}, 0.01);
  ASSERT_EQ(twice.count, 4);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(twice.corner[i], once.corner[i] * 2.0);
    EXPECT_EQ(twice.id[i], once.id[i]);
  }
}

}  // namespace
}  // namespace abut
