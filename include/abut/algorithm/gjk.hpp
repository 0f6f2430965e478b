/// GJK: the point of a convex set nearest to the origin, from its support mapping alone; one loop for plane and space.
///
/// A simplex of vertices of B - A walks towards the origin: take the vertex furthest against the direction v of its nearest
/// feature, keep the part of the enlarged simplex that is nearest, repeat. Reference: Gilbert, Johnson and Keerthi (1988);
/// E. Catto, "Computing Distance" (GDC 2010).
///
/// Departures. (1) v is perpendicular to the feature by construction, not the sum of weighted vertices: its error does not
/// grow when the shapes come close. (2) The search decides nothing: it only proposes. What is returned is proven afterwards,
/// from two facts that need no trust in it (see prove() and raise_lower()). (3) It stops when the new vertex w does not pass a
/// vertex w_i of the simplex, v.(w_i - w) <= 4 u size |v|, which contains the repeated vertex; polytopes need no tolerance. (4) Where
/// rounding stops it early, with the bounds still apart, it is given another direction or made to take the new vertex, a few
/// times; the best bounds are kept aside.
///
/// Guarantees, for support mappings that satisfy the invariant of difference.hpp: lower <= true distance <= upper whatever
/// the status; at most max_iterations support calls; no allocation. A mapping that breaks it ends in `stalled` or at the
/// iteration limit.
#pragma once

#include <abut/algorithm/difference.hpp>
#include <abut/algorithm/simplex.hpp>
#include <abut/cache.hpp>
#include <abut/status.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// Of adding two radii, subtracting their sum from a bound, and this error too: three roundings of what is there.
inline double radii_error(double radii, double bound) {
  return radii > 0 ? 3 * unit_roundoff * (radii + absolute(bound)) : 0;
}

struct GjkLimits {
  double tolerance;       ///< of curved shapes: stop when upper - lower <= tolerance * (upper - radii)
  double cutoff;          ///< stop when lower - radii exceeds this length
  double search_width;    ///< a length, of rounding: nearer than this the bounds count as met
  double contract_width;  ///< the width up to which the result may be called converged
  int max_iterations;     ///< support calls

  // Of the set, see difference.hpp.
  double size, radii, support_error, point_error, scale;
};

template <int D>
struct GjkResult {
  Status status = Status::invalid_argument;
  int iterations = 0;
  bool meets = false;   ///< the nearest point found is the origin, as far as rounding can tell
  double distance = 0;  ///< of the cores
  double lower = 0;     ///< of the signed distance of the cores: negative if no separating plane was found
  double upper = 0;     ///< of the distance of the cores

  /// Unit vector from A to B in the frame of A; B is beyond A along it by at least `lower`.
  Vec<double, D> normal{};
  Vec<double, D> point_a{}, point_b{};  ///< the nearest points, each in the frame of its shape, scaled
  int feature_count = 0;                ///< how many vertices they are combinations of
  VertexId feature_a[D + 1] = {}, feature_b[D + 1] = {};

  void remember(Cache<D>& cache) const {
    cache = {.direction = normal};
    for (int i = 0; i < feature_count; ++i) {
      if (feature_a[i] == no_vertex || feature_b[i] == no_vertex) return;
      cache.a[i] = feature_a[i];
      cache.b[i] = feature_b[i];
      cache.count = i + 1;
    }
  }
};

/// Only run() knows the set; all the rest is compiled once per dimension, not once per pair of shapes.
template <int D>
class Gjk {
 public:
  using V = Vec<double, D>;

  explicit Gjk(const GjkLimits& limits) : limits_(limits) {}

  /// Begins where an earlier query ended. Only points of the set enter, so whatever the cache holds, the bounds are proven; a
  /// bad one costs iterations. A simplex from elsewhere is solved over all its features.
  template <class Set>
  void warm_start(const Set& set, const Cache<D>& cache) {
    DifferencePoint<D> point;
    for (int i = 0; i <= D && i < cache.count; ++i) {
      if (set.find(cache.a[i], cache.b[i], point) && is_finite(point.w) && !is_known(point.w)) insert(point);
    }
    if (count_ > 0) {
      prove();
      const Feature<D> feature = feature_of(w_, count_, nearest_point(w_, count_, D).mask);
      keep(feature.mask);
      v_ = feature.v;
    } else if (is_finite(cache.direction)) {
      v_ = cache.direction;
    }
  }

  /// With a trace or without: none is no argument at all, and leaves nothing behind.
  template <class Set, class... Trace>
  GjkResult<D> run(const Set& set, Trace&... trace) {
    v_ = scale_direction(v_ == V{} ? set.first_direction() : v_);
    while (iterations_ < limits_.max_iterations) {
      ++iterations_;
      const V v = v_;
      const DifferencePoint<D> next = set.along(v);
      if (!is_finite(next.w)) return {.iterations = iterations_};
      const Status status = step(next);
      (trace(recorded(v, next, status)), ...);
      if (status != Status::inconclusive) return finish(status);
    }
    return finish(Status::iteration_limit);
  }

