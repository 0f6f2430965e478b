/// bounds(): every shape of the library lies in its box, and hardly any box is smaller. Judged in 113 bits.
#include "oracle/draw/numbers.hpp"
#include "oracle/draw/spaces.hpp"
#include "oracle/judge/curved.hpp"

#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace oracle {
namespace {

using abut::bounds, abut::hull_of, abut::inflate, abut::place, abut::scale, abut::sweep;

template <class S>
struct ShapeBounds : ::testing::Test {};
TYPED_TEST_SUITE(ShapeBounds, Spaces);

/// How far a side may be from the shape: the stated support errors, two steps of double, for the growth and the sum,
/// and one of T. For subnormal numbers a step is absolute, and each of four operations takes one.
template <class S>
Real allowed(const S& shape, Real side) {
  using T = abut::ScalarOf<S>;
  const auto ball = abut::detail::enclosure(shape);
  const auto e = abut::detail::support_error(shape, ball, abut::unit_roundoff);
  const Real growth = Real(e.height) + abut::detail::radius(shape);
  const Real steps = Real(abut::epsilon_of<double>) * (2 * growth + 2 * absolute(side));
  return e.height + e.point + steps + Real(abut::epsilon_of<T>) * absolute(side) +
         Real(std::numeric_limits<T>::denorm_min()) + 4 * Real(std::numeric_limits<double>::denorm_min());
}

template <class S>
void expect_bounds(const S& shape, const char* what) {
  constexpr int D = abut::dimension_of<S>;
  const auto box = bounds(shape);
  const auto erased = bounds(abut::ShapeRef<abut::ScalarOf<S>, D>(shape));
  for (int i = 0; i < D; ++i) {
    EXPECT_EQ(box.low[i], erased.low[i]) << what;
    EXPECT_EQ(box.high[i], erased.high[i]) << what;
    const Vector<D> e = exact(abut::axis<double, D>(i));
    const Real high = support_point(shape, e)[i], low = support_point(shape, e * -1)[i];
    // The support point of the judge is itself off by 2^-110 of the shape's numbers.
    const auto ball = abut::detail::enclosure(shape);
    const Real judge = Real(0x1p-105) * (norm(exact(ball.center)) + ball.reach + abut::detail::radius(shape));
    EXPECT_TRUE(Real(box.high[i]) >= high - judge)
        << what << ", axis " << i << ", short by " << narrow(high - box.high[i]);
    EXPECT_TRUE(Real(box.low[i]) <= low + judge) << what << ", axis " << i;
    EXPECT_TRUE(Real(box.high[i]) <= high + judge + allowed(shape, high))
        << what << ", axis " << i << ", loose by " << narrow(box.high[i] - high) << " of "
        << narrow(allowed(shape, high));
    EXPECT_TRUE(Real(box.low[i]) >= low - judge - allowed(shape, low)) << what << ", axis " << i;
  }
}

TYPED_TEST(ShapeBounds, ContainEveryShapeTightly) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(41)};
  for (int i = 0; i < 300; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto box = n.box();
    expect_bounds(abut::Point<T, D>{n.vec(far)}, "point");
    expect_bounds(n.segment(far), "segment");
    expect_bounds(abut::Triangle<T, D>{n.vec(far), n.vec(far), n.vec(far)}, "triangle");
    expect_bounds(box, "box");
    expect_bounds(n.ball(far), "ball");
    expect_bounds(n.capsule(far), "capsule");
    expect_bounds(n.ellipsoid(), "ellipsoid");
    const Points<T, D> points{n.vec(far), n.vec(far), n.vec(far), n.vec(far)};
    expect_bounds(*abut::PointSet<T, D>::from(points), "point set");
    if constexpr (D == 3) {
      expect_bounds(abut::Tetrahedron<T>{n.vec(far), n.vec(far), n.vec(far), n.vec(far)}, "tetrahedron");
      expect_bounds(abut::Cylinder<T>{n.size(), n.size(), abut::Axis::y}, "cylinder");
      expect_bounds(abut::Cone<T>{n.size(), n.size()}, "cone");
      expect_bounds(place(abut::Cone<T>{n.size(), n.size()}, n.pose(far)), "placed cone");
    }
    expect_bounds(place(box, n.pose(far)), "placed box");
    expect_bounds(place(n.capsule(far), n.pose(far)), "placed capsule");
    EXPECT_EQ(bounds(box).high, box.half) << "exact";
    EXPECT_EQ(bounds(box).low, -box.half) << "exact";
  }
}

