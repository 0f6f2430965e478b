/// The axis-aligned bounding box of a shape, radius included, or of a half-space.
///
///     auto box = aabb(place(crate, pose));   // box.min <= x <= box.max for every point x of the crate
///
/// Guarantee: the box contains the shape that the numbers, read as exact real ones, stand for; its sides are rounded
/// outward. For every shape of the library but those that sweep(), minkowski_sum(), hull_of() and scale() make it is
/// computed in closed form. Without a pose it is then the smallest box that T can represent, up to one step of double
/// for each sum with a radius. At a pose, no side exceeds the smallest possible one by more than 52 u (r + |center| +
/// radius + |p|), where u = 2^-53, r is the bounding radius of the shape's core about its center in its own frame, and
/// p is the coordinate of the pose's position; then it is rounded to T, which is at most one step. (In double: by
/// 2^-1070 more, if lengths are below 2^-900.) If the sum of these lengths exceeds 1/16 of the largest double, the box
/// may be infinite.
///
/// Other shapes take 2 D support calls. A side then exceeds the smallest possible one by at most twice the shape's
/// support error (see SupportError) and its rounding, two steps in double and one in the scalar. A shape of your own
/// may have a member aabb(), whose result is used unchecked while it is not placed.
#pragma once

#include <abut/detail/support/core_box.hpp>
#include <abut/operand.hpp>
#include <abut/support.hpp>

