/// The nearest points of two convex polygons of a few vertices: an edge of one and a vertex of the other.
///
/// Consider the lines along all edges. The line that has the other polygon furthest beyond it is that of the nearest
/// edge, if an edge is nearest; otherwise it ends in the nearest corner. It is found in float, together with the vertex
/// nearest to it: all edges are compared with all vertices, four at a time, without a branch, in the time of two steps
/// of GJK, each of which waits for the one before. If the polygons overlap, it is the edge with the least depth, and
/// the vertex is mostly a common point.
///
/// This proposal depends on the numbers alone, not on how many of them a processor takes at once, and nothing of it is
/// trusted. The distance from the nearest point of the edge to the vertex is an upper bound; along that vector, or
/// along the normal of the edge, all vertices of both polygons give a lower one, like the plane of any direction. If
/// the bounds do not meet, GJK answers, and begins with the corner and the vertex.
#pragma once

#include <abut/compiled.hpp>
#include <abut/detail/closed_form/polygon/float_gap.hpp>
#include <abut/detail/gjk/bounds.hpp>
#include <abut/detail/minkowski/intersection_verdict.hpp>
#include <abut/detail/support/bounding_planes.hpp>
#include <abut/detail/support/face_planes.hpp>

#include <cstddef>

namespace abut::detail {

/// Whether both cores of a difference may be polygons with edges, at least one of them placed.
template <class Set>
inline constexpr bool holds_polygons = false;

template <class A, class B, bool rescaled>
inline constexpr bool holds_polygons<Difference<A, B, rescaled>> =
    dimension_of<A> == 2 && Difference<A, B, rescaled>::posed && has_planes<typename CoreAndPose<A>::Core> &&
    has_planes<typename CoreAndPose<B>::Core>;

/// Whether both have edges, and few enough to be compared.
ABUT_INLINE bool are_few(const FacePlanes<2>& a, const FacePlanes<2>& b) {
  return a.count - 1 < most_compared && b.count - 1 < most_compared;
}

/// Two points, each rotated by its own rotation.
ABUT_INLINE VecPair<2> rotate_each(ScalarPair c, ScalarPair s, const Vec2d& x, const Vec2d& y) {
  const auto v = VecPair<2>::of(x, y);
  return {{c * v.x[0] - s * v.x[1], s * v.x[0] + c * v.x[1]}};
}

/// An edge of one polygon, `own`, and a vertex of the other; the edge is one of A if `of_a`. Numbers of both are side
/// by side, those of `own` first; positions are relative to its origin, along the axes of the world.
template <class Set, bool of_a>
class EdgeVertexPair {
 public:
  using V = Vec2d;

  ABUT_INLINE EdgeVertexPair(const Set& set, const GjkLimits& limits, const FacePlanes<2>& own,
                             const FacePlanes<2>& other, std::size_t edge, std::size_t vertex)
      : set_(set),
        limits_(limits),
        own_(own.faces),
        other_(other.faces),
        own_last_(4 * own.count - 1),
        other_last_(4 * other.count - 1),
        edge_(edge & own_last_),
        vertex_(vertex & other_last_),
        c_(own_first(set.matrices().entry(0, 0))),
        s_(own_first(set.matrices().entry(1, 0))) {
    const VecPair<2> ends = rotate_each(c_.a_twice(), s_.a_twice(), corner_of(own_, edge_), corner_of(own_, second())),
                     normal_and_other = rotate_each(c_, s_, own_[edge_].normal, corner_of(other_, vertex_));
    first_ = ends.a();
    e_ = ends.b() - first_;
    n_ = normal_and_other.a();
    vertex_position_ = normal_and_other.b() + (of_a ? set.translation() : -set.translation());
    w_ = vertex_position_ - first_;
  }

  /// Proves that the polygons are apart, with nearest points in the edge and at the vertex. If the vertex is past an
  /// end of the edge, the separating plane is perpendicular to the vector p from that end, otherwise to the normal.
  /// (Both are computed: a branch between them would be mispredicted.)
  ABUT_INLINE bool prove_apart(GjkResult<2>& r) const {
    const double along = dot(w_, e_), squared = norm_squared(e_);
    const double past = along * (along - squared);  // negative within the edge
    const auto if_over_edge = [past](double x, double y) {
      return where_negative(ScalarPair::twice(past), ScalarPair::twice(x), ScalarPair::twice(y)).a();
    };
    const double part =
        within(ScalarPair::twice(along * (1 / squared)), ScalarPair::twice(0), ScalarPair::twice(1)).a();
    const V p = w_ - e_ * part, v{if_over_edge(n_.x, p.x), if_over_edge(n_.y, p.y)};
    const double length = square_root(norm_squared(p)), over = 1 / if_over_edge(1, length);
    r.lower = lower_bound(v, over);
    r.upper = upper_bound<2>(length, limits_);
    r.distance = length;
    const bool is_aligned = absolute(cross(v, p)) * over <= 8 * u * limits_.size;  // see gjk/bounds.hpp
    const bool is_apart = (r.lower > 0) & (r.lower <= length) & is_aligned;
    if (!is_apart || !bounds_keep_contract(r.lower, r.upper, limits_)) return false;
    const V own = first_ + e_ * part;
    set_points(v * over, own, own + p, r);
    const unsigned over_edge = past < 0 ? 1 : 0, at_second = (2 * along > squared ? 1U : 0U) & ~over_edge;
    set_feature(0, own_[edge_].corners[at_second], r);
    set_feature(1, own_[edge_].corners[at_second | over_edge], r);
    r.feature_count = 1 + static_cast<int>(over_edge);
    return true;
  }

