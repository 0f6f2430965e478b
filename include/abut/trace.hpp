/// Traces of a query: the steps of its method, with each direction, support point and bound proven so far.
///
///     std::vector<GjkStep<2>> steps;
///     auto gap = distance(a, b, {}, [&](const GjkStep<2>& s) { steps.push_back(s); });
///
/// The trace is the last argument of a verb: anything that can be called with a step. It receives the kinds of step
/// that it accepts. An untraced query has no such argument, and tracing adds no instruction to its code, which a test
/// counts. Pairs of points, segments, balls and capsules, and two 3D boxes, have a closed form, which has no steps;
/// traced, they are answered by GJK instead, with bounds that contain the same exact answer.
///
/// A trace may have `bool is_tracing() const`. Where it returns false, the query is untraced: the same call, compiled
/// once, answers both.
///
/// `penetration` and `separation` continue with EPA if the cores overlap: a trace that accepts an EpaStep receives
/// those steps too. Penetration along a direction or by a portal emits an MprStep per support call.
///
/// Casts emit a CastStep per support call, and the steps of their method, GjkStep or MprStep, if the trace accepts
/// them. Traced box/box casts do not use the closed form. Times of impact emit an ImpactStep per distance query.
#pragma once

#include <abut/support.hpp>

#include <concepts>

namespace abut {

/// Why an iteration ended.
enum class Stop {
  none,             ///< it continues
  repeated_vertex,  ///< the support point is a vertex of the simplex: the simplex has the closest point
  bounds_met,       ///< lower and upper bound are within the tolerance, or as close as rounding allows
  origin_reached,   ///< the simplex contains the origin: the cores overlap
  cutoff,           ///< proven further apart than the cutoff
  rounding,         ///< further progress would be less than the rounding error
};

/// The name of the enumerator, as in JSON.
constexpr const char* to_string(Stop stop) {
  switch (stop) {
    case Stop::none: return "none";
    case Stop::repeated_vertex: return "repeated_vertex";
    case Stop::bounds_met: return "bounds_met";
    case Stop::origin_reached: return "origin_reached";
    case Stop::cutoff: return "cutoff";
    case Stop::rounding: return "rounding";
  }
  return "unknown";
}

/// One iteration of GJK on the cores: all points are points of B - A, in world axes.
template <int D>
struct GjkStep {
  int iteration = 0;                            ///< counted from 1
  Vec<double, D> direction{};                   ///< unit vector v, from A to B
  Vec<double, D> support{};                     ///< the support point of B - A along -v
  VertexId id_a = no_vertex, id_b = no_vertex;  ///< the vertices of A and B that the support point is of

  int count = 0;                       ///< the number of vertices of the simplex that is kept
  Vec<double, D> simplex[D + 1] = {};  ///< the vertices
  unsigned region = 0;                 ///< bit i: vertex i belongs to the closest feature
  double weight[D + 1] = {};           ///< nearest = sum of weight[i] * simplex[i]
  Vec<double, D> nearest{};            ///< the point of the simplex nearest to the origin

  double lower = 0, upper = 0;  ///< bounds of the signed distance of the cores, so far
  Stop stop = Stop::none;       ///< why the search ends here, if it does
};

/// One support call of MPR on the shapes with their radii: all points are points of B - A, in world axes. The first
/// points make a simplex; a ray goes from its center to the origin, and the portal is the facet that the ray passes
/// through.
template <int D>
struct MprStep {
  int iteration = 0;                            ///< counted from 1
  Vec<double, D> direction{};                   ///< unit vector v
  Vec<double, D> support{};                     ///< the support point of B - A along -v
  VertexId id_a = no_vertex, id_b = no_vertex;  ///< of the cores

  bool has_portal = false;        ///< false while the points of the simplex are found
  Vec<double, D> portal[D] = {};  ///< after the step
  Vec<double, D> center{};        ///< the start of the ray, once there is a portal

  double lower = 0;        ///< proven bound of the signed distance, so far
  Stop stop = Stop::none;  ///< why the search ends here, if it does
};

/// One iteration of EPA on overlapping cores: the facet of the polytope nearest to the origin, and the support point
/// beyond it.
template <int D>
struct EpaStep {
  int iteration = 0;                            ///< continues the count of GJK
  Vec<double, D> direction{};                   ///< unit vector from A to B, from the facet to the origin
  Vec<double, D> support{};                     ///< the support point of B - A along -direction
  VertexId id_a = no_vertex, id_b = no_vertex;  ///< the vertices of A and B that the support point is of

  Vec<double, D> facet[D] = {};  ///< the vertices of the facet
  int facets = 0;                ///< the number of facets stored so far

