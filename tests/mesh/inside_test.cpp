/// inside(): exact winding numbers, held against the sum of the simplices that a chain is made of.
#include "mesh/chains.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

template <class S>
struct InsideSolids : ::testing::Test {};
TYPED_TEST_SUITE(InsideSolids, oracle::Spaces);

/// Where points are drawn: what the exact signs have to cope with.
enum class PointKind {
  lattice,  ///< most of them lie on edges, faces and vertices, or exactly above them
  random,
  planar,   ///< within a rounding of one plane
  far,      ///< a lattice of roundings, far from the origin
  largest,  ///< differences overflow
  least,    ///< a lattice of subnormal numbers
  wild,     ///< of all exponents at once
};
inline constexpr PointKind all_points[] = {PointKind::lattice, PointKind::random, PointKind::planar, PointKind::far,
                                           PointKind::largest, PointKind::least,  PointKind::wild};

template <Scalar T>
T coordinate(oracle::Random& random, PointKind points, bool is_last) {
  const int digits = std::same_as<T, float> ? 24 : 53, most = std::same_as<T, float> ? 128 : 1024;
  const double small = random.integer(-2, 2);
  switch (points) {
    case PointKind::lattice: return static_cast<T>(small);
    case PointKind::random: return static_cast<T>(random.between(-1, 1));
    case PointKind::planar: return static_cast<T>(is_last ? std::ldexp(small, -digits) : random.between(-1, 1));
    case PointKind::far: return static_cast<T>(1 + std::ldexp(small + 2, 1 - digits));
    case PointKind::largest: return static_cast<T>(std::ldexp(small / 2, most - 1) * (1 - std::ldexp(1, -digits)));
    case PointKind::least: return std::ldexp(static_cast<T>(small), 3 - most - digits + 1);
    case PointKind::wild: return static_cast<T>(std::ldexp(random.between(-1, 1), random.integer(4 - most, most - 4)));
  }
  return 0;
}

template <Scalar T, int D>
Vec<T, D> point(oracle::Random& random, PointKind points) {
  Vec<T, D> v;
  for (int i = 0; i < D; ++i) v[i] = coordinate<T>(random, points, i == D - 1);
  return v;
}

TYPED_TEST(InsideSolids, HaveTheWindingNumberOfTheCellsAroundThePoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(24);
  int on_surface = 0, inside_count = 0;
  for (const PointKind points : all_points) {
    for (int i = 0; i < 40; ++i) {
      const auto chain = chain_of<T, D>(random, 8, [&] { return point<T, D>(random, points); });
      const Solid<T, D> solid = chain.solid();
      for (int k = 0; k < 12; ++k) {
        const Vec<T, D> q = k == 0 ? chain.surface.vertices[0] : point<T, D>(random, points);
        const Inside found = inside(q, solid);
        const ChainJudge<T, D> judge(chain, q);
        const auto where = [&] { return static_cast<int>(points) * 1000 + i * 20 + k; };
        EXPECT_EQ(found.status, Status::converged) << where();
        EXPECT_EQ(found.on_surface, judge.is_on_surface()) << where();
        EXPECT_EQ(int(found.on_surface) + int(found.inside) + int(found.outside), 1) << where();
        on_surface += found.on_surface ? 1 : 0;
        inside_count += found.inside ? 1 : 0;
        if (found.on_surface) continue;
        EXPECT_EQ(found.winding, judge.winding()) << where();
        EXPECT_EQ(found.inside, judge.winding() != 0) << where();
      }
    }
  }
  EXPECT_GT(on_surface, 200);
  EXPECT_GT(inside_count, 50);
}

/// A ball of many parts, asked in the frame of a pose: the verdict of a point that is turned with it.
TYPED_TEST(InsideSolids, AreProvenWherePlacedOrInconclusive) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(25);
  const auto ball = Solid<T, D>::from(closed_ball<T, D>(12, 0.3).mesh());
  ASSERT_TRUE(ball);
  int proven = 0;
  for (int i = 0; i < 200; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    if (i % 3 == 0) pose.p = pose.p * T(i % 2 == 0 ? 100 : 1e6);
    const Vec<T, D> q = point<T, D>(random, PointKind::random) * T(1.3);
    const auto turned = detail::in_world(ball->composite(&pose), detail::widen(q));
    const auto there = inside(turned, place(*ball, pose));
    const auto here = inside(q, *ball);
    EXPECT_TRUE(there.status == Status::converged || there.status == Status::inconclusive);
    if (there.status == Status::inconclusive) continue;
    // The rounding of the point to T is not the query's: what it may cross is not asked.
    const double rounding = 8 * double(max_abs(turned)) * epsilon_of<T>;
    if (double(closest_point(q, ball->mesh()).distance) < rounding) continue;
    EXPECT_EQ(there.inside, here.inside) << i;
    EXPECT_EQ(there.outside, here.outside) << i;
    EXPECT_EQ(there.winding, here.winding) << i;
    ++proven;
  }
  EXPECT_GT(proven, 120);
}

TYPED_TEST(InsideSolids, OnTheSurfaceOfAPlacedSolidNothingIsProven) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto ball = Solid<T, D>::from(closed_ball<T, D>(12, 0.3).mesh());
  ASSERT_TRUE(ball);
  oracle::Random random(26);
  const Pose<T, D> pose = pose_of<T, D>(random, Family::random);
  const auto found = inside(ball->mesh().vertices()[5], place(*ball, Pose<T, D>{}));
  EXPECT_EQ(found.status, Status::inconclusive);
  EXPECT_FALSE(found.inside || found.outside || found.on_surface);
  const auto far = inside(pose.p + pose.p * T(9), place(*ball, pose));
  EXPECT_TRUE(far.outside);
}

TYPED_TEST(InsideSolids, ScalingByAPowerOfTwoChangesNoVerdict) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(27);
  for (int i = 0; i < 50; ++i) {
    const PointKind points = i % 2 == 0 ? PointKind::lattice : PointKind::far;
    const auto chain = chain_of<T, D>(random, 8, [&] { return point<T, D>(random, points); });
    const T s = static_cast<T>(std::ldexp(1.0, random.integer(-60, 60)));
    auto big = chain;
    for (auto& v : big.surface.vertices) v *= s;
    const Solid<T, D> solid = chain.solid(), scaled = big.solid();
    for (int k = 0; k < 10; ++k) {
      const Vec<T, D> q = point<T, D>(random, points);
      const auto here = inside(q, solid), there = inside(q * s, scaled);
      EXPECT_EQ(here.winding, there.winding);
      EXPECT_EQ(here.on_surface, there.on_surface);
    }
  }
}

TYPED_TEST(InsideSolids, BadArgumentsAreTold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto ball = Solid<T, D>::from(closed_ball<T, D>(4, 0.1).mesh());
  ASSERT_TRUE(ball);
  Vec<T, D> q;
  q[D - 1] = detail::infinity<T>;
  EXPECT_EQ(inside(q, *ball).status, Status::invalid_argument);
  EXPECT_EQ(inside(q, place(*ball, Pose<T, D>{})).status, Status::invalid_argument);
  EXPECT_EQ(inside(Vec<T, D>{}, place(*ball, Pose<T, D>{.p = q})).status, Status::invalid_argument);
  EXPECT_TRUE(inside(Vec<T, D>{}, ball->view()).inside);
}

}  // namespace
}  // namespace abut::test
