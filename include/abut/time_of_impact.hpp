/// When do two shapes that move and turn first come within a distance of each other?
///
///     auto hit = time_of_impact(moving(crate, fall), moving(arm, swing), {.target = 0.01f});
///     if (hit.hit) rewind_to(hit.safe);          // nothing before hit.safe came within 0.01
///
/// Time goes from 0 to 1; what the bodies do meanwhile is in motion.hpp. A shape without a motion, placed or not, stays where it is. One of the two
/// may be a half-space, which moves and turns like a body or stays.
///
/// The answer is proven, for the motions that the numbers stand for: before `safe` the shapes are further apart than `target`, the whole interval long if
/// there is no hit; at `time` they are at most target + tolerance apart. A pair that comes within the band between the two, and no nearer, may be called
/// either. In every query: no exception, no allocation, no NaN, at most max_iterations distances.
#pragma once

#include <abut/detail/toi/bilateral_advancement.hpp>
#include <abut/detail/toi/conservative_advancement.hpp>
#include <abut/detail/toi/half_space.hpp>
#include <abut/detail/toi/substepping.hpp>
#include <abut/motion.hpp>
#include <abut/status.hpp>

namespace abut {

/// How to find out.
enum class ImpactMethod {
  advancement,  ///< planes that prove how long the shapes stay apart, see toi/conservative_advancement.hpp
  bilateral,    ///< the same, with candidates from root finding between them, see toi/bilateral_advancement.hpp
  substep,      ///< for teaching: looks at equal times and is able to miss, see toi/substepping.hpp
};

/// Everything has a default.
template <Scalar T>
struct TimeOfImpactOptions {
  T target = T(0);  ///< a length, not negative: contact is a separation of at most this
  /// A length, not negative; how much further a hit may be. If left alone, 1e-4 of the reach of the smaller shape. One that is below what the rounding of poses
  /// allows is raised to that, 0 included; the answer says what was used.
  T tolerance = infinity<T>;
  ImpactMethod method = ImpactMethod::advancement;
  int max_iterations = 1000;  ///< distances; some 4 are usual, two rods that make 30 turns each take up to 200
};

/// The answer: a bracket around the first contact, or a proven miss, or as far as it got.
template <Scalar T, int D>
struct TimeOfImpact {
  Status status = Status::invalid_argument;  ///< unless it is `converged`, hit = false says nothing beyond `safe`

  bool hit = false;
  T safe = T(0);  ///< nothing before it comes within the target; 1 for a miss
  T time = T(1);  ///< of the hit; safe <= time, and they are equal but for rounding to T

  T safe_separation = -infinity<T>;  ///< at `safe` they are at least so far apart
  T hit_separation = infinity<T>;    ///< at `time` they are at most so far apart; of no meaning without a hit

  ImpactStart start = ImpactStart::separated;

  Vec<T, D> normal = axis<T, D>(0);  ///< at the hit: unit vector from A to B
  Vec<T, D> point_a{}, point_b{};    ///< at the hit: the closest points, in the world