  /// Proves that the vertex is inside of the polygon that has the edge, by more than rounding: in one of the triangles
  /// that meet in its vertex 0.
  ABUT_INLINE bool prove_common(GjkResult<2>& r) const {
    const V x = vertex_in_own_frame(), from = x - corner_of(own_, 0);
    double highest = -infinity<double>;
    std::size_t before = 0;  // vertices before x in the order of their angles about vertex 0
    for (std::size_t k = 0; k <= own_last_; ++k) {
      const double height = dot(own_[k].normal, x - corner_of(own_, k));
      highest = height > highest ? height : highest;
      before += cross(corner_of(own_, k) - corner_of(own_, 0), from) > 0 ? 1 : 0;
    }
    if (!(highest < inside()) || before < 1 || before >= own_last_) return false;
    r.lower = lower_bound(n_, 1);
    if (r.lower > 0) return false;
    r.meets = true;
    r.upper = limits_.point_error;
    set_points(n_, vertex_position_, vertex_position_, r);
    set_feature(0, 0, r);
    set_feature(1, own_[before].corners[0], r);
    set_feature(2, own_[before].corners[1], r);
    r.feature_count = 3;
    return true;
  }

  /// Proves a gap along the normal of the edge.
  ABUT_INLINE bool prove_gap(IntersectionVerdict<2>& r) const {
    const double lower = lower_bound(n_, 1) - u * limits_.size;
    if (!(lower > 0)) return false;
    r = apart_along(of_a ? n_ : -n_, lower, 0);
    return true;
  }
  /// Proves that the vertex is inside of the polygon that has the edge, by more than rounding.
  ABUT_INLINE bool prove_inside(IntersectionVerdict<2>& r) const {
    const V x = vertex_in_own_frame();
    double highest = -infinity<double>;
    for (std::size_t k = 0; k <= own_last_; ++k) {
      const double height = dot(own_[k].normal, x - corner_of(own_, k));
      highest = height > highest ? height : highest;
    }
    if (!(highest < inside())) return false;
    r = meeting_at(of_a ? vertex_position_ : vertex_position_ + set_.translation(), 0, 0, Status::converged, 0);
    return true;
  }

  /// The deepest points, if the edge and the vertex are those of the least depth: the vertex, and the edge above it.
  /// Where the vertex is beside the edge, an edge of the other polygon from the vertex on is parallel to it, up to
  /// `rounding`, and the end of the own edge is above that. Otherwise false.
  template <class Result>
  bool find_deepest(double depth, double rounding, Result& r) const {
    const double along = dot(w_, e_), squared = norm_squared(e_);
    const V up = n_ * depth;
    if (along >= 0 && along <= squared) {
      set_points(n_, vertex_position_ + up, vertex_position_, r);
      set_feature(0, own_[edge_].corners[0], r);
      set_feature(1, own_[edge_].corners[1], r);
      r.feature_count = 2;
      return true;
    }
    const VertexId count = other_[other_last_].corners[0] + 1, vertex = other_[vertex_].corners[0];
    const V end = along < 0 ? first_ : first_ + e_;
    for (const VertexId next : {other_[vertex_].corners[1], vertex == 0 ? count - 1 : vertex - 1}) {
      const V f = rotate_each(c_.b_twice(), s_.b_twice(), corner_of(other_, next), corner_of(other_, vertex_)).a() -
                  (vertex_position_ - (of_a ? set_.translation() : -set_.translation()));
      const double part = dot(end - vertex_position_, f), whole = norm_squared(f);
      const bool is_level = dot(n_, f) <= rounding, is_below = part >= 0 && part <= whole;
      if (!is_level || !is_below) continue;
      set_points(n_, end, end - up, r);
      const VertexId own = own_[edge_].corners[along < 0 ? 0 : 1];
      for (int i = 0; i < 2; ++i) {
        r.feature_a[i] = of_a ? own : i == 0 ? vertex : next;
        r.feature_b[i] = of_a ? i == 0 ? vertex : next : own;
      }
      r.feature_count = 2;
      return true;
    }
    return false;
  }

