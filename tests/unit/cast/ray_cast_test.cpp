/// Rays whose hit can be computed by hand; and closed forms against the methods that do not use them.
#include "unit/spaces.hpp"

#include <abut/abut.hpp>

namespace abut {
namespace {

using test::make_vec;
using test::Random;

template <class S>
struct RayCasts : ::testing::Test {};
TYPED_TEST_SUITE(RayCasts, test::Spaces);

TYPED_TEST(RayCasts, EntersAndLeaves) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const Ball<T, D> ball{.center = {}, .radius = T(1)};
  const Ray<T, D> ray{make_vec<T, D>(-5, 0, 0), make_vec<T, D>(2, 0, 0)};
  const auto expect = [&](const auto& shape) {
    const auto r = ray_cast(ray, shape);
    ASSERT_TRUE(r.hit);
    EXPECT_LE(double(r.t_safe), 2);
    EXPECT_NEAR(double(r.t), 2, 8 * epsilon_of<T>);
    EXPECT_NEAR(double(r.normal[0]), -1, 1e-6);
    EXPECT_NEAR(double(r.point[0]), -1, 1e-5);
    EXPECT_TRUE(ray_cast(ray, shape, {.max_t = T(1.9)}).miss);
    EXPECT_TRUE(ray_cast(Ray<T, D>{ray.origin, -ray.direction}, shape).miss);
    const Ray<T, D> inside{make_vec<T, D>(0.25, 0, 0), make_vec<T, D>(0.5, 0, 0)};
    const auto at_once = ray_cast(inside, shape);
    EXPECT_TRUE(at_once.hit && at_once.start != StartState::separated);
    EXPECT_EQ(at_once.t, T(0));
    EXPECT_TRUE(ray_cast(inside, shape, {.at_start = InsidePolicy::ignore}).miss);
    const auto out = ray_cast(inside, shape, {.at_start = InsidePolicy::leave});
    ASSERT_TRUE(out.hit);
    EXPECT_NEAR(double(out.t), 1.5, 1e-5);
    EXPECT_NEAR(double(out.normal[0]), 1, 1e-6);
    for (const T limit : {T(1), T(0x1p-100), T(0)})
      EXPECT_TRUE(ray_cast(inside, shape, {.max_t = limit, .at_start = InsidePolicy::leave}).miss) << limit;
    EXPECT_TRUE(ray_cast(Ray<T, D>{inside.origin, Vec<T, D>{}}, shape, {.at_start = InsidePolicy::leave}).miss);
  };
  expect(box);
  expect(ball);
  expect(place(box, Pose<T, D>{}));
  expect(Capsule<T, D>{.a = make_vec<T, D>(0, -1, 0), .b = make_vec<T, D>(0, 1, 0), .radius = T(1)});
}

/// A zero direction starts and exits at t = 0.
TYPED_TEST(RayCasts, LeavesAPointAtOnce) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ray<T, D> ray{{}, make_vec<T, D>(0.5, 0, 0)};
  const auto r = ray_cast(ray, Point<T, D>{}, {.max_t = T(0), .at_start = InsidePolicy::leave});
  EXPECT_TRUE(r.hit && r.start != StartState::separated);
  EXPECT_EQ(r.t, T(0));
}

/// The exit is searched with the rest of the iteration limit: if that is not enough, the ray is reported neither to
/// exit nor to stay.
TYPED_TEST(RayCasts, ThatDoesNotFindTheExitInTimeSaysSo) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const Ray<T, D> ray{make_vec<T, D>(0.25, 0, 0.5), make_vec<T, D>(0.5, 0.25, 0.125)};
  const auto r = ray_cast(ray, box, {.at_start = InsidePolicy::leave, .max_iterations = 1});
  EXPECT_EQ(r.status, Status::iteration_limit);
  EXPECT_EQ(r.start, StartState::overlapping);
  EXPECT_FALSE(r.hit);
  EXPECT_FALSE(r.miss);
}

/// A shape with a support function and no vertices, so that every query for the exit starts with the direction of the
/// last.
TYPED_TEST(RayCasts, LeavesAShapeThatIsASupportFunction) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const auto shape = custom<Vec<T, D>>([box](const Vec<T, D>& d) {
    Vec<T, D> furthest;
    for (int i = 0; i < D; ++i) furthest[i] = d[i] < 0 ? -box.half[i] : box.half[i];
    return furthest;
  });
  const Ray<T, D> ray{make_vec<T, D>(0.25, 0, 0.25), make_vec<T, D>(0.5, 0.25, 0.125)};
  const auto expected = ray_cast(ray, box, {.at_start = InsidePolicy::leave});
  const auto out = ray_cast(ray, shape, {.at_start = InsidePolicy::leave});
  ASSERT_TRUE(out.hit && expected.hit);
  EXPECT_NEAR(double(out.t), 1.5, 64 * epsilon_of<T>);
  EXPECT_NEAR(double(out.t), double(expected.t), 64 * epsilon_of<T>);
  EXPECT_NEAR(double(out.normal[0]), 1, 1e-6);
}

TYPED_TEST(RayCasts, OfNoDirectionIsAPoint) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ball<T, D> ball{.center = {}, .radius = T(1)};
  EXPECT_TRUE(ray_cast(Ray<T, D>{make_vec<T, D>(0.5, 0, 0), {}}, ball).hit);
  EXPECT_TRUE(ray_cast(Ray<T, D>{make_vec<T, D>(1.5, 0, 0), {}}, ball).miss);
}

