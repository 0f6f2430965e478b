/// No absolute epsilons: scale every length by 2^k and every returned length scales bit for bit, nothing else
/// changes.
#include "oracle/judge/answers.hpp"

#include <limits>

namespace oracle {
namespace {

template <class S>
struct Scaling : ::testing::Test {};
TYPED_TEST_SUITE(Scaling, Settings, SettingNames);

/// The k for which all given numbers, and their halves, stay normal (or zero, or infinite) when multiplied by 2^k: a
/// center is half a sum, and a bound is the neighbor of a number that may lie one binade below it.
template <class T>
struct Range {
  int least = std::numeric_limits<T>::min_exponent - 1, most = std::numeric_limits<T>::max_exponent - 1;
  int low = -100000, high = most;

  void include(T x) {
    if (x == 0 || !abut::is_finite(x)) return;
    const int exponent = std::ilogb(x);
    low = std::max(low, least + 1 - exponent);
    high = std::min(high, most - exponent);
  }
  void include(const std::vector<T>& all) {
    for (const T x : all) include(x);
  }
  template <int D>
  void include(const Points<T, D>& points) {
    for (const auto& p : points) {
      for (int i = 0; i < D; ++i) include(p[i]);
    }
  }
};

/// Every k in the range for which the inputs and results stay normal numbers, and the size of the query, of which the
/// rounding errors are a part, is finite.
template <class T, int D>
Range<T> range(const Case<T, D>& c, const abut::detail::SignedDistance<T, D>& r) {
  const Pair<T, D>& p = c.pair;
  Range<T> k;
  if (c.size > 0) k.high = k.most - std::ilogb(narrow(c.size) * 1.01);
  k.include(p.a);
  k.include(p.b);
  k.include(Points<T, D>{p.pose_a.p, p.pose_b.p});
  k.include(std::vector<T>{p.radius_a, p.radius_b});
  k.include(lengths(r));
  return k;
}

/// The first returned length that is not 2^k times what it was.
template <class T, int D>
::testing::AssertionResult scales(const abut::detail::SignedDistance<T, D>& r,
                                  const abut::detail::SignedDistance<T, D>& s, int k) {
  const std::vector<T> before = lengths(r), after = lengths(s);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (std::ldexp(before[i], k) == after[i]) continue;
    return ::testing::AssertionFailure() << "length " << i << " " << before[i] << " became " << std::ldexp(after[i], -k)
                                         << " * 2^" << k;
  }
  return same_except_lengths(r, s);
}

TYPED_TEST(Scaling, ByPowersOfTwoIsExact) {
  using T = typename TypeParam::T;
  Random random(11);
  int lowest_k = 0, highest_k = 0, tested = 0;
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    const Range<T> k = range(c, r);
    if (k.low > 0 || k.high < 0) continue;  // a result is subnormal already
    for (const int by : {k.low, k.high, random.integer(k.low, k.high)}) {
      EXPECT_TRUE(scales(r, query(scaled(c.pair, by)), by))
          << c << ", k = " << by << " of " << k.low << " to " << k.high;
      lowest_k = std::min(lowest_k, by);
      highest_k = std::max(highest_k, by);
      ++tested;
    }
  }
  EXPECT_GT(tested, trials() * kind_count * 2);
  EXPECT_LE(lowest_k, sizeof(T) == 4 ? -100 : -1000);
  EXPECT_GE(highest_k, sizeof(T) == 4 ? 100 : 1000);
}

/// A curved shape stops on its tolerance, and a cutoff is a length: both must scale too.
TYPED_TEST(Scaling, HoldsForCutoffs) {
  using T = typename TypeParam::T;
  for (const auto& c : corpus<TypeParam>()) {
    const T cutoff = static_cast<T>(narrow(c.upper() * Real(0.75)));
    const auto r = query(c.pair, {.cutoff = cutoff});
    Range<T> k = range(c, r);
    k.include(cutoff);
    for (const int by : {k.low, k.high}) {
      if (k.low > 0 || k.high < 0) continue;
      const auto s = query(scaled(c.pair, by), {.cutoff = std::ldexp(cutoff, by)});
      EXPECT_TRUE(scales(r, s, by)) << c << ", k = " << by;
    }
  }
}

}  // namespace
}  // namespace oracle
