/// What went wrong at the ends of the range of numbers, and where numbers of different ends meet in one query.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace abut {
namespace {

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

}  // namespace
}  // namespace abut
