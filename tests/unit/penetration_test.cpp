/// Depths that are known, exactly or in closed form, and every way in which the search for one may end.
#include "unit/spaces.hpp"

#include <abut/compose.hpp>
#include <abut/depth_along.hpp>
#include <abut/penetration.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include <limits>
#include <vector>

namespace abut {
namespace {

using test::make_vec;
using test::Random;

template <class S>
class Penetrations : public ::testing::Test {};
TYPED_TEST_SUITE(Penetrations, test::Spaces);

template <Scalar T, int D>
Box<T, D> box(double x, double y, double z) {
  return {.half = make_vec<T, D>(x, y, z)};
}

template <Shape S>
Placed<S> moved(const S& shape, double x, double y, double z = 0) {
  Pose<ScalarOf<S>, dimension_of<S>> pose;
  pose.p = make_vec<ScalarOf<S>, dimension_of<S>>(x, y, z);
  return place(shape, pose);
}

// Type-erased, and always placed: each query is compiled once for each space.

template <Shape S>
Placed<ShapeRef<ScalarOf<S>, dimension_of<S>>> erased(const S& shape) {
  return {shape, {}};
}
template <Shape S>
Placed<ShapeRef<ScalarOf<S>, dimension_of<S>>> erased(const Placed<S>& placed) {
  return {placed.shape, placed.pose};
}
template <Scalar T, int D>
const HalfSpace<T, D>& erased(const HalfSpace<T, D>& half_space) {
  return half_space;
}

template <class A, class B, class... Options>
auto separation_of(const A& a, const B& b, const Options&... options) {
  return separation(erased(a), erased(b), options...);
}
template <class A, class B, class... Options>
auto penetration_of(const A& a, const B& b, const Options&... options) {
  return penetration(erased(a), erased(b), options...);
}

/// What holds for every answer.
template <Scalar T, int D>
void expect_sane(const Separation<T, D>& r) {
  EXPECT_LE(r.lower, r.separation);
  EXPECT_LE(r.separation, r.upper);
  EXPECT_NEAR(norm_squared(detail::widen(r.normal)), 1, 8 * epsilon_of<T>);
  EXPECT_TRUE(is_finite(r.point_a) && is_finite(r.point_b));
}

/// Touching counts as overlap, so that both may be 0.
template <class A, class B>
void expect_separation(const A& a, const B& b, double truth, double slack = 0) {
  const auto s = separation_of(a, b);
  expect_sane(s);
  EXPECT_EQ(s.status, Status::converged) << to_string(s.status);
  EXPECT_LE(double(s.lower), truth + slack);
  EXPECT_GE(double(s.upper), truth - slack);
  const auto p = penetration_of(a, b);
  EXPECT_EQ(p.status, Status::converged) << to_string(p.status);
  EXPECT_LE(double(p.lower), truth < 0 ? -truth + slack : 0);
  EXPECT_GE(double(p.upper), truth < 0 ? -truth - slack : 0);
  if (truth >= 0) return;
  EXPECT_EQ(p.depth, -s.separation);
  EXPECT_EQ(p.normal, s.normal);
}

// --- Exact -------------------------------------------------------------------------------------------------

TYPED_TEST(Penetrations, AlignedBoxesAreExact) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = box<T, D>(1, 2, 3), b = box<T, D>(0.5, 0.5, 0.5);
  const auto p = penetration_of(a, moved(b, 1.25, 0.5, 0.25));
  EXPECT_EQ(p.status, Status::converged);
  EXPECT_EQ(p.depth, T(0.25));
  EXPECT_EQ(p.normal, (detail::axis<T, D>(0)));
  EXPECT_EQ(p.point_a[0], T(1));
  EXPECT_EQ(p.point_b[0], T(0.75));
  EXPECT_EQ(penetration_of(moved(b, 1.25, 0.5, 0.25), a).depth, T(0.25));
  EXPECT_EQ(penetration_of(moved(b, 1.25, 0.5, 0.25), a).normal, (-detail::axis<T, D>(0)));
}

TYPED_TEST(Penetrations, IdenticalBoxesLeaveByTheirThinnestSide) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto plate = box<T, D>(3, 0.125, 2);
  const auto p = penetration_of(plate, plate);
  EXPECT_EQ(p.status, Status::converged);
  EXPECT_EQ(p.depth, T(0.25));
  EXPECT_EQ(detail::absolute(p.normal[1]), T(1));
}

