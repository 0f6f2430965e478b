/// The ids of support points: vertex(id) is the point that was found, for every shape that numbers its vertices.
#include <abut/compose.hpp>
#include <abut/polygon.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>
#include <abut/status.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace abut {
namespace {

/// Directions whose support points include every vertex of the shapes below.
template <int D>
std::vector<Vec<double, D>> directions() {
  std::vector<Vec<double, D>> r;
  for (int code = 0; code < (D == 2 ? 9 : 27); ++code) {
    Vec<double, D> d;
    for (int i = 0, rest = code; i < D; ++i, rest /= 3) d[i] = rest % 3 - 1 + 0.01 * (i + 1);
    r.push_back(d);
  }
  return r;
}

template <class S>
void expect_ids_name_points(const S& shape, VertexId count, VertexId found) {
  EXPECT_EQ(detail::vertex_count(shape), count);
  std::vector<bool> seen(count);
  for (const auto& d : directions<dimension_of<S>>()) {
    const auto s = detail::support(shape, d);
    ASSERT_LT(s.id, count);
    EXPECT_EQ(detail::vertex(shape, s.id), s.point);
    seen[s.id] = true;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), found);
}

TEST(VertexIds, NameThePointsOfEveryShape) {
  const Vec3f a{1, 0, 0}, b{0, 1, 0}, c{0, 0, 1}, d{-1, -1, -1};
  expect_ids_name_points(Point3f{a}, 1, 1);
  expect_ids_name_points(Segment3f{a, b}, 2, 2);
  expect_ids_name_points(Triangle3f{a, b, c}, 3, 3);
  expect_ids_name_points(Tetrahedron3f{a, b, c, d}, 4, 4);
  expect_ids_name_points(Box3f{{1, 2, 3}}, 8, 8);
  expect_ids_name_points(Box2d{{1, 2}}, 4, 4);
  expect_ids_name_points(Ball3f{a, 1}, 1, 1);
  expect_ids_name_points(Capsule3f{a, d, 1}, 2, 2);
  const Vec3f points[] = {a, b, c, d, {0, 0, 0}};
  expect_ids_name_points(*PointSet3f::from(points), 5, 4);  // the last is inside
  expect_ids_name_points(*Polygon<float>::from({{0, 0}, {1, 0}, {0, 1}}), 3, 3);
}

TEST(VertexIds, PassThroughMakersAndReferences) {
  const Box3f box{{1, 2, 3}};
  const auto inflated = inflate(box, 0.5F);
  expect_ids_name_points(inflated, 8, 8);
  expect_ids_name_points(ShapeRef3f(box), 8, 8);
  expect_ids_name_points(ShapeRef3f(inflated), 8, 8);
}

TEST(VertexIds, CurvedShapesHaveNone) {
  const Ellipsoid3f egg{{1, 2, 3}};
  const auto inflated = inflate(egg, 0.5F);
  EXPECT_EQ(detail::support(egg, {1, 0, 0}).id, no_vertex);
  EXPECT_EQ(detail::vertex_count(egg), 0U);
  EXPECT_EQ(detail::vertex_count(inflated), 0U);
  EXPECT_EQ(ShapeRef3f(egg).vertex_count(), 0U);
  EXPECT_EQ(ShapeRef3f(egg).vertex(0), Vec3d{});  // the default in the table of a ShapeRef
}

/// A number from a file or another language may be no value of the enum.
TEST(Names, OfNumbersThatAreNoneOfTheValues) {
  EXPECT_STREQ(to_string(static_cast<Status>(99)), "unknown");
  EXPECT_STREQ(to_string(static_cast<PointsError::Kind>(99)), "unknown");
}

}  // namespace
}  // namespace abut
