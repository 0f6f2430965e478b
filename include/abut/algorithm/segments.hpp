/// The nearest points of two segments, in closed form: for points, segments, balls and capsules, whose cores are nothing else.
///
/// A is { c_a + s h_a : -1 <= s <= 1 }, B likewise, c = c_b - c_a; a point is a segment with h = 0. The lines are nearest at
/// s_a = ((c x h_b) . n) / |n|^2, n = h_a x h_b; cut off at the ends, s_b is the point of B nearest to that, and s_a the point of
/// A nearest to s_b (V. Lumelsky 1985; C. Ericson, "Real-Time Collision Detection", 5.1.9). Where they are parallel any s_a will do to begin with.
///
/// Departure: nothing of this is trusted. As in GJK the bounds are computed from what was found: p = c + s_b h_b - s_a h_a is a point of
/// B - A whatever s_a and s_b are within [-1, 1], and for any v
///     (v.c - |v.h_a| - |v.h_b|) / |v|
/// is the height of a plane below all of it. v = p will do, unless the cores are so near that the rounding of p turns it; then p
/// is straightened: made perpendicular to the segments that it meets between their ends. If the bounds do not meet after that
/// either, the pair is left to GJK.
#pragma once

#include <abut/algorithm/gjk_bounds.hpp>
#include <abut/algorithm/half_turn.hpp>
#include <abut/algorithm/segment_features.hpp>

namespace abut::detail {

/// Whether both cores may be points or segments.
template <class A, class B>
inline constexpr bool may_be_segments =
    may_be_segment<typename Operand<A>::Core> && may_be_segment<typename Operand<B>::Core>;

/// Where the segments are nearest, and what is proven of it.
template <int D>
struct SegmentPoints {
  Both s;                  ///< from -1 to 1: the points c_a + s_a h_a, c_b + s_b h_b
  BothVec<D> from_center;  ///< s_a h_a, s_b h_b
  Vec<double, D> p;        ///< from the point of A to that of B
  double squared, length;  ///< |p|^2, |p|

  double lower, upper;  ///< of the signed distance of the cores, and of their distance
  Vec<double, D> normal;
  bool meets = false;
};

/// Two cores that are points or segments, as a set B - A with an account of its rounding: what difference.hpp is for any two
/// shapes, with the same frame (the origin of A's, along the axes of the world) and the same meaning of its lengths. Sizes at
/// the ends of the range are rescaled by a power of two.
template <Shape A, Shape B>
class SegmentPair {
 public:
  using T = ScalarOf<A>;
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;
  static constexpr bool posed = Operand<A>::placed || Operand<B>::placed;

  ABUT_INLINE SegmentPair(const A& a, const B& b) : a_(a), b_(b) {
    const auto& core_a = a_.core;
    const auto& core_b = b_.core;
    const VertexId last_a = core_vertices(core_a) - 1, last_b = core_vertices(core_b) - 1;
    if (last_a > 1 || last_b > 1) return;  // what is known at run time only: it is neither
    const auto& pose_a = a_.pose();
    const auto& pose_b = b_.pose();
    const HalfTurn<D> turn(RotationPair<D>(pose_a.q, pose_b.q));  // first: what takes longest
    first_ = BothVec<D>::of(core_a.vertex(0), core_b.vertex(0));
    last_ = BothVec<D>::of(core_a.vertex(last_a), core_b.vertex(last_b));
    position_ = BothVec<D>::of(pose_a.p, pose_b.p);
    radius_ = Both::of(detail::radius(core_a), detail::radius(core_b));
    valid_ = below(radius_, 0) == 0 && is_sound(core_a) && is_sound(core_b) && (!posed || turn.is_valid);
    find_place(turn);
    if constexpr (!is_float) {
      if (!is_ordinary()) rescale(turn);
    }
  }

  /// False as well for a rotation of numbers so large or small that GJK had better look at them. Numbers that are not finite show
  /// later: no bounds come of them.
  bool is_valid() const { return valid_; }

