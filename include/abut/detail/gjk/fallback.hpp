/// The robust fallback of GJK, for pairs that the fast loop (gjk/iteration.hpp) could not prove.
///
/// It takes the same steps, each with more checks. Departures from the plain algorithm. (1) It only proposes: what is
/// returned is proven afterwards, from two facts that do not rely on it (see prove() and raise_lower()). (2) If
/// rounding stops it early, with the bounds still apart, it is given another direction or made to take the new vertex,
/// a few times; the best bounds so far are kept.
#pragma once

#include <abut/detail/gjk/bounds.hpp>
#include <abut/detail/minkowski/difference_ref.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D>
class GjkFallback {
 public:
  using V = Vec<double, D>;

  /// Continues where the fast loop ended.
  GjkFallback(GjkIteration<D>& iteration, const GjkLimits& limits) : limits_(limits), iteration_(iteration) {}

  /// `pending`: the last vertex of the fast loop is still to be evaluated.
  template <class Set, class Recorder>
  ABUT_COLD GjkResult<D> run(const Set& set, bool pending, Recorder& recorder) {
    iteration_.v = scale_direction(iteration_.v);
    while (pending || iteration_.iterations < limits_.max_iterations) {
      const V v = iteration_.v;
      if (!pending) {
        ++iteration_.iterations;
        set.along(v, iteration_.simplex.slot());
      }
      pending = false;
      if (!is_finite(iteration_.simplex.last().w)) {
        GjkResult<D> invalid;
        invalid.iterations = iteration_.iterations;
        return invalid;
      }
      const Status status = step();
      if constexpr (!is_untraced<Recorder>) recorder.step(iteration_, v, reason(status));
      if (status != Status::inconclusive) return finish(status);
    }
    return finish(Status::iteration_limit);
  }

 private:
  static constexpr double u = unit_roundoff;
  /// How often a search that rounding has stopped may continue. Of 4 million nasty pairs a handful of needles use all
  /// of them.
  static constexpr int grace_steps = 8;
  /// How many steps among finitely many vertices may gain nothing: neither a higher plane nor a nearer feature. Needles
  /// 10^13 times as long as their distance make the search cycle, with a period of about four steps.
  static constexpr int patience = 16;
  /// Each refinement squares the relative error of the weights; if two do not help, the simplex is degenerate.
  static constexpr int refinements = 2;

  Stop reason(Status status) const {
    return status == Status::inconclusive                             ? Stop::none
           : status == Status::cutoff                                 ? Stop::cutoff
           : meets_                                                   ? Stop::origin_reached
           : !is_closed()                                             ? Stop::rounding
           : iteration_.simplex.contains(iteration_.simplex.last().w) ? Stop::repeated_vertex
                                                                      : Stop::bounds_met;
  }

  /// One step of the loop: inconclusive as long as it is to continue.
  Status step() {
    ++idle_;
    raise_lower();
    if (lower_ - limits_.radii > limits_.cutoff) return Status::cutoff;
    const bool going = passes_simplex() ? advance() : escape();
    const bool cycling = idle_ > patience && iteration_.simplex.last().is_vertex();
    return going && !cycling ? Status::inconclusive : Status::stalled;
  }

  void raise_lower() {
    iteration_.length = square_root(norm_squared(iteration_.v));
    last_lower_ = iteration_.lower_bound(iteration_.v, limits_);
    last_normal_ = iteration_.v;
    if (last_lower_ > lower_) idle_ = 0;
    if (last_lower_ >= lower_) {
      lower_ = last_lower_;
      normal_ = last_normal_;
    }
  }

  bool passes_simplex() const {
    const double least = iteration_.least_step(limits_);
    bool ahead = true;
    for (int i = 0; i < iteration_.simplex.count(); ++i) {
      ahead = ahead && dot(iteration_.v, iteration_.simplex[i].w - iteration_.simplex.last().w) > least;
    }
    return ahead;
  }

  /// Takes the vertex in and moves to the nearest feature around it. False: the origin is reached, or the search has
  /// used up its grace.
  bool advance() {
    iteration_.simplex.insert_last();
    return redirect();
  }

  bool redirect() {
    const Corners<D> corners(iteration_.simplex);
    Feature<D> feature = nearest_feature(corners);
    if (feature.mask == (1U << (D + 1)) - 1) {  // the origin is claimed to be inside
      prove();
      if (meets_ || !take_grace()) return false;
      // The simplex is too flat to decide.
      feature = feature_of(corners.w, corners.count, nearest_point(corners.w, corners.count, D).mask);
    }
    V v = scale_direction(feature.v);
    const double height = dot(v, corners.w[std::countr_zero(feature.mask)]);
    const double squared = height * height / norm_squared(v);  // NaN if the feature passes through the origin
    if (!(squared < squared_)) {
      prove();
      // Even if the bounds have met: the plane must be searched along v, so that it belongs to the nearest points.
      if (meets_ || !take_grace()) return false;
      // Twice as far away: rounding chose a wrong feature. A polytope recovers; a curved set would have to start over,
      // with some 20 iterations for each grace. This happens within about 1e-12 sizes of touching.
      if (!iteration_.simplex.last().is_vertex() && squared > 4 * squared_ &&
          square_root(squared_) < 0x1p-30 * limits_.size)
        return false;
      if (v == V{}) v = scale_direction(best_.p);
    }
    if (squared < least_squared_) {
      least_squared_ = squared;
      idle_ = 0;
    }
    iteration_.simplex.keep(feature.mask);
    squared_ = squared;
    iteration_.v = v;
    along_p_ = false;
    return true;
  }

