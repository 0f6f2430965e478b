/// The edge of a polygon that has another one furthest beyond its line, in float.
///
/// All edges are compared with all vertices, four at a time, without a branch.
///
/// Guarantee: none but this: what it answers depends on the numbers alone, and not on how many of them a processor takes at once. It is a proposal; those
/// who use it prove it. See closed_form/polygon_polygon.hpp.
///
/// Two convex polygons of a few vertices: an edge of one and a vertex of the other.
///
/// Of all lines along an edge, the one that has the other polygon furthest beyond it is that of the nearest edge, if an edge is nearest; else one that ends in the
/// nearest corner. It is found in float (closed_form/polygon_polygon.hpp), together with the vertex beyond it: in the time of two steps of GJK, each
/// of which has to wait for the one before. If they overlap, it is the edge that is easiest to leave by, and the vertex mostly a common point.
///
/// Nothing of this is trusted. The way from the nearest point of the edge to the vertex is as long as an upper bound; along it, or along the normal of the edge, all
/// vertices of both polygons tell a lower one, like the plane of any direction. If the bounds do not meet, the pair is left to GJK, which
/// begins with the corner and the vertex.
#pragma once

#include <abut/detail/gjk/bounds.hpp>
#include <abut/detail/numeric/float4.hpp>
#include <abut/detail/support/bounding_planes.hpp>
#include <abut/detail/support/face_planes.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace abut::detail {

/// Polygons of at most so many fours of vertices are compared: the work grows with the product of their numbers, that of GJK hardly does.
inline constexpr std::size_t most_compared = 2;

/// From the corners of a polygon to where another sees them, in its rough units.
struct RoughWay {
  Float4 c, s, x, y;
};

/// An edge of one polygon, a vertex of the other, and the gap between its line and the vertex: a rough length whose last bits are the numbers of both.
class RoughGap {
 public:
  static constexpr std::uint32_t places = 4 * most_compared;

  /// Of the edge of `own` that has the other polygon furthest beyond its line. `N` fours of each are looked at, the last one again where there are fewer.
  template <std::size_t N>
  ABUT_INLINE static RoughGap widest(const FacePlanes<2>& own, const FacePlanes<2>& other, const RoughWay& way) {
    Float4 gap[N];
    for (std::uint32_t k = 0; k < N; ++k) {
      const Float4Planes<2>& met = other.fours[k < other.count ? k : k - 1];
      const Float4 px = Float4::of(met.corner[0]), py = Float4::of(met.corner[1]);
      const Float4 x = (px * way.c - py * way.s) + way.x, y = (px * way.s + py * way.c) + way.y;
      for (std::uint32_t i = 0; i < N; ++i) {
        const Float4Planes<2>& four = own.fours[i < own.count ? i : i - 1];
        const std::uint32_t code = 4 * i * places + 4 * k;
        const Float4 lowest = smaller(smaller(to_vertex<0>(four, x, y, code), to_vertex<1>(four, x, y, code)),
                                      smaller(to_vertex<2>(four, x, y, code), to_vertex<3>(four, x, y, code)));
        gap[i] = k == 0 ? lowest : smaller(lowest, gap[i]);
      }
    }
    Float4 most = gap[0];
    for (std::size_t i = 1; i < N; ++i) most = larger(gap[i], most);
    return RoughGap(greatest(most).first());
  }

  float length() const { return length_; }
  std::size_t edge() const { return bits() / places % places; }
  std::size_t vertex() const { return bits() % places; }

 private:
  explicit RoughGap(float length) : length_(length) {}
  std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(length_); }

  /// From the lines of four edges to vertex I of four.
  template <int I>
  ABUT_INLINE static Float4 to_vertex(const Float4Planes<2>& four, Float4 x, Float4 y, std::uint32_t code) {
    const Float4 height =
        Float4::of(four.normal[0]) * x.template spread<I>() + Float4::of(four.normal[1]) * y.template spread<I>();
    return coded<places * places - 1, places>(height - Float4::of(four.offset), code + std::uint32_t{I});
  }

  float length_;
};

