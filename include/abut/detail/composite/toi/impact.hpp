/// When two moving bodies of parts come within a distance of each other: conservative advancement of the bodies, and
/// the convex query for the few parts that are near.
///
/// As long as the convex hulls stay apart, so do the bodies: that is asked first, and proves most misses. From then on,
/// at a time t, the pairs of parts that are nearest are found (composite/toi/nearest_pairs.hpp). All others are further
/// apart than some gap, so that they stay clear for as long as the fastest points of the bodies take to close it. Over
/// that time the pairs that are near are asked, by the convex query with its own proof, which knows the planes between
/// them. The first hit is that of the bodies; without one the search goes on at the end of that time.
///
/// Guarantees: at no time before `safe` are the bodies within the target; at a hit the parts named are, up to the
/// tolerance. A miss is proven for all pairs; a pair that gives up ends the search.
///
/// Reference: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems" (1996); M. Tang, Y. Kim and D.
/// Manocha, "C2A: Controlled Conservative Advancement for Continuous Collision Detection of Polygonal Models" (2009).
/// Departure: the nearest pairs do not limit the step, since they are asked about all of it.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/composite/nesting.hpp>
#include <abut/detail/composite/toi/nearest_pairs.hpp>
#include <abut/detail/toi/dispatch.hpp>

namespace abut::detail {

/// ImpactFound, in the world, with the parts that it is about.
template <int D>
struct ImpactOfParts {
  Status status = Status::invalid_argument;
  bool hit = false;
  StartState start = StartState::separated;
  double safe = 0, time = 1;
  double safe_separation = -infinity<double>;
  double hit_separation = infinity<double>, fastest = 0;  ///< an upper bound at `time`, and how fast it may grow
  Vec<double, D> normal = axis<double, D>(0), point_a{}, point_b{};
  int iterations = 0;
  PartId part_a = 0, part_b = 0, subpart_a = 0, subpart_b = 0;
};

/// A type-erased pair of convex shapes in motion.
template <int D>
class ShapesInMotion {
  using Ref = ShapeRef<double, D>;

 public:
  ShapesInMotion(const Ref& a, const Motion<double, D>& motion_a, const Ref& b, const Motion<double, D>& motion_b)
      : bodies_{{a, {}}, {b, {}}},
        pair_(BodyRef<D>(a), motion_a, BodyRef<D>(b), motion_b, {&bodies_, distance_of_bodies<Ref, Ref, D>}) {}
  ShapesInMotion(const ShapesInMotion&) = delete;  // the pair points to the bodies
  ShapesInMotion(ShapesInMotion&&) = delete;
  ShapesInMotion& operator=(const ShapesInMotion&) = delete;
  ShapesInMotion& operator=(ShapesInMotion&&) = delete;
  ~ShapesInMotion() = default;

  MovingRefPair<D>& pair() { return pair_; }

  ImpactOfParts<D> find(const ImpactLimits& limits, TimeOfImpactMethod method) {
    if (!pair_.is_valid()) return {};
    TimeOfImpactSearch<MovingRefPair<D>, NoTrace> search(pair_, limits, NoTrace{});
    const ImpactFound<D> found =
        method == TimeOfImpactMethod::bilateral ? advance_bilaterally(search) : advance_to_impact(search);
    ImpactOfParts<D> r;
    r.iterations = found.iterations;
    if (found.iterations > 0 && found.distance.status == Status::invalid_argument) return r;
    r.status = found.status;
    r.hit = found.hit;
    r.start = search.start();
    r.safe = found.safe;
    r.safe_separation = found.safe_separation;
    if (!found.hit) return r;
    r.time = found.time;
    r.hit_separation = found.distance.signed_upper + pair_.pose_error();
    r.fastest = pair_.fastest();
    r.normal = found.distance.normal;
    r.point_a = pair_.world(found.distance.point_a);
    r.point_b = pair_.world(found.distance.point_b);
    return r;
  }

 private:
  PlacedBodies<Ref, Ref> bodies_;
  MovingRefPair<D> pair_;
};

/// The query of two bodies of any kind, at the end of this file.
template <class T, int D>
ImpactOfParts<D> impact_of_parts(const PartsInMotion<T, D>& a, const PartsInMotion<T, D>& b, const ImpactLimits& limits,
                                 TimeOfImpactMethod method);

template <Scalar T, int D>
class FirstImpact {
 public:
  using V = Vec<double, D>;

  /// `hulls`: of the bodies.
  FirstImpact(const PartsInMotion<T, D>& a, const PartsInMotion<T, D>& b, MovingRefPair<D>& hulls,
              const ImpactLimits& limits, TimeOfImpactMethod method)
      : a_(a), b_(b), hulls_(hulls), limits_(limits), method_(method), fastest_(hulls.fastest()) {}

