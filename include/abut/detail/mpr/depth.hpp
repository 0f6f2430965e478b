/// How deep, by MPR: along the normal of its portal, or along a direction that is given.
///
/// Once the origin is known to be in B - A, a portal of the simplex around it is pushed outward, along a ray from the origin, to the surface.
///
/// mpr_depth: along the line from the center of B to that of A. The support plane where it leaves the set is one way out, not the
/// shortest: the depth along its normal is an upper bound of the depth of the shapes, and no more.
///
/// mpr_depth_along: against d; the ray leaves the set at -t d, and so B has to move by t along d, or A against it, until they only
/// touch. Upper bound: every support plane that the ray crosses. Lower bound: where it crosses the portal. That point is off
/// the ray by rounding, delta; with a ball of radius rho around the origin in the set, the ray itself is in it up to t rho / (rho +
/// delta). The ball comes from the simplex around the origin, or, if that is too thin, from where rays along the axes leave the set. Shapes that
/// only touch have no such ball, and the lower bound is 0: moved by less than a rounding they would be free.
///
/// Reference: as in mpr/mpr.hpp; J. Davis, lectures on MPR (DigiPen), for the depth along a direction. Lengths are those of the difference.
#pragma once

#include <abut/detail/mpr/mpr.hpp>

namespace abut::detail {

struct MprDepthLimits {
  MprLimits search;
  double tolerance;  ///< of curved shapes: how far the bounds may stay apart, relative to the depth
};

template <int D>
struct MprDepth {
  IntersectionVerdict<D> verdict;  ///< whether they overlap; if not, nothing else is known
  Status status = Status::inconclusive;
  double depth = 0;             ///< along `normal`
  double lower = 0, upper = 0;  ///< of the depth along `normal`. `upper` bounds the least depth as well
  Vec<double, D> normal{};      ///< unit vector: moving B by `depth` along it ends the overlap
  Vec<double, D>
      point_a{};  ///< with point_a + between a pair of points of the surfaces where the portal is. No more than
  Vec<double, D> between{};  ///< that: it is -depth * normal only if the face found is straight below the origin
};

namespace mpr_depth_detail {

/// Where a ray from the origin leaves the set.
template <int D>
struct Exit {
  double upper = infinity<double>;  ///< it leaves no later
  double along = 0,
         off = 0;  ///< a point of the set is this far along the ray, and no further off it than this
};

template <class Set, class Watch>
class Depth {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;

  Depth(const Set& set, const MprDepthLimits& limits, Mpr<Set, Watch>& mpr) : set_(set), limits_(limits), mpr_(mpr) {
    for (int i = 0; i <= D; ++i) w_[i] = mpr.simplex()[i].w;
  }

  /// Along the normal of the portal that the ray along r leaves by.
  MprDepth<D> of_portal(const V& r) {
    MprDepth<D> found{.verdict = mpr_.verdict()};
    mpr_.open_portal(r);
    const double turn = u * set_.size();  // the normal is the direction asked but for a rounding
    const bool reached = mpr_.push({{}, r}, limits_.tolerance, [&](const V& n) {
      found.normal = n * (-1 / mpr_.length());
      found.depth = larger(-mpr_.height(), 0);  // negative where they touch, but for rounding
      found.lower = larger(-mpr_.upper_bound() - turn, 0);
      found.upper = -mpr_.lower_bound() + turn;
    });
    find_points(mpr_.portal().normal(), found);
    const bool closed = found.upper - found.lower <= limits_.search.width;
    found.status = reached && closed ? Status::converged : unfinished();
    return found;
  }

  /// Against the unit vector d.
  MprDepth<D> along(const V& d) {
    MprDepth<D> r{.verdict = mpr_.verdict(), .status = Status::converged, .normal = d};
    const Exit<D> exit = leave(-d);
    find_points(-d, r);
    r.upper = larger(exit.upper, 0);  // a plane may be next to the origin, on the other side by rounding
    r.lower = within(exit, ball_of_simplex());
    if (!is_closed(r)) r.lower = larger(r.lower, within(exit, ball_of_axes()));
    r.depth = exit.along > r.upper ? r.upper : exit.along < r.lower ? r.lower : exit.along;
    if (!is_closed(r)) r.status = unfinished();
    return r;
  }

 private:
  static constexpr double u = unit_roundoff;

  Status unfinished() const {
    return mpr_.verdict().status == Status::iteration_limit ? Status::iteration_limit : Status::stalled;
  }

  static double larger(double a, double b) { return a > b ? a : b; }
  static double smaller(double a, double b) { return a < b ? a : b; }
  bool is_closed(const MprDepth<D>& r) const {
    return r.upper - r.lower <= limits_.tolerance * r.upper + limits_.search.width;
  }

