/// The motion bound: a proof that two moving and rotating bodies stay apart for a while, by one plane.
///
/// Take a unit vector n at time t and let it rotate at any rate W, n' = W x n. Along n the bodies are apart by
///     s(D) = n.c - max n.a + min n.b      (a, b: points about the centers; c: from center to center, moving with v)
/// at time t + D. Each point's height changes at the rate (n x (w - W)).a, w its body's angular velocity, and that rate
/// changes by no more than |w - W| (|W| + |w|) r. So s is at least, for all of [0, D],
///     f(D) = n.c + D (n.v + x.c) - max (n + D n x (w_A - W)).a + min (n + D n x (w_B - W)).b - K D^2 / 2,   x = W x n,
///     K = |w_A - W| (|W| + |w_A|) r_A + |w_B - W| (|W| + |w_B|) r_B + |W|^2 (|c| + |v|) + 2 |W| |v|;
/// where each body's term is |w| |n x w| r for W = 0, with r perpendicular to the axis of rotation, and |w - W|^2 r in
/// 2D. One support call in a tilted direction covers all points at once. f is concave, so f(0) > target and f(D) >
/// target prove all times between.
///
/// However a body rotates, its height along n never exceeds what its extent along the axis and perpendicular to it
/// allows. With W = 0 that bound may replace its support point, and its part of K is 0; its bounding sphere may with
/// any W. So spinning in place takes one step, however small the clearance.
///
/// Guarantee: free_for(...) = D means that the true separation of the cores is above `target` for all of [t, t + D],
/// every rounding counted, those of the poses included.
///
/// Reference: conservative advancement, B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems" (1996).
/// Departures: the second order, and the rotating axis.
#pragma once

#include <abut/detail/toi/moving_pair.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// What bounds each body's height: its support points, or its extent.
struct Bounded {
  bool a_by_extent = false, b_by_extent = false;
};

/// |w|: a rate and not a length, so its square does not overflow.
inline double speed(double spin) { return absolute(spin); }
inline double speed(const Vec<double, 3>& spin) { return square_root(norm_squared(spin)); }

/// A height along a normal, and its rate of change.
struct Height {
  double height, slope;
};

/// The heights of one body along a normal.
template <Shape S>
class BodyHeight {
 public:
  static constexpr int D = dimension_of<S>;
  using V = Vec<double, D>;

  /// `outward`: 1 for A, along n; -1 for B, against it. So for both a smaller height means more separation.
  BodyHeight(const MovingShape<S>& body, const V& n, double outward)
      : body_(body), n_(n * outward), local_(transposed_times(body.rotation(), n_)) {
    if (!rotates()) return;
    if constexpr (D == 3) {
      along_ = dot(n_, body.axis());
      across_ = speed(cross(n_, body.axis()));
    }
  }

  bool rotates() const { return body_.angle() > 0; }
  double rate() const { return rate_; }
  double bend() const { return bend_; }  ///< K

  /// The normal is fixed.
  void hold() {
    local_tilt_ = rotates() ? cross(local_, body_.local_spin()) : V{};
    rate_ = body_.angle();
    bend_ = rate_ * rate_ * across_ * body_.extent().across;
  }

  /// The normal rotates at w, whose length is `normal_speed`.
  void follow(const Spin<D>& w, double normal_speed) {
    const Spin<D> rate = body_.spin() - w;
    local_tilt_ = transposed_times(body_.rotation(), cross(n_, rate));
    rate_ = speed(rate);
    bend_ = rate_ * (D == 2 ? rate_ : normal_speed + body_.angle()) * body_.extent().radius;
  }

  /// The height of the support point `after` a while, or of the extent.
  ABUT_INLINE Height at(double after, bool by_extent, bool normal_rotates) {
    if (by_extent) return {extent(normal_rotates), 0};
    const V x = support_after(after);
    const Height h = of(x);
    highest_ = h.height > highest_ ? h.height : highest_;
    return h;
  }

  /// The height of the extent, or of the highest support point found so far.
  double known(bool by_extent, bool normal_rotates) const { return by_extent ? extent(normal_rotates) : highest_; }

  /// The height of a point, given relative to the center, and its rate of change.
  Height of(const V& x) const { return {dot(local_, x), dot(local_tilt_, x)}; }

