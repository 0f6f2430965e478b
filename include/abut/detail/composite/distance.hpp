/// The distance of two bodies of convex parts, each a mesh or a single convex shape: see composite_ref.hpp.
///
/// The trees decide in float which parts may be nearest (bvh/pair_traversal.hpp, composite/leaf_pairs.hpp), and how
/// near they are at most, which closes what is further away. The few pairs that remain are asked at the end: the convex
/// query answers for a pair of parts, with its proof. Before it is asked, the pair is held against the plane that
/// separated the nearest pair so far: six heights, and a proof as well. So `upper` is the least upper bound of the
/// pairs asked, and `lower` the least of
/// - the lower bounds of the pairs asked,
/// - the proven heights of the pairs that a plane has settled, which are at most `tie` below `upper`,
/// - the last limit, for everything else was closed because it is proven to be no nearer. The limit is an upper bound
///   of some pair, which has been asked or settled; so it is not below `upper` by more than those are wide.
/// Limits and planes are about the cores: they are larger by the radii of the bodies.
/// Nothing of this depends on the order of the traversal, or on whether the planes are any good.
#pragma once

#include <abut/composite.hpp>
#include <abut/detail/bvh/pair_traversal.hpp>
#include <abut/detail/composite/part_pair.hpp>
#include <abut/detail/composite/part_pairs.hpp>
#include <abut/distance.hpp>

namespace abut::detail {

/// A pair whose distance is the least up to so many eps of the size is settled by a plane. Of 96 eps, 32 are those of
/// the convex query; float has 8 of 24.
template <Scalar T>
inline constexpr double composite_tie = std::same_as<T, float> ? 16 : 64;

/// The query of two bodies of any kind: see composite/bodies.hpp.
template <class T, int D>
CompositeDistance<T, D> distance_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                           const DistanceOptions<T, D>& options);

template <Scalar T, int D>
class NearestParts {
 public:
  using V = Vec<double, D>;

  NearestParts(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame,
               const DistanceOptions<T, D>& options)
      : a_(a),
        b_(b),
        frame_(frame),
        options_{options.tolerance, infinity<T>, options.max_iterations, nullptr},
        // One step further: what is closed is then proven to be further away than the cutoff itself.
        cutoff_(options.cutoff < largest<T> ? neighbor<true>(options.cutoff) : options.cutoff),
        tie_(composite_tie<T> * epsilon_of<T> * frame.size()),
        cutoff_limit_(core_limit(cutoff_)),
        limit_(cutoff_limit_),
        asked_limit_(limit_),
        pairs_(a, b, frame) {}

  /// For PairTraversal.
  double operator()(std::uint32_t a, std::uint32_t b, const PairBounds<D>& bounds) {
    has_new_normal_ = false;
    return pairs_.search(a, b, bounds, limit_, [&](const NearPair<D>& pair) { return consider(pair); });
  }
  const V* new_normal() const { return has_new_normal_ ? &normal_ : nullptr; }

  double first_limit() const { return limit_; }

  /// Asks the pairs that were put off, the nearest first.
  void finish() {
    const int count = waiting_;
    waiting_ = 0;
    for (int i = 0; i < count && !is_done_; ++i) {
      if (double(waiting_pair_[i].lower) < limit_) ask(waiting_pair_[i]);
    }
  }

  CompositeDistance<T, D> answer(const DistanceOptions<T, D>& options) const {
    if (is_invalid_) return {};
    CompositeDistance<T, D> r = best_;
    r.iterations = iterations_;
    const T closed = limit_ < asked_limit_ ? frame_.template rounded_down<T>(without_radii(limit_)) : cutoff_;
    r.lower = lower_ < closed ? lower_ : closed;
    if (best_.status == Status::invalid_argument) {  // nothing was asked: any two points are nearer than the size
      r.upper = frame_.template rounded_up<T>(frame_.size());
      r.distance = infinity<T>;  // but no two points are known
    }
    if (r.lower > options.cutoff) {
      r.status = Status::cutoff;
      return r;
    }
    const double width = composite_width<T> * epsilon_of<T> * frame_.unscaled(frame_.size());
    const bool is_narrow = double(r.upper) - double(r.lower) <= double(options.tolerance) * double(r.upper) + width;
    r.status = is_narrow ? Status::converged : r.status == Status::converged ? Status::stalled : r.status;
    return r;
  }

 private:
  static constexpr int most_waiting = 64;  // usually there are fewer than ten

  /// Of cores, for a distance in the user's units: rounded up by more than the sum rounds.
  double core_limit(T distance) const {
    const double limit = frame_.scaled(double(distance));
    return frame_.radii() > 0 ? (limit + frame_.radii()) * (1 + 0x1p-50) : limit;
  }
  /// A lower bound of what a lower bound of the cores leaves; not negative.
  double without_radii(double gap) const {
    const double rest = frame_.radii() > 0 ? gap * (1 - 0x1p-50) - frame_.radii() : gap;
    return rest > 0 ? rest : 0;
  }

