/// The contract on surfaces of many parts, held against the convex query asked about every pair of parts.
#include "mesh/soups.hpp"
#include "oracle/draw/spaces.hpp"

#include <abut/any_shape.hpp>

namespace abut::test {
namespace {

template <class S>
struct MeshContract : ::testing::Test {};
TYPED_TEST_SUITE(MeshContract, oracle::Spaces);

/// A pose for balls of radius 1 that are about `gap` apart.
template <Scalar T, int D>
Pose<T, D> beside(oracle::Random& random, double gap) {
  Pose<T, D> pose = pose_of<T, D>(random, Family::random);
  const double s = (2 + gap) / double(length(pose.p));
  for (int i = 0; i < D; ++i) pose.p[i] = static_cast<T>(s * double(pose.p[i]));
  return pose;
}

/// The least bounds over all parts of a mesh and a shape, placed.
template <Scalar T, int D, class B>
Distance<T, D> least(const Mesh<T, D>& mesh, const B& shape) {
  Distance<T, D> r;
  r.lower = r.upper = detail::infinity<T>;
  for (PartId i = 0; i < mesh.part_count(); ++i) {
    const auto d = distance(mesh.part(i), shape);
    r.lower = d.lower < r.lower ? d.lower : r.lower;
    r.upper = d.upper < r.upper ? d.upper : r.upper;
  }
  return r;
}

TYPED_TEST(MeshContract, EveryKindOfShapeIsAnOperandInEitherPlace) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Numbers<T, D> draw{oracle::Random(3)};
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 64 : 8, 0.3).mesh();
  for (int i = 0; i < 30; ++i) {
    const Pose<T, D> pose = beside<T, D>(draw.random, draw.random.between(-1.5, 1.5));
    const auto check = [&](const auto& shape) {
      const auto d = distance(mesh, shape), swapped = distance(shape, mesh);
      const auto truth = least(mesh, shape);
      EXPECT_EQ(d.status, Status::converged);
      EXPECT_LE(d.lower, truth.upper);
      EXPECT_GE(d.upper, truth.lower);
      EXPECT_LE(swapped.lower, d.upper);
      EXPECT_GE(swapped.upper, d.lower);
      EXPECT_LT(d.part_a, mesh.part_count());
      EXPECT_LT(swapped.part_b, mesh.part_count());
      EXPECT_EQ(d.part_b, 0U);
      const auto met = overlap(mesh, shape);
      EXPECT_FALSE(met.overlap && truth.lower > met.upper);
      EXPECT_FALSE(met.apart && truth.upper < met.lower);
    };
    check(place(draw.box(), pose));
    check(place(draw.ellipsoid(), pose));
    check(place(draw.capsule(0.5), pose));
    check(inflate(place(draw.box(), pose), draw.size()));
    check(AnyShape<T, D>(place(draw.box(), pose)));
    check(HalfSpace<T, D>{pose.p, T(1)});
    check(AnyShape<T, D>(HalfSpace<T, D>{pose.p, T(-1)}));
  }
}

TYPED_TEST(MeshContract, ScalingByAPowerOfTwoScalesEveryBit) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(5);
  const auto soup_a = dented_ball<T, D>(D == 2 ? 200 : 10, 0.2), soup_b = dented_ball<T, D>(D == 2 ? 150 : 9, 0.4);
  for (const int k : {-37, -1, 1, 40}) {
    const T s = static_cast<T>(std::ldexp(1.0, k));
    auto big_a = soup_a, big_b = soup_b;
    for (auto& v : big_a.vertices) v *= s;
    for (auto& v : big_b.vertices) v *= s;
    const Mesh<T, D> a = soup_a.mesh(), b = soup_b.mesh(), scaled_a = big_a.mesh(), scaled_b = big_b.mesh();
    for (int i = 0; i < 10; ++i) {
      const Pose<T, D> pose = beside<T, D>(random, random.between(-0.5, 2));
      const auto d = distance(a, place(b, pose));
      const auto scaled = distance(scaled_a, place(scaled_b, Pose<T, D>{pose.p * s, pose.q}));
      EXPECT_EQ(scaled.lower, d.lower * s);
      EXPECT_EQ(scaled.upper, d.upper * s);
      EXPECT_EQ(scaled.point_a, d.point_a * s);
      EXPECT_EQ(scaled.normal, d.normal);
      EXPECT_EQ(scaled.part_a, d.part_a);
      EXPECT_EQ(scaled.part_b, d.part_b);
      EXPECT_EQ(scaled.iterations, d.iterations);
    }
  }
}