  /// The cache that GJK begins with if neither could be proven.
  Cache<2> start() const {
    const VertexId own = own_[edge_].corners[2 * dot(w_, e_) > norm_squared(e_) ? 1 : 0],
                   other = other_[vertex_].corners[0];
    Cache<2> cache{.count = 1};
    cache.a[0] = of_a ? own : other;
    cache.b[0] = of_a ? other : own;
    return cache;
  }

 private:
  static constexpr double u = unit_roundoff;

  /// A point that is no higher than this above any edge is in the polygon.
  double inside() const { return -2 * (limits_.support_error + limits_.point_error); }
  ABUT_INLINE V vertex_in_own_frame() const {
    return {c_.a() * vertex_position_.x + s_.a() * vertex_position_.y,
            c_.a() * vertex_position_.y - s_.a() * vertex_position_.x};
  }

  ABUT_INLINE static ScalarPair own_first(ScalarPair x) { return of_a ? x : x.swapped(); }
  ABUT_INLINE V corner_of(const FacePlane<2>* faces, std::size_t i) const { return set_.scaled(faces[i].corner); }
  ABUT_INLINE VertexId second() const { return own_[edge_].corners[1]; }

  /// The lower bound along v, whose length is 1 / over. The set has counted the errors of w and those of a rotated
  /// direction. Heights are measured from the origins of the frames: each of the four is off by at most 2 u of reach
  /// and arm, and a unit normal of an edge by 9 u of its length.
  ABUT_INLINE double lower_bound(const V& v, double over) const {
    const double height = (dot(v, w_) - beyond(v)) * over;
    return height - 16 * u * absolute(height) - (limits_.support_error + 8 * u * limits_.size);
  }

  /// How far the polygons extend beyond the first end of the edge, along v, and beyond the vertex, against it; the sum
  /// of both.
  ABUT_INLINE double beyond(const V& v) const {
    const ScalarPair vx = ScalarPair::twice(v.x), vy = ScalarPair::twice(v.y);
    const ScalarPair x = opposite_at_a(c_ * vx + s_ * vy), y = opposite_at_a(c_ * vy - s_ * vx);
    const auto heights = [&](std::size_t i, std::size_t k) {
      const auto corners = VecPair<2>::of(corner_of(own_, i), corner_of(other_, k));
      return x * corners.x[0] + y * corners.x[1];
    };
    const ScalarPair height = heights(edge_, vertex_);
    ScalarPair lowest = height;
    for (std::size_t k = 0; k <= (own_last_ | other_last_); ++k)
      lowest = smaller(heights(k & own_last_, k & other_last_), lowest);
    const ScalarPair rest = height - lowest;
    return rest.a() + rest.b();
  }

  template <class Result>
  ABUT_INLINE void set_points(const V& n, const V& own, const V& other, Result& r) const {
    r.status = Status::converged;
    r.normal = of_a ? n : -n;
    r.point_a = of_a ? own : other + set_.translation();
    r.point_b = of_a ? other : own + set_.translation();
  }
  template <class Result>
  ABUT_INLINE void set_feature(int i, VertexId own, Result& r) const {
    const VertexId other = other_[vertex_].corners[0];
    r.feature_a[i] = of_a ? own : other;
    r.feature_b[i] = of_a ? other : own;
  }

  const Set& set_;
  const GjkLimits& limits_;
  const FacePlane<2>*own_, *other_;
  std::size_t own_last_, other_last_;  ///< vertex counts, which are 4 or 8, minus 1
  std::size_t edge_, vertex_;
  ScalarPair c_, s_;
  V first_, e_, n_;        ///< the edge: its first end, the vector to its second, and its outward normal
  V vertex_position_, w_;  ///< the vertex; the same relative to the first end
};

/// The polygon that the edge belongs to, and the gap between its line and a vertex of the other: not positive if they
/// overlap, up to the rounding of float.
struct PolygonGuess {
  bool of_a;
  FloatGap gap;
  bool is_apart() const { return gap.length() > 0; }
};

/// Set: a Difference with poses.
template <class Set>
class PolygonPair {
 public:
  ABUT_INLINE PolygonPair(const Set& set, const GjkLimits& limits)
      : set_(set), limits_(limits), a_(set, set.core_a()), b_(set, set.core_b()) {}

  /// Whether both have edges, and few enough.
  ABUT_INLINE bool can_be_compared() const { return are_few(a_.planes, b_.planes); }

