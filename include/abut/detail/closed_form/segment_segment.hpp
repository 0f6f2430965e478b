/// The nearest points of two segments, in closed form: for points, segments, balls and capsules, whose cores are points
/// or segments.
///
/// A is { c_a + s h_a : -1 <= s <= 1 }, B likewise, c = c_b - c_a; a point is a segment with h = 0. They are nearest
/// where their lines are, or at an end: see closed_form/segment_parameters.hpp.
///
/// Reference: V. Lumelsky (1985); C. Ericson, "Real-Time Collision Detection" (2005), 5.1.9. Departure: none of this is
/// trusted. As in GJK the bounds are computed from what was found: p = c + s_b h_b - s_a h_a is a point of B - A
/// whatever s_a and s_b are within [-1, 1], and for any v
///     (v.c - |v.h_a| - |v.h_b|) / |v|
/// is the height of a plane below all of it. v = p is used, unless the cores are so near that the rounding of p rotates
/// it; then p is straightened: made perpendicular to the segments that it meets between their ends. If the bounds do
/// not meet after that either, GJK answers.
///
/// Both segments are computed side by side, each from its own point of view: c and p go from it to the other. So there
/// is no sign to negate and nothing to repeat.
#pragma once

#include <abut/detail/closed_form/segment_parameters.hpp>
#include <abut/detail/gjk/bounds.hpp>
#include <abut/detail/numeric/rotation_pair.hpp>
#include <abut/detail/numeric/vec_pair.hpp>

namespace abut::detail {

/// Whether both cores may be points or segments.
template <class A, class B>
inline constexpr bool may_be_segments =
    may_be_segment<typename CoreAndPose<A>::Core> && may_be_segment<typename CoreAndPose<B>::Core>;

/// The nearest points of the segments, and their bounds.
template <int D>
struct SegmentPoints {
  ScalarPair s;                              ///< from -1 to 1: the points c_a + s_a h_a, c_b + s_b h_b
  VecPair<D> along;                          ///< s_a h_a, s_b h_b
  VecPair<D> p;                              ///< from each point to the other's
  ScalarPair squared, over_squared, length;  ///< on both sides: |p|^2, 1 / |p|^2, |p|
  VecPair<D> outward;                        ///< unit vectors from each to the other
  ScalarPair bounds;  ///< lower bound of the signed distance of the cores; minus the upper bound of their distance
  bool meets = false;

  Vec<double, D> normal() const { return outward.a(); }
  double lower() const { return bounds.a(); }
  double upper() const { return -bounds.b(); }
};

/// Two cores that are points or segments, as a difference B - A with a bound on its rounding errors: the counterpart of
/// minkowski/difference.hpp, with the same frame (the origin of A's, along the axes of the world) and the same meaning
/// of its lengths. Sizes near overflow or underflow are rescaled by a power of two.
template <Shape A, Shape B>
class SegmentPair {
 public:
  using T = ScalarOf<A>;
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;
  static constexpr bool posed = CoreAndPose<A>::placed || CoreAndPose<B>::placed;

  ABUT_INLINE SegmentPair(const A& a, const B& b) : a_(a), b_(b) {
    const auto& core_a = a_.core;
    const auto& core_b = b_.core;
    const VertexId last_a = core_vertices(core_a) - 1, last_b = core_vertices(core_b) - 1;
    if (last_a > 1 || last_b > 1) return;  // a type-erased shape that is neither a point nor a segment
    const auto& pose_a = a_.pose();
    const auto& pose_b = b_.pose();
    const QuaternionPair<D> rotation(RotationPair<D>(pose_a.q, pose_b.q));  // first, because of its latency
    const StoredVecPair first(core_a.vertex(0), core_b.vertex(0));
    const StoredVecPair last(core_a.vertex(last_a), core_b.vertex(last_b));
    centered_ = are_opposite(first, last);
    first_ = first.widened();
    last_ = last.widened();
    const StoredVecPair position(pose_a.p, pose_b.p);
    position_ = position.widened();
    radius_ = ScalarPair::of(detail::radius(core_a), detail::radius(core_b));
    valid_ = below(radius_, 0) == 0 && is_core_valid(core_a) && is_core_valid(core_b) &&
             (!posed || is_float || rotation.is_valid);
    find_centers(rotation);
    if constexpr (is_float) {
      const bool near = posed ? are_all_below(position, far) : are_all_below(first, far) && are_all_below(last, far);
      within_range_ = near && (sum(extent_) + radii_).a() < far;
    }
    if constexpr (!is_float) {
      if (!needs_no_scaling()) rescale(rotation);
    }
  }

