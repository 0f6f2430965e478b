/// A trace receives the steps of a query, and does not change it.
#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace abut {
namespace {

struct TracedDistance {
  std::vector<GjkStep<3>> steps;
  Distance<double, 3> answer;
};

template <class A, class B>
TracedDistance trace_distance(const A& a, const B& b, const DistanceOptions3d& options = {}) {
  TracedDistance traced;
  traced.answer = distance(a, b, options, [&](const GjkStep<3>& s) { traced.steps.push_back(s); });
  return traced;
}

const Box3d cube{.half = {1, 1, 1}};
const Pose3d tilted{.p = {4, 1, 0.5}, .q = {0.9, 0.1, 0.3, 0.2}};

TEST(Trace, HasOneStepPerIteration) {
  const TracedDistance traced = trace_distance(cube, place(cube, tilted));
  ASSERT_EQ(static_cast<int>(traced.steps.size()), traced.answer.iterations);
  for (std::size_t i = 0; i < traced.steps.size(); ++i) {
    EXPECT_EQ(traced.steps[i].iteration, static_cast<int>(i) + 1);
    EXPECT_EQ(traced.steps[i].stop == Stop::none, i + 1 < traced.steps.size());
  }
}

/// (For shapes without a closed form; two boxes have one, unless they are traced.)
TEST(Trace, DoesNotChangeTheAnswer) {
  const Tetrahedron3d tetrahedron{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto plain = distance(cube, place(tetrahedron, tilted));
  const TracedDistance traced = trace_distance(cube, place(tetrahedron, tilted));
  EXPECT_EQ(plain.lower, traced.answer.lower);
  EXPECT_EQ(plain.upper, traced.answer.upper);
  EXPECT_EQ(plain.point_a, traced.answer.point_a);
  EXPECT_EQ(plain.iterations, traced.answer.iterations);
}

TEST(Trace, ShowsTheLowerBoundRiseAndTheNearestPointComeNearer) {
  const TracedDistance traced = trace_distance(Cylinder3d{.radius = 1, .half_height = 0.5}, place(cube, tilted));
  ASSERT_GT(traced.steps.size(), 3U);
  for (std::size_t i = 1; i < traced.steps.size(); ++i) {
    const GjkStep<3>&before = traced.steps[i - 1], &now = traced.steps[i];
    EXPECT_GE(now.lower, before.lower);
    EXPECT_LE(norm_squared(now.nearest), norm_squared(before.nearest) * (1 + 1e-9));
  }
}

TEST(Trace, WeighsTheNearestPointOfEachSimplex) {
  for (const GjkStep<3>& s : trace_distance(cube, place(cube, tilted)).steps) {
    Vec3d p;
    double sum = 0;
    for (int i = 0; i < s.count; ++i) {
      EXPECT_EQ(s.weight[i] > 0, (s.region >> i & 1U) != 0);
      p += s.simplex[i] * s.weight[i];
      sum += s.weight[i];
    }
    EXPECT_NEAR(sum, 1, 4 * detail::unit_roundoff * 4);  // at most 4 weights, each rounded twice
    EXPECT_LE(detail::norm(p - s.nearest), 8 * detail::unit_roundoff * 16);
    EXPECT_NEAR(detail::norm(s.direction), 1, 4 * detail::unit_roundoff);
  }
}

TEST(Trace, GivesTheReasonToStop) {
  EXPECT_EQ(trace_distance(cube, place(cube, tilted)).steps.back().stop, Stop::repeated_vertex);
  EXPECT_EQ(trace_distance(cube, place(cube, Pose3d{.p = {0.5, 0, 0}})).steps.back().stop, Stop::origin_reached);
  EXPECT_EQ(trace_distance(cube, place(cube, tilted), {.cutoff = 0.1}).steps.back().stop, Stop::cutoff);
  const Ellipsoid3d egg{.radii = {1, 2, 3}};
  EXPECT_EQ(trace_distance(egg, place(egg, Pose3d{.p = {9, 1, 2}})).steps.back().stop, Stop::bounds_met);
}

TEST(Trace, IsInTheLengthsOfTheUser) {
  const double k = 0x1p-600;
  const Box3d tiny{.half = {k, k, k}};
  const TracedDistance small = trace_distance(tiny, place(tiny, Pose3d{.p = {4 * k, k, 0.5 * k}, .q = tilted.q}));
  const TracedDistance large = trace_distance(cube, place(cube, tilted));
  ASSERT_EQ(small.steps.size(), large.steps.size());
  for (std::size_t i = 0; i < small.steps.size(); ++i) {
    EXPECT_EQ(small.steps[i].support, large.steps[i].support * k);
    EXPECT_EQ(small.steps[i].lower, large.steps[i].lower * k);
  }
}

TEST(Trace, EveryReasonHasAName) {
  EXPECT_STREQ(to_string(Stop::none), "none");
  EXPECT_STREQ(to_string(Stop::origin_reached), "origin_reached");
  EXPECT_STREQ(to_string(Stop::cutoff), "cutoff");
  EXPECT_STREQ(to_string(Stop::rounding), "rounding");
  EXPECT_STREQ(to_string(static_cast<Stop>(99)), "unknown");
}

// --- A trace that is switched off: the answer is the one without a trace, and it receives no steps -------------------

struct OptionalTracer {
  bool tracing;
  int* steps;

  bool is_tracing() const { return tracing; }
  template <class Step>
  void operator()(const Step&) const {
    ++*steps;
  }
};

template <Scalar T, int D>
void expect_same(const Vec<T, D>& a, const Vec<T, D>& b) {
  for (int i = 0; i < D; ++i) EXPECT_EQ(a[i], b[i]);
}

template <Shape A, Shape B>
void expect_answers_as_without(const A& a, const B& b) {
  int steps = 0;
  const OptionalTracer untraced{false, &steps};
  const auto d = distance(a, b), e = distance(a, b, {}, untraced);
  EXPECT_EQ(d.iterations, e.iterations);
  EXPECT_EQ(d.lower, e.lower);
  EXPECT_EQ(d.upper, e.upper);
  expect_same(d.point_a, e.point_a);
  const auto s = separation(a, b), t = separation(a, b, {}, untraced);
  EXPECT_EQ(s.iterations, t.iterations);
  EXPECT_EQ(s.lower, t.lower);
  EXPECT_EQ(s.upper, t.upper);
  expect_same(s.normal, t.normal);
  const auto o = overlap(a, b), p = overlap(a, b, {}, untraced);
  EXPECT_EQ(o.iterations, p.iterations);
  EXPECT_EQ(o.apart, p.apart);
  EXPECT_EQ(o.lower, p.lower);
  expect_same(o.axis, p.axis);
  EXPECT_EQ(steps, 0);
}

const Capsule3f capsule{.a = {0, 0, 0}, .b = {1, 2, 3}, .radius = 0.5F};
const Ball3f pebble{.center = {3, 1, 0}, .radius = 0.25F};
const Box3f slab{.half = {1, 2, 3}};

TEST(UntracedQuery, ClosedFormsAreAnsweredInClosedForm) {
  EXPECT_EQ(distance(capsule, pebble).iterations, 0);
  expect_answers_as_without(capsule, pebble);
  expect_answers_as_without(capsule, capsule);
}

TEST(UntracedQuery, OtherShapesAreAnsweredAsWithout) {
  expect_answers_as_without(slab, capsule);
  expect_answers_as_without(slab, place(slab, {{4, 5, 6}, {1, 2, 3, 4}}));
}

TEST(UntracedQuery, SwitchedOnTheTraceIsLikeAnyOther) {
  int steps = 0, others = 0;
  const auto traced = distance(capsule, pebble, {}, OptionalTracer{true, &steps});
  const auto plain = distance(capsule, pebble, {}, [&](const GjkStep<3>&) { ++others; });
  EXPECT_GT(steps, 0);
  EXPECT_EQ(steps, others);
  EXPECT_EQ(traced.lower, plain.lower);
}

}  // namespace
}  // namespace abut
