/// The proof that two moving and turning bodies stay apart: one plane, followed for a while.
///
/// Take a unit vector n at time t and let it turn with any rate W, n' = W x n. Seen along n the bodies are apart by
///     s(D) = n.c - max n.a + min n.b      (a, b: points about the centers; c: from center to center, moving with v)
/// at time t + D. Each point's height changes at the rate (n x (w - W)).a, w its body's angular velocity, and that rate by no more than
/// |w - W| (|W| + |w|) r. So s is at least, for all of [0, D],
///     f(D) = n.c + D (n.v + x.c) - max (n + D n x (w_A - W)).a + min (n + D n x (w_B - W)).b - K D^2 / 2,     x = W x n,
///     K = |w_A - W| (|W| + |w_A|) r_A + |w_B - W| (|W| + |w_B|) r_B + |W|^2 (|c| + |v|) + 2 |W| |v|;
/// for W = 0 |w| |n x w| r with r across the axis; in the plane |w - W|^2 r. All points at once are one support call in a tilted direction. f is concave,
/// so f(0) > target and f(D) > target prove what is between.
///
/// A body that turns never reaches further along n than its extent along the axis and across it allow: with W = 0 that may stand in for its support,
/// and its part of K is 0; the ball around it may with any W. So spinning in place is over in one step, however small the clearance.
///
/// Guarantee: free_for(...) = D means that the true separation of the cores is above `target` for all of [t, t + D], every rounding counted, those of the
/// poses included. Reference: conservative advancement, B. Mirtich (1996); the second order and the turning axis are ours.
#pragma once

#include <abut/detail/toi/moving_pair.hpp>

namespace abut::detail {

/// What stands in for each body: its furthest points, or all it can ever reach.
struct Bounded {
  bool a_by_reach = false, b_by_reach = false;
};

/// |w|: a rate, not a length, so its square has room.
inline double speed(double spin) { return absolute(spin); }
inline double speed(const Vec<double, 3>& spin) { return square_root(norm_squared(spin)); }

/// One body, along a normal.
template <Shape S>
class BodyHeight {
 public:
  static constexpr int D = dimension_of<S>;
  using V = Vec<double, D>;

  /// `outward`: 1 for A, along n; -1 for B, against it. Heights are signed so that both are to be small.
  BodyHeight(const MovingBody<S>& body, const V& n, double outward)
      : body_(body), n_(n * outward), local_(transposed_times(body.rotation(), n_)) {
    if (!turns()) return;
    if constexpr (D == 3) {
      along_ = dot(n_, body.axis());
      across_ = speed(cross(n_, body.axis()));
    }
  }

  bool turns() const { return body_.turn() > 0; }
  double rate() const { return rate_; }
  double bend() const { return bend_; }  ///< K

  /// The axis holds still.
  void hold() {
    local_tilt_ = turns() ? cross(local_, body_.local_spin()) : V{};
    rate_ = body_.turn();
    bend_ = rate_ * rate_ * across_ * body_.reach().across;
  }

  /// The axis turns with w, of the length `turning`.
  void follow(const Spin<D>& w, double turning) {
    const Spin<D> rate = body_.spin() - w;
    local_tilt_ = transposed_times(body_.rotation(), cross(n_, rate));
    rate_ = speed(rate);
    bend_ = rate_ * (D == 2 ? rate_ : turning + body_.turn()) * body_.reach().all;
  }

  /// The most it ever reaches: of a body that turns, along an axis that holds still, by its extents; else by the ball around it.
  double most(bool axis_turns) const {
    const Reach<D>& r = body_.reach();
    if (axis_turns || !turns()) return r.all;
    return (along_ > 0 ? r.high : r.low) * along_ + across_ * r.across;
  }

  /// The point that is furthest after a while, by the tangents; about the center.
  ABUT_INLINE V furthest(double after) const {
    return support(body_.shape(), local_ + local_tilt_ * after).point - body_.center();
  }
  /// Of a point, about the center: its height now, and how that changes.
  double height(const V& x) const { return dot(local_, x); }
  double slope(const V& x) const { return dot(local_tilt_, x); }

