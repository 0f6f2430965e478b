/// Casts of simplices against exact times, in 113 bits.
#include "oracle/draw/cast_families.hpp"

#include <abut/separation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

namespace oracle {
namespace {

template <class T, int D>
void expect_truth() {
  for (int f = 0; f < cast_family_count; ++f) {
    int hits = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      const auto c = draw_cast<T, D>(static_cast<CastFamily>(f), seed * 16 + std::uint64_t(f));
      const CastTruth<T, D> truth(c);
      hits += truth.meeting().is_hit() ? 1 : 0;
      for (const auto method : {abut::CastMethod::gjk, abut::CastMethod::advancement, abut::CastMethod::mpr}) {
        EXPECT_EQ(truth.failure(ask_cast(c, method), method == abut::CastMethod::mpr), "")
            << D << "D " << cast_family_names[f] << ", seed " << seed << ", method " << int(method);
      }
    }
    EXPECT_GT(hits, 10) << cast_family_names[f];
  }
}

TEST(Casts, AreNeverPastTheContactIn2DFloat) { expect_truth<float, 2>(); }
TEST(Casts, AreNeverPastTheContactIn3DFloat) { expect_truth<float, 3>(); }
TEST(Casts, AreNeverPastTheContactIn2DDouble) { expect_truth<double, 2>(); }
TEST(Casts, AreNeverPastTheContactIn3DDouble) { expect_truth<double, 3>(); }

/// Points with small integer coordinates, so that a shape moved by such a vector is exact.
template <class T, int D>
std::vector<abut::Vec<T, D>> whole_points(Random& random, int count, int center) {
  std::vector<abut::Vec<T, D>> points(static_cast<std::size_t>(count));
  for (auto& p : points) {
    for (int i = 0; i < D; ++i) p[i] = T(random.integer(-4, 4) + (i == 0 ? center : 0));
  }
  return points;
}

/// The swept hull: the hull of the shape before and after its motion meets the obstacle if and only if the shape does
/// during the motion. (It does not give the time.)
template <class T, int D>
void expect_agreement_with_the_hull_of_before_and_after() {
  Random random(D);
  int hits = 0, misses = 0;
  for (int n = 0; n < 2000; ++n) {
    const auto before = whole_points<T, D>(random, random.integer(D + 1, 8), 0),
               obstacle = whole_points<T, D>(random, random.integer(D + 1, 8), 12);
    abut::Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = T(random.integer(-12, 12) + (i == 0 ? 12 : 0));
    auto both = before;
    for (const auto& p : before) both.push_back(p + v);
    const auto a = *abut::PointSet<T, D>::from(before), b = *abut::PointSet<T, D>::from(obstacle);
    const auto s = abut::separation(*abut::PointSet<T, D>::from(both), b);
    hits += s.upper < 0 ? 1 : 0;
    misses += s.lower > 0 ? 1 : 0;
    for (const auto method : {abut::CastMethod::gjk, abut::CastMethod::advancement, abut::CastMethod::mpr}) {
      const auto r = abut::shape_cast(a, v, b, {.method = method});
      const bool missed = r.miss && !r.hit, met = r.hit && !r.miss;
      EXPECT_TRUE(missed || s.lower <= 0) << n << ", method " << int(method);
      EXPECT_TRUE(met || s.upper >= 0) << n << ", method " << int(method);
    }
  }
  EXPECT_GT(hits, 500);
  EXPECT_GT(misses, 500);
}

TEST(Casts, HitWhatTheHullOfBeforeAndAfterMeets) {
  expect_agreement_with_the_hull_of_before_and_after<float, 2>();
  expect_agreement_with_the_hull_of_before_and_after<float, 3>();
  expect_agreement_with_the_hull_of_before_and_after<double, 2>();
  expect_agreement_with_the_hull_of_before_and_after<double, 3>();
}

/// No tunneling through a wall, which the swept hull detects and samples of the motion would miss.
TEST(Casts, DoNotStepOverAThinWall) {
  const abut::Ball<float, 3> ball{.center = {}, .radius = 0.01F};
  const abut::Box<float, 3> wall{.half = {5e-4F, 10, 10}};
  const auto b = abut::place(wall, abut::Pose3f{.p = {500, 0, 0}});
  for (const auto method : {abut::CastMethod::gjk, abut::CastMethod::advancement, abut::CastMethod::mpr}) {
    const auto r = abut::shape_cast(ball, {1000, 0.1F, 0.1F}, b, {.method = method});
    ASSERT_TRUE(r.hit);
    EXPECT_NEAR(double(r.t), (500 - 0.0105) / 1000, 1e-7);
  }
}

/// Small on large, in float: the computed position of the shape at the hit, against the true one. Prints the table of
/// docs/numerics.md.
template <class Make>
double worst_ulps(float half, Make make) {
  const abut::Box3f ground{.half = {half, 0.5F, half}};
  const auto b = abut::place(ground, abut::Pose3f{.p = {0, -0.5F, 0}});
  Random random(3);
  double worst = 0;
  for (int i = 0; i < 200; ++i) {
    const double x = random.between(-0.5, 0.5) * double(half), z = random.between(-0.5, 0.5) * double(half);
    const auto at = [&](double y) {
      return abut::Vec3f{abut::detail::narrow<float>(x), abut::detail::narrow<float>(y),
                         abut::detail::narrow<float>(z)};
    };
    const auto [shape, height] = make(at(random.between(1.5, 3)));
    const abut::Vec3f v{abut::detail::narrow<float>(random.between(-2, 2)), -4,
                        abut::detail::narrow<float>(random.between(-2, 2))};
    for (const auto method : {abut::CastMethod::gjk, abut::CastMethod::advancement, abut::CastMethod::mpr}) {
      const auto r = abut::shape_cast(shape, v, b, {.method = method});
      EXPECT_TRUE(r.hit);
      const double length = std::sqrt(abut::norm_squared(abut::detail::widen(v))), exact = height / 4;
      worst = std::max(worst, std::abs(double(r.t) - exact) * length / (exact * length * 0x1p-23));
    }
  }
  return worst;
}

TEST(Casts, OfSmallShapesOnLargeOnesLoseNothing) {
  const auto ball = [](const abut::Vec3f& p) {
    return std::pair{abut::Ball3f{.center = p, .radius = 0.5F}, double(p.y) - 0.5};
  };
  const auto box = [](const abut::Vec3f& p) {
    const abut::Box3f small{.half = {0.25F, 0.125F, 0.5F}};
    return std::pair{abut::place(small, abut::Pose3f{.p = p}), double(p.y) - 0.125};
  };
  for (const float half : {5.F, 50.F, 500.F, 5000.F}) {
    const double of_ball = worst_ulps(half, ball), of_box = worst_ulps(half, box);
    std::printf("half extent %5.0f: ball %.2f ulps, box %.2f ulps of the way\n", double(half), of_ball, of_box);
    EXPECT_LE(of_ball, 4);
    EXPECT_LE(of_box, 4);
  }
}

}  // namespace
}  // namespace oracle
