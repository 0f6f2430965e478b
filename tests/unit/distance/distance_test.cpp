/// Distances that have a closed form, for every pair of shapes; none of the cores meet.
#include "unit/expect_distance.hpp"

#include <limits>
#include <vector>

namespace abut {
namespace {

using test::expect_distance;
using test::expect_distance_both_ways;
using test::make_vec;
using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

template <class S>
class Distances : public ::testing::Test {};
TYPED_TEST_SUITE(Distances, test::Spaces);

Quad root(double x) { return test::square_root(quad(x)); }

template <Scalar T, int D>
Box<T, D> unit_box() {
  return {.half = make_vec<T, D>(1, 1, 1)};
}

template <Scalar T, int D>
Pose<T, D> at(double x, double y, double z = 0) {
  return {.p = make_vec<T, D>(x, y, z)};
}

TYPED_TEST(Distances, PointAndPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(1, 2, 3)}, Point<T, D>{make_vec<T, D>(4, 6, 3)}, 5);
  Random random(1);
  for (int n = 0; n < 2000; ++n) {
    const Point<T, D> a{random.vec<T, D>(1)}, b{random.vec<T, D>(n % 2 == 0 ? 1 : 1e5)};
    expect_distance(a, b, norm(quad(b.p) - quad(a.p)));
  }
}

TYPED_TEST(Distances, PointAndSegment) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Segment<T, D> s{.a = make_vec<T, D>(0, 0), .b = make_vec<T, D>(4, 0)};
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(1, 3)}, s, 3);
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(7, 4)}, s, 5);
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(-1, -1)}, s, root(2));
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(6, 0)}, s, 2);
}

TYPED_TEST(Distances, PointAndTriangle) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Triangle<T, D> t{.a = make_vec<T, D>(0, 0), .b = make_vec<T, D>(4, 0), .c = make_vec<T, D>(0, 4)};
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(1, -3)}, t, 3);
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(5, 3)}, t, root(8));
  expect_distance_both_ways(Point<T, D>{make_vec<T, D>(7, -4)}, t, 5);
  if constexpr (D == 3) {
    const auto d = expect_distance(t, Point<T, D>{make_vec<T, D>(1, 1, 5)}, 5);
    EXPECT_EQ(d.normal, (Vec<T, 3>{0, 0, 1}));
    EXPECT_EQ(d.point_a, (Vec<T, 3>{1, 1, 0}));
    EXPECT_EQ(d.feature_count, 3);
  }
}

TYPED_TEST(Distances, PointAndTetrahedron) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) {
    const Tetrahedron<T> t{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}};
    expect_distance_both_ways(Point<T, 3>{{-1, -2, -2}}, t, 3);
    expect_distance_both_ways(Point<T, 3>{{1, -3, -4}}, t, 5);
    expect_distance_both_ways(Point<T, 3>{{1, 1, -5}}, t, 5);
    expect_distance_both_ways(Point<T, 3>{{3, 3, 4}}, t, root(12));
    expect_distance_both_ways(Point<T, 3>{{4, 2, -1}}, t, root(3));
  }
}

TYPED_TEST(Distances, PointAndBoxAtRandom) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(2);
  for (int n = 0; n < 3000; ++n) {
    Box<T, D> box{.half = random.vec<T, D>(1)};
    for (int i = 0; i < D; ++i) box.half[i] = detail::absolute(box.half[i]);
    const Point<T, D> point{random.vec<T, D>(3)};
    QuadVec<D> outside;
    for (int i = 0; i < D; ++i) {
      const Quad beyond = quad(double(detail::absolute(point.p[i]))) - quad(double(box.half[i]));
      outside[i] = beyond > 0 ? beyond : 0;
    }
    if (norm(outside) > 0) expect_distance_both_ways(box, point, norm(outside));
  }
}

