/// The depth of two boxes in 3D, from their 15 separating axes.
///
/// B - A is a sum of six segments, the edges of the boxes, around t, the vector between the centers. The normals of its
/// faces are the axes of A, those of B, and the cross products of one of each. Along a unit vector n the boxes overlap
/// by
///     r(n) - |n.t|,  r(n) = sum |n.a_i| h_i + sum |n.b_m| k_m
/// with half extents h and k. Along any n that is an upper bound of the depth, and if it is negative the boxes are
/// apart; if they overlap, the least of the 15 is the depth.
///
/// Reference: S. Gottschalk, "Separating axis theorem" (UNC TR96-024, 1996). Departures: the values have bounds, and
/// edges that are nearly parallel are neither skipped nor divided by a sine that is rounding only:
///
/// - An edge axis is ruled out without its length, if g, the overlap times |a_i x b_m|, is so large that its square
///   exceeds that of the least value times |a_i x b_m|^2.
/// - One that is left is evaluated along L = a_i x b_m as it was computed, in the frame of A, where it is exactly
///   perpendicular to a_i: the true normal rotated about a_i by some angle d. Seen along a_i, B - A is a polygon, and
///   the face of that axis an edge of it, of length 2 k_m s with s = |a_i x b_m| and s sin d <= e, the error of the
///   relative rotation. If that face is the nearest, the foot of the origin is in it, and the plane of L is higher than
///   the face by at most 2 k_m s sin d <= 2 k_m e, however small s is. If other edges of the polygon have normals
///   between the two, the nearest of their own candidates is higher by at most 2 e (k_0 + k_1 + k_2).
/// - One that vanishes is left out: s <= e' then, and the next face around a_i is higher by at most 2 k_m e', and its
///   own candidate by 2 e' (k_m + k_n) more.
///
/// Guarantee: lower <= true depth <= upper where the verdict is `deep`.
#pragma once

#include <abut/detail/closed_form/box_frame.hpp>

#include <bit>
#include <utility>

namespace abut::detail {

/// The errors of the values, in units of u. The axes of B in the frame of A are off by e times a length; t in either
/// frame by 16.25 |t|, for the rotation and for the difference that it is. To a value an axis of A adds e |k|, and an
/// axis of B e |h|; the edges, evaluated along L, add e |k|. Products, sums, the root and the quotient add at most 8 of
/// |h|, 11 of |k| and 2 of |t|; g has also e |h| and e |t|.
struct BoxErrors {
  double value, shortcut, turn;
  double vanished;  ///< the length of a cross product that vanishes, e'

  BoxErrors(double e, double vanished_turn, double h, double k, double t)
      : value(((e + 11) * (h > k ? h : k) + 8 * (h > k ? k : h) + 18.25 * t) * unit_roundoff),
        shortcut((e + 20) * (h + k + t) * unit_roundoff),
        turn(e * unit_roundoff),
        vanished(vanished_turn * unit_roundoff) {}
};

enum class BoxVerdict {
  apart,  ///< `axis` separates them
  deep,   ///< they overlap, by more than rounding
  open,   ///< rounding decides
};

/// One of the 15 axes: 0 to 2 are those of A, 3 to 5 those of B, 6 + 3 i + m is the cross product of A's i and B's m.
struct BoxAxis {
  int number = 0;

  bool is_face_of_a() const { return number < 3; }
  bool is_face_of_b() const { return number >= 3 && number < 6; }
  /// The number of the axis of a face.
  int face() const { return number < 3 ? number : number - 3; }
  /// Those of two edges.
  int edge_of_a() const { return (number - 6) / 3; }
  int edge_of_b() const { return (number - 6) % 3; }
};

class BoxAxes {
 public:
  /// `frame`: B as seen from A. `center_in_b`: the vector from the center of A to that of B, in the frame of B.
  ABUT_INLINE BoxAxes(const BoxFrame& frame, const Vec3d& center_in_b, const BoxErrors& errors)
      : a_(frame),
        t_in_b_(center_in_b),
        error_(errors.value),
        shortcut_error_(errors.shortcut),
        length_error_(4 * errors.turn),
        rise_(2 * errors.turn * sum(frame.other_half)),
        vanished_rise_(2 * errors.vanished * (sum(frame.other_half) + max_abs(frame.other_half))) {}

