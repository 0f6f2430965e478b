/// aabb(): every shape of the library lies in its box, and hardly any box is smaller. Judged in 113 bits.
#include "oracle/draw/numbers.hpp"
#include "oracle/draw/spaces.hpp"
#include "oracle/judge/curved.hpp"

#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace oracle {
namespace {

using abut::aabb, abut::hull_of, abut::inflate, abut::place, abut::scale, abut::sweep;

template <class S>
struct ShapeAabb : ::testing::Test {};
TYPED_TEST_SUITE(ShapeAabb, Spaces);

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
void expect_aabb(const S& shape, const char* what) {
  constexpr int D = abut::dimension_of<S>;
  const auto box = aabb(shape);
  const auto erased = aabb(abut::ShapeRef<abut::ScalarOf<S>, D>(shape));
  for (int i = 0; i < D; ++i) {
    EXPECT_EQ(box.min[i], erased.min[i]) << what;
    EXPECT_EQ(box.max[i], erased.max[i]) << what;
    const Vector<D> e = exact(abut::axis<double, D>(i));
    const Real high = support_point(shape, e)[i], low = support_point(shape, e * -1)[i];
    // The support point of the judge is itself off by 2^-110 of the shape's numbers.
    const auto ball = abut::detail::enclosure(shape);
    const Real judge = Real(0x1p-105) * (norm(exact(ball.center)) + ball.reach + abut::detail::radius(shape));
    EXPECT_TRUE(Real(box.max[i]) >= high - judge)
        << what << ", axis " << i << ", short by " << narrow(high - box.max[i]);
    EXPECT_TRUE(Real(box.min[i]) <= low + judge) << what << ", axis " << i;
    EXPECT_TRUE(Real(box.max[i]) <= high + judge + allowed(shape, high))
        << what << ", axis " << i << ", loose by " << narrow(box.max[i] - high) << " of "
        << narrow(allowed(shape, high));
    EXPECT_TRUE(Real(box.min[i]) >= low - judge - allowed(shape, low)) << what << ", axis " << i;
  }
}

TYPED_TEST(ShapeAabb, ContainsEveryShapeTightly) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(41)};
  for (int i = 0; i < 300; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto box = n.box();
    expect_aabb(abut::Point<T, D>{n.vec(far)}, "point");
    expect_aabb(n.segment(far), "segment");
    expect_aabb(abut::Triangle<T, D>{n.vec(far), n.vec(far), n.vec(far)}, "triangle");
    expect_aabb(box, "box");
    expect_aabb(n.ball(far), "ball");
    expect_aabb(n.capsule(far), "capsule");
    expect_aabb(n.ellipsoid(), "ellipsoid");
    const Points<T, D> points{n.vec(far), n.vec(far), n.vec(far), n.vec(far)};
    expect_aabb(*abut::PointSet<T, D>::from(points), "point set");
    if constexpr (D == 3) {
      expect_aabb(abut::Tetrahedron<T>{n.vec(far), n.vec(far), n.vec(far), n.vec(far)}, "tetrahedron");
      expect_aabb(abut::Cylinder<T>{n.size(), n.size(), abut::Axis::y}, "cylinder");
      expect_aabb(abut::Cone<T>{n.size(), n.size()}, "cone");
      expect_aabb(place(abut::Cone<T>{n.size(), n.size()}, n.pose(far)), "placed cone");
    }
    expect_aabb(place(box, n.pose(far)), "placed box");
    expect_aabb(place(n.capsule(far), n.pose(far)), "placed capsule");
    EXPECT_EQ(aabb(box).max, box.half) << "exact";
    EXPECT_EQ(aabb(box).min, -box.half) << "exact";
  }
}

TYPED_TEST(ShapeAabb, ContainsWhatEveryMakerMakesTightly) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(42)};
  for (int i = 0; i < 200; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto capsule = n.capsule(far);
    const auto ball = n.ball(far);
    const auto egg = n.ellipsoid();
    const T f = n.number(0.01, 30);
    expect_aabb(inflate(capsule, f), "inflate");
    expect_aabb(sweep(n.box(), n.vec(far)), "sweep");
    expect_aabb(abut::sum(capsule, egg), "sum");
    expect_aabb(hull_of(ball, n.box()), "hull_of");
    expect_aabb(scale(capsule, f), "scale");
    expect_aabb(scale(capsule, n.positive()), "stretch");
    expect_aabb(place(hull_of(abut::sum(egg, ball), capsule), n.pose(far)), "placed hull_of(sum)");
  }
}

/// Tiny numbers, where steps are absolute, and large ones, where a side may be infinite but never inside.
TYPED_TEST(ShapeAabb, HoldsAtTheEndsOfTheRange) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  using Limits = std::numeric_limits<T>;
  Numbers<T, D> n{Random(43)};
  for (int i = 0; i < 300; ++i) {
    const T k = std::ldexp(
        T(1), i % 2 == 0 ? Limits::min_exponent - Limits::digits + n.random.integer(1, 12) : Limits::max_exponent - 12);
    const abut::Capsule<T, D> capsule{n.vec(4) * k, n.vec(4) * k, n.size() * k};
    const abut::Ellipsoid<T, D> egg{n.box().half * k};
    expect_aabb(capsule, "capsule");
    expect_aabb(egg, "ellipsoid");
    expect_aabb(place(egg, n.pose(1)), "placed ellipsoid");
    abut::Pose<T, D> pose = n.pose(1);
    pose.p *= k;
    expect_aabb(place(capsule, pose), "placed capsule");
  }
  const abut::Ball<T, D> beyond{abut::axis<T, D>(0) * Limits::max(), Limits::max()};
  EXPECT_EQ(aabb(beyond).max[0], Limits::infinity());
  EXPECT_LE(aabb(beyond).min[0], T(0));
}

TYPED_TEST(ShapeAabb, OfAnInvalidShapeIsInfinite) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T inf = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  const auto everywhere = [inf](const auto& shape) {
    const auto box = aabb(shape);
    return box.min[1] == -inf && box.max[1] == inf;
  };
  EXPECT_TRUE(everywhere(abut::Ball<T, D>{{}, T(-1)}));
  EXPECT_TRUE(everywhere(abut::Point<T, D>{abut::axis<T, D>(0) * nan}));
  EXPECT_TRUE(everywhere(place(abut::Ball<T, D>{}, {abut::axis<T, D>(1) * inf, {}})));
  EXPECT_TRUE(everywhere(abut::custom<abut::Vec<T, D>>([nan](const abut::Vec<T, D>& d) { return d * nan; })));
}

/// A shape that has its own box, in double.
template <class T, int D>
struct Knowing : abut::Ball<T, D> {
  abut::Aabb<double, D> aabb() const { return {abut::axis<double, D>(0) * -0.1, abut::axis<double, D>(0) * 0.1}; }
};

TYPED_TEST(ShapeAabb, IsThatOfTheShapeIfItHasOne) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Knowing<T, D> shape{{{}, T(1)}};
  const auto box = aabb(shape), erased = aabb(abut::ShapeRef<T, D>(shape));
  EXPECT_TRUE(double(box.max[0]) >= 0.1 && double(box.min[0]) <= -0.1);
  EXPECT_LT(double(box.max[0]), 0.11);
  EXPECT_EQ(box.max[1], T(0));
  EXPECT_EQ(box.min[0], erased.min[0]);
}

}  // namespace
}  // namespace oracle
