/// Area, volume, center of mass and second moments of a hull of scaled points.
///
/// Each is a sum over simplices that share the first vertex. None of them is inverted, so every term is positive, and
/// each determinant is computed with twice the digits: the sum is good to a few roundings, even for a hull that is
/// thinner than a rounding of its length. The second moments are summed about the centroid, where they do not cancel:
/// of a simplex with corners v and determinant d they are d / 24 (2D) or d / 120 (3D) times the sum of v v^T over the
/// corners and over the sum of all corners.
#pragma once

#include <abut/detail/hull/side.hpp>
#include <abut/detail/numeric/moments.hpp>

#include <cstddef>
#include <vector>

namespace abut::detail::hull {

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

/// Sums of v v^T.
template <int D>
class SquareSum {
 public:
  void add(const Vec<double, D>& v, double weight) {
    Moments<D> one;
    add_square(one, v, weight);
    squares_.add(one.squares);
    products_.add(one.products);
  }
  /// Stores the sums divided by x.
  void store(Moments<D>& m, double x) const {
    m.squares = squares_.over(x);
    m.products = products_.over(x);
  }

 private:
  VectorSum<D> squares_;
  VectorSum<3> products_;
};

/// The moments of a polygon of `count` corners, corner(i), which are counter-clockwise. The centroid is relative to the
/// first corner. A polygon without area has the mean of its corners.
template <class F>
Moments<2> fan_moments(std::size_t count, const F& corner) {
  const Vec2d first = corner(0);
  Sum weights;
  VectorSum<2> moments, all;
  for (std::size_t i = 1; i < count; ++i) {
    const Vec2d before = corner(i - 1), p = corner(i);
    const double weight = accurate_determinant(first, before, p);
    weights.add(weight);
    moments.add(((before - first) + (p - first)) * weight);
    all.add(p - first);
  }
  Moments<2> m;
  m.volume = weights.value() > 0 ? 0.5 * weights.value() : 0;
  if (!(m.volume > 0)) {
    m.centroid = all.over(double(count));
    return m;
  }
  m.centroid = moments.over(3 * weights.value());
  SquareSum<2> squares;
  for (std::size_t i = 2; i < count; ++i) {
    const double weight = accurate_determinant(first, corner(i - 1), corner(i));
    const Vec2d b = (corner(i - 1) - first) - m.centroid, c = (corner(i) - first) - m.centroid, a = -m.centroid;
    for (const Vec2d& v : {a, b, c, a + b + c}) squares.add(v, weight);
  }
  squares.store(m, 24);
  return m;
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

/// Of a solid whose surface is `triangles`, which have a member `vertex` of three indices. The centroid is relative to
/// the first vertex.
template <class Triangle>
Moments<3> solid_moments(const std::vector<Triangle>& triangles, const std::vector<Vec3d>& vertices) {
  Sum weights;
  VectorSum<3> moments;
  const Vec3d& apex = vertices[0];
  for (const Triangle& t : triangles) {
    const Vec3d &a = vertices[t.vertex[0]], &b = vertices[t.vertex[1]], &c = vertices[t.vertex[2]];
    const double weight = -accurate_determinant(a, b, c, apex);
    weights.add(weight);
    moments.add(((a - apex) + (b - apex) + (c - apex)) * weight);
  }
  Moments<3> m;
  m.volume = weights.value() / 6;
  m.centroid = moments.over(4 * weights.value());
  SquareSum<3> squares;
  for (const Triangle& t : triangles) {
    const Vec3d &p = vertices[t.vertex[0]], &q = vertices[t.vertex[1]], &r = vertices[t.vertex[2]];
    const double weight = -accurate_determinant(p, q, r, apex);
    const Vec3d a = (p - apex) - m.centroid, b = (q - apex) - m.centroid, c = (r - apex) - m.centroid, d = -m.centroid;
    for (const Vec3d& v : {a, b, c, d, a + b + c + d}) squares.add(v, weight);
  }
  squares.store(m, 120);
  return m;
}

}  // namespace abut::detail::hull
