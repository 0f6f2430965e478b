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

/// How many of three bits are set. Without an instruction for it, std::popcount() is a call.
ABUT_INLINE int count_of_three(VertexId bits) {
  return static_cast<int>((bits & 1U) + (bits >> 1 & 1U) + (bits >> 2 & 1U));
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

/// The reference face of a clip along the axes of the world, for two points at a time.
class FaceInWorld {
 public:
  /// `center`: of the box that has the face, A's or B's.
  FaceInWorld(const MatrixPair<3>& matrices, const BoxClip& clip, bool is_of_a, const Vec3d& center)
      : p_(column(matrices, clip.first_axis(), is_of_a)), q_(column(matrices, clip.second_axis(), is_of_a)) {
    middle_ = column(matrices, clip.axis(), is_of_a) * clip.height() + VecPair<3>::of(center, center);
  }

  VecPair<3> at(const Vec2d& x, const Vec2d& y) const {
    return middle_ + (p_ * ScalarPair::of(x.x, y.x) + q_ * ScalarPair::of(x.y, y.y));
  }

 private:
  /// Twice the same.
  static VecPair<3> column(const MatrixPair<3>& m, int i, bool is_of_a) {
    return VecPair<3>::from([&](int k) {
      const ScalarPair entry = m.entry(k, i);
      return is_of_a ? entry.a_twice() : entry.b_twice();
    });
  }

  VecPair<3> middle_, p_, q_;
};

template <class Set>
class BoxManifold {
 public:
  using T = typename Set::T;

  /// `frame`: B as seen from A. `normal`, `world_normal`: unit vector from A to B, in the frame of A and in the world.
  BoxManifold(const Set& set, const BoxFrame& frame, const Vec3d& normal, const Vec3d& world_normal,
              const ContactOptions<T, 3>& options)
      : set_(set),
        frame_(frame),
        n_(normal),
        seen_(frame.to_other(normal)),
        world_normal_(world_normal),
        options_(options),
        level_a_(level_axes(n_, double(options.slope))),
        level_b_(level_axes(seen_, double(options.slope))) {}

  /// Sets the points of the contact, whose bounds are known, where one of the boxes touches with a face. False if none
  /// does, or if no corner of the common part is as deep as is proven.
  bool find_at_face(Contact<T, 3>& r) const { return touches_with_face() && clip_face(r) == Clipped::deep; }

  /// The same wherever they touch. False if general faces have to be clipped: with a slope so great that all axes of a
  /// box are level, for two edges side by side, or if no corner is as deep as is proven.
  bool find(const Separation<T, 3>& s, Contact<T, 3>& r) const {
    if (level_a_ == 7U || level_b_ == 7U) return false;
    if (touches_with_face()) {
      const Clipped clipped = clip_face(r);
      return clipped == Clipped::deep || (clipped == Clipped::empty && add_deepest(s, r));
    }
    const bool are_edges = level_a_ != 0 && level_b_ != 0;
    return !(are_edges && are_side_by_side()) && add_deepest(s, r);
  }

 private:
  enum class Clipped { empty, shallow, deep };

  /// One with a face, and the other not with a corner.
  bool touches_with_face() const {
    const int axes_a = count_of_three(level_a_), axes_b = count_of_three(level_b_);
    return axes_a < 3 && axes_b < 3 && axes_a > 0 && axes_b > 0 && axes_a + axes_b > 2;
  }

  /// Whether two edges, seen along the normal, are parallel within the slope.
  bool are_side_by_side() const {
    const int i = std::countr_zero(level_a_), m = std::countr_zero(level_b_);
    const Vec3d e = frame_.other_axis(m);
    Vec3d a{};
    a[i] = 1;
    const double across = dot(n_, cross(a, e)), along = e[i] - n_[i] * seen_[m];
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

  /// The face of A comes first.
  Clipped clip_face(Contact<T, 3>& r) const {
    if (count_of_three(level_a_) == 2) return add_corners(frame_, n_, level_a_, level_b_, true, r);
    const Vec3d center = frame_.to_other(-frame_.center);
    return add_corners(frame_.swapped(center), -seen_, level_b_, level_a_, false, r);
  }

  Clipped add_corners(const BoxFrame& frame, const Vec3d& n, VertexId own, VertexId other, bool own_is_a,
                      Contact<T, 3>& r) const {
    const BoxClip clip(frame, std::countr_zero(~own), n, other);
    const BoxClipCandidates candidates{clip, clip.count()};
    int chosen[Contact<T, 3>::most];
    const int most = options_.max_points < Contact<T, 3>::most ? options_.max_points : Contact<T, 3>::most;
    const int count = Spread(candidates).choose(most, set_.scaled(double(options_.margin)), chosen);
    if (count == 0) return Clipped::empty;
    const BoxClipCorner& deepest = clip[chosen[0]];
    if (!(narrow<T>(set_.unscaled(deepest.separation)) <= r.upper)) return Clipped::shallow;
    r.count = count;
    const FaceInWorld face(set_.matrices(), clip, own_is_a, own_is_a ? Vec3d{} : set_.translation());
    for (int i = 0; i < count; i += 2) {
      const int next = i + 1 < count ? i + 1 : i;
      set_points(face, clip[chosen[i]], clip[chosen[next]], own_is_a, r.points[i], r.points[next]);
    }
    return Clipped::deep;
  }

  /// Two points side by side; they may be the same.
  void set_points(const FaceInWorld& face, const BoxClipCorner& c, const BoxClipCorner& d, bool own_is_a,
                  ContactPoint<T, 3>& first, ContactPoint<T, 3>& second) const {
    const ScalarPair separation = ScalarPair::of(c.separation, d.separation);
    const VecPair<3> own = face.at(c.x, d.x),
                     gap = VecPair<3>::of(world_normal_, world_normal_) * (own_is_a ? separation : -separation),
                     on_own = set_.world(own), on_other = set_.world(own + gap);
    const NarrowedPair<T> narrowed(ScalarPair::of(set_.unscaled(c.separation), set_.unscaled(d.separation)));
    second.separation = narrowed.b;
    first.separation = narrowed.a;
    narrow_points(own_is_a ? on_own : on_other, first.point_a, second.point_a);
    narrow_points(own_is_a ? on_other : on_own, first.point_b, second.point_b);
    set_features(c, own_is_a, first);
    set_features(d, own_is_a, second);
  }

  static void narrow_points(const VecPair<3>& x, Vec<T, 3>& first, Vec<T, 3>& second) {
    const NarrowedPair<T> along_x(x.x[0]), along_y(x.x[1]), along_z(x.x[2]);
    first = {along_x.a, along_y.a, along_z.a};
    second = {along_x.b, along_y.b, along_z.b};
  }

  static void set_features(const BoxClipCorner& c, bool own_is_a, ContactPoint<T, 3>& point) {
    point.id_a = feature_id(own_is_a ? c.own : c.other);
    point.id_b = feature_id(own_is_a ? c.other : c.own);
  }

  const Set& set_;
  const BoxFrame& frame_;
  Vec3d n_, seen_, world_normal_;
  const ContactOptions<T, 3>& options_;
  VertexId level_a_, level_b_;
};

}  // namespace abut::detail