  ABUT_INLINE PolygonGuess guess() const {
    const double unit_a = unit_scale(a_.reach), unit_b = unit_scale(b_.reach);
    const ScalarPair ratio = ScalarPair::of(unit_a / unit_b, unit_b / unit_a), unit = ScalarPair::of(unit_a, -unit_b);
    const RotationPair<2> q = approximate_rotations();
    const VecPair<2> centers = rotate_each(q.c, q.s, a_.center, b_.center);
    const Vec2d between = (centers.b() + set_.translation()) - centers.a();
    const ScalarPair x = ScalarPair::twice(between.x), y = ScalarPair::twice(between.y);
    // From the frame of the other polygon into that of each.
    FloatTransform to_a, to_b;
    Float4::spread_each((q.c * q.c.swapped() + q.s * q.s.swapped()) * ratio, to_a.c, to_b.c);
    Float4::spread_each((q.c * q.s.swapped() - q.s * q.c.swapped()) * ratio, to_a.s, to_b.s);
    Float4::spread_each((q.c * x + q.s * y) * unit, to_a.x, to_b.x);
    Float4::spread_each((q.c * y - q.s * x) * unit, to_a.y, to_b.y);
    const auto b_per_a = static_cast<float>(ratio.a());
    return a_.planes.count + b_.planes.count == 2 ? guess<1>(to_a, to_b, b_per_a) : guess<2>(to_a, to_b, b_per_a);
  }

  /// Finds the nearest points. False if they could not be proven.
  ABUT_INLINE bool prove_apart(const PolygonGuess& guess, GjkResult<2>& r) const {
    return guess.of_a ? edge_vertex<true>(guess).prove_apart(r) : edge_vertex<false>(guess).prove_apart(r);
  }
  /// Finds a common point. False if it could not be proven.
  bool prove_common(const PolygonGuess& guess, GjkResult<2>& r) const {
    return guess.of_a ? edge_vertex<true>(guess).prove_common(r) : edge_vertex<false>(guess).prove_common(r);
  }
  /// Finds a gap, or a common point. False if neither could be proven.
  ABUT_INLINE bool decide(const PolygonGuess& guess, IntersectionVerdict<2>& r) const {
    return guess.of_a ? decide(edge_vertex<true>(guess), guess, r) : decide(edge_vertex<false>(guess), guess, r);
  }
  const FacePlanes<2>& planes_a() const { return a_.planes; }
  const FacePlanes<2>& planes_b() const { return b_.planes; }

  /// The cache that GJK begins with if neither could be proven.
  Cache<2> start(const PolygonGuess& guess) const {
    return guess.of_a ? edge_vertex<true>(guess).start() : edge_vertex<false>(guess).start();
  }

 private:
  struct Polygon {
    FacePlanes<2> planes;
    Vec2d center;  ///< in the lengths of the difference
    double reach;

    template <class Core>
    ABUT_INLINE Polygon(const Set& set, const Core& core) : planes(bounding_planes(core).planes) {
      const Enclosure<2> ball = enclosure(core);
      center = set.scaled(ball.center);
      reach = set.scaled(ball.reach);
    }
  };

  /// The rotations as they were given, if their lengths are 1 up to the rounding of float: then nothing waits for
  /// square roots and divisions.
  ABUT_INLINE RotationPair<2> approximate_rotations() const {
    RotationPair<2> q = set_.rotations();
    if (between(q.c * q.c + q.s * q.s, 1 - 0x1p-20, 1 + 0x1p-20) == 0b11U) return q;
    q.c = set_.matrices().entry(0, 0);
    q.s = set_.matrices().entry(1, 0);
    return q;
  }

  /// `b_per_a`: the factor from lengths in float units of B to those of A.
  template <std::size_t N>
  ABUT_INLINE PolygonGuess guess(const FloatTransform& to_a, const FloatTransform& to_b, float b_per_a) const {
    const FloatGap gap_a = FloatGap::widest<N>(a_.planes, b_.planes, to_a),
                   gap_b = FloatGap::widest<N>(b_.planes, a_.planes, to_b);
    const bool of_a = gap_a.length() > gap_b.length() * b_per_a;
    return {of_a, of_a ? gap_a : gap_b};
  }

  template <class Pair>
  ABUT_INLINE static bool decide(const Pair& pair, const PolygonGuess& guess, IntersectionVerdict<2>& r) {
    return guess.is_apart() ? pair.prove_gap(r) : pair.prove_inside(r);
  }

  template <bool of_a>
  ABUT_INLINE EdgeVertexPair<Set, of_a> edge_vertex(const PolygonGuess& guess) const {
    const std::size_t edge = guess.gap.edge(), vertex = guess.gap.vertex();
    return of_a ? EdgeVertexPair<Set, of_a>(set_, limits_, a_.planes, b_.planes, edge, vertex)
                : EdgeVertexPair<Set, of_a>(set_, limits_, b_.planes, a_.planes, edge, vertex);
  }

  const Set& set_;
  const GjkLimits& limits_;
  const Polygon a_, b_;
};

}  // namespace abut::detail
