/// The gradient of the separation, against central differences, and where it does not exist.
#include <abut/compose.hpp>
#include <abut/separation_gradient.hpp>
#include <abut/shapes.hpp>

#include "unit/spaces.hpp"

#include <cmath>

namespace abut {
namespace {

using test::Random;

Pose2d rotated(Pose2d p, double angle) {
  p.q = Rotation2d{std::cos(angle), std::sin(angle)} * p.q;
  return p;
}

/// By the length of w, about it.
Pose3d rotated(Pose3d p, const Vec3d& w) {
  const double angle = detail::norm(w), s = std::sin(angle / 2) / angle;
  p.q = Rotation3d{std::cos(angle / 2), w.x * s, w.y * s, w.z * s} * p.q;
  return p;
}

template <int D>
Pose<double, D> moved(Pose<double, D> p, const Vec<double, D>& by) {
  p.p += by;
  return p;
}

template <int D>
Pose<double, D> draw_pose(Random& random, double apart) {
  Pose<double, D> p;
  p.p = random.vec<double, D>(apart);
  if constexpr (D == 2) {
    p.q = {random.uniform(-1, 1), random.uniform(0.1, 1)};
  } else {
    p.q = {random.uniform(0.1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  }
  return p;
}

/// The step is a compromise between the curvature it passes over, h^2, and rounding, 1e-15 / h.
constexpr double h = 1e-5;

template <int D, class A, class B>
void expect_differences(const A& a, const B& b, const Pose<double, D>& p, const Pose<double, D>& q,
                        double allowed = 1e-6) {
  const auto g = separation_gradient(place(a, p), place(b, q));
  if (!g.unique) return;
  const auto along = [&](auto at) { return (at(h) - at(-h)) / (2 * h); };
  const auto value = [&](const auto& x, const auto& y) { return separation(place(a, x), place(b, y)).separation; };
  for (int k = 0; k < D; ++k) {
    const auto e = detail::axis<double, D>(k);
    EXPECT_NEAR(g.a.translation[k], along([&](double t) { return value(moved(p, e * t), q); }), allowed);
    EXPECT_NEAR(g.b.translation[k], along([&](double t) { return value(p, moved(q, e * t)); }), allowed);
    if constexpr (D == 3) {
      EXPECT_NEAR(g.a.rotation[k], along([&](double t) { return value(rotated(p, e * t), q); }), allowed);
      EXPECT_NEAR(g.b.rotation[k], along([&](double t) { return value(p, rotated(q, e * t)); }), allowed);
    }
  }
  if constexpr (D == 2) {
    EXPECT_NEAR(g.a.rotation, along([&](double t) { return value(rotated(p, t), q); }), allowed);
    EXPECT_NEAR(g.b.rotation, along([&](double t) { return value(p, rotated(q, t)); }), allowed);
  }
}

template <int D>
void expect_differences_of_boxes(unsigned seed) {
  Random random(seed);
  for (int n = 0; n < 300; ++n) {
    Box<double, D> a{random.vec<double, D>(1)}, b{random.vec<double, D>(1)};
    for (int k = 0; k < D; ++k) {
      a.half[k] = detail::absolute(a.half[k]) + 0.2;
      b.half[k] = detail::absolute(b.half[k]) + 0.2;
    }
    const auto p = draw_pose<D>(random, 1), q = draw_pose<D>(random, 2);
    expect_differences<D>(a, b, p, q);
    expect_differences<D>(inflate(a, 0.3), b, p, q);
  }
}

TEST(Gradient, OfBoxesApartAndOverlappingIsTheirDifference) {
  expect_differences_of_boxes<2>(41);
  expect_differences_of_boxes<3>(42);
}

TEST(Gradient, OfRoundShapesApartIsTheirDifference) {
  Random random(43);
  for (int n = 0; n < 100; ++n) {
    const auto p = draw_pose<3>(random, 1);
    auto q = draw_pose<3>(random, 1);
    q.p.x += 4;
    expect_differences<3>(Capsule3d{{-1, 0, 0}, {1, 0, 0}, 0.25}, Capsule3d{{0, -1, 0}, {0, 1, 0.5}, 0.5}, p, q);
    // Known to 1e-12, the separation of curved shapes determines their points to the square root of that, 1e-6.
    expect_differences<3>(Ellipsoid3d{{1, 0.5, 0.75}}, Box3d{{0.5, 1, 0.25}}, p, q, 1e-5);
  }
}

TEST(Gradient, MostPairsHaveOne) {
  Random random(44);
  int unique = 0;
  for (int n = 0; n < 200; ++n) {
    const Box3d box{{0.5, 0.75, 1}};
    unique += separation_gradient(place(box, draw_pose<3>(random, 0.5)), place(box, draw_pose<3>(random, 1))).unique;
  }
  EXPECT_GE(unique, 195);
}

TEST(Gradient, ParallelFacesAndEqualExitsHaveNone) {
  const Box3d box{{1, 1, 1}};
  const Pose3d above{{0.5, 0.25, 3}, {}};
  EXPECT_FALSE(separation_gradient(box, place(box, above)).unique) << "parallel faces: any pair of points";
  EXPECT_FALSE(separation_gradient(box, box).unique) << "as deep along each axis";
  EXPECT_FALSE(separation_gradient(Box2f{{1, 1}}, place(Box2f{{1, 1}}, Pose2f{{0, 3}, {}})).unique);
  const Capsule3d bar{{-1, 0, 0}, {1, 0, 0}, 0.5};
  EXPECT_FALSE(separation_gradient(bar, place(bar, Pose3d{{0, 3, 0}, {}})).unique) << "side by side";
  EXPECT_TRUE(separation_gradient(Ball3d{{}, 1}, place(Ball3d{{}, 1}, Pose3d{{1, 0, 0}, {}})).unique);
}

TEST(Gradient, OfInvalidArgumentsIsZero) {
  const auto g = separation_gradient(Box3d{{1, 1, 1}}, Box3d{{-1, 1, 1}});
  EXPECT_EQ(g.separation.status, Status::invalid_argument);
  EXPECT_FALSE(g.unique);
  EXPECT_EQ(g.b.rotation, Vec3d{});
}

/// A half-space, on either side, above and deep in it.
TEST(SeparationGradient, OfAHalfSpaceIsTheDifferenceQuotient) {
  Random random(44);
  const HalfSpace3d ground{.normal = {1, 2, 3}, .offset = 0.5};
  const HalfSpace2d line{.normal = {-1, 2}, .offset = 0.25};
  for (int i = 0; i < 50; ++i) {
    const auto p = draw_pose<3>(random, 1), q = draw_pose<3>(random, 3);
    expect_differences<3>(ground, Box3d{{1, 0.5, 0.25}}, p, q);
    expect_differences<3>(Capsule3d{.a = {1, 0, 0}, .b = {0, 1, 0}, .radius = 0.5}, ground, q, p);
    expect_differences<3>(ground, Ellipsoid3d{.radii = {1, 0.5, 0.25}}, p, q, 1e-5);
    const auto r = draw_pose<2>(random, 1), s = draw_pose<2>(random, 3);
    expect_differences<2>(line, Box2d{{1, 0.5}}, r, s);
    expect_differences<2>(Box2d{{1, 0.5}}, line, s, r);
  }
}

/// The normal of a half-space is unique at any depth; the point is not where a face or an edge is parallel to the
/// plane.
TEST(SeparationGradient, OfAHalfSpaceIsUniqueUnlessAFaceIsParallel) {
  const HalfSpace3d ground;
  const Box3d box{{1, 1, 1}};
  EXPECT_FALSE(separation_gradient(ground, place(box, {{0, 0, 5}, {}})).unique);
  EXPECT_FALSE(separation_gradient(place(box, {{0, 0, -5}, {1, 0.25, 0, 0}}), ground).unique);
  EXPECT_TRUE(separation_gradient(ground, place(box, {{0, 0, -5}, {1, 0.25, 0.125, 0}})).unique);
  EXPECT_TRUE(separation_gradient(ground, Ball3d{.center = {0, 0, -3}, .radius = 1}).unique);
}

}  // namespace
}  // namespace abut
