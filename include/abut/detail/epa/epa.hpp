/// EPA, the expanding polytope algorithm: how deep the origin is in a convex set, from its support mapping alone.
///
/// A polytope of points of the set grows around the origin. The support point along the direction of its nearest facet
/// is added, and that facet gives way to facets through this point, until there is nothing beyond. Then its plane is
/// the nearest that bounds the set.
///
/// Reference: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (GDC 2001).
/// Departures: (1) It starts from whatever GJK leaves, one point or many, the origin inside or next to it: keys of
/// facets are signed, and a facet that has the origin before it is expanded first. There is no phase that encloses the
/// origin, and nothing in it that could fail. (2) The proof is separate from the search. Upper bound: every direction
/// queried gives one, the height of its support point. Lower bound: the least distance of a facet from the origin, if
/// the polytope goes around the origin, which is proven at the end by following one ray through it. Neither needs the
/// polytope to be convex, nor the facets to be the right ones.
///
/// Guarantees, for support mappings that satisfy the invariant of minkowski/difference.hpp: lower <= true depth <=
/// upper whatever the status, where the depth is minus the distance if the origin is outside; at most max_iterations
/// support calls; no allocation.
#pragma once

#include <abut/detail/epa/polytope2.hpp>
#include <abut/detail/epa/winding.hpp>
#include <abut/detail/gjk/bounds.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D>
struct EpaResult {
  Status status = Status::invalid_argument;
  int iterations = 0;
  double depth = 0;  ///< along the normal; negative if the origin is outside
  double lower = 0, upper = 0;
  Vec<double, D> normal{};     ///< unit vector from A to B: B leaves A along it
  bool unique_normal = false;  ///< no facet with another normal is as near, and the depth is more than rounding
  Vec<double, D> point_a{}, point_b{};
  int feature_count = 0;
  VertexId feature_a[D] = {}, feature_b[D] = {};
};

template <int D>
class Epa {
 public:
  using V = Vec<double, D>;

  explicit Epa(const GjkLimits& limits) : limits_(limits) {}

  /// Starts from the simplex that GJK ended with, and its result.
  template <class Set, class Trace>
  ABUT_NO_INLINE EpaResult<D> run(const Set& set, const Simplex<D>& simplex, const GjkResult<D>& core, Trace trace) {
    iterations_ = core.iterations;
    for (int i = 0; i < simplex.count(); ++i) {
      polytope_.slot() = simplex[i];
      polytope_.take_vertex();
    }
    least_ = -core.upper;
    status_ = complete_simplex(set) ? expand(set, trace) : status_;
    return finish(core);
  }

 private:
  static constexpr double u = unit_roundoff;

  /// The result of a support call.
  struct Probe {
    V direction{};  ///< away from the origin, of any length
    double length = 1, height = infinity<double>, upper = infinity<double>;
    int facet = -1;  ///< the facet it belongs to, if any; its place may have been reused
    int vertex = 0;  ///< the place of the support point; valid for the last probe only
    FacetCorners corners{};
  };

  /// Queries the support point along q, with the bound that it proves. The height has the roundings that the set's
  /// support error counts, and those of |q|, 2.5 u, and of the quotient.
  template <class Set>
  void query(const Set& set, const V& q, int facet = -1, FacetCorners corners = {}) {
    ++iterations_;
    set.along(-q, polytope_.slot());
    is_vertex_ = found().is_vertex();
    const double length = square_root(norm_squared(q)), height = dot(q, found().w) / length;
    Probe& probe = next_probe();
    probe.direction = q;
    probe.length = length;
    probe.height = height;
    probe.upper = height + 8 * u * absolute(height) + limits_.support_error;
    probe.corners = corners;
    probe.facet = facet;
    probe.vertex = polytope_.vertex_count();
  }

  /// The last support point, until the polytope takes it.
  const DifferencePoint<D>& found() const { return polytope_.slot(); }

  const Probe& best() const { return probe_[best_]; }
  const Probe& last() const { return probe_[last_]; }

  /// The next probe overwrites the one that is not the best, so that nothing is copied.
  Probe& next_probe() { return probe_[last_ = 1 - best_]; }
  void keep_last() { best_ = last().upper < best().upper ? last_ : best_; }

  bool is_exhausted() const { return iterations_ >= limits_.max_iterations; }
  bool stop(Status status) {
    status_ = status;
    return false;
  }