TYPED_TEST(Penetrations, OfAPointInABox) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = box<T, D>(1, 1, 1);
  for (const double x : {0.25, 0.5, 0.875, 1.0}) {
    const Point<T, D> q{make_vec<T, D>(x, 0.25, 0.25)};
    expect_separation(a, q, x - 1);
    EXPECT_EQ(separation_of(a, q).separation, T(x - 1));
  }
}

TYPED_TEST(Penetrations, TouchingIsZero) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = box<T, D>(1, 1, 1);
  for (const double y : {0.0, 0.5, 2.0}) {
    const auto s = separation_of(a, moved(a, 2, y));
    EXPECT_EQ(s.status, Status::converged);
    EXPECT_EQ(s.separation, T(0));
    const double reaches = 4 * std::sqrt(double(D));
    EXPECT_LE(double(s.upper) - double(s.lower), 32 * epsilon_of<T> * reaches);
    EXPECT_LE(std::abs(double(s.point_b[0]) - 1), 4 * epsilon_of<T>);
  }
}

// --- Flat, and lower -----------------------------------------------------------------------------------------

TYPED_TEST(Penetrations, FlatDifferencesHaveNoDepth) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Point<T, D> point{make_vec<T, D>(1, 2, 3)};
  expect_separation(point, point, 0);
  const Segment<T, D> segment{.a = make_vec<T, D>(0, 0, 0), .b = make_vec<T, D>(2, 4, 6)};
  expect_separation(segment, point, 0);
  expect_separation(segment, segment, 0);
  if constexpr (D == 3) {
    const Segment<T, D> across{.a = make_vec<T, D>(0, 2, 3), .b = make_vec<T, D>(2, 2, 3)};
    expect_separation(segment, across, 0);
    const Triangle<T, D> triangle{.a = make_vec<T, D>(0, 0), .b = make_vec<T, D>(4, 0), .c = make_vec<T, D>(0, 4)};
    expect_separation(triangle, triangle, 0);
    expect_separation(triangle, Point<T, D>{make_vec<T, D>(1, 1)}, 0);
  }
}

TEST(Penetration, SegmentsThatCrossIn2D) {
  const Segment2d a{.a = {-2, 0}, .b = {2, 0}}, b{.a = {1.5, -1}, .b = {1.5, 1}};
  expect_separation(a, b, -0.5);
  EXPECT_EQ(separation_of(a, b).normal, (Vec2d{1, 0}));
}

// --- Radii ---------------------------------------------------------------------------------------------------

TYPED_TEST(Penetrations, RadiiAreAdded) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto ball = [](double x, double radius) {
    return Ball<T, D>{.center = make_vec<T, D>(x, 0), .radius = static_cast<T>(radius)};
  };
  expect_separation(ball(0, 1), ball(1, 0.5), -0.5);
  expect_separation(ball(0, 1), ball(0, 0.5), -1.5);
  EXPECT_EQ(separation_of(ball(0, 1), ball(0, 0.5)).normal, (detail::axis<T, D>(0)));
  const auto a = box<T, D>(1, 1, 1);
  expect_separation(a, ball(1.25, 0.5), -0.25);  // only the radius overlaps
  expect_separation(a, ball(0.75, 0.5), -0.75);  // the core too
  const auto deep = penetration_of(a, ball(0.75, 0.5));
  EXPECT_EQ(deep.point_a, (make_vec<T, D>(1, 0)));
  EXPECT_EQ(deep.point_b, (make_vec<T, D>(0.25, 0)));
  const Capsule<T, D> capsule{.a = make_vec<T, D>(-1, 0.5), .b = make_vec<T, D>(1, 0.5), .radius = T(0.25)};
  expect_separation(a, capsule, -0.75);
}

TYPED_TEST(Penetrations, HalfSpacesAreExactFromEitherSide) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{.normal = detail::axis<T, D>(1), .offset = T(0)};
  const auto b = moved(box<T, D>(1, 1, 1), 3, 0.25);
  expect_separation(ground, b, -0.75);
  expect_separation(b, ground, -0.75);
  EXPECT_EQ(penetration_of(ground, b).normal, (detail::axis<T, D>(1)));
  EXPECT_EQ(penetration_of(b, ground).normal, (-detail::axis<T, D>(1)));
  EXPECT_EQ(penetration_of(ground, moved(box<T, D>(1, 1, 1), 3, 2)).upper, T(0));
}