/// A hull; or a shape that knows at run time only.
template <class Core>
inline constexpr bool knows_edges =
    requires(const Core& core) { core.face_planes(); } || requires(const Core& core) { core.bounding_planes(); };

/// Whether both cores of a difference may be polygons with edges, at least one of them placed.
template <class Set>
inline constexpr bool holds_polygons = false;

#if !defined(ABUT_SMALL)  // 15 kB in WebAssembly: there GJK answers
template <class A, class B, bool rescaled>
inline constexpr bool holds_polygons<Difference<A, B, rescaled>> =
    dimension_of<A> == 2 && Difference<A, B, rescaled>::posed && knows_edges<typename Operand<A>::Core> &&
    knows_edges<typename Operand<B>::Core>;
#endif

/// Two points, each turned by its own rotation.
ABUT_INLINE VecPair<2> each_turned(ScalarPair c, ScalarPair s, const Vec2d& x, const Vec2d& y) {
  const auto v = VecPair<2>::of(x, y);
  return {{c * v.x[0] - s * v.x[1], s * v.x[0] + c * v.x[1]}};
}

/// An edge of one polygon, `own`, and a vertex of the other, `met`; the edge is one of A if `of_a`. Numbers of both are side by side, those of `own` first; places are
/// seen from its origin, along the axes of the world.
template <class Set, bool of_a>
class EdgeMeeting {
 public:
  using V = Vec2d;

  ABUT_INLINE EdgeMeeting(const Set& set, const GjkLimits& limits, const FacePlanes<2>& own, const FacePlanes<2>& met,
                          const RoughGap& gap)
      : set_(set),
        limits_(limits),
        own_(own.faces),
        met_(met.faces),
        own_last_(4 * own.count - 1),
        met_last_(4 * met.count - 1),
        edge_(gap.edge() & own_last_),
        vertex_(gap.vertex() & met_last_),
        c_(own_first(set.turns().entry(0, 0))),
        s_(own_first(set.turns().entry(1, 0))) {
    const VecPair<2> ends = each_turned(c_.a_twice(), s_.a_twice(), corner_of(own_, edge_), corner_of(own_, second())),
                     normal_and_met = each_turned(c_, s_, own_[edge_].normal, corner_of(met_, vertex_));
    first_ = ends.a();
    e_ = ends.b() - first_;
    n_ = normal_and_met.a();
    place_ = normal_and_met.b() + (of_a ? set.translation() : -set.translation());
    w_ = place_ - first_;
  }

  /// That they are apart, with nearest points in the edge and at the vertex. If the vertex is past an end of the edge, the plane between them is across the way p
  /// from there, else across the normal. (Both at once: which of them it is, nobody could predict.)
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

  /// That the vertex is inside of the polygon that has the edge, by more than rounding: in one of the triangles that meet in its vertex 0.
  ABUT_INLINE bool prove_common(GjkResult<2>& r) const {
    const V x{c_.a() * place_.x + s_.a() * place_.y, c_.a() * place_.y - s_.a() * place_.x},
        from = x - corner_of(own_, 0);
    double highest = -infinity<double>;
    std::size_t before = 0;  // vertices in the order of their angles about vertex 0, until that of x
    for (std::size_t k = 0; k <= own_last_; ++k) {
      const double height = dot(own_[k].normal, x - corner_of(own_, k));
      highest = height > highest ? height : highest;
      before += cross(corner_of(own_, k) - corner_of(own_, 0), from) > 0 ? 1 : 0;
    }
    const bool is_inside = highest < -2 * (limits_.support_error + limits_.point_error);
    if (!is_inside || before < 1 || before >= own_last_) return false;
    r.lower = lower_bound(n_, 1);
    if (r.lower > 0) return false;
    r.meets = true;
    r.upper = limits_.point_error;
    set_points(n_, place_, place_, r);
    set_feature(0, 0, r);
    set_feature(1, own_[before].corners[0], r);
    set_feature(2, own_[before].corners[1], r);
    r.feature_count = 3;
    return true;
  }

