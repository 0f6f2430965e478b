/// The depth of two boxes in 3D with its points, in closed form: from the axis of the least overlap (box_axes.hpp) to
/// the deepest points.
///
/// If the axis is the normal of a face, the corner of the other box that is deepest below the face is over the face,
/// and is the deepest point. Only if an edge or a face of the other box is parallel to it, up to rounding, may that
/// corner be beside it; then a corner of their common part is taken. If the axis is perpendicular to two edges, the
/// points are where the edges cross.
///
/// The points prove nothing: the bounds are those of the axes. But they are checked to be above each other.
#pragma once

#include <abut/detail/closed_form/box_axes.hpp>
#include <abut/detail/closed_form/box_box.hpp>
#include <abut/detail/closed_form/box_clip.hpp>
#include <abut/detail/epa/epa.hpp>
#include <abut/detail/numeric/rotation_pair.hpp>

namespace abut::detail {

/// B as it is seen from A.
ABUT_INLINE BoxFrame box_frame(const MatrixPair<3>& m, const Vec3d& half_a, const Vec3d& half_b, const Vec3d& center) {
  BoxFrame r{half_a, half_b, {}, center};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k)
      r.axis[i][k] = m.entry(0, i).a() * m.entry(0, k).b() + m.entry(1, i).a() * m.entry(1, k).b() +
                     m.entry(2, i).a() * m.entry(2, k).b();
  }
  return r;
}

/// The deepest points: one is of the reference box, in its frame, and the other is above it along the normal.
struct BoxDeepest {
  Vec3d point;
  BoxFeature own, other;
  Vec2d other_at{};  ///< where in its feature the other point is, see BoxClipCorner
};

/// Below the face of axis i, whose normal is n.
inline bool find_deepest_below(const BoxFrame& frame, int i, const Vec3d& n, double error, BoxDeepest& r) {
  const int p = (i + 1) % 3, q = (i + 2) % 3;
  const Vec3d seen = frame.to_other(n);
  const SupportPoint<Vec3d> corner = support_corner(frame.other_half, -seen);
  const Vec3d x = frame.from_other(corner.point);
  const BoxFeature face{n[i] < 0 ? 0U : 1U << i, 7U & ~(1U << i)};
  Vec3d on_face = x;
  on_face[i] = with_sign(frame.half[i], n[i] > 0);
  if (absolute(x[p]) <= frame.half[p] && absolute(x[q]) <= frame.half[q]) {
    r = {on_face, face, {corner.id, 0}, {}};
    return true;
  }
  VertexId level = 0;
  for (int m = 0; m < 3; ++m) {
    const bool is_level = frame.other_half[m] * absolute(seen[m]) <= 2 * error;
    level |= is_level ? 1U << m : 0U;
  }
  if (level == 0 || level == 7U) return false;
  const BoxClip common(frame, i, n, level);
  int least = -1;
  for (int c = 0; c < common.count(); ++c) {
    if (least < 0 || common[c].separation < common[least].separation) least = c;
  }
  if (least < 0) return false;
  r = {common.on_face(common[least].x), common[least].own, common[least].other, common[least].at};
  return true;
}

/// Where two edges cross, A's along its axis i and B's along its axis m.
inline bool find_crossing(const BoxFrame& frame, int i, int m, const Vec3d& n, double rounding, BoxDeepest& r) {
  const VertexId bit_a = 1U << i, bit_b = 1U << m;
  const VertexId a = support_corner(frame.half, n).id & ~bit_a,
                 b = support_corner(frame.other_half, -frame.to_other(n)).id & ~bit_b;
  Vec3d on_a = corner_of(frame.half, a), on_b = corner_of(frame.other_half, b);
  on_a[i] = on_b[m] = 0;
  const Vec3d e = frame.other_axis(m), between = frame.from_other(on_b) - on_a;
  const int p = (i + 1) % 3, q = (i + 2) % 3;
  // Across the edge of A, within the plane of both edges.
  const double slope = n[p] * e[q] - n[q] * e[p], beside = n[p] * between[q] - n[q] * between[p];
  const double ends_b = frame.other_half[m], ends_a = frame.half[i];
  double s = -beside / slope;
  s = s < -ends_b ? -ends_b : s < ends_b ? s : ends_b;
  double t = between[i] + e[i] * s;
  t = t < -ends_a ? -ends_a : t < ends_a ? t : ends_a;
  on_a[i] = t;
  Vec3d gap = between + e * s;
  gap[i] -= t;
  if (!(norm_squared(gap - n * dot(n, gap)) <= rounding * rounding)) return false;
  r = {on_a, {a, bit_a}, {b, bit_b}, {ends_b > 0 ? s / ends_b : 0, 0}};
  return true;
}

