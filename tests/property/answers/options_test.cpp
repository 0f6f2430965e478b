/// The options: stopping early makes bounds wider, never wrong.
#include "oracle/judge/answers.hpp"

namespace oracle {
namespace {

template <class S>
struct Options : ::testing::Test {};
TYPED_TEST_SUITE(Options, Settings, SettingNames);

/// The truth is within the bounds, and they are as close as their status says.
template <class S, class T = typename S::T, int D = S::D>
void expect_honest(const Case<T, D>& c, const abut::detail::SignedDistance<T, D>& r,
                   T tolerance = abut::default_tolerance<T>) {
  EXPECT_TRUE(is_sane(r)) << c;
  EXPECT_TRUE(Real(r.lower) <= c.upper()) << c << ", lower too high, " << to_string(r.status);
  EXPECT_TRUE(Real(r.upper) >= c.lower()) << c << ", upper too low, " << to_string(r.status);
  if (r.status != abut::Status::converged) return;
  const Real allowed = Real(tolerance) * r.upper + allowance<S>(c.size);
  EXPECT_TRUE(Real(r.upper) - r.lower <= allowed) << c << ", not converged to tolerance " << tolerance;
}

TYPED_TEST(Options, CutoffMeansProvenFurther) {
  using T = typename TypeParam::T;
  int stopped = 0;
  for (const auto& c : corpus<TypeParam>()) {
    for (const double part : {0.0, 0.5, 0.999, 1.5}) {
      const T cutoff = static_cast<T>(narrow(c.upper()) * part);
      const auto r = query(c.pair, {.cutoff = cutoff});
      expect_honest<TypeParam>(c, r);
      if (r.status != abut::Status::cutoff) continue;
      ++stopped;
      EXPECT_GT(r.lower, cutoff) << c;
      EXPECT_LE(r.iterations, query(c.pair).iterations) << c;
    }
  }
  EXPECT_GT(stopped, static_cast<int>(corpus<TypeParam>().size()) / 2);
}

TYPED_TEST(Options, AnyIterationLimitLeavesTheBoundsValid) {
  for (const auto& c : corpus<TypeParam>()) {
    for (int limit = 1; limit < 16; limit += c.pair.kind == Kind::general ? 1 : 5) {
      const auto r = query(c.pair, {.max_iterations = limit});
      expect_honest<TypeParam>(c, r);
      EXPECT_LE(r.iterations, limit) << c;
    }
  }
}

TYPED_TEST(Options, AnyToleranceLeavesTheBoundsValid) {
  using T = typename TypeParam::T;
  for (const auto& c : corpus<TypeParam>()) {
    for (const double tolerance : {0.0, 1e-16, 1e-9, 1e-3, 0.5, 2.0}) {
      const auto r = query(c.pair, {.tolerance = static_cast<T>(tolerance)});
      expect_honest<TypeParam>(c, r, static_cast<T>(tolerance));
    }
  }
}

/// Total: polytopes need a bounded number of steps, whatever the rounding.
TYPED_TEST(Options, IterationsAreBounded) {
  int most = 0;
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    EXPECT_NE(r.status, abut::Status::iteration_limit) << c;
    most = std::max(most, r.iterations);
  }
  EXPECT_LE(most, 64);
}

}  // namespace
}  // namespace oracle