  double radii() const { return radii_; }
  V in_frame_of_a(const V& d) const { return transposed_times(matrix(rescaled(a_.pose().q)), d); }

  /// The nearest points and their bounds; false if those do not meet. With care for cores that nearly touch.
  template <bool with_care>
  ABUT_INLINE bool find_nearest(double tolerance, SegmentPoints<D>& r) {
    return with_care ? find_with_care(tolerance, r) : find_at_once(tolerance, r);
  }

  ABUT_INLINE bool find_at_once(double tolerance, SegmentPoints<D>& r) {
    find_points(quick_start(), r);
    const double over_length = r.length * (1 / r.squared);
    const Both lost = absolute(dot(h_, r.p));
    const double height = (dot(r.p, c_) - (lost.a() + lost.b())) * over_length;
    bound(height, r);
    r.normal = r.p * over_length;
    return bounds_meet(tolerance, r) && r.lower > 0 && !(D == 2 && are_both_inside(r.s));
  }

  bool find_with_care(double tolerance, SegmentPoints<D>& r) {
    find_points(careful_start(), r);
    measure(r.length);
    if (D == 2 && are_both_inside(r.s)) slide_to_end(r);
    Direction best;
    straighten(r, best);
    const double rounding_of_p = 8 * u * size_;
    r.meets = !(best.height > support_error_) && r.length <= rounding_of_p;
    if (r.meets) look_across(best);
    bound(best.height, r);
    r.normal = best.v * (1 / square_root(norm_squared(best.v)));
    const V off = r.p - r.normal * dot(r.normal, r.p);
    const bool aligned = r.meets || norm_squared(off) <= rounding_of_p * rounding_of_p;
    const bool finite = size_ < infinity<double>;
    return finite && aligned && bounds_meet(tolerance, r);
  }

  // --- The answer, in the user's lengths ---

  T signed_lower(const SegmentPoints<D>& r) const {
    return unscaled_down<T>(r.lower - radii_ - radii_error_of(r.lower), scale_, inverse_scale_);
  }
  T signed_upper(const SegmentPoints<D>& r) const {
    return unscaled_up<T>(r.upper - radii_ + radii_error_of(r.upper), scale_, inverse_scale_);
  }
  T signed_distance(const SegmentPoints<D>& r) const {
    const double length = r.meets ? 0 : r.length;
    return narrow<T>(((length < r.lower ? r.lower : length) - radii_) * inverse_scale_);
  }

  /// Both points in the world, radii included.
  ABUT_INLINE BothVec<D> surface_points(const SegmentPoints<D>& r) const {
    BothVec<D> x;
    if constexpr (posed) {
      x = base_ + r.from_center;
    } else {
      // From the nearer end, which is the user's number.
      const Both one = Both::twice(1), way = where_negative(r.s, one + r.s, r.s - one);
      for (int i = 0; i < D; ++i) x.x[i] = where_negative(r.s, first_.x[i], last_.x[i]) + h_.x[i] * way;
    }
    const Both outward = radius_ * Both::of(1.0, -1.0);
    for (int i = 0; i < D; ++i) x.x[i] = x.x[i] + outward * r.normal[i];
    return is_float ? x : x * inverse_scale_;
  }

 private:
  static constexpr double u = unit_roundoff;
  static constexpr bool is_float = std::same_as<T, float>;

  template <class S>
  static bool is_sound(const S& core) {
    if constexpr (requires { core.is_valid(); }) {
      return core.is_valid();
    } else {
      return true;
    }
  }

  ABUT_INLINE void find_place(const HalfTurn<D>& turn) {
    radii_ = radius_.a() + radius_.b();
    if constexpr (posed) {
      turn_both(turn);
    } else {
      take_as_they_are();
    }
  }

  /// As Difference::is_ordinary: no product of six lengths over- or underflows. False as well where the square of a length has done so.
  bool is_ordinary() const {
    const double all = extent_.a() + extent_.b() + apart_ + radii_;
    return all > 0x1p-40 && all < 0x1p40;
  }