  ABUT_NO_INLINE BoxVerdict decide() {
    if (!try_faces() || !try_edges()) return BoxVerdict::apart;
    return lower() > 0 ? BoxVerdict::deep : BoxVerdict::open;
  }

  /// A lower bound of the gap along a direction of the frame of A, of any length, evaluated as an edge axis is.
  ABUT_INLINE double gap_along(const Vec3d& d) const {
    const Vec3d seen = a_.to_other(d);
    double extent = 0;
    for (int j = 0; j < 3; ++j) extent += a_.half[j] * absolute(d[j]);
    for (int j = 0; j < 3; ++j) extent += a_.other_half[j] * absolute(seen[j]);
    return (dot(d, a_.center) - extent) / square_root(norm_squared(d)) - error_;
  }

  // The halves of decide(), for a query that looks for a common point in between.

  /// False if one of the six axes of faces separates the boxes.
  ABUT_INLINE bool try_faces() {
    const Vec3d &h = a_.half, &k = a_.other_half;
    double r[3][3];
    for (int i = 0; i < 3; ++i) {
      for (int m = 0; m < 3; ++m) r[i][m] = absolute(a_.axis[i][m]);
    }
    for (int i = 0; i < 3; ++i) {
      face_[i] = h[i] + (r[i][0] * k.x + r[i][1] * k.y + r[i][2] * k.z) - absolute(a_.center[i]);
      face_[i + 3] = k[i] + (r[0][i] * h.x + r[1][i] * h.y + r[2][i] * h.z) - absolute(t_in_b_[i]);
    }
    value_ = face_[0];
    axis_.number = 0;
    for (int i = 1; i < 6; ++i) {
      axis_.number = face_[i] < value_ ? i : axis_.number;
      value_ = face_[i] < value_ ? face_[i] : value_;
    }
    lower_ = value_ - error_;
    upper_ = value_ + error_;
    return !(upper_ < 0);
  }

  /// False if one of the nine axes of two edges separates the boxes; after try_faces().
  ABUT_INLINE bool try_edges() {
    const double bar = upper_ + 2 * error_;
    for (unsigned left = edges_left(bar * bar, std::make_integer_sequence<int, 9>()); left != 0; left &= left - 1) {
      const int pair = std::countr_zero(left);
      if (!try_edge(pair / 3, pair % 3)) return false;
    }
    return true;
  }

  const BoxAxis& axis() const { return axis_; }
  /// Takes the nearest of the edge axes in place of that of a face, if they are equally near up to rounding.
  bool prefer_edges() {
    int best = -1;
    for (int i = 0; i < count_; ++i) {
      if (best < 0 || edge_[i].value < edge_[best].value) best = i;
    }
    if (best < 0 || axis_.number >= 6 || edge_[best].value > upper_ + 2 * error_) return false;
    value_ = edge_[best].value;
    axis_.number = edge_[best].number;
    return true;
  }
  /// The overlap along the axis, up to error(); negative if there is a gap.
  double value() const { return value_; }
  double error() const { return error_; }
  double lower() const { return lower_ - (vanishes_ ? vanished_rise_ : 0); }
  double upper() const { return upper_; }
  const BoxFrame& frame_a() const { return a_; }
  BoxFrame frame_b() const { return a_.swapped(-t_in_b_); }

  /// Unit vector from A to B along the axis, in the frame of A.
  Vec3d normal_in_a() const {
    const Vec3d n = unit_along(axis_);
    return height_along(axis_, n) < 0 ? -n : n;
  }
  /// The same in the frame of B, for an axis of B.
  Vec3d normal_in_b() const {
    Vec3d n{};
    n[axis_.face()] = t_in_b_[axis_.face()] < 0 ? -1 : 1;
    return n;
  }

  /// Whether no other direction is as near, up to rounding. `same`: the cosine from which directions are the same.
  bool is_unique(double same) const {
    const double most = upper_ + 2 * error_;
    const Vec3d n = unit_along(axis_);
    if (value_ + 2 * absolute(height_along(axis_, n)) <= most) return false;  // the opposite direction
    const auto is_rival = [&](double value, int number) {
      return value <= most && number != axis_.number && absolute(dot(n, unit_along({number}))) < same;
    };
    for (int i = 0; i < 6; ++i) {
      if (is_rival(face_[i], i)) return false;
    }
    for (int i = 0; i < count_; ++i) {
      if (is_rival(edge_[i].value, edge_[i].number)) return false;
    }
    return true;
  }

