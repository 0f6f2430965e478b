/// A half-space and a body that move and turn: when does the body come within a distance of the plane?
///
/// There is one axis to look along, the half-space's own normal, and it turns as the half-space does. So the clearance of closed_form/half_space_shape.hpp is the
/// separation itself, and the certificate of toi/motion_bound.hpp, its axis turning with the half-space, the proof: the half-space stands in
/// it as a single point of its plane, the foot of its frame's origin, whose height along the normal never changes.
///
/// Of a half-space that does not turn the first certificate is exact for bodies that do not turn either, and the extent of those that do tells
/// of spinning in place at once. Along no other axis is there anything to prove: a plane that is not the half-space's cuts it.
///
/// Guarantees as for two bodies: the errors of the pair count by how much a turn of the plane, off by rounding, moves it where the body is.
#pragma once

#include <abut/detail/toi/bilateral_advancement.hpp>
#include <abut/half_space.hpp>

namespace abut::detail {

/// Of length 1, up to a few roundings; not finite if there is none.
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
    // The normal is off by an angle: that of its pose, of the matrix and the product, and 8 u for its length and the foot.
    const double angle = motion_roundings<D> + this->a.turn() + rotation_roundings<D> + 8;
    this->add_error(unit_roundoff * (angle * lever() + 8 * absolute(half_space.offset)));
  }

  bool is_valid() const { return Base::is_valid() && is_finite(unit_) && is_finite(half_space_.offset); }

  PlacedHalfSpace<double, D> placed_half_space() const { return {half_space_, this->a.placed().pose}; }
  V normal() const { return this->a.rotation() * unit_; }  ///< of length 1 up to a few roundings, where they are

  /// The clearance changes no faster: a plane that turns sweeps the further from its center the faster.
  double fastest() const {
    return (this->speed() + this->a.turn() * lever() + this->b.turn() * this->b.reach().across) *
           (1 + 16 * unit_roundoff);
  }

 private:
  /// How far any point of B ever is from the center of the half-space's turning, and from the foot.
  double lever() const { return norm(this->start()) + this->speed() + this->a.reach().all + this->b.reach().all; }

  HalfSpace<double, D> half_space_;
  V unit_;
};

template <Shape B>
Distance<double, dimension_of<B>> distance_of(const HalfSpacePair<B>& pair, Cache<dimension_of<B>>&,
                                              const DistanceOptions<double>& options) {
  return distance(pair.placed_half_space(), pair.b.placed(), options);
}

template <Shape B>
using HalfSpaceCertificate = MotionBound<Point<double, dimension_of<B>>, B>;

/// How long the ball around the body stays clear of the plane, from the start.
template <Shape B>
double balls_apart_until(const HalfSpacePair<B>& pair, double core_target) {
  HalfSpaceCertificate<B> certificate(pair, pair.normal(), core_target);
  const double time = certificate.free_for(pair.a.spin(), {false, true}, 1, 0);
  return time >= 1 ? 1 : time * (1 - 4 * unit_roundoff);
}

/// All that the body can ever reach, or its points; along the normal of the half-space.
template <Shape B>
FreeWhile longest_advance(const HalfSpacePair<B>& pair, HalfSpaceCertificate<B>& certificate,
                          const Spin<dimension_of<B>>&, double longest) {
  const Spin<dimension_of<B>>& spin = pair.a.spin();
  const bool turns = speed(spin) > 0;
  FreeWhile best{certificate.free_for(spin, {false, true}, longest, 0), ImpactBound::reach};
  if (best.time >= longest) return best;
  const double time = certificate.free_for(spin, {}, longest, best.time);
  if (time > best.time) best = {time, turns ? ImpactBound::turning_axis : ImpactBound::fixed_axis};
  return best;
}

/// The normal of the half-space, wherever it is.
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

/// Tells of a search with the half-space as A to someone for whom it is B.
template <int D, class Trace>
struct SwappedImpactTrace {
  std::remove_reference_t<Trace>& trace;
  void operator()(ImpactStep<D> step) {
    const Vec<double, D> point = step.point_a;
    step.point_a = step.point_b;
    step.point_b = point;
    step.normal = -step.normal;
    trace(step);
  }
};

}  // namespace abut::detail