  /// By the power of two that brings what is left after the subtractions to about 1; where sums might overflow, by sixteenths first.
  ABUT_COLD void rescale(const HalfTurn<D>& turn) {
    if (!(largest_lengths() < 0x1p1000)) multiply(0x1p-4, turn);
    const double all = largest_lengths(), least = 0x1p-1022 / scale_;  // its inverse shall be a number too
    const double factor = inverse_power_of_two(all);
    if (all > 0) multiply(factor > least ? factor : least, turn);
    inverse_scale_ = 1 / scale_;
  }

  /// From the numbers as they are given: without squares, which might over- or underflow, and halves, which subnormal numbers lack.
  double largest_lengths() const {
    const BothVec<D> h = last_ - first_;
    double all = radii_ + max_abs(h.a()) + max_abs(h.b());
    if constexpr (posed) {
      all += max_abs(position_.b() - position_.a()) + max_abs(first_.a()) + max_abs(first_.b());
    } else {
      all += max_abs(first_.b() - first_.a());
    }
    return all;
  }

  void multiply(double factor, const HalfTurn<D>& turn) {
    scale_ *= factor;
    first_ = first_ * factor;
    last_ = last_ * factor;
    position_ = position_ * factor;
    radius_ = radius_ * factor;
    arms_ = 0;
    find_place(turn);
  }

  /// Of both: |v|, or in float a sum that is at least that.
  ABUT_INLINE static Both length_of(const BothVec<D>& v) {
    if constexpr (!is_float) return square_root(dot(v, v));
    Both sum = absolute(v.x[0]);
    for (int i = 1; i < D; ++i) sum = sum + absolute(v.x[i]);
    return sum;
  }

  ABUT_INLINE void turn_both(const HalfTurn<D>& turn) {
    h_ = turn.half(last_ - first_);
    c_ = position_.b() - position_.a();
    base_ = position_;
    extent_ = length_of(h_);
    if constexpr (!is_float) apart_ = square_root(norm_squared(c_));
    const BothVec<D> sum = first_ + last_;
    if (is_any_nonzero(sum.x[0], sum.x[1], sum.x[D - 1])) {
      const BothVec<D> center = turn.half(sum);
      const Both arm = length_of(center);
      c_ = (c_ + center.b()) - center.a();
      base_ = base_ + center;
      extent_ = extent_ + arm;
      arms_ = arm.a() + arm.b();
    }
  }

  /// The difference of the centers is that of the ends: where both are far from the origin, nothing is lost.
  ABUT_INLINE void take_as_they_are() {
    h_ = (last_ - first_) * 0.5;
    c_ = (first_.b() - first_.a()) * 0.5 + (last_.b() - last_.a()) * 0.5;
    extent_ = length_of(h_);
    if constexpr (!is_float) apart_ = square_root(norm_squared(c_));
  }

  template <class S>
  static constexpr double image_roundings = Operand<S>::placed ? HalfTurn<D>::roundings + 1 : 1;

  /// The size, and the errors of h, c, and of a radius that is a sum. In double, term by term. In float one bound for all of it: the
  /// terms are below 42 u size, and double rounds a billionth of what float does.
  ABUT_INLINE void measure(double length) {
    const double of_radii = radius_rounding(a_.core) + radius_rounding(b_.core);
    const double reach = extent_.a() + extent_.b();
    if constexpr (is_float) {
      size_ = 2 * reach + length + radii_;  // |t| <= |c| + arms, |c| <= |p| + |h_a| + |h_b|
      support_error_ = point_error_ = (48 * size_ + of_radii) * u;
    } else {
      size_ = reach + radii_ + apart_;
      // Placed: half a sum or difference, and its image; t, and its two sums with the centers. Else h, and c: two differences, a sum.
      const double images =
          posed ? image_roundings<A> * extent_.a() + image_roundings<B> * extent_.b() + 3 * apart_ + 2 * arms_
                : 2 * reach + 2 * apart_;
      // v.c, v.h_a and v.h_b: D roundings each and two for their sum, one of which is relative.
      support_error_ = (images + of_radii + (D + 1) * size_) * u;
      // s_a h_a and s_b h_b, and their difference.
      point_error_ = (images + of_radii + 2 * size_) * u;
    }
  }
  template <class S>
  double radius_rounding(const S& core) const {
    return detail::support_error(core, {}, scale_).point;
  }

