/// The nearest points of a segment, the core of a ball or capsule, and of a convex shape that knows its point nearest
/// to a point: a box or a triangle. In 2D and 3D, with bounds.
///
/// Along the segment, x = c + s h, half the square of the distance has the slope g = h.(x - z), z being the point of
/// the shape nearest to x. It grows with s, linearly as long as z stays on the same feature. So s is an end where g
/// does not point inward, first of all the end next to the shape; else Newton's method finds the zero of g, in as many
/// steps as there are features on the way, kept between the points where g was negative and where it was positive.
///
/// None of this is trusted. x - z is the difference of points of both, whatever s is, and for any v
///     (v.(x - z) - (|v.h| + s v.h) - (the shape's rise above z along v)) / |v|
/// is the height of a plane between them. v is x - z; between the ends, made perpendicular to the segment and to the
/// feature, from which rounding has rotated it. If the bounds do not meet, GJK answers.
///
/// Reference: C. Ericson, "Real-Time Collision Detection" (2005), 5.1.4 and 5.1.5 for the points nearest to a point;
/// for piecewise linear equations by Newton's method L. Qi and J. Sun, "A nonsmooth version of Newton's method" (1993).
#pragma once

#include <abut/detail/closed_form/round/segment_in_frame.hpp>
#include <abut/detail/gjk/bounds.hpp>

namespace abut::detail {

/// A vertex of the other shape, and its weight in the nearest point.
struct WeightedVertex {
  VertexId id = 0;
  double weight = 0;
};

/// Those of a feature; of a point inside of a shape, those of a tetrahedron.
struct WeightedVertices {
  static constexpr int most = 4;

  WeightedVertex vertex[most];
  int count = 0;

  void add(VertexId id, double weight) { vertex[count++] = {id, weight}; }
};

/// Calls add(vertex, end) for pairs of the given vertices and of both ends of a segment, such that some weights of the
/// pairs make the point of the vertices and that of the segment at s at once. At most one pair more than vertices.
template <class F>
ABUT_INLINE void couple(const WeightedVertices& own, bool is_point, double s, const F& add) {
  const bool has_first = s < 1 && !is_point, has_last = s > -1 && !is_point;
  double left = has_first ? 0.5 - 0.5 * s : 2;  // the weight of the first end that is not used up
  bool at_first = has_first || is_point;
  for (int i = 0; i < WeightedVertices::most && i < own.count; ++i) {  // or g++ -O3 fears that it reads past the array
    add(own.vertex[i].id, at_first ? 0U : 1U);
    left -= own.vertex[i].weight;
    if (!at_first || !has_last || left > 0) continue;
    at_first = false;
    if (left < 0) add(own.vertex[i].id, 1U);
  }
}

/// `Solid` is the other shape: see BoxSolid and TriangleSolid. Its Foot has `off`, from the nearest point to x.
template <class Solid>
class SegmentNearest {
 public:
  static constexpr int D = Solid::D;
  using V = Vec<double, D>;
  using Foot = typename Solid::Foot;

  ABUT_INLINE SegmentNearest(const Solid& solid, const SegmentInFrame<D>& segment) : solid_(solid), segment_(segment) {}

  /// Finds the nearest points. False if that takes too many steps.
  ABUT_INLINE bool search() {
    const V& h = segment_.half;
    s_ = dot(segment_.center - solid_.middle(), h) > 0 ? -1 : 1;
    foot_ = solid_.foot(segment_.at(s_));
    is_inside_ = foot_.is_inside();
    if (segment_.is_point) return true;
    slope_ = dot(h, foot_.off);
    return slope_ * s_ <= 0 || search_between();
  }

  /// Whether a point of the segment is inside of the shape. If it is not an end, the point is then where it enters.
  bool is_inside() const { return is_inside_; }
  double s() const { return s_; }
  const Foot& foot() const { return foot_; }

  /// Proves both bounds and sets v, the direction of the lower one. False if they do not meet. What is clamped to a box
  /// is exact: at an end, where the slope points outward, v = x - z loses nothing but the rounding of x and of v.h.
  ABUT_INLINE bool prove(const GjkLimits& limits) {
    if constexpr (Solid::foot_is_exact) {
      if (!is_between_ends()) {
        const double of_x = segment_.error + u * segment_.reach;
        length_ = length_of(foot_.off);
        over_length_ = 1 / length_;
        upper_ = length_ * (1 + 5 * u) + of_x;
        lower_ = length_ * (1 - 8 * u) - (of_x + (segment_.is_point ? 0 : 3 * u * segment_.reach));
        return lower_ > 0 && bounds_keep_contract(lower_, upper_, limits);
      }
    }
    v_ = foot_.off;
    return prove_along(limits);
  }

