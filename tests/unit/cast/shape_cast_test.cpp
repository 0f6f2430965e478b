/// Casts whose answer can be computed by hand, by each method.
#include "unit/spaces.hpp"

#include <abut/abut.hpp>

#include <limits>
#include <vector>

namespace abut {
namespace {

using test::make_vec;

constexpr CastMethod methods[] = {CastMethod::gjk, CastMethod::advancement, CastMethod::mpr};

template <class S>
struct ShapeCasts : ::testing::Test {};
TYPED_TEST_SUITE(ShapeCasts, test::Spaces);

/// Boxes of half size 1, four apart along x.
template <class S>
struct Boxes {
  using T = typename S::T;
  Box<T, S::D> box{.half = make_vec<T, S::D>(1, 1, 1)};
  Pose<T, S::D> there{.p = make_vec<T, S::D>(6, 0.5, 0.25)};
  auto b() const { return place(box, there); }
};

template <class T>
void expect_time(T fraction, T safe, double exact) {
  EXPECT_LE(double(safe), exact);
  EXPECT_NEAR(double(fraction), exact, 4 * epsilon_of<T>);
  EXPECT_NEAR(double(safe), exact, 32 * epsilon_of<T>);
}

TYPED_TEST(ShapeCasts, HitsHalfWay) {
  const Boxes<TypeParam> boxes;
  using T = typename TypeParam::T;
  for (const auto method : methods) {
    const auto r = shape_cast(boxes.box, make_vec<T, TypeParam::D>(8, 0, 0), boxes.b(), {.method = method});
    ASSERT_TRUE(r.hit) << int(method);
    EXPECT_EQ(r.status, Status::converged);
    expect_time(r.t, r.t_safe, 0.5);
    EXPECT_NEAR(double(r.normal[0]), 1, 1e-6);
    EXPECT_NEAR(double(r.point_b[0]), 5, 1e-5);
    EXPECT_NEAR(double(r.point_a[0]), 5, 1e-5);
    EXPECT_EQ(r.start, StartState::separated);
  }
}

TYPED_TEST(ShapeCasts, MissesWhatItPassesBy) {
  const Boxes<TypeParam> boxes;
  using T = typename TypeParam::T;
  for (const auto method : methods) {
    for (const auto& v : {make_vec<T, TypeParam::D>(8, 9, 0), make_vec<T, TypeParam::D>(-8, 0, 0),
                          make_vec<T, TypeParam::D>(3, 0, 0), make_vec<T, TypeParam::D>(0, 0, 0)}) {
      const auto r = shape_cast(boxes.box, v, boxes.b(), {.method = method});
      EXPECT_TRUE(r.miss && !r.hit) << int(method);
      EXPECT_EQ(r.t_safe, T(1));
    }
  }
}

TYPED_TEST(ShapeCasts, CountsRadiiAndTarget) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ball<T, D> ball{.center = {}, .radius = T(0.5)};
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  for (const auto method : methods) {
    const auto r = shape_cast(ball, make_vec<T, D>(8, 0, 0), place(box, Pose<T, D>{.p = make_vec<T, D>(6, 0, 0)}),
                              {.target = T(0.5), .method = method});
    ASSERT_TRUE(r.hit) << int(method);
    EXPECT_LE(double(r.t_safe), 0.5);
    EXPECT_NEAR(double(r.t), 0.5, 1e-6);
    EXPECT_NEAR(double(r.point_a[0]), 4.5, 1e-5);
    EXPECT_NEAR(double(r.point_b[0]), 5, 1e-5);
  }
}

TYPED_TEST(ShapeCasts, LetsBothMove) {
  const Boxes<TypeParam> boxes;
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const auto r = shape_cast(boxes.box, make_vec<T, D>(3, 0, 0), boxes.b(), {.translation_b = make_vec<T, D>(-5, 0, 0)});
  ASSERT_TRUE(r.hit);
  expect_time(r.t, r.t_safe, 0.5);
  EXPECT_NEAR(double(r.point_b[0]), 2.5, 1e-5);
}

TYPED_TEST(ShapeCasts, FollowsThePolicyForContactAtTheStart) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Box<T, D> box{.half = make_vec<T, D>(1, 1, 1)};
  const auto b = place(box, Pose<T, D>{.p = make_vec<T, D>(1.5, 0, 0)});
  const auto in = make_vec<T, D>(1, 0, 0), out = make_vec<T, D>(-1, 0, 0);
  for (const auto& v : {in, out}) {
    const auto r = shape_cast(box, v, b);
    EXPECT_TRUE(r.hit && r.start != StartState::separated);
    EXPECT_EQ(r.t, T(0));
    EXPECT_EQ(r.t_safe, T(0));
  }
  EXPECT_EQ(shape_cast(box, in, b).start, StartState::overlapping);
  EXPECT_EQ(shape_cast(box, in, b, {.target = T(1)}).start, StartState::overlapping);
  const auto near = place(box, Pose<T, D>{.p = make_vec<T, D>(2.5, 0, 0)});
  EXPECT_EQ(shape_cast(box, in, near, {.target = T(1)}).start, StartState::within_target);
  EXPECT_EQ(shape_cast(box, in, near).start, StartState::separated);
  EXPECT_TRUE(shape_cast(box, in, b, {.at_start = StartPolicy::ignore_separating}).hit);
  EXPECT_TRUE(shape_cast(box, out, b, {.at_start = StartPolicy::ignore_separating}).miss);
  const auto deep = shape_cast(box, in, b, {.at_start = StartPolicy::penetration});
  EXPECT_NEAR(double(deep.depth), 0.5, 1e-6);
  EXPECT_NEAR(double(deep.normal[0]), 1, 1e-6);
}