  /// A plane's height is off by 1 for its last sum, 1.5 for |v|^2, and up to 4 for a root, a quotient and two products; the length of
  /// p by 1 for its sum with c and 2.5 for |p|.
  ABUT_INLINE void bound(double height, SegmentPoints<D>& r) {
    measure(r.length);
    if constexpr (is_float) {
      r.lower = height - support_error_;
      r.upper = r.length + point_error_;
    } else {
      r.lower = height - 7 * u * absolute(height) - support_error_;
      r.upper = r.length * (1 + 4 * u) + point_error_;
    }
  }

  double radii_error_of(double bound) const { return is_float ? 0 : radii_error(radii_, bound); }

  /// As in gjk_bounds.hpp: up to the tolerance, and to what rounding leaves beyond the errors that are in the bounds anyway.
  ABUT_INLINE bool bounds_meet(double tolerance, const SegmentPoints<D>& r) const {
    const double apart = r.upper - radii_, gap = r.upper - (r.lower > 0 ? r.lower : 0);
    double width = support_error_ + point_error_ + (D + 9) * u * size_;
    if constexpr (!is_float) {
      const double contract = (posed ? 64 : 32) * u * size_ - 4 * radii_error(radii_, r.upper);
      width = contract < width ? contract : width;
    }
    return gap <= tolerance * (apart > 0 ? apart : 0) + width;
  }

  // --- Where they are nearest ---------------------------------------------------------------------------------------

  /// Where A's line is nearest to B's, from dot products. Where the square of the sine between them is below 16 u, which is their error,
  /// any point will do: from there p has what remains of it in the plane of both, which with_care takes out.
  ABUT_INLINE double quick_start() const {
    if constexpr (D == 2) return careful_start();
    const Both squares = dot(h_, h_), heights = dot(h_, c_);
    const double ab = dot(h_.a(), h_.b()), product = squares.a() * squares.b(), det = product - ab * ab;
    const double s = (heights.a() * squares.b() - ab * heights.b()) / det;
    return det > 16 * u * product ? s : 0;
  }

  /// The same from cross products, whose error is that of the sine and not of its square.
  ABUT_INLINE double careful_start() const {
    const V a = h_.a(), b = h_.b();
    const auto n = cross(a, b);
    const double nn = norm_squared(n);
    constexpr double least_sine = 16 * u;  // n is off by 2.2 u |h_a| |h_b|
    const bool crossing = nn > least_sine * least_sine * (norm_squared(a) * norm_squared(b));
    return crossing ? dot(cross(c_, b), n) / nn : 0;
  }

  /// Where each segment is nearest to a point of the other, cut off at its ends. 0 / 0 of a point becomes -1, its first end.
  struct Nearest {
    Both from_other, from_center;

    ABUT_INLINE Both on_a(Both s_b) const { return within_one(from_other * s_b + from_center); }
    ABUT_INLINE Both on_b(Both s_a) const { return within_one(from_other * s_a - from_center); }
  };

  ABUT_INLINE Nearest nearest() const {
    const Both over = Both::twice(1) / dot(h_, h_);
    return {over * dot(h_.a(), h_.b()), over * dot(h_, c_)};
  }

  ABUT_INLINE void find_points(double start, SegmentPoints<D>& r) const {
    const Nearest to = nearest();
    const Both s_b = to.on_b(within_one(Both::twice(start)));
    r.s = a_and_b(to.on_a(s_b.b_twice()), s_b);
    place_points(r);
  }

