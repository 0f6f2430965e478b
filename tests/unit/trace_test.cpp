/// A trace receives the steps of a query, and does not change it.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace abut {
namespace {

struct Story {
  std::vector<GjkStep<3>> steps;
  Distance<double, 3> answer;
};

template <class A, class B>
Story told(const A& a, const B& b, const DistanceOptions<double>& options = {}) {
  Story story;
  story.answer = distance(a, b, options, [&](const GjkStep<3>& s) { story.steps.push_back(s); });
  return story;
}

const Box3d cube{.half = {1, 1, 1}};
const Pose3d tilted{.p = {4, 1, 0.5}, .q = {0.9, 0.1, 0.3, 0.2}};

TEST(Trace, HasOneStepPerIteration) {
  const Story story = told(cube, place(cube, tilted));
  ASSERT_EQ(static_cast<int>(story.steps.size()), story.answer.iterations);
  for (std::size_t i = 0; i < story.steps.size(); ++i) {
    EXPECT_EQ(story.steps[i].iteration, static_cast<int>(i) + 1);
    EXPECT_EQ(story.steps[i].stop == Stop::none, i + 1 < story.steps.size());
  }
}

/// (For shapes without a closed form; two boxes have one, unless they are traced.)
TEST(Trace, DoesNotChangeTheAnswer) {
  const Tetrahedron3d tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto plain = distance(cube, place(tetrahedron, tilted));
  const Story story = told(cube, place(tetrahedron, tilted));
  EXPECT_EQ(plain.lower, story.answer.lower);
  EXPECT_EQ(plain.upper, story.answer.upper);
  EXPECT_EQ(plain.point_a, story.answer.point_a);
  EXPECT_EQ(plain.iterations, story.answer.iterations);
}

TEST(Trace, ShowsTheLowerBoundRiseAndTheNearestPointComeNearer) {
  const Story story = told(Cylinder3d{.radius = 1, .half_height = 0.5}, place(cube, tilted));
  ASSERT_GT(story.steps.size(), 3U);
  for (std::size_t i = 1; i < story.steps.size(); ++i) {
    const GjkStep<3>&before = story.steps[i - 1], &now = story.steps[i];
    EXPECT_GE(now.lower, before.lower);
    EXPECT_LE(norm_squared(now.nearest), norm_squared(before.nearest) * (1 + 1e-9));
  }
}

TEST(Trace, WeighsTheNearestPointOfEachSimplex) {
  for (const GjkStep<3>& s : told(cube, place(cube, tilted)).steps) {
    Vec3d p;
    double sum = 0;
    for (int i = 0; i < s.count; ++i) {
      EXPECT_EQ(s.weight[i] > 0, (s.region >> i & 1U) != 0);
      p += s.simplex[i] * s.weight[i];
      sum += s.weight[i];
    }
    EXPECT_NEAR(sum, 1, 4 * unit_roundoff * 4);  // at most 4 weights, each rounded twice
    EXPECT_LE(detail::norm(p - s.nearest), 8 * unit_roundoff * 16);
    EXPECT_NEAR(detail::norm(s.direction), 1, 4 * unit_roundoff);
  }
}

TEST(Trace, GivesTheReasonToStop) {
  EXPECT_EQ(told(cube, place(cube, tilted)).steps.back().stop, Stop::repeated_vertex);
  EXPECT_EQ(told(cube, place(cube, Pose3d{.p = {0.5, 0, 0}})).steps.back().stop, Stop::origin_reached);
  EXPECT_EQ(told(cube, place(cube, tilted), {.cutoff = 0.1}).steps.back().stop, Stop::cutoff);
  const Ellipsoid3d egg{.radii = {1, 2, 3}};
  EXPECT_EQ(told(egg, place(egg, Pose3d{.p = {9, 1, 2}})).steps.back().stop, Stop::bounds_met);
}

TEST(Trace, IsInTheLengthsOfTheUser) {
  const double k = 0x1p-600;
  const Box3d tiny{.half = {k, k, k}};
  const Story small = told(tiny, place(tiny, Pose3d{.p = {4 * k, k, 0.5 * k}, .q = tilted.q}));
  const Story large = told(cube, place(cube, tilted));
  ASSERT_EQ(small.steps.size(), large.steps.size());
  for (std::size_t i = 0; i < small.steps.size(); ++i) {
    EXPECT_EQ(small.steps[i].support, large.steps[i].support * k);
    EXPECT_EQ(small.steps[i].lower, large.steps[i].lower * k);
  }
}

TEST(Trace, EveryReasonHasAName) {
  EXPECT_STREQ(name(Stop::none), "none");
  EXPECT_STREQ(name(Stop::origin_reached), "origin_reached");
  EXPECT_STREQ(name(Stop::cutoff), "cutoff");
  EXPECT_STREQ(name(Stop::rounding), "rounding");
  EXPECT_STREQ(name(static_cast<Stop>(99)), "unknown");
}

}  // namespace
}  // namespace abut
