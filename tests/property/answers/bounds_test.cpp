/// Proof with every answer: the bounds contain the truth, and `converged` means what it says.
#include "oracle/draw/corpus.hpp"

namespace oracle {
namespace {

template <class S>
struct Bounds : ::testing::Test {};
TYPED_TEST_SUITE(Bounds, Settings, SettingNames);

TYPED_TEST(Bounds, TheJudgeItselfIsCertain) {
  int open = 0;
  for (const auto& c : corpus<TypeParam>()) open += c.cores.closed ? 0 : 1;
  // Twins rotated by the same quaternion, 1e-17 of their size apart, may be inconclusive: about 1 in 5000.
  EXPECT_LE(open * 2000, static_cast<int>(corpus<TypeParam>().size())) << "cases without a closed certificate";
}

TYPED_TEST(Bounds, ContainTheTruth) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    EXPECT_TRUE(Real(r.lower) <= c.upper()) << c << ", lower too high by " << narrow(r.lower - c.upper());
    EXPECT_TRUE(Real(r.upper) >= c.lower()) << c << ", upper too low by " << narrow(c.lower() - r.upper);
    EXPECT_TRUE(r.lower <= r.distance && r.distance <= r.upper) << c;
  }
}

TYPED_TEST(Bounds, ContainTheSignedDistanceWhereOnlyTheRadiiOverlap) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    EXPECT_TRUE(Real(r.signed_lower) <= c.cores.upper - c.radii()) << c;
    EXPECT_TRUE(Real(r.signed_upper) >= c.cores.lower - c.radii() || c.cores.meets) << c;
    EXPECT_TRUE(r.signed_lower <= r.signed_distance && r.signed_distance <= r.signed_upper) << c;
  }
}

TYPED_TEST(Bounds, MeetTheToleranceWhenConverged) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    if (r.status != abut::Status::converged) continue;
    const Real tolerance = abut::default_tolerance<typename TypeParam::T>;
    const Real width = Real(r.upper) - r.lower, allowed = tolerance * r.upper + allowance<TypeParam>(c.size);
    EXPECT_TRUE(width <= allowed) << c << ", width " << narrow(width) << " > " << narrow(allowed);
  }
}

/// Needles within a millionth of touching may stall in double, one in two hundred; no others may.
TYPED_TEST(Bounds, ConvergeForAllButNeedles) {
  int needles = 0, stalled = 0;
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    const bool thin = c.pair.kind == Kind::sliver || c.pair.kind == Kind::near_sliver;
    const bool needle = thin && c.cores.lower < c.size * Real(1e-6);
    needles += needle ? 1 : 0;
    if (r.status == abut::Status::converged) continue;
    EXPECT_EQ(r.status, abut::Status::stalled) << c;
    if (needle) {
      ++stalled;
    } else {
      EXPECT_TRUE(c.cores.lower < c.size * Real(1e-9) && c.pair.kind == Kind::near) << c << ": " << to_string(r.status);
    }
  }
  EXPECT_LE(stalled * 200, needles) << stalled << " of " << needles << " needles stalled";
  this->RecordProperty("stalled_needles", stalled);
}

/// Single points far from the origins of their frames: only the rounding of two rotations matters, and the bounds that
/// count it.
TYPED_TEST(Bounds, ContainTheTruthOfPointsOnLeverArms) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  if (!TypeParam::posed) return;
  Random random(1);
  const auto arm = [&random](bool is_long) { return abut::vec_cast<T>(detail::arrow<D>(random, is_long ? 1 : 0.01)); };
  for (int i = 0; i < 100 * trials(); ++i) {
    const int longest = random.integer(0, 3);
    Pair<T, D> p;
    p.posed = true;
    p.a = {arm(longest == 0 || longest == 1)};
    p.b = {arm(longest == 0 || longest == 2)};
    p.pose_a.p = arm(longest == 3);
    p.pose_b.p = arm(false);
    for (auto* pose : {&p.pose_a, &p.pose_b}) {
      const auto q = detail::rotation<D>(random);
      detail::assign(pose->q, q, random.decade(-1, 1));
    }
    const Case<T, D> c(p);
    const auto r = query(p);
    EXPECT_TRUE(Real(r.lower) <= c.upper() && c.lower() <= Real(r.upper)) << i;
  }
}

}  // namespace
}  // namespace oracle
