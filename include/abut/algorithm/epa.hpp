/// EPA, the expanding polytope algorithm: how deep the origin is in a convex set, from its support mapping alone.
///
/// A shell of points of the set grows around the origin. Its nearest facet is asked for the furthest point of the set along its
/// direction, and gives way to facets that go through that point, until there is nothing beyond. Then its plane is the nearest that bounds
/// the set.
///
/// Reference: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects" (GDC 2001). Departures:
/// (1) It starts from whatever GJK leaves, one point or many, the origin inside or next to it: keys of facets are signed, and a
/// facet that has the origin before it is expanded first. There is no phase that encloses the origin, and nothing that fails in it.
/// (2) The proof is separate from the search. Upper bound: every direction asked gives one, the height of the furthest point. Lower
/// bound: the least distance of a facet from the origin, if the shell goes around the origin, which is proven at the end by
/// following one ray through it. Neither needs the shell to be convex, nor the facets to be the right ones.
///
/// Guarantees, for support mappings that satisfy the invariant of difference.hpp: lower <= true depth <= upper whatever the status,
/// where the depth is minus the distance if the origin is outside; at most max_iterations support calls; no allocation.
#pragma once

#include <abut/algorithm/epa_polytope.hpp>
#include <abut/algorithm/epa_ring.hpp>
#include <abut/algorithm/gjk_bounds.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

template <int D>
struct EpaResult {
  Status status = Status::invalid_argument;
  int iterations = 0;
  double depth = 0;  ///< along the normal; negative if the origin is outside
  double lower = 0, upper = 0;
  Vec<double, D> normal{};  ///< unit vector from A to B: B leaves A along it
  bool unique_normal =
      false;  ///< no facet with another normal is as near, and the depth is more than rounding
  Vec<double, D> point_a{}, point_b{};
  int feature_count = 0;
  VertexId feature_a[D] = {}, feature_b[D] = {};
};

template <int D>
class Epa {
 public:
  using V = Vec<double, D>;

  explicit Epa(const GjkLimits& limits) : limits_(limits) {}

  /// From the simplex that GJK ended with, and its result.
  template <class Set, class... Trace>
  ABUT_NO_INLINE EpaResult<D> run(const Set& set, const Simplex<D>& simplex, const GjkResult<D>& core,
                                  Trace&... trace) {
    iterations_ = core.iterations;
    for (int i = 0; i < simplex.count(); ++i) shell_.add_vertex(simplex[i]);
    least_ = -core.upper;
    status_ = grow(set) ? expand(set, trace...) : status_;
    return finish(core);
  }

 private:
  static constexpr double u = unit_roundoff;

  /// What is known along a direction.
  struct Probe {
    V direction{};  ///< unit vector, away from the origin
    double height = infinity<double>, upper = infinity<double>;
    int count = 0;  ///< the vertices of the facet it belongs to
    int vertex[D] = {};
  };

  /// The furthest point along a unit vector q, with the bound that it proves. The height has the roundings that the set's support
  /// error counts, and |q| = 1 up to 4 u.
  template <class Set>
  void ask(const Set& set, const V& q) {
    ++iterations_;
    set.along(-q, found_);
    last_ = {.direction = q, .height = dot(q, found_.w)};
    last_.upper = last_.height + 8 * u * absolute(last_.height) + limits_.support_error;
  }

  void keep_last() {
    if (last_.upper < best_.upper) best_ = last_;
  }

  bool is_exhausted() const { return iterations_ >= limits_.max_iterations; }
  bool stop(Status status) {
    status_ = status;
    return false;
  }

  /// Brings the simplex to at least D points that span a line or a plane; flat ones are left as they are, for the set is flat then and its
  /// depth 0 by the directions asked. False if that was all.
  template <class Set>
  bool grow(const Set& set) {
    if (shell_.vertex_count() == 0) return stop(Status::stalled);
    while (shell_.vertex_count() < D) {
      V directions[2 * D];
      const int count = across_simplex(directions);
      double furthest = 4 * u * limits_.size;  // as for a step of GJK
      DifferencePoint<D> next;
      for (int i = 0; i < count; ++i) {
        if (is_exhausted()) return stop(Status::iteration_limit);
        ask(set, directions[i]);
        if (!is_finite(found_.w)) return stop(Status::invalid_argument);
        keep_last();
        const double off = dot(directions[i], found_.w - shell_.vertex(0).w);
        if (!(off > furthest)) continue;
        furthest = off;
        next = found_;
      }
      if (!(furthest > 4 * u * limits_.size)) return stop(Status::stalled);
      shell_.add_vertex(next);
    }
    shell_.close();
    return true;
  }

