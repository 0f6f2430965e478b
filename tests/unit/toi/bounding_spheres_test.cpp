/// How long the bounding spheres of two moving bodies are reported apart: never longer than they are.
#include <abut/detail/toi/bounding_spheres.hpp>
#include <abut/shapes.hpp>

#include "unit/spaces.hpp"

namespace abut {
namespace {

using test::Random;

/// For two points, the second at `start` and moving by `velocity`, with a target of 1.
template <int D>
double points_apart_until(const Vec<double, D>& start, const Vec<double, D>& velocity) {
  const Point<double, D> point{};
  const Motion<double, D> still, moves{.start = {.p = start}, .velocity = velocity};
  const detail::MovingPair<Point<double, D>, Point<double, D>> pair(point, still, point, moves);
  return detail::spheres_apart_until(pair, 1.0);
}

TEST(BoundingSpheres, AreApartUntilTheyMeet) {
  EXPECT_NEAR(points_apart_until<2>({5, 0}, {-8, 0}), 0.5, 1e-5);
  EXPECT_LE(points_apart_until<2>({5, 0}, {-8, 0}), 0.5);
  EXPECT_EQ(points_apart_until<2>({5, 0}, {-3.5, 0}), 1);
  EXPECT_EQ(points_apart_until<2>({5, 0}, {8, 0}), 1);
  EXPECT_EQ(points_apart_until<2>({5, 1.5}, {-8, 0}), 1);
  EXPECT_EQ(points_apart_until<3>({0, 0.5, 0.5}, {0, 1, 0}), 0);
}

/// A few roundings outside of the sphere, nearly along its tangent: the time of contact is lost in rounding. The answer
/// is then 0 rather than too late.
template <int D>
void expect_nothing_wrong_when_grazing() {
  constexpr double u = detail::unit_roundoff;
  Random random(7);
  int silent = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec<double, D> out = detail::unit(random.vec<double, D>(1)),
                         across = detail::unit(detail::perpendicular(out));
    const auto start = out * (1 + random.uniform(40, 120) * u);
    const auto velocity = across - out * random.uniform(0x1p-34, 0x1p-20);
    const double until = points_apart_until<D>(start, velocity);
    // |start + t velocity|^2 - 1 as a sum of small terms, each known to a few parts in 2^50.
    const double closing = -dot(start, velocity), room = norm_squared(start) - 1;
    const auto above = [&](double t) { return room + 8 * u - t * (2 * closing - t * norm_squared(velocity)); };
    const double nearest = closing / norm_squared(velocity);
    EXPECT_GE(above(until < nearest ? until : nearest), 0) << i;
    silent += until == 0 ? 1 : 0;
  }
  EXPECT_GT(silent, 20);
  EXPECT_LT(silent, 1980);
}

TEST(BoundingSpheres, ThatGrazeAreNotReportedApartForTooLong) {
  expect_nothing_wrong_when_grazing<2>();
  expect_nothing_wrong_when_grazing<3>();
}

}  // namespace
}  // namespace abut
