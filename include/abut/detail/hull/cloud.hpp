/// Points scaled to size 1, so that nothing computed from them overflows or underflows.
///
/// Coordinates are multiplied by a power of two that makes the largest side of their bounding box about 1. Two things
/// are not exact: an axis along which all points are equal is set to 0, which is a translation; and bits below 2^-300
/// are rounded away. So every coordinate, and every difference of two, is a multiple of 2^-300, and each product of up
/// to three of them, with all its rounding errors, a multiple of 2^-900. A coordinate is at most 2^56: along an axis
/// where points differ, they differ by at least a rounding.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/detail/support/point_scan.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace abut::detail::hull {

template <int D>
struct Cloud {
  std::vector<Vec<double, D>> points;
  Vec<double, D> side;  ///< of the bounding box, or a little more
  double scale = 1;     ///< the power of two
  double size = 0;      ///< the largest coordinate in absolute value, or side, whichever is greater
  bool exact = true;    ///< no bits were rounded away
};

/// The multiple of 2^-300 nearest to x. Numbers of at least 2^-248 are multiples.
inline double without_lowest_bits(double x) {
  constexpr double rounder = 0x1.8p-248;  // adjacent numbers are 2^-300 apart there
  return absolute(x) < 0x1p-248 ? (x + rounder) - rounder : x;
}

/// The points must be finite, and at least one.
template <Scalar T, int D>
Cloud<D> cloud_of(std::span<const Vec<T, D>> points) {
  const auto [low, high] = extremes(points.data(), points.size());
  Cloud<D> cloud;
  const double widest = max_abs(high - low);
  cloud.scale = inverse_power_of_two(widest < largest<double> ? widest : largest<double>);
  for (int k = 0; k < D; ++k) {
    if (low[k] == high[k]) continue;
    const double a = low[k] * cloud.scale, b = high[k] * cloud.scale;
    cloud.side[k] = (b - a) * (1 + 4 * unit_roundoff) + 0x1p-299;
    for (const double size : {cloud.side[k], absolute(a), absolute(b)}) {
      cloud.size = size > cloud.size ? size : cloud.size;
    }
  }
  cloud.points.reserve(points.size());
  const double back = 1 / cloud.scale;
  for (const auto& point : points) {
    const Vec<double, D> p = widen(point);
    Vec<double, D> q;
    for (int k = 0; k < D; ++k) {
      if (low[k] == high[k]) continue;
      q[k] = without_lowest_bits(p[k] * cloud.scale);
      if (q[k] * back != p[k]) cloud.exact = false;
    }
    cloud.points.push_back(q);
  }
  return cloud;
}

}  // namespace abut::detail::hull
