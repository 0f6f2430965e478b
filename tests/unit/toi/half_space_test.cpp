/// Times of impact of half-spaces and bodies, both of which may move and rotate; judged in 106 bits.
#include <abut/compose.hpp>
#include <abut/shapes.hpp>
#include <abut/time_of_impact.hpp>

#include "quad/motion.hpp"
#include "unit/spaces.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace abut {
namespace {

using test::Quad;
using test::quad;
using test::QuadVec;
using test::Random;

constexpr double pi = 3.1415926535897931;
constexpr TimeOfImpactMethod proven[] = {TimeOfImpactMethod::advancement, TimeOfImpactMethod::bilateral};

/// A moving half-space and a moving rounded point set. All numbers are representable in T.
template <Scalar T, int D>
struct Fall {
  HalfSpace<T, D> half_space;
  std::vector<Vec<T, D>> points;
  T radius{};
  Motion<double, D> a, b;
  T target{}, tolerance{};

  auto body() const { return inflate(*PointSet<T, D>::from(points), radius); }

  /// The true clearance.
  Quad clearance(double t) const {
    const QuadVec<D> n = quad(detail::widen(half_space.normal)) * (1 / norm(quad(detail::widen(half_space.normal))));
    const QuadVec<D> foot = test::position_at(a, t, n * quad(half_space.offset));
    const QuadVec<D> normal = test::position_at(a, t, n * (quad(half_space.offset) + 1)) - foot;
    Quad least = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Quad h = dot(normal, test::position_at(b, t, quad(detail::widen(points[i]))) - foot);
      least = i == 0 || h < least ? h : least;
    }
    return least - quad(radius);
  }

  /// The clearance changes no faster.
  double fastest() const {
    double reach = 0;
    for (const auto& p : points) reach = std::fmax(reach, detail::norm(detail::widen(p) - b.center));
    const double arms = detail::norm(a.center) + detail::norm(b.center);
    const double speed = detail::norm(a.velocity - b.velocity), apart = detail::norm(a.start.p - b.start.p);
    return speed + std::fabs(b.angle) * reach +
           std::fabs(a.angle) * (apart + arms + speed + reach + std::fabs(double(half_space.offset)));
  }
};

template <Scalar T, int D>
Fall<T, D> random_fall(Random& random) {
  Fall<T, D> s;
  s.half_space.normal = random.vec<T, D>(1);
  s.half_space.normal[0] += T(1.5);
  s.half_space.offset = T(random.uniform(-1, 1));
  for (int i = random.integer(1, 6); i > 0; --i) s.points.push_back(random.vec<T, D>(1));
  s.radius = random.integer(0, 1) == 0 ? T(0) : T(random.uniform(0, 0.5));
  const double angles[] = {0, 0.5, 4, 40};
  s.a = test::random_motion<D>(random, angles[random.integer(0, 2)]);
  s.b = test::random_motion<D>(random, angles[random.integer(0, 3)]);
  // In front of the plane, and as often as not moving into it.
  s.b.start.p = s.a.start.p + rotate(s.a.start.q, detail::widen(s.half_space.normal)) * random.uniform(0.5, 6);
  s.target = random.integer(0, 1) == 0 ? T(0) : T(random.uniform(0, 0.3));
  s.tolerance = T(random.integer(0, 1) == 0 ? 1e-3 : 1e-2);
  return s;
}

template <class Space>
class HalfSpaceImpact : public ::testing::Test {};
TYPED_TEST_SUITE(HalfSpaceImpact, test::Spaces);

