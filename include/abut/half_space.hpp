/// Half-spaces: all points on one side of a plane, for the ground, a wall or a cutting plane.
///
///     HalfSpace3f ground{.normal = {0, 0, 1}, .offset = 0};   // all points with z <= 0
///     auto gap = distance(ground, place(crate, pose));        // -gap.signed_distance is the depth if they overlap
///
/// A half-space is unbounded, so it is not a Shape: compose.hpp does not accept it, and a query accepts one half-space
/// against one shape. A single support call answers, and gives the depth too: signed_distance, its bounds and the
/// points are proven however deep the shape is. cores_meet says whether the shape's core overlaps the half-space. There
/// are no iterations: a cache is not used and a trace receives no steps, except by time_of_impact(), which searches.
#pragma once

#include <abut/aabb.hpp>
#include <abut/closest_point.hpp>
#include <abut/detail/closed_form/half_space_shape.hpp>
#include <abut/detail/minkowski/operand.hpp>
#include <abut/distance.hpp>
#include <abut/motion.hpp>
#include <abut/overlap.hpp>

namespace abut {

/// The points x with n.x <= offset, where n is `normal` divided exactly by its length: `normal` points outward and need
/// not be normalized, and `offset` is a length, the signed distance from the origin to the plane along n.
template <Scalar T, int D>
struct HalfSpace {
  Vec<T, D> normal = axis<T, D>(D - 1);
  T offset{};
};

/// A half-space at a pose. Made by place().
template <Scalar T, int D>
struct PlacedHalfSpace {
  HalfSpace<T, D> half_space;
  Pose<T, D> pose;
};

/// A half-space with a motion. Made by moving().
template <Scalar T, int D>
struct MovingHalfSpace {
  HalfSpace<T, D> half_space;
  Motion<double, D> motion;
};

using HalfSpace2f = HalfSpace<float, 2>;
using HalfSpace3f = HalfSpace<float, 3>;
using HalfSpace2d = HalfSpace<double, 2>;
using HalfSpace3d = HalfSpace<double, 3>;

/// The half-space moved to a pose.
template <Scalar T, int D>
constexpr PlacedHalfSpace<T, D> place(const HalfSpace<T, D>& half_space, const std::type_identity_t<Pose<T, D>>& pose) {
  return {half_space, pose};
}

/// As with shapes, the answers are about `pose * placed.pose` rounded to the scalar.
template <Scalar T, int D>
PlacedHalfSpace<T, D> place(const PlacedHalfSpace<T, D>& placed, const std::type_identity_t<Pose<T, D>>& pose) {
  return {placed.half_space, pose * placed.pose};
}

/// The half-space with a motion, for time_of_impact(). The motion's numbers are in the scalar of the half-space or in
/// double.
template <Scalar T, int D, Scalar M>
constexpr MovingHalfSpace<T, D> moving(const HalfSpace<T, D>& half_space, const Motion<M, D>& motion) {
  return {half_space, detail::widen(motion)};
}

namespace detail {

/// The distance with the half-space as A.
template <AnyHalfSpace H, Shape S>
Distance<ScalarOf<S>, dimension_of<S>> half_space_distance(const H& half_space, const S& shape,
                                                           const DistanceOptions<ScalarOf<S>>& options) {
  static_assert(half_space_dimension<H> == dimension_of<S>, "abut: one of half-space and shape is 2D, the other 3D");
  static_assert(std::same_as<HalfSpaceScalar<H>, ScalarOf<S>>,
                "abut: one of half-space and shape is in float, the other in double");
  using T = ScalarOf<S>;
  const Clearance<HalfSpaceOperand<H>, S> c(HalfSpaceOperand<H>(half_space), shape);
  if (!c.is_valid() || !is_valid(options)) return {};

  Distance<T, dimension_of<S>> r{.status = Status::converged};
  r.signed_distance = narrow<T>(c.unscaled(c.clearance()));
  r.signed_lower = c.rounded_down(c.lower());
  r.signed_upper = c.rounded_up(c.upper());
  r.distance = r.signed_distance > 0 ? r.signed_distance : T(0);
  r.lower = r.signed_lower > 0 ? r.signed_lower : T(0);
  r.upper = r.signed_upper > 0 ? r.signed_upper : T(0);
  r.cores_meet = c.core_meets();
  r.normal = vec_cast<T>(c.normal());
  r.point_a = vec_cast<T>(c.plane_point());
  r.point_b = vec_cast<T>(c.shape_point());
  r.feature_count = 1;
  r.feature_a[0] = no_vertex;
  r.feature_b[0] = c.id();
  r.iterations = 1;
  const double apart = c.upper() > 0 ? c.upper() : 0;
  if (!(c.upper() - c.lower() <= double(options.tolerance) * apart + contract_width(c))) {
    r.status = Status::stalled;
  }
  return r;
}

template <Scalar T, int D>
Distance<T, D> swapped(Distance<T, D> r) {
  const Distance<T, D> was = r;
  r.normal = -was.normal;
  r.point_a = was.point_b;
  r.point_b = was.point_a;
  r.feature_a[0] = was.feature_b[0];
  r.feature_b[0] = was.feature_a[0];
  return r;
}

}  // namespace detail

/// The distance between a half-space and a shape, in either order. The cutoff is ignored: there is nothing to stop
/// early.
template <detail::AnyHalfSpace H, Shape S, class... Trace>
[[nodiscard]] Distance<ScalarOf<S>, dimension_of<S>> distance(const H& a, const S& b,
                                                              const DistanceOptions<ScalarOf<S>>& options = {},
                                                              Trace&&...) {
  return detail::half_space_distance(a, b, options);
}

/// The same with the half-space second.
template <Shape S, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] Distance<ScalarOf<S>, dimension_of<S>> distance(const S& a, const H& b,
                                                              const DistanceOptions<ScalarOf<S>>& options = {},
                                                              Trace&&...) {
  return detail::swapped(detail::half_space_distance(b, a, options));
}

