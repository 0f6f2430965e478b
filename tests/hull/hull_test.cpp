/// The parts and properties of hulls whose results are known.
#include <abut/hull.hpp>

#include "oracle/judge/hull_check.hpp"
#include "unit/spaces.hpp"

#include <abut/closest_point.hpp>
#include <abut/compose.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include <cmath>
#include <limits>

namespace abut {
namespace {

template <class Space>
class Hulls : public ::testing::Test {};
TYPED_TEST_SUITE(Hulls, test::Spaces);
template <class T>
class SolidHull : public ::testing::Test {};
TYPED_TEST_SUITE(SolidHull, test::Scalars);

template <class T, int D>
using Points = std::vector<Vec<T, D>>;

/// The hull of points; checks that it is one.
template <class T, int D>
Hull<T, D> hull_of_points(const Points<T, D>& points) {
  auto hull = Hull<T, D>::from(points);
  EXPECT_TRUE(hull.has_value());
  EXPECT_EQ(oracle::hull_fault(points, *hull), "");
  return std::move(*hull);
}

/// The corners of the box from -1 to 1, and a few points in it, on its faces and on its edges.
template <class T, int D>
Points<T, D> box_points() {
  Points<T, D> points{test::make_vec<T, D>(0, 0, 0), test::make_vec<T, D>(1, 0, 0), test::make_vec<T, D>(1, 1, 0.5)};
  for (unsigned i = 0; i < 1U << D; ++i) {
    points.push_back(test::make_vec<T, D>(i & 1U ? 1 : -1, i & 2U ? 1 : -1, i & 4U ? 1 : -1));
  }
  points.push_back(points[3]);
  return points;
}

TYPED_TEST(Hulls, HasTheCornersOfABox) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto hull = hull_of_points(box_points<T, D>());
  EXPECT_EQ(hull.rank(), D);
  EXPECT_EQ(hull.vertex_count(), 1U << D);
  EXPECT_EQ(hull.faces().size(), 2U * D);
  for (const auto& face : hull.faces()) {
    EXPECT_EQ(face.vertices.size(), D == 2 ? 2U : 4U);
    EXPECT_EQ(max_abs(face.normal), 1);
  }
  EXPECT_EQ(hull.measure(), D == 2 ? 4 : 8);
  EXPECT_EQ(hull.centroid(), (Vec<double, D>{}));
  EXPECT_EQ(hull.overhang(), 0);
  EXPECT_EQ(aabb(hull).min, (test::make_vec<T, D>(-1, -1, -1)));
  EXPECT_EQ(aabb(hull).max, (test::make_vec<T, D>(1, 1, 1)));
}

TYPED_TEST(Hulls, NumbersItsVerticesAsPromised) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto hull = hull_of_points(box_points<T, D>());
  if (D == 2) {  // counter-clockwise from the lowest
    EXPECT_EQ(hull.input_index(0), 3U);
    EXPECT_EQ(hull.input_index(1), 4U);
    EXPECT_EQ(hull.input_index(2), 2U);
    EXPECT_EQ(hull.input_index(3), 5U);
  } else {  // in the order of the input; of equal points the first
    for (VertexId v = 0; v < 8; ++v) EXPECT_EQ(hull.input_index(v), v + 3);
  }
}

TYPED_TEST(Hulls, IsAPointOfEqualPoints) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto p = test::make_vec<T, D>(3, 4, 5);
  const auto hull = hull_of_points(Points<T, D>{p, p, p});
  EXPECT_EQ(hull.rank(), 0);
  EXPECT_EQ(hull.vertex_count(), 1U);
  EXPECT_EQ(hull.measure(), 0);
  EXPECT_EQ(hull.centroid(), detail::widen(p));
  EXPECT_TRUE(hull.faces().empty());
  EXPECT_TRUE(hull.neighbors(0).empty());
  EXPECT_EQ(distance(hull, Point<T, D>{test::make_vec<T, D>(3, 2, 5)}).distance, T(2));
}

