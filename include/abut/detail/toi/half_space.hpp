/// A half-space and a body that move and rotate: when does the body come within a distance of the plane?
///
/// The only axis is the half-space's own normal, which rotates with it. So the clearance of
/// closed_form/half_space_shape.hpp is the separation itself, and the bound of toi/motion_bound.hpp, its axis rotating
/// with the half-space, is the proof. In that bound a single point of the plane represents the half-space: the foot of
/// its frame's origin, whose height along the normal never changes.
///
/// If neither rotates, the first bound is exact; if only the body rotates, its extent settles spinning in place at
/// once. Along any other axis there is nothing to prove: a plane that is not parallel to the half-space's cuts it.
///
/// Guarantees: as for two bodies. The errors of the pair include how far a rounding error in the rotation of the plane
/// moves it where the body is.
#pragma once

#include <abut/detail/toi/motion_bound.hpp>
#include <abut/detail/toi/moving_pair.hpp>
#include <abut/distance.hpp>
#include <abut/half_space.hpp>
#include <abut/shapes.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// The normal with length 1, up to a few roundings; not finite if it is zero.
template <int D>
Vec<double, D> unit_normal(const HalfSpace<double, D>& h) {
  const Vec<double, D> n = scale_direction(scale_direction(h.normal));
  return n / square_root(norm_squared(n));
}

template <Shape B>
class HalfSpacePair : public MovingPair<Point<double, dimension_of<B>>, B> {
 public:
  using Foot = Point<double, dimension_of<B>>;
  using Base = MovingPair<Foot, B>;
  using Base::D;
  using typename Base::V;
  static constexpr bool has_closed_form = true;

  HalfSpacePair(const HalfSpace<double, D>& half_space, const Motion<double, D>& motion_a, const B& shape_b,
                const Motion<double, D>& motion_b)
      : Base(Foot{unit_normal(half_space) * half_space.offset}, motion_a, shape_b, motion_b),
        half_space_(half_space),
        unit_(unit_normal(half_space)) {
    // The normal is off by an angle: that of its pose, of the matrix and the product, and 8 u for its length and the
    // foot.
    const double angle = motion_roundings<D> + this->a.angle() + rotation_roundings<D> + 8;
    this->add_error(unit_roundoff * (angle * lever() + 8 * absolute(half_space.offset)));
  }

  bool is_valid() const { return Base::is_valid() && is_finite(unit_) && is_finite(half_space_.offset); }

  PlacedHalfSpace<double, D> placed_half_space() const { return {half_space_, this->a.placed().pose}; }
  V normal() const { return this->a.rotation() * unit_; }  ///< at the current time; of length 1 up to a few roundings

  /// The clearance changes no faster: a rotating plane moves faster the further from its center.
  double fastest() const {
    return (this->speed() + this->a.angle() * lever() + this->b.angle() * this->b.extent().across) *
           (1 + 16 * unit_roundoff);
  }

 private:
  /// How far any point of B ever is from the half-space's center of rotation, and from the foot.
  double lever() const {
    return norm(this->start()) + this->speed() + this->a.extent().radius + this->b.extent().radius;
  }

  HalfSpace<double, D> half_space_;
  V unit_;
};

template <Shape B>
SignedDistance<double, dimension_of<B>> distance_of(const HalfSpacePair<B>& pair,
                                                    const DistanceOptions<double, dimension_of<B>>& options) {
  return signed_distance(pair.placed_half_space(), pair.b.placed(), options);
}

template <Shape B>
using HalfSpaceMotionBound = MotionBound<Point<double, dimension_of<B>>, B>;

/// How long the bounding sphere of the body stays clear of the plane, from the start.
template <Shape B>
double spheres_apart_until(const HalfSpacePair<B>& pair, double core_target) {
  HalfSpaceMotionBound<B> bound(pair, pair.normal(), core_target);
  const double time = bound.free_for(pair.a.spin(), {false, true}, 1, 0);
  return time >= 1 ? 1 : time * (1 - 4 * unit_roundoff);
}

/// The better of the bounds by the body's extent and by its support points, along the normal of the half-space.
template <Shape B>
ProvenAdvance longest_advance(const HalfSpacePair<B>& pair, HalfSpaceMotionBound<B>& bound,
                              const Spin<dimension_of<B>>&, double longest) {
  const Spin<dimension_of<B>>& spin = pair.a.spin();
  const bool rotates = speed(spin) > 0;
  ProvenAdvance best{bound.free_for(spin, {false, true}, longest, 0), ImpactBound::reach};
  if (best.time >= longest) return best;
  const double time = bound.free_for(spin, {}, longest, best.time);
  if (time > best.time) best = {time, rotates ? ImpactBound::turning_axis : ImpactBound::fixed_axis};
  return best;
}

/// The normal of the half-space at the current time of the pair.
template <class Pair>
struct PlaneAxis {
  const Pair& pair;
  Spin<Pair::D> rate;
  double begin;

  Vec<double, Pair::D> at(double) const { return pair.normal(); }
};

template <class Search, Shape B>
PlaneAxis<HalfSpacePair<B>> axis_to_follow(const Search&, const HalfSpacePair<B>& pair, const Vec<double, Search::D>&,
                                           const Spin<Search::D>&) {
  return {pair, pair.a.spin(), pair.time()};
}

/// Reports a search with the half-space as A to a trace for which it is B.
template <int D, class Trace>
struct SwappedImpactTrace {
  Trace trace;

  bool is_tracing() const { return detail::is_tracing(trace); }
  void operator()(ImpactStep<D> step) const {
    const Vec<double, D> point = step.point_a;
    step.point_a = step.point_b;
    step.point_b = point;
    step.normal = -step.normal;
    trace(step);
  }
};

template <int D, class Trace>
auto swapped_impact_trace(Trace trace) {
  if constexpr (is_untraced<Trace>) {
    return trace;
  } else {
    return SwappedImpactTrace<D, Trace>{trace};
  }
}

}  // namespace abut::detail