  /// Around a point: along the axes, both ways. Around a line in space: in four directions across it.
  int across_simplex(V* directions) const {
    if (shell_.vertex_count() == 1) {
      for (int i = 0; i < D; ++i) {
        *directions++ = -axis<double, D>(i);  // first the way out along the first axis
        *directions++ = axis<double, D>(i);
      }
      return 2 * D;
    }
    if constexpr (D == 3) {
      const Vec3d e = scale_direction(shell_.vertex(1).w - shell_.vertex(0).w);
      directions[0] = unit(across(e));
      directions[1] = -directions[0];
      directions[2] = unit(cross(e, directions[0]));
      directions[3] = -directions[2];
    }
    return 4;
  }

  template <class Set, class... Trace>
  Status expand(const Set& set, Trace&... trace) {
    for (;;) {
      const int nearest = shell_.nearest();
      if (floor_ < infinity<double> && !(shell_.key(nearest) < best_.upper)) return Status::stalled;
      key_ = shell_.key(nearest) < floor_ ? shell_.key(nearest) : floor_;
      // One with finitely many vertices goes on to a facet that has nothing beyond it: its normal belongs to the points.
      if (!found_.is_vertex() && is_met(best_.upper)) return Status::stalled;
      if (is_exhausted()) return Status::iteration_limit;
      const Facet<D>& facet = shell_.facet(nearest);
      ask(set, facet.direction);
      if (!is_finite(found_.w)) return Status::invalid_argument;
      last_.count = D;
      for (int i = 0; i < D; ++i) last_.vertex[i] = facet.vertex[i];
      keep_last();
      const Stop reason = !passes(facet)        ? Stop::repeated_vertex
                          : is_met(last_.upper) ? Stop::bounds_met
                                                : Stop::none;
      (record(trace, facet, reason), ...);
      if (reason == Stop::repeated_vertex && !is_above(facet)) {
        floor_ = key_;
        shell_.put_aside(nearest);
      } else if (reason != Stop::none) {
        // Of directions as good as rounding can tell, that of the nearest facet.
        if (last_.upper <= best_.upper + limits_.search_width) best_ = last_;
        return Status::stalled;
      } else if (!shell_.expand(nearest, found_, 4 * u * limits_.size)) {
        return Status::iteration_limit;
      }
    }
  }

  /// Whether the nearest point of the facet's plane is on the facet. Where it is not, and nothing lies beyond, another facet of the same
  /// plane, or nearly so, has it: the facet is put aside, its key kept as a floor of the lower bound.
  bool is_above(const Facet<D>& facet) const {
    const Witness nearest = witness(facet.vertex);
    return beside(nearest.s.p, facet.direction) <= 8 * u * limits_.size;
  }

  /// Whether the point found lies before every vertex of the facet, by more than rounding: 4 u size, of a difference and its product.
  /// A support mapping whose own error is greater may bring back what the shell has.
  bool passes(const Facet<D>& facet) const {
    double gain = infinity<double>;
    for (int i = 0; i < D; ++i) {
      const double ahead = dot(facet.direction, found_.w - shell_.vertex(facet.vertex[i]).w);
      gain = ahead < gain ? ahead : gain;
    }
    if (!(gain > 4 * u * limits_.size)) return false;
    if (gain > 2 * limits_.support_error) return true;
    for (int i = 0; i < shell_.vertex_count(); ++i) {
      if (shell_.vertex(i).w == found_.w) return false;
    }
    return true;
  }

  /// A set with finitely many vertices is asked until it has no more to give; a curved one to the tolerance.
  bool is_met(double upper) const {
    if (!(upper < infinity<double>)) return false;
    const double lower = certified(key_), whole = upper + limits_.radii;
    const double open = found_.is_vertex() || !(whole > 0) ? 0 : limits_.tolerance * whole;
    return upper - lower <= limits_.search_width + open;
  }

  /// Of a facet's key: its dot products round D times, |q| = 1 up to 4 u, and the vertices may be outside of the set by the point error.
  double certified(double key) const {
    return key - 8 * u * absolute(key) - D * u * limits_.size - limits_.point_error;
  }

  /// The lower bound of the shell. Where the ray along the best direction says nothing, some through the middles of facets are tried.
  void prove() {
    constexpr int rays = 16;
    const double lower = certified(key_);
    if (shell_.facet_count() == 0 || !(lower > least_) || !(key_ > 0)) return;
    bool around = shell_.faces_outward(key_, limits_.size) || shell_.winds_around_origin(best_.direction);
    for (int i = 0; i < shell_.facet_count() && i < rays && !around; ++i) {
      if (shell_.key(i) < infinity<double>) around = shell_.winds_around_origin(shell_.towards(i));
    }
    if (around) least_ = lower;
  }