/// With a cache, which is not used.
template <detail::AnyHalfSpace H, Shape S, class... Trace>
[[nodiscard]] Distance<ScalarOf<S>, dimension_of<S>> distance(const H& a, const S& b, Cache<dimension_of<S>>&,
                                                              const DistanceOptions<ScalarOf<S>>& options = {},
                                                              Trace&&...) {
  return detail::half_space_distance(a, b, options);
}

/// The same with the half-space second.
template <Shape S, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] Distance<ScalarOf<S>, dimension_of<S>> distance(const S& a, const H& b, Cache<dimension_of<S>>&,
                                                              const DistanceOptions<ScalarOf<S>>& options = {},
                                                              Trace&&...) {
  return detail::swapped(detail::half_space_distance(b, a, options));
}

namespace detail {

/// The overlap with the half-space as A. The shape's deepest point is a common point, if there is one.
template <Scalar T, int D>
Overlap<T, D> half_space_overlap(const Distance<T, D>& r, const OverlapOptions& options) {
  if (r.status == Status::invalid_argument || !is_valid(options)) return {};
  const bool apart = r.lower > 0, met = !apart && r.status == Status::converged;
  return {.status = apart || met ? Status::converged : Status::inconclusive,
          .overlap = met,
          .apart = apart,
          .lower = r.lower,
          .upper = r.upper,
          .axis = apart ? r.normal : axis<T, D>(0),
          .point = met ? r.point_b : Vec<T, D>{},
          .iterations = r.iterations};
}

}  // namespace detail

/// Whether a half-space and a shape overlap, in either order. The method is always the closed form.
template <detail::AnyHalfSpace H, Shape S, class... Trace>
[[nodiscard]] Overlap<ScalarOf<S>, dimension_of<S>> overlap(const H& a, const S& b, const OverlapOptions& options = {},
                                                            Trace&&...) {
  return detail::half_space_overlap(distance(a, b), options);
}

/// The same with the half-space second.
template <Shape S, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] Overlap<ScalarOf<S>, dimension_of<S>> overlap(const S& a, const H& b, const OverlapOptions& options = {},
                                                            Trace&&...) {
  auto r = detail::half_space_overlap(distance(b, a), options);
  if (r.apart) r.axis = -r.axis;
  return r;
}