  T tolerance = T(0);  ///< the one that was used
  int iterations = 0;  ///< distances that were computed
};

namespace detail {

template <class S>
struct IsMoving : std::false_type {};
template <class S>
struct IsMoving<Moving<S>> : std::true_type {};

/// What time_of_impact() takes.
template <class M>
concept Movable = IsMoving<M>::value || Shape<M>;

/// Any of them as a shape with a motion.
template <class S>
Moving<S> as_moving(const Moving<S>& m) {
  return m;
}
template <Shape S>
auto as_moving(const Placed<S>& placed) {
  Motion<double, dimension_of<S>> m;
  m.start = widen(placed.pose);
  return Moving<S>{placed.shape, m};
}
template <Shape S>
auto as_moving(const S& shape) {
  if constexpr (requires { shape.view(); }) {
    return as_moving(shape.view());
  } else {
    return Moving<S>{shape, {}};
  }
}

template <Movable M>
using StillShape = decltype(as_moving(std::declval<const M&>()).shape);

template <Movable M>
using ImpactOf = TimeOfImpact<ScalarOf<StillShape<M>>, dimension_of<StillShape<M>>>;

/// The least tolerance. 16 times the rounding of the poses keeps every step of the search above it; and in float, where a time rounds by up
/// to 2^-24, the shapes come no nearer in that than half of it.
template <Scalar T, class Pair>
double tolerance_floor(const Pair& pair, double target) {
  const double poses = 16 * (pair.height_error() + 2 * unit_roundoff * (target + pair.radii()));
  const double times = std::same_as<T, float> ? 2 * epsilon_of<float> * pair.fastest() : 0;
  return poses > times ? poses : times;
}

template <Scalar T, class Pair>
double tolerance_used(const Pair& pair, const TimeOfImpactOptions<T>& options) {
  double wanted = double(options.tolerance);
  if (options.tolerance == infinity<T>) {
    const double ra = pair.a.reach_around_middle(), rb = pair.b.reach_around_middle();
    const double smaller = ra > 0 && (ra < rb || !(rb > 0)) ? ra : rb;  // a point has no reach
    wanted = 1e-4 * smaller;
  }
  const double floor = tolerance_floor<T>(pair, double(options.target));
  return wanted > floor ? wanted : floor;
}

template <Scalar T>
bool is_valid(const TimeOfImpactOptions<T>& options) {
  return options.target >= 0 && options.target <= largest<T> && options.tolerance >= 0 && options.max_iterations > 0;
}

template <class Search>
ImpactFound<Search::D> run(Search& search, ImpactMethod method) {
  switch (method) {
    case ImpactMethod::bilateral: return advance_bilaterally(search);
    case ImpactMethod::substep: return step_to_impact(search);
    case ImpactMethod::advancement: break;
  }
  return advance_to_impact(search);
}

/// From the double numbers of the search to the user's.
template <Scalar T, class Pair, int D>
TimeOfImpact<T, D> describe(const Pair& pair, const ImpactLimits& limits, const ImpactFound<D>& found) {
  TimeOfImpact<T, D> r{.status = found.status, .hit = found.hit};
  r.safe = round_down<T>(found.safe);
  r.tolerance = round_up<T>(limits.tolerance);
  r.iterations = found.iterations;
  r.safe_separation = round_down<T>(found.safe_separation);
  if (!found.hit) return r;
  r.time = round_up<T>(found.time);
  r.hit_separation =
      round_up<T>(found.distance.signed_upper + pair.pose_error() + (double(r.time) - found.time) * pair.fastest());
  r.normal = vec_cast<T>(found.distance.normal);
  r.point_a = narrow_within_range<T>(pair.world(found.distance.point_a));
  r.point_b = narrow_within_range<T>(pair.world(found.distance.point_b));
  return r;
}

/// Pair: see toi/search.hpp.
template <Scalar T, class Pair, class... Trace>
TimeOfImpact<T, Pair::D> solve_impact(Pair& pair, const TimeOfImpactOptions<T>& options, Trace&... trace) {
  if (!pair.is_valid() || !is_valid(options)) return {};
  const ImpactLimits limits{.target = double(options.target),
                            .tolerance = tolerance_used(pair, options),
                            .max_iterations = options.max_iterations};
  if (!is_finite(limits.tolerance)) return {};
  TimeOfImpactSearch<Pair, Trace...> search(pair, limits, trace...);
  const auto found = run(search, options.method);
  if (found.iterations > 0 && found.distance.status == Status::invalid_argument) return {};
  TimeOfImpact<T, Pair::D> r = describe<T>(pair, limits, found);
  r.start = search.start();
  return r;
}

/// Any half-space as one with a motion.
template <Scalar T, int D>
MovingHalfSpace<T, D> as_moving(const MovingHalfSpace<T, D>& m) {
  return m;
}
template <Scalar T, int D>
MovingHalfSpace<T, D> as_moving(const PlacedHalfSpace<T, D>& placed) {
  Motion<double, D> m;
  m.start = widen(placed.pose);
  return {placed.half_space, m};
}
template <Scalar T, int D>
MovingHalfSpace<T, D> as_moving(const HalfSpace<T, D>& half_space) {
  return {half_space, {}};
}

template <class H>
struct IsMovingHalfSpace : std::false_type {};
template <Scalar T, int D>
struct IsMovingHalfSpace<MovingHalfSpace<T, D>> : std::true_type {};

template <class H>
concept MovableHalfSpace = IsMovingHalfSpace<H>::value || AnyHalfSpace<H>;

/// The half-space as A.
template <Scalar T, int D, Shape S, class... Trace>
TimeOfImpact<ScalarOf<S>, dimension_of<S>> half_space_impact(const MovingHalfSpace<T, D>& a, const Moving<S>& b,
                                                             const TimeOfImpactOptions<ScalarOf<S>>& options,
                                                             Trace&&... trace) {
  static_assert(sizeof...(Trace) <= 1, "abut: a query takes one trace");
  static_assert(D == dimension_of<S>, "abut: one of half-space and shape lives in the plane, the other in space");
  static_assert(std::same_as<T, ScalarOf<S>>, "abut: one of half-space and shape is in float, the other in double");
  const HalfSpace<double, D> half_space{abut::widen(a.half_space.normal), double(a.half_space.offset)};
  const auto shape = double_view(b.shape);
  HalfSpacePair<std::remove_const_t<decltype(shape)>> pair(half_space, a.motion, shape, b.motion);
  return solve_impact<T>(pair, options, trace...);
}

}  // namespace detail

/// The first time in [0, 1] at which the shapes come within the target. Each is moving(), placed, or a shape that stays. The trace, see trace.hpp, is told
/// of every distance, and may be left out.
template <detail::Movable A, detail::Movable B, class... Trace>
  requires(detail::IsMoving<A>::value || detail::IsMoving<B>::value)
[[nodiscard]] detail::ImpactOf<A> time_of_impact(
    const A& a, const B& b, const TimeOfImpactOptions<ScalarOf<detail::StillShape<A>>>& options = {},
    Trace&&... trace) {
  using S = detail::StillShape<A>;
  using R = detail::StillShape<B>;
  static_assert(sizeof...(Trace) <= 1, "abut: a query takes one trace");
  static_assert(dimension_of<S> == dimension_of<R>, "abut: one shape lives in the plane, the other in space");
  static_assert(std::same_as<ScalarOf<S>, ScalarOf<R>>, "abut: one shape is in float, the other in double");
  const auto& first = detail::as_moving(a);
  const auto& second = detail::as_moving(b);
  detail::MovingPair pair(detail::double_view(first.shape), first.motion, detail::double_view(second.shape),
                          second.motion);
  return detail::solve_impact<ScalarOf<S>>(pair, options, trace...);
}

/// When a half-space and a shape come within the target; one of them moves, or both do.
template <detail::MovableHalfSpace H, detail::Movable S, class... Trace>
  requires(detail::IsMovingHalfSpace<H>::value || detail::IsMoving<S>::value)
[[nodiscard]] detail::ImpactOf<S> time_of_impact(
    const H& a, const S& b, const TimeOfImpactOptions<ScalarOf<detail::StillShape<S>>>& options = {},
    Trace&&... trace) {
  return detail::half_space_impact(detail::as_moving(a), detail::as_moving(b), options, trace...);
}

/// The same with the half-space second.
template <detail::Movable S, detail::MovableHalfSpace H, class... Trace>
  requires(detail::IsMovingHalfSpace<H>::value || detail::IsMoving<S>::value)
[[nodiscard]] detail::ImpactOf<S> time_of_impact(
    const S& a, const H& b, const TimeOfImpactOptions<ScalarOf<detail::StillShape<S>>>& options = {},
    Trace&&... trace) {
  constexpr int D = dimension_of<detail::StillShape<S>>;
  auto r = detail::half_space_impact(detail::as_moving(b), detail::as_moving(a), options,
                                     detail::SwappedImpactTrace<D, Trace>{trace}...);
  const auto point = r.point_a;
  r.point_a = r.point_b;
  r.point_b = point;
  if (r.hit) r.normal = -r.normal;
  return r;
}

/// Two half-spaces: see distance().
template <detail::MovableHalfSpace H, detail::MovableHalfSpace K, class... More>
void time_of_impact(const H&, const K&, const More&...) {
  static_assert(!detail::MovableHalfSpace<K>, "abut: two half-spaces: at most one side of a query may be one");
}

}  // namespace abut