TYPED_TEST(Hulls, IsASegmentOfPointsInALine) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Points<T, D> points;
  for (const int i : {3, 1, 4, 1, 5, -2, 0}) points.push_back(test::make_vec<T, D>(i, 2 * i, -i));
  const auto hull = hull_of_points(points);
  EXPECT_EQ(hull.rank(), 1);
  ASSERT_EQ(hull.vertex_count(), 2U);
  EXPECT_EQ(hull.input_index(0), 5U);
  EXPECT_EQ(hull.input_index(1), 4U);
  EXPECT_EQ(hull.measure(), 0);
  EXPECT_EQ(hull.centroid(), (detail::widen(test::make_vec<T, D>(1.5, 3, -1.5))));
  EXPECT_EQ(hull.faces().size(), D == 2 ? 2U : 0U);
  EXPECT_EQ(distance(hull, Point<T, D>{points[0]}).distance, T(0));
}

TYPED_TEST(SolidHull, IsFlatIfThePointsAre) {
  using T = TypeParam;
  Points<T, 3> points;  // on the plane x + 2 y + 4 z = 0
  for (const auto& [y, z] : {std::pair{0, 0}, {2, 0}, {1, 1}, {0, 2}, {2, 2}, {1, 0}}) {
    points.push_back(test::make_vec<T, 3>(-2 * y - 4 * z, y, z));
  }
  const auto hull = hull_of_points(points);
  EXPECT_EQ(hull.rank(), 2);
  EXPECT_EQ(hull.vertex_count(), 4U);
  EXPECT_EQ(hull.measure(), 0);
  EXPECT_EQ(hull.centroid(), (Vec3d{-6, 1, 1}));
  const auto faces = hull.faces();
  ASSERT_EQ(faces.size(), 2U);
  EXPECT_EQ(faces[0].normal, -faces[1].normal);
  EXPECT_NEAR(detail::absolute(faces[0].normal.z), 4 / std::sqrt(21.0), 1e-15);
  const auto gap = distance(hull, Point<T, 3>{test::make_vec<T, 3>(-5, 3, 5)});
  EXPECT_NEAR(double(gap.distance), 21 / std::sqrt(21.0), 1e-6);
}

TYPED_TEST(Hulls, ReportsWhichPointIsWrong) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using H = Hull<T, D>;
  using Kind = HullError::Kind;
  EXPECT_EQ(H::from({}).error().kind, Kind::empty);
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
    for (int k = 0; k < D; ++k) {
      Points<T, D> points = box_points<T, D>();
      points[2][k] = bad;
      const auto hull = H::from(points);
      ASSERT_FALSE(hull.has_value());
      EXPECT_EQ(hull.error().kind, Kind::not_finite);
      EXPECT_EQ(hull.error().index, 2U);
    }
  }
  const Points<T, D> points = box_points<T, D>();
  const auto narrow_limit = H::from(points, {.vertex_limit = D});
  ASSERT_FALSE(narrow_limit.has_value());
  EXPECT_EQ(narrow_limit.error().kind, Kind::limit_too_small);
  const auto too_many = H::from({points.data(), H::most_points + 1});  // refused before any is read
  ASSERT_FALSE(too_many.has_value());
  EXPECT_EQ(too_many.error().kind, Kind::too_many);
  EXPECT_EQ(too_many.error().index, H::most_points);
  for (const Kind kind : {Kind::empty, Kind::not_finite, Kind::too_many, Kind::limit_too_small}) {
    EXPECT_STRNE(to_string(kind), "unknown");
  }
  EXPECT_STREQ(to_string(static_cast<Kind>(99)), "unknown");
}

template <class S>
concept CanBePlaced = requires(S&& shape) { place(std::forward<S>(shape), Pose<float, 3>{}); };

TEST(HullView, IsWhatPlacesAndMakersStore) {
  static_assert(Shape<Hull3f> && Shape<HullView3f>);
  static_assert(std::is_trivially_copyable_v<HullView2f> && std::is_trivially_copyable_v<HullView3d>);
  static_assert(CanBePlaced<const Hull3f&> && !CanBePlaced<Hull3f>);
  const auto hull = hull_of_points(box_points<float, 3>());
  const auto placed = place(hull, Pose3f{.p = {4, 0, 0}});
  static_assert(std::is_same_v<decltype(placed), const Placed<HullView3f>>);
  EXPECT_EQ(distance(hull, placed).distance, 2.0f);
  EXPECT_EQ(distance(inflate(hull, 0.5f), placed).distance, 1.5f);
  const ShapeRef3f any = hull;
  EXPECT_EQ(distance(any, placed).distance, 2.0f);
  EXPECT_NEAR(aabb(placed).min.x, 3.0f, 1e-6);
}

