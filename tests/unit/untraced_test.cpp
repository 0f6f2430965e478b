/// A trace that is switched off: the answer is the one without a trace, and it receives no steps.
#include <abut/overlap.hpp>
#include <abut/separation.hpp>
#include <abut/shapes.hpp>

#include <gtest/gtest.h>

namespace abut {
namespace {

struct Observer {
  bool watching;
  int* steps;

  bool is_tracing() const { return watching; }
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
  const Observer nobody{false, &steps};
  const auto d = distance(a, b), e = distance(a, b, {}, nobody);
  EXPECT_EQ(d.iterations, e.iterations);
  EXPECT_EQ(d.lower, e.lower);
  EXPECT_EQ(d.upper, e.upper);
  expect_same(d.point_a, e.point_a);
  const auto s = separation(a, b), t = separation(a, b, {}, nobody);
  EXPECT_EQ(s.iterations, t.iterations);
  EXPECT_EQ(s.lower, t.lower);
  EXPECT_EQ(s.upper, t.upper);
  expect_same(s.normal, t.normal);
  const auto o = overlap(a, b), p = overlap(a, b, {}, nobody);
  EXPECT_EQ(o.iterations, p.iterations);
  EXPECT_EQ(o.apart, p.apart);
  EXPECT_EQ(o.lower, p.lower);
  expect_same(o.axis, p.axis);
}

const Capsule3f capsule{.a = {0, 0, 0}, .b = {1, 2, 3}, .radius = 0.5F};
const Ball3f pebble{.center = {3, 1, 0}, .radius = 0.25F};
const Box3f slab{.half = {1, 2, 3}};

TEST(UnwatchedTrace, ClosedFormsAreAnsweredInClosedForm) {
  EXPECT_EQ(distance(capsule, pebble).iterations, 0);
  expect_answers_as_without(capsule, pebble);
  expect_answers_as_without(capsule, capsule);
}

TEST(UnwatchedTrace, OtherShapesAreAnsweredAsEver) {
  expect_answers_as_without(slab, capsule);
  expect_answers_as_without(slab, place(slab, {{4, 5, 6}, {1, 2, 3, 4}}));
}

TEST(UnwatchedTrace, WatchingItIsATraceLikeAnyOther) {
  int steps = 0, others = 0;
  const auto watched = distance(capsule, pebble, {}, Observer{true, &steps});
  const auto plain = distance(capsule, pebble, {}, [&](const GjkStep<3>&) { ++others; });
  EXPECT_GT(steps, 0);
  EXPECT_EQ(steps, others);
  EXPECT_EQ(watched.lower, plain.lower);
}

}  // namespace
}  // namespace abut