TYPED_TEST(MeshContract, ACutoffEndsWithALowerBoundBeyondItOrTheDistance) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(11);
  const Mesh<T, D> a = dented_ball<T, D>(D == 2 ? 200 : 10, 0.2).mesh(), b = dented_ball<T, D>(12, 0.1).mesh();
  for (int i = 0; i < 100; ++i) {
    const Pose<T, D> pose = beside<T, D>(random, random.between(0.1, 2));
    const auto d = distance(a, place(b, pose));
    const T cutoff = static_cast<T>(double(d.distance) * random.between(0.5, 1.5));
    const auto cut = distance(a, place(b, pose), {.cutoff = cutoff});
    EXPECT_LE(cut.lower, d.upper);
    EXPECT_GE(cut.upper, d.lower);
    if (cutoff < d.lower) {
      EXPECT_EQ(cut.status, Status::cutoff);
      EXPECT_GT(cut.lower, cutoff);
    } else if (cutoff > d.upper) {
      EXPECT_EQ(cut.status, Status::converged);
      EXPECT_EQ(cut.lower, d.lower);
      EXPECT_EQ(cut.upper, d.upper);
    }
  }
}

/// A plane settles the pairs of a mesh and a shape before any is asked: then nothing is known but bounds.
TYPED_TEST(MeshContract, ACutoffJustBelowTheDistanceOfAShapeIsProven) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(17);
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 40 : 6, 0.3).mesh();
  for (int i = 0; i < 200; ++i) {
    const auto shape = place(Triangle<T, D>{{}, detail::axis<T, D>(0), detail::axis<T, D>(1)},
                             beside<T, D>(random, random.between(0.1, 1)));
    const auto d = distance(mesh, shape);
    const T cutoff = d.lower - static_cast<T>(random.integer(1, 30) * epsilon_of<T>);
    const auto cut = distance(mesh, shape, {.cutoff = cutoff});
    EXPECT_EQ(cut.status, Status::cutoff);
    EXPECT_GT(cut.lower, cutoff);
    EXPECT_LE(cut.lower, d.upper);
  }
}

TYPED_TEST(MeshContract, ClosestPointIsOnThePartNamed) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Numbers<T, D> draw{oracle::Random(13)};
  const Mesh<T, D> mesh = dented_ball<T, D>(D == 2 ? 64 : 8, 0.3).mesh();
  for (int i = 0; i < 50; ++i) {
    const Vec<T, D> q = draw.vec(2);
    const auto c = closest_point(q, mesh);
    const auto truth = least(mesh, Point<T, D>{q});
    EXPECT_EQ(c.status, Status::converged);
    EXPECT_LE(c.lower, truth.upper);
    EXPECT_GE(c.upper, truth.lower);
    EXPECT_EQ(closest_point(q, mesh.part(c.part)).point, c.point);
  }
}

TYPED_TEST(MeshContract, BadArgumentsAreTold) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const Mesh<T, D> mesh = dented_ball<T, D>(4, 0.1).mesh();
  const T none = static_cast<T>(std::nan(""));
  Box<T, D> box;
  for (int i = 0; i < D; ++i) box.half[i] = 1;
  EXPECT_EQ(distance(mesh, Ball<T, D>{{}, T(-1)}).status, Status::invalid_argument);
  EXPECT_EQ(overlap(mesh, Ball<T, D>{{}, none}).status, Status::invalid_argument);
  Pose<T, D> pose;
  pose.p[0] = none;
  EXPECT_EQ(distance(place(mesh, pose), box).status, Status::invalid_argument);
  EXPECT_EQ(overlap(mesh, place(box, pose)).status, Status::invalid_argument);
  EXPECT_EQ(distance(mesh, box, {.tolerance = none}).status, Status::invalid_argument);
  EXPECT_EQ(distance(place(mesh, pose), HalfSpace<T, D>{}).status, Status::invalid_argument);
}

/// Nothing overflows on the way: the answer may be wide, but it holds.
TYPED_TEST(MeshContract, LargestNumbersAreAnswered) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  const T most = detail::largest<T>;
  Soup<T, D> soup = dented_ball<T, D>(4, 0.1);
  for (auto& v : soup.vertices) v *= most / 4;
  const Mesh<T, D> mesh = soup.mesh();
  Box<T, D> box;
  for (int i = 0; i < D; ++i) box.half[i] = most / 2;
  Pose<T, D> pose;
  pose.p[0] = most / 2;
  const auto d = distance(mesh, place(mesh, pose));
  EXPECT_NE(d.status, Status::invalid_argument);
  EXPECT_GE(d.upper, T(0));
  EXPECT_LE(d.lower, d.upper);
  const auto met = distance(mesh, box);
  EXPECT_NE(met.status, Status::invalid_argument);
  EXPECT_EQ(met.lower, T(0));
}

}  // namespace
}  // namespace abut::test
