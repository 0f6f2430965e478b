/// Penetration depth by MPR: along the normal of its portal, or along a given direction.
///
/// Once the origin is known to be in B - A, a face of the simplex around it becomes a portal, which is pushed outward
/// to the surface, along a ray from the origin.
///
/// mpr_depth: the ray runs along the line from the center of B to that of A. The normal of the support plane where it
/// exits the set is an exit direction, not the shortest: the depth along it is an upper bound of the depth of the
/// shapes.
///
/// mpr_depth_along: the ray runs against d and exits the set at -t d, so that B has to move by t along d, or A against
/// it, until they only touch. Upper bound: every support plane that the ray crosses. Lower bound: where it crosses the
/// portal. That point is off the ray by rounding, delta; with a ball of radius rho around the origin in the set, the
/// ray itself is in the set up to t rho / (rho + delta). The ball comes from the simplex around the origin or, if that
/// is too thin, from where rays along the axes exit the set. Shapes that only touch have no such ball, and the lower
/// bound is 0: moved by less than a rounding they would be apart.
///
/// Reference: as in mpr/mpr.hpp; J. Davis, lectures on MPR (DigiPen), for the depth along a direction. Lengths are
/// those of the difference.
#pragma once

#include <abut/detail/mpr/mpr.hpp>

namespace abut::detail {

struct MprDepthLimits {
  MprLimits search;
  double tolerance;  ///< for curved shapes: how far the bounds may stay apart, relative to the depth
};

template <int D>
struct MprDepth {
  IntersectionVerdict<D> verdict;  ///< whether they overlap; if not, nothing else is known
  Status status = Status::inconclusive;
  double depth = 0;             ///< along `normal`
  double lower = 0, upper = 0;  ///< bounds of the depth along `normal`; `upper` also bounds the least depth
  Vec<double, D> normal{};      ///< unit vector: moving B by `depth` along it ends the overlap
  /// `point_a` and `point_a + between` are points of the surfaces where the portal is. `between` is -depth * normal
  /// only if the projection of the origin lies in that face.
  Vec<double, D> point_a{}, between{};
};

namespace mpr_depth_detail {

/// Where a ray from the origin exits the set.
template <int D>
struct Exit {
  double upper = infinity<double>;  ///< the exit is no later
  double along = 0, off = 0;        ///< a point of the set is this far along the ray, and at most this far off it
};

template <class Set, class Recorder>
class Depth {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;

  Depth(const Set& set, const MprDepthLimits& limits, Mpr<Set, Recorder>& mpr) : set_(set), limits_(limits), mpr_(mpr) {
    for (int i = 0; i <= D; ++i) w_[i] = mpr.simplex()[i].w;
  }

  /// The depth along the normal of the portal by which the ray along r exits.
  MprDepth<D> of_portal(const V& r) {
    MprDepth<D> found{.verdict = mpr_.verdict()};
    mpr_.open_portal(r);
    const double rotated = u * set_.size();  // the normal is off the query direction by a rotation of up to u
    const bool reached = mpr_.push({{}, r}, limits_.tolerance, [&](const V& n) {
      found.normal = n * (-1 / mpr_.length());
      found.depth = larger(-mpr_.height(), 0);  // may be negative by rounding where they touch
      found.lower = larger(-mpr_.upper_bound() - rotated, 0);
      found.upper = -mpr_.lower_bound() + rotated;
    });
    find_points(mpr_.portal().normal(), found);
    const bool closed = found.upper - found.lower <= limits_.search.width;
    found.status = reached && closed ? Status::converged : unfinished();
    return found;
  }

