/// penetration() and separation() of bodies of parts: both bounds hold, seen by moving the bodies.
#include "mesh/chains.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/any_shape.hpp>

namespace abut::test {
namespace {

using detail::widen;

template <class S>
struct Depths : ::testing::Test {};
TYPED_TEST_SUITE(Depths, oracle::Spaces);

/// The box |x_i| <= 1 as a solid.
template <Scalar T, int D>
Soup<T, D> box_surface() {
  if constexpr (D == 3) {
    return cube<T>();
  } else {
    return {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
  }
}

template <Scalar T, int D>
Pose<T, D> moved(Pose<T, D> pose, const Vec<double, D>& by) {
  for (int i = 0; i < D; ++i) pose.p[i] = static_cast<T>(double(pose.p[i]) + by[i]);
  return pose;
}

template <int D>
Vec<double, D> direction(oracle::Random& random) {
  Vec<double, D> v;
  for (int i = 0; i < D; ++i) v[i] = random.between(-1, 1);
  return v * (1 / std::sqrt(norm_squared(v)));
}

/// A is moved, since B may be a shape that is placed already. Positions are about 1 in size.
template <Scalar T, int D, class A, class B>
void expect_bounds(oracle::Random& random, const A& a, const Pose<T, D>& pose, const B& b) {
  const auto p = penetration(place(a, pose), b);
  EXPECT_TRUE(p.status == Status::converged || p.status == Status::inconclusive) << to_string(p.status);
  EXPECT_LE(p.lower, p.upper);
  EXPECT_EQ(p.depth, p.upper);
  const double rounding = 64 * epsilon_of<T>;
  if (p.upper > T(0)) {
    // B moves along the normal, A against it: the overlap ends.
    const auto out = moved(pose, widen(p.normal) * -(double(p.upper) + rounding));
    EXPECT_FALSE(overlap(place(a, out), b).overlap) << double(p.upper);
    const double along = dot(widen(p.point_a - p.point_b), widen(p.normal));
    EXPECT_NEAR(along, double(p.upper), 8 * rounding);  // the bounds of hulls are up to 96 eps of the size apart
  }
  for (int i = 0; i < 12 && double(p.lower) > 4 * rounding; ++i) {
    const auto n = i == 0 ? -widen(p.normal) : direction<D>(random);
    const auto near = moved(pose, n * (double(p.lower) - rounding));
    EXPECT_FALSE(overlap(place(a, near), b).apart) << double(p.lower);
  }
  const auto s = separation(place(a, pose), b);
  const auto q = penetration(b, place(a, pose));
  EXPECT_LE(q.lower, p.upper);
  EXPECT_LE(p.lower, q.upper);
  if (p.lower > T(0)) {
    EXPECT_EQ(s.separation, -p.depth);
    EXPECT_EQ(s.lower, -p.upper);
    EXPECT_EQ(s.upper, -p.lower);
  }
}

TYPED_TEST(Depths, NothingLessThanLowerEndsTheOverlapAndUpperDoes) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(61);
  const Solid<T, D> ball = solid_of(closed_ball<T, D>(D == 2 ? 12 : 3, 0.3)), box = solid_of(box_surface<T, D>());
  const Mesh<T, D> soup = closed_ball<T, D>(D == 2 ? 8 : 3, 0.2).mesh();
  for (int i = 0; i < 8; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random), other = pose_of<T, D>(random, Family::random);
    pose.p = pose.p * T(0.4);
    other.p = other.p * T(0.2);
    expect_bounds(random, ball, pose, place(box, other));
    expect_bounds(random, ball, pose, soup);
    expect_bounds(random, soup, pose, place(soup, other));
    expect_bounds(random, box, pose, place(Box<T, D>{detail::axis<T, D>(0) * T(0.5)}, other));
    expect_bounds(random, soup, pose, place(Ball<T, D>{{}, T(0.7)}, other));
  }
}

/// Flat sides of convex bodies: as deep as the same boxes as shapes.
TYPED_TEST(Depths, BoundsMeetWhereFlatSidesHaveMet) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Solid<T, D> box = solid_of(box_surface<T, D>());
  Box<T, D> shape;
  for (int i = 0; i < D; ++i) shape.half[i] = 1;
  for (const T depth : {T(0.125), T(0.5), T(0.875)}) {
    const Pose<T, D> pose{detail::axis<T, D>(D - 1) * (T(2) - depth), {}};
    const auto p = penetration(box, place(box, pose)), q = penetration(box, place(shape, pose));
    EXPECT_EQ(p.status, Status::converged) << double(p.lower) << " " << double(p.upper);
    EXPECT_LE(p.lower, depth);
    EXPECT_GE(p.upper, depth);
    EXPECT_EQ(p.normal, (detail::axis<T, D>(D - 1)));
    EXPECT_EQ(q.status, Status::converged);
    EXPECT_GE(q.upper, depth);
    EXPECT_EQ(separation(box, place(box, pose)).status, Status::converged);
  }
}

