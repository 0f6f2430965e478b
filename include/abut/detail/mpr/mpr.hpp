/// MPR (Minkowski portal refinement): does a convex set contain the origin? It shares no code with GJK.
///
/// A ray starts at a point inside the set, passes through the origin and exits through the surface. A portal is D
/// points of the set that the ray passes between. It is pushed outward along its normal until the origin is on its
/// inner side, and so in the set, or beyond a support plane, and so outside.
///
/// Invariant: the ray from the center passes through the portal, within rounding; the vertices of the portal, and those
/// whose mean is the center, are points of the set. Each iteration moves the portal outward by more than rounding, or
/// is the last.
///
/// Reference: G. Snethen, "XenoCollide: Complex Collision Made Simple" (Game Programming Gems 7, 2008). Departures: (1)
/// The shapes need not supply a center: support points along the line of centers, across it and across both form a
/// simplex, whose mean is certainly inside. The face by which the ray exits the simplex is the first portal, so there
/// is no portal discovery. (2) The radii are part of the set. (3) Every verdict is proven separately: an overlap by a
/// combination of points with weights of 0 or more that is the origin, a separation by a plane, with the rounding of
/// both counted.
///
/// Guarantees, for support mappings that satisfy the invariant of minkowski/difference.hpp: at most max_iterations
/// support calls, no allocation, and no verdict without proof. A set without interior, within rounding, is
/// `inconclusive`, unless a separating plane is found first.
#pragma once

#include <abut/detail/minkowski/intersection_verdict.hpp>
#include <abut/detail/minkowski/rounded_difference.hpp>
#include <abut/detail/mpr/portal.hpp>
#include <abut/detail/mpr/recorder.hpp>

namespace abut::detail {

struct MprLimits {
  double width;        ///< a length: a gap of at most this is rounding, and called touching
  int max_iterations;  ///< support calls
};

/// `Set` has `along`, `first_direction` and bounds of its rounding: RoundedDifference or SweptDifference.
template <class Set, class Recorder>
class Mpr {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;
  using Point = DifferencePoint<D>;

  Mpr(const Set& set, const MprLimits& limits, Recorder& recorder)
      : set_(set), limits_(limits), noise_(2 * (set.support_error() + set.point_error())), recorder_(recorder) {}

  /// The verdict stays open if neither overlap nor separation can be proven.
  IntersectionVerdict<D> decide() {
    if (enclose() && enter()) pass_through();
    report_verdict();
    return verdict_;
  }

  // --- For mpr/depth.hpp and cast/mpr_cast.hpp ---

  /// After decide() has found an overlap: points of the set whose hull contains the origin, within `width`.
  const Point* simplex() const { return simplex_; }
  const Mixture<D>& mixture() const { return mixture_; }
  Portal<D>& portal() { return portal_; }
  const Portal<D>& portal() const { return portal_; }
  const IntersectionVerdict<D>& verdict() const { return verdict_; }

  /// The face by which a ray from the origin exits the simplex becomes the portal: it omits the vertex whose weight
  /// vanishes first along the ray.
  void open_portal(const V& along) {
    V w[D + 1];
    copy(w);
    double rate[D + 1];
    weight_rates(w, along, rate);
    int first = 0;
    double least = infinity<double>;
    for (int i = 0; i <= D; ++i) {
      const double t = -mixture_.weight[i] / rate[i];
      if (rate[i] < 0 && t < least) {
        least = t;
        first = i;
      }
    }
    for (int i = 0, n = 0; i <= D; ++i) {
      if (i != first) portal_.p[n++] = simplex_[i];
    }
    portal_.arrange(w[first]);
  }

  /// Pushes the portal outward until it is on the surface: until the support point along its normal is ahead of it by
  /// no more than rounding, or `tolerance` times the height of the surface. `probed` is called with the normal after
  /// each support call. False if query() returned false.
  template <class Probed>
  bool push(const PortalRay<D>& ray, double tolerance, Probed probed) {
    for (;;) {
      const V n = portal_.normal();
      Point w;
      if (!query(-n, w)) return false;
      probed(n);
      const double most = tolerance * absolute(height_), least = noise_ > most ? noise_ : most;
      if (!(dot(n, w.w - portal_.p[0].w) > least * length_)) return true;
      portal_.split(ray, w);
    }
  }

