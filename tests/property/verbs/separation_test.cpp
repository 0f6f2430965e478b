/// separation() over all kinds of difficult pairs: proven, continuous with distance(), along its normal, scaled.
#include "oracle/draw/depth.hpp"
#include "oracle/judge/answers.hpp"

#include <limits>

namespace oracle {
namespace {

template <class S>
struct SeparationProperty : ::testing::Test {};
TYPED_TEST_SUITE(SeparationProperty, Settings, SettingNames);

/// The pairs whose cores meet, as far as the judge can try every axis quickly, and their true depths.
template <class S>
struct Deep {
  const Case<typename S::T, S::D>* c;
  SignedTruth truth;
  abut::Separation<typename S::T, S::D> r;
};

template <class S>
const std::vector<Deep<S>>& deep_pairs() {
  static const std::vector<Deep<S>> pairs = [] {
    std::vector<Deep<S>> all;
    for (const auto& c : corpus<S>()) {
      const bool quick = c.a.points.size() * c.b.points.size() <= (S::D == 2 ? 256 : 40);
      if (c.cores.lower > 0 || !(c.cores.closed || c.cores.meets) || !quick) continue;
      all.push_back({&c, signed_truth(c), ask_separation(c.pair)});
    }
    return all;
  }();
  return pairs;
}

TYPED_TEST(SeparationProperty, BoundsContainTheTruth) {
  using T = typename TypeParam::T;
  int converged = 0;
  for (const auto& [c, truth, r] : deep_pairs<TypeParam>()) {
    EXPECT_TRUE(Real(r.lower) <= truth.upper && truth.lower <= Real(r.upper))
        << *c << ": " << narrow(truth.lower) << " is not in [" << r.lower << ", " << r.upper << "]";
    EXPECT_TRUE(r.lower <= r.separation && r.separation <= r.upper) << *c;
    if (r.status != abut::Status::converged) continue;
    ++converged;
    const Real deep = r.lower < 0 ? -Real(r.lower) : Real(0);
    const Real width = Real(abut::default_tolerance<T>) * deep + allowance<TypeParam>(c->size);
    EXPECT_TRUE(Real(r.upper) - Real(r.lower) <= width)
        << *c << ": " << r.lower << " to " << r.upper << " is wider than " << narrow(width);
  }
  const auto count = static_cast<int>(deep_pairs<TypeParam>().size());
  // There are some at all. A run of few trials, as for coverage, may by chance have less than half: 11 of 30.
  EXPECT_GT(count, trials() < 100 ? trials() / 3 : trials() / 2);
  EXPECT_GE(converged, count - count / 200) << "of " << count;
}

/// The shapes are as far apart along the normal as the number says, and so are the points.
TYPED_TEST(SeparationProperty, NormalAndPointsBelongToTheNumber) {
  for (const auto& [c, truth, r] : deep_pairs<TypeParam>()) {
    const Vector<TypeParam::D> n = exact(r.normal);
    const Real gap = (lowest(c->b, n) - highest(c->a, n)) / norm(n) - c->radii();
    const Real allowed = allowance<TypeParam>(c->size);
    EXPECT_TRUE(gap >= Real(r.separation) - allowed)
        << *c << ": " << narrow(gap) << " along the normal, " << r.separation;
    // The points are rounded in world coordinates.
    const Real world = norm(exact(r.point_a)) + norm(exact(r.point_b));
    const Real off = norm(exact(r.point_b) - exact(r.point_a) - n * Real(r.separation));
    EXPECT_TRUE(off <= allowed + Real(2 * TypeParam::eps) * world) << *c << ": points off by " << narrow(off);
    const Real slack = allowed + Real(2 * TypeParam::eps) * world;
    EXPECT_TRUE(absolute(dot(n, exact(r.point_a)) - highest(c->a, n) - c->a.radius) <= slack) << *c;
    EXPECT_TRUE(absolute(dot(n, exact(r.point_b)) - lowest(c->b, n) + c->b.radius) <= slack) << *c;
  }
}

TYPED_TEST(SeparationProperty, SwappingKeepsTheNumber) {
  for (const auto& [c, truth, r] : deep_pairs<TypeParam>()) {
    auto p = c->pair;
    std::swap(p.a, p.b);
    std::swap(p.pose_a, p.pose_b);
    std::swap(p.radius_a, p.radius_b);
    const auto s = ask_separation(p);
    if (r.status != abut::Status::converged || s.status != abut::Status::converged) continue;
    EXPECT_TRUE(absolute(Real(r.separation) - Real(s.separation)) <= allowance<TypeParam>(c->size)) << *c;
  }
}

/// If the shapes are apart, it is the distance, bit for bit.
TYPED_TEST(SeparationProperty, IsTheDistanceOfShapesApart) {
  int compared = 0;
  for (const auto& c : corpus<TypeParam>()) {
    if (!(c.cores.lower > 0) || c.pair.seed % 8 != 0) continue;
    const auto r = ask_separation(c.pair);
    const Rounded<typename TypeParam::T, TypeParam::D> a{points<typename TypeParam::T, TypeParam::D>(c.pair.a),
                                                         c.pair.radius_a},
        b{points<typename TypeParam::T, TypeParam::D>(c.pair.b), c.pair.radius_b};
    const auto d = c.pair.posed
                       ? abut::detail::signed_distance(abut::place(a, c.pair.pose_a), abut::place(b, c.pair.pose_b))
                       : abut::detail::signed_distance(a, b);
    if (d.cores_meet || !(Real(d.signed_lower) + c.radii() > 0)) continue;
    EXPECT_EQ(r.separation, d.signed_distance) << c;
    EXPECT_EQ(r.lower, d.signed_lower) << c;
    EXPECT_EQ(r.upper, d.signed_upper) << c;
    EXPECT_EQ(r.normal, d.normal) << c;
    EXPECT_EQ(r.point_a, d.point_a) << c;
    ++compared;
  }
  EXPECT_GT(compared, trials() / 10);
}

/// For every k for which inputs and results, and their halves, stay normal numbers.
template <class T, int D>
bool stays_normal(const Pair<T, D>& p, const abut::Separation<T, D>& r, int k) {
  bool normal = true;
  const auto check = [&](T x) {
    if (x == 0) return;
    const int e = std::ilogb(x) + k;
    normal = normal && e > std::numeric_limits<T>::min_exponent + 1 && e < std::numeric_limits<T>::max_exponent - 4;
  };
  const auto look_at = [&](const abut::Vec<T, D>& v) {
    for (int i = 0; i < D; ++i) check(v[i]);
  };
  for (const auto* points : {&p.a, &p.b}) {
    for (const auto& v : *points) look_at(v);
  }
  for (const auto& v : {p.pose_a.p, p.pose_b.p, r.point_a, r.point_b}) look_at(v);
  for (const T x : {p.radius_a, p.radius_b, r.separation, r.lower, r.upper}) check(x);
  return normal;
}

template <class T, int D>
abut::Vec<T, D> scaled(abut::Vec<T, D> v, int k) {
  for (int i = 0; i < D; ++i) v[i] = std::ldexp(v[i], k);
  return v;
}

TYPED_TEST(SeparationProperty, ScalesByPowersOfTwoBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  int tested = 0;
  for (const auto& [c, truth, r] : deep_pairs<TypeParam>()) {
    for (const int k : {-80, -7, 50, sizeof(T) == 4 ? 90 : 900, sizeof(T) == 4 ? -60 : -700}) {
      if (!stays_normal(c->pair, r, k)) continue;
      const auto s = ask_separation(scaled(c->pair, k));
      EXPECT_EQ(std::ldexp(r.separation, k), s.separation) << *c << ", k = " << k;
      EXPECT_EQ(std::ldexp(r.lower, k), s.lower) << *c << ", k = " << k;
      EXPECT_EQ(std::ldexp(r.upper, k), s.upper) << *c << ", k = " << k;
      EXPECT_EQ((scaled<T, D>(r.point_a, k)), s.point_a) << *c << ", k = " << k;
      EXPECT_EQ((scaled<T, D>(r.point_b, k)), s.point_b) << *c << ", k = " << k;
      EXPECT_EQ(r.normal, s.normal) << *c << ", k = " << k;
      EXPECT_EQ(r.iterations, s.iterations) << *c << ", k = " << k;
      EXPECT_EQ(r.status, s.status) << *c << ", k = " << k;
      ++tested;
    }
  }
  EXPECT_GT(tested, trials());
}

}  // namespace
}  // namespace oracle