 private:
  const MovingBody<S>& body_;
  V n_, local_;
  V local_tilt_{};
  double along_ = 0,
         across_ = 1;  ///< the parts of n along the axis of rotation and across it; in the plane all is across
  double rate_ = 0, bend_ = 0;
};

/// The larger root of g + s D - k D^2 / 2, for g > 0 and k >= 0; infinite if there is none.
inline double where_used_up(double g, double s, double k) {
  double m = g > k ? g : k;
  m = absolute(s) > m ? absolute(s) : m;
  const double scale = inverse_power_of_two(m);  // of lengths: their squares shall neither over- nor underflow
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

  /// Of the pair where it is. `n`: of length 1 up to a few roundings, from A to B. `target`: between the cores.
  MotionBound(const MovingPair<A, B>& pair, const V& n, double target)
      : pair_(pair),
        n_(n),
        target_(target),
        a_(pair.a, n, 1),
        b_(pair.b, n, -1),
        center_height_(dot(n, pair.between())),
        error_(pair.height_error() + 16 * unit_roundoff * target) {}

  /// A point of each body, in their frames: those that are nearest, where they are known. No proof rests on them, but where they come
  /// together there is nothing to look for.
  void know(const V& a, const V& b) {
    if (known_ == most_known) return;
    points_a_[known_] = a - pair_.a.center();
    points_b_[known_] = b - pair_.b.center();
    ++known_;
  }

  /// How long the bodies stay apart by more than the target, the axis turning with w; looked at up to `longest`. An answer that would not be
  /// more than `enough` is not worked out, and 0 instead. Only for n that separates them by more than the target now.
  double free_for(const Spin<D>& w, Bounded by, double longest, double enough) {
    const double turning = speed(w);
    if (!may_separate(by, turning > 0)) return 0;
    follow(w, turning, by);
    // n separates the bodies here, as the caller knows. It need not separate what they can reach.
    const bool by_reach = by.a_by_reach || by.b_by_reach;
    if (by_reach && !(at(0, by).height > 0)) return 0;
    if (known_ == 0 && enough > 0 && value(at(enough, by), enough) < 0) return 0;
    double after = by_reach ? longest : until_known_meet(longest);
    for (int i = 0; i < most_tries; ++i) {
      if (!(after > enough)) return 0;
      const Line line = at(after, by);
      if (value(line, after) >= 0) return after;
      const double next = used_up(line);
      if (!(next < after)) return 0;
      after = next;
    }
    return 0;
  }

  /// f(after) - target, all rounding taken off, and the axis turning with w.
  double lower_bound(const Spin<D>& w, Bounded by, double after) {
    follow(w, speed(w), by);
    return value(at(after, by), after);
  }

  double bend() const { return bend_; }  ///< K, of what was asked last
  const BodyHeight<A>& a() const { return a_; }
  const BodyHeight<B>& b() const { return b_; }

 private:
  static constexpr int most_tries = 16;  ///< two or three are usual: each finds another pair of points
  /// The nearest points are combinations of no more; of those with quick supports nobody tells.
  static constexpr int most_known = MovingPair<A, B>::has_quick_supports ? 1 : D + 1;

  /// The height of the pair that is nearest after a while, above the target; and how it changes.
  struct Line {
    double height, slope;
  };

  /// False if points that were found before are beyond what one of the bodies can reach: no need to look for further ones.
  bool may_separate(Bounded by, bool axis_turns) const {
    const double ha = by.a_by_reach ? a_.most(axis_turns) : highest_a_,
                 hb = by.b_by_reach ? b_.most(axis_turns) : highest_b_;
    return center_height_ - ha - hb - target_ > error_;
  }

  void follow(const Spin<D>& w, double turning, Bounded by) {
    axis_turns_ = turning > 0;
    center_slope_ = dot(n_, pair_.velocity());
    error_slope_ = 16 * unit_roundoff * pair_.speed();
    double of_centers = 0;
    if (axis_turns_) {
      a_.follow(w, turning);
      b_.follow(w, turning);
      const double far = norm(pair_.between()) + pair_.speed();
      center_slope_ -= dot(cross(n_, w), pair_.between());
      error_slope_ += (pair_.height_error() + 16 * unit_roundoff * far) * turning;
      of_centers = turning * (turning * far + 2 * pair_.speed());  // |x| is at most |w|
    } else {
      a_.hold();
      b_.hold();
    }
    bend_ = (by.a_by_reach ? 0 : a_.bend()) + (by.b_by_reach ? 0 : b_.bend()) + of_centers;
    bend_ *= 1 + 32 * unit_roundoff;
    // The tilted directions are longer than n, and so are their errors.
    error_slope_ += pair_.height_error() * (a_.rate() > b_.rate() ? a_.rate() : b_.rate());
  }

  ABUT_INLINE Line at(double after, Bounded by) {
    double ha = 0, sa = 0, hb = 0, sb = 0;
    if (by.a_by_reach) {
      ha = a_.most(axis_turns_);
    } else {
      const V x = a_.furthest(after);
      ha = a_.height(x);
      sa = a_.slope(x);
      highest_a_ = ha > highest_a_ ? ha : highest_a_;
    }
    if (by.b_by_reach) {
      hb = b_.most(axis_turns_);
    } else {
      const V x = b_.furthest(after);
      hb = b_.height(x);
      sb = b_.slope(x);
      highest_b_ = hb > highest_b_ ? hb : highest_b_;
    }
    return line_of(ha, sa, hb, sb);
  }

  Line line_of(double height_a, double slope_a, double height_b, double slope_b) const {
    return {center_height_ - height_a - height_b - target_ - error_, center_slope_ - slope_a - slope_b - error_slope_};
  }

  /// When it has come down to the target; the root shall not fail for a rounding of its own. 0 if at once.
  double used_up(const Line& line) const {
    const double room = line.height - error_;
    return room > 0 ? where_used_up(room, line.slope, bend_) : 0;
  }

  /// The first of `longest` and the times at which points that are known come together: beyond it there is no proof.
  double until_known_meet(double longest) const {
    double after = longest;
    for (int i = 0; i < known_; ++i) {
      const V &a = points_a_[i], &b = points_b_[i];
      const Line line = line_of(a_.height(a), a_.slope(a), b_.height(b), b_.slope(b));
      if (value(line, after) >= 0) continue;
      const double next = used_up(line);
      after = next < after ? next : after;
    }
    return after;
  }

  double value(const Line& line, double after) const {
    return line.height + after * (line.slope - 0.5 * bend_ * after);
  }

  const MovingPair<A, B>& pair_;
  V n_;
  double target_;
  BodyHeight<A> a_;
  BodyHeight<B> b_;
  double center_height_, error_;
  double center_slope_ = 0, bend_ = 0, error_slope_ = 0;
  bool axis_turns_ = false;
  V points_a_[most_known], points_b_[most_known];  ///< about the centers, as far as `known_`
  int known_ = 0;
  double highest_a_ = -infinity<double>,
         highest_b_ = -infinity<double>;  ///< of the points that were found, along n
};

}  // namespace abut::detail