  EpaResult<D> finish(const GjkResult<D>& core) {
    EpaResult<D> r;
    r.iterations = iterations_;
    if (status_ == Status::invalid_argument) return r;
    prove();
    if (!(best_.upper <
          infinity<
              double>)) {  // nothing was asked, or sizes at the end of the range leave every error infinite
      const double height = -core.lower - limits_.support_error;
      best_ = {.direction = -core.normal, .height = is_finite(height) ? height : 0, .upper = -core.lower};
    } else if (-core.lower + limits_.search_width < best_.upper) {  // the plane that GJK knew
      best_ = {
          .direction = -core.normal, .height = -core.lower - limits_.support_error, .upper = -core.lower};
    }
    r.lower = least_;
    r.upper = best_.upper;
    r.status = status_;
    if (r.lower > r.upper) {  // the support mapping contradicts itself
      r.status = Status::stalled;
      r.lower = -limits_.size;
    } else if (keeps_contract(r)) {
      r.status = Status::converged;
    }
    r.depth = best_.height < r.lower ? r.lower : best_.height;
    r.normal = V{} - best_.direction;  // without negative zeros
    r.unique_normal = r.lower > 0 && !has_rival();
    set_points(core, r);
    return r;
  }

  /// A facet as near as the best, whose direction is another one by far more than rounding turns it.
  bool has_rival() const {
    const double reach = best_.upper + limits_.search_width;
    for (int i = 0; i < shell_.facet_count(); ++i) {
      if (!(shell_.key(i) <= reach)) continue;
      if (dot(shell_.facet(i).direction, best_.direction) < 1 - 0x1p-20) return true;
    }
    return false;
  }

  bool keeps_contract(const EpaResult<D>& r) const {
    const double whole = r.upper + limits_.radii;
    return r.upper - r.lower <= limits_.tolerance * (whole > 0 ? whole : 0) + limits_.contract_width -
                                    4 * radii_error(limits_.radii, r.upper);
  }

  /// A pair of points of the cores: their difference p, and the vertices it is a combination of.
  struct Witness {
    SimplexPoint<D> s;
    int vertex[D] = {};
  };

  Witness witness(const int (&vertex)[D]) const {
    Witness r;
    V w[D];
    for (int i = 0; i < D; ++i) {
      r.vertex[i] = vertex[i];
      w[i] = shell_.vertex(vertex[i]).w;
    }
    r.s = interior_point<D>([&w](int i) { return w[i]; }, D);
    if (r.s.mask == 0) r.s = nearest_point(w, D, D);
    return r;
  }

  static double beside(const V& p, const V& direction) {
    return square_root(norm_squared(p - direction * dot(direction, p)));
  }

  /// The points of the facet that the direction belongs to; where the origin is not above it, those of another facet of the same plane,
  /// or of GJK where the cores only touch. They are moved along the normal, each by half, to be as far apart as the depth says.
  void set_points(const GjkResult<D>& core, EpaResult<D>& r) const {
    const double rounding = 8 * u * limits_.size;
    const auto above = [this](const V& q) { return dot(best_.direction, q); };
    V p = core.point_b - core.point_a;
    double least = infinity<double>, room = infinity<double>;
    Witness best;
    const auto consider = [&](const V& q, const Witness& witness) {
      const double here = beside(q, best_.direction);
      if (!(here < least) || !(absolute(above(q) - r.depth) <= room)) return;
      least = here;
      best = witness;
      p = q;
    };
    if (best_.count > 0) {
      const Witness own = witness(best_.vertex);
      consider(own.s.p, own);
      room = absolute(above(p) - r.depth) + rounding;
    }
    if (least > rounding) {
      for (int i = 0; i < shell_.facet_count(); ++i) {
        if (shell_.key(i) == infinity<double>) continue;
        const Witness other = witness(shell_.facet(i).vertex);
        consider(other.s.p, other);
      }
      consider(core.point_b - core.point_a, {});
    }
    r.point_a = best.s.mask == 0 ? core.point_a : V{};
    for (int i = 0; i < D; ++i) {
      if ((best.s.mask >> i & 1U) == 0) continue;
      const DifferencePoint<D>& vertex = shell_.vertex(best.vertex[i]);
      r.point_a += vertex.a * best.s.weight[i];
      r.feature_a[r.feature_count] = vertex.id_a;
      r.feature_b[r.feature_count++] = vertex.id_b;
    }
    const V missing = best_.direction * (0.5 * (r.depth - above(p)));
    r.point_b = r.point_a + p + missing;
    r.point_a -= missing;
  }

  template <class Trace>
  void record(Trace& trace, const Facet<D>& facet, Stop reason) const {
    EpaStep<D> step{.iteration = iterations_,
                    .direction = -facet.direction,
                    .support = found_.w / limits_.scale,
                    .id_a = found_.id_a,
                    .id_b = found_.id_b,
                    .facets = shell_.facet_count(),
                    .lower = certified(key_) / limits_.scale,
                    .upper = best_.upper / limits_.scale,
                    .stop = reason};
    for (int i = 0; i < D; ++i) step.facet[i] = shell_.vertex(facet.vertex[i]).w / limits_.scale;
    trace(step);
  }

  const GjkLimits& limits_;
  Shell<D> shell_;
  DifferencePoint<D> found_;
  Probe last_, best_;
  double least_ = 0, key_ = 0;  ///< the lower bound; the key of the nearest facet
  double floor_ = infinity<double>;
  int iterations_ = 0;
  Status status_ = Status::stalled;
};

}  // namespace abut::detail