TYPED_TEST(ShapeCasts, IsCastAtAHalfSpaceInEitherOrder) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Ball<T, D> ball{.center = make_vec<T, D>(5, 0, 0), .radius = T(1)};
  const HalfSpace<T, D> wall{.normal = make_vec<T, D>(1, 0, 0), .offset = T(0)};
  const auto r = shape_cast(ball, make_vec<T, D>(-8, 1, 0), wall), s = shape_cast(wall, make_vec<T, D>(8, 1, 0), ball);
  ASSERT_TRUE(r.hit && s.hit);
  expect_time(r.t, r.t_safe, 0.5);
  expect_time(s.t, s.t_safe, 0.5);
  EXPECT_NEAR(double(r.normal[0]), -1, 1e-6);
  EXPECT_NEAR(double(s.normal[0]), 1, 1e-6);
  EXPECT_NEAR(double(r.point_a[0]), 0, 1e-5);
  EXPECT_NEAR(double(s.point_b[0]), 4, 1e-5);
  EXPECT_TRUE(shape_cast(ball, make_vec<T, D>(8, 0, 0), wall).miss);
}

TYPED_TEST(ShapeCasts, RefusesBadArguments) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Boxes<TypeParam> boxes;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const auto v = make_vec<T, D>(8, 0, 0);
  EXPECT_EQ(shape_cast(boxes.box, make_vec<T, D>(double(nan), 0, 0), boxes.b()).status, Status::invalid_argument);
  EXPECT_EQ(shape_cast(boxes.box, v, boxes.b(), {.target = T(-1)}).status, Status::invalid_argument);
  EXPECT_EQ(shape_cast(boxes.box, v, boxes.b(), {.max_t = nan}).status, Status::invalid_argument);
  EXPECT_EQ(shape_cast(boxes.box, v, boxes.b(), {.max_iterations = 0}).status, Status::invalid_argument);
}

/// Scaling every length by a power of two changes nothing but the exponents of lengths.
TYPED_TEST(ShapeCasts, KeepsItsBitsWhenScaled) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Boxes<TypeParam> boxes;
  const auto v = make_vec<T, D>(8, 0.3, 0.1);
  for (const auto method : methods) {
    const auto r = shape_cast(boxes.box, v, boxes.b(), {.method = method});
    for (const T k : {T(0x1p-60), T(0x1p50)}) {
      const Box<T, D> box{.half = boxes.box.half * k};
      const auto s = shape_cast(box, v * k, place(box, Pose<T, D>{.p = boxes.there.p * k}), {.method = method});
      EXPECT_EQ(r.t, s.t);
      EXPECT_EQ(r.t_safe, s.t_safe);
      EXPECT_EQ(r.iterations, s.iterations);
      EXPECT_TRUE(r.point_b * k == s.point_b);
    }
  }
}