/// At no time before `safe` is the clearance within the target, and at the hit it is within target + tolerance: checked
/// in steps no longer than the clearance allows.
TYPED_TEST(HalfSpaceImpact, IsProven) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(21);
  int hits = 0, misses = 0;
  for (int i = 0; i < 200; ++i) {
    const auto s = random_fall<T, D>(random);
    const auto r = time_of_impact(moving(s.half_space, s.a), moving(s.body(), s.b),
                                  {.target = s.target, .target_tolerance = s.tolerance, .method = proven[i % 2]});
    ASSERT_EQ(r.status, Status::converged) << i;
    ASSERT_LE(r.t_safe, r.t);
    ++(r.hit ? hits : misses);
    if (r.hit) {
      const Quad there = s.clearance(double(r.t));
      ASSERT_LE(static_cast<double>(there - quad(r.hit_separation)), 0) << i;
      ASSERT_LE(r.hit_separation, s.target + r.target_tolerance) << i;
      ASSERT_GE(static_cast<double>(s.clearance(double(r.t_safe)) - quad(r.safe_separation)), -1e-20) << i;
    } else {
      ASSERT_EQ(r.t_safe, 1) << i;
    }
    for (double t = 0; t < double(r.t_safe);) {
      const double room = static_cast<double>(s.clearance(t) - quad(s.target));
      ASSERT_GE(room, -1e-25) << i << " at " << t;
      t += (room > double(s.tolerance) ? room : double(s.tolerance)) / s.fastest();
    }
  }
  EXPECT_GT(hits, 50);
  EXPECT_GT(misses, 20);
}

/// The half-space second: the same numbers, the normal negated, the points and the steps of the trace swapped.
TYPED_TEST(HalfSpaceImpact, TakesItInEitherOrder) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(22);
  for (int i = 0; i < 40; ++i) {
    const auto s = random_fall<T, D>(random);
    const TimeOfImpactOptions<T, D> options{.target = s.target, .method = proven[i % 2]};
    std::vector<ImpactStep<D>> one, two;
    const auto r = time_of_impact(moving(s.half_space, s.a), moving(s.body(), s.b), options,
                                  [&](const ImpactStep<D>& step) { one.push_back(step); });
    const auto q = time_of_impact(moving(s.body(), s.b), moving(s.half_space, s.a), options,
                                  [&](const ImpactStep<D>& step) { two.push_back(step); });
    EXPECT_EQ(q.hit, r.hit);
    EXPECT_EQ(q.t_safe, r.t_safe);
    EXPECT_EQ(q.t, r.t);
    EXPECT_EQ(q.point_a, r.point_b);
    EXPECT_EQ(q.point_b, r.point_a);
    if (r.hit) {
      EXPECT_EQ(q.normal, -r.normal);
      EXPECT_NEAR(double(detail::norm(detail::widen(r.normal))), 1, 1e-6);
      const auto apart = dot(detail::widen(r.point_b) - detail::widen(r.point_a), detail::widen(r.normal));
      EXPECT_NEAR(apart, double(r.hit_separation), 64 * epsilon_of<T> * 20 + double(r.target_tolerance));
    }
    ASSERT_EQ(one.size(), two.size());
    ASSERT_EQ(static_cast<int>(one.size()),
              r.iterations + (!one.empty() && one[0].bound == ImpactBound::balls ? 1 : 0));
    for (std::size_t k = 0; k < one.size(); ++k) {
      EXPECT_EQ(one[k].t, two[k].t);
      EXPECT_EQ(one[k].point_a, two[k].point_b);
      EXPECT_EQ(one[k].normal, -two[k].normal);
    }
  }
}

/// A ball that rolls down to a plane hits when its center is the radius and the target above it.
TYPED_TEST(HalfSpaceImpact, OfABallThatRollsOntoIt) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{.normal = detail::axis<T, D>(D - 1) * T(4), .offset = T(1)};
  const Ball<T, D> ball{.radius = T(0.5)};
  Motion<T, D> m;
  m.start.p = detail::axis<T, D>(D - 1) * T(5) + detail::axis<T, D>(0) * T(3);
  m.velocity = detail::axis<T, D>(D - 1) * T(-5) + detail::axis<T, D>(0) * T(2);
  m.angle = T(7);
  for (const auto method : proven) {
    const auto r = time_of_impact(moving(ball, m), ground, {.target = T(0.25), .method = method});
    EXPECT_EQ(r.status, Status::converged);
    EXPECT_TRUE(r.hit);
    EXPECT_LE(double(r.t_safe), 0.65);
    EXPECT_NEAR(double(r.t), 0.65, 1e-5);
    EXPECT_EQ(r.normal, -(detail::axis<T, D>(D - 1)));
    EXPECT_NEAR(double(r.point_b[0]), 3 + 2 * 0.65, 1e-4);
    EXPECT_NEAR(double(r.point_b[D - 1]), 1, 1e-4);
    EXPECT_NEAR(double(r.point_a[D - 1]), 1.25, 1e-4);
    EXPECT_EQ(r.start, StartState::separated);
    EXPECT_LE(r.iterations, 2);
  }
}