TYPED_TEST(Distances, BoxAndBoxFaceEdgeAndVertex) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto box = unit_box<T, D>();
  const auto face = expect_distance(box, place(box, at<T, D>(5, 0.5, 0.25)), 3);
  EXPECT_EQ(face.normal, (detail::axis<T, D>(0)));
  EXPECT_EQ(face.point_a.x, T(1));
  EXPECT_EQ(face.point_b.x, T(4));
  expect_distance_both_ways(box, place(box, at<T, D>(5, 6, 0.5)), 5);
  if constexpr (D == 3) {
    const auto vertex = expect_distance(box, place(box, at<T, D>(3, 4, 4)), 3);
    EXPECT_EQ(vertex.feature_count, 1);
    EXPECT_EQ(vertex.feature_a[0], 0b111U);
    EXPECT_EQ(vertex.feature_b[0], 0b000U);
    EXPECT_EQ(vertex.point_a, (Vec<T, 3>{1, 1, 1}));
    EXPECT_EQ(vertex.point_b, (Vec<T, 3>{2, 3, 3}));
  }
}

TYPED_TEST(Distances, BoxAndRotatedBox) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto box = unit_box<T, D>();
  Pose<T, D> pose = at<T, D>(4, 0, 0);
  if constexpr (D == 2) {
    pose.q = {.c = T(1), .s = T(1)};  // by 45 degrees: a corner, at 4 - sqrt(2), faces the side
    expect_distance_both_ways(box, place(box, pose), 3 - root(2));
  } else {
    pose.q = {.w = T(7), .x = T(0), .y = T(0), .z = T(1)};  // cosine 48/50, sine 14/50: an edge, at 4 - 62/50
    expect_distance_both_ways(box, place(box, pose), 3 - Quad(62) / 50);
  }
}

TYPED_TEST(Distances, BoxesFarFromTheOriginOfBothFrames) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto box = unit_box<T, D>();
  const auto a = place(box, at<T, D>(1e6, -1e6, 1e6)), b = place(box, at<T, D>(1e6 + 3.5, -1e6, 1e6));
  expect_distance_both_ways(a, b, 1.5);
}

TYPED_TEST(Distances, SegmentsCrossingAtAHeight) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) {
    const Segment<T, 3> a{{-2, 0, 0}, {2, 0, 0}}, b{{1, -3, 5}, {1, 2, 5}};
    const auto d = expect_distance(a, b, 5);
    EXPECT_EQ(d.point_a, (Vec<T, 3>{1, 0, 0}));
    EXPECT_EQ(d.point_b, (Vec<T, 3>{1, 0, 5}));
    EXPECT_EQ(d.normal, (Vec<T, 3>{0, 0, 1}));
    const Segment<T, 3> aslant{{-1, -1, -1}, {1, 1, 1}}, across{{3, 0, 0}, {0, 3, 0}};
    // The common perpendicular of (1,1,1) and (1,-1,0) is (1,1,-2); the lines are 3 / sqrt(6) apart, at 1 and
    // at (1.5, 1.5, 0).
    expect_distance_both_ways(aslant, across, 3 / root(6));
  } else {
    const Segment<T, 2> a{{-2, 0}, {2, 0}}, b{{1, 1}, {1, 4}};
    expect_distance_both_ways(a, b, 1);
  }
}

TYPED_TEST(Distances, ParallelSegments) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Segment<T, D> a{make_vec<T, D>(0, 0), make_vec<T, D>(4, 0)};
  for (const double start : {-2.0, 0.0, 1.0, 3.0, 4.0}) {
    expect_distance_both_ways(a, Segment<T, D>{make_vec<T, D>(start, 3), make_vec<T, D>(start + 2, 3)}, 3);
  }
  expect_distance_both_ways(a, Segment<T, D>{make_vec<T, D>(7, 4), make_vec<T, D>(9, 4)}, 5);
  expect_distance_both_ways(a, Segment<T, D>{make_vec<T, D>(6, 0), make_vec<T, D>(9, 0)}, 2);
}