  /// From t on; before it, the bodies are proven free.
  ImpactOfParts<D> run(double t) {
    for (int i = 0; i < limits_.max_iterations; ++i) {
      const double until = advance(t);
      if (best_.hit) return answer(until);
      if (open_ != Status::converged) return give_up(open_, safe_ < until ? safe_ : until);
      if (until >= limits_.end) return miss();
      if (!(until > t)) return give_up(Status::stalled, t);
      t = until;
    }
    return give_up(Status::iteration_limit, t);
  }

 private:
  /// Asks the pairs that are near at t. All others are free until the time returned.
  double advance(double t) {
    hulls_.move_to(t);
    const PartsAtPose<T, D> a{a_.body, hulls_.a.placed().pose}, b{b_.body, hulls_.b.placed().pose};
    const RelativeFrame<D> frame = frame_of(a, b);
    const double reach = limits_.target + limits_.tolerance + fastest_ * (limits_.end - t);
    NearestPairs<T, D> nearest(a, b, frame, frame.scaled(reach) * (1 + 0x1p-40), distance_tolerance());
    nearest.search();
    if (t == 0 && (a.body.is_solid || b.body.is_solid)) nearest.refine();
    iterations_ += 1 + nearest.iterations();
    if (t == 0 && begins_nested(a, b, frame, nearest.least())) return 0;
    const double until = free_until(t, frame, nearest.limit());
    const double window = until > t ? until : limits_.end;
    for (int i = 0; i < nearest.count() && !is_over_; ++i) {
      // Of pairs that are in contact at the start, one may overlap where another is only near.
      const double clear = free_until(t, frame, nearest[i].lower), end = end_of(window);
      if (clear > t || t > 0 ? clear >= end : best_.start == StartState::overlapping) break;  // and so are those behind
      ask(nearest[i], t, end);
    }
    return until;
  }

  /// What comes after the first hit, or after what is proven of a pair that gave up, does not matter.
  double end_of(double window) const {
    const double hit = best_.hit && best_.time < window ? best_.time : window;
    return safe_ < hit ? safe_ : hit;
  }

  /// Curved parts: as for two shapes, see toi/search.hpp.
  double distance_tolerance() const {
    const double part = limits_.tolerance / (8 * (limits_.target + limits_.tolerance));
    const double most = part < 1.0 / 64 ? part : 1.0 / 64;
    return most > default_tolerance<double> ? most : default_tolerance<double>;
  }

  /// Parts that are no nearer than `lower` at t, in the unit of the frame, are free until the time returned.
  double free_until(double t, const RelativeFrame<D>& frame, double lower) const {
    const double room = (frame.unscaled(lower) - hulls_.pose_error() - limits_.target) * (1 - 0x1p-40);
    if (!(room > 0)) return t;
    const double after = room / fastest_ * (1 - 0x1p-40);
    return after > limits_.end - t ? limits_.end : later(t, after);
  }

  void ask(const KeptPair& pair, double t, double end) {
    ImpactLimits limits = limits_;
    limits.begin = t;
    limits.end = end > t ? end : limits_.end;
    ImpactOfParts<D> r = impact_of_pair(pair, limits);
    iterations_ += r.iterations;
    if (r.hit) {
      const bool replaces = !best_.hit || r.time < best_.time ||
                            (r.start == StartState::overlapping && best_.start != StartState::overlapping);
      if (replaces) best_ = r;
    } else if (r.status != Status::converged && r.safe < safe_) {
      safe_ = r.safe;
      open_ = r.status;
    }
  }

  ImpactOfParts<D> impact_of_pair(const KeptPair& pair, const ImpactLimits& limits) const {
    if (a_.body.is_body(pair.a) || b_.body.is_body(pair.b)) {
      ImpactOfParts<D> r = with_part_in_motion(a_, pair.a, [&](const PartsInMotion<T, D>& x) {
        return with_part_in_motion(
            b_, pair.b, [&](const PartsInMotion<T, D>& y) { return impact_of_parts<T, D>(x, y, limits, method_); });
      });
      name_parts(a_.body, pair.a, b_.body, pair.b, r);
      return r;
    }
    ImpactOfParts<D> r = a_.body.with_part_in_double(pair.a, [&](const ShapeRef<double, D>& x) {
      return b_.body.with_part_in_double(pair.b, [&](const ShapeRef<double, D>& y) {
        return ShapesInMotion<D>(x, a_.motion, y, b_.motion).find(limits, method_);
      });
    });
    r.part_a = pair.a;
    r.part_b = pair.b;
    return r;
  }

