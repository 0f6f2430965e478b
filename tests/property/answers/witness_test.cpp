/// One convention: closest points on their shapes, the normal from A to B between them, and the plane that
/// proves `lower`.
#include "oracle/judge/answers.hpp"

namespace oracle {
namespace {

/// Roundings of a returned point. Float: the last rounding of each coordinate. Double: half an eps each for
/// the convex combination (D + 2), with poses for the rotation by a rounded matrix (15) and the translation.
template <class S>
Real rounding(const Case<typename S::T, S::D>& c, const abut::detail::SignedDistance<typename S::T, S::D>& r) {
  constexpr double units = sizeof(typename S::T) == 4 ? 1 : S::posed ? 12 : 4;
  return Real(units * S::eps) * (c.size + norm(exact(r.point_a)) + norm(exact(r.point_b)));
}

template <class S>
struct Witness : ::testing::Test {};
TYPED_TEST_SUITE(Witness, Settings, SettingNames);

TYPED_TEST(Witness, PointsLieInTheirShapes) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    const Real allowed = rounding<TypeParam>(c, r);
    const Real a = outside(exact(r.point_a), c.a) - c.a.radius, b = outside(exact(r.point_b), c.b) - c.b.radius;
    EXPECT_TRUE(a <= allowed) << c << ", point_a outside by " << narrow(a / c.size) << " of the size";
    EXPECT_TRUE(b <= allowed) << c << ", point_b outside by " << narrow(b / c.size) << " of the size";
  }
}

TYPED_TEST(Witness, PointsAreApartByTheDistanceAlongTheNormal) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    if (r.status != abut::Status::converged) continue;
    const auto gap = exact(r.point_b) - exact(r.point_a) - exact(r.normal) * Real(r.signed_distance);
    const Real allowed = 4 * rounding<TypeParam>(c, r);
    EXPECT_TRUE(norm(gap) <= allowed) << c << ", off by " << narrow(norm(gap) / allowed) << " of what is allowed";
  }
}

TYPED_TEST(Witness, NormalIsAUnitVector) {
  for (const auto& c : corpus<TypeParam>()) {
    const Real length = norm(exact(query(c.pair).normal));
    EXPECT_TRUE(absolute(length - 1) <= Real((TypeParam::posed ? 8 : 2) * TypeParam::eps)) << c;
  }
}

/// Every point of A is at least `lower` below every point of B along the normal. The normal itself is rounded, which
/// rotates it by at most one eps in float; in double by four roundings, with poses by eight more for the matrix.
TYPED_TEST(Witness, SeparatingPlaneProvesTheLowerBound) {
  constexpr int units = sizeof(typename TypeParam::T) == 4 ? 1 : TypeParam::posed ? 10 : 2;
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    const Vector<TypeParam::D> n = exact(r.normal);
    const Real between = lowest(c.b, n) - highest(c.a, n) - c.radii() * norm(n);
    const Real missing = r.signed_lower - between;
    EXPECT_TRUE(missing <= Real(units * TypeParam::eps) * c.size)
        << c << ", the plane misses " << narrow(missing / c.size) << " of the size";
  }
}

TYPED_TEST(Witness, SeparatingPlaneLiesBetweenTheShapes) {
  for (const auto& c : corpus<TypeParam>()) {
    const auto r = query(c.pair);
    if (!(r.lower > 0) || r.status != abut::Status::converged) continue;
    const auto plane = r.separating_plane();
    const Vector<TypeParam::D> n = exact(plane.normal);
    const Real height = dot(n, exact(plane.point)), half = Real(r.lower) / 2, allowed = 4 * rounding<TypeParam>(c, r);
    EXPECT_TRUE(highest(c.a, n) + c.a.radius <= height - half + allowed) << c;
    EXPECT_TRUE(lowest(c.b, n) - c.b.radius >= height + half - allowed) << c;
  }
}

}  // namespace
}  // namespace oracle
