/// The search of GJK: the stubborn half of the algorithm, for what the walk (gjk/iteration.hpp) could not settle.
///
/// The same steps, each with more care. Departures from the plain algorithm. (1) It decides nothing: it only proposes. What is
/// returned is proven afterwards, from two facts that need no trust in it (see prove() and raise_lower()). (2) Where rounding
/// stops it early, with the bounds still apart, it is given another direction or made to take the new vertex, a few times; the
/// best bounds are kept aside.
#pragma once

#include <abut/detail/gjk/bounds.hpp>
#include <abut/detail/minkowski/difference_ref.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D>
class GjkFallback {
 public:
  using V = Vec<double, D>;

  /// Goes on from where a walk has come to.
  GjkFallback(GjkIteration<D>& walk, const GjkLimits& limits) : limits_(limits), walk_(walk) {}

  /// `pending`: the last vertex of the walk is still to be looked at.
  template <class Set, class... Watch>
  ABUT_COLD GjkResult<D> run(const Set& set, bool pending, Watch&... watch) {
    walk_.v = scale_direction(walk_.v);
    while (pending || walk_.iterations < limits_.max_iterations) {
      const V v = walk_.v;
      if (!pending) {
        ++walk_.iterations;
        set.along(v, walk_.simplex.room());
      }
      pending = false;
      if (!is_finite(walk_.simplex.last().w)) {
        GjkResult<D> invalid;
        invalid.iterations = walk_.iterations;
        return invalid;
      }
      const Status status = step();
      (watch.step(walk_, v, reason(status)), ...);
      if (status != Status::inconclusive) return finish(status);
    }
    return finish(Status::iteration_limit);
  }

 private:
  static constexpr double u = unit_roundoff;
  /// How often a search that rounding has stopped may go on. Of 4 million nasty pairs a handful of needles use them all.
  static constexpr int grace_steps = 8;
  /// How many steps among finitely many vertices may gain nothing: neither a higher plane nor a nearer feature. Needles 10^13 times as long
  /// as their distance make it go in circles, of about four steps each.
  static constexpr int patience = 16;
  /// Each refinement squares the relative error of the weights; where two do not help, the simplex has no shape left.
  static constexpr int refinements = 2;

  Stop reason(Status status) const {
    return status == Status::inconclusive                   ? Stop::none
           : status == Status::cutoff                       ? Stop::cutoff
           : meets_                                         ? Stop::origin_reached
           : !is_closed()                                   ? Stop::rounding
           : walk_.simplex.contains(walk_.simplex.last().w) ? Stop::repeated_vertex
                                                            : Stop::bounds_met;
  }

  /// One turn of the loop: inconclusive as long as it goes on.
  Status step() {
    ++idle_;
    raise_lower();
    if (lower_ - limits_.radii > limits_.cutoff) return Status::cutoff;
    const bool going = passes_simplex() ? advance() : escape();
    const bool circling = idle_ > patience && walk_.simplex.last().is_vertex();
    return going && !circling ? Status::inconclusive : Status::stalled;
  }

  void raise_lower() {
    walk_.length = square_root(norm_squared(walk_.v));
    last_lower_ = walk_.lower_bound(walk_.v, limits_);
    last_normal_ = walk_.v;
    if (last_lower_ > lower_) idle_ = 0;
    if (last_lower_ >= lower_) {
      lower_ = last_lower_;
      normal_ = last_normal_;
    }
  }

  bool passes_simplex() const {
    const double least = walk_.least_step(limits_);
    bool ahead = true;
    for (int i = 0; i < walk_.simplex.count(); ++i) {
      ahead = ahead && dot(walk_.v, walk_.simplex[i].w - walk_.simplex.last().w) > least;
    }
    return ahead;
  }

  /// Takes the vertex in and turns to the nearest feature around it. False: the origin is reached, or the search has used
  /// up its grace.
  bool advance() {
    walk_.simplex.insert_last();
    return turn();
  }