  /// The support point against v, and the height of its plane over the origin: v.w / |v|. False if no support call is
  /// left, or if the plane proves the origin outside.
  bool query(const V& v, Point& point) {
    report(Stop::none);
    if (verdict_.iterations >= limits_.max_iterations) return end(Status::iteration_limit);
    const double squared = norm_squared(v);
    if (!(squared > 0)) return end(Status::inconclusive);  // a portal without area has no normal
    ++verdict_.iterations;
    set_.along(v, point);
    if (!is_finite(point.w)) return end(Status::invalid_argument);
    v_ = v;
    last_ = point;
    length_ = square_root(squared);
    height_ = dot(v, point.w) / length_;
    pending_ = true;
    const double lower = lower_bound() - u * set_.size();  // the axis is off by a rotation of up to u
    if (!(lower > 0)) return true;
    verdict_ = apart_along(v * (1 / length_), lower, verdict_.iterations);
    return false;
  }

  double height() const { return height_; }
  double length() const { return length_; }
  /// A lower bound of the signed distance along v: less the rounding of the height and of the support.
  double lower_bound() const { return height_ - 4 * u * absolute(height_) - set_.support_error(); }
  /// An upper bound, as the set contains the support point: D + 1 roundings of the dot product, and the point's error.
  double upper_bound() const {
    return height_ + 4 * u * absolute(height_) + set_.point_error() + (D + 1) * u * set_.size();
  }

  /// Reports the last support call with the given reason to stop, or the one that the verdict implies.
  void report_end(Stop stop) { report(stop); }
  void report_verdict() {
    const bool spent = verdict_.status == Status::iteration_limit;
    report(verdict_.apart     ? Stop::cutoff
           : verdict_.overlap ? Stop::origin_reached
           : spent            ? Stop::none
                              : Stop::rounding);
  }

 private:
  static constexpr double u = unit_roundoff;
  /// Each squares the relative error of the weights; if two do not suffice, the simplex is degenerate.
  static constexpr int refinements = 2;

  bool end(Status status) {
    verdict_.status = status;
    return false;
  }

  /// Reports the last support call, once its outcome is known.
  void report([[maybe_unused]] Stop stop) {
    if (!pending_) return;
    pending_ = false;
    if constexpr (!is_untraced<Recorder>) {
      const MprView<D> view{verdict_.iterations, v_,          last_, has_portal_ ? &portal_ : nullptr, center_.w,
                            lower_bound(),       set_.scale()};
      recorder_.step(view, stop);
    }
  }

  // --- The first simplex ---

  /// Finds affinely independent points. False if a separating plane was found, or the set has no interior.
  bool enclose() {
    // Centers may be so near to each other that the square of their distance is 0.
    const V first = scale_direction(set_.first_direction());
    if (!query(first, simplex_[0]) || !query(-first, simplex_[1])) return false;
    if (!is_off(1) && !query_along_axes()) return false;
    const V e = edge(1);
    V v = cross(e, cross(simplex_[0].w, e));  // from the origin to the line
    if (v == V{}) v = perpendicular(e);
    if constexpr (D == 2) {
      return grow<2>(v);
    } else {
      return grow<2>(v, cross(e, v)) && grow<3>(outward(cross(edge(1), edge(2))));
    }
  }

  V edge(int i) const { return simplex_[i].w - simplex_[0].w; }
  bool is_off(int i) const { return square_root(norm_squared(edge(i))) > noise_; }
  V outward(const V& n) const { return dot(n, simplex_[0].w) < 0 ? -n : n; }

  /// For when both directions along the line of centers gave the same point.
  bool query_along_axes() {
    for (int i = 0; i < 2 * D; ++i) {
      const V along = axis<double, D>(i / 2);
      if (!query(i % 2 == 0 ? along : -along, simplex_[1])) return false;
      if (is_off(1)) return true;
    }
    return end(Status::inconclusive);
  }

