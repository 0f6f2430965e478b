/// Segments whose closest points are lost in rounding: the closed form gives up, and the fallback answers as for any
/// other shapes.
#include <abut/distance.hpp>
#include <abut/separation.hpp>

#include "unit/spaces.hpp"

namespace abut {
namespace {

using test::Random;

/// Nearly touching and nearly parallel, some far from the origin, some a million times as long as the other.
std::pair<Segment3d, Segment3d> touching_segments(Random& random) {
  const double far = std::ldexp(1, random.integer(0, 20));
  const Vec3d p = random.vec<double, 3>(far), e = random.vec<double, 3>(1);
  const Vec3d f = e + random.vec<double, 3>(random.spread(-50, -2));
  const Vec3d q = p + random.vec<double, 3>(random.spread(-55, -3));
  const double back = random.unit(), ahead = detail::absolute(random.spread(-20, 20));
  return {Segment3d{p - e, p + e}, Segment3d{q - f * back, q + f * ahead}};
}

TEST(SeparationOfSegments, ThatNearlyTouchIsThatOfTheirDistance) {
  Random random(3);
  int gave_up = 0;
  for (int i = 0; i < 1500; ++i) {
    const auto [a, b] = touching_segments(random);
    const auto s = separation(a, b);
    const auto d = detail::signed_distance(a, b);
    EXPECT_TRUE(s.lower <= s.separation && s.separation <= s.upper) << i;
    EXPECT_LE(s.lower, d.signed_upper) << i;
    EXPECT_LE(d.signed_lower, s.upper) << i;
    if (!(d.signed_lower > 0)) continue;
    EXPECT_EQ(s.lower, d.signed_lower) << i;
    EXPECT_EQ(s.upper, d.signed_upper) << i;
    EXPECT_EQ(s.normal, d.normal) << i;
    gave_up += s.iterations > 1 ? 1 : 0;
  }
  EXPECT_GT(gave_up, 5);
}

}  // namespace
}  // namespace abut
