/// Casts that are not answered: too few iterations, wrong support functions, NaN; and those near overflow or underflow.
#include "unit/spaces.hpp"

#include <abut/abut.hpp>

#include <limits>

namespace abut {
namespace {

using test::make_vec;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const Ellipsoid3d egg{.radii = {1, 2, 3}};
const Ray3d slanted{.origin = {-5, -4, -3}, .direction = {5, 4.3, 2.9}};

TEST(CastLimits, TooFewIterationsProveNothingWrong) {
  const auto known = ray_cast(slanted, egg);
  ASSERT_TRUE(known.hit);
  for (const CastMethod method : {CastMethod::gjk, CastMethod::advancement, CastMethod::mpr}) {
    for (int most = 1; most <= 16; ++most) {
      const auto r = ray_cast(slanted, egg, {.method = method, .max_iterations = most});
      EXPECT_LE(r.iterations, most);
      EXPECT_FALSE(r.miss);
      EXPECT_LE(r.t_safe, known.t);
      EXPECT_TRUE(r.hit || r.status == Status::iteration_limit || r.status == Status::inconclusive);
    }
  }
  const auto first = ray_cast(slanted, egg, {.method = CastMethod::advancement, .max_iterations = 2});
  EXPECT_EQ(first.status, Status::iteration_limit);
}

TEST(CastLimits, AFunctionThatReturnsNoNumbersEndsTheCast) {
  for (const CastMethod method : {CastMethod::gjk, CastMethod::advancement, CastMethod::mpr}) {
    for (int honest = 0; honest < 24; ++honest) {
      int calls = 0;
      const auto late =
          custom<Vec3d>([&](const Vec3d& d) { return ++calls > honest ? Vec3d{nan, nan, nan} : egg.support(d).point; });
      const auto r = ray_cast(slanted, late, {.method = method});
      EXPECT_FALSE(r.miss);
      EXPECT_TRUE(r.t_safe >= 0 && r.t_safe <= 1) << honest;
      EXPECT_TRUE(r.hit || r.status != Status::converged);
    }
  }
}

/// Doubles near overflow or underflow are normalized once; the answer is that of ordinary numbers.
TEST(CastLimits, HugeAndTinyRaysMeetWhereOrdinaryOnesDo) {
  const Box3d box{.half = {1, 2, 3}};
  const auto expected = ray_cast(slanted, place(box, Pose3d{.p = {0.5, 0, 0}}));
  ASSERT_TRUE(expected.hit);
  for (const double k : {0x1p700, 0x1p-700}) {
    const Box3d large{.half = box.half * k};
    const Ray3d ray{.origin = slanted.origin * k, .direction = slanted.direction * k};
    const auto r = ray_cast(ray, place(large, Pose3d{.p = {0.5 * k, 0, 0}}));
    ASSERT_TRUE(r.hit);
    EXPECT_EQ(r.t, expected.t);
    EXPECT_EQ(r.point, expected.point * k);
    EXPECT_EQ(r.normal, expected.normal);
  }
}

template <class S>
struct HalfSpaceCastLimits : ::testing::Test {};
TYPED_TEST_SUITE(HalfSpaceCastLimits, test::Spaces);

TYPED_TEST(HalfSpaceCastLimits, RaysThatBeginInsideFollowThePolicy) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{.normal = make_vec<T, D>(0, 1, 0), .offset = T(1)};
  const Ray<T, D> up{make_vec<T, D>(0, -1, 0), make_vec<T, D>(0, 4, 0)};
  const auto expect = [&](const auto& half_space) {
    const auto ignored = ray_cast(up, half_space, {.max_t = T(8), .at_start = InsidePolicy::ignore});
    EXPECT_TRUE(ignored.miss && !ignored.hit && ignored.start != StartState::separated);
    EXPECT_EQ(ignored.t_safe, T(8));
    const auto out = ray_cast(up, half_space, {.at_start = InsidePolicy::leave});
    ASSERT_TRUE(out.hit && out.start != StartState::separated);
    EXPECT_NEAR(double(out.t), 0.5, 8 * epsilon_of<T>);
    EXPECT_NEAR(double(out.normal[1]), 1, 8 * epsilon_of<T>);
    EXPECT_EQ(out.t_safe, T(0));
  };
  expect(ground);
  expect(place(ground, Pose<T, D>{}));
}

TYPED_TEST(HalfSpaceCastLimits, WhatIsNoNumberIsNoQuestion) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{.normal = make_vec<T, D>(0, 1, 0), .offset = T(1)};
  const Ball<T, D> ball{.center = make_vec<T, D>(0, 5, 0), .radius = T(1)};
  Vec<T, D> motion{};
  motion[1] = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(shape_cast(ball, motion, ground).status, Status::invalid_argument);
  EXPECT_EQ(ray_cast(Ray<T, D>{ball.center, motion}, ground).status, Status::invalid_argument);
}

/// Products that become subnormal are counted as lost, so that the bounds hold: here 2^-1200 of the cosine.
TEST(HalfSpaceWayOut, OfDirectionsWithTinyComponentsKeepsItsBounds) {
  const HalfSpace2d ground{.normal = {0x1p-600, 1}, .offset = 0};
  const auto p = depth_along(ground, Ball2d{.center = {0, 0.5}, .radius = 1}, Vec2d{0x1p-600, 1});
  EXPECT_LE(p.lower, 0.5);
  EXPECT_GE(p.upper, 0.5);
  EXPECT_NEAR(p.depth, 0.5, 1e-15);
}

TEST(CastLimits, WhatHasNoNameIsUnknown) {
  EXPECT_STREQ(to_string(StartState::within_target), "within_target");
  EXPECT_STREQ(to_string(static_cast<StartState>(9)), "unknown");
  EXPECT_STREQ(to_string(ImpactBound::reach), "reach");
  EXPECT_STREQ(to_string(ImpactBound::turning_axis), "turning_axis");
  EXPECT_STREQ(to_string(static_cast<ImpactBound>(9)), "unknown");
}

TEST(MprPenetration, OfShapesThatAreApartIsNoneAndNamesAnAxis) {
  const Box3d box{.half = {1, 1, 1}};
  const auto p = penetration(box, place(box, Pose3d{.p = {2.5, 0.25, 0.5}}), {.method = PenetrationMethod::mpr});
  EXPECT_EQ(p.upper, 0);
  EXPECT_GT(p.normal[0], 0.5);
}

/// A cache that names a vertex which is not finite is ignored.
struct Torn {
  using Vector = Vec3d;
  SupportPoint<Vec3d> support(const Vec3d& d) const { return Box3d{.half = {1, 1, 1}}.support(d); }
  Vec3d vertex(VertexId) const { return {nan, nan, nan}; }
  VertexId vertex_count() const { return 8; }
  Vec3d center() const { return {}; }
  double bounding_radius() const { return 2; }
};

TEST(TornCache, IsAsGoodAsNone) {
  Cache<3> cache;
  const Box3d box{.half = {1, 1, 1}};
  const auto other = place(box, Pose3d{.p = {4, 0.5, 0.25}});
  const auto cold = distance(Torn{}, other, {.cache = &cache});
  ASSERT_GT(cache.count, 0);
  const auto warm = distance(Torn{}, other, {.cache = &cache});
  EXPECT_EQ(warm.distance, cold.distance);
  EXPECT_EQ(warm.status, Status::converged);
}

}  // namespace
}  // namespace abut