TEST(HullView, IsAPointerThatHoldsWhenItsHullIsMoved) {
  static_assert(sizeof(HullView3d) == sizeof(void*));
  auto first = hull_of_points(box_points<float, 3>());
  const HullView3f view = first.view();
  const Hull3f copy = first, moved = std::move(first);
  EXPECT_EQ(view.vertices().data(), moved.vertices().data());
  EXPECT_EQ(copy.view().vertices().data(), copy.vertices().data());
  EXPECT_NE(copy.vertices().data(), moved.vertices().data());
  first = copy;  // it can be used again
  EXPECT_EQ(first.view().vertices().data(), first.vertices().data());
  for (const HullView3f v : {view, copy.view(), first.view()}) {
    EXPECT_EQ(v.vertex_count(), 8U);
    EXPECT_EQ(distance(v, place(moved, Pose3f{.p = {4, 0, 0}})).distance, 2.0f);
  }
}

TYPED_TEST(Hulls, AnswersLikeThePointSetOfItsVertices) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  test::Random random(7);
  for (int i = 0; i < 200; ++i) {
    Points<T, D> points;
    for (int k = random.integer(1, 40); k > 0; --k) points.push_back(random.vec<T, D>(2));
    const auto hull = hull_of_points(points);
    const auto set = *PointSet<T, D>::from(hull.vertices());
    const auto q = random.vec<T, D>(4);
    const auto a = closest_point(q, hull), b = closest_point(q, set), c = closest_point(q, hull.view());
    EXPECT_EQ(a.lower, b.lower);
    EXPECT_EQ(a.upper, b.upper);
    EXPECT_EQ(a.point, c.point);
  }
}

TYPED_TEST(Hulls, CanBeClimbed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  test::Random random(8);
  for (int i = 0; i < 100; ++i) {
    Points<T, D> points;
    for (int k = random.integer(1, 100); k > 0; --k) points.push_back(random.vec<T, D>(1));
    const auto hull = hull_of_points(points);
    const auto view = hull.view();
    const Vec<double, D> d = random.vec<double, D>(1);
    const auto height = [&](VertexId v) { return dot(d, detail::widen(view.vertex(v))); };
    VertexId at = 0;
    for (bool climbs = true; climbs;) {
      climbs = false;
      for (const VertexId next : view.neighbors(at)) {
        if (height(next) <= height(at)) continue;
        at = next;
        climbs = true;
      }
    }
    EXPECT_EQ(at, view.support(d).id);
    EXPECT_EQ(view.aabb().min, hull.aabb().min);
    EXPECT_EQ(view.aabb().max, hull.aabb().max);
  }
}

TYPED_TEST(SolidHull, MergesTheFacesOfARotatedBox) {
  using T = TypeParam;
  test::Random random(9);
  for (int i = 0; i < 500; ++i) {
    const auto axis = random.vec<T, 3>(1);
    const Pose<T, 3> pose{.p = random.vec<T, 3>(i % 2 == 0 ? 1 : 1000),
                          .q = Rotation<T, 3>::about(axis, static_cast<T>(random.uniform(0, 6)))};
    Points<T, 3> points;
    for (const auto& p : box_points<T, 3>()) points.push_back(transform(pose, p));
    const auto hull = hull_of_points(points);
    std::size_t large = 0;
    for (const auto& face : hull.faces()) large += face.vertices.size() >= 4 ? 1 : 0;
    EXPECT_EQ(hull.faces().size(), 6U) << i;
    EXPECT_EQ(large, 6U) << i;
  }
}

TYPED_TEST(SolidHull, MergesTheFacesOfAFineMesh) {
  using T = TypeParam;
  test::Random random(10);
  for (int i = 0; i < 20; ++i) {
    const auto axis = random.vec<T, 3>(1);
    const Pose<T, 3> pose{.q = Rotation<T, 3>::about(axis, static_cast<T>(random.uniform(0, 6)))};
    Points<T, 3> points;  // 6 x 6 on each face of a cube; rounding moves some of them outside of it
    for (int k = 0; k < 216; ++k) {
      points.push_back(transform(pose, test::make_vec<T, 3>(k % 6 - 2.5, k / 6 % 6 - 2.5, k / 36 - 2.5)));
    }
    const auto hull = hull_of_points(points);
    EXPECT_GT(hull.vertex_count(), 8U);
    EXPECT_EQ(hull.faces().size(), 6U);
  }
}