  /// Extends the simplex to at least D points that span a line or a plane. A set that is too flat for that keeps what
  /// it has: its depth is 0 by the directions queried. False if the query ends here.
  template <class Set>
  bool complete_simplex(const Set& set) {
    if (polytope_.vertex_count() == 0) return stop(Status::stalled);
    while (polytope_.vertex_count() < D) {
      V directions[2 * D];
      const int count = across_simplex(directions);
      double most = 4 * u * limits_.size;  // as for a step of GJK
      DifferencePoint<D> next;
      for (int i = 0; i < count; ++i) {
        if (is_exhausted()) return stop(Status::iteration_limit);
        query(set, directions[i]);
        if (!is_finite(found().w)) return stop(Status::invalid_argument);
        keep_last();
        const double off = dot(directions[i], found().w - polytope_.vertex(0).w);
        if (!(off > most)) continue;
        most = off;
        next = found();
      }
      if (!(most > 4 * u * limits_.size)) return stop(Status::stalled);
      polytope_.slot() = next;
      polytope_.take_vertex();
    }
    polytope_.close(8 * u * limits_.size);  // two heights, of three roundings each
    return true;
  }

  /// Around a point: along the axes, both signs. Around a line in 3D: four directions across it.
  int across_simplex(V* directions) const {
    if (polytope_.vertex_count() == 1) {
      for (int i = 0; i < D; ++i) {
        *directions++ = -axis<double, D>(i);  // the first exit direction is along the first axis
        *directions++ = axis<double, D>(i);
      }
      return 2 * D;
    }
    if constexpr (D == 3) {
      const Vec3d e = scale_direction(polytope_.vertex(1).w - polytope_.vertex(0).w);
      directions[0] = unit(perpendicular(e));
      directions[1] = -directions[0];
      directions[2] = unit(cross(e, directions[0]));
      directions[3] = -directions[2];
    }
    return 4;
  }

  /// This is not inlined into run(), so that query() is inlined here.
  template <class Set, class Trace>
  ABUT_NO_INLINE Status expand(const Set& set, [[maybe_unused]] Trace trace) {
    for (;;) {
      const int nearest = polytope_.nearest();
      if (floor_ < infinity<double> && !(polytope_.key(nearest) < best().upper)) return Status::stalled;
      key_ = polytope_.key(nearest) < floor_ ? polytope_.key(nearest) : floor_;
      // A set with finitely many vertices continues to a facet that has nothing beyond it: its normal belongs to the
      // points.
      if (!is_vertex_ && is_met(best().upper)) return Status::stalled;
      if (is_exhausted()) return Status::iteration_limit;
      const Facet<D> facet = polytope_.facet(nearest);
      query(set, facet.direction, nearest, facet.corners);
      if (!is_finite(found().w)) return Status::invalid_argument;
      keep_last();
      const Stop reason = !passes(nearest, facet) ? Stop::repeated_vertex
                          : is_met(last().upper)  ? Stop::bounds_met
                                                  : Stop::none;
      if constexpr (!is_untraced<Trace>) record(trace, facet, reason);
      if (reason == Stop::repeated_vertex && !is_settled(facet)) {
        floor_ = key_;
        polytope_.put_aside(nearest);
      } else if (reason != Stop::none) {
        // If the directions differ by rounding alone, that of the nearest facet is taken.
        if (last().upper <= best().upper + limits_.search_width) best_ = last_;
        return Status::stalled;
      } else if (!polytope_.expand(nearest)) {
        return Status::iteration_limit;
      }
    }
  }

  /// Whether the direction of a facet that has nothing beyond it is that of the depth: the bounds have met there, so
  /// that the plane touches the set where it is nearest; or its nearest point is on the facet. If neither is true,
  /// another facet nearly of the same plane has it: this one is set aside, and its key is kept as a floor of the lower
  /// bound.
  bool is_settled(const Facet<D>& facet) const {
    if (facet.corners.form() == Form::plain && is_met(last().upper)) return true;
    return beside(nearest_point_of(facet.corners).p, unit(facet.direction)) <= 8 * u * limits_.size;
  }

  /// Whether the support point lies before every vertex of the facet, by more than rounding: 4 u size, of a difference
  /// and its product. A support mapping whose own error is greater may return a vertex of the polytope.
  bool passes(int nearest, const Facet<D>& facet) const {
    const double length = last().length;
    if (polytope_.is_beyond(nearest, dot(facet.direction, found().w), 2 * limits_.support_error * length)) return true;
    double gain = infinity<double>;
    for (int i = 0; i < D; ++i) {
      const double ahead = dot(facet.direction, found().w - polytope_.vertex(facet.corners[i]).w);
      gain = ahead < gain ? ahead : gain;
    }
    if (!(gain > 4 * u * limits_.size * length)) return false;
    if (gain > 2 * limits_.support_error * length) return true;
    for (int i = 0; i < polytope_.vertex_count(); ++i) {
      if (polytope_.vertex(i).w == found().w) return false;
    }
    return true;
  }

