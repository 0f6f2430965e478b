/// The exact predicates on which hulls are built, against integer arithmetic.
#include <abut/detail/hull/side.hpp>

#include "oracle/draw/clouds.hpp"
#include "oracle/judge/exact_side.hpp"

#include <gtest/gtest.h>

namespace abut::detail::hull {
namespace {

/// Degenerate and nearly degenerate points of the size of a Cloud.
std::vector<Vec3d> draw_points(oracle::Random& random, int i) {
  const auto kind = static_cast<oracle::CloudKind>(i % oracle::cloud_kinds);
  std::vector<Vec3d> points = oracle::draw_cloud<double, 3>(random, kind, 6);
  if (i % 3 == 0) {  // parts of all sizes
    for (auto& p : points) {
      for (int k = 0; k < 3; ++k)
        p[k] += std::ldexp(static_cast<double>(random.integer(-9, 9)), -random.integer(0, 200));
    }
  }
  if (i % 5 == 0) points[5] = points[0] + (points[1] - points[2]);
  return points;
}

TEST(HullSide, OfAPlaneIsExact) {
  int zeros = 0, not_by_double = 0;
  for (int i = 0; i < 20000; ++i) {
    oracle::Random random(static_cast<std::uint64_t>(i));
    const auto points = draw_points(random, i);
    const oracle::ExactPoints<double, 3> exact(points);
    Vec3d low = points[0], high = low;
    for (const auto& p : points) {
      for (int k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
      }
    }
    const Plane plane(points[0], points[1], points[2], (high - low) * 1.001);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const int truth = exact.side_of_plane(0, 1, 2, k);
      ASSERT_EQ(plane.side(points[k]), truth) << i << ' ' << k;
      ASSERT_EQ(exact_side_of_plane(points[0], points[1], points[2], points[k]), truth) << i << ' ' << k;
      if (k < 3) continue;
      zeros += truth == 0 ? 1 : 0;
      not_by_double += (plane.height(points[k]) > 0) - (plane.height(points[k]) < 0) != truth ? 1 : 0;
    }
  }
  EXPECT_GT(zeros, 5000);  // the test would be empty without these
  EXPECT_GT(not_by_double, 500);
}

TEST(HullSide, OfALineIsExact) {
  for (int i = 0; i < 20000; ++i) {
    oracle::Random random(static_cast<std::uint64_t>(i));
    const auto points = draw_points(random, i);
    const oracle::ExactPoints<double, 3> exact(points);
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto flat = [&](std::size_t j) { return Vec2d{points[j].x, points[j].y}; };
      ASSERT_EQ(side_of_line(flat(0), flat(1), flat(k)), exact.side(0, 1, k)) << i << ' ' << k;
    }
  }
}

TEST(HullSide, DeterminantsKeepTheirDigits) {
  for (int i = 0; i < 2000; ++i) {
    const double thin = std::ldexp(1.0 + i, -60);
    const Vec3d a{1, 2, 3}, b{2, 2, 3}, c{1, 3, 3 + i * 0x1p-40}, d{1.5, 2.5, 3 + i * 0x1p-41 + 0};
    EXPECT_EQ(accurate_determinant(a, b, c, d), 0);
    const Vec3d o{0, 0, 0}, e{1 + thin * 0, 1, 1}, f{1, 2, 3}, g{2, 3, 4 + 0x1p-48 * i};
    EXPECT_EQ(accurate_determinant(o, e, f, g), 0x1p-48 * i);
  }
}

}  // namespace
}  // namespace abut::detail::hull
