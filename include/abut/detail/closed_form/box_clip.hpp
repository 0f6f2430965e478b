/// The common part of a face of one box and of the face or edge of another that faces it.
///
/// Everything is computed in the frame of the box that owns the reference face. The other box's feature is projected
/// along the normal onto the plane of the face, where it is a parallelogram or a segment, and clipped by the rectangle:
/// each of its edges against two slabs, then the corners of the rectangle against the parallelogram. The normal need
/// not be that of the face: where two edges are nearer than either face, it is perpendicular to both.
///
/// A corner that lies on a side within rounding may be kept or lost, and corners may coincide.
#pragma once

#include <abut/detail/closed_form/box_frame.hpp>

#include <bit>

namespace abut::detail {

/// A corner of the common part. The point of the other box is above that of the face, along the normal.
struct BoxClipCorner {
  Vec2d x;            ///< in the plane of the face, along its two axes
  double separation;  ///< along the normal; negative below the face
  BoxFeature own, other;
  Vec2d at;  ///< where in its feature the point of the other box is, from -1 to 1 along each axis in which it extends
};

class BoxClip {
 public:
  static constexpr int most = 12;

  /// The reference face is that of axis i towards the normal `n`, which is of length 1. `level`: the axes in which the
  /// feature of the other box extends, one or two.
  BoxClip(const BoxFrame& frame, int i, const Vec3d& n, VertexId level)
      : frame_(frame),
        n_(n),
        i_(i),
        p_(i < 2 ? i + 1 : 0),
        q_(i > 0 ? i - 1 : 2),
        side_(n[i] < 0 ? -1 : 1),
        over_(1 / absolute(n[i])),
        half_{frame.half[p_], frame.half[q_]},
        face_{n[i] < 0 ? 0U : 1U << i, 7U & ~(1U << i)},
        feature_{support_corner(frame.other_half, -frame.to_other(n)).id & ~level, level} {
    Vec3d middle = corner_of(frame.other_half, feature_.corner);
    for (int m = 0; m < 3; ++m) middle[m] = (level >> m & 1U) != 0 ? 0 : middle[m];
    const Vec3d center = frame.from_other(middle);
    middle_ = projected(center, (side_ * center[i_] - frame.half[i_]) * over_);
    const int u = std::countr_zero(level), w = 31 - std::countl_zero(level);
    along_u_ = edge_along(u);
    if (u == w) {
      clip_edge(middle_, along_u_, {feature_.corner, 1U << u}, 1, true);
    } else {
      along_w_ = edge_along(w);
      const VertexId bit_u = 1U << u, bit_w = 1U << w, corner = feature_.corner;
      clip_edge(middle_ - along_w_, along_u_, {corner, bit_u}, 1, false);
      clip_edge(middle_ + along_u_, along_w_, {corner | bit_u, bit_w}, 1, false);
      clip_edge(middle_ + along_w_, -along_u_, {corner | bit_w, bit_u}, -1, false);
      clip_edge(middle_ - along_u_, -along_w_, {corner, bit_w}, -1, false);
      add_own_corners();
    }
  }

  int count() const { return count_; }
  const BoxClipCorner& operator[](int c) const { return corner_[c]; }

  /// The normal of the reference face is along this axis, at this coordinate.
  int axis() const { return i_; }
  double height() const { return side_ * frame_.half[i_]; }
  /// The axes in the plane.
  int first_axis() const { return p_; }
  int second_axis() const { return q_; }
  /// The point of the reference face, in its frame.
  Vec3d on_face(const Vec2d& x) const {
    Vec3d r;
    r[i_] = height();
    r[p_] = x.x;
    r[q_] = x.y;
    return r;
  }

 private:
  /// A point of the plane and its height above the face, along the normal.
  struct Lifted {
    Vec2d x;
    double z;

    friend Lifted operator+(const Lifted& a, const Lifted& b) { return {a.x + b.x, a.z + b.z}; }
    friend Lifted operator-(const Lifted& a, const Lifted& b) { return {a.x - b.x, a.z - b.z}; }
    friend Lifted operator-(const Lifted& a) { return {-a.x, -a.z}; }
    Lifted at(const Lifted& along, double t) const { return {x + along.x * t, z + along.z * t}; }
  };

