/// What docs/guide/well-known-mistakes.md says of each mistake: the wrong program is wrong, and the mended one is
/// right.
#include "examples/textbook/mistakes/advancement_loop.hpp"
#include "examples/textbook/mistakes/difference_support.hpp"
#include "examples/textbook/mistakes/endless_loop.hpp"
#include "examples/textbook/mistakes/portal_depth.hpp"
#include "examples/textbook/mistakes/search_direction.hpp"
#include "examples/textbook/mistakes/swapped_weights.hpp"
#include "examples/textbook/mistakes/touching.hpp"

#include <gtest/gtest.h>

namespace {

using namespace textbook;

TEST(TextbookMistakes, LoopThatRunsWhileTheDistanceIsBelowTheTolerance) {
  EXPECT_EQ(0, wrong::time_of_impact(gap_to_wall, speed_at_wall(), 1e-9));
  EXPECT_EQ(0.5, mended::time_of_impact(gap_to_wall, speed_at_wall(), 1e-9));
}

TEST(TextbookMistakes, SupportOfTheDifferenceWithoutTheMinus) {
  const auto distance = [](auto support) {
    return gjk2([support](Vec2 d) { return support(left_square, right_square, d); }).distance;
  };
  EXPECT_EQ(3, distance(wrong::support));
  EXPECT_EQ(1, distance(mended::support));
}

TEST(TextbookMistakes, WeightsOfASegmentSwapped) {
  const Vec2 q{1, 1}, a{0, 0}, b{10, 0};
  EXPECT_EQ((Vec2{9, 0}), wrong::closest_on_segment(q, a, b));
  EXPECT_EQ((Vec2{1, 0}), mended::closest_on_segment(q, a, b));
}

struct StillRunning {};

TEST(TextbookMistakes, LoopWithoutALimit) {
  const auto support = difference(slanted_segment, point_on_segment);
  int calls = 0;
  const auto counted = [&support, &calls](Vec2 d) {
    if (++calls > 100'000) throw StillRunning{};
    return support(d);
  };
  EXPECT_THROW((void)wrong::meet(counted), StillRunning);
  EXPECT_EQ(Answer::undecided, mended::meet(support));
  // On others both are right.
  const auto apart = difference(left_square, right_square);
  EXPECT_FALSE(wrong::meet(apart));
  EXPECT_EQ(Answer::no, mended::meet(apart));
  EXPECT_TRUE(wrong::meet(difference(left_square, left_square)));
  EXPECT_EQ(Answer::yes, mended::meet(difference(left_square, left_square)));
}

TEST(TextbookMistakes, SignOfZeroAtTouching) {
  int apart = 0;
  for (int degrees = 0; degrees < 90; ++degrees) {
    BoxOnSlope pair(degrees * 3.14159265358979323846 / 180);
    const auto support = difference(pair.slope, pair.box);
    apart += wrong::touch_or_overlap(support) == Answer::no ? 1 : 0;
    EXPECT_EQ(Answer::yes, mended::touch_or_overlap(support)) << degrees;
    for (Vec2& p : pair.box.points)
      p = p + Vec2{-1e-9 * std::sin(degrees * 3.14159265358979323846 / 180),
                   1e-9 * std::cos(degrees * 3.14159265358979323846 / 180)};
    EXPECT_EQ(Answer::no, mended::touch_or_overlap(support)) << "lifted, at " << degrees;
  }
  EXPECT_GT(apart, 0);
  EXPECT_LT(apart, 90);
}

TEST(TextbookMistakes, DirectionFromRoundedWeights) {
  const Vec2f d = wrong::direction(needle_a, needle_b), e = mended::direction(needle_a, needle_b);
  const Vec2f edge = {needle_b.x - needle_a.x, needle_b.y - needle_a.y};
  EXPECT_NE(0, dot(d, edge));
  EXPECT_EQ(0, dot(e, edge));
  EXPECT_EQ('b', support_of_needle(d));  // a repeated vertex: the search would end here
  EXPECT_EQ('c', support_of_needle(e));
  const auto wide = [](Vec2f p) { return Vec2{p.x, p.y}; };
  const Polytope<Vec2> needle{{wide(needle_a), wide(needle_b), wide(needle_c)}}, origin{{{0, 0}}};
  const Polytope<Vec2> edge_alone{{wide(needle_a), wide(needle_b)}};
  EXPECT_NEAR(0.02098, gjk2(difference(origin, needle)).distance, 1e-6);
  EXPECT_NEAR(0.0210084, gjk2(difference(origin, edge_alone)).distance, 1e-6);
}

TEST(TextbookMistakes, DepthOfAPortalTakenForTheLeast) {
  const Vec3 center{-1.5, -0.3, 0.1};
  const Polytope<Vec3> plate = box_at({}, {2, 0.5, 2}), brick = box_at(center, {0.5, 0.5, 0.5});
  EXPECT_DOUBLE_EQ(1, wrong::depth(difference(plate, brick), center));
  EXPECT_DOUBLE_EQ(0.7, mended::depth(difference(plate, brick)));
}

}  // namespace