  /// False as well for a rotation near overflow or underflow, which is left to GJK. Numbers that are not finite show
  /// later: they give no bounds.
  bool is_valid() const { return valid_; }

  /// In float: no coordinate of the shapes is near overflow.
  ABUT_INLINE bool is_within_range() const { return within_range_; }

  double radii() const { return radii_.a(); }
  V in_frame_of_a(const V& d) const { return transposed_times(matrix(rescaled(a_.pose().q)), d); }

  /// Finds the nearest points and their bounds; false if the bounds do not meet. `robust`: for cores that nearly touch.
  template <bool robust>
  ABUT_INLINE bool find_nearest(double tolerance, SegmentPoints<D>& r) {
    return robust ? find_robustly(tolerance, r) : find_fast(tolerance, r);
  }

  ABUT_INLINE bool find_fast(double tolerance, SegmentPoints<D>& r) {
    if (is_float && !within_range_) [[unlikely]]
      return false;
    r.s = parameters(squares_).template quick<!is_float>();
    place_points(r);
    const ScalarPair over_length = r.length * r.over_squared;
    bound(plane_below(r) * over_length, r);
    r.outward = r.p * over_length;
    return r.lower() > 0 && (is_float ? positive_bounds_meet(tolerance, r) : bounds_meet(tolerance, r)) &&
           !(D == 2 && are_both_inside(r.s));
  }

  bool find_robustly(double tolerance, SegmentPoints<D>& r) {
    r.s = parameters(dot(h_, h_)).robust();
    place_points(r);
    measure(r.length);
    if (D == 2 && are_both_inside(r.s)) slide_to_end(r);
    Direction best;
    straighten(r, best);
    const double rounding_of_p = 8 * u * size_.a();
    r.meets = !(best.height > error_.a()) && r.length.a() <= rounding_of_p;
    if (r.meets) consider_across(best);
    bound(ScalarPair::twice(best.height), r);
    const V normal = best.v * (1 / square_root(norm_squared(best.v)));
    r.outward = VecPair<D>::of(normal, -normal);
    const V off = r.p.a() - normal * dot(normal, r.p.a());
    const bool aligned = r.meets || norm_squared(off) <= rounding_of_p * rounding_of_p;
    const bool finite = size_.a() < infinity<double>;
    return finite && aligned && bounds_meet(tolerance, r);
  }

  // --- The answer, in the user's lengths ---

  /// The lower bound of the signed distance, and minus the upper one, both to be rounded down.
  ABUT_INLINE ScalarPair signed_bounds(const SegmentPoints<D>& r) const {
    const ScalarPair apart = r.bounds - opposite_at_b(radii_);
    if constexpr (is_float) {
      return apart;
    } else {
      const ScalarPair error = (radii_ + absolute(r.bounds)) * (3 * u);  // radii_error()
      const ScalarPair bounds = apart - where_above(radii_, ScalarPair::twice(0), error);
      if (scale_ == 1) return bounds;
      return ScalarPair::of(unscaled_down<T>(bounds.a(), scale_, inverse_scale_),
                            unscaled_down<T>(bounds.b(), scale_, inverse_scale_));
    }
  }
  /// The signed distance, to be rounded to nearest.
  ABUT_INLINE double signed_distance(const SegmentPoints<D>& r) const {
    const double length = r.meets ? 0 : r.length.a();
    if constexpr (is_float) return length - radii();  // the lower bound is below it by more than rounding
    return ((length < r.lower() ? r.lower() : length) - radii()) * inverse_scale_;
  }

  /// Both points in the world, radii included.
  ABUT_INLINE VecPair<D> surface_points(const SegmentPoints<D>& r) const {
    VecPair<D> x;
    if constexpr (posed) {
      x = base_ + r.along;
    } else {
      // Measured from the nearer end, which the user gave.
      const ScalarPair one = ScalarPair::twice(1), from_end = where_negative(r.s, one + r.s, r.s - one);
      x = VecPair<D>::from([&](int i) { return where_negative(r.s, first_.x[i], last_.x[i]) + h_.x[i] * from_end; });
    }
    x = x + r.outward * radius_;
    return is_float ? x : x * inverse_scale_;
  }

