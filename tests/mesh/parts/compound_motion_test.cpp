/// Compounds, whose parts may be bodies, in the verbs about motions: seen by moving them.
#include "mesh/parts/drawn_parts.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

using detail::widen;

template <class S>
struct CompoundMotions : ::testing::Test {};
TYPED_TEST_SUITE(CompoundMotions, oracle::Spaces);

template <Scalar T, int D>
Pose<T, D> narrowed(const Pose<double, D>& pose) {
  Pose<T, D> r;
  r.p = vec_cast<T>(pose.p);
  if constexpr (D == 2) {
    r.q = {static_cast<T>(pose.q.c), static_cast<T>(pose.q.s)};
  } else {
    r.q = {static_cast<T>(pose.q.w), static_cast<T>(pose.q.x), static_cast<T>(pose.q.y), static_cast<T>(pose.q.z)};
  }
  return r;
}

TYPED_TEST(CompoundMotions, AreFreeBeforeTSafeAndMeetAtT) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(101);
  PartDrawer<T, D> draw(random, Family::random);
  int hits = 0, moved = 0;
  for (int i = 0; i < 16; ++i) {
    JudgedBody<T, D> own_a, own_b;
    const Compound<T, D> a = draw.compound(3, i % 4 != 0, own_a), b = draw.compound(3, i % 3 == 0, own_b);
    Motion<double, D> motion;
    motion.start = {widen(draw.pose().p) * 3.0, {}};
    motion.velocity = motion.start.p * -1.5;
    motion.angle = random.between(-3, 3);
    const auto r = time_of_impact(moving(a, motion), b);
    ASSERT_EQ(r.status, Status::converged) << i;
    hits += r.hit ? 1 : 0;
    moved += r.t_safe > T(0) ? 1 : 0;
    const double rounding = 256 * epsilon_of<T>;  // of poses
    const auto gap = [&](double t) { return distance(place(a, narrowed<T>(pose_at(motion, t))), b); };
    for (int k = 0; k < 50 && r.t_safe > T(0); ++k) {
      EXPECT_GT(gap(double(r.t_safe) * k / 50).upper, T(0)) << i << " " << k;
    }
    if (!r.hit) continue;
    EXPECT_LE(double(gap(double(r.t)).lower), double(r.target_tolerance) + rounding) << i;
    ASSERT_LT(r.part_a, a.part_count());
    ASSERT_LT(r.part_b, b.part_count());
  }
  EXPECT_GT(hits, 4);
  EXPECT_GT(moved, 4);
}

TYPED_TEST(CompoundMotions, AreFreeForGoodBeyondTheDepth) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(102);
  PartDrawer<T, D> draw(random, Family::random);
  int deep = 0, converged = 0;
  for (int i = 0; i < 40; ++i) {
    JudgedBody<T, D> own_a, own_b;
    const Compound<T, D> a = draw.compound(4, i % 2 == 0, own_a), b = draw.compound(4, i % 3 == 0, own_b);
    Pose<T, D> pose = draw.pose();
    pose.p *= T(0.1);
    Vec<T, D> d = draw.vertex();
    const auto r = depth_along(a, place(b, pose), d);
    ASSERT_NE(r.status, Status::invalid_argument) << i;
    if (r.upper == T(0)) continue;
    ++deep;
    converged += r.status == Status::converged ? 1 : 0;
    ASSERT_LT(r.part_a, a.part_count());
    ASSERT_LT(r.part_b, b.part_count());
    const double length = std::sqrt(norm_squared(widen(d)));
    const auto at = [&](double by) {
      return Pose<T, D>{vec_cast<T>(widen(pose.p) + widen(d) * (by / length)), pose.q};
    };
    const double rounding = 2048 * epsilon_of<T>;
    for (int k = 0; k < 10; ++k) {
      EXPECT_FALSE(overlap(a, place(b, at(double(r.upper) + rounding + k * k * 0.05))).overlap) << i << " " << k;
    }
    if (r.lower > T(0) && std::same_as<T, double>) {  // parts may be thinner than floats can place them
      EXPECT_FALSE(overlap(a, place(b, at(double(r.lower) - rounding))).apart) << i;
    }
  }
  EXPECT_GT(deep, 6);
  EXPECT_GT(converged, deep / 2);
}

TYPED_TEST(CompoundMotions, HaveTheGradientOfTheNearestParts) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(103);
  PartDrawer<T, D> draw(random, Family::random);
  int unique = 0;
  for (int i = 0; i < 20; ++i) {
    JudgedBody<T, D> own_a, own_b;
    const Compound<T, D> a = draw.compound(3, i % 2 == 0, own_a), b = draw.compound(2, i % 3 == 0, own_b);
    Pose<T, D> pose = draw.pose();
    pose.p *= T(4);
    const auto g = separation_gradient(a, place(b, pose));
    EXPECT_EQ(g.separation.separation, separation(a, place(b, pose)).separation) << i;
    if (!g.unique) continue;
    ++unique;
    EXPECT_EQ(g.b.translation, g.separation.normal);
    // Of bodies about 1 in size. The gap of the nearest points grows by all of it; others that become the nearest on
    // the way are less than a hundredth of it nearer.
    const double step = 1e-3;
    const Pose<T, D> there{vec_cast<T>(widen(pose.p) + widen(g.separation.normal) * step), pose.q};
    const double change = double(separation(a, place(b, there)).separation) - double(g.separation.separation);
    EXPECT_NEAR(change, step, step / 100 + 256 * epsilon_of<T>) << i;
  }
  EXPECT_GT(unique, 5);
}

}  // namespace
}  // namespace abut::test