  /// What GJK begins with if neither could be proven.
  Cache<2> start() const {
    const VertexId own = own_[edge_].corners[2 * dot(w_, e_) > norm_squared(e_) ? 1 : 0],
                   met = met_[vertex_].corners[0];
    Cache<2> cache{.count = 1};
    cache.a[0] = of_a ? own : met;
    cache.b[0] = of_a ? met : own;
    return cache;
  }

 private:
  static constexpr double u = unit_roundoff;

  ABUT_INLINE static ScalarPair own_first(ScalarPair x) { return of_a ? x : x.swapped(); }
  ABUT_INLINE V corner_of(const FacePlane<2>* faces, std::size_t i) const { return set_.scaled(faces[i].corner); }
  ABUT_INLINE VertexId second() const { return own_[edge_].corners[1]; }

  /// Along v, whose length is 1 / over. The set has counted the errors of w and those of a direction that is turned. Heights are measured from the
  /// origins of the frames: each of the four is off by at most 2 u of reach and arm, and a unit normal of an edge by 9 u of its length.
  ABUT_INLINE double lower_bound(const V& v, double over) const {
    const double height = (dot(v, w_) - beyond(v)) * over;
    return height - 16 * u * absolute(height) - (limits_.support_error + 8 * u * limits_.size);
  }

  /// How far the polygons reach beyond the first end of the edge, along v, and beyond the vertex, against it; together.
  ABUT_INLINE double beyond(const V& v) const {
    const ScalarPair vx = ScalarPair::twice(v.x), vy = ScalarPair::twice(v.y);
    const ScalarPair x = opposite_at_a(c_ * vx + s_ * vy), y = opposite_at_a(c_ * vy - s_ * vx);
    const auto heights = [&](std::size_t i, std::size_t k) {
      const auto corners = VecPair<2>::of(corner_of(own_, i), corner_of(met_, k));
      return x * corners.x[0] + y * corners.x[1];
    };
    const ScalarPair height = heights(edge_, vertex_);
    ScalarPair lowest = height;
    for (std::size_t k = 0; k <= (own_last_ | met_last_); ++k)
      lowest = smaller(heights(k & own_last_, k & met_last_), lowest);
    const ScalarPair rest = height - lowest;
    return rest.a() + rest.b();
  }

  ABUT_INLINE void set_points(const V& n, const V& own, const V& met, GjkResult<2>& r) const {
    r.status = Status::converged;
    r.normal = of_a ? n : -n;
    r.point_a = of_a ? own : met + set_.translation();
    r.point_b = of_a ? met : own + set_.translation();
  }
  ABUT_INLINE void set_feature(int i, VertexId own, GjkResult<2>& r) const {
    const VertexId met = met_[vertex_].corners[0];
    r.feature_a[i] = of_a ? own : met;
    r.feature_b[i] = of_a ? met : own;
  }

  const Set& set_;
  const GjkLimits& limits_;
  const FacePlane<2>*own_, *met_;
  std::size_t own_last_, met_last_;  ///< of their numbers, which are 4 or 8
  std::size_t edge_, vertex_;
  ScalarPair c_, s_;
  V first_, e_, n_;  ///< the edge: where it begins, to its end, and its outward normal
  V place_, w_;      ///< of the vertex; from where the edge begins
};

/// Whose edge it is, and the gap between its line and a vertex of the other: not above 0 if they overlap, as far as float can tell.
struct PolygonGuess {
  bool of_a;
  RoughGap gap;
  bool is_apart() const { return gap.length() > 0; }
};

/// Of a Difference with poses.
template <class Set>
class PolygonPair {
 public:
  ABUT_INLINE PolygonPair(const Set& set, const GjkLimits& limits)
      : set_(set), limits_(limits), a_(set, set.core_a()), b_(set, set.core_b()) {}

