/// The functions of compose.hpp: each rule of their table, and the support errors of random compositions judged in 113
/// bits.
#include "oracle/draw/numbers.hpp"
#include "oracle/draw/spaces.hpp"
#include "oracle/judge/answers.hpp"
#include "oracle/judge/curved.hpp"

#include <abut/abut.hpp>

#include <gtest/gtest.h>

#include <type_traits>

namespace oracle {
namespace {

using namespace abut;  // the table is easier to read with its own names
using oracle::norm;
using oracle::unit;

// --- Errors --------------------------------------------------------------------------------------------------

/// The computed core point and radius against the true set. No point of the set is further than the point by more than
/// `height`; and the ball of the radius about the point is within `point` of the set: its outermost point along any
/// direction e is at most that much too far.
template <class S, int D>
void expect_errors_kept(const S& shape, Numbers<ScalarOf<S>, D>& numbers, const char* what) {
  const auto ball = abut::detail::enclosure(shape);
  const SupportError error = abut::detail::support_error(shape, ball, abut::detail::unit_roundoff);
  const Real radius = abut::detail::radius(shape);
  const Real judge = Real(0x1p-95) * (Real(ball.reach) + norm(exact(ball.center)) + radius);
  for (int i = 0; i < 6; ++i) {
    const Vec<double, D> d = numbers.direction();
    const Vector<D> p = exact(abut::detail::support(shape, d).point), n = unit(exact(d));
    const Real short_by = height(shape, n) - radius - dot(n, p);
    EXPECT_TRUE(short_by <= Real(error.height) + judge)
        << what << ": short by " << narrow(short_by) << ", stated " << error.height;
    EXPECT_TRUE(outside(shape, p + n * radius, n, Real(error.point) + judge) <= Real(error.point) + judge)
        << what << ": off by more than " << error.point;
    EXPECT_TRUE(norm(p - exact(ball.center)) <= Real(ball.reach) + Real(error.point) + judge) << what;
    for (int k = 0; k < 4; ++k) {
      const Vector<D> e = unit(exact(numbers.direction()));
      EXPECT_TRUE(dot(e, p) + radius <= height(shape, e) + Real(error.point) + judge) << what;
      EXPECT_TRUE(height(shape, e) - dot(e, exact(ball.center)) <=
                  (Real(ball.reach) + radius) * Real(1 + 4 * abut::detail::unit_roundoff) + Real(error.point))
          << what << ": the ball of center and reach does not contain it";
    }
  }
}

template <class S>
struct Makers : ::testing::Test {};
TYPED_TEST_SUITE(Makers, Spaces);

TYPED_TEST(Makers, KeepTheirStatedErrors) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(11)};
  for (int i = 0; i < 60; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto ball = n.ball(far);
    const auto capsule = n.capsule(far);
    const auto box = n.box();
    const auto ellipsoid = n.ellipsoid();
    const T f = n.number(0.01, 30);
    expect_errors_kept<decltype(inflate(capsule, f)), D>(inflate(capsule, f), n, "inflate");
    expect_errors_kept<decltype(inflate(ellipsoid, f)), D>(inflate(ellipsoid, f), n, "inflate");
    expect_errors_kept<decltype(sweep(box, box.half)), D>(sweep(box, n.vec(far)), n, "sweep");
    expect_errors_kept<decltype(minkowski_sum(capsule, ellipsoid)), D>(minkowski_sum(capsule, ellipsoid), n, "sum");
    expect_errors_kept<decltype(minkowski_sum(capsule, ball)), D>(minkowski_sum(capsule, ball), n, "sum");
    expect_errors_kept<decltype(hull_of(capsule, ball)), D>(hull_of(capsule, ball), n, "hull_of");
    expect_errors_kept<decltype(hull_of(ball, box)), D>(hull_of(ball, box), n, "hull_of");
    expect_errors_kept<decltype(scale(capsule, f)), D>(scale(capsule, f), n, "scale");
    expect_errors_kept<decltype(scale(capsule, box.half)), D>(scale(capsule, n.positive()), n, "stretch");
    expect_errors_kept<decltype(scale(ellipsoid, box.half)), D>(scale(ellipsoid, n.positive()), n, "stretch");
  }
}