  bool turn() {
    const Corners<D> corners(walk_.simplex);
    Feature<D> feature = nearest_feature(corners);
    if (feature.mask == (1U << (D + 1)) - 1) {  // the origin is said to be inside
      prove();
      if (meets_ || !take_grace()) return false;
      // The simplex is too flat to tell.
      feature = feature_of(corners.w, corners.count, nearest_point(corners.w, corners.count, D).mask);
    }
    V v = scale_direction(feature.v);
    const double height = dot(v, corners.w[std::countr_zero(feature.mask)]);
    const double squared = height * height / norm_squared(v);  // NaN if the feature passes through the origin
    if (!(squared < squared_)) {
      prove();
      // Even where the bounds have met: the plane must be looked for along v, so that it belongs to the nearest points.
      if (meets_ || !take_grace()) return false;
      // Twice as far away: rounding mistook a feature for the nearest. A polytope recovers; a curved set would have to come all
      // the way again, some 20 iterations for each grace. This happens within about 1e-12 sizes of touching.
      if (!walk_.simplex.last().is_vertex() && squared > 4 * squared_ && square_root(squared_) < 0x1p-30 * limits_.size)
        return false;
      if (v == V{}) v = scale_direction(best_.p);
    }
    if (squared < least_squared_) {
      least_squared_ = squared;
      idle_ = 0;
    }
    walk_.simplex.keep(feature.mask);
    squared_ = squared;
    walk_.v = v;
    along_p_ = false;
    return true;
  }

  /// The signs may mistake three vertices in line for a triangle and drop the nearest feature for it. Where that costs more than
  /// the rounding of the bounds, the points decide.
  Feature<D> nearest_feature(const Corners<D>& corners) const {
    const Feature<D> feature = nearest_with_newest(corners.w, corners.count);
    if (std::popcount(feature.mask) > D) return feature;
    const Part<D> part(corners.w, corners.count, feature.mask);
    const SimplexPoint<D> kept = nearest_point(part.w, part.count, D),
                          nearest = nearest_point(corners.w, corners.count, D);
    const bool is_new = (nearest.mask >> (corners.count - 1) & 1U) != 0;  // else no step at all
    const bool is_nearer = square_root(nearest.squared) + limits_.search_width < square_root(kept.squared);
    return is_new && is_nearer ? feature_of(corners.w, corners.count, nearest.mask) : feature;
  }

  /// No progress along v. Done if the proof closes; otherwise the direction of the nearest point itself is tried, straightened,
  /// or a new vertex is taken all the same.
  bool escape() {
    prove();
    if (meets_ || (is_closed() && (along_p_ || is_aligned(best_.p, walk_.v * (1 / walk_.length), limits_))))
      return false;
    if (!take_grace()) return false;
    if (!along_p_) {
      along_p_ = true;
      walk_.v = scale_direction(straightened(best_corners_.w, best_corners_.count, best_));
      return true;
    }
    if (walk_.simplex.contains(walk_.simplex.last().w)) return false;
    walk_.simplex.insert_last();
    prove();
    squared_ = infinity<double>;  // whatever it costs
    return !meets_ && !is_closed() && turn();
  }

  bool take_grace() { return grace_-- > 0; }

  /// Lowers the upper bound: a combination of vertices with positive weights that sum to 1 is a point of the set. First the
  /// simplex as a whole, as the search left it; unless that settles the matter, every feature of it, refined.
  void prove() {
    const Corners<D> corners(walk_.simplex);
    SimplexPoint<D> s = interior_point(corners.w, corners.count, (1U << corners.count) - 1);
    if (s.mask != 0) {
      refine(corners.w, corners.count, s, 8 * u * limits_.size);  // the rounding of p
      slide(corners.w, corners.count, s, 8 * u * limits_.size);
    }
    consider(s, corners);
    if (meets_ || (lower_ > 0 && is_closed())) return;
    s = nearest_point(corners.w, corners.count, D + 1);
    for (int i = 0; i < refinements; ++i) refine(corners.w, corners.count, s);
    consider(s, corners);
  }

