/// The short programs of examples/textbook that no recorded case fits: against brute force, and every way to end.
#include "examples/textbook/casts/ray_box.hpp"
#include "examples/textbook/casts/ray_cast.hpp"
#include "examples/textbook/casts/sweep2.hpp"
#include "examples/textbook/climb.hpp"
#include "examples/textbook/contact2.hpp"
#include "examples/textbook/minkowski_difference.hpp"
#include "examples/textbook/overlap.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace {

using namespace textbook;

/// Corners on an ellipse, at random angles: no three on a line.
std::vector<Vec2> random_polygon(std::mt19937& random, int count) {
  std::vector<Vec2> corners;
  std::uniform_real_distribution<double> jitter(-0.4, 0.4);
  for (int i = 0; i < count; ++i) {
    const double angle = (i + jitter(random)) * 2 * 3.14159265358979323846 / count;
    corners.push_back({2 * std::cos(angle), std::sin(angle)});
  }
  return corners;
}

Vec2 random_vector(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> number(-size, size);
  return {number(random), number(random)};
}

std::vector<Vec2> rectangle(Vec2 center, Vec2 half) {
  return {center + Vec2{-half.x, -half.y}, center + Vec2{half.x, -half.y}, center + half,
          center + Vec2{-half.x, half.y}};
}

TEST(TextbookClimb, EndsAtTheSupportPointWhereverItBegins) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const std::vector<Vec2> corners = random_polygon(random, 3 + trial % 30);
    const Vec2 d = random_vector(random, 1);
    const double highest = dot(Polytope<Vec2>{corners}(d), d);
    for (std::size_t begin = 0; begin < corners.size(); ++begin) {
      const Summit summit = climb(corners, d, begin);
      EXPECT_EQ(highest, dot(corners[summit.corner], d));
      EXPECT_EQ(summit.corner, climb(corners, d, summit.corner).corner);
      EXPECT_EQ(3, climb(corners, d, summit.corner).looks);  // itself and both neighbors
    }
  }
}

TEST(TextbookClimb, StopsOnAPlainWhereThreeCornersLieOnALine) {
  const std::vector<Vec2> corners{{0, 0}, {1, 0}, {2, 0}, {2, 3}, {0, 3}};
  EXPECT_EQ(1U, climb(corners, {0, 1}, 1).corner);  // both neighbors are as low: a false summit
  EXPECT_EQ(3, corners[climb(corners, {0, 1}, 0).corner].y);
}

TEST(TextbookClimb, OneCorner) { EXPECT_EQ(0U, climb({{3, 4}}, {1, 0}, 0).corner); }

TEST(TextbookRayBox, HasThePlacesThatAreInTheBox) {
  using Place = std::array<double, 3>;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-3, 3);
  const Place low{-1, -0.5, -2}, high{1, 0.5, 2};
  for (int trial = 0; trial < 2000; ++trial) {
    const Place o{number(random), number(random), number(random)};
    Place r{number(random), number(random), number(random)};
    if (trial % 5 == 0) r[0] = 0;
    const Interval inside = clip_to_box(o, r, low, high);
    for (int i = 0; i <= 64; ++i) {
      const double t = i / 64.0;
      double room = 4;
      for (std::size_t k = 0; k < 3; ++k) {
        const double x = o[k] + t * r[k];
        room = std::min({room, x - low[k], high[k] - x});
      }
      if (std::abs(room) < 1e-12) continue;  // on a side, but for rounding
      EXPECT_EQ(room > 0, inside.from <= t && t <= inside.to) << trial << " at " << t;
    }
  }
  const std::array<double, 2> corner{-1, -1}, opposite{1, 1}, still{0, 0};
  EXPECT_TRUE(clip_to_box({3, 0}, still, corner, opposite).is_empty());
  EXPECT_FALSE(clip_to_box({1, 0}, still, corner, opposite).is_empty());  // the sides belong to the box
}

TEST(TextbookStops, Overlap) {
  const Polytope<Vec2> a{rectangle({}, {1, 1})};
  const auto stop_for = [&a](Vec2 center, int limit = 128) {
    const Polytope<Vec2> b{rectangle(center, {1, 1})};
    return overlap(difference(a, b), -center, limit).stop;
  };
  EXPECT_EQ(OverlapStop::separating_axis, stop_for({3, 0.25}));
  EXPECT_EQ(OverlapStop::origin_inside, stop_for({0.5, 0.25}));
  EXPECT_EQ(OverlapStop::origin_touched, stop_for({2, 2}));
  EXPECT_EQ(OverlapStop::iteration_limit, stop_for({0.5, 0.25}, 1));
  const Polytope<Vec2> diamond{{{30, 40}, {40, 30}, {50, 40}, {40, 50}}},
      beside{{{48, 40}, {58, 30}, {68, 40}, {58, 50}}};
  EXPECT_EQ(OverlapStop::no_nearer, overlap(difference(diamond, beside), Vec2{-18, 0}).stop);
  EXPECT_TRUE(overlap(difference(diamond, beside), Vec2{-18, 0}).meet);
}