  /// The signs may mistake three collinear vertices for a triangle and drop the nearest feature for it. If that costs
  /// more than the rounding of the bounds, the nearest points decide.
  Feature<D> nearest_feature(const Corners<D>& corners) const {
    const Feature<D> feature = nearest_with_newest(corners.w, corners.count);
    if (std::popcount(feature.mask) > D) return feature;
    const FeatureVertices<D> part(corners.w, corners.count, feature.mask);
    const SimplexPoint<D> kept = nearest_point(part.w, part.count, D),
                          nearest = nearest_point(corners.w, corners.count, D);
    const bool is_new = (nearest.mask >> (corners.count - 1) & 1U) != 0;  // otherwise nothing would change
    const bool is_nearer = square_root(nearest.squared) + limits_.search_width < square_root(kept.squared);
    return is_new && is_nearer ? feature_of(corners.w, corners.count, nearest.mask) : feature;
  }

  /// There is no progress along v. Done if the bounds have met; otherwise the direction of the nearest point itself is
  /// tried, straightened, or a new vertex is taken all the same.
  bool escape() {
    prove();
    if (meets_ || (is_closed() && (along_p_ || is_aligned(best_.p, iteration_.v * (1 / iteration_.length), limits_))))
      return false;
    if (!take_grace()) return false;
    if (!along_p_) {
      along_p_ = true;
      iteration_.v = scale_direction(straightened(best_corners_.w, best_corners_.count, best_));
      return true;
    }
    if (iteration_.simplex.contains(iteration_.simplex.last().w)) return false;
    iteration_.simplex.insert_last();
    prove();
    squared_ = infinity<double>;  // accept any feature
    return !meets_ && !is_closed() && redirect();
  }

  bool take_grace() { return grace_-- > 0; }

  /// Lowers the upper bound: a combination of vertices with positive weights that sum to 1 is a point of the set. First
  /// the simplex as a whole, as the search left it; if that is not enough, every feature of it, refined.
  void prove() {
    const Corners<D> corners(iteration_.simplex);
    SimplexPoint<D> s = interior_point(corners.w, corners.count, (1U << corners.count) - 1);
    if (s.mask != 0) {
      refine(corners.w, corners.count, s, 8 * u * limits_.size);  // the rounding of p
      slide(corners.w, corners.count, s, 8 * u * limits_.size);
    }
    consider(s, corners);
    if (meets_ || (lower_ > 0 && is_closed())) return;
    consider(nearest_aligned_point(corners.w, corners.count, refinements), corners);
  }

  /// Among points whose distances differ by rounding alone, the latest is taken: it belongs to the last direction. A
  /// step t along nearly parallel faces changes the distance d by t^2 / 2 d only, and the pair of points by t.
  void consider(const SimplexPoint<D>& s, const Corners<D>& corners) {
    if (s.mask == 0 || (s.squared > best_.squared * indistinguishable && !belongs_to_plane(s))) return;
    best_ = s;
    best_corners_ = corners;
    best_simplex_ = iteration_.simplex;
    const double length = square_root(s.squared);
    upper_ = upper_bound<D>(length, limits_);
    meets_ = !(lower_ > 0) && is_touching(length, limits_);
  }

  /// Whether the point is that of the last plane, and no further away than the best one but for its own rounding, so
  /// that the bounds meet there too.
  bool belongs_to_plane(const SimplexPoint<D>& s) const {
    const double length = square_root(s.squared);
    return last_lower_ > 0 && length <= square_root(best_.squared) + 8 * u * limits_.size &&
           bounds_meet(last_lower_, upper_bound<D>(length, limits_), limits_, limits_.search_width) &&
           is_aligned(s.p, last_normal_ * (1 / square_root(norm_squared(last_normal_))), limits_);
  }

  bool is_closed() const { return best_.mask != 0 && bounds_meet(lower_, upper_, limits_, limits_.search_width); }

  GjkResult<D> finish(Status status) {
    if (iteration_.simplex.count() > 0) prove();
    // The last plane belongs to the nearest points. (iteration_.v may be the direction of a step that was not taken.)
    if (last_lower_ > 0 && best_.mask != 0 && bounds_meet(last_lower_, upper_, limits_, limits_.search_width)) {
      lower_ = last_lower_;
      normal_ = last_normal_;
    }
    GjkResult<D> r;
    r.clear_features();
    r.status = status;
    r.iterations = iteration_.iterations;
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
    if (best_.mask != 0) {  // leave the simplex that was proven
      iteration_.simplex = best_simplex_;
      iteration_.simplex.keep(best_.mask);
    }
    return r;
  }

  const GjkLimits& limits_;
  GjkIteration<D>& iteration_;
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
  NoTrace none;
  return GjkFallback<D>(iteration, limits).run(set, pending, none);
}

#define ABUT_GJK_FALLBACK(WORDS, D) \
  WORDS GjkResult<D> run_fallback(GjkIteration<D>&, const GjkLimits&, const DifferenceRef<D>&, bool);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_GJK_FALLBACK)

/// `pending`: the last support point of the iteration was not examined yet.
template <int D, class Set, class Recorder>
ABUT_INLINE GjkResult<D> fall_back(GjkIteration<D>& iteration, const GjkLimits& limits, const Set& set, bool pending,
                                   Recorder& recorder) {
  if constexpr (!is_untraced<Recorder> || !requires { set.support_error(); }) {
    return GjkFallback<D>(iteration, limits).run(set, pending, recorder);
  } else if constexpr (std::same_as<Set, DifferenceRef<D>>) {
    return run_fallback(iteration, limits, set, pending);
  } else {
    return run_fallback(iteration, limits, DifferenceRef<D>(set), pending);
  }
}

}  // namespace abut::detail
