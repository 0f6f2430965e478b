/// Area, volume and center of mass of a hull of scaled points.
///
/// Each is a sum over simplices that share the first vertex. None of them is inverted, so every term is positive, and
/// each determinant is computed with twice the digits: the sum is good to a few roundings, even for a hull that is
/// thinner than a rounding of its length.
#pragma once

#include <abut/detail/hull/quickhull.hpp>
#include <abut/detail/hull/side.hpp>

namespace abut::detail::hull {

template <int D>
struct Mass {
  double measure = 0;
  Vec<double, D> centroid{};  ///< relative to the first vertex
};

/// A long sum in double-double arithmetic.
class Sum {
 public:
  void add(double x) { value_ = double_double_sum(value_, {x, 0}); }
  double value() const { return value_.high; }

 private:
  Exact value_{0, 0};
};

template <int D>
class VectorSum {
 public:
  void add(const Vec<double, D>& v) {
    for (int i = 0; i < D; ++i) sum_[i].add(v[i]);
  }
  Vec<double, D> over(double x) const {
    Vec<double, D> r;
    for (int i = 0; i < D; ++i) r[i] = sum_[i].value() / x;
    return r;
  }

 private:
  Sum sum_[D];
};

/// The area of a polygon whose corners are counter-clockwise.
inline double area_of(const std::vector<Vec2d>& corners) {
  Sum sum;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    sum.add(accurate_determinant(corners[0], corners[i - 1], corners[i]));
  }
  return 0.5 * sum.value();
}

/// The centroid of the polygon `places`, relative to its first corner. `corners` may be a projection of it, which keeps
/// the ratios of areas.
template <int D>
Vec<double, D> centroid_of(const std::vector<Vec2d>& corners, const std::vector<Vec<double, D>>& places) {
  Sum weights;
  VectorSum<D> moments;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const double weight = accurate_determinant(corners[0], corners[i - 1], corners[i]);
    weights.add(weight);
    moments.add(((places[i - 1] - places[0]) + (places[i] - places[0])) * weight);
  }
  return moments.over(3 * weights.value());
}

inline Mass<3> mass_of(const std::vector<SurfaceTriangle>& triangles, const std::vector<Vec3d>& vertices) {
  Sum weights;
  VectorSum<3> moments;
  const Vec3d& apex = vertices[0];
  for (const SurfaceTriangle& t : triangles) {
    const Vec3d &a = vertices[t.vertex[0]], &b = vertices[t.vertex[1]], &c = vertices[t.vertex[2]];
    const double weight = -accurate_determinant(a, b, c, apex);
    weights.add(weight);
    moments.add(((a - apex) + (b - apex) + (c - apex)) * weight);
  }
  return {weights.value() / 6, moments.over(4 * weights.value())};
}

}  // namespace abut::detail::hull
