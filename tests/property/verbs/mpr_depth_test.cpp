/// Depths by MPR: along the normal of the portal, and along any direction, within their bounds.
#include "oracle/draw/corpus.hpp"

#include <abut/detail/mpr/depth.hpp>

namespace oracle {
namespace {

using abut::detail::MprDepth;

template <class S>
struct DepthByMpr : ::testing::Test {};
TYPED_TEST_SUITE(DepthByMpr, Settings, SettingNames);

/// The depth in the user's lengths: along a direction or, if there is none, along the normal of the portal.
template <class A, class B>
auto depth_of(const A& a, const B& b, const abut::Vec<double, abut::dimension_of<A>>* direction) {
  using namespace abut::detail;
  const auto solve = [&](const auto& cores) {
    using Set = RoundedDifference<std::remove_cvref_t<decltype(cores)>>;
    using T = abut::ScalarOf<A>;
    const Set solid(cores);
    NoTrace none;
    const MprDepthLimits limits{{contract_width(cores), 1024}, double(abut::default_tolerance<T>)};
    auto r = direction != nullptr ? mpr_depth_along(solid, *direction, limits, none) : mpr_depth(solid, limits, none);
    for (double* x : {&r.depth, &r.lower, &r.upper}) *x = cores.unscaled(*x);
    return r;
  };
  const Difference<A, B, false> ordinary(a, b);
  return ordinary.needs_no_scaling() || sizeof(abut::ScalarOf<A>) == 4 ? solve(ordinary)
                                                                       : solve(Difference<A, B, true>(a, b));
}

template <class T, int D>
MprDepth<D> depth(const Pair<T, D>& p, const abut::Vec<double, D>* direction = nullptr) {
  const Rounded<T, D> a{points<T, D>(p.a), p.radius_a}, b{points<T, D>(p.b), p.radius_b};
  if (!p.posed) return depth_of(a, b, direction);
  return depth_of(abut::place(a, p.pose_a), abut::place(b, p.pose_b), direction);
}

TYPED_TEST(DepthByMpr, AlongThePortalIsThatOfItsNormal) {
  int deep = 0;
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = depth(c.pair);
    if (!r.verdict.overlap) continue;
    ++deep;
    Vector<TypeParam::D> n = exact(r.normal);
    n = n * (1 / norm(n));
    const Real height = highest(c.a, n) - lowest(c.b, n) + c.radii(), truth = height > 0 ? height : 0;
    EXPECT_TRUE(Real(r.lower) <= truth && truth <= Real(r.upper))
        << c << ", [" << r.lower << ", " << r.upper << "] " << narrow(truth);
    EXPECT_TRUE(r.lower <= r.depth && r.depth <= r.upper) << c;
    EXPECT_NEAR(narrow(norm(exact(r.normal))), 1, 1e-15) << c;
  }
  EXPECT_GT(deep, trials());
}

/// B moved by the lower bound still meets A; moved by more than the upper bound it does not.
TYPED_TEST(DepthByMpr, AlongADirectionIsWithinItsBounds) {
  constexpr int D = TypeParam::D;
  Random random(8);
  int deep = 0, converged = 0;
  for (const auto& c : corpus<TypeParam>()) {
    if (c.pair.kind != Kind::overlapping && c.pair.kind != Kind::identical && c.pair.kind != Kind::parallel) continue;
    abut::Vec<double, D> d = detail::direction<D>(random);
    if (random.chance(0.3)) d = abut::detail::axis<double, D>(random.integer(0, D - 1));
    const auto r = depth(c.pair, &d);
    if (!r.verdict.overlap) continue;
    ++deep;
    converged += r.status == abut::Status::converged ? 1 : 0;
    EXPECT_TRUE(0 <= r.lower && r.lower <= r.depth && r.depth <= r.upper) << c;
    const Vector<D> u = exact(d) * (1 / norm(exact(d)));
    const auto moved = [&](Real by) {
      Body<D> b = c.b;
      for (auto& x : b.points) x = x + u * by;
      return distance(c.a, b);
    };
    EXPECT_TRUE(r.lower == 0 || moved(r.lower).lower <= c.radii()) << c << " lower " << r.lower;
    const Real beyond = Real(r.upper) * Real(1 + 0x1p-40) + c.size * Real(0x1p-70);
    EXPECT_TRUE(moved(beyond).upper > c.radii()) << c << " upper " << r.upper;
  }
  EXPECT_GT(deep, trials());
  EXPECT_GT(converged * 2, deep);
  this->RecordProperty("converged", converged);
  this->RecordProperty("deep", deep);
}

}  // namespace
}  // namespace oracle