  Exit<D> leave(const V& along) {
    Exit<D> exit;
    mpr_.open_portal(along);
    const PortalRay<D> ray{{}, along};
    mpr_.push(ray, limits_.tolerance, [&](const V& n) {
      const double steepness = dot(n, along) / mpr_.length();
      // The cosine: 4 roundings of itself, D of its dot product, 2 of `along`.
      const double least = steepness * (1 - 4 * u) - (D + 2) * u;
      const double beyond = -mpr_.lower_bound() / least * (1 + 2 * u);
      if (least > 0 && beyond < exit.upper) exit.upper = beyond;
    });
    MprDepth<D> crossing{};
    if (!find_points(along, crossing)) return exit;
    const V& p = crossing.between;
    // Weights, combination and products: D + 4 roundings each way.
    const double rounding = set_.point_error() + 2 * (D + 4) * u * set_.size();
    exit.along = dot(along, p);
    exit.off = square_root(norm_squared(p - along * exit.along)) + rounding;
    return exit;
  }

  /// Where a line from the origin crosses the portal; where it misses it, a point of its edges.
  bool find_points(const V& line, MprDepth<D>& r) const {
    const Portal<D>& portal = mpr_.portal();
    double x[D];
    portal.crossing_weights({{}, line}, x);
    if (!normalise(x)) return false;
    for (int i = 0; i < D; ++i) {
      r.point_a += portal.p[i].a * x[i];
      r.between += portal.p[i].w * x[i];
    }
    return true;
  }

  /// How far the ray is in the set for certain, with a ball of this radius in it.
  static double within(const Exit<D>& exit, double ball) {
    if (!(ball > 0)) return 0;
    const double t = exit.along * (1 - exit.off / (exit.off + ball)) - exit.off;
    return t > 0 ? t * (1 - 4 * u) : 0;
  }

  /// No point of face i is nearer to the origin than the lowest of its vertices along any one direction; as no face is nearer than
  /// the residue of the weights, the origin is inside.
  double ball_of_simplex() const {
    double least = infinity<double>;
    for (int i = 0; i <= D; ++i) {
      const V n = face_normal(w_, i);
      const double length = square_root(norm_squared(n));
      const bool outward = dot(n, w_[i == 0 ? 1 : 0]) > 0;
      for (int k = 0; k <= D; ++k) {
        const double height = dot(n, w_[k]) / length;
        if (k != i) least = smaller(least, outward ? height : -height);
      }
    }
    // The center's own rounding, D + 2, and that of the heights.
    const double ball = least * (1 - 4 * u) - set_.point_error() - (2 * D + 3) * u * set_.size();
    return ball > mpr_.verdict().upper ? ball : 0;
  }

  /// Points on the 2 D half axes, t along them: their hull holds a ball of radius min t / sqrt(D), less what they are off.
  double ball_of_axes() {
    double least = infinity<double>, off = 0;
    for (int i = 0; i < 2 * D; ++i) {
      const V along = axis<double, D>(i / 2) * (i % 2 == 0 ? 1.0 : -1.0);
      const Exit<D> exit = leave(along);
      least = smaller(least, exit.along);
      off = larger(off, exit.off);
    }
    return least / square_root(D) * (1 - 4 * u) - off;
  }

  const Set& set_;
  const MprDepthLimits& limits_;
  Mpr<Set, Watch>& mpr_;
  V w_[D + 1];
};

inline Stop stop_of(Status status) {
  return status == Status::converged         ? Stop::bounds_met
         : status == Status::iteration_limit ? Stop::none
                                             : Stop::rounding;
}

}  // namespace mpr_depth_detail

/// The depth along the normal of the portal: an upper bound of the depth. Of a RoundedDifference.
template <class Set, class Watch>
MprDepth<Set::D> mpr_depth(const Set& set, const MprDepthLimits& limits, Watch& watch) {
  Mpr<Set, Watch> mpr(set, limits.search, watch);
  const auto verdict = mpr.decide();
  if (!verdict.overlap) return {.verdict = verdict};
  auto r = mpr_depth_detail::Depth<Set, Watch>(set, limits, mpr).of_portal(-set.first_direction());
  mpr.tell_end(mpr_depth_detail::stop_of(r.status));
  r.verdict.iterations = mpr.verdict().iterations;
  return r;
}

/// How far B has to move along d, or A against it, until they only touch. d: not zero, in the axes of the world; of a RoundedDifference.
template <class Set, class Watch>
MprDepth<Set::D> mpr_depth_along(const Set& set, const Vec<double, Set::D>& d, const MprDepthLimits& limits,
                                 Watch& watch) {
  Mpr<Set, Watch> mpr(set, limits.search, watch);
  const auto verdict = mpr.decide();
  if (!verdict.overlap) return {.verdict = verdict};
  const auto scaled = scale_direction(scale_direction(d));  // twice, for what is subnormal
  mpr_depth_detail::Depth<Set, Watch> depth(set, limits, mpr);
  auto r = depth.along(scaled * (1 / square_root(norm_squared(scaled))));
  mpr.tell_end(mpr_depth_detail::stop_of(r.status));
  r.verdict.iterations = mpr.verdict().iterations;
  return r;
}

}  // namespace abut::detail
