/// The status of a distance to a half-space; its other tests are in tests/unit/toi/half_space_test.cpp.
#include <abut/half_space.hpp>

#include <gtest/gtest.h>

namespace abut {
namespace {

/// There is no search, and a shape that states a large error of its own can not be proven to the contract's width.
struct Vague {
  using Vector = Vec2d;
  SupportPoint<Vec2d> support(const Vec2d&) const { return {{0, 3}, 0}; }
  Vec2d center() const { return {0, 3}; }
  double bounding_radius() const { return 0; }
  SupportError support_error() const { return {0x1p40, 0x1p40}; }
};

TEST(HalfSpace, AVagueShapeStalls) {
  const auto r = distance(HalfSpace2d{}, Vague{});
  EXPECT_EQ(r.status, Status::stalled);
  EXPECT_LT(r.lower, 3 - 0x1p-14);
  EXPECT_GT(r.upper, 3 + 0x1p-14);
}

}  // namespace
}  // namespace abut
