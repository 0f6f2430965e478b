/// Whether two boxes in 3D meet, in closed form: a separating axis or a common point, whichever is found first.
///
/// The axes of the six faces come first. Where none separates, the boxes mostly meet. The corner of one is in the other
/// then, or a point that is moved from one box to the other and back, each time to the nearest point of the box, is
/// soon in both, unless they hardly overlap. Then come the axes of the nine pairs of edges (box_axes.hpp), and if none
/// separates, the deepest points.
///
/// Reference: W. Cheney and A. Goldstein, "Proximity maps for convex sets" (1959), for the projections in turn.
/// Departure: a common point counts only if it is further inside than rounding. What can be proven neither way is left
/// to GJK.
#pragma once

#include <abut/detail/closed_form/box_depth.hpp>
#include <abut/detail/minkowski/intersection_verdict.hpp>

namespace abut::detail {

template <class Set>
class BoxOverlap {
 public:
  ABUT_INLINE BoxOverlap(const Set& set, const GjkLimits& limits)
      : set_(set), rounding_(point_roundings * unit_roundoff * limits.size), depth_(coarse_box_depth(set, limits)) {}

  /// Whether there is a gap along this direction of the frame of A, of a length of about 1.
  ABUT_INLINE bool is_apart_along(const Vec3d& direction, IntersectionVerdict<3>& r) {
    const double gap = depth_.axes().gap_along(direction) - axis_error();
    if (!(gap > 0)) return false;
    r = apart_along(set_.from_frame_of_a(direction * (1 / square_root(norm_squared(direction)))), gap, 0);
    return true;
  }

  /// False if neither a gap nor a common point can be proven.
  ABUT_INLINE bool decide(IntersectionVerdict<3>& r) {
    BoxAxes& axes = depth_.axes();
    if (!axes.try_faces()) return set_apart(r);
    if (try_corners(axes.frame_a(), r) || project_in_turn(axes.frame_a(), r)) return true;
    return decide_by_edges(r);
  }

 private:
  /// The error of a point of one box in the frame of the other, in units of u of the size: 32 for the axes of the other
  /// box, 17.25 for the center, 4 for products and sums; and 4 for the rounding of the sums with this error.
  static constexpr double point_roundings = 58;
  /// The error of the axis in the world: 15.25 for the rotation, 4 for its length, and the same for the length of what
  /// is returned.
  static constexpr double axis_roundings = 24;
  /// How often a point is moved from one box to the other and back. Boxes that hardly overlap need many moves, and the
  /// axes of edges cost as much as a few.
  static constexpr int most_moves = 1;

  ABUT_NO_INLINE bool decide_by_edges(IntersectionVerdict<3>& r) {
    BoxAxes& axes = depth_.axes();
    if (!axes.try_edges()) return set_apart(r);
    if (!(axes.lower() > 0)) return false;
    EpaResult<3> deepest;
    if (!depth_.find_points(deepest)) return false;
    const Vec3d middle = set_.in_frame_of_a((deepest.point_a + deepest.point_b) * 0.5);
    const BoxFrame& frame = axes.frame_a();
    return is_inside(middle, frame.half) && is_inside(frame.to_other(middle - frame.center), frame.other_half) &&
           set_common(middle, r);
  }

  /// What a gap may be smaller by along the axis as it is returned: it changes by no more than the size times the
  /// change of its direction.
  double axis_error() const { return axis_roundings * unit_roundoff * set_.size(); }

  bool set_apart(IntersectionVerdict<3>& r) {
    const double gap = -depth_.axes().upper() - axis_error();
    if (!(gap > 0)) return false;
    r = apart_along(depth_.normal(), gap, 0);
    return true;
  }

  /// x is in the frame of A, and inside of both boxes.
  ABUT_INLINE bool set_common(const Vec3d& x, IntersectionVerdict<3>& r) const {
    r = meeting_at(set_.from_frame_of_a(x), 0, 0, Status::converged, 0);
    return true;
  }

  ABUT_INLINE bool is_inside(const Vec3d& x, const Vec3d& half) const {
    const bool along_x = absolute(x.x) + rounding_ <= half.x, along_y = absolute(x.y) + rounding_ <= half.y,
               along_z = absolute(x.z) + rounding_ <= half.z;
    return along_x & along_y & along_z;
  }
  /// The nearest point of a box that is smaller by the rounding.
  ABUT_INLINE Vec3d clamped(const Vec3d& x, const Vec3d& half) const {
    Vec3d r;
    for (int i = 0; i < 3; ++i) {
      const double most = half[i] - 2 * rounding_;
      r[i] = x[i] < -most ? -most : x[i] < most ? x[i] : most;
    }
    return r;
  }

  /// The corner of each box on the side of the other's center.
  ABUT_INLINE bool try_corners(const BoxFrame& frame, IntersectionVerdict<3>& r) const {
    const Vec3d own = support_corner(frame.half, frame.center).point,
                other = frame.from_other(support_corner(frame.other_half, frame.to_other(-frame.center)).point);
    if (is_inside(other, frame.half)) return set_common(other, r);
    return is_inside(frame.to_other(own - frame.center), frame.other_half) && set_common(own, r);
  }

  /// Begins with the point of A that is nearest to the center of B.
  ABUT_INLINE bool project_in_turn(const BoxFrame& frame, IntersectionVerdict<3>& r) const {
    Vec3d x = clamped(frame.center, frame.half);
    for (int i = 0; i < most_moves; ++i) {
      const Vec3d y = frame.to_other(x - frame.center);
      if (is_inside(y, frame.other_half)) return is_inside(x, frame.half) && set_common(x, r);
      const Vec3d back = frame.from_other(clamped(y, frame.other_half));
      if (is_inside(back, frame.half)) return set_common(back, r);
      x = clamped(back, frame.half);
    }
    return false;
  }

  const Set& set_;
  double rounding_;
  BoxDepth depth_;
};

}  // namespace abut::detail