/// The lowest corner of a rotating square of half 1 is at -sqrt(2) sin(angle + pi / 4) for the first eighth of a turn.
TEST(HalfSpaceImpacts, OfASquareThatRotates) {
  const Box2d square{.half = {1, 1}};
  const HalfSpace2d ground{.normal = {0, 1}, .offset = -1.25};
  const double angle = std::asin(1.25 / std::sqrt(2.0)) - pi / 4;
  for (const auto method : proven) {
    const auto r =
        time_of_impact(moving(square, Motion2d{.angle = 20}), ground, {.target_tolerance = 1e-10, .method = method});
    EXPECT_TRUE(r.hit);
    EXPECT_LE(r.t_safe, angle / 20);
    EXPECT_NEAR(r.t, angle / 20, 1e-10);
    // The same relative to the square: the plane rotates the other way.
    const auto seen =
        time_of_impact(moving(ground, Motion2d{.angle = -20}), square, {.target_tolerance = 1e-10, .method = method});
    EXPECT_TRUE(seen.hit);
    EXPECT_LE(seen.t_safe, angle / 20);
    EXPECT_NEAR(seen.t, angle / 20, 1e-10);
  }
}

/// Just out of reach: a proven miss at once, whichever of them rotates.
TEST(HalfSpaceImpacts, SpinningInPlaceIsOverAtOnce) {
  const Box3d box{.half = {1, 1, 0.25}};
  const HalfSpace3d wall{.normal = {1, 0, 0}, .offset = -std::sqrt(2.0) - 1e-4};
  for (const auto method : proven) {
    const auto about_z =
        time_of_impact(moving(box, Motion3d{.angle = 200}), wall, {.target_tolerance = 1e-6, .method = method});
    const auto both = time_of_impact(moving(box, Motion3d{.axis = {1, 2, 0}, .angle = 70}),
                                     moving(HalfSpace3d{.offset = -1.5}, Motion3d{.axis = {1, 0, 0}, .angle = 200}),
                                     {.target_tolerance = 1e-6, .method = method});
    for (const auto& r : {about_z, both}) {
      EXPECT_EQ(r.status, Status::converged);
      EXPECT_FALSE(r.hit);
      EXPECT_EQ(r.t_safe, 1);
      EXPECT_LE(r.iterations, 1);
    }
  }
}

TEST(HalfSpaceImpacts, ReportTheStateAtTheStart) {
  const Box3f box{.half = {1, 1, 1}};
  const auto at = [&](float z) {
    return time_of_impact(HalfSpace3f{}, moving(box, Motion3f{.start = {.p = {0, 0, z}}, .angle = 1}),
                          {.target = 0.5f});
  };
  const auto deep = at(-3), near = at(1.25f), far = at(4);
  EXPECT_EQ(deep.start, StartState::overlapping);
  EXPECT_EQ(near.start, StartState::within_target);
  EXPECT_EQ(far.start, StartState::separated);
  for (const auto& r : {deep, near}) {
    EXPECT_TRUE(r.hit);
    EXPECT_EQ(r.t_safe, 0);
    EXPECT_EQ(r.t, 0);
  }
  EXPECT_NEAR(deep.hit_separation, -4, 1e-6);
  EXPECT_FALSE(far.hit);
  EXPECT_EQ(far.t_safe, 1);
}

TEST(HalfSpaceImpacts, RaiseAToleranceThatIsBelowRounding) {
  const Box3d box{.half = {1, 1, 1}};
  for (const auto method : proven) {
    const auto r = time_of_impact(moving(box, Motion3d{.velocity = {0, 0, -4}, .axis = {1, 1, 0}, .angle = 3}),
                                  moving(HalfSpace3d{.offset = -4}, Motion3d{.axis = {1, 0, 0}, .angle = 0.5}),
                                  {.target_tolerance = 0, .method = method});
    EXPECT_TRUE(r.hit);
    EXPECT_EQ(r.status, Status::converged);
    EXPECT_GT(r.target_tolerance, 0);
    EXPECT_LT(r.target_tolerance, 1e-11);
    EXPECT_LE(r.hit_separation, r.target_tolerance);
    EXPECT_LT(r.iterations, 20);
  }
}

