/// The depth of a segment, the core of a ball or capsule, in a box: the least overlap along the axes that separate
/// them, and the deepest points.
///
/// The difference is the box swept along the segment: its faces have the axes of the box as normals, and those
/// perpendicular to an axis of the box and to the segment. If they overlap, the depth is the least of the overlaps. In
/// the frame of the box no axis is rounded: that of an edge is made of two numbers of the segment. So segments that are
/// nearly parallel to an edge need no special case.
///
/// The points prove nothing: the bounds are those of the axes. But they are checked to be above each other.
///
/// Reference: S. Gottschalk, M. Lin and D. Manocha, "OBBTree" (1996), for the axes.
#pragma once

#include <abut/detail/closed_form/round/segment_box.hpp>
#include <abut/detail/epa/epa.hpp>

namespace abut::detail {

template <int D>
class SegmentBoxDepth {
 public:
  using V = Vec<double, D>;
  using Foot = typename BoxSolid<D>::Foot;

  SegmentBoxDepth(const BoxSolid<D>& box, const SegmentInFrame<D>& segment)
      : box_(box),
        segment_(segment),
        error_(segment.error + 4 * unit_roundoff * (length_of(box.half()) + segment.reach)) {}

  /// Finds the depth and the points. False if a bound is not proven, or the points are not above each other.
  bool find(const GjkLimits& limits) {
    try_faces();
    if (!segment_.is_point) try_edges();
    if (!(lower() > 0) || !(upper() - lower() <= limits.contract_width)) return false;
    return find_points() || prefer_edge();
  }

  double lower() const { return least_ - error_; }
  double upper() const { return axis_[best_].value + error_; }
  double value() const { return axis_[best_].value; }
  /// From the box to the segment.
  const V& normal() const { return axis_[best_].normal; }
  double s() const { return s_; }
  WeightedVertices vertices() const { return box_.vertices(foot_); }

  /// Whether no other direction is as near, up to rounding.
  bool is_unique() const {
    const double most = upper() + 2 * error_;
    const V& n = normal();
    if (value() + 2 * absolute(dot(n, segment_.center)) <= most) return false;  // the opposite direction
    for (int i = 0; i < count_; ++i) {
      const bool is_other = absolute(dot(n, axis_[i].normal)) < Polytope<D>::same_direction;
      if (axis_[i].value <= most && is_other) return false;
    }
    return true;
  }

 private:
  struct AxisOverlap {
    double value;
    V normal;
    int along;  ///< the axis of the face, or of the edge; of an edge in 2D, which is a corner, -1
    bool is_edge;
  };

  void add(double value, const V& normal, int along, bool is_edge) {
    axis_[count_] = {value, normal, along, is_edge};
    // The normal of a segment that is level with a face is that of the face.
    if (count_ > 0 && value + (is_edge ? 2 * error_ : 0) < axis_[best_].value) best_ = count_;
    least_ = value < least_ ? value : least_;
    ++count_;
  }

  void try_faces() {
    for (int i = 0; i < D; ++i) {
      const double c = segment_.center[i];
      V n{};
      n[i] = c < 0 ? -1 : 1;
      add((box_.half()[i] - absolute(c)) + absolute(segment_.half[i]), n, i, false);
    }
  }

  /// The height and the extent along a normal round 3 times, and the length of the normal 3 times.
  void try_edges() {
    const V &h = segment_.half, &c = segment_.center, &k = box_.half();
    for (int i = 0; i < (D == 3 ? 3 : 1); ++i) {
      const int p = D == 3 ? (i + 1) % 3 : 0, q = D == 3 ? (i + 2) % 3 : 1;
      const double squared = h[p] * h[p] + h[q] * h[q], height = h[p] * c[q] - h[q] * c[p];
      const double overlap = (k[p] * absolute(h[q]) + k[q] * absolute(h[p])) - absolute(height);
      if (!(squared > 0)) continue;
      const double value = overlap / square_root(squared);
      if (value > upper() + 4 * error_) continue;
      const double over = (height < 0 ? -1 : 1) / square_root(squared);
      V n{};
      n[p] = -h[q] * over;
      n[q] = h[p] * over;
      add(value, n, D == 3 ? i : -1, true);
    }
  }