/// Writes up to three pairs of vertices that the deepest points are combinations of. The features extend along at most
/// two axes in all, and the point is in one of the two triangles of that parallelogram.
inline void set_features(const BoxDeepest& d, const Vec3d& half, bool own_is_a, EpaResult<3>& r) {
  VertexId own[2] = {}, other[2] = {};  // the steps along the axes
  double at[2] = {};
  int count = 0;
  for (int j = 0; j < 3; ++j) {
    if ((d.own.extends >> j & 1U) == 0) continue;
    own[count] = 1U << j;
    at[count++] = half[j] > 0 ? d.point[j] / half[j] : 0;
  }
  for (int j = 0, k = 0; j < 3; ++j) {
    if ((d.other.extends >> j & 1U) == 0) continue;
    other[count] = 1U << j;
    at[count++] = d.other_at[k++];
  }
  const auto add = [&](bool first, bool second) {
    const VertexId x = d.own.corner | (first ? own[0] : 0U) | (second ? own[1] : 0U);
    const VertexId y = d.other.corner | (first ? other[0] : 0U) | (second ? other[1] : 0U);
    r.feature_a[r.feature_count] = own_is_a ? x : y;
    r.feature_b[r.feature_count++] = own_is_a ? y : x;
  };
  add(false, false);
  if (count > 0) add(true, true);
  if (count > 1 && at[0] != at[1]) add(at[0] > at[1], at[0] < at[1]);
}

/// The depth of two boxes. Lengths are in the scale of the difference, points and normals along the axes of the world,
/// relative to the center of A.
class BoxDepth {
 public:
  /// `first`: the second box as it is seen from the first, which is B if `swapped`. `center_in_second`: see BoxAxes.
  /// `t`: from the center of A to that of B.
  ABUT_INLINE BoxDepth(const MatrixPair<3>& matrices, const BoxFrame& first, const Vec3d& center_in_second,
                       bool swapped, const Vec3d& t, const GjkLimits& limits, const BoxErrors& errors)
      : matrices_(matrices), t_(t), limits_(limits), axes_(first, center_in_second, errors), swapped_(swapped) {}

  BoxVerdict decide() { return axes_.decide(); }
  BoxAxes& axes() { return axes_; }
  BoxFrame frame_a() const { return swapped_ ? axes_.frame_b() : axes_.frame_a(); }

  /// Whether the bounds are as near as the contract allows.
  bool keeps_contract() const { return axes_.upper() - axes_.lower() <= limits_.contract_width; }
  double lower() const { return axes_.lower(); }
  double upper() const { return axes_.upper(); }
  /// The depth, within them.
  double value() const {
    const double value = axes_.value();
    return value < lower() ? lower() : value > upper() ? upper() : value;
  }

  /// The points, if the boxes are found to be deep. False if the bounds are wider than the contract allows, or if the
  /// points are not above each other.
  bool find(EpaResult<3>& r) {
    r.lower = lower();
    r.upper = upper();
    if (!keeps_contract()) return false;
    if (!find_points(r) && !(axes_.prefer_edges() && find_points(r))) return false;
    r.unique_normal = axes_.is_unique(Polytope<3>::same_direction);
    r.status = Status::converged;
    return true;
  }

  /// Unit vector from A to B along the axis, in the world, off by the rounding of its length and of a rotation.
  Vec3d normal() const {
    const bool is_second = axes_.axis().is_face_of_b();
    const Vec3d n = is_second ? -axes_.normal_in_b() : axes_.normal_in_a();
    const VecPair<3> image = matrices_.to_world(VecPair<3>::of(n, n));
    return is_second == swapped_ ? image.a() : -image.b();
  }

  /// The same in the frame of A.
  Vec3d normal_in_a() const {
    if (!swapped_) return axes_.normal_in_a();
    return axes_.axis().is_face_of_b() ? -axes_.normal_in_b() : -axes_.frame_a().to_other(axes_.normal_in_a());
  }