  /// A plane between them along x - z as it was found, for little: whether it shows that they are further apart than
  /// `least`.
  ABUT_INLINE bool is_apart(double least) {
    v_ = foot_.off;
    const double height = dot(v_, segment_.center) - solid_.height_along(v_) - absolute(dot(v_, segment_.half));
    over_length_ = 1 / length_of(v_);
    const double gap = height * over_length_;
    lower_ = gap - 8 * u * (segment_.reach + solid_.reach()) - segment_.error;
    return lower_ > least;
  }

  bool is_between_ends() const { return !segment_.is_point && s_ > -1 && s_ < 1; }
  double lower() const { return lower_; }
  double upper() const { return upper_; }
  double length() const { return length_; }
  /// Of the lower bound: it is that of the points, or straightened.
  const V& direction() const { return v_; }
  bool is_along_off() const { return !is_straight_; }
  double over_length() const { return over_length_; }

 private:
  static constexpr double u = unit_roundoff;

  /// A parameter with the slope there, if it was visited.
  struct Bracket {
    double s, slope;
    bool is_known;
  };

  /// Twice the pieces of the slope that a segment can pass on its way by a box, seven.
  static constexpr int most_steps = 14;

  /// From an end at which the slope points inward.
  ABUT_NO_INLINE bool search_between() {
    const V& h = segment_.half;
    const bool is_first = s_ < 0;
    Bracket low{-1, 0, false}, high{1, 0, false};
    for (int step = 0; step < most_steps; ++step) {
      (slope_ > 0 ? high : low) = {s_, slope_, true};
      double next = s_ - slope_ / solid_.rate(foot_, h);
      if (next == s_) return true;
      const bool is_solved = next > low.s && next < high.s;  // if the point then stays on the feature
      if (!is_solved) {
        const Bracket& other = slope_ > 0 ? low : high;
        next = other.is_known ? low.s + (high.s - low.s) * (low.slope / (low.slope - high.slope)) : other.s;
      }
      s_ = next;
      const V x = segment_.at(s_);
      const Foot last = foot_;
      foot_ = solid_.foot(x);
      slope_ = dot(h, foot_.off);
      if (foot_.is_inside() || norm_squared(foot_.off) <= segment_.error * segment_.error) {
        is_inside_ = true;
        foot_ = solid_.entry(segment_, is_first, s_);
        return true;
      }
      const bool is_end = s_ == 1 || s_ == -1;
      if ((is_solved && solid_.has_same_feature(foot_, last)) || (is_end && slope_ * s_ <= 0)) return true;
      if (!(solid_.rate(foot_, h) > 0)) {
        // The segment is level with a feature, or inside. It got there where it left the last feature.
        foot_ = solid_.foot_on(last, x);
        return true;
      }
      if (slope_ == 0) return true;
    }
    return false;
  }

  ABUT_NO_INLINE bool prove_along(const GjkLimits& limits) {
    const V x = segment_.at(s_);
    solid_.settle(foot_, x);
    if (is_between_ends() || Solid::is_face(foot_)) straighten();
    if (is_met(limits)) return true;
    if (Solid::is_face(foot_) ? !solid_.refine(foot_, x) : is_straight_ || !straighten()) return false;
    return is_met(limits);
  }

  ABUT_INLINE bool straighten() {
    return is_straight_ = solid_.straighten(foot_, is_between_ends() ? segment_.half : V{}, v_);
  }

  /// The upper bound: 5 u of its length, and the rounding of x. The lower bound along v: 8 u of that length for v.(x -
  /// z), |v|, their quotient and the differences; 6 u of |h| for v.h, twice; and the same of x.
  ABUT_INLINE bool is_met(const GjkLimits& limits) {
    const double of_x = segment_.error + u * segment_.reach;
    length_ = length_of(foot_.off);
    upper_ = length_ * (1 + 5 * u) + of_x + solid_.foot_error();
    double lost = solid_.rise(foot_, v_);
    if (!segment_.is_point) {
      const double along = dot(segment_.half, v_);
      lost += absolute(along) + s_ * along;
    }
    over_length_ = 1 / length_of(v_);
    const double height = (dot(v_, foot_.off) - lost) * over_length_;
    lower_ = height - 8 * u * length_ - (of_x + 3 * u * segment_.reach + solid_.rise_error());
    return lower_ > 0 && lower_ <= upper_ && is_aligned(foot_.off, v_ * over_length_, limits) &&
           bounds_keep_contract(lower_, upper_, limits);
  }

  const Solid& solid_;
  const SegmentInFrame<D>& segment_;
  double s_ = 0, slope_ = 0;
  Foot foot_;
  bool is_inside_ = false, is_straight_ = false;
  V v_{};
  double over_length_ = 0, length_ = 0, lower_ = 0, upper_ = 0;
};

}  // namespace abut::detail