 private:
  static constexpr double u = unit_roundoff;
  static constexpr bool is_float = std::same_as<T, float>;
  static constexpr float far = 0x1p125F;  ///< four times this is still finite

  template <class S>
  static bool is_core_valid(const S& core) {
    if constexpr (requires { core.is_valid(); }) {
      return core.is_valid();
    } else {
      return true;
    }
  }

  ABUT_INLINE void find_centers(const QuaternionPair<D>& rotation) {
    radii_ = sum(radius_);
    if constexpr (posed) {
      rotate_both(rotation);
    } else {
      set_unrotated();
    }
  }

  /// As Difference::needs_no_scaling: no product of six lengths over- or underflows. False as well if the square of a
  /// length has done so.
  bool needs_no_scaling() const {
    const double all = (sum(extent_) + apart_ + radii_).a();
    return all > 0x1p-40 && all < 0x1p40;
  }

  /// Scales by the power of two that brings what is left after the subtractions to about 1; if sums might overflow, by
  /// sixteenths first.
  ABUT_COLD void rescale(const QuaternionPair<D>& rotation) {
    if (!(largest_lengths() < 0x1p1000)) multiply(0x1p-4, rotation);
    const double all = largest_lengths(), least = 0x1p-1022 / scale_;  // so that its inverse is finite
    const double factor = inverse_power_of_two(all);
    if (all > 0) multiply(factor > least ? factor : least, rotation);
    inverse_scale_ = 1 / scale_;
  }

  /// Computed from the given numbers, without squares, which might over- or underflow, and without halves, which would
  /// round subnormal numbers.
  double largest_lengths() const {
    const VecPair<D> h = last_ - first_;
    double all = radii() + max_abs(h.a()) + max_abs(h.b());
    if constexpr (posed) {
      all += max_abs(position_.b() - position_.a()) + max_abs(first_.a()) + max_abs(first_.b());
    } else {
      all += max_abs(first_.b() - first_.a());
    }
    return all;
  }

  void multiply(double factor, const QuaternionPair<D>& rotation) {
    scale_ *= factor;
    first_ = first_ * factor;
    last_ = last_ * factor;
    position_ = position_ * factor;
    radius_ = radius_ * factor;
    arms_ = ScalarPair::twice(0);
    find_centers(rotation);
  }

  /// From each end to the other's: opposite vectors, bit for bit, as are their sums. Proofs take either for the other.
  ABUT_INLINE static VecPair<D> to_other(const VecPair<D>& v) { return v.swapped() - v; }

  /// The sum of A's and B's, on both sides.
  ABUT_INLINE static ScalarPair sum(ScalarPair x) { return x + x.swapped(); }
  ABUT_INLINE static ScalarPair length_of(const VecPair<D>& v) { return square_root(dot(v, v)); }

  ABUT_INLINE void rotate_both(const QuaternionPair<D>& rotation) {
    c_ = to_other(position_);
    base_ = position_;
    if constexpr (!is_float) apart_ = length_of(c_);
    if (centered_) {
      set_half(last_, rotation);
    } else {
      set_half((last_ - first_) * 0.5, rotation);
      const VecPair<D> center = rotation.rotated((first_ + last_) * 0.5);
      const ScalarPair arm = length_of(center);
      c_ = c_ + to_other(center);
      base_ = base_ + center;
      extent_ = extent_ + arm;
      arms_ = sum(arm);
    }
  }
  ABUT_INLINE void set_half(const VecPair<D>& half, const QuaternionPair<D>& rotation) {
    h_ = rotation.rotated(half);
    squares_ = is_float ? dot(half, half) : dot(h_, h_);  // in float, without waiting for the rotation
    extent_ = square_root(squares_);
  }

  /// The difference of the centers is that of the ends: if both are far from the origin, nothing is lost.
  ABUT_INLINE void set_unrotated() {
    h_ = (last_ - first_) * 0.5;
    c_ = to_other(first_) * 0.5 + to_other(last_) * 0.5;
    squares_ = dot(h_, h_);
    extent_ = square_root(squares_);
    if constexpr (!is_float) apart_ = length_of(c_);
  }

  template <class S>
  ABUT_INLINE static double image_roundings(const CoreAndPose<S>& s) {
    return s.is_placed() ? QuaternionPair<D>::roundings + 1 : 1;
  }