  /// Whether one body begins within the other, or rounding leaves that open. `least`: no two points of the surfaces are
  /// nearer.
  bool begins_nested(const PartsAtPose<T, D>& a, const PartsAtPose<T, D>& b, const RelativeFrame<D>& frame,
                     double least) {
    const double lower = frame.unscaled(least) - hulls_.pose_error();
    if (!(lower > 0)) return false;  // the surfaces decide
    const NestedPair<T, D> nested =
        nested_pair(a.body, b.body, [&](const CompositeRef<T, D>& solid, const CompositeRef<T, D>& other) {
          const RelativeFrame<D> turned = &solid == &a.body ? frame : frame_of(b, a);
          return nested_body(solid, other, FrameChange<T, D>(turned, solid, true), lower);
        });
    if (nested.nesting == Nesting::apart) return false;
    is_over_ = true;
    safe_ = 0;
    open_ = Status::inconclusive;
    if (nested.nesting == Nesting::open) return true;
    const PartsAtPose<T, D>& inside = nested.is_a ? a : b;
    best_.status = Status::converged;
    best_.hit = true;
    best_.start = StartState::overlapping;
    best_.time = best_.hit_separation = 0;
    best_.point_a = best_.point_b = hulls_.world(inside.place().in_world(widen(nested.point)));
    (nested.is_a ? best_.part_a : best_.part_b) = nested.part;
    return true;
  }

  /// The hit, where all other pairs are free until the given time.
  ImpactOfParts<D> answer(double until) {
    ImpactOfParts<D> r = best_;
    r.iterations = iterations_;
    if (until < r.safe) {
      r.safe = until;
      r.status = Status::stalled;
    }
    if (safe_ < r.safe) {
      r.safe = safe_;
      r.status = open_;
    }
    if (r.safe < best_.safe || r.safe_separation > limits_.target) r.safe_separation = limits_.target;
    return r;
  }
  ImpactOfParts<D> miss() const {
    ImpactOfParts<D> r = give_up(Status::converged, limits_.end);
    r.safe_separation = limits_.target;
    return r;
  }
  ImpactOfParts<D> give_up(Status status, double safe) const {
    ImpactOfParts<D> r;
    r.status = status;
    r.safe = safe;
    if (safe > 0) r.safe_separation = limits_.target;
    r.iterations = iterations_;
    return r;
  }