TEST(TextbookOverlap, ItsAxisHasTheShapesOnEitherSide) {
  std::mt19937 random(3);
  int apart = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Vec2 center = random_vector(random, 4);
    const Polytope<Vec2> a{random_polygon(random, 7)};
    Polytope<Vec2> b{random_polygon(random, 5)};
    for (Vec2& p : b.points) p = p + center;
    const auto support = difference(a, b);
    const Overlap<Vec2> answer = overlap(support, -center);
    EXPECT_EQ(gjk2(support).distance == 0, answer.meet);
    if (answer.meet) continue;
    ++apart;
    for (const Vec2 p : a.points)
      for (const Vec2 q : b.points) EXPECT_LT(dot(answer.axis, q - p), 0);
  }
  EXPECT_GT(apart, 100);
}

TEST(TextbookStops, RayCast) {
  const Polytope<Vec2> square{rectangle({}, {1, 1})};
  const auto cast = [&square](Vec2 o, Vec2 r, int limit = 128) { return ray_cast(square, o, r, 1e-12, limit); };
  EXPECT_EQ(RayCastStop::starts_inside, cast({0.5, 0.25}, {1, 0}).stop);
  EXPECT_EQ(RayCastStop::starts_inside, cast({-1, 0}, {1, 0}).stop);
  EXPECT_EQ(RayCastStop::arrived, cast({-3, 0.25}, {4, 0}).stop);
  EXPECT_DOUBLE_EQ(0.5, cast({-3, 0.25}, {4, 0}).t);
  EXPECT_DOUBLE_EQ(-1, cast({-3, 0.25}, {4, 0}).normal.x / length(cast({-3, 0.25}, {4, 0}).normal));
  EXPECT_EQ(RayCastStop::turned_away, cast({-3, 0.25}, {-4, 0}).stop);
  EXPECT_EQ(RayCastStop::past_the_end, cast({-3, 0.25}, {1, 0}).stop);
  EXPECT_EQ(RayCastStop::iteration_limit, cast({-3, 0.25}, {4, 0}, 1).stop);
  const Polytope<Vec3> triangle{{{0, 0, 1}, {3, 0, 1}, {0, 3, 1}}};
  EXPECT_DOUBLE_EQ(0.25, ray_cast(triangle, Vec3{0.5, 0.5, 0}, Vec3{0, 0, 4}).t);
}

TEST(TextbookSweep2, AgreesWithTheRayCast) {
  std::mt19937 random(4);
  int hits = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const Polytope<Vec2> a{random_polygon(random, 6)};
    Polytope<Vec2> b{random_polygon(random, 9)};
    const Vec2 v = random_vector(random, 6), place = random_vector(random, 8);
    for (Vec2& p : b.points) p = p + place;
    const auto support = difference(a, b);
    if (gjk2(support).distance == 0) continue;
    const RayCast<Vec2> ray = ray_cast([&support](Vec2 d) { return support(d).w; }, Vec2{}, v);
    const Sweep2Result sweep = sweep2(support, v);
    EXPECT_EQ(ray.hit, sweep.hit) << trial;
    if (!ray.hit) continue;
    ++hits;
    EXPECT_NEAR(ray.t, sweep.t, 1e-9);
  }
  EXPECT_GT(hits, 30);
}

TEST(TextbookContact2, ABoxOnABoxHasTheEndsOfTheCommonSide) {
  const std::vector<Vec2> floor = rectangle({0, -1}, {4, 1}), box = rectangle({3.5, 0.9}, {1, 1});
  const std::vector<ContactPoint2> points = contact2(floor, box, {0, 1}, 0);
  ASSERT_EQ(2U, points.size());
  EXPECT_EQ((Vec2{4, 0}), points[0].point_a);
  EXPECT_EQ((Vec2{2.5, 0}), points[1].point_a);
  for (const ContactPoint2& point : points) EXPECT_NEAR(-0.1, point.separation, 1e-15);
}

TEST(TextbookContact2, ATiltLeavesOnePointUnlessTheMarginIsWider) {
  const std::vector<Vec2> floor = rectangle({0, -1}, {4, 1}), tilted{{-1, -0.01}, {1, 0.09}, {0.9, 2}, {-1.1, 2}};
  const std::vector<ContactPoint2> one = contact2(floor, tilted, {0, 1}, 0);
  ASSERT_EQ(1U, one.size());
  EXPECT_EQ((Vec2{-1, -0.01}), one[0].point_b);
  EXPECT_EQ(2U, contact2(floor, tilted, {0, 1}, 0.1).size());
  EXPECT_EQ(0U, contact2(floor, rectangle({0, 3}, {1, 1}), {0, 1}, 0.1).size());
}

TEST(TextbookContact2, CornersThatPassEachOtherHaveNoCommonSpan) {
  EXPECT_TRUE(contact2(rectangle({}, {1, 1}), rectangle({3, 2}, {1, 1}), {0, 1}, 1).empty());
}

}  // namespace