 private:
  /// No point of the body is ever higher: by its extents if it rotates and the normal is fixed, else by its bounding
  /// sphere.
  double extent(bool normal_rotates) const {
    const BodyExtent<D>& r = body_.extent();
    if (normal_rotates || !rotates()) return r.radius;
    return (along_ > 0 ? r.high : r.low) * along_ + across_ * r.across;
  }

  /// The support point after a while, to first order; relative to the center.
  ABUT_INLINE V support_after(double after) const {
    return support(body_.shape(), local_ + local_tilt_ * after).point - body_.center();
  }

  const MovingShape<S>& body_;
  V n_, local_;
  V local_tilt_{};
  double along_ = 0, across_ = 1;  ///< the parts of n along the axis of rotation and perpendicular to it; in 2D 0 and 1
  double rate_ = 0, bend_ = 0;
  double highest_ = -infinity<double>;  ///< of the support points found, along n
};

/// The larger root of g + s D - k D^2 / 2, for g > 0 and k >= 0; infinite if there is none.
inline double larger_root(double g, double s, double k) {
  double m = g > k ? g : k;
  m = absolute(s) > m ? absolute(s) : m;
  const double scale = inverse_power_of_two(m);  // so that squares neither overflow nor underflow
  g *= scale;
  s *= scale;
  k *= scale;
  const double root = square_root(s * s + 2 * k * g);
  if (s <= 0) return root - s > 0 ? 2 * g / (root - s) : infinity<double>;
  return k > 0 ? (s + root) / k : infinity<double>;
}

template <Shape A, Shape B>
class MotionBound {
 public:
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;

  /// For the pair at its current time. `n`: of length 1 up to a few roundings, from A to B. `target`: between the
  /// cores.
  MotionBound(const MovingPair<A, B>& pair, const V& n, double target)
      : pair_(pair),
        n_(n),
        target_(target),
        a_(pair.a, n, 1),
        b_(pair.b, n, -1),
        center_height_(dot(n, pair.between())),
        error_(pair.height_error() + 16 * unit_roundoff * target) {}

  /// Adds a pair of closest points, in the frames of the bodies, if they are known. No proof rests on them; when they
  /// meet there is nothing left to prove, which limits the search.
  void add_closest(const V& a, const V& b) {
    if (closest_count_ == most_closest) return;
    closest_a_[closest_count_] = a - pair_.a.center();
    closest_b_[closest_count_] = b - pair_.b.center();
    ++closest_count_;
  }

  /// How long the bodies stay apart by more than the target while n rotates at w, up to `longest`. If the answer would
  /// not exceed `enough`, it is 0 and not computed. Requires that n separates the bodies by more than the target now.
  double free_for(const Spin<D>& w, Bounded by, double longest, double enough) {
    const double normal_speed = speed(w);
    if (!may_separate(by, normal_speed > 0)) return 0;
    follow(w, normal_speed, by);
    // n separates the bodies now, as the caller requires. It need not separate their extents.
    const bool by_extent = by.a_by_extent || by.b_by_extent;
    if (by_extent && !(at(0, by).height > 0)) return 0;
    if (closest_count_ == 0 && enough > 0 && value(at(enough, by), enough) < 0) return 0;
    double after = by_extent ? longest : until_closest_meet(longest);
    for (int i = 0; i < most_tries; ++i) {
      if (!(after > enough)) return 0;
      const Height line = at(after, by);
      if (value(line, after) >= 0) return after;
      const double next = time_to_target(line);
      if (!(next < after)) return 0;
      after = next;
    }
    return 0;
  }

  /// f(after) - target, less all rounding, while n rotates at w.
  double lower_bound(const Spin<D>& w, Bounded by, double after) {
    follow(w, speed(w), by);
    return value(at(after, by), after);
  }

  double bend() const { return bend_; }  ///< K of the last call
  const BodyHeight<A>& a() const { return a_; }
  const BodyHeight<B>& b() const { return b_; }

 private:
  static constexpr int most_tries = 16;  ///< two or three are usual: each finds another pair of points
  /// The closest points are combinations of no more vertices; two boxes do not use them.
  static constexpr int most_closest = std::same_as<A, Box<double, D>> && std::same_as<B, Box<double, D>> ? 1 : D + 1;

  /// False if the support points found before, or the extents, already come within the target.
  bool may_separate(Bounded by, bool normal_rotates) const {
    const double ha = a_.known(by.a_by_extent, normal_rotates), hb = b_.known(by.b_by_extent, normal_rotates);
    return center_height_ - ha - hb - target_ > error_;
  }

