/// Every axis proves a half-line of times: what all casts have in common.
///
/// A moves by tau m, B rests, and so B - A moves by -tau m. For any direction d the support point w of B - A against d at the
/// start gives, with h = d.w and c = d.m,
///     apart along d by more than `gap`  <=>  h - tau c > gap |d|,
/// which is a half-line of times: all before (h - gap |d|) / c if A approaches along d, all after it if A recedes. A plane that separates
/// at the last time known to be free moves that time on, or proves that all the rest is free: a miss. The methods of casting only
/// differ in the directions they ask for.
///
/// Guarantee: with a support mapping that satisfies the invariant of minkowski/difference.hpp, no point of A comes within `gap` of B at any
/// time in [0, safe()], whatever was asked; in [0, limit] if missed(). Only start positions enter, so that the length of the motion
/// costs no digits: its rounding is in c, relative to |m|. Both tests are products: no motion, and motion across d, are no
/// special cases.
#pragma once

#include <abut/detail/minkowski/difference.hpp>
#include <abut/detail/minkowski/difference_ref.hpp>
#include <abut/status.hpp>

namespace abut::detail {

/// The way of A relative to B, t v for 0 <= t <= end, in the lengths of the difference: t v = tau m, where tau = t * scale() is a length and
/// the largest component of m is in [1, 2), unless v is zero or subnormal.
template <int D>
class RelativeMotion {
 public:
  using V = Vec<double, D>;

  /// `target`: how near A is to come, not negative; a length of the user's, as v is one in its components. `end` may be infinite.
  /// Of a set of radii, scaled(length), and a size beyond which nothing of it lies; of one that has no end, `is_bounded` is false.
  template <class Set>
  RelativeMotion(const Set& set, double radii, const V& v, double end, double target, bool is_bounded = true)
      : RelativeMotion(v, inverse_power_of_two(max_abs(v)), set, radii, end, target) {
    if (!(speed_ > 0)) return;
    // All of B - A is within `size` of the origin: later than this A has passed B.
    const double passed = is_bounded ? size_ / speed_ * (1 + 16 * unit_roundoff) : infinity<double>;
    const double whole = end * scale_;
    limit_ = whole < passed ? whole : passed;
    // So little that the products of a plane would underflow is nothing beside the rounding that it counts.
    if (limit_ < 0x1p-900 * size_) limit_ = 0;
  }

  const V& m() const { return m_; }
  double speed() const { return speed_; }  ///< at least |m|
  double limit() const { return limit_; }  ///< of tau: later there is no motion, or no contact
  double target() const { return target_; }
  double gap() const { return gap_; }  ///< the distance of the cores that is looked for
  double size() const {
    return size_;
  }  ///< no length of the problem is greater; that of the motion up to limit() neither

  /// Whether time can be told at all: not if lengths of the motion vanish beside those of the shapes.
  bool is_valid() const { return is_finite(gap_) && is_finite(size_) && (scale_ > 0 || limit_ == 0); }

  // Back to fractions of v. A quotient by a power of two is exact, unless it is beyond the normal numbers. (The inverse of that power may be, where the
  // quotient is not.)

  template <Scalar T>
  T time_down(double tau) const {
    const double t = time(tau);
    return round_down<T>(t * scale_ > tau ? neighbour<false>(t) : t);
  }
  template <Scalar T>
  T time_up(double tau) const {
    const double exact = time(tau);
    const T t = round_up<T>(exact * scale_ < tau ? neighbour<true>(exact) : exact);
    return double(t) > end_ ? T(end_) : t;
  }
  double time(double tau) const { return tau > 0 ? tau / scale_ : 0; }

 private:
  /// `inverse`: a power of two that brings v to about 1.
  template <class Set>
  RelativeMotion(const V& v, double inverse, const Set& set, double radii, double end, double target)
      : m_(v * inverse),
        target_(set.scaled(target)),
        gap_(radii + target_),
        size_(set.size() + target_),
        end_(end),
        scale_(set.scaled(1 / inverse)),
        speed_(square_root(norm_squared(m_)) * (1 + 4 * unit_roundoff)) {}

  V m_{};
  double target_, gap_, size_, end_;
  double scale_ = 1, speed_ = 0, limit_ = 0;
};

/// The roundings of the set, as in minkowski/difference.hpp; and those of a direction that was turned, in units of u.
struct CastErrors {
  double support, point, turned = 0;
};

template <int D>
class CastProof {
 public:
  using V = Vec<double, D>;

  CastProof(const RelativeMotion<D>& course, const CastErrors& errors)
      : course_(course),
        base_(course.gap() + errors.support),
        slope_error_((2 * (D + 3) + errors.turned) * unit_roundoff * course.speed()),
        width_(2 * (errors.support + errors.point) + 32 * unit_roundoff * (course.size() + course.gap())) {}