TYPED_TEST(Penetrations, OutOfAHalfSpaceAlongADirection) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{.normal = detail::axis<T, D>(1), .offset = T(0)};
  const auto b = moved(box<T, D>(1, 1, 1), 3, 0.25);
  const auto along = [&](const auto& shape, double x, double y) {
    return depth_along(ground, shape, make_vec<T, D>(x, y));
  };
  EXPECT_EQ(along(b, 0, 2).depth, T(0.75));
  const auto aslant = along(b, 4, 3);  // a cosine of 3/5
  EXPECT_EQ(aslant.status, Status::converged);
  EXPECT_LE(double(aslant.lower), 1.25);
  EXPECT_GE(double(aslant.upper), 1.25);
  EXPECT_NEAR(double(aslant.upper - aslant.lower), 0, 256 * epsilon_of<T>);
  EXPECT_NEAR(double(aslant.point_a[1]), 0, 8 * epsilon_of<T>);
  EXPECT_NEAR(double(aslant.point_a[0] - aslant.point_b[0]), 1, 8 * epsilon_of<T>);
  for (const double down : {0.0, -1.0}) {  // along the ground, and into it
    const auto never = along(b, 1, down);
    EXPECT_EQ(never.status, Status::converged);
    EXPECT_EQ(never.depth, detail::infinity<T>);
    EXPECT_EQ(never.lower, detail::infinity<T>);
    EXPECT_EQ(never.upper, detail::infinity<T>);
    EXPECT_TRUE(is_finite(never.point_a) && is_finite(never.point_b));
  }
  EXPECT_EQ(along(moved(box<T, D>(1, 1, 1), 3, 2), 1, -1).upper, T(0));  // apart already
  EXPECT_EQ(along(b, 1, detail::infinity<T>).status, Status::invalid_argument);
  EXPECT_EQ(along(b, 0, 0).status, Status::invalid_argument);
  const auto from_below = depth_along(b, ground, -detail::axis<T, D>(1));
  EXPECT_EQ(from_below.depth, T(0.75));
  EXPECT_EQ(from_below.normal, (-detail::axis<T, D>(1)));
}

// --- Curved --------------------------------------------------------------------------------------------------

TYPED_TEST(Penetrations, RoundEllipsoidsAreLikeBalls) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ellipsoid<T, D> round{.radii = make_vec<T, D>(1, 1, 1)};
  expect_separation(round, moved(round, 1.5, 0), -0.5);
  expect_separation(round, moved(round, 0.75, 1), -0.75);
  expect_separation(moved(round, 0, 0), moved(round, 1.75, 0), -0.25);
  expect_separation(box<T, D>(1, 1, 1), moved(round, 1.75, 0), -0.25);
}

TYPED_TEST(Penetrations, ConcentricRoundShapesEndAtTheLimitWithValidBounds) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ellipsoid<T, D> round{.radii = make_vec<T, D>(1, 1, 1)};
  const auto r = separation_of(round, round);  // every direction is as good
  expect_sane(r);
  EXPECT_LE(double(r.lower), -2);
  EXPECT_GE(double(r.upper), -2);
  EXPECT_NEAR(double(r.upper), -2, 0.04);
}

TEST(Penetration, CylindersAndCones) {
  const Cylinder3d cylinder{.radius = 1, .half_height = 2};
  expect_separation(cylinder, moved(cylinder, 1.5, 0, 1), -0.5);
  expect_separation(cylinder, moved(cylinder, 0.25, 0, 3.5), -0.5);
  const Cone3d cone{.radius = 1, .half_height = 1};
  expect_separation(moved(box<double, 3>(2, 2, 0.5), 0, 0, 1), cone, -0.5);  // its apex in the box
}

// --- How it may end -------------------------------------------------------------------------------------------

TYPED_TEST(Penetrations, ShapesApartHaveNoDepth) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = box<T, D>(1, 1, 1);
  const auto p = penetration_of(a, moved(a, 3, 1));
  EXPECT_EQ(p.status, Status::converged);
  EXPECT_EQ(p.depth, T(0));
  EXPECT_EQ(p.upper, T(0));
  expect_separation(a, moved(a, 3, 1), 1);
  const auto rounded = inflate(a, T(0.5));  // boxes alone have a closed form, which does not search
  EXPECT_EQ(separation_of(rounded, moved(rounded, 9, 0), SeparationOptions<T, D>{.cutoff = T(1)}).status,
            Status::cutoff);
}