  Lifted projected(const Vec3d& y, double z) const { return {{y[p_] - z * n_[p_], y[q_] - z * n_[q_]}, z}; }
  Lifted edge_along(int m) const {
    const Vec3d e = frame_.other_axis(m) * frame_.other_half[m];
    return projected(e, side_ * e[i_] * over_);
  }

  void add(const Lifted& p, BoxFeature own, BoxFeature other, Vec2d at) {
    corner_[count_++] = {p.x, p.z, own, other, at};
  }

  /// An edge of the rectangle: at the upper or lower end of axis k, 0 or 1 for p and q.
  BoxFeature side(int k, bool upper) const {
    const VertexId bit = 1U << (k == 0 ? p_ : q_);
    return {face_.corner | (upper ? bit : 0U), face_.extends & ~bit};
  }

  /// The part of an edge of the other box within the rectangle: from `middle` - `along` to `middle` + `along`. `sign`:
  /// +1 if that is from its lower to its upper end. Its end is added if `whole`; otherwise it is the start of the next
  /// edge.
  void clip_edge(const Lifted& middle, const Lifted& along, BoxFeature edge, double sign, bool whole) {
    double low = -1, high = 1;
    int low_side = -1, high_side = -1;
    for (int k = 0; k < 2; ++k) {
      const double d = along.x[k], h = half_[k], c = middle.x[k];
      if (d == 0) {
        if (absolute(c) > h) return;
        continue;
      }
      const double over = 1 / d, first = (-h - c) * over, second = (h - c) * over;
      const double enter = d > 0 ? first : second, leave = d > 0 ? second : first;
      if (enter > low) {
        low = enter;
        low_side = 2 * k + (d > 0 ? 0 : 1);
      }
      if (leave < high) {
        high = leave;
        high_side = 2 * k + (d > 0 ? 1 : 0);
      }
    }
    if (!(low <= high)) return;
    if (low_side >= 0) {
      add(middle.at(along, low), side(low_side / 2, low_side % 2 != 0), edge, {sign * low, 0});
    } else {
      add(middle - along, face_, {sign > 0 ? edge.corner : edge.corner | edge.extends, 0}, {});
    }
    if (high_side >= 0) {
      add(middle.at(along, high), side(high_side / 2, high_side % 2 != 0), edge, {sign * high, 0});
    } else if (whole) {
      add(middle + along, face_, {sign > 0 ? edge.corner | edge.extends : edge.corner, 0}, {});
    }
  }

  /// The corners of the rectangle that are within the parallelogram.
  void add_own_corners() {
    const double determinant = cross(along_u_.x, along_w_.x), over = 1 / determinant;
    if (determinant == 0) return;
    for (VertexId c = 0; c < 4; ++c) {
      const bool x = (c & 1U) != 0, y = (c & 2U) != 0;
      const Vec2d offset = Vec2d{with_sign(half_.x, x), with_sign(half_.y, y)} - middle_.x;
      const double s = cross(offset, along_w_.x) * over, t = cross(along_u_.x, offset) * over;
      const bool is_inside = absolute(s) <= 1 && absolute(t) <= 1;
      if (!is_inside) continue;
      const VertexId own = face_.corner | (x ? 1U << p_ : 0U) | (y ? 1U << q_ : 0U);
      add({offset + middle_.x, middle_.z + along_u_.z * s + along_w_.z * t}, {own, 0}, feature_, {s, t});
    }
  }

  const BoxFrame& frame_;
  Vec3d n_;
  int i_, p_, q_;
  double side_, over_;
  Vec2d half_;
  BoxFeature face_, feature_;
  Lifted middle_{}, along_u_{}, along_w_{};
  union {
    BoxClipCorner corner_[most];  ///< the first `count_` are set
  };
  int count_ = 0;
};

}  // namespace abut::detail