  /// Whether both have edges, and not too many.
  ABUT_INLINE bool can_be_compared() const {
    return a_.planes.count - 1 < most_compared && b_.planes.count - 1 < most_compared;
  }

  ABUT_INLINE PolygonGuess guess() const {
    const double unit_a = unit_scale(a_.reach), unit_b = unit_scale(b_.reach);
    const ScalarPair ratio = ScalarPair::of(unit_a / unit_b, unit_b / unit_a), unit = ScalarPair::of(unit_a, -unit_b);
    const RotationPair<2> q = rough_turns();
    const VecPair<2> centers = each_turned(q.c, q.s, a_.center, b_.center);
    const Vec2d between = (centers.b() + set_.translation()) - centers.a();
    const ScalarPair x = ScalarPair::twice(between.x), y = ScalarPair::twice(between.y);
    // From the frame of the other into that of each.
    RoughWay to_a, to_b;
    Float4::spread_each((q.c * q.c.swapped() + q.s * q.s.swapped()) * ratio, to_a.c, to_b.c);
    Float4::spread_each((q.c * q.s.swapped() - q.s * q.c.swapped()) * ratio, to_a.s, to_b.s);
    Float4::spread_each((q.c * x + q.s * y) * unit, to_a.x, to_b.x);
    Float4::spread_each((q.c * y - q.s * x) * unit, to_a.y, to_b.y);
    const auto b_per_a = static_cast<float>(ratio.a());
    return a_.planes.count + b_.planes.count == 2 ? guess<1>(to_a, to_b, b_per_a) : guess<2>(to_a, to_b, b_per_a);
  }

  /// The nearest points. False if they could not be proven.
  ABUT_INLINE bool prove_apart(const PolygonGuess& guess, GjkResult<2>& r) const {
    return guess.of_a ? meeting<true>(guess).prove_apart(r) : meeting<false>(guess).prove_apart(r);
  }
  /// A common point. Likewise.
  bool prove_common(const PolygonGuess& guess, GjkResult<2>& r) const {
    return guess.of_a ? meeting<true>(guess).prove_common(r) : meeting<false>(guess).prove_common(r);
  }
  /// What GJK begins with if neither could.
  Cache<2> start(const PolygonGuess& guess) const {
    return guess.of_a ? meeting<true>(guess).start() : meeting<false>(guess).start();
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

  /// Rotations as they were given, if their lengths are 1 as far as float can tell: then nothing has to wait for roots and quotients.
  ABUT_INLINE RotationPair<2> rough_turns() const {
    RotationPair<2> q = set_.rotations();
    if (between(q.c * q.c + q.s * q.s, 1 - 0x1p-20, 1 + 0x1p-20) == 0b11U) return q;
    q.c = set_.turns().entry(0, 0);
    q.s = set_.turns().entry(1, 0);
    return q;
  }

  /// `b_per_a`: a length of B in the rough units of A, by that in its own.
  template <std::size_t N>
  ABUT_INLINE PolygonGuess guess(const RoughWay& to_a, const RoughWay& to_b, float b_per_a) const {
    const RoughGap gap_a = RoughGap::widest<N>(a_.planes, b_.planes, to_a),
                   gap_b = RoughGap::widest<N>(b_.planes, a_.planes, to_b);
    const bool of_a = gap_a.length() > gap_b.length() * b_per_a;
    return {of_a, of_a ? gap_a : gap_b};
  }

  template <bool of_a>
  ABUT_INLINE EdgeMeeting<Set, of_a> meeting(const PolygonGuess& guess) const {
    return of_a ? EdgeMeeting<Set, of_a>(set_, limits_, a_.planes, b_.planes, guess.gap)
                : EdgeMeeting<Set, of_a>(set_, limits_, b_.planes, a_.planes, guess.gap);
  }

  const Set& set_;
  const GjkLimits& limits_;
  const Polygon a_, b_;
};

}  // namespace abut::detail
