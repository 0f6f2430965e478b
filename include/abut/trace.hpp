/// Watching a query at work: what a method asked, what it got, and what it had proven, step by step.
///
///     std::vector<GjkStep<2>> steps;
///     auto gap = distance(a, b, {}, [&](const GjkStep<2>& s) { steps.push_back(s); });
///
/// The trace is the last argument of a verb: anything that can be called with a step; it is told the kinds it takes. A query without one has no such argument, and
/// nothing of this file is in its code: not an instruction more, as a test counts. Points, segments, balls and capsules among themselves,
/// and two boxes in space, have a closed form, and no steps; watched they are answered by GJK all the same, with bounds that contain the same truth.
///
/// `penetration` and `separation` go on with EPA where the cores overlap. A trace that can be called with an EpaStep is told of that too; and
/// with an MprStep, of penetration along a direction or a portal.
///
/// Casts tell a CastStep for each support call (watched, a box cast at a box takes those of its method), and the steps of the method behind it to those who take them. Times of impact tell an
/// ImpactStep for each distance.
#pragma once

#include <abut/support.hpp>

#include <concepts>

namespace abut {

/// Why a search ended.
enum class Stop {
  none,             ///< it goes on
  repeated_vertex,  ///< the furthest vertex is one of the simplex: nothing can bring it nearer
  bounds_met,       ///< lower and upper bound are as close as asked, or as rounding allows
  origin_reached,   ///< the simplex contains the origin: the cores meet
  cutoff,           ///< proven further apart than the cut-off
  rounding,         ///< no progress is left that rounding would not undo
};

/// As it is spelled, for people and for JSON.
constexpr const char* name(Stop stop) {
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

/// One iteration of GJK, of the cores: all points are points of B - A, along the axes of the world.
template <int D>
struct GjkStep {
  int iteration = 0;           ///< counted from 1
  Vec<double, D> direction{};  ///< unit vector v, from A to B: B - A is searched for its furthest point against it
  Vec<double, D> support{};    ///< that point
  VertexId id_a = no_vertex, id_b = no_vertex;

  int count = 0;  ///< vertices of the simplex that is kept
  Vec<double, D> simplex[D + 1] = {};
  unsigned region = 0;        ///< bit i: vertex i belongs to the nearest feature
  double weight[D + 1] = {};  ///< nearest = sum of weight[i] * simplex[i]
  Vec<double, D> nearest{};   ///< the point of the simplex nearest to the origin

  double lower = 0, upper = 0;  ///< of the signed distance of the cores, as far as is known
  Stop stop = Stop::none;
};

/// One support call of MPR, of the shapes with their radii: all points are points of B - A, along the axes of the world. The first
/// ones make a simplex; from its center a ray goes to the origin, and the portal is what it passes through.
template <int D>
struct MprStep {
  int iteration = 0;                            ///< counted from 1
  Vec<double, D> direction{};                   ///< unit vector v: B - A is searched for its furthest point against it
  Vec<double, D> support{};                     ///< that point
  VertexId id_a = no_vertex, id_b = no_vertex;  ///< of the cores

  bool has_portal = false;        ///< not yet, while points of the simplex are found
  Vec<double, D> portal[D] = {};  ///< after the step
  Vec<double, D> center{};        ///< where the ray begins, once there is a portal

  double lower = 0;  ///< of the signed distance, proven so far
  Stop stop = Stop::none;
};

/// One iteration of EPA, where the cores overlap: the facet of the shell that was nearest to the origin, and what lies beyond it.
template <int D>
struct EpaStep {
  int iteration = 0;           ///< counted on from those of GJK
  Vec<double, D> direction{};  ///< unit vector from A to B, from the facet to the origin
  Vec<double, D> support{};    ///< the point of B - A furthest against it
  VertexId id_a = no_vertex, id_b = no_vertex;

  Vec<double, D> facet[D] = {};  ///< its vertices
  int facets = 0;                ///< how many the shell has room for so far

  double lower = 0,
         upper = 0;  ///< of the depth of the cores: the facet's distance, and the least height asked so far
  Stop stop = Stop::none;
};

/// What proves that moving bodies stay apart for a while.
enum class ImpactBound {
  none,          ///< nothing: they have arrived, or it was only looked
  reach,         ///< all that a turning body can ever reach
  fixed_axis,    ///< a plane that keeps its direction
  turning_axis,  ///< a plane that turns
  balls,         ///< the balls around them
};

/// As it is spelled, for people and for JSON.
constexpr const char* name(ImpactBound bound) {
  switch (bound) {
    case ImpactBound::none: return "none";
    case ImpactBound::reach: return "reach";
    case ImpactBound::fixed_axis: return "fixed_axis";
    case ImpactBound::turning_axis: return "turning_axis";
    case ImpactBound::balls: return "balls";
  }
  return "unknown";
}

/// One distance on the way to a time of impact, in the world.
template <int D>
struct ImpactStep {
  int iteration = 0;  ///< counted from 1
  double time = 0;
  double lower = 0, upper = 0;  ///< of the separation then
  Vec<double, D> normal{};      ///< unit vector from A to B
  Vec<double, D> point_a{}, point_b{};
  double advance = 0;  ///< for so long from then on they are proven further apart than the target
  ImpactBound bound = ImpactBound::none;
};

/// One support call of a cast, by whatever method: the plane it gave, and what that proved. A call of advancement is told as a GjkStep
/// too, after A has come to `safe`; one of MPR as an MprStep, of the swept difference.
template <int D>
struct CastStep {
  int iteration = 0;           ///< counted from 1
  Vec<double, D> direction{};  ///< unit vector from A to B
  Vec<double, D> support{};    ///< the point of B - A, at the start, furthest against it
  VertexId id_a = no_vertex, id_b = no_vertex;

  double safe = 0;      ///< the fraction of the motion that is proven free after this step
  bool moved = false;   ///< more of it than before
  bool missed = false;  ///< all of it
};

namespace detail {

/// Whether the trace takes this kind of step.
template <class Step, class... Trace>
inline constexpr bool is_told = (std::invocable<Trace&, const Step&> && ...);

/// Whether nobody may be watching: there is no trace, or one that says so when asked, `is_tracing()`. Then the answer is that without a
/// trace, bit for bit. So a binding can compile a query once instead of twice.
template <class Trace>
concept MayWatch = requires(const Trace& trace) { trace.is_tracing(); };

template <class... Trace>
inline constexpr bool may_be_untraced = (MayWatch<Trace> && ...);

template <class... Trace>
bool is_traced(const Trace&... trace) {
  return (trace.is_tracing() || ...);
}

}  // namespace detail
}  // namespace abut
