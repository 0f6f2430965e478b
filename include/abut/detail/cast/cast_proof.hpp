/// The proof common to all casts: every axis proves a half-line of times free of contact.
///
/// A moves by tau m, B rests, and so B - A moves by -tau m. For any direction d the support point w of B - A against d
/// at the start gives, with h = d.w and c = d.m,
///     apart along d by more than `gap`  <=>  h - tau c > gap |d|,
/// which is a half-line of times: all before (h - gap |d|) / c if A approaches along d, all after it if A recedes. A
/// plane that separates at the last time known to be free advances that time, or proves that all the rest is free: a
/// miss. The methods of casting only differ in the directions they query.
///
/// Guarantee: with a support mapping that satisfies the invariant of minkowski/difference.hpp, no point of A comes
/// within `gap` of B at any time in [0, safe()], whatever the directions; in [0, limit] if missed(). Only start
/// positions enter, so that the length of the motion costs no digits: its rounding is in c, relative to |m|. Both tests
/// are products: no motion, and motion perpendicular to d, are not special cases.
#pragma once

#include <abut/detail/minkowski/difference.hpp>
#include <abut/detail/minkowski/difference_ref.hpp>
#include <abut/status.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// The motion of A relative to B, t v for 0 <= t <= end, in the lengths of the difference: t v = tau m, where
/// tau = t * scale() is a length and the largest component of m is in [1, 2), unless v is zero or subnormal.
template <int D>
class RelativeMotion {
 public:
  using V = Vec<double, D>;

  /// `set`: has size(), which no point of it exceeds, and scaled(length); `is_bounded` is false if it is infinite.
  /// `radii`: of the set. `target`: how near A is to come, not negative, in the user's lengths, as is v. `end`: may be
  /// infinite.
  template <class Set>
  RelativeMotion(const Set& set, double radii, const V& v, double end, double target, bool is_bounded = true)
      : RelativeMotion(v, inverse_power_of_two(max_abs(v)), set, radii, end, target) {
    if (!(speed_ > 0)) return;
    // All of B - A is within `size` of the origin: later than `passed` A has passed B.
    const double passed = is_bounded ? size_ / speed_ * (1 + 16 * unit_roundoff) : infinity<double>;
    const double whole = end * scale_;
    limit_ = whole < passed ? whole : passed;
    // A motion this short is below the rounding error already counted, and its products would underflow: it counts as
    // zero.
    if (limit_ < 0x1p-900 * size_) limit_ = 0;
  }

  const V& m() const { return m_; }
  double speed() const { return speed_; }  ///< at least |m|
  double limit() const { return limit_; }  ///< of tau: later there is no motion, or no contact
  double target() const { return target_; }
  double gap() const { return gap_; }  ///< the distance of the cores at contact
  /// No length of the problem is greater, nor is that of the motion up to limit().
  double size() const { return size_; }

  /// False if times can not be resolved: if lengths of the motion vanish beside those of the shapes.
  bool is_valid() const { return is_finite(gap_) && is_finite(size_) && (scale_ > 0 || limit_ == 0); }

  // Back to fractions of v. A quotient by a power of two is exact, unless it is not a normal number. (The inverse of
  // that power may overflow where the quotient does not.)

  template <Scalar T>
  T time_down(double tau) const {
    const double t = time(tau);
    return round_down<T>(t * scale_ > tau ? neighbor<false>(t) : t);
  }
  template <Scalar T>
  T time_up(double tau) const {
    const double exact = time(tau);
    const T t = round_up<T>(exact * scale_ < tau ? neighbor<true>(exact) : exact);
    return double(t) > end_ ? T(end_) : t;
  }
  double time(double tau) const { return tau > 0 ? tau / scale_ : 0; }

 private:
  /// `inverse`: a power of two that scales v to about 1.
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

/// The errors of the set, as in minkowski/difference.hpp; and those of a rotated direction, in units of u.
struct CastErrors {
  double support, point, rotation = 0;
};

template <int D>
class CastProof {
 public:
  using V = Vec<double, D>;

  CastProof(const RelativeMotion<D>& motion, const CastErrors& errors)
      : motion_(motion),
        base_(motion.gap() + errors.support),
        slope_error_((2 * (D + 3) + errors.rotation) * unit_roundoff * motion.speed()),
        width_(2 * (errors.support + errors.point) + 32 * unit_roundoff * (motion.size() + motion.gap())) {}