  void follow(const Spin<D>& w, double normal_speed, Bounded by) {
    normal_rotates_ = normal_speed > 0;
    center_slope_ = dot(n_, pair_.velocity());
    error_slope_ = 16 * unit_roundoff * pair_.speed();
    double of_centers = 0;
    if (normal_rotates_) {
      a_.follow(w, normal_speed);
      b_.follow(w, normal_speed);
      const double far = norm(pair_.between()) + pair_.speed();
      center_slope_ -= dot(cross(n_, w), pair_.between());
      error_slope_ += (pair_.height_error() + 16 * unit_roundoff * far) * normal_speed;
      of_centers = normal_speed * (normal_speed * far + 2 * pair_.speed());  // |x| is at most |w|
    } else {
      a_.hold();
      b_.hold();
    }
    bend_ = (by.a_by_extent ? 0 : a_.bend()) + (by.b_by_extent ? 0 : b_.bend()) + of_centers;
    bend_ *= 1 + 32 * unit_roundoff;
    // The tilted directions are longer than n, and so are their errors.
    error_slope_ += pair_.height_error() * (a_.rate() > b_.rate() ? a_.rate() : b_.rate());
  }

  /// The separation after a while, above the target; and its rate of change.
  ABUT_INLINE Height at(double after, Bounded by) {
    const Height a = a_.at(after, by.a_by_extent, normal_rotates_);
    const Height b = b_.at(after, by.b_by_extent, normal_rotates_);
    return between(a, b);
  }

  Height between(const Height& a, const Height& b) const {
    return {center_height_ - a.height - b.height - target_ - error_, center_slope_ - a.slope - b.slope - error_slope_};
  }

  /// When the separation has come down to the target, with room for the rounding of the root; 0 if at once.
  double time_to_target(const Height& line) const {
    const double room = line.height - error_;
    return room > 0 ? larger_root(room, line.slope, bend_) : 0;
  }

  /// The first of `longest` and the times at which closest points meet: beyond it there is no proof.
  double until_closest_meet(double longest) const {
    double after = longest;
    for (int i = 0; i < closest_count_; ++i) {
      const Height line = between(a_.of(closest_a_[i]), b_.of(closest_b_[i]));
      if (value(line, after) >= 0) continue;
      const double next = time_to_target(line);
      after = next < after ? next : after;
    }
    return after;
  }

  double value(const Height& line, double after) const {
    return line.height + after * (line.slope - 0.5 * bend_ * after);
  }

  const MovingPair<A, B>& pair_;
  V n_;
  double target_;
  BodyHeight<A> a_;
  BodyHeight<B> b_;
  double center_height_, error_;
  double center_slope_ = 0, bend_ = 0, error_slope_ = 0;
  bool normal_rotates_ = false;
  V closest_a_[most_closest], closest_b_[most_closest];  ///< relative to the centers; the first `closest_count_`
  int closest_count_ = 0;
};

/// A time that is proven free, and the kind of bound that proves it.
struct ProvenAdvance {
  double time = 0;
  ImpactBound by = ImpactBound::none;
};

/// The longest of the bounds from here, the normal fixed or rotating at `secant`.
template <Shape A, Shape B>
ProvenAdvance longest_advance(const MovingPair<A, B>&, MotionBound<A, B>& bound, const Spin<dimension_of<A>>& secant,
                              double longest) {
  constexpr int D = dimension_of<A>;
  const bool a_rotates = bound.a().rotates(), b_rotates = bound.b().rotates();
  ProvenAdvance best;
  const auto attempt = [&](const Spin<D>& w, Bounded by, ImpactBound name) {
    if (best.time >= longest) return;
    const double time = bound.free_for(w, by, longest, best.time);
    if (time > best.time) best = {time, name};
  };
  if (a_rotates || b_rotates) attempt({}, {a_rotates, b_rotates}, ImpactBound::reach);
  if (speed(secant) > 0) attempt(secant, {}, ImpactBound::turning_axis);
  attempt({}, {}, ImpactBound::fixed_axis);
  if (a_rotates && b_rotates) {
    attempt({}, {true, false}, ImpactBound::reach);
    attempt({}, {false, true}, ImpactBound::reach);
  }
  return best;
}

}  // namespace abut::detail