TYPED_TEST(ShapeBounds, ContainWhatEveryMakerMakesTightly) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(42)};
  for (int i = 0; i < 200; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto capsule = n.capsule(far);
    const auto ball = n.ball(far);
    const auto egg = n.ellipsoid();
    const T f = n.number(0.01, 30);
    expect_bounds(inflate(capsule, f), "inflate");
    expect_bounds(sweep(n.box(), n.vec(far)), "sweep");
    expect_bounds(abut::minkowski_sum(capsule, egg), "sum");
    expect_bounds(hull_of(ball, n.box()), "hull_of");
    expect_bounds(scale(capsule, f), "scale");
    expect_bounds(scale(capsule, n.positive()), "stretch");
    expect_bounds(place(hull_of(abut::minkowski_sum(egg, ball), capsule), n.pose(far)), "placed hull_of(sum)");
  }
}

/// Tiny numbers, where steps are absolute, and large ones, where a side may be infinite but never inside.
TYPED_TEST(ShapeBounds, HoldAtTheEndsOfTheRange) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  Numbers<T, D> n{Random(43)};
  for (int i = 0; i < 300; ++i) {
    const T k = std::ldexp(
        T(1), i % 2 == 0 ? Limits::min_exponent - Limits::digits + n.random.integer(1, 12) : Limits::max_exponent - 12);
    const abut::Capsule<T, D> capsule{n.vec(4) * k, n.vec(4) * k, n.size() * k};
    const abut::Ellipsoid<T, D> egg{n.box().half * k};
    expect_bounds(capsule, "capsule");
    expect_bounds(egg, "ellipsoid");
    expect_bounds(place(egg, n.pose(1)), "placed ellipsoid");
    abut::Pose<T, D> pose = n.pose(1);
    pose.p *= k;
    expect_bounds(place(capsule, pose), "placed capsule");
  }
  const abut::Ball<T, D> beyond{abut::axis<T, D>(0) * Limits::max(), Limits::max()};
  EXPECT_EQ(bounds(beyond).high[0], Limits::infinity());
  EXPECT_LE(bounds(beyond).low[0], T(0));
}

TYPED_TEST(ShapeBounds, OfInvalidShapesAreInfinite) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const auto everywhere = [inf](const auto& shape) {
    const auto box = bounds(shape);
    return box.low[1] == -inf && box.high[1] == inf;
  };
  EXPECT_TRUE(everywhere(abut::Ball<T, D>{{}, T(-1)}));
  EXPECT_TRUE(everywhere(abut::Point<T, D>{abut::axis<T, D>(0) * nan}));
  EXPECT_TRUE(everywhere(place(abut::Ball<T, D>{}, {abut::axis<T, D>(1) * inf, {}})));
  EXPECT_TRUE(everywhere(abut::custom<abut::Vec<T, D>>([nan](const abut::Vec<T, D>& d) { return d * nan; })));
}

/// A shape that has its own bounds in double.
template <class T, int D>
struct Knowing : abut::Ball<T, D> {
  abut::Bounds<double, D> bounds() const { return {abut::axis<double, D>(0) * -0.1, abut::axis<double, D>(0) * 0.1}; }
};

TYPED_TEST(ShapeBounds, UseThoseOfTheShape) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Knowing<T, D> shape{{{}, T(1)}};
  const auto box = bounds(shape), erased = bounds(abut::ShapeRef<T, D>(shape));
  EXPECT_TRUE(double(box.high[0]) >= 0.1 && double(box.low[0]) <= -0.1);
  EXPECT_LT(double(box.high[0]), 0.11);
  EXPECT_EQ(box.high[1], T(0));
  EXPECT_EQ(box.low[0], erased.low[0]);
}

}  // namespace
}  // namespace oracle