  /// Takes the support point w against d, at its start position; `length` is |d|. True if it proves more free than was
  /// known. `doubt`: a length by which w may fall short of the support point, beside the errors of the set.
  ///
  /// In units of u: d.w has its D + 1 roundings of the size in the support error; |d| is off by 2.5, and the products
  /// and sums of g by three more, of |h| and of gap |d|. c is off by D roundings of |d||m|, by that of m itself if it
  /// is a difference, by those of |d| and of the sum; and its product with a time by one more.
  ABUT_INLINE bool offer(const V& d, double length, const V& w, double doubt = 0) {
    const double h = dot(d, w), along = dot(d, motion_.m()), least = (base_ + doubt) * length;
    const double g = h - least - 8 * unit_roundoff * (absolute(h) + least);
    const double c = along + slope_error_ * length;
    const bool separates = g > safe_ * c, for_good = !(c > 0) | (g > motion_.limit() * c);
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

  const RelativeMotion<D>& motion() const { return motion_; }
  double safe() const { return safe_; }    ///< free up to this time, which is included
  bool missed() const { return missed_; }  ///< free up to the end
  /// Cores that are within this of the gap are in contact: the roundings of both sides of the proof.
  double width() const { return width_; }

  /// The unit normal of the plane that has proven most.
  V normal() const { return direction_ * (1 / length_); }
  bool has_normal() const { return length_ > 0; }
  /// When that plane is reached, within rounding; not before safe(), not after the end.
  double reached() const {
    const double tau = along_ > 0 ? (height_ - motion_.gap() * length_) / along_ : 0;
    const double late = tau > safe_ ? tau : safe_;
    return late < motion_.limit() ? late : motion_.limit();
  }
  /// The same for shapes that touch at safe(), with A moved no further than `most_past` widths from there. The less A
  /// approaches a plane, the more its error counts; A may have passed B long before it reaches a plane nearly parallel
  /// to the motion.
  double contact() const {
    const double tau = reached(), most = most_past * width_;
    return (tau - safe_) * motion_.speed() > most ? safe_ + most / motion_.speed() : tau;
  }
  /// No contact is further off than this many widths of rounding, 3e-12 of the size; and only motion at an angle to the
  /// plane below about 1 / most_past is cut short.
  static constexpr double most_past = 0x1p8;

 private:
  const RelativeMotion<D>& motion_;
  double base_, slope_error_, width_;
  double safe_ = 0, height_ = 0, along_ = 0;
  V direction_{};
  double length_ = 0;
  bool missed_ = false;
};

/// The support queries of a cast: each support point of B - A is offered to the proof, counted and traced.
template <class S, int N, class Recorder>
class CastQuery {
 public:
  using Set = S;
  static constexpr int D = N;
  using V = Vec<double, D>;

  CastQuery(const Set& set, CastProof<D>& proof, Recorder& recorder, int most)
      : set_(set), proof_(proof), recorder_(recorder), most_(most) {}

  /// Continues another query with the same difference in another representation.
  template <class Other>
  CastQuery(const Set& set, const CastQuery<Other, N, Recorder>& other)
      : set_(set),
        proof_(other.proof_),
        recorder_(other.recorder_),
        most_(other.most_),
        iterations_(other.iterations_),
        is_curved_(other.is_curved_) {}

  /// The support point against d at the start. True if it proves more than was known.
  ABUT_INLINE bool along(const V& d, double length, DifferencePoint<D>& point) {
    ++iterations_;
    set_.along(d, point);
    is_curved_ = is_curved_ || !point.is_vertex();
    const bool moved = proof_.offer(d, length, point.w);
    if constexpr (!is_untraced<Recorder>) recorder_.step(proof_, iterations_, d, point, moved);
    return moved;
  }
  void along(const V& d, DifferencePoint<D>& point) { along(d, square_root(norm_squared(d)), point); }

  const Set& set() const { return set_; }
  const CastProof<D>& proof() const { return proof_; }
  const RelativeMotion<D>& motion() const { return proof_.motion(); }
  int iterations() const { return iterations_; }
  int most() const { return most_; }
  bool is_spent() const { return iterations_ >= most_; }
  /// Whether a support point was found that is not a vertex.
  bool is_curved() const { return is_curved_; }
  void count_up_to(int iterations) { iterations_ = iterations; }

 private:
  template <class, int, class>
  friend class CastQuery;

  const Set& set_;
  CastProof<D>& proof_;
  Recorder& recorder_;
  int most_, iterations_ = 0;
  bool is_curved_ = false;
};

/// The result of a method, in the lengths of the difference; what is proven is in the CastProof.
template <int D>
struct CastFinding {
  bool hit = false;  ///< at `tau` the cores are as near as `gap`, within rounding, proven by a point of B - A
  Status status = Status::inconclusive;  ///< if there is neither a hit nor a miss
  double tau = 0;
  Vec<double, D> point_b{};  ///< the point of the core of B where they meet
  Vec<double, D> between{};  ///< to point_b from the point of A's core at `tau`; no longer than the gap
};

/// By how much a contact may exceed the gap.
template <int D>
double cast_width(const CastProof<D>& proof, double tolerance, bool is_curved) {
  // On a curved set the search never ends at a vertex. This is a quarter of the tolerance, which leaves room for the
  // rest.
  return proof.width() + (is_curved ? 0.25 * tolerance * proof.motion().size() : 0);
}

}  // namespace abut::detail