TYPED_TEST(RayCasts, MeetsAHalfSpace) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const HalfSpace<T, D> ground{.normal = make_vec<T, D>(0, 2, 0), .offset = T(1)};
  const auto r = ray_cast(Ray<T, D>{make_vec<T, D>(0, 5, 0), make_vec<T, D>(1, -2, 0)}, ground);
  ASSERT_TRUE(r.hit);
  EXPECT_NEAR(double(r.t), 2, 1e-5);
  EXPECT_NEAR(double(r.normal[1]), 1, 1e-6);
  EXPECT_NEAR(double(r.point[0]), 2, 1e-5);
  const Ray<T, D> up{make_vec<T, D>(0, 0, 0), make_vec<T, D>(0, 1, 0)};
  const auto out = ray_cast(up, ground, {.at_start = InsidePolicy::leave});
  ASSERT_TRUE(out.hit);
  EXPECT_NEAR(double(out.t), 1, 1e-5);
  EXPECT_NEAR(double(out.normal[1]), 1, 1e-6);
}

/// The closed form and clipping agree with advancement, which uses neither.
TYPED_TEST(RayCasts, InClosedFormIsTheSameAsByAdvancement) {
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
    EXPECT_LE(quick.t_safe, slow.t);
    EXPECT_LE(slow.t_safe, quick.t);
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
    const Segment<T, D> segment{make_vec<T, D>(-0.75, 0, 0.25), make_vec<T, D>(0.75, 0.5, 0)};
    compare(segment, ray);
    compare(place(segment, pose), ray);
    const auto inside = segment.a * T(0.25) + segment.b * T(0.75);  // exact: it is hit in 3D too
    compare(segment, Ray<T, D>{inside + make_vec<T, D>(1, -4, 2), make_vec<T, D>(-0.5, 2, -1)});
    compare(Point<T, D>{inside}, Ray<T, D>{inside + make_vec<T, D>(1, -4, 2), make_vec<T, D>(-0.5, 2, -1)});
  }
  EXPECT_GT(hits, 200);
}

/// A segment is hit where its line is; both ends belong to it; end on, and beside it, by hand.
TYPED_TEST(RayCasts, MeetsASegment) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Segment<T, D> segment{make_vec<T, D>(2, -1, 0), make_vec<T, D>(2, 1, 0)};
  const auto along_x = [&](double y) { return Ray<T, D>{make_vec<T, D>(0, y, 0), make_vec<T, D>(0.5, 0, 0)}; };
  for (const double y : {-1.0, -0.5, 0.0, 0.25, 1.0}) {
    const auto r = ray_cast(along_x(y), segment);
    ASSERT_TRUE(r.hit) << y;
    EXPECT_NEAR(double(r.t), 4, 16 * epsilon_of<T>);
    EXPECT_LE(r.t_safe, T(4));
    const bool at_an_end = y * y == 1;
    EXPECT_TRUE(at_an_end || r.normal[0] < T(-0.999999));
    EXPECT_TRUE(at_an_end || r.iterations == 1);
    EXPECT_TRUE(ray_cast(along_x(y), segment, {.max_t = T(3.5)}).miss);
    EXPECT_TRUE(ray_cast(Ray<T, D>{along_x(y).origin, -along_x(y).direction}, segment).miss);
  }
  EXPECT_TRUE(ray_cast(along_x(2), segment).miss);
  EXPECT_TRUE(ray_cast(along_x(-1.0001), segment).miss);
  const auto end_on = ray_cast(Ray<T, D>{make_vec<T, D>(2, -3, 0), make_vec<T, D>(0, 1, 0)}, segment);
  ASSERT_TRUE(end_on.hit);
  EXPECT_NEAR(double(end_on.t), 2, 16 * epsilon_of<T>);
  const auto beside = ray_cast(Ray<T, D>{make_vec<T, D>(0, 0, 0.5), make_vec<T, D>(1, 0, 0)}, segment);
  EXPECT_EQ(beside.miss, D == 3);
}

/// Shapes with a closed form have the same one behind a ShapeRef.
TYPED_TEST(RayCasts, BehindAReferenceHasTheSameBits) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Random random(6);
  const auto compare = [](const RayCast<T, D>& a, const RayCast<T, D>& b) {
    EXPECT_EQ(a.status, b.status);
    EXPECT_EQ(a.hit, b.hit);
    EXPECT_EQ(a.t, b.t);
    EXPECT_EQ(a.t_safe, b.t_safe);
    EXPECT_EQ(a.point, b.point);
    EXPECT_EQ(a.normal, b.normal);
    EXPECT_EQ(a.iterations, b.iterations);
  };
  for (int i = 0; i < 100; ++i) {
    const auto p = random.vec<T, D>(4);
    const Ray<T, D> ray{p, random.vec<T, D>(0.8) - p};
    const Box<T, D> box{.half = make_vec<T, D>(1, 0.5, 0.75)};
    const Segment<T, D> segment{make_vec<T, D>(-0.5, 0, 0.25), make_vec<T, D>(0.5, 0.5, 0)};
    const Capsule<T, D> capsule{.a = segment.a, .b = segment.b, .radius = T(0.25)};
    compare(ray_cast(ray, box), ray_cast(ray, ShapeRef<T, D>(box)));
    compare(ray_cast(ray, segment), ray_cast(ray, ShapeRef<T, D>(segment)));
    compare(ray_cast(ray, capsule), ray_cast(ray, ShapeRef<T, D>(capsule)));
    const Pose<T, D> pose{.p = random.vec<T, D>(0.5)};
    compare(ray_cast(ray, place(box, pose)), ray_cast(ray, place(ShapeRef<T, D>(box), pose)));
  }
}

}  // namespace
}  // namespace abut