  /// Among points as near as rounding can tell, the latest is taken: it belongs to the last direction. A step t along nearly
  /// parallel faces changes the distance d by t^2 / 2 d only, and the pair of points by t.
  void consider(const SimplexPoint<D>& s, const Corners<D>& corners) {
    if (s.mask == 0 || s.squared > best_.squared * indistinguishable) return;
    best_ = s;
    best_corners_ = corners;
    best_simplex_ = walk_.simplex;
    const double length = square_root(s.squared);
    upper_ = upper_bound<D>(length, limits_);
    meets_ = !(lower_ > 0) && is_touching(length, limits_);
  }

  bool is_closed() const { return best_.mask != 0 && bounds_meet(lower_, upper_, limits_, limits_.search_width); }

  GjkResult<D> finish(Status status) {
    if (walk_.simplex.count() > 0) prove();
    // The last plane belongs to the nearest points. (walk_.v may be the direction of a step that was not taken any more.)
    if (last_lower_ > 0 && best_.mask != 0 && bounds_meet(last_lower_, upper_, limits_, limits_.search_width)) {
      lower_ = last_lower_;
      normal_ = last_normal_;
    }
    GjkResult<D> r;
    r.status = status;
    r.iterations = walk_.iterations;
    r.meets = meets_;
    r.lower = lower_;
    r.upper = upper_;
    if (best_.mask != 0 && bounds_keep_contract(lower_, upper_, limits_)) r.status = Status::converged;
    if (lower_ > upper_) {  // the support mapping contradicts itself
      r.status = Status::stalled;
      r.lower = -limits_.size;
    }
    const double length = square_root(best_.squared);
    r.distance = meets_ ? 0 : length < r.lower ? r.lower : length;
    r.normal = normal_ / square_root(norm_squared(normal_));
    for (int i = 0; i <= D; ++i) {
      if ((best_.mask >> i & 1U) != 0) r.add(best_simplex_[i], best_.weight[i]);
    }
    r.point_b = r.point_a + best_.p;
    if (best_.mask != 0) {  // what the walk is left with is what was proven
      walk_.simplex = best_simplex_;
      walk_.simplex.keep(best_.mask);
    }
    return r;
  }

  const GjkLimits& limits_;
  GjkIteration<D>& walk_;
  double squared_ = infinity<double>;  ///< distance of the feature that v belongs to
  double least_squared_ = infinity<double>;
  int grace_ = grace_steps, idle_ = 0;
  bool along_p_ = false;

  // The proof: the best plane and the best point so far.
  double lower_ = -infinity<double>, last_lower_ = -infinity<double>, upper_ = infinity<double>;
  V normal_{}, last_normal_{};
  SimplexPoint<D> best_{.squared = infinity<double>};
  Simplex<D> best_simplex_;
  Corners<D> best_corners_;
  bool meets_ = false;
};

/// The fallback of an untraced query: compiled once, on a type-erased difference.
template <int D>
ABUT_COLD GjkResult<D> run_fallback(GjkIteration<D>& iteration, const GjkLimits& limits, const DifferenceRef<D>& set,
                                    bool pending) {
  return GjkFallback<D>(iteration, limits).run(set, pending);
}

#define ABUT_GJK_FALLBACK(WORDS, D) \
  WORDS GjkResult<D> run_fallback(GjkIteration<D>&, const GjkLimits&, const DifferenceRef<D>&, bool);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_GJK_FALLBACK)

/// `pending`: the last support point of the iteration was not examined yet.
template <int D, class Set, class... Watch>
ABUT_INLINE GjkResult<D> fall_back(GjkIteration<D>& iteration, const GjkLimits& limits, const Set& set, bool pending,
                                   Watch&... watch) {
  if constexpr (sizeof...(Watch) > 0 || !requires { set.support_error(); }) {
    return GjkFallback<D>(iteration, limits).run(set, pending, watch...);
  } else if constexpr (std::same_as<Set, DifferenceRef<D>>) {
    return run_fallback(iteration, limits, set, pending);
  } else {
    return run_fallback(iteration, limits, DifferenceRef<D>(set), pending);
  }
}

}  // namespace abut::detail