/// Two half-spaces are not a query: they overlap unless their normals are exactly opposite, which rounding can not
/// decide.
template <detail::AnyHalfSpace H, detail::AnyHalfSpace K, class... More>
void distance(const H&, const K&, const More&...) {
  static_assert(!detail::AnyHalfSpace<K>, "abut: two half-spaces: at most one side of a query may be one");
}

namespace detail {

/// A coordinate axis and a sign. No axis: -1.
struct SignedAxis {
  int axis = -1;
  bool positive = true;
};

/// The axis that the rotation takes axis k to, if it takes it exactly to one.
inline SignedAxis rotated_axis(const Rotation<double, 2>& q, int k) {
  if (q.s == 0) return {k, q.c > 0};
  if (q.c == 0) return {1 - k, (q.s > 0) == (k == 0)};  // x to (0, s), y to (-s, 0)
  return {};
}

/// Two of the three entries of column k of the rotation matrix must be zero. With j and l after k in cyclic order they
/// are, times |q|^2: 2 (q_k q_j + w q_l), 2 (q_k q_l - w q_j), and w^2 + q_k^2 - q_j^2 - q_l^2 on the diagonal. Both of
/// the first two are zero only if q_j = q_l = 0 or w = q_k = 0. One of them and the diagonal are zero only if
/// magnitudes are equal in pairs; then the two products have equal magnitudes, and rounding can not make them equal.
inline SignedAxis rotated_axis(const Rotation<double, 3>& q, int k) {
  const int j = (k + 1) % 3, l = (k + 2) % 3;
  const Vec3d v{q.x, q.y, q.z};
  const double w = q.w, vk = v[k], vj = v[j], vl = v[l];
  if (vj == 0 && vl == 0) return {k, true};
  if (w == 0 && vk == 0) return {k, false};
  const bool j_pairs = absolute(w) == absolute(vl) && absolute(vk) == absolute(vj);
  const bool l_pairs = absolute(w) == absolute(vj) && absolute(vk) == absolute(vl);
  if (j_pairs && vk * vl == w * vj) return {j, vk * vj + w * vl > 0};
  if (l_pairs && vk * vj == -(w * vl)) return {l, vk * vl - w * vj > 0};
  return {};
}

}  // namespace detail

/// The box of a half-space: it has one finite side if its normal is exactly along a coordinate axis, and stays so when
/// it is rotated (by no rotation, about that axis, or by a quarter or half turn); else it is infinite everywhere. The
/// side is the plane, rounded outward to T.
template <detail::AnyHalfSpace H>
[[nodiscard]] Aabb<detail::HalfSpaceScalar<H>, detail::half_space_dimension<H>> aabb(const H& half_space) {
  using T = detail::HalfSpaceScalar<H>;
  constexpr int D = detail::half_space_dimension<H>;
  const detail::HalfSpaceOperand<H> h(half_space);
  const Pose<T, D> pose = h.pose();
  Aabb<T, D> box = detail::everywhere<T, D>();
  if (!is_finite(h.normal) || !is_finite(h.offset) || !is_valid(pose)) return box;
  int along = -1, components = 0;
  for (int i = 0; i < D; ++i) {
    if (h.normal[i] == 0) continue;
    along = i;
    ++components;
  }
  if (components != 1) return box;
  const detail::SignedAxis to = detail::rotated_axis(detail::rescaled(pose.q), along);
  if (to.axis < 0) return box;
  const double p = double(pose.p[to.axis]);
  if (to.positive == (h.normal[along] > 0)) {
    box.max[to.axis] = detail::at_least<T>(detail::sum_up(p, h.offset));
  } else {
    box.min[to.axis] = -detail::at_least<T>(detail::sum_up(-p, h.offset));
  }
  return box;
}

/// The closest point of a half-space.
template <detail::AnyHalfSpace H>
[[nodiscard]] ClosestPoint<detail::HalfSpaceScalar<H>, detail::half_space_dimension<H>> closest_point(
    const Vec<detail::HalfSpaceScalar<H>, detail::half_space_dimension<H>>& q, const H& half_space,
    const DistanceOptions<detail::HalfSpaceScalar<H>>& options = {}) {
  using P = Point<detail::HalfSpaceScalar<H>, detail::half_space_dimension<H>>;
  return detail::closest_point_from(q, distance(half_space, P{q}, options));
}

}  // namespace abut
