/// Round shapes, and shapes at, next to and beyond touching.
#include "unit/expect_distance.hpp"

#include <limits>

namespace abut {
namespace {

using test::expect_bounds_contain;
using test::expect_distance;
using test::expect_distance_both_ways;
using test::make_vec;
using test::Quad;
using test::quad;
using test::Random;
using test::rounding_width;

template <class S>
class Radii : public ::testing::Test {};
TYPED_TEST_SUITE(Radii, test::Spaces);

template <class S>
class Touching : public ::testing::Test {};
TYPED_TEST_SUITE(Touching, test::Spaces);

template <Scalar T, int D>
Ball<T, D> ball(double x, double y, double z, double radius) {
  return {.center = make_vec<T, D>(x, y, z), .radius = static_cast<T>(radius)};
}

// --- Apart -------------------------------------------------------------------------------------------------

TYPED_TEST(Radii, BallAndBall) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto d = expect_distance(ball<T, D>(0, 0, 0, 1), ball<T, D>(3, 4, 0, 2), 2);
  EXPECT_EQ(d.feature_count, 1);
  Random random(1);
  for (int n = 0; n < 2000; ++n) {
    const Ball<T, D> a{random.vec<T, D>(1), static_cast<T>(random.unit())};
    const Ball<T, D> b{random.vec<T, D>(3), static_cast<T>(random.unit())};
    const Quad exact = norm(quad(b.center) - quad(a.center)) - quad(double(a.radius)) - quad(double(b.radius));
    expect_distance(a, b, exact);
  }
}

TYPED_TEST(Radii, BallAndCapsule) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Capsule<T, D> capsule{.a = make_vec<T, D>(0, 0), .b = make_vec<T, D>(4, 0), .radius = T(0.5)};
  expect_distance_both_ways(ball<T, D>(1, 3, 0, 1), capsule, Quad(1.5));
  expect_distance_both_ways(ball<T, D>(7, 4, 0, 1), capsule, Quad(3.5));
}

TYPED_TEST(Radii, ParallelCapsules) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Capsule<T, D> a{.a = make_vec<T, D>(0, 0), .b = make_vec<T, D>(4, 0), .radius = T(0.5)};
  for (const double start : {-3.0, 0.0, 2.0, 4.0}) {
    const Capsule<T, D> b{.a = make_vec<T, D>(start, 3), .b = make_vec<T, D>(start + 4, 3), .radius = T(0.25)};
    expect_distance_both_ways(a, b, Quad(2.25));
  }
}

TYPED_TEST(Radii, BoxAndBall) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const auto d = expect_distance(box, ball<T, D>(4, 0.5, 0.5, 1), 2);
  EXPECT_EQ(d.point_a, (make_vec<T, D>(1, 0.5, 0.5)));
  EXPECT_EQ(d.point_b, (make_vec<T, D>(3, 0.5, 0.5)));
  expect_distance_both_ways(box, ball<T, D>(4, 5, 0, 2), 3);
}

TYPED_TEST(Radii, ZeroIsAPointAndASegment) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_distance_both_ways(ball<T, D>(0, 0, 0, 0), ball<T, D>(3, 4, 0, 0), 5);
}

// --- Only the radii overlap --------------------------------------------------------------------------------

TYPED_TEST(Radii, OverlapOfRadiiAloneIsAnExactDepth) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const auto d = expect_distance(box, ball<T, D>(1.5, 0.25, 0.25, 2), Quad(-1.5));
  EXPECT_EQ(d.distance, T(0));
  EXPECT_EQ(d.lower, T(0));
  EXPECT_LE(double(d.signed_upper) - double(d.signed_lower), 2 * rounding_width(box, ball<T, D>(1.5, 0.25, 0.25, 2)));
  EXPECT_EQ(d.normal, (detail::axis<T, D>(0)));
  EXPECT_EQ(d.point_a, (make_vec<T, D>(1, 0.25, 0.25))) << "the points have changed sides";
  EXPECT_EQ(d.point_b, (make_vec<T, D>(-0.5, 0.25, 0.25)));
  expect_distance_both_ways(ball<T, D>(0, 0, 0, 3), ball<T, D>(3, 4, 0, 3), -1);
}

TYPED_TEST(Radii, ConcentricBallsSeparateAlongX) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto d = detail::signed_distance(ball<T, D>(1, 2, 3, 2), ball<T, D>(1, 2, 3, 0.5));
  EXPECT_EQ(d.status, Status::converged);
  EXPECT_TRUE(d.cores_meet);
  EXPECT_EQ(d.distance, T(0));
  expect_bounds_contain(d, Quad(-2.5));
  EXPECT_EQ(d.normal, (detail::axis<T, D>(0)));
}

TYPED_TEST(Radii, ThatAreNoRadiiAreInvalid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (const T bad : {T(-1), detail::infinity<T>, std::numeric_limits<T>::quiet_NaN()}) {
    Ball<T, D> b = ball<T, D>(5, 0, 0, 1);
    b.radius = bad;
    const auto d = detail::signed_distance(ball<T, D>(0, 0, 0, 1), b);
    EXPECT_EQ(d.status, Status::invalid_argument);
    EXPECT_EQ(d.lower, T(0));
    EXPECT_EQ(d.upper, detail::infinity<T>);
  }
}

// --- At touching -------------------------------------------------------------------------------------------