/// Compositions two and three deep.
TYPED_TEST(Makers, KeepTheirStatedErrorsWhenNested) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(12)};
  for (int i = 0; i < 40; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const T f = n.number(0.01, 30), r = n.size();
    const auto ball = n.ball(far);
    const auto swept_hull = sweep(hull_of(n.capsule(far), n.box()), n.vec(far));
    const auto grown_sum = inflate(minkowski_sum(scale(n.capsule(far), f), n.ball(1)), r);
    const auto stretched = scale(inflate(hull_of(ball, n.segment(far)), r), n.positive());
    const auto hull = hull_of(grown_sum, scale(ball, f));
    const auto sum_of_sums = minkowski_sum(minkowski_sum(n.ellipsoid(), ball), sweep(ball, n.vec(far)));
    expect_errors_kept<std::remove_const_t<decltype(swept_hull)>, D>(swept_hull, n, "sweep(hull_of)");
    expect_errors_kept<std::remove_const_t<decltype(grown_sum)>, D>(grown_sum, n, "inflate(sum(scale))");
    expect_errors_kept<std::remove_const_t<decltype(stretched)>, D>(stretched, n, "scale(inflate(hull_of))");
    expect_errors_kept<std::remove_const_t<decltype(hull)>, D>(hull, n, "hull_of(inflate(sum), scale)");
    expect_errors_kept<std::remove_const_t<decltype(sum_of_sums)>, D>(sum_of_sums, n, "sum(sum, sweep)");
  }
}

/// Two points that are equally far up to rounding, far from the origin: only the comparison of their heights matters.
TYPED_TEST(Makers, HullKeepsItsStatedErrorNearTies) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(14)};
  for (int i = 0; i < 4000; ++i) {
    const Point<T, D> a{n.vec(8)}, b{n.vec(8)};
    const auto hull = hull_of(a, b);
    const Vec<double, D> p = abut::detail::widen(a.p), e = abut::detail::widen(b.p) - p;
    const Vec<double, D> d = (p - e * (dot(p, e) / norm_squared(e))) * 0.02;  // across e, toward both
    if (!(abut::detail::norm(d) > 0.01)) continue;
    const Vector<D> q = unit(exact(d));
    const Real short_by = height(hull, q) - dot(q, exact(hull.support(d).point));
    EXPECT_TRUE(short_by <= Real(hull.support_error().height * abut::detail::unit_roundoff))
        << "short by " << narrow(short_by) << ", stated " << hull.support_error().height << " u";
  }
}

/// Composed transforms: place(place()) is place() by the rounded product, in every bit of every answer.
TYPED_TEST(Makers, NestedPlacesAreThePlaceOfTheRoundedProduct) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(15)};
  for (int i = 0; i < 300; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto p = n.pose(far), q = n.pose(far), r = n.pose(far);
    const auto capsule = n.capsule(far);
    const auto other = place(n.box(), n.pose(far));
    const auto once = place(capsule, q * p), nested = place(place(capsule, p), q);
    EXPECT_TRUE(same_bits(abut::detail::signed_distance(nested, other), abut::detail::signed_distance(once, other)));
    EXPECT_TRUE(same_bits(abut::detail::signed_distance(other, nested), abut::detail::signed_distance(other, once)));
    EXPECT_TRUE(same_bits(abut::detail::signed_distance(place(nested, r), other),
                          abut::detail::signed_distance(place(capsule, r * (q * p)), other)));
    EXPECT_EQ(aabb(nested).min, aabb(once).min);
    const HalfSpace<T, D> wall{n.positive(), n.size()};
    EXPECT_TRUE(same_bits(abut::detail::signed_distance(place(place(wall, p), q), other),
                          abut::detail::signed_distance(place(wall, q * p), other)));
  }
}

TYPED_TEST(Makers, KeepTheirStatedErrorsAroundPlacedShapes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Numbers<T, D> n{Random(13)};
  for (int i = 0; i < 60; ++i) {
    const double far = n.random.chance(0.5) ? 2 : n.random.decade(2, 6);
    const auto placed = place(n.capsule(far), n.pose(far));
    const auto sum_placed = minkowski_sum(placed, place(n.box(), n.pose(far)));
    const auto hull_placed = hull_of(placed, place(n.ellipsoid(), n.pose(far)));
    expect_errors_kept<std::remove_const_t<decltype(placed)>, D>(placed, n, "place");
    expect_errors_kept<std::remove_const_t<decltype(sum_placed)>, D>(sum_placed, n, "sum(place, place)");
    expect_errors_kept<std::remove_const_t<decltype(hull_placed)>, D>(hull_placed, n, "hull_of(place, place)");
  }
}

}  // namespace
}  // namespace oracle
