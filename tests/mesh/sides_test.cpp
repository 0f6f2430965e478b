/// side_of(): the signs of determinants in the extremes of the exponents.
#include "oracle/draw/random.hpp"
#include "oracle/judge/exact_side.hpp"

#include <abut/detail/mesh/sides.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace abut::test {
namespace {

int judged(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const std::vector<Vec3d> points{a, b, c, d};
  return oracle::ExactPoints<double, 3>(points).side_of_plane(0, 1, 2, 3);
}
int judged(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const std::vector<Vec2d> points{a, b, c};
  return oracle::ExactPoints<double, 2>(points).side(0, 1, 2);
}

/// One minor is rounded up to the least number, another one, of the other sign, to zero; both are made large.
TEST(Sides, AMinorThatUnderflowsIsNotTrusted) {
  const double s = 0x1p-537;
  const Vec3d b{0.49 * s, 0.6 * s, 0.45 * s}, c{0, s, s}, d{0x1p1000, 0x1p1000, 0};
  EXPECT_EQ(judged({}, b, c, d), -1);
  EXPECT_EQ(detail::side_of(Vec3d{}, b, c, d), -1);
  EXPECT_EQ(detail::side_of(Vec3d{}, c, b, d), 1);
}

/// Coordinates of all exponents, and points that are nearly or exactly in line and in plane.
TEST(Sides, AreThoseOfTheIntegers) {
  oracle::Random random(51);
  for (int i = 0; i < 1500; ++i) {
    const int most = i % 3 == 0 ? 0 : i % 3 == 1 ? 60 : 1000;
    const auto number = [&] { return std::ldexp(random.integer(-3, 3), random.integer(-most, most)); };
    const auto point = [&] { return Vec3d{number(), number(), number()}; };
    const Vec3d a = point(), b = point(), c = point();
    Vec3d d = point();
    if (i % 2 == 0) d = a * 0.5 + b * 0.5;
    EXPECT_EQ(detail::side_of(a, b, c, d), judged(a, b, c, d)) << i;
    const Vec2d p{a.x, a.y}, q{b.x, b.y}, r{d.x, d.y};
    EXPECT_EQ(detail::side_of(p, q, r), judged(p, q, r)) << i;
    EXPECT_EQ(detail::exact_side(a, b, c, d), judged(a, b, c, d)) << i;
    EXPECT_EQ(detail::exact_side(p, q, r), judged(p, q, r)) << i;
  }
}

}  // namespace
}  // namespace abut::test