TYPED_TEST(Distances, TriangleAndTriangle) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Triangle<T, D> a{make_vec<T, D>(0, 0), make_vec<T, D>(4, 0), make_vec<T, D>(0, 4)};
  const Triangle<T, D> b{make_vec<T, D>(4, 4), make_vec<T, D>(6, 5), make_vec<T, D>(5, 6)};
  expect_distance_both_ways(a, b, root(8));
  if constexpr (D == 3) {
    const Triangle<T, D> above{make_vec<T, D>(0, 0, 7), make_vec<T, D>(4, 0, 7), make_vec<T, D>(0, 4, 7)};
    expect_distance_both_ways(a, above, 7);
  }
}

TYPED_TEST(Distances, TetrahedronAndBox) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 3) {
    // The face x + y + z = 6 is closest to the corner (1, 1, 1).
    const Tetrahedron<T> t{{6, 0, 0}, {0, 6, 0}, {0, 0, 6}, {6, 6, 6}};
    const auto d = expect_distance(unit_box<T, 3>(), t, 3 / root(3));
    EXPECT_EQ(d.feature_count, 3);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(d.feature_a[i], 0b111U);
  }
}

TYPED_TEST(Distances, PolygonsVertexAgainstEdge) {
  using T = typename TypeParam::T;
  if constexpr (TypeParam::D == 2) {
    const auto square = Polygon<T>::from({{0, 0}, {2, 0}, {2, 2}, {0, 2}});
    const auto diamond = Polygon<T>::from({{5, 1}, {6, 0}, {7, 1}, {6, 2}});
    ASSERT_TRUE(square && diamond);
    const auto d = expect_distance(*square, *diamond, 3);
    EXPECT_EQ(d.point_a, (Vec<T, 2>{2, 1}));
    EXPECT_EQ(d.point_b, (Vec<T, 2>{5, 1}));
    EXPECT_EQ(d.feature_count, 2);
    // Moved up by 5 its edge x + y = 11 is closest to the corner (2, 2).
    expect_distance_both_ways(*square, place(*diamond, at<T, 2>(0, 5)), 7 / root(2));
  }
}

TYPED_TEST(Distances, PointSetIgnoresItsInnerAndRepeatedPoints) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  std::vector<Vec<T, D>> points;
  for (int id = 0; id < 1 << D; ++id) {
    points.push_back(make_vec<T, D>((id & 1) * 2 - 1, (id >> 1 & 1) * 2 - 1, (id >> 2 & 1) * 2 - 1));
    points.push_back(points.back() * T(0.5));
    points.push_back(points.back() * T(2));
  }
  const auto set = PointSet<T, D>::from(points);
  ASSERT_TRUE(set.has_value());
  expect_distance_both_ways(*set, Point<T, D>{make_vec<T, D>(4, 0.25, 0.5)}, 3);
  expect_distance_both_ways(*set, Point<T, D>{make_vec<T, D>(4, 5, 0.5)}, 5);
}

/// A ball extends beyond the largest number: its closest point is clamped there, and the bounds of the lengths are not.
TEST(Distance, CutsPointsOffAtTheEndOfTheRange) {
  constexpr float most = std::numeric_limits<float>::max();
  const Ball3f a{.center = {0.9F * most, 0, 0}, .radius = 0.5F * most};
  for (const float radius : {0.0F, 0.01F * most}) {
    const Ball3f b{.center = {most, 0, 0}, .radius = radius};
    const auto r = detail::signed_distance(a, b);
    EXPECT_EQ(r.status, Status::converged);
    EXPECT_EQ(r.point_a.x, most);
    EXPECT_EQ(r.point_b.x, most - radius);
    EXPECT_EQ(r.point_a.y, 0);
    EXPECT_EQ(r.normal, (Vec3f{1, 0, 0}));
    const double depth = 0.4 * double(most) + double(radius);
    EXPECT_NEAR(double(r.signed_distance), -depth, 1e-6 * depth);
    EXPECT_LE(double(r.signed_lower), -depth * (1 - 1e-6));
    EXPECT_GE(double(r.signed_upper), -depth * (1 + 1e-6));
    EXPECT_EQ(r.lower, 0);
  }
}

}  // namespace
}  // namespace abut
