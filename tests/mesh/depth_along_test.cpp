/// depth_along() of bodies of parts: B is free for good beyond the upper bound, and not free at the lower one.
#include "mesh/chains.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/any_shape.hpp>

namespace abut::test {
namespace {

using detail::widen;

template <class S>
struct DepthsAlong : ::testing::Test {};
TYPED_TEST_SUITE(DepthsAlong, oracle::Spaces);

template <int D>
Vec<double, D> some_direction(oracle::Random& random) {
  Vec<double, D> v;
  for (int i = 0; i < D; ++i) v[i] = random.between(-1, 1);
  return v * (1 / std::sqrt(norm_squared(v)));
}

template <Scalar T, int D>
Pose<T, D> pushed(Pose<T, D> pose, const Vec<T, D>& direction, double by) {
  const Vec<double, D> d = widen(direction);
  for (int i = 0; i < D; ++i) {
    pose.p[i] = static_cast<T>(double(pose.p[i]) + d[i] / std::sqrt(norm_squared(d)) * by);
  }
  return pose;
}

/// When B leaves A for good, over all pairs of parts: each is cast back, from 16 away.
template <Scalar T, int D>
double last_exit(const Mesh<T, D>& a, const Mesh<T, D>& b, const Pose<T, D>& pose, const Vec<T, D>& direction) {
  const Vec<double, D> back = widen(direction) * (-16 / std::sqrt(norm_squared(widen(direction))));
  const auto in_double = [](const auto& part) {
    if constexpr (D == 2) {
      return Segment<double, 2>{widen(part.a), widen(part.b)};
    } else {
      return Triangle<double, 3>{widen(part.a), widen(part.b), widen(part.c)};
    }
  };
  const Pose<double, D> away{widen(pose.p) - back, widen(pose.q)};
  double last = 0;
  for (PartId i = 0; i < a.part_count(); ++i) {
    for (PartId k = 0; k < b.part_count(); ++k) {
      const auto r = shape_cast(place(in_double(b.part(k)), away), back, in_double(a.part(i)));
      if (r.hit) last = std::max(last, 16 * (1 - r.t));
    }
  }
  return last;
}

TYPED_TEST(DepthsAlong, AreThoseOfAllPairsOfParts) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(81);
  int converged = 0, deep = 0;
  for (int i = 0; i < 24; ++i) {
    const Mesh<T, D> a = soup_of<T, D>(random, Family::random, 6).mesh(),
                     b = soup_of<T, D>(random, Family::random, 6).mesh();
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p *= T(0.3);
    const Vec<T, D> d = vec_cast<T>(some_direction<D>(random) * random.decade(-3, 3));
    const auto r = depth_along(a, place(b, pose), d);
    const double rounding = 1024 * epsilon_of<T>;  // of sizes of about 10
    if (distance(a, place(b, pose)).lower > T(0)) {
      EXPECT_EQ(r.status, Status::converged);
      EXPECT_EQ(r.upper, T(0));
      continue;
    }
    ++deep;
    converged += r.status == Status::converged ? 1 : 0;
    const double truth = last_exit(a, b, pose, d);
    EXPECT_GE(double(r.upper), truth - rounding) << i;
    EXPECT_LE(double(r.upper), truth + rounding) << i;
    EXPECT_LE(double(r.lower), truth + 1e-14) << i;
    EXPECT_LE(r.lower, r.depth);
    EXPECT_LE(r.depth, r.upper);
    for (int k = 0; k <= 20; ++k) {
      const auto out = pushed(pose, d, double(r.upper) + rounding + k * k * 0.01);
      EXPECT_FALSE(overlap(a, place(b, out)).overlap) << i << " " << k;
    }
    if (r.lower > T(0)) {
      const auto in = pushed(pose, d, double(r.lower) - rounding);
      EXPECT_FALSE(overlap(a.part(r.part_a), place(b.part(r.part_b), in)).apart) << i;
      const auto along = widen(r.point_a - r.point_b);
      EXPECT_NEAR(dot(along, widen(r.normal)), double(r.depth), rounding) << i;
      EXPECT_NEAR(std::sqrt(norm_squared(along)), double(r.depth), rounding) << i;
    }
    const auto swapped = depth_along(place(b, pose), a, -d);
    EXPECT_LE(swapped.lower, r.upper) << i;
    EXPECT_LE(r.lower, swapped.upper) << i;
  }
  EXPECT_GT(deep, 6);
  EXPECT_GT(converged, deep / 2);
}

/// The way leads out of the first wall, through a gap in which the body is free, and through the second wall.
TYPED_TEST(DepthsAlong, DoNotEndInAGap) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> walls;
  for (const T x : {T(0.5), T(4)}) {
    const auto first = static_cast<std::uint32_t>(walls.vertices.size());
    if constexpr (D == 2) {
      walls.vertices.insert(walls.vertices.end(), {{x, T(-4)}, {x, T(4)}});
      walls.parts.push_back({first, first + 1});
    } else {
      walls.vertices.insert(walls.vertices.end(), {{x, T(-4), T(-4)}, {x, T(4), T(-4)}, {x, T(0), T(8)}});
      walls.parts.push_back({first, first + 1, first + 2});
    }
  }
  const Mesh<T, D> mesh = walls.mesh();
  Box<T, D> box;
  for (int i = 0; i < D; ++i) box.half[i] = 1;
  const Vec<T, D> x = detail::axis<T, D>(0);
  const auto check = [&](const auto& r, double depth, double sign) {
    EXPECT_EQ(r.status, Status::converged);
    EXPECT_LE(double(r.lower), depth);
    EXPECT_GE(double(r.upper), depth);
    EXPECT_NEAR(double(r.depth), depth, 1024 * epsilon_of<T>);
    EXPECT_EQ(r.normal, x * static_cast<T>(sign));
  };
  check(depth_along(mesh, box, x * T(3)), 5, 1);
  check(depth_along(mesh, box, -x), 0.5, -1);
  check(depth_along(box, mesh, x), 0.5, 1);
  check(depth_along(box, mesh, -x), 5, -1);
  check(depth_along(mesh, AnyShape<T, D>(box), x), 5, 1);
  EXPECT_EQ(depth_along(mesh, box, x).part_a, 1U);
  EXPECT_EQ(depth_along(box, mesh, x).part_b, 0U);
  check(depth_along(mesh, Ball<T, D>{{}, T(1)}, x), 5, 1);
  check(depth_along(inflate(mesh, T(0.25)), Ball<T, D>{{}, T(1)}, x), 5.25, 1);
  const Pose<T, D> between{x * T(2), {}};
  const auto apart = depth_along(mesh, place(Ball<T, D>{{}, T(0.5)}, between), x);
  EXPECT_EQ(apart.status, Status::converged);
  EXPECT_EQ(apart.upper, T(0)) << "they are apart, wherever the way leads";
}