  ABUT_INLINE void place_points(SegmentPoints<D>& r) const {
    r.from_center = h_ * r.s;
    r.p = c_ + (r.from_center.b() - r.from_center.a());
    r.squared = norm_squared(r.p);
    r.length = square_root(r.squared);
  }

  ABUT_INLINE static bool are_both_inside(Both s) { return below(absolute(s), 1) == 3; }

  /// In the plane segments that are nearest between their ends either cross or are parallel, and an end is as near. Two pairs of vertices
  /// then span the point, not three.
  void slide_to_end(SegmentPoints<D>& r) const {
    const Nearest to = nearest();
    const double least = r.length + 8 * u * size_;  // the rounding of p
    for (const double end : {-1.0, 1.0}) {
      const Both at_end = Both::twice(end);
      for (const Both s : {a_and_b(at_end, to.on_b(at_end)), a_and_b(to.on_a(at_end), at_end)}) {
        SegmentPoints<D> slid = r;
        slid.s = s;
        place_points(slid);
        if (slid.length <= least && (are_both_inside(r.s) || slid.length < r.length)) r = slid;
      }
    }
  }

  // --- Cores that nearly touch --------------------------------------------------------------------------------------

  struct Direction {
    V v = axis<double, D>(0);
    double height = -infinity<double>;
  };

  /// The square of a product of lengths might vanish, that of a direction scaled to about 1 does not. (Zero stays zero, and its height no number.)
  void consider(const V& direction, Direction& best) const {
    const V v = scale_direction(direction);
    const Both lost = absolute(dot(h_, v));
    const double height = (dot(v, c_) - (lost.a() + lost.b())) / square_root(norm_squared(v));
    if (height > best.height) best = {v, height};
  }
  void consider_both_ways(const V& v, Direction& best) const { consider(dot(v, c_) < 0 ? -v : v, best); }

  /// p made perpendicular to the segments along which it loses height: it should rest on a plane through them, and rounding, u size,
  /// has turned it. What is left of v.h then is a rounding of |v| |h|, however short v is.
  void straighten(const SegmentPoints<D>& r, Direction& best) const {
    const V a = h_.a(), b = h_.b();
    const double pa = dot(r.p, a), pb = dot(r.p, b);
    const bool lost_a = absolute(pa) > r.s.a() * pa, lost_b = absolute(pb) > -r.s.b() * pb;
    consider(r.p, best);
    if (!lost_a && !lost_b) return;
    const bool a_first = lost_a && (!lost_b || norm_squared(a) >= norm_squared(b));
    const V h = a_first ? a : b, other = a_first ? b : a;
    const V v = perpendicular_part(r.p, h);
    consider(v, best);
    if (lost_a && lost_b) consider(perpendicular_part(v, perpendicular_part(other, h)), best);
  }

  static V perpendicular_part(const V& v, const V& h) { return v - h * (dot(v, h) / norm_squared(h)); }

  /// Where p is nothing but rounding: across the segments, the least deep of the planes that touch along one of them.
  void look_across(Direction& best) const {
    const V a = h_.a(), b = h_.b();
    if constexpr (D == 2) {
      consider_both_ways(cross(a, 1.0), best);
      consider_both_ways(cross(b, 1.0), best);
    } else {
      consider_both_ways(cross(a, b), best);
      const V& h = norm_squared(a) >= norm_squared(b) ? a : b;
      consider_both_ways(across(h), best);
    }
    consider_both_ways(axis<double, D>(0), best);
  }

  Operand<A> a_;
  Operand<B> b_;
  BothVec<D> first_{}, last_{};  ///< the ends in their frames
  BothVec<D> position_{};        ///< of the frames
  BothVec<D> base_{};            ///< the centers in the world
  BothVec<D> h_{};
  V c_{};
  Both radius_{};
  Both extent_{};  ///< |h|, with poses and the length of the center
  double apart_ = 0, arms_ = 0, radii_ = 0, scale_ = 1, inverse_scale_ = 1;
  double size_ = 0, support_error_ = 0, point_error_ = 0;
  bool valid_ = false;
};

}  // namespace abut::detail
