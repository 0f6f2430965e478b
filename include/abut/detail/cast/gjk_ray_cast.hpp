/// GJK ray cast: when does a point that moves in a straight line enter a convex set? Applied to B - A, it casts A at B.
///
/// The point x starts at the origin. GJK searches for the point of the set closest to x, one support plane at a time.
/// As soon as a plane separates x from the set, x moves on to it and GJK continues with the vertices it has. When x can
/// not move and a combination of vertices is as near as the gap, that is the hit.
///
/// Reference: G. van den Bergen, "Ray Casting against General Convex Objects with Application to Continuous Collision
/// Detection" (2004). Departures: (1) Planes are never evaluated at moved vertices, see cast/cast_proof.hpp: the free
/// time is proven. (2) The gap, radii and target, is part of the plane and not of the set. (3) After a move the newest
/// vertex need not belong to the closest feature. Mostly it does, so it is assumed to; when nothing moves any more all
/// features are tested. (4) The second direction is not quite that of the closest point, see step(). (5) A hit is
/// proven by positive weights, not by a lack of progress. What is neither a proven hit nor a proven miss is left to
/// cast/conservative_advancement.hpp.
///
/// Guarantee: at a hit, a point of the set is within gap + cast_width of safe() m; tau is not before safe(), and tau m
/// is no further from safe() m than CastProof::most_past widths.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/gjk/iteration.hpp>

namespace abut::detail {

template <class Query>
class GjkRayCast {
 public:
  static constexpr int D = Query::D;
  using V = Vec<double, D>;

  GjkRayCast(Query& query, double tolerance) : query_(query), tolerance_(with_normal(tolerance)) {}

  /// True if it ended with a hit, see finding(), or a miss. `first`: the first direction, as seen from the start.
  bool run(const V& first) {
    V d = first;
    if (query_.proof().safe() > 0) {
      x_ = query_.motion().m() * query_.proof().safe();
      if (first != x_) d = first - x_;
    }
    double squared = norm_squared(d);
    while (!query_.is_spent()) {
      if (!is_long_enough(squared)) return false;
      const double length = square_root(squared);
      const bool moved = query_.along(d, length, simplex_.slot());
      if (query_.proof().missed()) return true;
      x_ = query_.motion().m() * query_.proof().safe();
      const bool stepped = step(moved, length, d, squared);
      if (finding_.hit) return true;
      if (!stepped && !retry(d, squared)) return finding_.hit;
    }
    return false;
  }

  const CastFinding<D>& finding() const { return finding_; }

 private:
  /// How often all features are tested. Two are enough for all but one cast in ten thousand.
  static constexpr int most_retries = 6;

  /// A plane that is tilted by an angle is reached earlier by its square only, so that the normal is known to the root
  /// of the tolerance. 2^-10 of it leaves the normal 2^-5 of that error, as in cast/mpr_cast.hpp, for a quarter more
  /// iterations. Below 2^-39 there would be little more than rounding.
  static double with_normal(double tolerance) {
    const double fine = 0x1p-10 * tolerance, least = 0x1p-39;
    return fine > least ? fine : tolerance < least ? tolerance : least;
  }

  static bool is_long_enough(double squared) { return squared > 0x1p-960; }  // as in gjk/iteration.hpp

  /// Adds the last vertex and points d at the closest feature around it. False if the vertex is not ahead of the
  /// simplex and x has not moved, or if x would be inside the new simplex.
  ABUT_INLINE bool step(bool moved, double length, V& d, double& squared) {
    if (simplex_.count() == 0) {
      simplex_.insert_last();
      const V queried = d;
      d = simplex_[0].w - x_;
      // x has moved to the plane through this vertex, so that d now lies in the plane. The set extends far along it,
      // while the closest point is nearly along the normal. A direction between the two, at a slope of one half, takes
      // 8 to 26 % fewer steps on the queries of the benchmark, by which the slope was chosen.
      if (moved) d += queried * (2 * square_root(norm_squared(d)) / length);
      squared = norm_squared(d);
      return !(may_be_hit(d, squared) && prove_hit()) && is_long_enough(squared);
    }
    if (simplex_.count() == 1) return step<1>(moved, length, d, squared);
    if constexpr (D == 3) {
      if (simplex_.count() == 3) return step<3>(moved, length, d, squared);
    }
    return step<2>(moved, length, d, squared);
  }

