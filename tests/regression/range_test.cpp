/// What went wrong at the ends of the range of numbers, and where numbers of different ends meet in one query.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace abut {
namespace {

constexpr CastMethod methods[] = {CastMethod::gjk, CastMethod::advancement, CastMethod::mpr};

/// The first direction of MPR was the first axis, which has no unit, less half of the motion, a length.
TEST(Range, MprCastFromTheSameCenterDependedOnTheUnit) {
  for (int k = -9; k <= 9; ++k) {
    const double s = std::ldexp(1.0, k);
    const Capsule2d a{.a = {0, -0.5 * s}, .b = {0, 0.5 * s}, .radius = s};
    const Ellipsoid2d b{.radii = {3 * s, s}};
    const auto one = shape_cast(Capsule2d{.a = {0, -0.5}, .b = {0, 0.5}, .radius = 1}, {0.125, 1.75},
                                Ellipsoid2d{.radii = {3, 1}}, {.method = CastMethod::mpr});
    const auto r = shape_cast(a, Vec2d{0.125, 1.75} * s, b, {.method = CastMethod::mpr});
    ASSERT_TRUE(one.hit && r.hit);
    EXPECT_EQ(r.point_a, one.point_a * s) << k;
    EXPECT_EQ(r.iterations, one.iterations) << k;
  }
}

/// Products of six lengths that are as long as the scaled target overflowed, and the cast by MPR was refused.
TEST(Range, CastWithATargetOfAllSizesWasRefused) {
  const struct {
    double gap, target;
  } cases[] = {{1e-200, 0.5}, {5e-324, 0.5}, {1e-30, 1e150}, {1e-30, 1e270}, {0, 1e300}, {1, 1e60}};
  for (const auto& [gap, target] : cases) {
    for (const CastMethod method : methods) {
      const auto r =
          shape_cast(Point3d{{0, 1, 0}}, {1, 0, 0}, Point3d{{gap, 1, 0}}, {.target = target, .method = method});
      EXPECT_EQ(r.status, Status::converged) << gap << ' ' << target;
      EXPECT_TRUE(r.hit) << gap << ' ' << target;
      EXPECT_EQ(r.start, gap > 0 ? StartState::within_target : StartState::overlapping);
      EXPECT_EQ(r.t, 0);
      EXPECT_EQ(r.normal, (Vec3d{1, 0, 0}));
      EXPECT_EQ(r.point_b, (Vec3d{gap, 1, 0}));
      EXPECT_EQ(r.point_a, (Vec3d{gap - target, 1, 0}));
    }
  }
}

/// Two finite translations whose difference overflows were taken for a bad argument. The relative motion overflows, so
/// that there is no verdict.
TEST(Range, CastWithTranslationsWhoseDifferenceOverflowsWasRefused) {
  const Ball3d ball{.radius = 1};
  const auto there = place(ball, Pose3d{.p = {4, 0, 0}});
  for (const CastMethod method : methods) {
    const auto r = shape_cast(ball, {1e308, 0, 0}, there, {.translation_b = {-1e308, 0, 0}, .method = method});
    EXPECT_EQ(r.status, Status::inconclusive);
    EXPECT_TRUE(!r.hit && !r.miss && r.t_safe == 0);
    const double none = std::numeric_limits<double>::infinity();
    EXPECT_EQ(shape_cast(ball, {none, 0, 0}, there, {.method = method}).status, Status::invalid_argument);
    EXPECT_EQ(shape_cast(ball, {1, 0, 0}, there, {.translation_b = {0, none, 0}, .method = method}).status,
              Status::invalid_argument);
  }
  const HalfSpace3d ground{};
  EXPECT_EQ(shape_cast(there, {0, 0, -1e308}, ground, {.translation_b = {0, 0, 1e308}}).status, Status::inconclusive);
}

/// The square of the distance between the centers was 0, and so was the length of the first direction.
TEST(Range, MprLeftOpenWhatHasNearlyTheSameCenter) {
  const Box3d a{.half = {1, 2, 3}};
  const Ellipsoid3d b{.radii = {0.5, 1, 1}};
  for (const double off : {0.5, 1e-160, 1e-200, 1e-310, 5e-324}) {
    const Pose3d at{.p = {off, 0, 0}};
    EXPECT_TRUE(overlap(a, place(b, at), {.method = OverlapMethod::mpr}).overlap) << off;
    const auto p = penetration(a, place(b, at), {.method = PenetrationMethod::mpr});
    EXPECT_EQ(p.status, Status::converged) << off;
    EXPECT_NEAR(p.depth, 1.5 - off, 1e-9) << off;
    EXPECT_TRUE(shape_cast(a, {0, 1, 0}, place(b, at), {.method = CastMethod::mpr}).hit) << off;
  }
}

/// The inverse of the distance between the centers overflowed.
TEST(Range, AxisOfAnOverlapWasInfiniteWhereTheGapIsSubnormal) {
  const auto r = overlap(Point2d{}, Point2d{{3e-310, 4e-310}});
  ASSERT_TRUE(r.apart);
  EXPECT_NEAR(r.axis.x, 0.6, 1e-12);
  EXPECT_NEAR(r.axis.y, 0.8, 1e-12);
  const auto least = overlap(Point3d{}, place(Point3d{}, Pose3d{.p = {0, 0, -5e-324}}));
  EXPECT_TRUE(least.apart || least.status == Status::converged);
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(is_finite(least.axis[i]));
}

/// The truth is 109734052.66 least numbers. Factors for roundings that are relative move nothing below 2^-1022.
TEST(Range, LowerBoundOfAnOverlapWasHalfALeastNumberTooHigh) {
  const Ball2d a{.center = {-1.3262473693532952e-315, -9.946855270149714e-316}, .radius = 4.1445230292290475e-316},
      b{.center = {3.315618423383238e-316, -1.657809211691619e-315}, .radius = 8.289046058458095e-316};
  const auto r = overlap(a, b);
  ASSERT_TRUE(r.apart);
  EXPECT_LE(r.lower, 109734052 * std::numeric_limits<double>::denorm_min());
  EXPECT_GE(r.lower, 109734050 * std::numeric_limits<double>::denorm_min());
  EXPECT_NEAR(norm_squared(r.axis), 1, 1e-15);
}

/// All support points of both differences, which must have the same bits.
template <class A, class B>
void expect_the_same_with_and_without_scaling(const A& a, const B& b) {
  using Plain = detail::Difference<A, B, false>;
  using Scaled = detail::Difference<A, B, true>;
  constexpr int D = Plain::D;
  const Plain plain(a, b);
  const Scaled scaled(a, b);
  ASSERT_TRUE(plain.needs_no_scaling());
  EXPECT_EQ(scaled.scaled(1.0), 1);
  EXPECT_EQ(plain.size(), scaled.size());
  EXPECT_EQ(plain.radii(), scaled.radii());
  EXPECT_EQ(plain.support_error(), scaled.support_error());
  EXPECT_EQ(plain.point_error(), scaled.point_error());
  EXPECT_EQ(plain.first_direction(), scaled.first_direction());
  for (int i = 0; i < 2 * D; ++i) {
    const Vec<double, D> d = detail::axis<double, D>(i / 2) * (i % 2 == 0 ? 1.0 : -1.0);
    detail::DifferencePoint<D> p, q;
    plain.along(d, p);
    scaled.along(d, q);
    EXPECT_EQ(p.w, q.w);
    EXPECT_EQ(p.a, q.a);
    EXPECT_EQ(plain.world(p.a), scaled.world(q.a));
  }
}

/// WebAssembly, which has the code with scaling alone, lost subnormal numbers beside ordinary ones, which it halved.
TEST(Range, ScalingDroppedASubnormalNumberAmongOrdinaryOnes) {
  const Capsule3d capsule{.a = {0, 0, -1}, .b = {5e-324, 0, 3}, .radius = 1.5e-323};
  const Cylinder3d cylinder{.radius = 2, .half_height = 3e-310};
  const Pose3d turned{.p = {4.5, 1e-323, 0}, .q = {4, 3e-310, 2, 7e-320}};
  expect_the_same_with_and_without_scaling(capsule, cylinder);
  expect_the_same_with_and_without_scaling(capsule, place(cylinder, turned));
  expect_the_same_with_and_without_scaling(place(cylinder, turned), place(capsule, {.p = {1e3, -3e-323, 5}}));
  const Segment2d segment{.a = {3e-310, 7}, .b = {-5, 5e-324}};
  expect_the_same_with_and_without_scaling(segment, Ball2d{.center = {0, 40}, .radius = 1e-323});
  expect_the_same_with_and_without_scaling(place(segment, {.p = {3, 1e-323}, .q = {1e4, 3e-308}}), segment);
}

}  // namespace
}  // namespace abut