TEST(Hull, DoesNotMergeTheSidesOfANeedle) {
  // It is thinner than the tolerance of faces: every side is within the tolerance of every other side's plane.
  Points<double, 3> points;
  for (auto p : box_points<double, 3>()) points.push_back({p.x, p.y * 0x1p-51, p.z * 0x1p-51});
  const auto hull = hull_of_points(points);
  EXPECT_EQ(hull.faces().size(), 6U);
  for (const auto& face : hull.faces()) EXPECT_EQ(max_abs(face.normal), 1);
}

/// A face whose short edge is 2^-83 of its long ones: the error of its normal, 2^-99 of the products whose difference
/// it is, tilted its plane out of its far end.
TEST(Hull, KeepsTheFacesOfANeedleFlat) {
  constexpr double far = 1.7669274407120251e-284;
  const Points<double, 3> points{{1.3449746190495287e-284, far, far},
                                 {4.5532618510578178e-305, 1.7760450847535778e-307, 1.77471040327986e-307},
                                 {5.562663262154451e-309, 0, 0},
                                 {}};
  const auto hull = hull_of_points(points);
  for (const auto& face : hull.faces()) {
    const auto base = hull.vertex(face.vertices[0]);
    for (const auto v : face.vertices)
      EXPECT_LE(std::abs(dot(face.normal, hull.vertex(v) - base)), 8 * epsilon_of<double> * far);
  }
}

/// Points far from the origin that differ by subnormal numbers only: scaling their lists did not end.
TEST(Hull, OfPointsThatDifferBySubnormalNumbers) {
  for (const double far : {1.0, 0x1p-300, 0x1p300}) {
    for (const double apart : {0x1p-1074, 0x1p-1000, 0x1p-850}) {
      const Points<double, 3> points{{far, 0, 0}, {far, apart, 0}, {far, 0, apart}, {far, apart, 2 * apart}};
      const auto hull = Hull3d::from(points);
      ASSERT_TRUE(hull.has_value());
      const auto r = distance(*hull, Point3d{});
      EXPECT_LE(r.lower, far);
      EXPECT_GE(r.upper, far);
    }
  }
}

TEST(Hull, OfAMillionthOfARoundingIsStillASolid) {
  // Four points that are coplanar but for the last bit of one coordinate.
  const Points<double, 3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0x1p-60}, {0.5, 0.5, 0}};
  const auto hull = hull_of_points(points);
  EXPECT_EQ(hull.rank(), 3);
  EXPECT_EQ(hull.vertex_count(), 4U);
  EXPECT_EQ(hull.measure(), 0x1p-60 / 6);
}

TEST(Hull, ReportsTheBitsThatItDrops) {
  const Points<double, 2> points{{0, 0}, {1, 0}, {0, 1}, {0.5, -0x1p-400}};
  const auto hull = Hull2d::from(points);
  ASSERT_TRUE(hull.has_value());
  EXPECT_EQ(hull->vertex_count(), 3U);
  EXPECT_GE(hull->overhang(), 0x1p-400);
  EXPECT_LT(hull->overhang(), 0x1p-296);
}

TYPED_TEST(Hulls, HoldsNearOverflowAndUnderflow) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T most = std::numeric_limits<T>::max(), least = std::numeric_limits<T>::denorm_min();
  for (const T size : {most, most / 2, least, std::numeric_limits<T>::min()}) {
    Points<T, D> points = box_points<T, D>();
    for (auto& p : points) {
      for (int k = 0; k < D; ++k) p[k] = p[k] == T(0.5) ? T(0) : p[k] * size;
    }
    const auto hull = hull_of_points(points);
    EXPECT_EQ(hull.vertex_count(), 1U << D);
    EXPECT_EQ(hull.faces().size(), 2U * D);
    EXPECT_LE(max_abs(hull.centroid()), 0x1p-52 * double(size));
  }
  // Huge along an axis on which all points are equal, tiny along the others.
  const auto hull = hull_of_points(
      Points<T, D>{test::make_vec<T, D>(double(most), 0), test::make_vec<T, D>(double(most), double(least))});
  EXPECT_EQ(hull.rank(), 1);
}

}  // namespace
}  // namespace abut