  const PartsInMotion<T, D>& a_;
  const PartsInMotion<T, D>& b_;
  MovingRefPair<D>& hulls_;
  const ImpactLimits limits_;
  const TimeOfImpactMethod method_;
  const double fastest_;
  ImpactOfParts<D> best_{};
  double safe_ = infinity<double>;  ///< of a pair that gave up
  Status open_ = Status::converged;
  int iterations_ = 0;
  bool is_over_ = false;
};

/// The bodies have parts that may be asked in pairs: see with_matching_parts().
template <Scalar T, int D>
ImpactOfParts<D> first_impact(const PartsInMotion<T, D>& a, const PartsInMotion<T, D>& b, ShapesInMotion<D>& hulls,
                              const ImpactLimits& limits, TimeOfImpactMethod method) {
  const ImpactOfParts<D> of_hulls = hulls.find(limits, TimeOfImpactMethod::advancement);
  if (of_hulls.status == Status::invalid_argument) return {};
  if (!of_hulls.hit && of_hulls.status == Status::converged) return of_hulls;
  const double begin = of_hulls.safe > limits.begin ? of_hulls.safe : limits.begin;
  ImpactOfParts<D> r = FirstImpact<T, D>(a, b, hulls.pair(), limits, method).run(begin);
  r.iterations += of_hulls.iterations;
  return r;
}

template <Scalar T, int D, class F>
auto with_hulls_in_motion(const PartsInMotion<T, D>& a, const PartsInMotion<T, D>& b, const F& f) {
  return with_matching_parts(a.body, b.body, [&](const CompositeRef<T, D>& x, const CompositeRef<T, D>& y) {
    return with_hull_in_double(x, [&](const ShapeRef<double, D>& hull_a) {
      return with_hull_in_double(y, [&](const ShapeRef<double, D>& hull_b) {
        ShapesInMotion<D> hulls(hull_a, a.motion, hull_b, b.motion);
        return f(PartsInMotion<T, D>{x, a.motion}, PartsInMotion<T, D>{y, b.motion}, hulls);
      });
    });
  });
}

template <class T, int D>
ImpactOfParts<D> impact_of_parts(const PartsInMotion<T, D>& a, const PartsInMotion<T, D>& b, const ImpactLimits& limits,
                                 TimeOfImpactMethod method) {
  return with_hulls_in_motion(a, b, [&](const auto& x, const auto& y, ShapesInMotion<D>& hulls) {
    return first_impact<T, D>(x, y, hulls, limits, method);
  });
}

/// Converts the result of the search from double to T.
template <Scalar T, int D>
CompositeTimeOfImpact<T, D> describe(const ImpactLimits& limits, const ImpactOfParts<D>& found) {
  CompositeTimeOfImpact<T, D> r;
  r.status = found.status;
  r.hit = found.hit;
  r.miss = !found.hit && found.status == Status::converged;
  r.start = found.start;
  r.t_safe = round_down<T>(found.safe);
  r.safe_separation = round_down<T>(found.safe_separation);
  r.target_tolerance = round_up<T>(limits.tolerance);
  r.iterations = found.iterations;
  if (!found.hit) return r;
  r.t = round_up<T>(found.time);
  r.hit_separation = round_up<T>(found.hit_separation + (double(r.t) - found.time) * found.fastest);
  r.normal = vec_cast<T>(found.normal);
  r.point_a = narrow_within_range<T>(found.point_a);
  r.point_b = narrow_within_range<T>(found.point_b);
  r.part_a = found.part_a;
  r.part_b = found.part_b;
  r.subpart_a = found.subpart_a;
  r.subpart_b = found.subpart_b;
  return r;
}

/// The query of two bodies of any kind. It is compiled once.
template <class T, int D>
CompositeTimeOfImpact<T, D> time_of_impact_of_bodies(const PartsInMotion<T, D>& a, const PartsInMotion<T, D>& b,
                                                     const TimeOfImpactOptions<T, D>& options) {
  if (!is_valid(a) || !is_valid(b) || !is_valid(options)) return {};
  return with_hulls_in_motion(a, b, [&](const auto& x, const auto& y, ShapesInMotion<D>& hulls) {
    const MovingRefPair<D>& pair = hulls.pair();
    if (!pair.is_valid()) return CompositeTimeOfImpact<T, D>{};
    const ImpactLimits limits{.target = double(options.target),
                              .tolerance = tolerance_used<T>(pair, options),
                              .end = double(options.max_t),
                              .max_iterations = options.max_iterations};
    if (!is_finite(limits.tolerance)) return CompositeTimeOfImpact<T, D>{};
    return describe<T>(limits, first_impact<T, D>(x, y, hulls, limits, options.method));
  });
}

/// The half-space is A. It meets a body when it meets the hull.
template <class T, int D>
CompositeTimeOfImpact<T, D> time_of_impact_of_half_space(const HalfSpace<T, D>& half_space,
                                                         const Motion<double, D>& motion, const PartsInMotion<T, D>& b,
                                                         const TimeOfImpactOptions<T, D>& options) {
  if (!is_valid(b)) return {};
  CompositeTimeOfImpact<T, D> r{with_hull_in_double(b.body, [&](const ShapeRef<double, D>& hull) {
    HalfSpacePair<ShapeRef<double, D>> pair({widen(half_space.normal), double(half_space.offset)}, motion, hull,
                                            b.motion);
    return solve_impact<T>(pair, options, NoTrace{});
  })};
  if (!r.hit) return r;
  const Pose<double, D> pose = pose_at(b.motion, double(r.t));
  const Vec<double, D> towards = transposed_times(matrix(rescaled(pose.q)), -widen(r.normal));
  double highest = -infinity<double>;
  for_each_part_in_double(b.body, [&](const ShapeRef<double, D>& part, PartId id, PartId within) {
    const double height = dot(support(part, towards).point, towards) + part.radius() * norm(towards);
    if (!(height > highest)) return;
    highest = height;
    r.part_b = id;
    r.subpart_b = within;
  });
  return r;
}

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_COMPOSITE_IMPACTS(WORDS, T, D)                                                                            \
  WORDS CompositeTimeOfImpact<T, D> time_of_impact_of_bodies(const PartsInMotion<T, D>&, const PartsInMotion<T, D>&,   \
                                                             const TimeOfImpactOptions<T, D>&);                        \
  WORDS CompositeTimeOfImpact<T, D> time_of_impact_of_half_space(                                                      \
      const HalfSpace<T, D>&, const Motion<double, D>&, const PartsInMotion<T, D>&, const TimeOfImpactOptions<T, D>&); \
  WORDS ImpactOfParts<D> impact_of_parts(const PartsInMotion<T, D>&, const PartsInMotion<T, D>&, const ImpactLimits&,  \
                                         TimeOfImpactMethod);
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_SPACES(ABUT_COMPOSITE_IMPACTS)

}  // namespace abut::detail