  /// Bounds of the depth of the cores: the distance of the facet, and the least support height so far.
  double lower = 0, upper = 0;
  Stop stop = Stop::none;  ///< why the search ends here, if it does
};

/// The motion bound that proves an interval of time free of contact.
enum class ImpactBound {
  none,          ///< nothing is proven: the bodies touch, or only the distance was evaluated
  reach,         ///< all that a rotating body can ever reach
  fixed_axis,    ///< a separating plane with a fixed normal
  turning_axis,  ///< a separating plane with a rotating normal
  balls,         ///< the bounding spheres
};

/// The name of the enumerator, as in JSON.
constexpr const char* to_string(ImpactBound bound) {
  switch (bound) {
    case ImpactBound::none: return "none";
    case ImpactBound::reach: return "reach";
    case ImpactBound::fixed_axis: return "fixed_axis";
    case ImpactBound::turning_axis: return "turning_axis";
    case ImpactBound::balls: return "balls";
  }
  return "unknown";
}

/// One distance query of a time of impact, in world coordinates.
template <int D>
struct ImpactStep {
  int iteration = 0;                    ///< counted from 1
  double t = 0;                         ///< the time of this query
  double lower = 0, upper = 0;          ///< bounds of the separation at `t`
  Vec<double, D> normal{};              ///< unit vector from A to B
  Vec<double, D> point_a{}, point_b{};  ///< the closest points
  double advance = 0;  ///< from `t` on, the bodies are proven further apart than the target for so long
  ImpactBound bound = ImpactBound::none;  ///< what proves it
};

/// One support call of a cast, by any method: the plane it gave, and what that proved. A call of conservative
/// advancement is also emitted as a GjkStep, with A moved to `t_safe`; one of MPR as an MprStep, of the swept
/// difference.
template <int D>
struct CastStep {
  int iteration = 0;                            ///< counted from 1
  Vec<double, D> direction{};                   ///< unit vector from A to B
  Vec<double, D> support{};                     ///< the support point of B - A, at the start, along -direction
  VertexId id_a = no_vertex, id_b = no_vertex;  ///< the vertices of A and B that the support point is of

  double t_safe = 0;    ///< the part of the translation that is proven free after this step
  bool moved = false;   ///< this step increased `t_safe`
  bool missed = false;  ///< the whole translation is proven free
};

namespace detail {

/// In place of the trace of an untraced query, and of its recorder: it accepts no step.
struct NoTrace {
  static constexpr bool is_tracing() { return false; }
};

/// Whether this is known at compile time to be NoTrace. If it is, no code that reports steps is instantiated.
template <class Trace>
inline constexpr bool is_untraced = std::same_as<Trace, NoTrace>;

/// A trace that may be off, as NoTrace always is. If it is off, the query is untraced: its answer is that without a
/// trace, bit for bit. No closed form is instantiated for any other trace.
template <class Trace>
concept OptionalTrace = requires(const Trace& trace) { trace.is_tracing(); };

/// Whether steps are to be reported.
template <class Trace>
constexpr bool is_tracing([[maybe_unused]] const Trace& trace) {
  if constexpr (OptionalTrace<Trace>) {
    return trace.is_tracing();
  } else {
    return true;
  }
}

/// The user's trace. It is passed by value, as NoTrace is, which takes no register then.
template <class UserTrace>
struct TraceRef {
  UserTrace& trace;

  bool is_tracing() const
    requires OptionalTrace<UserTrace>
  {
    return trace.is_tracing();
  }

  template <class Step>
    requires std::invocable<UserTrace&, const Step&>
  void operator()(const Step& step) const {
    trace(step);
  }
};

/// The trace of a query, from the last arguments of its verb.
template <class... UserTrace>
constexpr auto trace_from([[maybe_unused]] UserTrace&... trace) {
  static_assert(sizeof...(UserTrace) <= 1, "abut: a query takes one trace");
  if constexpr (sizeof...(UserTrace) == 1) {
    return TraceRef<UserTrace...>{trace...};
  } else {
    return NoTrace{};
  }
}

/// Whether the trace accepts this kind of step.
template <class Step, class Trace>
inline constexpr bool accepts_step = std::invocable<const Trace&, const Step&>;

/// The trace if it accepts this kind of step, otherwise NoTrace.
template <class Step, class Trace>
constexpr auto trace_for([[maybe_unused]] Trace trace) {
  if constexpr (accepts_step<Step, Trace>) {
    return trace;
  } else {
    return NoTrace{};
  }
}

}  // namespace detail
}  // namespace abut