 private:
  struct EdgeValue {
    double value;
    int number;
  };

  static double sum(const Vec3d& v) { return v.x + v.y + v.z; }

  /// a_i x b_m in the frame of A.
  Vec3d cross_axis(int i, int m) const {
    Vec3d l{};
    l[(i + 1) % 3] = -a_.axis[(i + 2) % 3][m];
    l[(i + 2) % 3] = a_.axis[(i + 1) % 3][m];
    return l;
  }

  Vec3d unit_along(BoxAxis axis) const {
    if (axis.is_face_of_b()) return a_.other_axis(axis.face());
    Vec3d n{};
    if (axis.is_face_of_a()) {
      n[axis.face()] = 1;
      return n;
    }
    n = cross_axis(axis.edge_of_a(), axis.edge_of_b());
    return n * (1 / square_root(norm_squared(n)));
  }

  /// The vector between the centers along the axis, whose unit vector in the frame of A is n.
  double height_along(BoxAxis axis, const Vec3d& n) const {
    return axis.is_face_of_b() ? t_in_b_[axis.face()] : dot(n, a_.center);
  }

  /// A bit for each edge axis that is not ruled out. There is no branch: which ones are left is unpredictable.
  template <int... Pair>
  ABUT_INLINE unsigned edges_left(double bar_squared, std::integer_sequence<int, Pair...>) const {
    return ((is_ruled_out<Pair / 3, Pair % 3>(bar_squared) ? 0U : 1U << Pair) | ...);
  }

  /// Whether the overlap along a_i x b_m exceeds the bar.
  template <int I, int M>
  ABUT_INLINE bool is_ruled_out(double bar_squared) const {
    constexpr int p = (I + 1) % 3, q = (I + 2) % 3, v = (M + 1) % 3, w = (M + 2) % 3;
    const double lp = a_.axis[q][M], lq = a_.axis[p][M];
    const double g = a_.half[p] * absolute(lp) + a_.half[q] * absolute(lq) +
                     a_.other_half[v] * absolute(a_.axis[I][w]) + a_.other_half[w] * absolute(a_.axis[I][v]) -
                     absolute(a_.center[q] * lq - a_.center[p] * lp) - shortcut_error_;
    const bool is_positive = g > 0, is_above = g * g > bar_squared * (lp * lp + lq * lq + length_error_);
    return is_positive & is_above;
  }

  /// Evaluates an edge axis for itself. False if it separates the boxes. An edge axis must be nearer than a face by
  /// more than rounding, so that the normal of parallel boxes is that of a face.
  ABUT_NO_INLINE bool try_edge(int i, int m) {
    const Vec3d l = cross_axis(i, m), seen = a_.to_other(l);
    const double squared = norm_squared(l);
    if (!(squared > 0)) {
      vanishes_ = true;
      return true;
    }
    double extent = 0;
    for (int j = 0; j < 3; ++j) extent += a_.half[j] * absolute(l[j]);
    for (int j = 0; j < 3; ++j) extent += j == m ? 0 : a_.other_half[j] * absolute(seen[j]);
    const double value = (extent - absolute(dot(l, a_.center))) / square_root(squared);
    const int number = 6 + 3 * i + m;
    edge_[count_++] = {value, number};
    const double low = value - error_ - rise_, high = value + error_;
    lower_ = low < lower_ ? low : lower_;
    upper_ = high < upper_ ? high : upper_;
    if (high < 0 || high + error_ < value_) {
      value_ = value;
      axis_.number = number;
    }
    return !(high < 0);
  }

  BoxFrame a_;
  Vec3d t_in_b_;
  double error_, shortcut_error_, length_error_, rise_, vanished_rise_;
  double value_ = 0, lower_ = 0, upper_ = 0;
  BoxAxis axis_;
  bool vanishes_ = false;  ///< an edge axis was zero
  double face_[6];
  EdgeValue edge_[9];
  int count_ = 0;
};

}  // namespace abut::detail
