/// g++ 12 with -O2 forgets that a float is rounded: where two adjacent numbers are converted to float and back, its
/// vectorizer (SLP) drops both conversions. A proof about the rounded numbers is then about others. These tests check
/// the library's own conversions in the patterns in which that happens; the functions are not inlined, so that each is
/// compiled as it would be in a user's program.
#include <abut/abut.hpp>

#include "unit/spaces.hpp"

#include <vector>

namespace abut {
namespace {

using test::Random;

/// Compares what is in memory: the conversion under test must not be folded into the check.
bool is_float(double x) {
  volatile double stored = x;
  volatile float narrow = static_cast<float>(stored);
  return double(narrow) == stored;
}

template <int D>
bool is_float(const Vec<double, D>& v) {
  bool all = true;
  for (int i = 0; i < D; ++i) all = all && is_float(v[i]);
  return all;
}

Rotation3f any_rotation(Random& random) {
  const Vec3f v = random.vec<float, 3>(1);
  return {static_cast<float>(random.uniform(-1, 1)), v.x, v.y, v.z};
}

[[gnu::noinline]] Vec2d there_and_back(const Vec2d& v) { return detail::widen(vec_cast<float>(v)); }
[[gnu::noinline]] Vec3d there_and_back(const Vec3d& v) { return detail::widen(vec_cast<float>(v)); }
[[gnu::noinline]] Rotation2d wide_rotation(float angle) { return detail::widen(Rotation2f::by(angle)); }
[[gnu::noinline]] Rotation3d wide_rotation(const Vec3f& about, float angle) {
  return detail::widen(Rotation3f::about(about, angle));
}
[[gnu::noinline]] Rotation3d wide_product(const Rotation3f& a, const Rotation3f& b) { return detail::widen(a * b); }
[[gnu::noinline]] Vec2d wide_position(const Pose2f& a, const Pose2f& b) { return detail::widen((a * b).p); }
[[gnu::noinline]] Vec3d wide_image(const Pose3f& pose, const Vec3f& local) {
  return detail::widen(transform(pose, local));
}

TEST(RoundingToFloat, SurvivesWideningBack) {
  Random random(1);
  int kept = 0;
  for (int n = 0; n < 1000; ++n) {
    kept += is_float(there_and_back(random.vec<double, 2>(1))) ? 1 : 0;
    kept += is_float(there_and_back(random.vec<double, 3>(1))) ? 1 : 0;
  }
  EXPECT_EQ(kept, 2000);
}

TEST(RoundingToFloat, OfARotationIsTheRotationThatQueriesUse) {
  Random random(2);
  int kept = 0;
  for (int n = 0; n < 1000; ++n) {
    const float angle = static_cast<float>(random.uniform(-4, 4));
    const Rotation2d q = wide_rotation(angle);
    const Rotation3d r = wide_rotation(random.vec<float, 3>(1), angle);
    const Rotation3d p = wide_product(any_rotation(random), any_rotation(random));
    kept += is_float(Vec2d{q.c, q.s}) ? 1 : 0;
    kept += is_float(r.w) && is_float(Vec3d{r.x, r.y, r.z}) ? 1 : 0;
    kept += is_float(p.w) && is_float(Vec3d{p.x, p.y, p.z}) ? 1 : 0;
  }
  EXPECT_EQ(kept, 3000);
}

TEST(RoundingToFloat, OfAPoseIsThePoseThatQueriesUse) {
  Random random(3);
  int kept = 0;
  for (int n = 0; n < 1000; ++n) {
    const Pose2f a{random.vec<float, 2>(1), Rotation2f::by(static_cast<float>(random.unit()))};
    const Pose3f b{random.vec<float, 3>(1), any_rotation(random)};
    kept += is_float(wide_position(a, a)) ? 1 : 0;
    kept += is_float(wide_image(b, random.vec<float, 3>(1))) ? 1 : 0;
  }
  EXPECT_EQ(kept, 2000);
}

// --- Outward rounding, in the patterns in which results are stored -------------------------------------------

struct Interval {
  float lower, upper;
};

[[gnu::noinline]] Interval outward(double low, double high) {
  return {detail::round_down<float>(low), detail::round_up<float>(high)};
}

[[gnu::noinline]] Interval outward_scaled(const Vec2d& x, double slack, double scale) {
  return {detail::round_down<float>((x.x - slack) * scale), detail::round_up<float>((x.y + slack) * scale)};
}

[[gnu::noinline]] void outward_all(const std::vector<double>& x, std::vector<float>& low, std::vector<float>& high) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    low[i] = detail::round_down<float>(x[i]);
    high[i] = detail::round_up<float>(x[i]);
  }
}

bool encloses(float low, float high, double x) {
  volatile float stored_low = low, stored_high = high;
  volatile double stored = x;
  return double(stored_low) <= stored && stored <= double(stored_high);
}

TEST(OutwardRoundingOfPairs, NeverIsInward) {
  Random random(4);
  for (int n = 0; n < 10000; ++n) {
    const double x = random.spread(-20, 20), s = std::ldexp(1.0, random.integer(-3, 3));
    const Interval plain = outward(x, x), scaled = outward_scaled({x, x}, 0.0, s);
    EXPECT_TRUE(encloses(plain.lower, plain.upper, x)) << x;
    EXPECT_TRUE(encloses(scaled.lower, scaled.upper, x * s)) << x;
  }
}

TEST(OutwardRoundingOfArrays, NeverIsInward) {
  Random random(5);
  std::vector<double> x(10000);
  for (double& value : x) value = random.spread(-40, 40);
  std::vector<float> low(x.size()), high(x.size());
  outward_all(x, low, high);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_TRUE(encloses(low[i], high[i], x[i])) << x[i];
}

}  // namespace
}  // namespace abut