  /// The new limit; negative if the answer is known.
  double consider(const NearPair<D>& pair) {
    if (double(pair.lower) >= limit_) return limit_;
    if (double(pair.upper) < limit_) {
      limit_ = double(pair.upper);
      normal_ = widen(pair.w);
      has_new_normal_ = normal_ != V{};
    }
    if (double(pair.lower) > frame_.radii() && pair.upper < infinity<float>) {
      put_off(pair);
    } else {
      ask(pair);
    }
    return is_done_ ? -1 : limit_;
  }

  /// Keeps the pairs in the order of their bounds, which does not depend on the order in which they were found.
  void put_off(const NearPair<D>& pair) {
    while (waiting_ > 0 && !(double(waiting_pair_[waiting_ - 1].lower) < limit_)) --waiting_;
    if (waiting_ == most_waiting) finish();
    int at = waiting_++;
    for (; at > 0 && precedes(pair, waiting_pair_[at - 1]); --at) waiting_pair_[at] = waiting_pair_[at - 1];
    waiting_pair_[at] = pair;
  }

  static bool precedes(const NearPair<D>& x, const NearPair<D>& y) {
    if (x.lower != y.lower) return x.lower < y.lower;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }

  void ask(const NearPair<D>& pair) {
    if (is_settled_by_plane(pair)) return;
    const CompositeDistance<T, D> d = query(pair);
    iterations_ += d.iterations;
    is_invalid_ = d.status == Status::invalid_argument;
    is_done_ = is_invalid_ || d.distance == T(0);
    if (is_invalid_) return;
    lower_ = d.lower < lower_ ? d.lower : lower_;
    const bool is_beyond = d.status == Status::cutoff && !(d.distance < infinity<T>);  // no points are known
    if (!is_beyond && (best_.status == Status::invalid_argument || d.upper < best_.upper)) {
      best_ = d;
      if (d.status == Status::cutoff) best_.status = Status::converged;
      const double limit = core_limit(d.upper);
      asked_limit_ = limit < asked_limit_ ? limit : asked_limit_;
      limit_ = limit < limit_ ? limit : limit_;
      if (pairs_.set_plane(widen(d.normal))) {
        normal_ = pairs_.normal();
        has_new_normal_ = true;
      }
    }
  }

  CompositeDistance<T, D> query(const NearPair<D>& pair) const {
    return with_parts<CompositeDistance<T, D>>(
        a_, pair.a, b_, pair.b,
        [&](const RefOperand<T, D>& x, const RefOperand<T, D>& y) {
          return Distance<T, D>(distance_of_refs<T, D>(x, y, nullptr, options_).without_sign());
        },
        [&](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) {
          DistanceOptions<T, D> nearer = options_;
          const double rest = limit_ - frame_.radii();  // negative if the cores are proven to be within the radii
          nearer.cutoff = rest > 0 ? frame_.template rounded_up<T>(rest * (1 + 0x1p-50)) : T(0);
          return distance_of_bodies(x, y, nearer);
        });
  }

  /// Whether a plane proves that these parts are no nearer than the nearest that were asked, up to a tie; or no nearer
  /// than the cutoff, with which nothing ties.
  bool is_settled_by_plane(const NearPair<D>& pair) {
    const bool is_cut = !(asked_limit_ < cutoff_limit_);
    const double enough = is_cut ? cutoff_limit_ : asked_limit_ - tie_, proven = pairs_.proven_gap(pair, enough);
    if (!(proven >= enough)) return false;
    const T gap = frame_.template rounded_down<T>(without_radii(proven)),
            bound = is_cut && gap < cutoff_ ? cutoff_ : gap;
    lower_ = bound < lower_ ? bound : lower_;
    return true;
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  const RelativeFrame<D>& frame_;
  const DistanceOptions<T, D> options_;
  const T cutoff_;
  const double tie_, cutoff_limit_;
  double limit_;        ///< what is proven to be no nearer need not be asked
  double asked_limit_;  ///< the least upper bound of the pairs asked, or the cutoff
  CompositeDistance<T, D> best_{};
  T lower_ = infinity<T>;  ///< of the pairs asked, and of those that a plane has settled
  PartPairs<T, D> pairs_;
  V normal_{};
  NearPair<D> waiting_pair_[most_waiting];
  int waiting_ = 0, iterations_ = 0;
  bool has_new_normal_ = false, is_invalid_ = false, is_done_ = false;
};

/// The query of two bodies as unions of their parts, whose trees may be traversed together.
template <Scalar T, int D>
CompositeDistance<T, D> distance_of_parts(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                          const DistanceOptions<T, D>& options) {
  const RelativeFrame<D> frame(a, b);
  NearestParts<T, D> nearest(a, b, frame, options);
  PairTraversal<D>(a.tree, b.tree, PairBounds<D>(frame)).run(nearest.first_limit(), nearest);
  nearest.finish();
  return nearest.answer(options);
}

}  // namespace abut::detail
