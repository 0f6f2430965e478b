/// The fast scans find the point that a loop in double finds: the first support point.
#include <abut/shapes.hpp>

#include "unit/spaces.hpp"

#include <cmath>
#include <vector>

namespace abut {
namespace {

using test::Random;

template <Scalar T>
std::size_t scan_in_double(const std::vector<Vec<T, 3>>& points, const Vec3d& center, const Vec3d& d) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (detail::height(points[i], center, d) > detail::height(points[best], center, d)) best = i;
  }
  return best;
}

/// In general position, on a lattice with many ties, far from the origin, and near overflow or underflow of float.
template <Scalar T>
std::vector<Vec<T, 3>> draw_points(Random& random, int kind, int count) {
  std::vector<Vec<T, 3>> points(static_cast<std::size_t>(count));
  const T far = kind == 2 ? T(1e4) : T(0), scale = kind == 3 ? T(1e-40) : kind == 4 ? T(1e37) : T(1);
  for (auto& p : points) {
    for (int i = 0; i < 3; ++i) {
      p[i] = kind == 1 ? T(random.integer(-1, 1)) : far + scale * T(random.uniform(-1, 1));
    }
  }
  return points;
}

template <Scalar T>
void expect_first_support() {
  Random random(3);
  for (int n = 0; n < 20000; ++n) {
    const auto points = draw_points<T>(random, n % 5, random.integer(1, 140));
    const auto set = *PointSet<T, 3>::from(points);
    const double length = std::ldexp(1.0, random.integer(-60, 60));
    const Vec3d d = n % 3 == 0 ? detail::axis<double, 3>(random.integer(0, 2)) * length : random.vec<double, 3>(length);
    EXPECT_EQ(set.support(d).id, scan_in_double(points, set.center(), d)) << n;
  }
}

TEST(PointScan, IsTheFirstInDoubleForFloatPoints) { expect_first_support<float>(); }
TEST(PointScan, IsTheFirstInDoubleForDoublePoints) { expect_first_support<double>(); }

TEST(SupportCorner, HasTheSignsOfTheDirection) {
  const Box3f box{.half = {1, 2, 3}};
  Random random(4);
  for (int n = 0; n < 1000; ++n) {
    Vec3d d;
    for (int i = 0; i < 3; ++i) d[i] = random.integer(-1, 1) * random.uniform(0, 1);
    const auto s = box.support(d);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(s.point[i], d[i] > 0 ? double(box.half[i]) : -double(box.half[i]));
      EXPECT_EQ((s.id >> i & 1U) != 0, d[i] > 0);
    }
  }
}

}  // namespace
}  // namespace abut