  /// The size, and the errors of h, c, and of a radius that is a sum. In double, term by term. In float one bound for
  /// all of it: the terms are below 42 u size, and a rounding of double is a billionth of that of float.
  ABUT_INLINE void measure(ScalarPair length) {
    const double of_radii = radius_rounding(a_.core) + radius_rounding(b_.core);
    const ScalarPair reach = sum(extent_);
    if constexpr (is_float) {
      size_ = (reach + reach + radii_) + length;  // |t| <= |c| + arms, |c| <= |p| + |h_a| + |h_b|
      error_ = size_ * (48 * u);
    } else {
      size_ = reach + radii_ + apart_;
      // Placed: half a sum or difference, and its image; t, the difference of the centers, and their sum. Otherwise h,
      // and c: two differences, a sum.
      const ScalarPair images =
          posed ? sum(extent_ * ScalarPair::of(image_roundings(a_), image_roundings(b_))) + (apart_ * 3 + arms_ * 2)
                : (reach + apart_) * 2;
      // v.c, v.h_a and v.h_b: D roundings each and two for their sum, one of which is relative. For the point, s_a h_a
      // and s_b h_b, and their difference.
      error_ = (images + size_ * ScalarPair::of(D + 1.0, 2.0)) * u;
    }
    if (of_radii > 0) error_ = error_ + ScalarPair::twice(of_radii * u);
  }
  template <class S>
  double radius_rounding(const S& core) const {
    return detail::support_error(core, {}, scale_).point;
  }

  /// A plane's height is off by 1 for its last sum, 1.5 for |v|^2, and up to 4 for a root, a quotient and two products;
  /// the length of p by 1 for its sum with c and 2.5 for |p|.
  ABUT_INLINE void bound(ScalarPair height, SegmentPoints<D>& r) {
    measure(r.length);
    const ScalarPair found = a_and_b(height, opposite_at_b(r.length));
    r.bounds = (is_float ? found : found - absolute(found) * ScalarPair::of(7 * u, 4 * u)) - error_;
  }

  /// As in gjk/bounds.hpp: up to the tolerance, and to the rounding in excess of the errors that the bounds contain
  /// anyway.
  ABUT_INLINE bool bounds_meet(double tolerance, const SegmentPoints<D>& r) const {
    const double upper = r.upper(), apart = upper - radii(), gap = upper - positive(r.lower());
    double width = (sum(error_) + size_ * ((D + 9) * u)).a();
    if constexpr (!is_float) {
      const double contract = (posed ? 64 : 32) * u * size_.a() - 4 * radii_error(radii(), upper);
      width = contract < width ? contract : width;
    }
    return gap <= positive(tolerance * apart) + width;
  }
  ABUT_INLINE static double positive(double x) { return x > 0 ? x : 0; }

  /// In float, if the lower bound is positive: the same test in the lengths of the answer, which are computed anyway
  /// and ready first. Both errors are the same, and (D + 9) u size is no more than a quarter of one.
  ABUT_INLINE bool positive_bounds_meet(double tolerance, const SegmentPoints<D>& r) const {
    const ScalarPair apart = signed_bounds(r), other = apart.swapped();  // lower and -upper, -upper and lower
    const ScalarPair allowed = error_ * 2.25 - where_above(ScalarPair::twice(0), other, other) * tolerance;
    return (apart + other + allowed).a() >= 0;
  }

  /// On both sides: |p| times the height of the plane across p, p.c - |p.h_a| - |p.h_b|. As c = p + s_a h_a - s_b h_b
  /// up to the rounding of p, 2 u size, the first is also |p|^2 + s_a p.h_a - s_b p.h_b, which has less latency.
  ABUT_INLINE ScalarPair plane_below(const SegmentPoints<D>& r) const {
    const ScalarPair slope = dot(h_, r.p);
    if constexpr (is_float) return r.squared + sum(r.s * slope - absolute(slope));
    return dot(r.p, c_) - sum(absolute(slope));
  }

  // --- The nearest points ---

  ABUT_INLINE SegmentParameters<D> parameters(ScalarPair squares) const { return {h_, c_, squares}; }

  ABUT_INLINE void place_points(SegmentPoints<D>& r) const {
    r.along = h_ * r.s;
    r.p = c_ + to_other(r.along);
    r.squared = dot(r.p, r.p);
    r.over_squared = ScalarPair::twice(1) / r.squared;
    r.length = square_root(r.squared);
  }

