/// Overlap: both verdicts are proven, by both methods, and none contradicts another, the distance, or the truth.
#include "oracle/judge/answers.hpp"

#include <abut/overlap.hpp>

namespace oracle {
namespace {

using abut::OverlapMethod;

/// One type of shape for all pairs: two queries to compile for each scalar and dimension.
template <class T, int D>
abut::Overlap<T, D> meet(const Pair<T, D>& p, const abut::OverlapOptions<T, D>& options = {}) {
  const Rounded<T, D> a{points<T, D>(p.a), p.radius_a}, b{points<T, D>(p.b), p.radius_b};
  if (!p.posed) return abut::overlap(a, b, options);
  return abut::overlap(abut::place(a, p.pose_a), abut::place(b, p.pose_b), options);
}

constexpr OverlapMethod methods[] = {OverlapMethod::gjk, OverlapMethod::mpr};

const char* name(OverlapMethod method) { return method == OverlapMethod::gjk ? "gjk" : "mpr"; }

template <class S>
struct OverlapVerdict : ::testing::Test {};
TYPED_TEST_SUITE(OverlapVerdict, Settings, SettingNames);

TYPED_TEST(OverlapVerdict, IsTrue) {
  for (const auto& c : corpus<TypeParam>()) {
    for (const OverlapMethod method : methods) {
      const auto r = meet(c.pair, {.method = method});
      EXPECT_NE(r.status, abut::Status::invalid_argument) << c;
      EXPECT_FALSE(r.overlap && r.apart) << c << name(method);
      EXPECT_EQ(r.status == abut::Status::converged, r.overlap || r.apart) << c << name(method);
      EXPECT_EQ(r.apart, r.lower > 0) << c << name(method);
      EXPECT_TRUE(Real(r.lower) <= c.upper()) << c << name(method);
      EXPECT_TRUE(Real(r.upper) >= c.lower()) << c << name(method);
      EXPECT_TRUE(!r.overlap || Real(r.upper) <= allowance<TypeParam>(c.size)) << c << name(method);
    }
  }
}

/// GJK is inconclusive only near touching; MPR also for shapes without an interior.
TYPED_TEST(OverlapVerdict, IsGivenUnlessTheShapesTouch) {
  int open = 0, open_by_mpr = 0, far = 0;
  for (const auto& c : corpus<TypeParam>()) {
    const bool apart = c.lower() > c.size * Real(1e-9);
    const auto g = meet(c.pair), m = meet(c.pair, {.method = OverlapMethod::mpr});
    if (!g.apart && !g.overlap) {
      ++open;
      EXPECT_FALSE(apart) << c;
    }
    far += apart ? 1 : 0;
    if (apart && !m.apart) ++open_by_mpr;
  }
  EXPECT_LE(open * 500, static_cast<int>(corpus<TypeParam>().size())) << open << " left open";
  EXPECT_LE(open_by_mpr * 500, far) << open_by_mpr << " of " << far << " left open by MPR";
}

/// Along the returned axis, which was rounded in float: by half an eps of the size.
TYPED_TEST(OverlapVerdict, AxisSeparates) {
  for (const auto& c : corpus<TypeParam>()) {
    for (const OverlapMethod method : methods) {
      const auto r = meet(c.pair, {.method = method});
      if (!r.apart) continue;
      Vector<TypeParam::D> n = exact(r.axis);
      const Real length = norm(n);
      EXPECT_TRUE(absolute(length - 1) <= Real(4 * TypeParam::eps)) << c;
      n = n * (1 / length);
      const Real gap = lowest(c.b, n) - highest(c.a, n) - c.radii();
      const bool rounded = std::is_same_v<typename TypeParam::T, float>;
      const Real slack = rounded ? Real(TypeParam::eps) * c.size : Real(0);
      EXPECT_TRUE(gap >= Real(r.lower) - slack)
          << c << " " << name(method) << ", lower " << r.lower << ", gap " << narrow(gap);
    }
  }
}

TYPED_TEST(OverlapVerdict, PointIsInBoth) {
  int i = 0;
  for (const auto& c : corpus<TypeParam>()) {
    if (++i % 4 != 0) continue;  // the judge is slow
    for (const OverlapMethod method : methods) {
      const auto r = meet(c.pair, {.method = method});
      if (!r.overlap) continue;
      const Vector<TypeParam::D> x = exact(r.point);
      const Real allowed = allowance<TypeParam>(c.size) + Real(4 * TypeParam::eps) * norm(x);
      EXPECT_TRUE(outside(x, c.a) - c.a.radius <= allowed) << c << " " << name(method);
      EXPECT_TRUE(outside(x, c.b) - c.b.radius <= allowed) << c << " " << name(method);
    }
  }
}

template <class T, int D>
bool contradict(const abut::Overlap<T, D>& r, const abut::Overlap<T, D>& s) {
  return r.lower > s.upper || s.lower > r.upper;
}

/// Methods, swapped shapes, caches of any content, the distance: within each other's bounds.
TYPED_TEST(OverlapVerdict, IsNeverContradicted) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(5);
  for (const auto& c : corpus<TypeParam>()) {
    Pair<T, D> other = c.pair;
    std::swap(other.a, other.b);
    std::swap(other.pose_a, other.pose_b);
    std::swap(other.radius_a, other.radius_b);
    abut::Cache<D> cache;
    cache.count = random.integer(-1, D + 2);
    cache.direction = random.chance(0.1) ? abut::Vec<double, D>{} : detail::direction<D>(random);
    if (random.chance(0.1)) cache.direction[0] = std::nan("");
    const auto g = meet(c.pair), m = meet(c.pair, {.method = OverlapMethod::mpr}), swapped = meet(other);
    const auto stale = meet(c.pair, {.cache = &cache}), warm = meet(c.pair, {.cache = &cache});
    const auto d = query(c.pair);
    for (const auto* r : {&g, &m, &swapped, &stale, &warm}) {
      EXPECT_FALSE(contradict(g, *r)) << c;
      EXPECT_FALSE(r->lower > d.upper || d.lower > r->upper) << c;
    }
    const bool clear = c.lower() > allowance<TypeParam>(c.size);
    const bool decided = g.apart || g.overlap, decided_swapped = swapped.apart || swapped.overlap;
    EXPECT_TRUE(!(clear && decided && decided_swapped) || g.apart == swapped.apart) << c;
    const bool remembered = clear && stale.apart && stale.iterations > 0;
    EXPECT_TRUE(!remembered || (warm.apart && warm.iterations == 1)) << c;
  }
}

template <class T, int D>
std::vector<T> lengths_of(const abut::Overlap<T, D>& r) {
  std::vector<T> all{r.lower, r.upper};
  for (int i = 0; i < D; ++i) all.push_back(r.point[i]);
  return all;
}

/// Whether all numbers are normal, and stay so when multiplied by 2^k, or are zero or infinite.
template <class T, int D>
bool stays_normal(const Pair<T, D>& p, const abut::Overlap<T, D>& r, Real size, int k) {
  std::vector<T> all = lengths_of(r);
  for (const Points<T, D>& set : {p.a, p.b, Points<T, D>{p.pose_a.p, p.pose_b.p}}) {
    for (const auto& v : set) {
      for (int i = 0; i < D; ++i) all.push_back(v[i]);
    }
  }
  all.push_back(p.radius_a);
  all.push_back(p.radius_b);
  const int least = std::numeric_limits<T>::min_exponent, most = std::numeric_limits<T>::max_exponent - 2;
  const double whole = narrow(size);
  bool normal = whole == 0 || std::ilogb(whole) + k < most;
  for (const T x : all) {
    if (x == 0 || !abut::is_finite(x)) continue;
    const int before = std::ilogb(x), after = before + k;
    normal = normal && before > least && after > least && after < most;
  }
  return normal;
}

TYPED_TEST(OverlapVerdict, ScalesByPowersOfTwo) {
  using T = typename TypeParam::T;
  Random random(6);
  int tested = 0;
  for (const auto& c : corpus<TypeParam>()) {
    for (const OverlapMethod method : methods) {
      const auto r = meet(c.pair, {.method = method});
      const int range = std::numeric_limits<T>::max_exponent, k = random.integer(-range, range);
      if (!stays_normal(c.pair, r, c.size, k)) continue;
      const auto s = meet(scaled(c.pair, k), {.method = method});
      ++tested;
      std::vector<T> before = lengths_of(r);
      for (T& x : before) x = std::ldexp(x, k);
      EXPECT_EQ(before, lengths_of(s)) << c << " " << name(method) << ", k = " << k;
      EXPECT_TRUE(r.axis == s.axis && r.iterations == s.iterations && r.overlap == s.overlap && r.apart == s.apart)
          << c << " " << name(method) << ", k = " << k;
    }
  }
  EXPECT_GT(tested, static_cast<int>(corpus<TypeParam>().size()) / 4);
}

}  // namespace
}  // namespace oracle
