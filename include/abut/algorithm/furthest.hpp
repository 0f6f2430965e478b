/// The furthest of a list of points along a direction, by looking at all of them; and the ball around them.
///
/// Heights are measured from a center, never from the origin: then their rounding is proportional to the reach of the points
/// and not to their distance from the origin. Guarantee: the point found is within 2 (D + 1) u reach |d| of the furthest
/// along d (one subtraction and a dot product of D terms, for the point chosen and for the one it beat).
#pragma once

#include <abut/support.hpp>

#include <cstddef>

namespace abut::detail {

/// The first of the furthest.
template <Scalar T, int D>
SupportPoint<Vec<double, D>> furthest(const Vec<T, D>* points, std::size_t count,
                                      const Vec<double, D>& center, const Vec<double, D>& d) {
  std::size_t best = 0;
  double best_height = dot(d, widen(points[0]) - center);
  for (std::size_t i = 1; i < count; ++i) {
    const double height = dot(d, widen(points[i]) - center);
    if (height > best_height) {
      best_height = height;
      best = i;
    }
  }
  return {widen(points[best]), static_cast<VertexId>(best)};
}

/// The middle of the bounding box, and the greatest distance from it to a point, rounded up.
template <Scalar T, int D>
Enclosure<D> enclosure_of_points(const Vec<T, D>* points, std::size_t count) {
  Vec<double, D> low = widen(points[0]), high = low;
  for (std::size_t i = 1; i < count; ++i) {
    const Vec<double, D> p = widen(points[i]);
    for (int k = 0; k < D; ++k) {
      low[k] = p[k] < low[k] ? p[k] : low[k];
      high[k] = p[k] > high[k] ? p[k] : high[k];
    }
  }
  const Vec<double, D> center = low * 0.5 + high * 0.5;
  double reach = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double r = norm(widen(points[i]) - center);
    reach = r > reach ? r : reach;
  }
  return {center, enlarged(reach)};
}

// The same for shapes that are a handful of vertices, about their mean.

template <Scalar T, int D, int N>
Vec<double, D> mean(const Vec<T, D> (&v)[N]) {
  Vec<double, D> sum = widen(v[0]) * (1.0 / N);
  for (int i = 1; i < N; ++i) sum += widen(v[i]) * (1.0 / N);
  return sum;
}

/// Not finite if a coordinate is not: a sum can not step over a NaN as a maximum can.
template <Scalar T, int D, int N>
double reach_from_mean(const Vec<T, D> (&v)[N]) {
  const Vec<double, D> center = mean(v);
  double reach = 0, check = 0;
  for (int i = 0; i < N; ++i) {
    const double r = norm(widen(v[i]) - center);
    reach = r > reach ? r : reach;
    check += r * 0;
  }
  return enlarged(reach) + check;
}

template <Scalar T, int D, int N>
SupportPoint<Vec<double, D>> furthest(const Vec<T, D> (&v)[N], const Vec<double, D>& d) {
  return furthest(v, N, mean(v), d);
}

}  // namespace abut::detail