TEST(HalfSpaceImpacts, OfSubstepsProveNothing) {
  const Ball3d ball{.radius = 0.5};
  const auto fall = [&](double height) {
    return time_of_impact(moving(ball, Motion3d{.start = {.p = {0, 0, height}}, .velocity = {0, 0, -4}}),
                          moving(HalfSpace3d{}, Motion3d{.axis = {1, 0, 0}, .angle = 0.01}),
                          {.method = TimeOfImpactMethod::substep});
  };
  EXPECT_TRUE(fall(2).hit);
  EXPECT_EQ(fall(2).status, Status::inconclusive);
  EXPECT_FALSE(fall(4.6).hit);
}

TEST(HalfSpaceImpacts, RefuseBadArguments) {
  const Box3d box{.half = {1, 1, 1}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto status = [&](const HalfSpace3d& h, const Motion3d& m, const TimeOfImpactOptions3d& options) {
    return time_of_impact(moving(h, m), place(box, Pose3d{.p = {0, 0, 6}, .q = {}}), options).status;
  };
  EXPECT_EQ(status({}, {}, {}), Status::converged);
  EXPECT_EQ(status({.normal = {0, 0, 0}}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(status({.normal = {0, nan, 0}}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(status({.normal = {0, detail::infinity<double>, 0}}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(status({.offset = nan}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(status({.offset = detail::infinity<double>}, {}, {}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.angle = nan}, {}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.velocity = {0, detail::infinity<double>, 0}}, {}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.start = {.p = {}, .q = {0, 0, 0, 0}}}, {}), Status::invalid_argument);
  EXPECT_EQ(status({}, {}, {.target = -1}), Status::invalid_argument);
  EXPECT_EQ(status({}, {}, {.target_tolerance = nan}), Status::invalid_argument);
  EXPECT_EQ(status({}, {}, {.max_iterations = 0}), Status::invalid_argument);
  EXPECT_EQ(time_of_impact(moving(Ball3d{.radius = -1}, Motion3d{}), HalfSpace3d{}).status, Status::invalid_argument);
}

/// Every length times 2^k: every length of the answer times 2^k, and the times the same, bit for bit.
template <Scalar T>
void expect_scaling(int k) {
  for (const auto method :
       {TimeOfImpactMethod::advancement, TimeOfImpactMethod::bilateral, TimeOfImpactMethod::substep}) {
    const auto at = [&](int exponent) {
      const T s = std::ldexp(T(1), exponent);
      const Box<T, 3> a{.half = Vec<T, 3>{T(1), T(0.1), T(0.7)} * s};
      const Motion<T, 3> m{.start = {.p = Vec<T, 3>{0, 0, 2} * s, .q = {1, 2, 0, 1}},
                           .velocity = Vec<T, 3>{3, 1, -1} * s,
                           .axis = {1, 2, 3},
                           .angle = 4};
      const Motion<T, 3> n{.start = {.p = Vec<T, 3>{3, 1, 0} * s, .q = {}}, .axis = {0, 1, 0}, .angle = 1};
      return time_of_impact(moving(a, m), moving(HalfSpace<T, 3>{.offset = T(0.3) * s}, n),
                            {.target = T(0.01) * s, .method = method});
    };
    const auto one = at(0), other = at(k);
    EXPECT_TRUE(one.hit);
    EXPECT_EQ(other.t, one.t);
    EXPECT_EQ(other.t_safe, one.t_safe);
    EXPECT_EQ(other.iterations, one.iterations);
    EXPECT_EQ(other.normal, one.normal);
    EXPECT_EQ(other.target_tolerance, std::ldexp(one.target_tolerance, k));
    EXPECT_EQ(other.hit_separation, std::ldexp(one.hit_separation, k));
    EXPECT_EQ(other.point_a, one.point_a * std::ldexp(T(1), k));
  }
}

TEST(HalfSpaceImpacts, ScaleToTheBit) {
  for (const int k : {-60, -7, 13, 60}) expect_scaling<float>(k);
  for (const int k : {-900, -300, 300, 900}) expect_scaling<double>(k);
}

}  // namespace
}  // namespace abut
