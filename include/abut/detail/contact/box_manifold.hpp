/// The contact manifold of two boxes in 3D.
///
/// An axis of a box along which the normal rises by at most the slope is level: a box touches with a face, an edge or a
/// corner, if two of its axes are level, one or none. A face is clipped against the face or edge of the other box
/// (closed_form/box_clip.hpp); nothing needs to be sorted or wrapped, as for general faces. Only the points that are
/// chosen are rotated into the world.
#pragma once

#include <abut/contact.hpp>
#include <abut/detail/closed_form/box_clip.hpp>
#include <abut/detail/contact/spread.hpp>
#include <abut/detail/minkowski/difference.hpp>

#include <bit>

namespace abut::detail {

/// The axes of a box along which n, of length 1 and in its frame, rises by at most the slope.
ABUT_INLINE VertexId level_axes(const Vec3d& n, double slope) {
  const double squared = slope * slope, most = squared / (1 + squared);
  return (n.x * n.x <= most ? 1U : 0U) | (n.y * n.y <= most ? 2U : 0U) | (n.z * n.z <= most ? 4U : 0U);
}

/// The id of a feature of a box. A face has the ids of its three lowest vertices.
inline FeatureId feature_id(BoxFeature f) {
  const VertexId low = f.extends & (0U - f.extends), high = f.extends ^ low;
  if (low == 0) return {FeatureKind::vertex, {f.corner, no_vertex, no_vertex}};
  if (high == 0) return {FeatureKind::edge, {f.corner, f.corner | low, no_vertex}};
  return {FeatureKind::face, {f.corner, f.corner | low, f.corner | high}};
}

/// The smallest feature of a box that has these vertices.
inline BoxFeature box_feature(const VertexId* ids, int count) {
  VertexId all = 7U, any = 0;
  for (int i = 0; i < count; ++i) {
    all &= ids[i];
    any |= ids[i];
  }
  return {all, any ^ all};
}

/// The corners of a clipped face as candidates.
struct BoxClipCandidates {
  static constexpr bool span_area = true;
  static constexpr int most = BoxClip::most;

  const BoxClip& clip;
  int count;

  const Vec2d& at(int i) const { return clip[i].x; }
  double separation(int i) const { return clip[i].separation; }
};

template <class Set>
class BoxManifold {
 public:
  using T = typename Set::T;

  /// `frame`: B as seen from A. `normal`: unit vector from A to B, in the frame of A.
  BoxManifold(const Set& set, const BoxFrame& frame, const Vec3d& normal, const ContactOptions<T, 3>& options)
      : set_(set), frame_(frame), n_(normal), options_(options) {}

  /// Sets the points of the contact, whose bounds are known. False if general faces have to be clipped: with a slope so
  /// great that all axes of a box are level, for two edges side by side, or if no corner is as deep as is proven.
  bool find(const Separation<T, 3>& s, Contact<T, 3>& r) const {
    const Vec3d seen = frame_.to_other(n_);
    const double slope = double(options_.slope);
    const VertexId level_a = level_axes(n_, slope), level_b = level_axes(seen, slope);
    const int axes_a = std::popcount(level_a), axes_b = std::popcount(level_b);
    if (axes_a > 2 || axes_b > 2) return false;
    if (axes_a == 0 || axes_b == 0) return add_deepest(s, r);
    if (axes_a == 2) return add_corners(frame_, n_, level_a, level_b, true, s, r);
    if (axes_b == 2) {
      const Vec3d center = frame_.to_other(-frame_.center);
      return add_corners(frame_.swapped(center), -seen, level_b, level_a, false, s, r);
    }
    return !are_side_by_side(std::countr_zero(level_a), std::countr_zero(level_b), seen) && add_deepest(s, r);
  }

 private:
  /// Whether two edges, seen along the normal, are parallel within the slope.
  bool are_side_by_side(int i, int m, const Vec3d& seen) const {
    const Vec3d e = frame_.other_axis(m);
    Vec3d a{};
    a[i] = 1;
    const double across = dot(n_, cross(a, e)), along = e[i] - n_[i] * seen[m];
    return absolute(across) <= double(options_.slope) * absolute(along);
  }

  bool add_deepest(const Separation<T, 3>& s, Contact<T, 3>& r) const {
    r.points[0] = {.point_a = s.point_a,
                   .point_b = s.point_b,
                   .separation = s.separation,
                   .id_a = feature_id(box_feature(s.feature_a, s.feature_count)),
                   .id_b = feature_id(box_feature(s.feature_b, s.feature_count))};
    r.count = 1;
    return true;
  }

  bool add_corners(const BoxFrame& frame, const Vec3d& n, VertexId own, VertexId other, bool own_is_a,
                   const Separation<T, 3>& s, Contact<T, 3>& r) const {
    const BoxClip clip(frame, std::countr_zero(~own), n, other);
    if (clip.count() == 0) return add_deepest(s, r);
    bool deep = false;
    for (int i = 0; i < clip.count(); ++i) deep = deep || narrow<T>(set_.unscaled(clip[i].separation)) <= s.upper;
    if (!deep) return false;
    int chosen[Contact<T, 3>::most];
    const int most = options_.max_points < Contact<T, 3>::most ? options_.max_points : Contact<T, 3>::most;
    const BoxClipCandidates candidates{clip, clip.count()};
    r.count = Spread(candidates).choose(most, set_.scaled(double(options_.margin)), chosen);
    const VecPair<3> normals = set_.matrices().to_world(VecPair<3>::of(n, n));
    const Vec3d world = own_is_a ? normals.a() : normals.b();
    for (int i = 0; i < r.count; ++i) r.points[i] = point(clip, clip[chosen[i]], world, own_is_a);
    return true;
  }

  /// `n`: from the face to the other box, in the world.
  ContactPoint<T, 3> point(const BoxClip& clip, const BoxClipCorner& c, const Vec3d& n, bool own_is_a) const {
    const Vec3d x = clip.on_face(c.x);
    const VecPair<3> image = set_.matrices().to_world(VecPair<3>::of(x, x));
    const Vec3d own = own_is_a ? image.a() : image.b() + set_.translation(), other = own + n * c.separation;
    const FeatureId own_id = feature_id(c.own), other_id = feature_id(c.other);
    return {.point_a = narrow_within_range<T>(set_.world(own_is_a ? own : other)),
            .point_b = narrow_within_range<T>(set_.world(own_is_a ? other : own)),
            .separation = narrow_within_range<T>(set_.unscaled(c.separation)),
            .id_a = own_is_a ? own_id : other_id,
            .id_b = own_is_a ? other_id : own_id};
  }

  const Set& set_;
  const BoxFrame& frame_;
  Vec3d n_;
  const ContactOptions<T, 3>& options_;
};

}  // namespace abut::detail
