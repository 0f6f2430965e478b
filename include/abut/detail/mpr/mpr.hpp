/// MPR (Minkowski portal refinement): does a convex set hold the origin? A method of its own, beside GJK and without a line of it.
///
/// From a point inside the set a ray goes through the origin, and leaves the set through its surface. A portal, D points of the set that
/// the ray passes between, is pushed outward along its normal until the origin is seen to be on its inner side, and so in the set, or
/// beyond a plane that the set does not reach.
///
/// Invariant: the ray from the center passes through the portal, as far as rounding can tell; the vertices of the portal, and those that
/// the center is the mean of, are points of the set. Each turn moves the portal outward by more than rounding, or is the last.
///
/// Reference: G. Snethen, "XenoCollide: Complex Collision Made Simple" (Game Programming Gems 7, 2008). Departures: (1) No center
/// is asked for: supports along the line of centers, across it and across that make a simplex, whose mean is inside for certain. So
/// the face that the ray leaves it by is the first portal, and there is nothing to discover. (2) The radii are part of the set. (3) As
/// everywhere here, nothing of this is believed: an overlap is a combination of points with weights of 0 or more that comes
/// to the origin, a separation is a plane, and the roundings of both are counted.
///
/// Guarantees, for support mappings that satisfy the invariant of minkowski/difference.hpp: at most max_iterations support calls, no
/// allocation, and no verdict without proof. A set without interior, as far as rounding can tell, is `inconclusive`, unless a plane
/// is found first.
#pragma once

#include <abut/detail/minkowski/intersection_verdict.hpp>
#include <abut/detail/minkowski/rounded_difference.hpp>
#include <abut/detail/mpr/portal.hpp>
#include <abut/detail/mpr/recorder.hpp>

namespace abut::detail {

struct MprLimits {
  double width;        ///< a length, of rounding: up to this, what is left between the shapes is called touching
  int max_iterations;  ///< support calls
};

/// Of a set with `along`, `first_direction` and an account of its rounding: RoundedDifference.
template <class Set, class Watch>
class Mpr {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;
  using Point = DifferencePoint<D>;

  Mpr(const Set& set, const MprLimits& limits, Watch& watch)
      : set_(set), limits_(limits), noise_(2 * (set.support_error() + set.point_error())), watch_(watch) {}

  /// Ends with a verdict, or without one if there is none to be had.
  IntersectionVerdict<D> decide() {
    if (enclose() && enter()) pass_through();
    tell_last();
    return verdict_;
  }

  // --- For mpr/depth.hpp and cast/mpr_cast.hpp ---

  /// After decide() has found an overlap: points of the set whose hull holds the origin, within `width`.
  const Point* simplex() const { return simplex_; }
  const Mixture<D>& mixture() const { return mixture_; }
  Portal<D>& portal() { return portal_; }
  const Portal<D>& portal() const { return portal_; }
  const IntersectionVerdict<D>& verdict() const { return verdict_; }

  /// The face by which a ray from the origin leaves the simplex becomes the portal: the vertex that is left out is the one whose weight
  /// vanishes first.
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

  /// Pushes the portal outward until it is on the surface: until the point furthest along its normal is ahead of it by no more than
  /// rounding, or `tolerance` times the height of the surface. `probed` is called after each support call: with the normal. False
  /// if ask() was refused.
  template <class Probed>
  bool push(const PortalRay<D>& ray, double tolerance, Probed probed) {
    for (;;) {
      const V n = portal_.normal();
      Point w;
      if (!ask(-n, w)) return false;
      probed(n);
      const double most = tolerance * absolute(height_), least = noise_ > most ? noise_ : most;
      if (!(dot(n, w.w - portal_.p[0].w) > least * length_)) return true;
      portal_.split(ray, w);
    }
  }

  /// The point furthest against v, and the height of its plane over the origin: v.w / |v|. False: the last call was
  /// spent, or the plane proves the origin outside.
  bool ask(const V& v, Point& point) {
    tell(Stop::none);
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
    const double lower = lower_bound() - u * set_.size();  // the axis is off by a turn of up to u
    if (!(lower > 0)) return true;
    verdict_ = apart_along(v * (1 / length_), lower, verdict_.iterations);
    return false;
  }

  double height() const { return height_; }
  double length() const { return length_; }
  /// By the height's own rounding and that of the support: of the signed distance along v.
  double lower_bound() const { return height_ - 4 * u * absolute(height_) - set_.support_error(); }
  /// No set reaches less far than its points do: D + 1 roundings of the dot product, and how far off the point may be.
  double upper_bound() const {
    return height_ + 4 * u * absolute(height_) + set_.point_error() + (D + 1) * u * set_.size();
  }