 private:
  static constexpr double u = unit_roundoff;
  /// How often a search that rounding has stopped may go on. Of 4 million nasty pairs a handful of needles use them all.
  static constexpr int grace_steps = 8;
  /// Each refinement squares the relative error of the weights; where two do not help, the simplex has no shape left.
  static constexpr int refinements = 2;

  /// One turn of the loop for those who watch: what was asked, what came, what is left. In the user's lengths.
  GjkStep<D> recorded(const V& v, const DifferencePoint<D>& next, Status status) const {
    const double scale = limits_.scale;
    GjkStep<D> r{
        .iteration = iterations_, .direction = v / square_root(norm_squared(v)), .support = next.w / scale};
    r.id_a = next.id_a;
    r.id_b = next.id_b;
    const SimplexPoint<D> nearest = nearest_point(w_, count_, D + 1);
    r.count = count_;
    for (int i = 0; i < count_; ++i) {
      r.simplex[i] = w_[i] / scale;
      r.weight[i] = nearest.weight[i];
    }
    r.region = nearest.mask;
    r.nearest = nearest.p / scale;
    r.lower = lower_ / scale;
    r.upper = (upper_ < infinity<double> ? upper_ : square_root(nearest.squared)) / scale;
    r.stop = status == Status::inconclusive ? Stop::none
             : status == Status::cutoff     ? Stop::cutoff
             : meets_                       ? Stop::origin_reached
             : !is_closed()                 ? Stop::rounding
             : is_known(next.w)             ? Stop::repeated_vertex
                                            : Stop::bounds_met;
    return r;
  }

  /// One turn of the loop: inconclusive as long as it goes on.
  Status step(const DifferencePoint<D>& next) {
    raise_lower(next.w);
    if (meets_) return Status::converged;  // found by a warm start
    if (lower_ - limits_.radii > limits_.cutoff) return Status::cutoff;
    const bool going = passes_simplex(next) ? advance(next) : escape(next);
    return going ? Status::inconclusive : Status::stalled;
  }

  /// Every x of B - A satisfies v.x >= v.w, so the set lies beyond the plane at height v.w / |v| from the origin. The
  /// computed height is off by at most 4 u of itself, and by the set's support error.
  void raise_lower(const V& w) {
    length_ = square_root(norm_squared(v_));
    const double height = dot(v_, w) / length_;
    last_lower_ = height - 4 * u * absolute(height) - limits_.support_error;
    if (last_lower_ >= lower_) {
      lower_ = last_lower_;
      normal_ = v_;
    }
  }

  /// Whether the new vertex lies before every vertex of the simplex along v, by more than rounding: 4 u size, of the
  /// difference of two vertices and its dot product. If it does not, no point of the set can bring the simplex nearer to the
  /// origin. (On parallel faces, a vertex that passes by rounding alone would break a good triangle apart.) A curved set
  /// never runs out of vertices: there it must be ahead by the tolerance as well.
  bool passes_simplex(const DifferencePoint<D>& next) const {
    double least = 4 * u * limits_.size * length_;
    if (!next.is_vertex() && count_ > 0) {
      const double apart = dot(v_, w_[0]) - limits_.radii * length_;
      least += limits_.tolerance * (apart > 0 ? apart : 0);
    }
    for (int i = 0; i < count_; ++i) {
      if (!(dot(v_, w_[i] - next.w) > least)) return false;
    }
    return true;
  }

  /// Takes the vertex in and turns to the nearest feature around it. False: the origin is reached, or the search has used
  /// up its grace.
  bool advance(const DifferencePoint<D>& next) {
    insert(next);
    return turn();
  }

  bool turn() {
    Feature<D> feature = nearest_with_newest(w_, count_);
    if (feature.mask == (1U << (D + 1)) - 1) {  // the origin is said to be inside
      prove();
      if (meets_ || !take_grace()) return false;
      feature = feature_of(w_, count_, nearest_point(w_, count_, D).mask);  // the simplex is too flat to tell
    }
    V v = scale_direction(feature.v);
    const double height = dot(v, w_[std::countr_zero(feature.mask)]);
    const double squared = height * height / norm_squared(v);  // NaN if the feature passes through the origin
    if (!(squared < squared_)) {
      prove();
      if (meets_ || is_closed() || !take_grace()) return false;
      if (v == V{}) v = scale_direction(best_.p);
    }
    keep(feature.mask);
    squared_ = squared;
    v_ = v;
    along_p_ = false;
    return true;
  }

  /// No progress along v. Done if the proof closes; otherwise the direction of the nearest point itself is tried, straightened,
  /// or a new vertex is taken all the same.
  bool escape(const DifferencePoint<D>& next) {
    prove();
    if (meets_ || is_closed() || !take_grace()) return false;
    if (!along_p_) {
      along_p_ = true;
      v_ = scale_direction(best_direction());
      return true;
    }
    if (is_known(next.w)) return false;
    insert(next);
    prove();
    squared_ = infinity<double>;  // whatever it costs
    return !meets_ && !is_closed() && turn();
  }