TYPED_TEST(Penetrations, BoundsHoldHoweverFewIterationsThereAre) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ellipsoid<T, D> a{.radii = make_vec<T, D>(1, 1, 1)};
  for (int most = 1; most < 60; ++most) {
    const auto r = separation_of(a, moved(a, 0.75, 1), SeparationOptions<T, D>{.max_iterations = most});
    expect_sane(r);
    EXPECT_LE(r.iterations, most);
    EXPECT_LE(double(r.lower), -0.75);
    EXPECT_GE(double(r.upper), -0.75);
  }
}

/// More iterations than the polytope has room for, and a tolerance that can not be met.
TYPED_TEST(Penetrations, AFullShellEndsTheSearch) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ellipsoid<T, D> a{.radii = make_vec<T, D>(1, 1, 1)};
  const auto r = separation_of(a, a, SeparationOptions<T, D>{.tolerance = T(0), .max_iterations = 100000});
  expect_sane(r);
  EXPECT_NE(r.status, Status::invalid_argument);
  EXPECT_LT(r.iterations, 1000);
  EXPECT_LE(double(r.lower), -2);
  EXPECT_GE(double(r.upper), -2);
}

TYPED_TEST(Penetrations, ALyingSupportFunctionEnds) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const auto liar = custom<Vec<T, D>>([&random](const Vec<T, D>&) { return random.vec<T, D>(1); });
    const auto r = separation_of(liar, box<T, D>(1, 1, 1));
    EXPECT_LE(r.iterations, 256);
    if (r.status != Status::invalid_argument) expect_sane(r);
  }
}

TYPED_TEST(Penetrations, NumbersThatAreNoneAreInvalid) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto a = box<T, D>(1, 1, 1);
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), detail::infinity<T>}) {
    Box<T, D> b = a;
    b.half[0] = bad;
    EXPECT_EQ(separation_of(a, b).status, Status::invalid_argument);
    EXPECT_EQ(penetration_of(a, b).status, Status::invalid_argument);
    int calls = 0;
    const auto late = custom<Vec<T, D>>([&](const Vec<T, D>& d) {
      Vec<T, D> p;
      for (int i = 0; i < D; ++i) p[i] = d[i] < 0 ? T(-1) : T(1);
      if (++calls > 2 * D + 4) p[0] = bad;
      return p;
    });
    EXPECT_EQ(separation_of(a, late).status, Status::invalid_argument);
  }
  EXPECT_EQ(penetration_of(a, a, PenetrationOptions<T, D>{.tolerance = T(-1)}).status, Status::invalid_argument);
  EXPECT_EQ(penetration_of(a, a, PenetrationOptions<T, D>{.max_iterations = 0}).status, Status::invalid_argument);
}

TEST(Penetration, ATraceSeesBothSearches) {
  using T = double;
  constexpr int D = 3;
  struct Steps {
    std::vector<GjkStep<D>> gjk;
    std::vector<EpaStep<D>> epa;
    void operator()(const GjkStep<D>& step) { gjk.push_back(step); }
    void operator()(const EpaStep<D>& step) { epa.push_back(step); }
  } steps;
  // Boxes alone have a closed form, which searches nothing.
  const auto a = inflate(box<T, D>(1, 1, 1), 0.25), b = inflate(box<T, D>(0.5, 0.5, 0.5), 0.25);
  const auto traced = separation(a, moved(b, 1.25, 0.25), {}, steps), alone = separation(a, moved(b, 1.25, 0.25));
  EXPECT_EQ(traced.lower, alone.lower);
  EXPECT_EQ(traced.upper, alone.upper);
  EXPECT_EQ(traced.normal, alone.normal);
  ASSERT_FALSE(steps.gjk.empty());
  ASSERT_FALSE(steps.epa.empty());
  EXPECT_EQ(steps.gjk.back().stop, Stop::origin_reached);
  EXPECT_EQ(steps.epa.back().stop, Stop::repeated_vertex);
  EXPECT_EQ(steps.epa.back().iteration, traced.iterations);
  EXPECT_NEAR(steps.epa.back().lower, 0.25, 1e-5);
  int gjk_alone = 0;
  (void)separation(a, moved(b, 1.25, 0.25), {}, [&](const GjkStep<D>&) { ++gjk_alone; });
  EXPECT_EQ(gjk_alone, static_cast<int>(steps.gjk.size()));
}

}  // namespace
}  // namespace abut
