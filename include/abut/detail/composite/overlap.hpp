/// Whether two bodies of convex parts meet: each a mesh, or a single convex shape (composite_ref.hpp).
///
/// The trees decide in float which parts may meet; the convex query answers for a pair of parts, with its proof. One
/// pair that overlaps proves that the bodies do. They are proven apart if every pair asked is, and all others were
/// closed in float, or by the plane that separated the last pair asked. A pair that the convex query leaves open
/// leaves the whole open, unless another pair overlaps.
#pragma once

#include <abut/composite.hpp>
#include <abut/detail/bvh/pair_traversal.hpp>
#include <abut/detail/composite/part_pair.hpp>
#include <abut/detail/composite/part_pairs.hpp>

namespace abut::detail {

/// The query of two bodies of any kind: see composite/bodies.hpp.
template <class T, int D>
CompositeOverlap<T, D> overlap_of_bodies(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                         const OverlapOptions<T, D>& options);

template <Scalar T, int D>
class MeetingParts {
 public:
  MeetingParts(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame,
               const OverlapOptions<T, D>& options)
      : a_(a),
        b_(b),
        frame_(frame),
        options_{options.method, options.max_iterations, nullptr},
        limit_(limit_of_overlaps(frame)),
        lower_(frame.template rounded_down<T>(least_gap * (1 - 0x1p-20))),
        pairs_(a, b, frame) {}

  /// For PairTraversal.
  double operator()(std::uint32_t a, std::uint32_t b, const PairBounds<D>& bounds) {
    has_new_plane_ = false;
    return pairs_.search(a, b, bounds, limit_, [&](const NearPair<D>& pair) { return ask(pair) ? -1 : limit_; });
  }
  const Vec<double, D>* new_normal() const { return has_new_plane_ ? &pairs_.normal() : nullptr; }

  CompositeOverlap<T, D> answer() const {
    CompositeOverlap<T, D> r = best_;
    r.iterations = iterations_;
    if (r.overlap || is_invalid_) return r;
    if (best_.status == Status::invalid_argument) {  // nothing was asked: any two points are nearer than the size
      r.status = Status::converged;
      r.apart = true;
      r.lower = lower_;
      r.upper = frame_.template rounded_up<T>(frame_.size());
    }
    r.lower = r.apart && lower_ < r.lower ? lower_ : r.lower;
    r.apart = r.apart && r.lower > T(0);  // it is 0 if T can not hold what is proven
    if (!r.apart && r.status == Status::converged) r.status = Status::inconclusive;
    return r;
  }

 private:
  /// Whether the answer is known.
  bool ask(const NearPair<D>& pair) {
    if (is_settled_by_plane(pair)) return false;
    const auto met = with_parts<CompositeOverlap<T, D>>(
        a_, pair.a, b_, pair.b,
        [&](const RefOperand<T, D>& x, const RefOperand<T, D>& y) { return overlap_of_refs<T, D>(x, y, options_); },
        [&](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) { return overlap_of_bodies(x, y, options_); });
    iterations_ += met.iterations;
    if (met.overlap || met.status == Status::invalid_argument) {
      best_ = met;
      is_invalid_ = !met.overlap;
      return true;
    }
    if (met.apart && pairs_.set_plane(widen(met.axis))) has_new_plane_ = true;
    // A pair that was left open stays in place of those that are apart; of those, the nearest one does.
    const bool is_first = best_.status == Status::invalid_argument;
    if (is_first || (best_.apart && (!met.apart || met.lower < best_.lower))) best_ = met;
    return false;
  }

  /// Whether a plane proves that these parts are apart.
  bool is_settled_by_plane(const NearPair<D>& pair) {
    const double proven = pairs_.proven_gap(pair, limit_) * (1 - 0x1p-50) - frame_.radii();
    const T bound = proven > 0 ? frame_.template rounded_down<T>(proven) : T(0);
    if (!(bound > T(0))) return false;
    lower_ = bound < lower_ ? bound : lower_;
    return true;
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  const RelativeFrame<D>& frame_;
  const OverlapOptions<T, D> options_;
  const double limit_;
  T lower_;  ///< of the pairs that were not asked
  PartPairs<T, D> pairs_;
  CompositeOverlap<T, D> best_{};
  int iterations_ = 0;
  bool has_new_plane_ = false, is_invalid_ = false;
};

/// The query of two bodies as unions of their parts, whose trees may be traversed together.
template <Scalar T, int D>
CompositeOverlap<T, D> overlap_of_parts(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b,
                                        const OverlapOptions<T, D>& options) {
  const RelativeFrame<D> frame(a, b);
  MeetingParts<T, D> meeting(a, b, frame, options);
  PairTraversal<D>(a.tree, b.tree, PairBounds<D>(frame)).run(limit_of_overlaps(frame), meeting);
  return meeting.answer();
}

}  // namespace abut::detail