namespace abut {

/// The points x with min <= x <= max in each coordinate.
template <Scalar T, int D>
struct Aabb {
  Vec<T, D> min{}, max{};  ///< opposite corners
};

using Aabb2f = Aabb<float, 2>;
using Aabb3f = Aabb<float, 3>;
using Aabb2d = Aabb<double, 2>;
using Aabb3d = Aabb<double, 3>;

namespace detail {

/// All of space.
template <Scalar T, int D>
constexpr Aabb<T, D> everywhere() {
  Aabb<T, D> r;
  for (int i = 0; i < D; ++i) {
    r.min[i] = -infinity<T>;
    r.max[i] = infinity<T>;
  }
  return r;
}

/// Above this sum of all lengths a box is infinite; below it no intermediate result overflows.
inline constexpr double most_extent = largest<double> / 16;

/// The box of a shape at a pose, inflated by `extra`.
///
/// A side is p + (h + (r + e)), where h is the computed height of the core, off by `roundings` u arm, and e the error.
/// The three sums round by u (r + e), u (|h| + r + e) and u (|h| + r + e + |p|): together by less than u (2 arm + 3 r +
/// |p|). The coefficients of e are larger by a quarter, for the rounding of `arm` (4 u) and of e itself (5 u), and for
/// products of errors. So no side is further out than 2 e, and the rounding to T.
template <Shape S>
  requires(CoreBox<S>::known)
ABUT_INLINE Aabb<ScalarOf<S>, dimension_of<S>> placed_box(const S& shape, double extra,
                                                          const Pose<ScalarOf<S>, dimension_of<S>>& pose) {
  using T = ScalarOf<S>;
  constexpr int D = dimension_of<S>;
  using Core = CoreBox<S>;
  const double r = extra > 0 ? sum_up(Core::radius(shape), extra) : Core::radius(shape), arm = Core::arm(shape);
  const bool sizes = Core::is_valid(shape) && arm + r + sum_of_magnitudes(pose.p) <= most_extent;  // false for NaN
  if (!sizes || !is_valid(pose.q)) return everywhere<T, D>();
  const Extremes<D> core = Core::turned(shape, matrix(rescaled(pose.q)));
  const double error = (Core::roundings(shape) + 2.25) * arm + 3.25 * r;
  const auto growth = [&](double p) {
    double e = (error + 1.25 * absolute(p)) * unit_roundoff;
    // Subnormal products are off by up to 2^-1075 each: three of a row, one of the ellipsoid, one of e.
    if constexpr (std::same_as<T, double>) {
      if (e < 0x1p-1000) e += 0x1p-1072;
    }
    return r + e;
  };
  Aabb<T, D> box;
  const auto side = [&](double p, double low, double high, T& box_min, T& box_max) {
    const double grow = growth(p);
    box_min = round_down<T>((low - grow) + p);
    box_max = round_up<T>((high + grow) + p);
  };
  side(double(pose.p.x), core.low.x, core.high.x, box.min.x, box.max.x);
  side(double(pose.p.y), core.low.y, core.high.y, box.min.y, box.max.y);
  if constexpr (D == 3) side(double(pose.p.z), core.low.z, core.high.z, box.min.z, box.max.z);
  return box;
}

/// The smallest number of type T that is at least x.
template <Scalar T>
constexpr T at_least(double x) {
  const T rounded = narrow<T>(x);
  return double(rounded) < x ? neighbor<true>(rounded) : rounded;
}

/// The box of a shape in its own frame, inflated by `extra`. The only rounding is that of the sums with the radius.
template <Shape S>
  requires(CoreBox<S>::known)
Aabb<ScalarOf<S>, dimension_of<S>> local_box(const S& shape, double extra) {
  using T = ScalarOf<S>;
  constexpr int D = dimension_of<S>;
  using Core = CoreBox<S>;
  const double r = sum_up(Core::radius(shape), extra), arm = Core::arm(shape);
  if (!Core::is_valid(shape) || !(arm + r <= most_extent)) return everywhere<T, D>();
  const Extremes<D> core = Core::local(shape);
  Aabb<T, D> box;
  for (int i = 0; i < D; ++i) {
    box.min[i] = -at_least<T>(sum_up(-core.low[i], r));
    box.max[i] = at_least<T>(sum_up(core.high[i], r));
  }
  return box;
}

/// A number at least x + growth, for growth >= 0; exactly x if growth is 0.
inline double beyond(double x, double growth) { return growth > 0 ? neighbor<true>(x + growth) : x; }

/// How far the sides of the shape may lie beyond its support points: radius and height error, rounded up.
template <Shape S>
double side_growth(const S& shape, const Enclosure<dimension_of<S>>& ball) {
  const double height = support_error(shape, ball).height, r = radius(shape);
  return height > 0 ? beyond(r, neighbor<true>(height * unit_roundoff)) : r;
}

/// The box by the shape's own aabb(), or by 2 D support points.
template <Shape S>
Aabb<ScalarOf<S>, dimension_of<S>> searched_box(const S& shape) {
  using T = ScalarOf<S>;
  constexpr int D = dimension_of<S>;
  Aabb<T, D> r = everywhere<T, D>();
  const auto ball = enclosure(shape);
  if (!is_valid(shape, ball)) return r;
  if constexpr (requires { shape.aabb().min, shape.aabb().max; }) {
    const auto own = shape.aabb();
    for (int i = 0; i < D; ++i) {
      r.min[i] = -at_least<T>(-double(own.min[i]));
      r.max[i] = at_least<T>(double(own.max[i]));
    }
  } else {
    const double growth = side_growth(shape, ball);
    // The length of the direction is arbitrary: it is chosen so that heights neither overflow nor underflow.
    const double s = norm(ball.center) + ball.reach < 0x1p-500 ? 0x1p500 : 0.125;
    for (int i = 0; i < D; ++i) {
      const double low = support(shape, axis<double, D>(i) * -s).point[i];
      const double high = support(shape, axis<double, D>(i) * s).point[i];
      if (!is_finite(low) || !is_finite(high)) continue;
      r.min[i] = -at_least<T>(beyond(-low, growth));
      r.max[i] = at_least<T>(beyond(high, growth));
    }
  }
  return r;
}

/// The closed form if there is one, else a search. A ShapeRef asks its shape, and the box of that is complete.
template <class S>
struct AabbOf {
  static constexpr bool known = CoreBox<S>::known;
  ABUT_INLINE static auto of(const S& shape, double extra = 0)
    requires known
  {
    return local_box(shape, extra);
  }
  static auto of(const S& shape)
    requires(!known)
  {
    if constexpr (requires { shape.has_closed_aabb(); }) {
      return shape.aabb();
    } else {
      return searched_box(shape);
    }
  }
};

template <Shape S>
struct AabbOf<Placed<S>> {
  static constexpr bool known = CoreBox<S>::known;
  ABUT_INLINE static auto of(const Placed<S>& placed, double extra = 0)
    requires known
  {
    return placed_box(placed.shape, extra, placed.pose);
  }
  static auto of(const Placed<S>& placed)
    requires(!known)
  {
    if constexpr (requires { placed.shape.has_closed_aabb(); }) {
      if (placed.shape.has_closed_aabb()) return placed.shape.aabb_at(placed.pose);
    }
    return searched_box(placed);
  }
};

}  // namespace detail

/// The box of an operand (operand.hpp), radius included. That of an invalid shape (a NaN, a negative size) is infinite.
/// That of a half-space is infinite but for one side, or for none: see closed_form/half_space_box.hpp.
template <Operand S>
[[nodiscard]] Aabb<ScalarOf<S>, dimension_of<S>> aabb(const S& shape) {
  return detail::with_operand(shape, []<class A>(const A& a) { return detail::AabbOf<A>::of(a); });
}

}  // namespace abut

#include <abut/detail/closed_form/half_space_box.hpp>