/// Exactly 0: the lower bound is 0, and the upper bound only rounding above it.
template <class A, class B>
void expect_touching(const A& a, const B& b) {
  using T = ScalarOf<A>;
  const auto d = detail::signed_distance(a, b);
  EXPECT_EQ(d.status, Status::converged) << to_string(d.status);
  expect_bounds_contain(d, 0);
  EXPECT_EQ(d.lower, T(0));
  EXPECT_LE(double(d.upper), rounding_width(a, b));
}

TYPED_TEST(Touching, FacesEdgesAndVertices) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  for (const auto& p : {make_vec<T, D>(2, 0, 0), make_vec<T, D>(2, 0.5, 0), make_vec<T, D>(2, 2, 0.25),
                        make_vec<T, D>(2, 2, 2), make_vec<T, D>(0, -2, 0)}) {
    const Pose<T, D> pose{.p = p};
    expect_touching(box, place(box, pose));
    expect_touching(place(box, pose), box);
  }
}

TYPED_TEST(Touching, PointOnEverything) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = make_vec<T, D>(0, 0), b = make_vec<T, D>(4, 0), c = make_vec<T, D>(0, 4),
             middle = make_vec<T, D>(1, 1);
  expect_touching(Point<T, D>{b}, Point<T, D>{b});
  expect_touching(Segment<T, D>{a, b}, Point<T, D>{make_vec<T, D>(3, 0)});
  expect_touching(Triangle<T, D>{a, b, c}, Point<T, D>{make_vec<T, D>(2, 2)});
  expect_touching(Triangle<T, D>{a, b, c}, Point<T, D>{middle});
  expect_touching(Triangle<T, D>{a, b, c}, Point<T, D>{a});
  if constexpr (D == 3) {
    expect_touching(Tetrahedron<T>{a, b, c, make_vec<T, D>(0, 0, 4)}, Point<T, D>{middle});
  }
}

TYPED_TEST(Touching, BallsAndCapsules) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  expect_touching(ball<T, D>(0, 0, 0, 2), ball<T, D>(3, 4, 0, 3));
  expect_touching(Box<T, D>{make_vec<T, D>(1, 1, 1)}, ball<T, D>(4, 5, 0, 5));
  const Capsule<T, D> capsule{.a = make_vec<T, D>(-4, 3), .b = make_vec<T, D>(4, 3), .radius = T(1)};
  expect_touching(capsule, ball<T, D>(1, 0, 0, 2));
}

/// The gap is one unit in the last place of the coordinates: far below what a tolerance would call a
/// distance. The bounds contain it, and it is never more than the width they may have.
TYPED_TEST(Touching, AGapOfOneUlpIsWithinTheBounds) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (const double edge : {1.0, 0.75, 3.0, 100.0}) {
    const T end = static_cast<T>(edge), next = std::nextafter(end, detail::infinity<T>);
    const Quad gap = quad(double(next)) - quad(double(end));
    const Box<T, D> box{.half = make_vec<T, D>(edge, 1, 1)};
    const Segment<T, D> beside{make_vec<T, D>(double(next), -0.5), make_vec<T, D>(double(next), 0.5)};
    const auto d = detail::signed_distance(box, beside);
    EXPECT_EQ(d.status, Status::converged);
    expect_bounds_contain(d, gap);
    EXPECT_LE(double(d.upper), static_cast<double>(gap) + rounding_width(box, beside));
    expect_bounds_contain(detail::signed_distance(beside, box), gap);
  }
}

TYPED_TEST(Touching, AGapOfOneUlpBetweenPointsIsExactButForItsLastBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T x = T(1), next = std::nextafter(x, detail::infinity<T>);
  const Point<T, D> a{make_vec<T, D>(double(x), 0)}, b{make_vec<T, D>(double(next), 0)};
  const auto d = detail::signed_distance(a, b);
  expect_bounds_contain(d, quad(double(next)) - quad(double(x)));
  EXPECT_GT(d.lower, T(0)) << "the size is the gap itself: its rounding is far below it";
  EXPECT_EQ(d.status, Status::converged);
}

// --- Overlap -----------------------------------------------------------------------------------------------

TYPED_TEST(Touching, OverlappingCoresAreAtDistanceZero) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  Random random(2);
  for (int n = 0; n < 500; ++n) {
    const Pose<T, D> pose{.p = random.vec<T, D>(0.9), .q = test::random_rotation<T, D>(random)};
    const auto d = detail::signed_distance(box, place(box, pose));  // the center of one lies in the other
    EXPECT_EQ(d.status, Status::converged);
    EXPECT_TRUE(d.cores_meet);
    EXPECT_EQ(d.distance, T(0));
    EXPECT_EQ(d.lower, T(0));
    EXPECT_LE(d.signed_lower, T(0));
    EXPECT_EQ(d.feature_count, d.feature_count > D ? D + 1 : d.feature_count);
  }
}

TYPED_TEST(Touching, ARadiusAroundOverlappingCoresBoundsTheDepth) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const auto d =
      detail::signed_distance(box, ball<T, D>(0, 0.25, 0, 2));  // the exit: 0.75 for the center, then the radius
  EXPECT_TRUE(d.cores_meet);
  expect_bounds_contain(d, Quad(-2.75));
  EXPECT_LE(double(d.signed_upper), -2 + rounding_width(box, ball<T, D>(0, 0.25, 0, 2)));
}

}  // namespace
}  // namespace abut
