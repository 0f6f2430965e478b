/// Configurations that have failed in libraries of this kind, each named after the symptom. None has failed here; they
/// are kept because changes of the search or the bounds may break one of them.
#include "quad/boxes.hpp"

#include <limits>
#include <vector>

namespace abut {
namespace {

using test::expect_bounds_contain;
using test::expect_distance;
using test::expect_distance_both_ways;
using test::Quad;
using test::quad;
using test::Random;
using test::rounding_width;

template <class T>
class Peers : public ::testing::Test {};
TYPED_TEST_SUITE(Peers, test::Scalars);

template <Scalar T>
Placed<Box<T, 3>> cube(double edge, const Vec3d& p, const Rotation3d& q = {}) {
  return place(Box<T, 3>{vec_cast<T>(Vec3d{1, 1, 1} * (0.5 * edge))},
               Pose<T, 3>{vec_cast<T>(p), {T(q.w), T(q.x), T(q.y), T(q.z)}});
}

template <Scalar T>
Quad exact(const Placed<Box<T, 3>>& a, const Placed<Box<T, 3>>& b) {
  return test::distance_of(test::QuadBox(a), test::QuadBox(b));
}

// --- Scale -------------------------------------------------------------------------------------------------

const Rotation3d rotated{.w = 4, .x = 1, .y = 2, .z = 3};

TYPED_TEST(Peers, CubesAMicronApartWereCalledOverlapping) {
  using T = TypeParam;
  for (int k = -8; k <= 8; ++k) {
    const double s = std::pow(10.0, k);
    const auto a = cube<T>(s, {}), b = cube<T>(s, Vec3d{1.25, 0.75, 0.5} * s, rotated);
    const auto d = expect_distance(a, b, exact(a, b));
    EXPECT_GT(d.lower, T(0)) << "edge " << s;
  }
}

TYPED_TEST(Peers, DistanceOverSizeDriftedWithTheSize) {
  using T = TypeParam;
  const auto a = cube<T>(1, {}), b = cube<T>(1, {1.25, 0.75, 0.5}, rotated);
  const double at_one = static_cast<double>(exact(a, b));
  for (int k = -8; k <= 8; ++k) {
    const double s = std::pow(10.0, k);
    const auto scaled_a = cube<T>(s, {}), scaled_b = cube<T>(s, Vec3d{1.25, 0.75, 0.5} * s, rotated);
    const auto d = detail::signed_distance(scaled_a, scaled_b);
    // The input is rounded to T: two half edges and a position, each by u of a length below 3 s, in three coordinates.
    EXPECT_NEAR(double(d.distance) / s, at_one, rounding_width(a, b) + 3 * 3 * 3 * detail::unit_roundoff_of<T>)
        << "edge " << s;
  }
}

TYPED_TEST(Peers, TouchingWasDecidedBySquaredLengths) {
  using T = TypeParam;
  for (int k = -30; k <= 30; ++k) {
    const double s = std::ldexp(1.0, k);
    const auto a = cube<T>(s, {}), touching = cube<T>(s, {s, 0, 0}), apart = cube<T>(s, {s + s / 1024, 0, 0});
    const auto d = detail::signed_distance(a, touching);
    EXPECT_EQ(d.status, Status::converged);
    expect_bounds_contain(d, 0);
    EXPECT_LE(double(d.upper), rounding_width(a, touching));
    EXPECT_GT(distance(a, apart).lower, T(0)) << "a thousandth of the edge is no contact, whatever the edge: 2^" << k;
  }
}

TYPED_TEST(Peers, SizeRatioOfTenThousandLostTheSmallShape) {
  using T = TypeParam;
  Random random(1);
  for (int n = 0; n < 300; ++n) {
    const double x = 5000 + random.uniform(1e-3, 3), y = random.uniform(-5000, 5000), z = random.uniform(-5000, 5000);
    const auto plate = cube<T>(1e4, {}), grain = cube<T>(1, {x + 1, y, z}, rotated);
    expect_distance_both_ways(plate, grain, exact(plate, grain));
  }
}

TYPED_TEST(Peers, OffsetOfTenThousandCoarsenedTheGap) {
  using T = TypeParam;
  Random random(2);
  for (int n = 0; n < 300; ++n) {
    // Unit cubes whose centers are further apart than their diagonal, sqrt(3), do not meet.
    const Vec3d far{1e4, -1e4, 1e4}, step = random.vec<double, 3>(1) + Vec3d{2.75, 0, 0};
    const auto a = cube<T>(1, far, rotated), b = cube<T>(1, far + step, {.w = 1, .x = -2, .y = 3, .z = 1});
    expect_distance_both_ways(a, b, exact(a, b));
  }
}

// --- Ties and parallel features ----------------------------------------------------------------------------

/// Every position of a lattice around a box, with many parallel faces and edges and many equally near vertices.
TYPED_TEST(Peers, ParallelFacesMadeTheSearchCycle) {
  using T = TypeParam;
  const Rotation3d quarter_turns[] = {{}, {.w = 1, .x = 1, .y = 0, .z = 0}, {.w = 1, .x = 0, .y = 0, .z = -1}};
  const auto a = cube<T>(2, {});
  for (const Rotation3d& q : quarter_turns) {
    for (int i = 0; i < 11 * 11 * 11; ++i) {
      const Vec3d p{0.5 * (i % 11 - 5), 0.5 * (i / 11 % 11 - 5), 0.5 * (i / 121 - 5)};
      if (max_abs(p) <= 2) continue;  // touching or overlapping
      test::QuadVec<3> gap;           // a rotation by 90 degrees maps a cube to itself
      for (int k = 0; k < 3; ++k) gap[k] = quad(detail::absolute(p[k]) > 2 ? detail::absolute(p[k]) - 2 : 0);
      const auto d = expect_distance(a, cube<T>(2, p, q), norm(gap));
      EXPECT_LE(d.iterations, 16);
    }
  }
}

TYPED_TEST(Peers, FacesThatTouchExactlyWereNeitherApartNorInContact) {
  using T = TypeParam;
  const auto a = cube<T>(2, {});
  for (int i = 0; i < 5 * 5 * 5; ++i) {
    const Vec3d p{1.0 * (i % 5 - 2), 1.0 * (i / 5 % 5 - 2), 1.0 * (i / 25 - 2)};
    if (max_abs(p) < 2) continue;
    const auto b = cube<T>(2, p);
    const auto d = detail::signed_distance(a, b);
    EXPECT_EQ(d.status, Status::converged);
    expect_bounds_contain(d, 0);
    EXPECT_LE(double(d.upper), rounding_width(a, b));
  }
}

TYPED_TEST(Peers, NearestFeatureWasAnEdgeAndAFaceWasTaken) {
  using T = TypeParam;
  // Two edges cross at right angles, 1 apart: rotations by 45 degrees about y and about x stand the cubes on their
  // edges.
  const double c = 0.92387953251128674, s = 0.38268343236508977;
  const auto a = cube<T>(2, {}, {.w = c, .x = 0, .y = s, .z = 0});
  const auto b = cube<T>(2, {0, 0, 1 + 2 * 1.4142135623730951}, {.w = c, .x = s, .y = 0, .z = 0});
  const auto d = expect_distance(a, b, exact(a, b));
  EXPECT_NEAR(double(d.distance), 1, rounding_width(a, b) + 8 * detail::unit_roundoff_of<T> * 4);
}

// --- Degenerate triangles ----------------------------------------------------------------------------------

TYPED_TEST(Peers, QueryInLineWithAnEdgeDividedByZero) {
  using T = TypeParam;
  const Triangle<T, 3> t{{0, 0, 0}, {4, 0, 0}, {1, 3, 0}};
  for (const T x : {T(-5), T(-1), T(5), T(100)}) {
    const Point<T, 3> q{{x, 0, 0}};
    expect_distance_both_ways(t, q, x < 0 ? quad(double(-x)) : quad(double(x)) - 4);
    EXPECT_EQ(closest_point_on_simplex(q.p, t).point, x < 0 ? t.a : t.b);
  }
}

TYPED_TEST(Peers, NormalOfATriangleWithOneShortEdgeWasNoise) {
  using T = TypeParam;
  for (int k = 1; k <= 20; ++k) {
    const T e = static_cast<T>(std::ldexp(1.0, -k));
    const Triangle<T, 3> needle{{0, 0, 0}, {100, 0, 0}, {100, e, 0}};
    const auto d = expect_distance(needle, Point<T, 3>{{50, e / 8, 3}}, 3);
    EXPECT_NEAR(double(detail::absolute(d.normal.z)), 1, 4 * detail::unit_roundoff_of<T>) << "short edge 2^-" << k;
  }
}

TYPED_TEST(Peers, BallJustOffATriangleWasAHit) {
  using T = TypeParam;
  const Triangle<T, 3> t{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const T above = static_cast<T>(1 + 256 * epsilon_of<T>);
  const Ball<T, 3> ball{.center = {T(0.25), T(0.25), above}, .radius = T(1)};
  const auto d = expect_distance(t, ball, quad(double(above)) - 1);
  EXPECT_GT(d.lower, T(0));
}

// --- Ends of the search ------------------------------------------------------------------------------------

TYPED_TEST(Peers, NotANumberLoopedForEver) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  auto b = cube<T>(1, {3, 0, 0});
  b.pose.q.w = nan;
  EXPECT_EQ(distance(cube<T>(1, {}), b).status, Status::invalid_argument);
  const auto broken = custom<Vec<T, 3>>([nan](const Vec<T, 3>&) { return Vec<T, 3>{nan, nan, nan}; });
  EXPECT_EQ(distance(broken, cube<T>(1, {})).status, Status::invalid_argument);
}

TYPED_TEST(Peers, UnlimitedRangeSaidDisjoint) {
  using T = TypeParam;
  const auto a = cube<T>(1, {}), b = cube<T>(1, {3, 0, 0});
  for (const T cutoff : {detail::infinity<T>, std::numeric_limits<T>::max()}) {
    const auto d = detail::signed_distance(a, b, {.cutoff = cutoff});
    EXPECT_EQ(d.status, Status::converged);
    expect_bounds_contain(d, 2);
  }
}

TYPED_TEST(Peers, GivingUpSaidNoContact) {
  using T = TypeParam;
  // A wrong support function: the query ends, and is not called converged unless its bounds agree.
  int calls = 0;
  const auto liar = custom<Vec<T, 3>>([&calls](const Vec<T, 3>&) {
    ++calls;
    return Vec<T, 3>{T(calls % 7), T(calls % 5), T(calls % 3)};
  });
  const auto d = detail::signed_distance(liar, Point<T, 3>{{2, 2, 1}});
  EXPECT_LE(d.iterations, 128);
  EXPECT_LE(d.lower, d.upper);
  EXPECT_TRUE(is_finite(d.point_a) && is_finite(d.normal));
}

}  // namespace
}  // namespace abut
