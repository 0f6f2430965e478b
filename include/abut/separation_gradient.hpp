/// How does the separation of two shapes change as they move? For solvers that follow it, and for fitting and planning.
///
///     auto g = separation_gradient(place(crate, p), place(arm, q));
///     // Moving the arm by dx and rotating it by the vector w (radians, about the origin of its frame, along the axes
///     // of the world) changes g.separation.separation by dot(g.b.translation, dx) + dot(g.b.rotation, w), to first
///     // order.
///
/// The separation is a maximum over planes between the shapes, or, where they overlap, a minimum over exit directions.
/// Where the optimum is unique, the separation has a derivative, which follows from the normal n and the points: n and
/// (point_b - origin_b) x n for B, the negated ones for A. Where it is not, as for faces that lie on each other or a
/// box halfway through a slab, the separation has a kink, and this is one of its slopes: `unique` is false.
#pragma once

#include <abut/contact.hpp>
#include <abut/separation.hpp>

#include <type_traits>

namespace abut {

/// The rate of a rotation: a scalar in 2D, a vector along the axis in 3D.
template <Scalar T, int D>
using TurnRate = std::conditional_t<D == 2, T, Vec<T, 3>>;

/// The gradient with respect to the pose of one shape.
template <Scalar T, int D>
struct PoseGradient {
  Vec<T, D> translation{};  ///< per unit of length along the axes of the world
  /// A length per radian about the origin of the shape's frame, along the axes of the world.
  TurnRate<T, D> rotation{};
};

/// The answer of separation_gradient(): the separation and its gradients.
template <Scalar T, int D>
struct SeparationGradient {
  Separation<T, D> separation;  ///< with points, normal and bounds
  PoseGradient<T, D> a, b;      ///< by the pose of either shape
  /// Whether the derivative exists, up to rounding: there is one normal, and one pair of points.
  bool unique = false;
};

using SeparationGradient2f = SeparationGradient<float, 2>;
using SeparationGradient3f = SeparationGradient<float, 3>;
using SeparationGradient2d = SeparationGradient<double, 2>;
using SeparationGradient3d = SeparationGradient<double, 3>;

namespace detail {

inline double turn_rate(const Vec2d& arm, const Vec2d& n) { return cross(arm, n); }
inline Vec3d turn_rate(const Vec3d& arm, const Vec3d& n) { return cross(arm, n); }

template <Scalar T>
T narrow_rate(double x) {
  return narrow_within_range<T>(x);
}
template <Scalar T>
Vec<T, 3> narrow_rate(const Vec3d& x) {
  return narrow_within_range<T>(x);
}

/// Whether the faces that face each other have at most one point in common. Edges and faces that are parallel up to
/// rounding have more, and then the points are not unique.
template <Shape A, Shape B>
bool has_one_pair(const A& a, const B& b, const Separation<ScalarOf<A>, dimension_of<A>>& s) {
  // The normal is rounded to T, and so is a pose that was meant to make the faces parallel.
  constexpr double slope = 64 * epsilon_of<ScalarOf<A>>;
  auto deepest = deepest_point(s);
  const FacingPairs<A, B> facing(a, b, s.normal, slope, deepest);
  const auto& all = facing.pairs;
  for (int i = 1; i < all.count; ++i) {
    if (norm_squared(all.pair[i].a - all.pair[0].a) > slope * slope) return false;  // the faces are scaled to size 1
  }
  return true;
}

/// The half-space is A: whether the shape's face towards the plane is a single point, up to rounding.
template <AnyHalfSpace A, Shape B>
bool has_one_pair(const A&, const B& b, const Separation<ScalarOf<A>, dimension_of<A>>& s) {
  constexpr double slope = 64 * epsilon_of<ScalarOf<A>>;
  const CoreAndPose<B> core(b);
  const auto face = face_in_world(core, -unit(widen(s.normal)), slope, widen(core.pose().p));
  for (int i = 1; i < face.count; ++i) {
    if (max_abs(face.corner[i] - face.corner[0]) > slope * extent(face)) return false;
  }
  return true;
}
template <Shape A, AnyHalfSpace B>
bool has_one_pair(const A& a, const B& b, Separation<ScalarOf<A>, dimension_of<A>> s) {
  return has_one_pair(b, a, swapped(s));
}

template <Shape S>
Vec<double, dimension_of<S>> position_of(const S& shape) {
  return widen(CoreAndPose<S>(shape).pose().p);
}
template <AnyHalfSpace H>
Vec<double, dimension_of<H>> position_of(const H& half_space) {
  return widen(HalfSpaceInDouble<H>(half_space).pose().p);
}

template <class A, class B>
SeparationGradient<ScalarOf<A>, dimension_of<A>> find_gradient(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using T = ScalarOf<A>;
  SeparationGradient<T, dimension_of<A>> g;
  g.separation = separation(a, b, options);
  const auto& s = g.separation;
  if (s.status == Status::invalid_argument) return g;
  const auto n = widen(s.normal);
  const auto arm_a = widen(s.point_a) - position_of(a), arm_b = widen(s.point_b) - position_of(b);
  g.a = {-s.normal, narrow_rate<T>(-turn_rate(arm_a, n))};
  g.b = {s.normal, narrow_rate<T>(turn_rate(arm_b, n))};
  g.unique = s.unique_normal && has_one_pair(a, b, s);
  return g;
}

}  // namespace detail

/// The gradient for two operands of the same dimension and scalar (operand.hpp). One that is not placed rotates about
/// its own origin.
template <detail::Argument A, detail::Argument B>
[[nodiscard]] SeparationGradient<ScalarOf<A>, dimension_of<A>> separation_gradient(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  return detail::ask<SeparationGradient<ScalarOf<A>, dimension_of<A>>>(
      a, b, [&](const auto& x, const auto& y) { return detail::find_gradient(x, y, options); });
}

}  // namespace abut