  /// The depth and its points along the axis.
  bool find_points(EpaResult<3>& r) const {
    r.depth = value();
    const BoxAxis axis = axes_.axis();
    const bool is_second = axis.is_face_of_b();  // the box that owns the reference face
    const BoxFrame frame = is_second ? axes_.frame_b() : axes_.frame_a();
    const Vec3d n = is_second ? -axes_.normal_in_b() : axes_.normal_in_a();
    BoxDeepest deepest;
    const bool found = axis.number < 6
                           ? find_deepest_below(frame, axis.face(), n, axes_.error(), deepest)
                           : find_crossing(frame, axis.edge_of_a(), axis.edge_of_b(), n, 2 * axes_.error(), deepest);
    if (!found) return false;
    set_points(deepest, n, is_second == swapped_, r);
    set_features(deepest, frame.half, is_second == swapped_, r);
    return true;
  }

 private:
  /// `n`: from the reference box, which is A if `own_is_a`, to the other.
  void set_points(const BoxDeepest& deepest, const Vec3d& n, bool own_is_a, EpaResult<3>& r) const {
    const VecPair<3> point = matrices_.to_world(VecPair<3>::of(deepest.point, deepest.point)),
                     normal = matrices_.to_world(VecPair<3>::of(n, n));
    if (own_is_a) {
      r.normal = normal.a();
      r.point_a = point.a();
      r.point_b = r.point_a - r.normal * r.depth;
    } else {
      r.normal = -normal.b();
      r.point_b = point.b() + t_;
      r.point_a = r.point_b + r.normal * r.depth;
    }
  }

  const MatrixPair<3>& matrices_;
  const Vec3d& t_;
  const GjkLimits& limits_;
  BoxAxes axes_;
  bool swapped_;
};

/// The boxes of a difference, for verdicts and for depths in float. Refers to the difference and to the limits.
///
/// The axes of one box in the frame of the other are products of the matrices, where there is room for their errors: 11
/// for each matrix and 8.4 for the product, e = 32.
template <class Set>
ABUT_INLINE BoxDepth coarse_box_depth(const Set& set, const GjkLimits& limits) {
  const Vec3d& t = set.translation();
  const VecPair<3> local = set.matrices().to_local(t);
  const BoxFrame frame = box_frame(set.matrices(), set.scaled(widen(as_box(set.core_a())->half)),
                                   set.scaled(widen(as_box(set.core_b())->half)), local.a());
  return {set.matrices(), frame, local.b(), false, t, limits, BoxErrors(32, 32, limits.size, 0, limits.size)};
}

/// The same for depths. In double the axes of one box in the frame of the other come from relative(), 2, and its
/// matrix, 11. An entry of that matrix that is computed as 0 is a difference of equal products, each at most half and
/// off by u of itself, times 2: it is off by 2, and two such entries and the rotation by less than e' = 6. In double
/// the larger box comes first: the terms of nearly parallel edges are lengths of the second.
template <class Set>
ABUT_INLINE BoxDepth box_depth(const Set& set, const GjkLimits& limits) {
  if constexpr (std::same_as<typename Set::T, float>) {
    return coarse_box_depth(set, limits);
  } else {
    const Vec3d& t = set.translation();
    const VecPair<3> local = set.matrices().to_local(t);
    const Vec3d half_a = set.scaled(widen(as_box(set.core_a())->half)),
                half_b = set.scaled(widen(as_box(set.core_b())->half));
    const RotationPair<3> q = set.rotations();
    const Matrix<3> m = matrix(
        relative(Rotation3d{q.w.a(), q.x.a(), q.y.a(), q.z.a()}, Rotation3d{q.w.b(), q.x.b(), q.y.b(), q.z.b()}));
    BoxFrame frame{half_a, half_b, {}, local.a()};
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) frame.axis[i][k] = m.row[i][k];
    }
    const double h = square_root(norm_squared(half_a)), k = square_root(norm_squared(half_b));
    const BoxErrors errors(relative_roundings<3> + 11, 6, h, k, square_root(norm_squared(t)));
    if (k > h) return {set.matrices(), frame.swapped(-local.b()), -local.a(), true, t, limits, errors};
    return {set.matrices(), frame, local.b(), false, t, limits, errors};
  }
}

}  // namespace abut::detail