  /// A set with finitely many vertices is queried until it returns no new one; a curved one to the tolerance.
  bool is_met(double upper) const {
    if (!(upper < infinity<double>)) return false;
    const double lower = certified(key_), whole = upper + limits_.radii;
    const double open = is_vertex_ || !(whole > 0) ? 0 : limits_.tolerance * whole;
    return upper - lower <= limits_.search_width + open;
  }

  /// The lower bound from a facet's key: its dot products round D times, |q| and the square of the key are known up to
  /// 5 u, and the vertices may be outside of the set by the point error.
  double certified(double key) const {
    return key - 8 * u * absolute(key) - D * u * limits_.size - limits_.point_error;
  }

  /// Proves the lower bound of the polytope. If the ray along the best direction is inconclusive, some through the
  /// middles of facets are tried.
  void prove() {
    constexpr int rays = 16;
    const double lower = certified(key_);
    if (polytope_.facet_count() == 0 || !(lower > least_) || !(key_ > 0)) return;
    bool around = polytope_.faces_outward(key_, limits_.size) || polytope_.winds_around_origin(best().direction);
    for (int i = 0; i < polytope_.facet_count() && i < rays && !around; ++i) {
      if (polytope_.key(i) < infinity<double>) around = polytope_.winds_around_origin(polytope_.towards(i));
    }
    if (around) least_ = lower;
  }

  EpaResult<D> finish(const GjkResult<D>& core) {
    EpaResult<D> r;
    r.iterations = iterations_;
    if (status_ == Status::invalid_argument) return r;
    prove();
    if (!(best().upper < infinity<double>)) {  // there was no query, or sizes near overflow leave every error infinite
      const double height = -core.lower - limits_.support_error;
      next_probe() = {.direction = -core.normal, .height = is_finite(height) ? height : 0, .upper = -core.lower};
      best_ = last_;
    } else if (-core.lower + limits_.search_width < best().upper) {  // the plane of GJK is better
      next_probe() = {.direction = -core.normal, .height = -core.lower - limits_.support_error, .upper = -core.lower};
      best_ = last_;
    }
    r.lower = least_;
    r.upper = best().upper;
    r.status = status_;
    if (r.lower > r.upper) {  // the support mapping contradicts itself
      r.status = Status::stalled;
      r.lower = -limits_.size;
    } else if (keeps_contract(r)) {
      r.status = Status::converged;
    }
    direction_ = best().direction / best().length;
    // Along the unit vector, so that a height that is exact, as along an axis, gives an exact depth.
    const bool is_known = best_ == last_ && best().facet >= 0;
    const double height = is_known ? dot(direction_, polytope_.vertex(best().vertex).w) : best().height;
    r.depth = height < r.lower ? r.lower : height > r.upper ? r.upper : height;
    r.normal = V{} - direction_;  // without negative zeros
    r.unique_normal = r.lower > 0 && !polytope_.has_rival(direction_, best().upper + limits_.search_width);
    set_points(core, r);
    return r;
  }

  bool keeps_contract(const EpaResult<D>& r) const {
    const double whole = r.upper + limits_.radii;
    return r.upper - r.lower <= limits_.tolerance * (whole > 0 ? whole : 0) + limits_.contract_width -
                                    4 * radii_error(limits_.radii, r.upper);
  }

  /// The nearest point of a facet, if that is within its sides; otherwise the mask is 0.
  ABUT_INLINE SimplexPoint<D> inner_point(FacetCorners corners) const {
    return interior_point_of<D, D>([&](int i) { return polytope_.vertex(corners[i]).w; });
  }

  /// The nearest point of a facet, on its sides or not.
  ABUT_COLD SimplexPoint<D> nearest_point_of(FacetCorners corners) const {
    const SimplexPoint<D> inner = inner_point(corners);
    if (inner.mask != 0) return inner;
    V w[D];
    for (int i = 0; i < D; ++i) w[i] = polytope_.vertex(corners[i]).w;
    return nearest_point(w, D, D);
  }

  static double beside(const V& p, const V& direction) {
    return square_root(norm_squared(p - direction * dot(direction, p)));
  }

