/// The axis-aligned bounding box of a shape, radius included.
///
///     auto box = aabb(place(crate, pose));   // box.min <= x <= box.max for every point x of the crate
///
/// Guarantee: the box contains the shape that the numbers, read as exact real ones, stand for; its sides are rounded
/// outward. Each side exceeds the smallest possible one by at most the shape's support error (see SupportError) and its
/// rounding, two steps in double and one in the scalar; the box of a Box or of a Point is exact. If lengths are within
/// a factor of 100 of overflow, a side may be infinite. It takes 2 D support calls, unless the shape has a member
/// aabb(), whose result is used unchecked.
#pragma once

#include <abut/support.hpp>

namespace abut {

/// The points x with min <= x <= max in each coordinate.
template <Scalar T, int D>
struct Aabb {
  Vec<T, D> min{}, max{};
};

using Aabb2f = Aabb<float, 2>;
using Aabb3f = Aabb<float, 3>;
using Aabb2d = Aabb<double, 2>;
using Aabb3d = Aabb<double, 3>;

namespace detail {

/// The smallest number of type T that is at least x.
template <Scalar T>
constexpr T at_least(double x) {
  const T rounded = narrow<T>(x);
  return double(rounded) < x ? neighbour<true>(rounded) : rounded;
}

/// A number at least x + growth, for growth >= 0; exactly x if growth is 0.
inline double beyond(double x, double growth) { return growth > 0 ? neighbour<true>(x + growth) : x; }

/// How far the sides of the shape may lie beyond its support points: radius and height error, rounded up.
template <Shape S>
double side_growth(const S& shape, const Enclosure<dimension_of<S>>& ball) {
  const double height = support_error(shape, ball).height, r = radius(shape);
  return height > 0 ? beyond(r, neighbour<true>(height * unit_roundoff)) : r;
}

}  // namespace detail

/// The box of a shape, radius included. That of an invalid shape (a NaN, a negative size) is infinite.
template <Shape S>
[[nodiscard]] Aabb<ScalarOf<S>, dimension_of<S>> aabb(const S& shape) {
  using T = ScalarOf<S>;
  constexpr int D = dimension_of<S>;
  Aabb<T, D> r;
  for (int i = 0; i < D; ++i) {
    r.min[i] = -infinity<T>;
    r.max[i] = infinity<T>;
  }
  const auto ball = detail::enclosure(shape);
  if (!detail::is_valid(shape, ball)) return r;
  if constexpr (requires { shape.aabb().min, shape.aabb().max; }) {
    const auto own = shape.aabb();
    for (int i = 0; i < D; ++i) {
      r.min[i] = -detail::at_least<T>(-double(own.min[i]));
      r.max[i] = detail::at_least<T>(double(own.max[i]));
    }
  } else {
    const double growth = detail::side_growth(shape, ball);
    // The length of the direction is arbitrary: it is chosen so that heights neither overflow nor underflow.
    const double s = detail::norm(ball.center) + ball.reach < 0x1p-500 ? 0x1p500 : 0.125;
    for (int i = 0; i < D; ++i) {
      const double low = detail::support(shape, axis<double, D>(i) * -s).point[i];
      const double high = detail::support(shape, axis<double, D>(i) * s).point[i];
      if (!is_finite(low) || !is_finite(high)) continue;
      r.min[i] = -detail::at_least<T>(detail::beyond(-low, growth));
      r.max[i] = detail::at_least<T>(detail::beyond(high, growth));
    }
  }
  return r;
}

}  // namespace abut