  V best_direction() const {
    V w[D + 1];
    for (int i = 0; i <= D; ++i) w[i] = best_vertex_[i].w;
    return straightened(w, D + 1, best_);
  }

  bool is_known(const V& w) const {
    bool known = false;
    for (int i = 0; i < count_; ++i) known = known || w_[i] == w;
    return known;
  }

  bool take_grace() { return grace_-- > 0; }

  void insert(const DifferencePoint<D>& next) {
    vertex_[count_] = next;
    w_[count_++] = next.w;
  }

  void keep(unsigned mask) {
    int n = 0;
    for (int i = 0; i <= D; ++i) {
      if (i >= count_ || (mask >> i & 1U) == 0) continue;
      vertex_[n] = vertex_[i];
      w_[n++] = w_[i];
    }
    count_ = n;
  }

  /// Lowers the upper bound: a combination of vertices with positive weights that sum to 1 is a point of the set. First the
  /// simplex as a whole, as the search left it; unless that settles the matter, every feature of it, refined.
  void prove() {
    SimplexPoint<D> s = interior_point(w_, count_, (1U << count_) - 1);
    if (s.mask != 0) refine(w_, count_, s);
    consider(s);
    if (meets_ || (lower_ > 0 && is_closed())) return;
    s = nearest_point(w_, count_, D + 1);
    for (int i = 0; i < refinements; ++i) refine(w_, count_, s);
    consider(s);
  }

  /// Among points as near as rounding can tell, the latest is taken: it belongs to the last direction. A step t along nearly
  /// parallel faces changes the distance d by t^2 / 2 d only, and the pair of points by t.
  ///
  /// The weights divide by their rounded sum and the combination rounds D + 1 times: (D + 1) u size, and 8 u of its length,
  /// beside the error of the vertices themselves.
  void consider(const SimplexPoint<D>& s) {
    if (s.mask == 0 || s.squared > best_.squared * indistinguishable) return;
    best_ = s;
    for (int i = 0; i < count_; ++i) best_vertex_[i] = vertex_[i];
    const double length = square_root(s.squared);
    upper_ = length * (1 + 8 * u) + limits_.point_error + (D + 1) * u * limits_.size;
    // 4 eps size, about the rounding of p itself: nearer than this, no direction can be read off it.
    meets_ = !(lower_ > 0) && length <= 8 * u * limits_.size;
  }

  /// Whether the bounds have met, up to a width and the tolerance.
  bool is_closed(double lower, double width) const {
    if (best_.mask == 0) return false;
    const double apart = upper_ - limits_.radii;
    return upper_ - (lower > 0 ? lower : 0) <= limits_.tolerance * (apart > 0 ? apart : 0) + width;
  }
  bool is_closed() const { return is_closed(lower_, limits_.search_width); }

  GjkResult<D> finish(Status status) {
    if (count_ > 0) prove();
    if (last_lower_ > 0 &&
        is_closed(last_lower_, limits_.search_width)) {  // this plane belongs to the nearest points
      lower_ = last_lower_;
      normal_ = v_;
    }
    GjkResult<D> r{
        .status = status, .iterations = iterations_, .meets = meets_, .lower = lower_, .upper = upper_};
    if (is_closed(lower_, limits_.contract_width - 4 * radii_error(limits_.radii, upper_))) {
      r.status = Status::converged;
    }
    if (lower_ > upper_) {  // the support mapping contradicts itself
      r.status = Status::stalled;
      r.lower = -limits_.size;
    }
    const double length = square_root(best_.squared);
    r.distance = meets_ ? 0 : length < r.lower ? r.lower : length;
    r.normal = normal_ / square_root(norm_squared(normal_));
    for (int i = 0; i <= D; ++i) {
      if ((best_.mask >> i & 1U) == 0) continue;
      r.point_a += best_vertex_[i].a * limits_.scale * best_.weight[i];
      r.point_b += best_vertex_[i].b * limits_.scale * best_.weight[i];
      r.feature_a[r.feature_count] = best_vertex_[i].id_a;
      r.feature_b[r.feature_count++] = best_vertex_[i].id_b;
    }
    return r;
  }

  const GjkLimits limits_;

  // The search: the simplex, the direction perpendicular to it, its squared distance.
  DifferencePoint<D> vertex_[D + 1];
  V w_[D + 1];
  int count_ = 0, iterations_ = 0, grace_ = grace_steps;
  V v_{};
  double length_ = 0, squared_ = infinity<double>;
  bool along_p_ = false;

  // The proof: the best plane and the best point so far.
  double lower_ = -infinity<double>, last_lower_ = -infinity<double>, upper_ = infinity<double>;
  V normal_{};
  SimplexPoint<D> best_{.squared = infinity<double>};
  DifferencePoint<D> best_vertex_[D + 1];
  bool meets_ = false;
};

}  // namespace abut::detail