  /// The points of the facet that the best direction belongs to; if the origin does not project into it, those of
  /// another facet of the same plane.
  void set_points(const GjkResult<D>& core, EpaResult<D>& r) const {
    if (best().facet >= 0) {
      const SimplexPoint<D> own = inner_point(best().corners);
      if (is_foot(own, r.depth)) return set_points(own, best().corners, r);
    }
    set_points_beside(core, r);
  }

  /// Whether s is the foot of the best direction, up to the rounding of p.
  ABUT_INLINE bool is_foot(const SimplexPoint<D>& s, double depth) const {
    const double height = dot(direction_, s.p), most = 8 * u * limits_.size;
    return s.mask != 0 && norm_squared(s.p - direction_ * height) <= most * most && absolute(height - depth) <= most;
  }

  ABUT_NO_INLINE void set_points_beside(const GjkResult<D>& core, EpaResult<D>& r) const {
    const bool found = best().facet >= 0 && polytope_.any_within(best().upper + limits_.search_width, [&](int i) {
      const SimplexPoint<D> s = inner_point(polytope_.corners(i));
      if (!is_foot(s, r.depth)) return false;
      set_points(s, polytope_.corners(i), r);
      return true;
    });
    if (!found) set_nearest_points(core, r);
  }

  /// If no facet has the foot: the points nearest to it, of any facet that is not further off its plane than its own;
  /// or those of GJK, with the mask 0, if the cores only touch.
  ABUT_COLD void set_nearest_points(const GjkResult<D>& core, EpaResult<D>& r) const {
    const double rounding = 8 * u * limits_.size;
    double least = infinity<double>, room = infinity<double>;
    SimplexPoint<D> best_point, cores;
    FacetCorners best_corners{};
    cores.p = best_point.p = core.point_b - core.point_a;
    const auto consider = [&](const SimplexPoint<D>& s, FacetCorners corners) {
      const double here = beside(s.p, direction_);
      if (!(here < least) || !(absolute(dot(direction_, s.p) - r.depth) <= room)) return;
      least = here;
      best_point = s;
      best_corners = corners;
    };
    if (best().facet >= 0) {
      const SimplexPoint<D> own = nearest_point_of(best().corners);
      consider(own, best().corners);
      room = absolute(dot(direction_, own.p) - r.depth) + rounding;
    }
    if (least > rounding) {
      for (int i = 0; i < polytope_.facet_count(); ++i) {
        if (polytope_.key(i) < infinity<double>) consider(nearest_point_of(polytope_.corners(i)), polytope_.corners(i));
      }
      consider(cores, {});
    }
    if (best_point.mask == 0) r.point_a = core.point_a;
    set_points(best_point, best_corners, r);
  }

  /// The points are moved along the normal, each by half, to be as far apart as the depth.
  ABUT_INLINE void set_points(const SimplexPoint<D>& s, FacetCorners corners, EpaResult<D>& r) const {
    for (int i = 0; i < D; ++i) {
      if ((s.mask >> i & 1U) == 0) continue;
      const DifferencePoint<D>& vertex = polytope_.vertex(corners[i]);
      r.point_a += vertex.a * s.weight[i];
      r.feature_a[r.feature_count] = vertex.id_a;
      r.feature_b[r.feature_count++] = vertex.id_b;
    }
    const V missing = direction_ * (0.5 * (r.depth - dot(direction_, s.p)));
    r.point_b = r.point_a + s.p + missing;
    r.point_a -= missing;
  }

  template <class Trace>
  void record(Trace trace, const Facet<D>& facet, Stop reason) const {
    if (!is_tracing(trace)) return;
    EpaStep<D> step{.iteration = iterations_,
                    .direction = -unit(facet.direction),
                    .support = found().w / limits_.scale,
                    .id_a = found().id_a,
                    .id_b = found().id_b,
                    .facets = polytope_.facet_count(),
                    .lower = certified(key_) / limits_.scale,
                    .upper = best().upper / limits_.scale,
                    .stop = reason};
    for (int i = 0; i < D; ++i) step.facet[i] = polytope_.vertex(facet.corners[i]).w / limits_.scale;
    trace(step);
  }

  const GjkLimits& limits_;
  Polytope<D> polytope_;
  Probe probe_[2];
  V direction_{};               ///< the best direction, a unit vector
  double least_ = 0, key_ = 0;  ///< the lower bound; the key of the nearest facet
  double floor_ = infinity<double>;
  int iterations_ = 0;
  int last_ = 0, best_ = 1;  ///< places in probe_
  bool is_vertex_ = false;   ///< whether the last support point is one of finitely many
  Status status_ = Status::stalled;
};

}  // namespace abut::detail