TYPED_TEST(Depths, CoincidentCopiesAreDeep) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Solid<T, D> box = solid_of(box_surface<T, D>());
  const auto p = penetration(box, box);
  EXPECT_GE(p.upper, T(2));
  EXPECT_LE(double(p.upper), 2 * (1 + 64 * epsilon_of<T>));
  EXPECT_GE(p.lower, T(1.99)) << "two balls of radius 1 with one center";
}

TYPED_TEST(Depths, OfBodiesApartAreZeroAndTheSeparationIsTheDistance) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Solid<T, D> box = solid_of(box_surface<T, D>());
  const Pose<T, D> pose{detail::axis<T, D>(0) * T(3), {}};
  const auto p = penetration(box, place(box, pose));
  EXPECT_EQ(p.status, Status::converged);
  EXPECT_EQ(p.upper, T(0));
  EXPECT_EQ(p.lower, T(0));
  const auto s = separation(box.mesh(), place(box, pose));
  EXPECT_EQ(s.separation, T(1));
  EXPECT_EQ(s.normal, (detail::axis<T, D>(0)));
  const auto touching = separation(box, place(box, Pose<T, D>{detail::axis<T, D>(0) * T(2), {}}));
  EXPECT_LE(touching.lower, T(0));
  EXPECT_GE(touching.upper, T(0));
  EXPECT_EQ(separation(box, place(box, pose), {.cutoff = T(0.5)}).status, Status::cutoff);
}

TYPED_TEST(Depths, InAHalfSpaceAreThoseOfTheDeepestPart) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Solid<T, D> box = solid_of(box_surface<T, D>());
  const Vec<T, D> up = detail::axis<T, D>(D - 1);
  const auto p = penetration(HalfSpace<T, D>{up, T(0.25)}, box);
  EXPECT_EQ(p.status, Status::converged);
  EXPECT_EQ(p.depth, T(1.25));
  EXPECT_EQ(p.normal, up);
  EXPECT_EQ(penetration(box, HalfSpace<T, D>{up, T(0.25)}).normal, -up);
  EXPECT_EQ(separation(box.mesh(), AnyShape<T, D>(HalfSpace<T, D>{up, T(-4)})).separation, T(3));
}

TYPED_TEST(Depths, ScaleByAPowerOfTwoBitForBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(62);
  const T s = static_cast<T>(0x1p-30);
  Soup<T, D> small = closed_ball<T, D>(D == 2 ? 12 : 3, 0.3);
  for (auto& v : small.vertices) v *= s;
  const Solid<T, D> ball = solid_of(closed_ball<T, D>(D == 2 ? 12 : 3, 0.3)), scaled = solid_of(small);
  for (int i = 0; i < 5; ++i) {
    Pose<T, D> pose = pose_of<T, D>(random, Family::random);
    pose.p = pose.p * T(0.4);
    const auto p = penetration(ball, place(ball, pose));
    const auto q = penetration(scaled, place(scaled, Pose<T, D>{pose.p * s, pose.q}));
    EXPECT_EQ(p.lower * s, q.lower);
    EXPECT_EQ(p.upper * s, q.upper);
    EXPECT_EQ(p.normal, q.normal);
    EXPECT_EQ(p.part_a, q.part_a);
  }
}

TYPED_TEST(Depths, BadArgumentsAreTold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Solid<T, D> box = solid_of(box_surface<T, D>());
  EXPECT_EQ(penetration(box, Ball<T, D>{{}, T(-1)}).status, Status::invalid_argument);
  EXPECT_EQ(separation(Ball<T, D>{{}, T(-1)}, box).status, Status::invalid_argument);
  EXPECT_EQ(penetration(box, box, {.max_iterations = 0}).status, Status::invalid_argument);
}

}  // namespace
}  // namespace abut::test
