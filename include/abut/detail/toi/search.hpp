/// The search common to the methods of time of impact: distances at chosen times, counted, each warm-started from the
/// last, and the bracket that they end with.
#pragma once

#include <abut/detail/toi/bounding_spheres.hpp>
#include <abut/detail/toi/moving_pair.hpp>
#include <abut/distance.hpp>
#include <abut/motion.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// In double, in the user's lengths.
struct ImpactLimits {
  double target = 0;     ///< between the shapes, radii included
  double tolerance = 0;  ///< not below the least one that rounding allows
  double begin = 0;      ///< of the interval of time: nothing is asked before it
  double end = 1;        ///< at most 1
  int max_iterations = 0;
};

template <int D>
struct ImpactFound {
  Status status = Status::invalid_argument;
  bool hit = false;
  double safe = 0;                       ///< at no time before it are they within the target
  double time = 1;                       ///< of the hit
  double safe_separation = 0;            ///< a lower bound of the separation at `safe`
  SignedDistance<double, D> distance{};  ///< at the hit
  int iterations = 0;
};

/// The distance of the bodies at the current time of the pair.
template <Shape A, Shape B>
ABUT_INLINE SignedDistance<double, dimension_of<A>> distance_of(
    const MovingPair<A, B>& pair, const DistanceOptions<double, dimension_of<A>>& options) {
  return signed_distance(pair.a.placed(), pair.b.placed(), options);
}

/// `P`: a MovingPair, or the HalfSpacePair of toi/half_space.hpp.
template <class P, class Trace>
class TimeOfImpactSearch {
 public:
  using Pair = P;
  static constexpr int D = Pair::D;
  using V = Vec<double, D>;

  TimeOfImpactSearch(Pair& moving, const ImpactLimits& given, Trace trace)
      : pair(moving), limits(given), core_target(given.target + moving.radii()), trace_(trace) {
    // The distance of the cores at a hit is near core_target: there the bounds of a curved pair have to meet to an
    // eighth of the tolerance.
    const double part = limits.tolerance / (8 * (core_target + limits.tolerance));
    options_.tolerance = part < 1.0 / 64 ? part : 1.0 / 64;
    if (!(options_.tolerance > default_tolerance<double>)) options_.tolerance = default_tolerance<double>;
    options_.cache = &cache_;
  }
  TimeOfImpactSearch(const TimeOfImpactSearch&) = delete;  // the options point to the cache
  TimeOfImpactSearch(TimeOfImpactSearch&&) = delete;
  TimeOfImpactSearch& operator=(const TimeOfImpactSearch&) = delete;
  TimeOfImpactSearch& operator=(TimeOfImpactSearch&&) = delete;
  ~TimeOfImpactSearch() = default;

  /// The first time to evaluate: before it the bounding spheres are apart.
  double begin() {
    const double apart = spheres_apart_until(pair, core_target), t = apart > limits.begin ? apart : limits.begin;
    is_start_known_ = t > 0;  // they are separated
    if constexpr (!is_untraced<Trace>) {
      ImpactStep<D> step{.advance = t, .bound = ImpactBound::balls};
      step.lower = limits.target;
      step.upper = infinity<double>;
      if (t > 0 && is_tracing(trace_)) trace_(step);
    }
    return t;
  }

  /// The distance at t.
  const SignedDistance<double, D>& evaluate(double t) {
    ++iterations_;
    pair.move_to(t);
    distance_ = distance_of(pair, options_);
    if (!is_start_known_) start_ = start_here();
    is_start_known_ = true;
    return distance_;
  }
  /// Returns to t, where the distance was evaluated before.
  void restore(double t, const SignedDistance<double, D>& evaluated) {
    pair.move_to(t);
    distance_ = evaluated;
  }
  bool may_evaluate() const { return iterations_ < limits.max_iterations; }
  StartState start() const { return start_; }  ///< the state at the first evaluation

  /// Bounds of the true separation at the last evaluation.
  double lower() const { return distance_.signed_lower - pair.pose_error(); }
  double upper() const { return distance_.signed_upper + pair.pose_error(); }
  const V& normal() const { return distance_.normal; }
  const SignedDistance<double, D>& distance_here() const { return distance_; }

  /// Adds the vertices that the closest points are combinations of to a MotionBound.
  template <class Bound>
  void add_closest_to(Bound& bound) const {
    if (Pair::has_closed_form || pair.has_quick_supports()) return;
    for (int i = 0; i < distance_.feature_count; ++i) {
      // A composed shape has ids, and may not know their vertices.
      const VertexId a = distance_.feature_a[i], b = distance_.feature_b[i];
      const bool known = a < vertex_count(pair.a.shape()) && b < vertex_count(pair.b.shape());
      if (known) bound.add_closest(vertex(pair.a.shape(), a), vertex(pair.b.shape(), b));
    }
  }

  /// Whether the bounding spheres are apart up to the end, `t` being what begin() returned.
  bool is_over_at(double t) const { return t > 0 && t >= limits.end; }
  /// What is left of the interval at t, rounded up.
  double time_left(double t) const { return neighbor<true>(limits.end - t); }

  bool has_arrived() const { return upper() <= limits.target + 0.5 * limits.tolerance; }
  /// The plane between them proves more than the target, as a MotionBound requires.
  bool is_clear() const { return lower() > limits.target; }

  /// Within the target at the current time, and free up to `safe`.
  ImpactFound<D> hit(double safe) {
    // The distance that detected the arrival may be less accurate than an answer should be.
    const bool curved =
        !Pair::has_closed_form && (distance_.feature_a[0] == no_vertex || distance_.feature_b[0] == no_vertex);
    if (curved && options_.tolerance > default_tolerance<double>) {
      const SignedDistance<double, D> before = distance_;
      options_.tolerance = default_tolerance<double>;
      evaluate(pair.time());
      if (!has_arrived()) distance_ = before;  // rounding may leave wider bounds than the first evaluation had
    }
    return {Status::converged, true, safe, pair.time(), lower(), distance_, iterations_};
  }
  ImpactFound<D> miss() const {
    return {Status::converged, false, limits.end, 1, limits.target, distance_, iterations_};
  }
  ImpactFound<D> give_up(Status status, double safe) const {
    return {status, false, safe, 1, safe > 0 ? limits.target : -infinity<double>, distance_, iterations_};
  }

  /// Reports the last distance to the trace, and the time that is proven free from there.
  void report(double advance, ImpactBound by) {
    if constexpr (!is_untraced<Trace>) {
      if (!is_tracing(trace_)) return;
      ImpactStep<D> step{.iteration = iterations_, .t = pair.time()};
      step.lower = lower();
      step.upper = upper();
      step.normal = distance_.normal;
      step.point_a = pair.world(distance_.point_a);
      step.point_b = pair.world(distance_.point_b);
      step.advance = advance;
      step.bound = by;
      trace_(step);
    }
  }

  Pair& pair;
  const ImpactLimits limits;
  const double core_target;

 private:
  StartState start_here() const {
    if (distance_.distance == 0) return StartState::overlapping;
    return distance_.signed_distance <= limits.target ? StartState::within_target : StartState::separated;
  }

  DistanceOptions<double, D> options_{};
  StartState start_ = StartState::separated;
  Cache<D> cache_{};
  SignedDistance<double, D> distance_{};
  int iterations_ = 0;
  bool is_start_known_ = false;
  [[no_unique_address]] Trace trace_;
};

/// A time not later than t + after; t itself if there is none between.
inline double later(double t, double after) {
  const double sum = neighbor<false>(t + after);
  return sum > t ? sum : t;
}

}  // namespace abut::detail