  /// Takes the support point w against d, in its place at the start; `length` is |d|. True if more is free than was known. `doubt`: a
  /// length by which w may be less than that, beside the errors of the set.
  ///
  /// In units of u: d.w has its D + 1 roundings of the size in the support error; |d| is off by 2.5, and the products and sums of g by
  /// three more, of |h| and of gap |d|. c is off by D roundings of |d||m|, by that of m itself if it is a difference, by
  /// those of |d| and of the sum; and its product with a time is by one more.
  ABUT_INLINE bool offer(const V& d, double length, const V& w, double doubt = 0) {
    const double h = dot(d, w), along = dot(d, course_.m()), least = (base_ + doubt) * length;
    const double g = h - least - 8 * unit_roundoff * (absolute(h) + least);
    const double c = along + slope_error_ * length;
    const bool separates = g > safe_ * c, for_good = !(c > 0) | (g > course_.limit() * c);
    if (separates & for_good) {
      missed_ = true;
      return true;
    }
    const double until = g / c * (1 - 4 * unit_roundoff);
    if (!(separates & (until > safe_))) return false;
    safe_ = until;
    height_ = h;
    along_ = along;
    length_ = length;
    direction_ = d;
    return true;
  }

  const RelativeMotion<D>& course() const { return course_; }
  double safe() const { return safe_; }    ///< free before this, and at it
  bool missed() const { return missed_; }  ///< free up to the end
  /// Where the cores are within this of the gap, they are called in contact: the roundings of both sides of the proof.
  double width() const { return width_; }

  /// A unit vector: along it, the plane that has proven most.
  V normal() const { return direction_ * (1 / length_); }
  bool has_normal() const { return length_ > 0; }
  /// When that plane is reached, as far as rounding can tell; not before safe(), not after the end.
  double reached() const {
    const double tau = along_ > 0 ? (height_ - course_.gap() * length_) / along_ : 0;
    const double late = tau > safe_ ? tau : safe_;
    return late < course_.limit() ? late : course_.limit();
  }
  /// The same, of shapes that touch at safe(): by then A has moved no further than `most_past` widths. The error of a plane counts the more
  /// the less A approaches it; one that is nearly along the motion is reached at a time when A may long have passed B.
  double contact() const {
    const double tau = reached(), most = most_past * width_;
    return (tau - safe_) * course_.speed() > most ? safe_ + most / course_.speed() : tau;
  }
  /// Only motion at less than about this part of a radian to a plane is cut short; and no contact is further off than this many widths of rounding, 3e-12 of the
  /// size.
  static constexpr double most_past = 0x1p8;

 private:
  const RelativeMotion<D>& course_;
  double base_, slope_error_, width_;
  double safe_ = 0, height_ = 0, along_ = 0;
  V direction_{};
  double length_ = 0;
  bool missed_ = false;
};

/// Nobody watches.
template <int D>
struct CastUntraced {
  void step(const CastProof<D>&, int, const Vec<double, D>&, const DifferencePoint<D>&, bool) const {}
};

/// B - A as a cast asks it: every answer proves what it can.
template <class S, int N, class Watch>
class CastSet {
 public:
  using Set = S;
  static constexpr int D = N;
  using V = Vec<double, D>;

  CastSet(const Set& set, CastProof<D>& proof, Watch& watch, int most)
      : set_(set), proof_(proof), watch_(watch), most_(most) {}

  /// Goes on where another has come to, by other means.
  template <class Other>
  CastSet(const Set& set, const CastSet<Other, N, Watch>& other)
      : set_(set),
        proof_(other.proof_),
        watch_(other.watch_),
        most_(other.most_),
        iterations_(other.iterations_),
        is_curved_(other.is_curved_) {}

  /// The support point against d at the start. True if it has proven more than was known.
  ABUT_INLINE bool along(const V& d, double length, DifferencePoint<D>& point) {
    ++iterations_;
    set_.along(d, point);
    is_curved_ = is_curved_ || !point.is_vertex();
    const bool moved = proof_.offer(d, length, point.w);
    watch_.step(proof_, iterations_, d, point, moved);
    return moved;
  }
  void along(const V& d, DifferencePoint<D>& point) { along(d, square_root(norm_squared(d)), point); }

  const Set& set() const { return set_; }
  const CastProof<D>& proof() const { return proof_; }
  const RelativeMotion<D>& course() const { return proof_.course(); }
  int iterations() const { return iterations_; }
  int most() const { return most_; }
  bool is_spent() const { return iterations_ >= most_; }
  /// Whether a support point was seen that is none of finitely many.
  bool is_curved() const { return is_curved_; }
  void count_up_to(int iterations) { iterations_ = iterations; }

 private:
  template <class, int, class>
  friend class CastSet;

  const Set& set_;
  CastProof<D>& proof_;
  Watch& watch_;
  int most_, iterations_ = 0;
  bool is_curved_ = false;
};

/// What a method has come to, in the lengths of the difference; what is proven besides is in the CastProof.
template <int D>
struct CastFinding {
  bool hit = false;  ///< the cores are as near as `gap` at `tau`, but for rounding: a proven point of B - A says so
  Status status = Status::inconclusive;  ///< if there is neither a hit nor a miss
  double tau = 0;
  Vec<double, D> point_b{};  ///< of the core of B, where they meet
  Vec<double, D> between{};  ///< from the point of A's core, at that time, to it; no longer than the gap
};

/// How much further away than the gap is still called a contact.
template <int D>
double cast_width(const CastProof<D>& proof, double tolerance, bool is_curved) {
  // A curved set is never at its last vertex. A quarter of what the tolerance allows is left for the rest.
  return proof.width() + (is_curved ? 0.25 * tolerance * proof.course().size() : 0);
}

}  // namespace abut::detail
