#include <abut/polygon.hpp>

#include "unit/spaces.hpp"

#include <limits>
#include <vector>

namespace abut {
namespace {

template <class T>
class Polygons : public ::testing::Test {};
TYPED_TEST_SUITE(Polygons, test::Scalars);

template <class T>
using Points = std::vector<Vec<T, 2>>;

template <class T>
::testing::AssertionResult accepts(const Points<T>& vertices) {
  const auto polygon = Polygon<T>::from(vertices);
  if (!polygon) return ::testing::AssertionFailure() << to_string(polygon.error().kind) << ' ' << polygon.error().index;
  return ::testing::AssertionSuccess();
}

/// Every cyclic order of the vertices, so that the wraparound is not special. The index of the bad vertex moves with
/// them.
template <class T>
void expect_not_convex_at(Points<T> vertices, std::size_t index) {
  const std::size_t n = vertices.size();
  for (std::size_t shift = 0; shift < n; ++shift) {
    const auto polygon = Polygon<T>::from(vertices);
    ASSERT_FALSE(polygon.has_value());
    EXPECT_EQ(polygon.error().kind, PointsError::Kind::not_convex);
    EXPECT_EQ(polygon.error().index, (index + n - shift) % n) << "turned by " << shift;
    vertices.push_back(vertices.front());
    vertices.erase(vertices.begin());
  }
}

TYPED_TEST(Polygons, AcceptsConvexCounterClockwise) {
  using T = TypeParam;
  EXPECT_TRUE(accepts<T>({{0, 0}, {1, 0}, {0, 1}}));
  EXPECT_TRUE(accepts<T>({{0, 0}, {4, 0}, {4, 3}, {0, 3}}));
  EXPECT_TRUE(accepts<T>({{4, 3}, {0, 3}, {0, 0}, {4, 0}}));
  EXPECT_TRUE(accepts<T>({{2, 0}, {4, 1}, {5, 3}, {4, 5}, {2, 6}, {0, 5}, {-1, 3}, {0, 1}}));
}

TYPED_TEST(Polygons, AcceptsLessThanATriangle) {
  using T = TypeParam;
  EXPECT_TRUE(accepts<T>({{3, 4}}));
  EXPECT_TRUE(accepts<T>({{0, 0}, {1, 2}}));
  EXPECT_TRUE(accepts<T>({{1, 2}, {0, 0}}));
  EXPECT_TRUE(accepts<T>({{7, 7}, {7, 7}, {7, 7}}));
}

TYPED_TEST(Polygons, AcceptsCollinearVertices) {
  using T = TypeParam;
  EXPECT_TRUE(accepts<T>({{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {0, 3}}));
  EXPECT_TRUE(accepts<T>({{0, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}}));
  EXPECT_TRUE(accepts<T>({{1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}}));
}

TYPED_TEST(Polygons, AcceptsRepeatedVertices) {
  using T = TypeParam;
  EXPECT_TRUE(accepts<T>({{0, 0}, {0, 0}, {2, 0}, {2, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 2}}));
  EXPECT_TRUE(accepts<T>({{0, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 0}})) << "closed by hand";
}

TYPED_TEST(Polygons, AcceptsEverySizeAndPlace) {
  using T = TypeParam;
  const T tiny = std::numeric_limits<T>::denorm_min(), huge = std::numeric_limits<T>::max();
  for (const T s : {tiny, T(1e-30), T(1e30), huge}) EXPECT_TRUE(accepts<T>({{-s, -s}, {s, -s}, {s, s}, {-s, s}})) << s;
  EXPECT_TRUE(accepts<T>({{100000, 100000}, {100001, 100000}, {100001, 100001}, {100000, 100001}}));
}

/// A chain of edges that are flat up to rounding: points of a circle, rounded to T.
TYPED_TEST(Polygons, AcceptsARoundPolygonWhoseCornersAreNearlyFlat) {
  using T = TypeParam;
  Points<T> circle;
  // Chords of 2 pi/200 turn by as much; a rounding of T moves a vertex by far less than a chord's sagitta of 1e-4.
  for (int i = 0; i < 200; ++i) {
    const double angle = 2 * 3.14159265358979 * i / 200;
    circle.push_back(test::make_vec<T, 2>(std::cos(angle), std::sin(angle)));
  }
  EXPECT_TRUE(accepts<T>(circle));
}

TYPED_TEST(Polygons, RejectsClockwise) {
  using T = TypeParam;
  for (const Points<T>& vertices : {Points<T>{{0, 0}, {0, 1}, {1, 0}}, Points<T>{{0, 3}, {4, 3}, {4, 0}, {0, 0}}}) {
    const auto polygon = Polygon<T>::from(vertices);
    ASSERT_FALSE(polygon.has_value());
    EXPECT_EQ(polygon.error().kind, PointsError::Kind::not_convex);
    EXPECT_EQ(polygon.error().index, 0U);
  }
}

TYPED_TEST(Polygons, RejectsAReflexVertexByItsIndex) {
  using T = TypeParam;
  expect_not_convex_at<T>({{0, 0}, {4, 0}, {4, 4}, {2, 1}, {0, 4}}, 3);
  expect_not_convex_at<T>({{0, 0}, {2, 1}, {4, 0}, {2, 4}}, 1);
}

TYPED_TEST(Polygons, RejectsAVertexThatBreaksConvexityByALittle) {
  using T = TypeParam;
  const T inward = T(64) * static_cast<T>(epsilon_of<T>);  // the edge sags by 64 eps of its length
  expect_not_convex_at<T>({{0, 0}, {1, inward}, {2, 0}, {2, 2}, {0, 2}}, 1);
}

TYPED_TEST(Polygons, RejectsABoundaryThatWindsTwice) {
  using T = TypeParam;
  // Every corner of a pentagram turns left.
  const Points<T> star{{0, -10}, {6, 8}, {-10, -3}, {10, -3}, {-6, 8}};
  const auto polygon = Polygon<T>::from(star);
  ASSERT_FALSE(polygon.has_value());
  EXPECT_EQ(polygon.error().kind, PointsError::Kind::not_convex);
  EXPECT_LT(polygon.error().index, star.size());
  const Points<T> twice{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}, {1, 0}, {1, 1}, {0, 1}};
  EXPECT_FALSE(accepts<T>(twice));
}

TYPED_TEST(Polygons, RejectsAPathThatDoublesBack) {
  using T = TypeParam;
  // A line traversed there and back is the flat polygon of two points, but not with a third reversal.
  EXPECT_FALSE(accepts<T>({{0, 0}, {4, 0}, {1, 0}, {3, 0}}));
  EXPECT_FALSE(accepts<T>({{0, 0}, {0, 4}, {0, 1}, {0, 3}}));
}

TYPED_TEST(Polygons, RejectsEmptyAndNotFinite) {
  using T = TypeParam;
  const auto empty = Polygon<T>::from({});
  ASSERT_FALSE(empty.has_value());
  EXPECT_EQ(empty.error().kind, PointsError::Kind::empty);
  const auto bad = Polygon<T>::from({{0, 0}, {1, 0}, {1, detail::infinity<T>}});
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().kind, PointsError::Kind::not_finite);
  EXPECT_EQ(bad.error().index, 2U);
}

TYPED_TEST(Polygons, OwnsItsVerticesAndNumbersThemInOrder) {
  using T = TypeParam;
  const Points<T> square{{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  const auto polygon = Polygon<T>::from(square);
  ASSERT_TRUE(polygon.has_value());
  EXPECT_EQ(polygon->vertices(), square);
  EXPECT_NE(polygon->vertices().data(), square.data());
  EXPECT_EQ(polygon->center(), (Vec2d{1, 1}));
  EXPECT_GE(polygon->bounding_radius(), detail::square_root(2.0));
  EXPECT_EQ(polygon->support({1, 1}).id, 2U);
  EXPECT_EQ(polygon->support({-1, 1}).id, 3U);
  EXPECT_EQ(polygon->support({1, 0}).id, 1U) << "the lowest of two";
  EXPECT_EQ(polygon->view().support({1, 1}).id, 2U);
  EXPECT_EQ(polygon->view().points().data(), polygon->vertices().data());
}

// --- A view of a temporary does not compile ----------------------------------------------------------------

template <class P>
concept CanView = requires(P&& polygon) { static_cast<P&&>(polygon).view(); };
template <class P>
concept CanPlace = requires(P&& polygon) { place(static_cast<P&&>(polygon), Pose2f{}); };

static_assert(CanView<Polygon2f&> && CanView<const Polygon2f&> && !CanView<Polygon2f>);
static_assert(CanPlace<Polygon2f&> && CanPlace<const Polygon2f&> && !CanPlace<Polygon2f>);

TEST(Polygon, IsPlacedAsAView) {
  const auto polygon = Polygon2f::from({{0, 0}, {1, 0}, {0, 1}});
  ASSERT_TRUE(polygon.has_value());
  const Polygon2f& owner = *polygon;
  const auto placed = place(owner, Pose2f{.p = {5, 0}});
  static_assert(std::same_as<decltype(placed), const Placed<PointSet2f>>);
  EXPECT_EQ(placed.support({1, 0}).point, (Vec2d{6, 0}));
}

}  // namespace
}  // namespace abut