  /// For those who went on from the verdict.
  void tell_end(Stop stop) { tell(stop); }
  void tell_last() {
    const bool spent = verdict_.status == Status::iteration_limit;
    tell(verdict_.apart ? Stop::cutoff : verdict_.overlap ? Stop::origin_reached : spent ? Stop::none : Stop::rounding);
  }

 private:
  static constexpr double u = unit_roundoff;
  /// Each squares the relative error of the weights; where two do not help, the simplex has no shape left.
  static constexpr int refinements = 2;

  bool end(Status status) {
    verdict_.status = status;
    return false;
  }

  /// What came of the last call, once it is known.
  void tell(Stop stop) {
    if (!pending_) return;
    pending_ = false;
    const MprView<D> view{verdict_.iterations, v_,          last_, has_portal_ ? &portal_ : nullptr, center_.w,
                          lower_bound(),       set_.scale()};
    watch_.step(view, stop);
  }

  // --- A simplex of points of the set, of full rank ---

  /// Points that span the space. False if a plane was found, or the set has no interior.
  bool enclose() {
    const V first = set_.first_direction();
    if (!ask(first, simplex_[0]) || !ask(-first, simplex_[1])) return false;
    if (!is_off(1) && !look_along_axes()) return false;
    const V e = edge(1);
    V v = cross(e, cross(simplex_[0].w, e));  // from the origin to the line
    if (v == V{}) v = perpendicular(e);
    if constexpr (D == 2) {
      return grow<2>(v);
    } else {
      return grow<2>(v, cross(e, v)) && grow<3>(turned_outward(cross(edge(1), edge(2))));
    }
  }

  V edge(int i) const { return simplex_[i].w - simplex_[0].w; }
  bool is_off(int i) const { return square_root(norm_squared(edge(i))) > noise_; }
  V turned_outward(const V& n) const { return dot(n, simplex_[0].w) < 0 ? -n : n; }

  /// The line of centers has found the same point twice.
  bool look_along_axes() {
    for (int i = 0; i < 2 * D; ++i) {
      const V along = axis<double, D>(i / 2);
      if (!ask(i % 2 == 0 ? along : -along, simplex_[1])) return false;
      if (is_off(1)) return true;
    }
    return end(Status::inconclusive);
  }

  /// Vertex N, off what the vertices before it span: v and its like are perpendicular to that. Towards the origin first.
  template <int N, class... More>
  bool grow(const V& v, const More&... more) {
    for (const V& d : {v, -v}) {
      if (!ask(d, simplex_[N])) return false;
      if (dot(d, simplex_[0].w - simplex_[N].w) > noise_ * length_) return true;
    }
    if constexpr (sizeof...(More) > 0) {
      return grow<N>(more...);
    } else {
      return end(Status::inconclusive);
    }
  }

  // --- The portal ---

  /// The ray from the mean of the simplex leaves it opposite to the vertex that has the least weight at the origin. False if the
  /// origin is inside it.
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
      if (!ask(-n, w)) return;
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

  /// The combination of the simplex that comes nearest to the origin, or nearly so. The weights divide by their rounded sum, the
  /// combination rounds D + 1 times, and the center, a mean, is off by D + 2 roundings as it is: 2 D + 3 together.
  bool prove() {
    V w[D + 1];
    copy(w);
    origin_weights(w, mixture_.weight);
    if (!normalise(mixture_.weight)) return false;
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

  /// Solves for what the weights have missed. Taken only if it leaves them positive and comes nearer: it can not spoil a proof.
  void refine(const V (&w)[D + 1]) {
    double rate[D + 1];
    weight_rates(w, -mixture_.p, rate);
    Mixture<D> better = mixture_;
    for (int i = 0; i <= D; ++i) {
      better.weight[i] += rate[i];
      if (!(better.weight[i] >= 0)) return;  // also where there is no volume to divide by
    }
    if (!normalise(better.weight)) return;
    mix(w, better);
    if (norm_squared(better.p) < norm_squared(mixture_.p)) mixture_ = better;
  }

  const Set& set_;
  const MprLimits& limits_;
  double noise_;
  Watch& watch_;

  Point simplex_[D + 1];
  Point center_;
  Portal<D> portal_;
  bool has_portal_ = false;

  V v_{};  ///< asked last, with its length, the height of its plane, and what came
  Point last_;
  double length_ = 0, height_ = 0;
  bool pending_ = false;

  Mixture<D> mixture_{};
  IntersectionVerdict<D> verdict_ = undecided<D>(Status::inconclusive, 0);
};

}  // namespace abut::detail