  ABUT_INLINE static bool are_both_inside(ScalarPair s) { return between(s, -1, 1) == 3; }

  /// In 2D, segments that are nearest between their ends either cross or are parallel, and an end is as near. Then two
  /// pairs of vertices span the point, not three.
  void slide_to_end(SegmentPoints<D>& r) const {
    const SegmentParameters<D> n = parameters(dot(h_, h_));
    const double least = r.length.a() + 8 * u * size_.a();  // the rounding of p
    for (const double end : {-1.0, 1.0}) {
      const ScalarPair at_end = ScalarPair::twice(end);
      for (const ScalarPair s : {a_and_b(at_end, n.nearest_to(at_end)), a_and_b(n.nearest_to(at_end), at_end)}) {
        SegmentPoints<D> slid = r;
        slid.s = s;
        place_points(slid);
        const double length = slid.length.a();
        if (length <= least && (are_both_inside(r.s) || length < r.length.a())) r = slid;
      }
    }
  }

  // --- Cores that nearly touch ---

  struct Direction {
    V v = axis<double, D>(0);
    double height = -infinity<double>;
  };

  /// The square of a product of lengths might underflow; that of a direction scaled to about 1 does not. (Zero stays
  /// zero, and its height is NaN.)
  void consider(const V& direction, Direction& best) const {
    const V v = scale_direction(direction);
    const ScalarPair lost = absolute(dot(h_, v));
    const double height = (dot(v, c_.a()) - (lost.a() + lost.b())) / square_root(norm_squared(v));
    if (height > best.height) best = {v, height};
  }
  void consider_either_sign(const V& v, Direction& best) const { consider(dot(v, c_.a()) < 0 ? -v : v, best); }

  /// p made perpendicular to the segments along which it loses height: it should rest on a plane through them, but
  /// rounding, u size, has rotated it. What is left of v.h then is a rounding of |v| |h|, however short v is.
  void straighten(const SegmentPoints<D>& r, Direction& best) const {
    const V a = h_.a(), b = h_.b(), p = r.p.a();
    const ScalarPair slope = dot(h_, r.p);
    const unsigned lost = above(absolute(slope), r.s * slope);
    const bool lost_a = (lost & 1U) != 0, lost_b = (lost & 2U) != 0;
    consider(p, best);
    if (!lost_a && !lost_b) return;
    const bool a_first = lost_a && (!lost_b || norm_squared(a) >= norm_squared(b));
    const V h = a_first ? a : b, other = a_first ? b : a;
    const V v = perpendicular_part(p, h);
    consider(v, best);
    if (lost_a && lost_b) consider(perpendicular_part(v, perpendicular_part(other, h)), best);
  }

  static V perpendicular_part(const V& v, const V& h) { return v - h * (dot(v, h) / norm_squared(h)); }

  /// If p is nothing but rounding: considers the planes that touch along a segment, and keeps the least deep.
  void consider_across(Direction& best) const {
    const V a = h_.a(), b = h_.b();
    if constexpr (D == 2) {
      consider_either_sign(cross(a, 1.0), best);
      consider_either_sign(cross(b, 1.0), best);
    } else {
      consider_either_sign(cross(a, b), best);
      const V& h = norm_squared(a) >= norm_squared(b) ? a : b;
      consider_either_sign(perpendicular(h), best);
    }
    consider_either_sign(axis<double, D>(0), best);
  }

  CoreAndPose<A> a_;
  CoreAndPose<B> b_;
  VecPair<D> first_{}, last_{};  ///< the ends in their frames
  VecPair<D> position_{};        ///< origins of the frames
  VecPair<D> base_{};            ///< the centers in the world
  VecPair<D> h_{};
  VecPair<D> c_{};  ///< from each center to the other's
  ScalarPair radius_{};
  ScalarPair squares_{};                            ///< |h|^2
  ScalarPair extent_{};                             ///< |h|; with poses, plus the length of the center
  ScalarPair apart_{}, arms_{}, radii_{}, size_{};  ///< the same on both sides
  ScalarPair error_{};                              ///< errors of a plane's height, and of p
  double scale_ = 1, inverse_scale_ = 1;
  bool centered_ = false;      ///< both, at the origins of their frames
  bool within_range_ = false;  ///< in float: no coordinate is near overflow
  bool valid_ = false;
};

}  // namespace abut::detail