  /// If no point of the segment is over the face: an edge that is as near, up to rounding.
  bool prefer_edge() {
    const double most = upper() + 2 * error_;
    if (axis_[best_].is_edge) return false;
    for (int i = D; i < count_; ++i) {
      if (axis_[i].value > most) continue;
      best_ = i;
      if (find_points()) return true;
    }
    return false;
  }

  bool find_points() { return axis_[best_].is_edge ? find_crossing() : find_below_face(); }

  /// The deeper end, if it is over the face. If the segment is level with the face, the point next to that end that is.
  bool find_below_face() {
    const AxisOverlap& axis = axis_[best_];
    const int i = axis.along;
    const double slope = segment_.half[i] * axis.normal[i];
    const bool is_level = !segment_.is_point && absolute(slope) <= 2 * error_;
    int limit = -1;  // the axis that limits the part over the face
    double low = -1, high = 1;
    for (int k = 0; k < D && is_level; ++k) {
      if (k == i) continue;
      const double h = segment_.half[k], c = segment_.center[k], side = h < 0 ? -box_.half()[k] : box_.half()[k];
      if (h == 0) continue;
      const double from = (-side - c) / h, to = (side - c) / h;
      if (slope >= 0 && from > low) limit = k;
      if (slope < 0 && to < high) limit = k;
      low = from > low ? from : low;
      high = to < high ? to : high;
    }
    if (!(low <= high)) return false;
    s_ = slope < 0 ? high : low;
    return is_above(segment_.at(s_), i, axis.normal[i] > 0, limit);
  }

  /// Sets the foot of x on the face, where it may be on the edge to the side of axis `limit`.
  bool is_above(const V& x, int i, bool positive, int limit) {
    foot_ = {.off = {}, .x = x, .free = BoxSolid<D>::all_axes & ~(1U << i), .positive = (positive ? 1U : 0U) << i};
    for (int k = 0; k < D; ++k) {
      if (k == i || !(absolute(x[k]) > box_.half()[k] || k == limit)) continue;
      if (absolute(x[k]) > box_.half()[k] + error_) return false;
      foot_.free &= ~(1U << k);
      foot_.positive |= (x[k] > 0 ? 1U : 0U) << k;
    }
    return true;
  }

  /// Where the segment crosses the edge on the side of the normal, seen along it.
  bool find_crossing() {
    const AxisOverlap& axis = axis_[best_];
    V h = segment_.half;
    if (axis.along >= 0) h[axis.along] = 0;
    V corner{};
    foot_ = {};
    for (int k = 0; k < D; ++k) {
      if (k == axis.along) continue;
      corner[k] = with_sign(box_.half()[k], axis.normal[k] > 0);
      foot_.positive |= (axis.normal[k] > 0 ? 1U : 0U) << k;
    }
    s_ = dot(corner - segment_.center, h) / norm_squared(h);
    s_ = s_ < -1 ? -1 : s_ < 1 ? s_ : 1;
    foot_.x = segment_.at(s_);
    V off = foot_.x - corner;
    if (axis.along >= 0) {
      const double at = foot_.x[axis.along], half = box_.half()[axis.along];
      const bool is_end = absolute(at) >= half;
      if (absolute(at) > half + error_) return false;
      off[axis.along] = 0;
      if (!is_end) foot_.free = 1U << axis.along;
      if (is_end && at > 0) foot_.positive |= 1U << axis.along;
    }
    return norm_squared(off + axis.normal * axis.value) <= 4 * error_ * error_;
  }

  const BoxSolid<D>& box_;
  const SegmentInFrame<D>& segment_;
  double error_;
  AxisOverlap axis_[D == 3 ? 6 : 3];
  int best_ = 0, count_ = 0;
  double least_ = infinity<double>;
  double s_ = 1;
  Foot foot_;
};

}  // namespace abut::detail