/// The steps that each method emits to a trace that accepts everything.
struct Heard {
  int gjk = 0, mpr = 0, cast = 0;
  double safe = 0;
  bool rises = true;

  void operator()(const GjkStep<3>&) { ++gjk; }
  void operator()(const MprStep<3>&) { ++mpr; }
  void operator()(const CastStep<3>& s) {
    ++cast;
    rises = rises && s.t_safe >= safe && s.moved == (s.t_safe > safe || s.missed);
    safe = s.t_safe;
  }
};

TEST(CastTrace, HasEachSupportCallAndNothingOfGjkForMpr) {
  const Boxes<test::Space<double, 3>> boxes;
  const Vec3d v{8, 0.3, 0.2};
  for (const auto method : methods) {
    Heard heard;
    const auto plain = shape_cast(boxes.box, v, boxes.b(), {.method = method});
    const auto r = shape_cast(boxes.box, v, boxes.b(), {.method = method}, heard);
    EXPECT_EQ(heard.cast, r.iterations);
    EXPECT_TRUE(heard.rises);
    EXPECT_EQ(plain.t, r.t);
    EXPECT_EQ(heard.safe, r.t_safe);
    EXPECT_EQ(heard.gjk > 0, method == CastMethod::advancement);
    EXPECT_EQ(heard.mpr > 0, method == CastMethod::mpr);
  }
}

/// They start within rounding of each other, 55 of 7e16, and one passes the other at 1e64 sizes. Advancement took a
/// touch at the start for a contact at the time until which it had just proven that there is none: a whole size further
/// on. Found by fuzzing.
TEST(ShapeCast, ByAdvancementDoesNotHitLaterThanWhatTouches) {
  const Triangle2d triangle{{8, 8}, {0, 2}, {0, 0}};
  const Capsule2d capsule{
      .a = {63, 0}, .b = {70931694131085312, 3.719329833984375e-05}, .radius = 6.4531713306337224e-16};
  const Vec2d motion{-8.8664617663856666e+17, -4.5975661743143938e+80};
  for (const auto method : {CastMethod::gjk, CastMethod::advancement, CastMethod::mpr}) {
    const auto r = shape_cast(triangle, motion, capsule, {.method = method});
    if (!r.hit) continue;
    const auto d = detail::signed_distance(place(triangle, Pose2d{.p = motion * r.t}), capsule);
    EXPECT_LE(d.signed_lower, 1e-12 * capsule.b.x) << static_cast<int>(method);
  }
}

/// From the cache of the last frame, of another pair, or of any numbers: the same hit, up to the tolerance.
TEST(ShapeCast, FromAnyCacheGivesTheSameHit) {
  const Box3d box{.half = {1, 0.5, 0.25}};
  const Cone3d cone{.radius = 1, .half_height = 1};
  const double inf = std::numeric_limits<double>::infinity();
  Cache3 last;
  Cache3 caches[] = {{},
                     {.direction = {0, 0, 1}},
                     {.direction = {-1, 1e300, 0}},
                     {.direction = {inf, 0, 0}},
                     {.count = 3, .a = {7, 99, 2}, .b = {1, 2, 3}}};
  for (int frame = 0; frame < 20; ++frame) {
    const Pose3d there{.p = {6, 0.1 * frame - 1, 0.25}, .q = {1, 0.1, 0.02 * frame, 0}};
    const auto cold = shape_cast(box, {8, 0, 0.5}, place(cone, there));
    ASSERT_TRUE(cold.hit);
    const auto expect_same = [&](Cache3& cache) {
      const auto warm = shape_cast(box, {8, 0, 0.5}, place(cone, there), {.cache = &cache});
      ASSERT_TRUE(warm.hit);
      EXPECT_NEAR(warm.t, cold.t, 1e-11);  // the tolerance, 1e-12 of the size, at a speed of about the size
      EXPECT_NEAR(warm.t_safe, cold.t_safe, 1e-11);
    };
    expect_same(last);
    EXPECT_NE(last.direction, Vec3d{});
    for (Cache3 cache : caches) expect_same(cache);
  }
}

}  // namespace
}  // namespace abut
