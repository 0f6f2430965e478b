/// What the methods of time of impact have in common: distances along the way, counted, each begun where the last one ended; and the
/// bracket they end with.
#pragma once

#include <abut/detail/toi/bounding_spheres.hpp>
#include <abut/detail/toi/motion_bound.hpp>
#include <abut/distance.hpp>
#include <abut/trace.hpp>

namespace abut {

/// How the shapes are at the start.
enum class ImpactStart { separated, within_target, overlapping };

constexpr const char* name(ImpactStart start) {
  switch (start) {
    case ImpactStart::separated: return "separated";
    case ImpactStart::within_target: return "within_target";
    case ImpactStart::overlapping: return "overlapping";
  }
  return "unknown";
}

namespace detail {

/// In double, in lengths of the user's.
struct ImpactLimits {
  double target = 0;     ///< between the shapes, radii included
  double tolerance = 0;  ///< not below the floor
  int max_iterations = 0;
};

template <int D>
struct ImpactFound {
  Status status = Status::invalid_argument;
  bool hit = false;
  double safe = 0;                 ///< nothing before it comes within the target
  double time = 1;                 ///< of the hit
  double safe_separation = 0;      ///< a lower bound of the separation at `safe`
  Distance<double, D> distance{};  ///< at the hit
  int iterations = 0;
};

/// The distance of the bodies where they are.
template <Shape A, Shape B>
ABUT_INLINE Distance<double, dimension_of<A>> distance_of(const MovingPair<A, B>& pair, Cache<dimension_of<A>>& cache,
                                                          const DistanceOptions<double>& options) {
  return distance(pair.a.placed(), pair.b.placed(), cache, options);
}

/// Pair: a MovingPair, or the half-space and the body of toi/half_space.hpp.
template <class P, class... Trace>
class TimeOfImpactSearch {
 public:
  using Pair = P;
  static constexpr int D = Pair::D;
  using V = Vec<double, D>;

  TimeOfImpactSearch(Pair& moving, const ImpactLimits& given, Trace&... watch)
      : pair(moving), limits(given), core_target(given.target + moving.radii()), trace_(watch...) {
    // A curved pair is near its hit at the target and the radii: there the bounds shall meet to an eighth of the tolerance.
    const double part = limits.tolerance / (8 * (core_target + limits.tolerance));
    options_.tolerance = part < 1.0 / 64 ? part : 1.0 / 64;
    if (!(options_.tolerance > default_tolerance<double>)) options_.tolerance = default_tolerance<double>;
  }

  /// Where to look first: there is nothing to see before the balls around the bodies meet.
  double begin() {
    const double t = balls_apart_until(pair, core_target);
    looked_at_start_ = t > 0;  // and what was seen is that they are separated
    if constexpr (sizeof...(Trace) > 0) {
      ImpactStep<D> step{.advance = t, .bound = ImpactBound::balls};
      step.lower = limits.target;
      step.upper = infinity<double>;
      if (t > 0) trace_.tell(step);
    }
    return t;
  }

  /// The distance at t.
  const Distance<double, D>& look(double t) {
    ++iterations_;
    pair.move_to(t);
    distance_ = distance_of(pair, cache_, options_);
    if (!looked_at_start_) start_ = start_here();
    looked_at_start_ = true;
    return distance_;
  }
  /// Back to what was seen at t.
  void go_back(double t, const Distance<double, D>& seen) {
    pair.move_to(t);
    distance_ = seen;
  }
  bool may_look() const { return iterations_ < limits.max_iterations; }
  ImpactStart start() const { return start_; }  ///< how it was at the first look

  /// Bounds of the true separation where it was looked last.
  double lower() const { return distance_.signed_lower - pair.pose_error(); }
  double upper() const { return distance_.signed_upper + pair.pose_error(); }
  const V& normal() const { return distance_.normal; }
  const Distance<double, D>& distance_here() const { return distance_; }

  /// Tells a certificate of the vertices that the nearest points are combinations of.
  template <class Certificate>
  void tell_features(Certificate& certificate) const {
    if constexpr (Pair::has_closed_form || Pair::has_quick_supports) return;
    for (int i = 0; i < distance_.feature_count; ++i) {
      const VertexId a = distance_.feature_a[i], b = distance_.feature_b[i];
      if (a != no_vertex && b != no_vertex) certificate.know(vertex(pair.a.shape(), a), vertex(pair.b.shape(), b));
    }
  }

  bool has_arrived() const { return upper() <= limits.target + 0.5 * limits.tolerance; }
  /// The plane between them proves more than the target, so that a certificate may begin with it.
  bool is_clear() const { return lower() > limits.target; }

  /// In contact here, and free before.
  ImpactFound<D> hit(double safe) {
    // What told that they have arrived need not be as good as an answer should be.
    const bool curved =
        !Pair::has_closed_form && (distance_.feature_a[0] == no_vertex || distance_.feature_b[0] == no_vertex);
    if (curved && options_.tolerance > default_tolerance<double>) {
      const Distance<double, D> before = distance_;
      options_.tolerance = default_tolerance<double>;
      look(pair.time());
      if (!has_arrived()) distance_ = before;  // where rounding leaves more open than the first look did
    }
    return {Status::converged, true, safe, pair.time(), lower(), distance_, iterations_};
  }
  ImpactFound<D> miss() const { return {Status::converged, false, 1, 1, limits.target, distance_, iterations_}; }
  ImpactFound<D> give_up(Status status, double safe) const {
    return {status, false, safe, 1, safe > 0 ? limits.target : -infinity<double>, distance_, iterations_};
  }

  /// Tells whoever watches: of a distance, and how far it was proven free from there.
  void tell(double advance, ImpactBound by) {
    if constexpr (sizeof...(Trace) > 0) {
      ImpactStep<D> step{.iteration = iterations_, .time = pair.time()};
      step.lower = lower();
      step.upper = upper();
      step.normal = distance_.normal;
      step.point_a = pair.world(distance_.point_a);
      step.point_b = pair.world(distance_.point_b);
      step.advance = advance;
      step.bound = by;
      trace_.tell(step);
    }
  }

  Pair& pair;
  const ImpactLimits limits;
  const double core_target;

 private:
  /// None, or one.
  template <class... Watch>
  struct Listener {
    explicit Listener(Watch&...) {}
    void tell(const ImpactStep<D>&) {}
  };
  template <class Watch>
  struct Listener<Watch> {
    Watch& watch;
    explicit Listener(Watch& w) : watch(w) {}
    void tell(const ImpactStep<D>& step) { watch(step); }
  };

  ImpactStart start_here() const {
    if (distance_.distance == 0) return ImpactStart::overlapping;
    return distance_.signed_distance <= limits.target ? ImpactStart::within_target : ImpactStart::separated;
  }

  DistanceOptions<double> options_{};
  ImpactStart start_ = ImpactStart::separated;
  Cache<D> cache_{};
  Distance<double, D> distance_{};
  int iterations_ = 0;
  bool looked_at_start_ = false;
  [[no_unique_address]] Listener<Trace...> trace_;
};

/// A time that is not later than t + after, and t itself if there is none between.
inline double later(double t, double after) {
  const double sum = neighbour<false>(t + after);
  return sum > t ? sum : t;
}

/// What is left of the interval at t, rounded up.
inline double time_left(double t) { return neighbour<true>(1 - t); }

}  // namespace detail
}  // namespace abut