  /// Finds vertex N, outside the affine span of the vertices before it, to which v and `more` are perpendicular.
  /// Searches towards the origin first.
  template <int N, class... More>
  bool grow(const V& v, const More&... more) {
    for (const V& d : {v, -v}) {
      if (!query(d, simplex_[N])) return false;
      if (dot(d, simplex_[0].w - simplex_[N].w) > noise_ * length_) return true;
    }
    if constexpr (sizeof...(More) > 0) {
      return grow<N>(more...);
    } else {
      return end(Status::inconclusive);
    }
  }

  // --- The portal ---

  /// The ray from the mean of the simplex exits it opposite to the vertex that has the least weight at the origin.
  /// False if the origin is inside the simplex.
  bool enter() {
    V w[D + 1];
    double x[D + 1];
    copy(w);
    origin_weights(w, x);
    int least = 0;
    for (int i = 1; i <= D; ++i) least = x[i] < x[least] ? i : least;
    center_.w = center_.a = {};
    for (const Point& s : simplex_) {
      center_.w += s.w * (1.0 / (D + 1));
      center_.a += s.a * (1.0 / (D + 1));
    }
    for (int i = 0, n = 0; i <= D; ++i) {
      if (i != least) portal_.p[n++] = simplex_[i];
    }
    portal_.arrange(center_.w);
    has_portal_ = true;
    const bool inside = x[least] >= 0 && prove();
    return !inside;
  }

  void pass_through() {
    const PortalRay<D> ray{center_.w, -center_.w};
    for (;;) {
      const V n = portal_.normal();
      if (dot(n, portal_.p[0].w) >= 0) break;  // the origin is on the inner side
      Point w;
      if (!query(-n, w)) return;
      if (!(dot(n, w.w - portal_.p[0].w) > noise_ * length_)) break;  // the portal is on the surface
      portal_.split(ray, w);
    }
    simplex_[0] = center_;
    for (int i = 0; i < D; ++i) simplex_[i + 1] = portal_.p[i];
    if (!prove()) end(Status::inconclusive);
  }

  // --- The proof ---

  void copy(V (&w)[D + 1]) const {
    for (int i = 0; i <= D; ++i) w[i] = simplex_[i].w;
  }

  /// Finds the point of the simplex closest to the origin, or nearly so. The weights are divided by their rounded sum,
  /// the combination rounds D + 1 times, and the center, a mean, is off by D + 2 roundings itself: 2 D + 3 together.
  bool prove() {
    V w[D + 1];
    copy(w);
    origin_weights(w, mixture_.weight);
    if (!normalize(mixture_.weight)) return false;
    mix(w, mixture_);
    for (int i = 0; i < refinements; ++i) refine(w);
    V a{};
    for (int i = 0; i <= D; ++i) a += simplex_[i].a * mixture_.weight[i];
    const double length = square_root(norm_squared(mixture_.p));
    const double upper = length * (1 + 8 * u) + set_.point_error() + (2 * D + 3) * u * set_.size();
    const IntersectionVerdict<D> found =
        meeting_at(a + mixture_.p * 0.5, upper, limits_.width, Status::inconclusive, verdict_.iterations);
    if (found.overlap) verdict_ = found;
    return found.overlap;
  }

  /// Corrects the weights by the residue. The correction is kept only if it leaves them positive and comes nearer to
  /// the origin, so it can not spoil a proof.
  void refine(const V (&w)[D + 1]) {
    double rate[D + 1];
    weight_rates(w, -mixture_.p, rate);
    Mixture<D> better = mixture_;
    for (int i = 0; i <= D; ++i) {
      better.weight[i] += rate[i];
      if (!(better.weight[i] >= 0)) return;  // also NaN, from a simplex without volume
    }
    if (!normalize(better.weight)) return;
    mix(w, better);
    if (norm_squared(better.p) < norm_squared(mixture_.p)) mixture_ = better;
  }

  const Set& set_;
  const MprLimits& limits_;
  double noise_;
  Recorder& recorder_;

  Point simplex_[D + 1];
  Point center_;
  Portal<D> portal_;
  bool has_portal_ = false;

  // The last query: its direction and support point, the length of v, the height of its plane.
  V v_{};
  Point last_;
  double length_ = 0, height_ = 0;
  bool pending_ = false;

  Mixture<D> mixture_{};
  IntersectionVerdict<D> verdict_ = undecided<D>(Status::inconclusive, 0);
};

}  // namespace abut::detail
