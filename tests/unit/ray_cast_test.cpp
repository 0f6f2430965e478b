/// Rays whose hit can be worked out by hand; and closed forms against the methods that know nothing of them.
#include "unit/spaces.hpp"

#include <abut/abut.hpp>

namespace abut {
namespace {

using test::make_vec;
using test::Random;

template <class S>
struct RayCastTest : ::testing::Test {};
TYPED_TEST_SUITE(RayCastTest, test::Spaces);

TYPED_TEST(RayCastTest, EntersAndLeaves) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const Ball<T, D> ball{.center = {}, .radius = T(1)};
  const Ray<T, D> ray{make_vec<T, D>(-5, 0, 0), make_vec<T, D>(2, 0, 0)};
  const auto expect = [&](const auto& shape) {
    const auto r = ray_cast(ray, shape);
    ASSERT_TRUE(r.hit);
    EXPECT_LE(double(r.safe), 2);
    EXPECT_NEAR(double(r.t), 2, 8 * epsilon_of<T>);
    EXPECT_NEAR(double(r.normal[0]), -1, 1e-6);
    EXPECT_NEAR(double(r.point[0]), -1, 1e-5);
    EXPECT_TRUE(ray_cast(ray, shape, {.limit = T(1.9)}).miss);
    EXPECT_TRUE(ray_cast(Ray<T, D>{ray.origin, -ray.direction}, shape).miss);
    const Ray<T, D> inside{make_vec<T, D>(0.25, 0, 0), make_vec<T, D>(0.5, 0, 0)};
    const auto at_once = ray_cast(inside, shape);
    EXPECT_TRUE(at_once.hit && at_once.started_inside);
    EXPECT_EQ(at_once.t, T(0));
    EXPECT_TRUE(ray_cast(inside, shape, {.inside = InsidePolicy::ignore}).miss);
    const auto out = ray_cast(inside, shape, {.inside = InsidePolicy::leave});
    ASSERT_TRUE(out.hit);
    EXPECT_NEAR(double(out.t), 1.5, 1e-5);
    EXPECT_NEAR(double(out.normal[0]), 1, 1e-6);
    EXPECT_TRUE(ray_cast(inside, shape, {.limit = T(1), .inside = InsidePolicy::leave}).miss);
  };
  expect(box);
  expect(ball);
  expect(place(box, Pose<T, D>{}));
  expect(Capsule<T, D>{.a = make_vec<T, D>(0, -1, 0), .b = make_vec<T, D>(0, 1, 0), .radius = T(1)});
}

TYPED_TEST(RayCastTest, OfNoDirectionIsAPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ball<T, D> ball{.center = {}, .radius = T(1)};
  EXPECT_TRUE(ray_cast(Ray<T, D>{make_vec<T, D>(0.5, 0, 0), {}}, ball).hit);
  EXPECT_TRUE(ray_cast(Ray<T, D>{make_vec<T, D>(1.5, 0, 0), {}}, ball).miss);
}

TYPED_TEST(RayCastTest, MeetsAHalfSpace) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{.normal = make_vec<T, D>(0, 2, 0), .offset = T(1)};
  const auto r = ray_cast(Ray<T, D>{make_vec<T, D>(0, 5, 0), make_vec<T, D>(1, -2, 0)}, ground);
  ASSERT_TRUE(r.hit);
  EXPECT_NEAR(double(r.t), 2, 1e-5);
  EXPECT_NEAR(double(r.normal[1]), 1, 1e-6);
  EXPECT_NEAR(double(r.point[0]), 2, 1e-5);
  const Ray<T, D> up{make_vec<T, D>(0, 0, 0), make_vec<T, D>(0, 1, 0)};
  const auto out = ray_cast(up, ground, {.inside = InsidePolicy::leave});
  ASSERT_TRUE(out.hit);
  EXPECT_NEAR(double(out.t), 1, 1e-5);
  EXPECT_NEAR(double(out.normal[1]), 1, 1e-6);
}

/// The closed form, and clipping, answer as advancement does, which has neither.
TYPED_TEST(RayCastTest, InClosedFormIsTheSameAsByAdvancement) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(5);
  int hits = 0;
  const auto compare = [&](const auto& shape, const Ray<T, D>& ray) {
    const auto quick = ray_cast(ray, shape), slow = ray_cast(ray, shape, {.method = CastMethod::advancement});
    if (quick.miss != slow.miss) {
      ADD_FAILURE() << "verdict";
      return;
    }
    if (!quick.hit) return;
    ++hits;
    EXPECT_NEAR(double(quick.t), double(slow.t), 1e4 * epsilon_of<T>);
    EXPECT_LE(quick.safe, slow.t);
    EXPECT_LE(slow.safe, quick.t);
  };
  for (int i = 0; i < 100; ++i) {
    const auto p = random.vec<T, D>(4);
    const Ray<T, D> ray{p, random.vec<T, D>(0.4) - p * T(0.5)};
    const Box<T, D> box{.half = make_vec<T, D>(1, 0.5, 0.75)};
    const Capsule<T, D> capsule{
        .a = make_vec<T, D>(-0.5, 0, 0.25), .b = make_vec<T, D>(0.5, 0.5, 0), .radius = T(0.25)};
    Pose<T, D> pose{.p = random.vec<T, D>(0.2)};
    if constexpr (D == 2) {
      pose.q = {T(0.8), T(0.3)};
    } else {
      pose.q = {T(0.8), T(0.3), T(0.1), T(-0.2)};
    }
    compare(box, ray);
    compare(place(box, pose), ray);
    compare(capsule, ray);
    compare(place(capsule, pose), ray);
    compare(Ball<T, D>{.center = pose.p, .radius = T(0.75)}, ray);
  }
  EXPECT_GT(hits, 200);
}

}  // namespace
}  // namespace abut