  template <int N>
  ABUT_INLINE bool step(bool moved, double length, V& d, double& squared) {
    const ClosestFeature<D, N> closest(simplex_.last().w - x_, [this](int i) { return simplex_[i].w - x_; });
    const bool passes = closest.is_ahead(d, least_step(d, length)), goes_on = moved | passes;
    if (!goes_on) return false;
    const Feature<D> feature = closest.nearest();
    const double next = norm_squared(feature.v);  // 0 if x is inside
    if (!is_long_enough(next)) return false;
    simplex_.template replace<N>(feature.mask);
    d = feature.v;
    squared = next;
    return !(may_be_hit(d, squared) && prove_hit());
  }

  /// As in gjk/iteration.hpp; lengths are up to twice the size, as x is up to one size away.
  double least_step(const V& d, double length) const {
    const double least = 8 * unit_roundoff * query_.motion().size() * length;
    if (simplex_.last().is_vertex()) return least;
    const double apart = dot(d, simplex_[0].w - x_) - query_.motion().gap() * length;
    return least + tolerance_ * (apart > 0 ? apart : 0);
  }

  /// Tests all features, the last vertex included, and continues from the closest. False after too many retries, or
  /// with a hit.
  ABUT_COLD bool retry(V& d, double& squared) {
    if (simplex_.count() <= D && !simplex_.contains(simplex_.last().w)) simplex_.insert_last();
    const Corners<D> seen = corners();
    const SimplexPoint<D> s = nearest_point(seen.w, seen.count, D + 1);
    if (s.mask == 0 || accept(s) || retries_++ >= most_retries || std::popcount(s.mask) > D) return false;
    simplex_.keep(s.mask);
    d = feature_of(seen.w, seen.count, s.mask).v;
    squared = norm_squared(d);
    return true;
  }

  Corners<D> corners() const {
    Corners<D> seen(simplex_);
    for (int i = 0; i < seen.count; ++i) seen.w[i] -= x_;
    return seen;
  }

  /// Whether the line or plane of the feature that d belongs to is near enough, to a relative error of 2^-40.
  ABUT_INLINE bool may_be_hit(const V& d, double squared) const {
    const double most = query_.motion().gap() + cast_width(query_.proof(), tolerance_, query_.is_curved());
    const double height = dot(d, simplex_.last().w - x_);
    return !(height * height > most * most * squared * (1 + 0x1p-40));
  }

  /// Tries the interior of the simplex.
  ABUT_INLINE bool prove_hit() {
    return accept(interior_point<D>([this](int i) { return simplex_[i].w - x_; }, simplex_.count()));
  }

  bool accept(const SimplexPoint<D>& s) {
    const double most = query_.motion().gap() + cast_width(query_.proof(), tolerance_, query_.is_curved());
    if (s.mask == 0 || !(s.squared <= most * most)) return false;  // also where a point is not finite
    finding_.hit = true;
    finding_.status = Status::converged;
    finding_.tau = query_.proof().contact();
    finding_.between = s.p;
    finding_.point_b = s.p + x_;
    for (int i = 0; i < simplex_.count(); ++i) finding_.point_b += simplex_[i].a * s.weight[i];
    return true;
  }

  Query& query_;
  double tolerance_;
  Simplex<D> simplex_;
  V x_{};  ///< how far A has moved
  int retries_ = 0;
  CastFinding<D> finding_;
};

}  // namespace abut::detail
