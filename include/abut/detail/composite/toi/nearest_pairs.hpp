/// The nearest pairs of parts of two bodies, and how near all others may be.
///
/// The trees offer the pairs that may be nearer than a limit (composite/part_pairs.hpp). As long as there is room, a
/// pair is kept with the bound that was found in float. Once there is none, all bounds are those of the convex query,
/// or of the plane that separated the nearest pair, and the pair with the greatest bound makes room: that bound is the
/// new limit.
///
/// Guarantee: pairs that are not kept are proven to be no nearer than limit(), and those kept than their `lower`.
#pragma once

#include <abut/detail/bvh/pair_traversal.hpp>
#include <abut/detail/composite/part_pairs.hpp>
#include <abut/detail/composite/toi/parts_in_motion.hpp>
#include <abut/distance.hpp>

namespace abut::detail {

/// Bounds are signed, and in the unit of the frame, the radii of the bodies taken off.
struct KeptPair {
  double lower;
  std::uint32_t a, b;
};

template <Scalar T, int D>
class NearestPairs {
 public:
  using V = Vec<double, D>;

  /// Two vertices of closed surfaces have 36 pairs, which are equally near.
  static constexpr int most = 64;

  /// Pairs beyond the limit, a length in the unit of the frame, are of no interest. `tolerance`: of convex queries.
  NearestPairs(const PartsAtPose<T, D>& a, const PartsAtPose<T, D>& b, const RelativeFrame<D>& frame, double limit,
               double tolerance)
      : a_(a), b_(b), frame_(frame), options_{.tolerance = tolerance}, limit_(limit), pairs_(a.body, b.body, frame) {}

  void search() { PairTraversal<D>(a_.body.tree, b_.body.tree, PairBounds<D>(frame_)).run(core_limit(), *this); }

  /// For PairTraversal.
  double operator()(std::uint32_t a, std::uint32_t b, const PairBounds<D>& bounds) {
    has_new_normal_ = false;
    return pairs_.search(a, b, bounds, core_limit(), [&](const NearPair<D>& pair) {
      consider(pair);
      return core_limit();
    });
  }
  const V* new_normal() const { return has_new_normal_ ? &normal_ : nullptr; }

  double limit() const { return limit_; }
  int count() const { return count_; }
  int iterations() const { return iterations_; }                ///< convex queries
  const KeptPair& operator[](int i) const { return pair_[i]; }  ///< in the order of their bounds

  /// Replaces the bounds that were found in float.
  void refine() {
    if (is_refined_) return;
    is_refined_ = true;
    const int count = count_;
    count_ = 0;
    for (int i = 0; i < count; ++i) {
      KeptPair pair = pair_[i];
      ask(pair);
      insert(pair);
    }
  }

  /// No pair is nearer.
  double least() const { return count_ > 0 && pair_[0].lower < limit_ ? pair_[0].lower : limit_; }

 private:
  /// Of cores: rounded up by more than the sum rounds.
  double core_limit() const { return frame_.radii() > 0 ? (limit_ + frame_.radii()) * (1 + 0x1p-50) : limit_; }
  double without_radii(double gap) const { return frame_.radii() > 0 ? gap * (1 - 0x1p-50) - frame_.radii() : gap; }

  void consider(const NearPair<D>& near) {
    KeptPair pair{without_radii(double(near.lower)), near.a, near.b};
    if (!(pair.lower < limit_)) return;
    if (double(near.upper) < nearest_) {
      nearest_ = double(near.upper);
      normal_ = widen(near.w);
      has_new_normal_ = normal_ != V{};
    }
    if (count_ == most) {
      refine();
      limit_ = pair_[most - 1].lower < limit_ ? pair_[most - 1].lower : limit_;
      if (!improve(near, pair)) return;
      --count_;
    }
    insert(pair);
    if (is_refined_ && count_ == most && pair_[most - 1].lower < limit_) limit_ = pair_[most - 1].lower;
  }

  /// Returns false if the pair is proven to be beyond the limit.
  bool improve(const NearPair<D>& near, KeptPair& pair) {
    const double proven = without_radii(pairs_.proven_gap(near, core_limit()));
    pair.lower = proven > pair.lower ? proven : pair.lower;
    if (pair.lower < limit_) ask(pair);
    return pair.lower < limit_;
  }

  /// Parts that are bodies keep the bound of their hulls.
  void ask(KeptPair& pair) {
    if (a_.body.is_body(pair.a) || b_.body.is_body(pair.b)) return;
    const SignedDistance<double, D> d = a_.with_part(pair.a, [&](const RefOperand<double, D>& x) {
      return b_.with_part(pair.b, [&](const RefOperand<double, D>& y) {
        return distance_of_refs<double, D>(x, y, nullptr, options_, false);
      });
    });
    ++iterations_;
    const double lower = frame_.scaled(d.signed_lower);
    pair.lower = lower > pair.lower ? lower : pair.lower;
    if (d.upper < asked_) {
      asked_ = d.upper;
      pairs_.set_plane(d.normal);
    }
  }

  /// Of equal bounds, the lower part numbers come first: the order does not depend on that of the traversal.
  static bool precedes(const KeptPair& x, const KeptPair& y) {
    if (x.lower != y.lower) return x.lower < y.lower;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }
  void insert(const KeptPair& pair) {
    int at = count_++;
    for (; at > 0 && precedes(pair, pair_[at - 1]); --at) pair_[at] = pair_[at - 1];
    pair_[at] = pair;
  }

  const PartsAtPose<T, D>& a_;
  const PartsAtPose<T, D>& b_;
  const RelativeFrame<D>& frame_;
  const DistanceOptions<double, D> options_;
  double limit_, nearest_ = infinity<double>, asked_ = infinity<double>;
  PartPairs<T, D> pairs_;
  KeptPair pair_[most];
  V normal_{};
  int count_ = 0, iterations_ = 0;
  bool is_refined_ = false, has_new_normal_ = false;
};

}  // namespace abut::detail