TYPED_TEST(DepthsAlong, LeadOutOfSolids) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  Soup<T, D> surface;
  if constexpr (D == 3) {
    surface = cube<T>();
  } else {
    surface = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
  }
  const auto solid = Solid<T, D>::from(surface.mesh());
  ASSERT_TRUE(solid);
  const Vec<T, D> y = detail::axis<T, D>(1);
  const Ball<T, D> pip{y * T(0.25), T(0.125)};
  const auto r = depth_along(*solid, pip, y);
  EXPECT_EQ(r.status, Status::converged);
  EXPECT_LE(double(r.lower), 0.875);
  EXPECT_GE(double(r.upper), 0.875);
  EXPECT_EQ(depth_along(solid->mesh(), pip, y).upper, T(0)) << "it is apart from the surface";
  const auto copies = depth_along(*solid, *solid, y);
  EXPECT_LE(copies.lower, T(2));
  EXPECT_GE(copies.upper, T(2));
  EXPECT_LE(double(copies.upper), 2 + 1024 * epsilon_of<T>);
}

TYPED_TEST(DepthsAlong, OutOfAHalfSpaceAreThoseOfTheDeepestPart) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(4, 0.2).mesh();
  const Vec<T, D> up = detail::axis<T, D>(D - 1);
  const HalfSpace<T, D> floor{up, T(0)};
  const auto r = depth_along(floor, mesh, up);
  EXPECT_NEAR(double(r.depth), -double(mesh.aabb().min[D - 1]), 1e-6);
  EXPECT_EQ(r.normal, up);
  EXPECT_EQ(depth_along(mesh, floor, -up).depth, r.depth);
  EXPECT_EQ(depth_along(floor, mesh, -up).depth, detail::infinity<T>);
  EXPECT_EQ(depth_along(HalfSpace<T, D>{up, T(-3)}, mesh, up).upper, T(0));
}

TYPED_TEST(DepthsAlong, ScaleByAPowerOfTwoBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(82);
  const T s = static_cast<T>(0x1p-30);
  const auto soup = dented_ball<T, D>(D == 2 ? 12 : 3, 0.3);
  auto small = soup;
  for (auto& v : small.vertices) v *= s;
  const Mesh<T, D> mesh = soup.mesh(), scaled = small.mesh();
  for (int i = 0; i < 5; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p *= T(0.3);
    const Vec<T, D> d = vec_cast<T>(some_direction<D>(random));
    const auto r = depth_along(mesh, place(mesh, pose), d);
    const auto q = depth_along(scaled, place(scaled, Pose<T, D>{pose.p * s, pose.q}), d);
    EXPECT_EQ(r.lower * s, q.lower);
    EXPECT_EQ(r.upper * s, q.upper);
    EXPECT_EQ(r.depth * s, q.depth);
    EXPECT_EQ(r.normal, q.normal);
    EXPECT_EQ(r.part_a, q.part_a);
  }
}

TYPED_TEST(DepthsAlong, BadArgumentsAreTold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(4, 0.1).mesh();
  const Vec<T, D> x = detail::axis<T, D>(0);
  EXPECT_EQ(depth_along(mesh, mesh, Vec<T, D>{}).status, Status::invalid_argument);
  EXPECT_EQ(depth_along(mesh, mesh, x * detail::infinity<T>).status, Status::invalid_argument);
  EXPECT_EQ(depth_along(mesh, Ball<T, D>{{}, T(-1)}, x).status, Status::invalid_argument);
  EXPECT_EQ(depth_along(mesh, mesh, x, {.max_iterations = 0}).status, Status::invalid_argument);
  EXPECT_EQ(depth_along(mesh, HalfSpace<T, D>{}, Vec<T, D>{}).status, Status::invalid_argument);
}

}  // namespace
}  // namespace abut::test