  /// The depth along the unit vector d.
  MprDepth<D> along(const V& d) {
    MprDepth<D> r{.verdict = mpr_.verdict(), .status = Status::converged, .normal = d};
    const Exit<D> exit = exit_along(-d);
    find_points(-d, r);
    r.upper = larger(exit.upper, 0);  // rounding may put a plane at the origin on its other side
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

  Exit<D> exit_along(const V& along) {
    Exit<D> exit;
    mpr_.open_portal(along);
    const PortalRay<D> ray{{}, along};
    mpr_.push(ray, limits_.tolerance, [&](const V& n) {
      const double steepness = dot(n, along) / mpr_.length();
      // Errors of the cosine: 4 roundings of itself, D of its dot product, 2 of `along`.
      const double least = steepness * (1 - 4 * u) - (D + 2) * u;
      const double beyond = -mpr_.lower_bound() / least * (1 + 2 * u);
      if (least > 0 && beyond < exit.upper) exit.upper = beyond;
    });
    MprDepth<D> crossing{};
    if (!find_points(along, crossing)) return exit;
    const V& p = crossing.between;
    // Weights, combination and products: D + 4 roundings each in `along` and `off`.
    const double rounding = set_.point_error() + 2 * (D + 4) * u * set_.size();
    exit.along = dot(along, p);
    exit.off = square_root(norm_squared(p - along * exit.along)) + rounding;
    return exit;
  }

  /// Where a line from the origin crosses the portal; if it misses the portal, a point of its edges.
  bool find_points(const V& line, MprDepth<D>& r) const {
    const Portal<D>& portal = mpr_.portal();
    double x[D];
    portal.crossing_weights({{}, line}, x);
    if (!normalize(x)) return false;
    for (int i = 0; i < D; ++i) {
      r.point_a += portal.p[i].a * x[i];
      r.between += portal.p[i].w * x[i];
    }
    return true;
  }

  /// How far the ray is certainly in the set, given that the ball of this radius around the origin is in it.
  static double within(const Exit<D>& exit, double ball) {
    if (!(ball > 0)) return 0;
    const double t = exit.along * (1 - exit.off / (exit.off + ball)) - exit.off;
    return t > 0 ? t * (1 - 4 * u) : 0;
  }

  /// The radius of a ball around the origin in the simplex. No point of face i is nearer to the origin than the lowest
  /// of its vertices along any one direction; if no face is nearer than the residue of the weights, the origin is
  /// inside.
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

  /// The same from points on the 2 D half axes, t along them: their hull contains a ball of radius min t / sqrt(D),
  /// less the distance of the points from their axes.
  double ball_of_axes() {
    double least = infinity<double>, off = 0;
    for (int i = 0; i < 2 * D; ++i) {
      const V along = axis<double, D>(i / 2) * (i % 2 == 0 ? 1.0 : -1.0);
      const Exit<D> exit = exit_along(along);
      least = smaller(least, exit.along);
      off = larger(off, exit.off);
    }
    return least / square_root(D) * (1 - 4 * u) - off;
  }

  const Set& set_;
  const MprDepthLimits& limits_;
  Mpr<Set, Recorder>& mpr_;
  V w_[D + 1];
};

inline Stop stop_of(Status status) {
  return status == Status::converged         ? Stop::bounds_met
         : status == Status::iteration_limit ? Stop::none
                                             : Stop::rounding;
}

}  // namespace mpr_depth_detail

/// The depth of a RoundedDifference along the normal of the portal: an upper bound of its depth.
template <class Set, class Recorder>
MprDepth<Set::D> mpr_depth(const Set& set, const MprDepthLimits& limits, Recorder& recorder) {
  Mpr<Set, Recorder> mpr(set, limits.search, recorder);
  const auto verdict = mpr.decide();
  if (!verdict.overlap) return {.verdict = verdict};
  auto r = mpr_depth_detail::Depth<Set, Recorder>(set, limits, mpr).of_portal(-scale_direction(set.first_direction()));
  mpr.report_end(mpr_depth_detail::stop_of(r.status));
  r.verdict.iterations = mpr.verdict().iterations;
  return r;
}

/// How far B has to move along d, or A against it, until they only touch. `set`: a RoundedDifference; `d`: not zero,
/// along the axes of the world.
template <class Set, class Recorder>
MprDepth<Set::D> mpr_depth_along(const Set& set, const Vec<double, Set::D>& d, const MprDepthLimits& limits,
                                 Recorder& recorder) {
  Mpr<Set, Recorder> mpr(set, limits.search, recorder);
  const auto verdict = mpr.decide();
  if (!verdict.overlap) return {.verdict = verdict};
  const auto scaled = scale_direction(scale_direction(d));  // twice, for subnormal directions
  mpr_depth_detail::Depth<Set, Recorder> depth(set, limits, mpr);
  auto r = depth.along(scaled * (1 / square_root(norm_squared(scaled))));
  mpr.report_end(mpr_depth_detail::stop_of(r.status));
  r.verdict.iterations = mpr.verdict().iterations;
  return r;
}

}  // namespace abut::detail
