/// The contact manifold of two convex polygons of a few vertices, apart or not.
///
/// The edge of the greatest gap (closed_form/polygon/polygon_axes.hpp) gives the normal and the proof, apart too if the
/// lowest vertex of the other polygon is over it; if not, the nearest points are two vertices, or GJK answers. Each
/// polygon touches with a chord: its vertices that are level with the one that is nearest. The chords are cut to what
/// lies above each other, in the frame of the polygon that has the edge, and only the points that remain are rotated
/// into the world. Where the ends of both chords lie is unpredictable, so that both points are computed side by side,
/// without a branch.
#pragma once

#include <abut/contact.hpp>
#include <abut/detail/closed_form/polygon/polygon_axes.hpp>
#include <abut/detail/distance/conversion.hpp>

namespace abut::detail {

/// The vertices of a polygon that are level: from id[0] to id[1], counter-clockwise; both are the same for one vertex.
struct Chord {
  VecPair<2> ends;
  VertexId id[2];
};

/// The chord around an edge, or a vertex, from `first` to `last`: further vertices are added as long as they are lower
/// along n, of length 1, by at most the slope times their distance from it. Both ways are gone at once. `at`: the
/// places of two vertices.
template <class At>
ABUT_INLINE Chord level_chord(const At& at, VertexId count, VertexId first, VertexId last, const Vec2d& n,
                              double slope) {
  Chord r{at(first, last), {first, last}};
  const VecPair<2> support = r.ends, normals = VecPair<2>::of(n, n);
  for (VertexId left = count - (first == last ? 1 : 2); left > 0; --left) {
    const VertexId before = (r.id[0] > 0 ? r.id[0] : count) - 1, after = r.id[1] + 1 < count ? r.id[1] + 1 : 0;
    const VecPair<2> next = at(before, after), offset = support - next;
    const unsigned level =
        at_most(dot(normals, offset).ab, (absolute(cross(normals, offset)) * ScalarPair::twice(slope)).ab);
    if (level == 0) break;
    r.id[0] = (level & 1U) != 0 ? before : r.id[0];
    r.id[1] = (level & 2U) != 0 && (level != 3 || left != 1) ? after : r.id[1];
    left -= level == 3 && left > 1 ? 1 : 0;
  }
  r.ends = at(r.id[0], r.id[1]);
  return r;
}

/// Two points of a chord, at places across the normal.
class ChordCut {
 public:
  /// `ends`: the places of the ends of the chord, `places`: of the points. A vertex has one point, whatever the place.
  ABUT_INLINE ChordCut(const Chord& chord, ScalarPair ends, ScalarPair places) : chord_(chord) {
    const ScalarPair from = ends.a_twice(), length = ends.b_twice() - from, zero = ScalarPair::twice(0),
                     part = within((places - from) / length, zero, ScalarPair::twice(1)),
                     rest = ScalarPair::twice(1) - part;
    x = {{chord.ends.x[0].a_twice() * rest + chord.ends.x[0].b_twice() * part,
          chord.ends.x[1].a_twice() * rest + chord.ends.x[1].b_twice() * part}};
    past_first_ = above(part, zero);
    before_last_ = above(rest, zero);
  }

  VecPair<2> x;

  /// The feature at point i: a vertex, or the chord.
  ABUT_INLINE FeatureId feature(int i) const {
    const VertexId from = (before_last_ >> i & 1U) != 0 ? chord_.id[0] : chord_.id[1],
                   to = (past_first_ >> i & 1U) != 0 ? chord_.id[1] : chord_.id[0];
    const bool is_vertex = from == to;
    return {is_vertex ? FeatureKind::vertex : FeatureKind::edge,
            {from < to ? from : to,
             is_vertex   ? no_vertex
             : from < to ? to
                         : from,
             no_vertex}};
  }

 private:
  const Chord& chord_;
  unsigned past_first_, before_last_;
};

template <class Set>
class PolygonManifold {
 public:
  using T = typename Set::T;

  ABUT_INLINE PolygonManifold(const Set& set, const FacePlanes<2>& a, const FacePlanes<2>& b,
                              const ContactOptions<T, 2>& options, const DistanceOptions<T, 2>& distance_options)
      : set_(set), options_(options), distance_options_(distance_options), axes_(set, a, b) {}

  /// False if the closed form can not prove the separation, or a point as deep as that.
  ABUT_INLINE bool find(Contact<T, 2>& r) const {
    Proof proof;
    if (!prove_at_edge(proof) && !prove_at_vertices(proof)) return false;
    const Vec2d& n = proof.normal;
    const VecPair<2> turned = set_.matrices().to_world(VecPair<2>::of(n, n));
    const Vec2d world = axes_.is_of_a() ? turned.a() : -turned.b();
    set_bounds(proof, world, r);
    remember(proof);
    if (r.lower > options_.margin) return true;
    const double slope = double(options_.slope);
    const FacePlane<2>* const faces = axes_.own().faces;
    const Chord own = level_chord(
                    [&](VertexId i, VertexId k) ABUT_INLINE_LAMBDA {
                      return VecPair<2>::of(set_.scaled(faces[i].corner), set_.scaled(faces[k].corner));
                    },
                    vertex_count(axes_.own()), proof.own[0], proof.own[1], n, slope),
                other =
                    level_chord([&](VertexId i, VertexId k) ABUT_INLINE_LAMBDA { return axes_.others().both(i, k); },
                                vertex_count(axes_.other()), proof.vertex, proof.vertex, -n, slope);
    return set_points(own, other, n, world, r);
  }

 private:
  /// What is proven, in the frame of the polygon that has the edge.
  struct Proof {
    double gap, lower, upper;
    Vec2d normal;     ///< from this polygon to the other
    VertexId own[2];  ///< the nearest points are in this edge, or at this vertex twice,
    VertexId vertex;  ///< and at this vertex of the other polygon
  };

  /// In units of u of the size, a gap is off by up to 21, and a vertex over an edge may be beside it by 19: the
  /// distance to the edge exceeds the gap by no more than sqrt((gap + 21)^2 + 19^2) - gap, less than 30 = 1.25 * 24.
  static constexpr double beside = 1.25;

  static VertexId vertex_count(const FacePlanes<2>& planes) {
    return planes.faces[4 * planes.count - 1].corners[0] + 1;
  }

  /// The gap of the edge is the signed distance, unless the polygons are apart and the vertex is past the edge.
  ABUT_INLINE bool prove_at_edge(Proof& proof) const {
    const double gap = axes_.gap(), error = axes_.error();
    if (!(absolute(gap) > error) || !((beside + 1) * error <= contract_width(set_))) return false;
    const FacePlane<2>& edge = axes_.own().faces[axes_.edge()];
    if (gap > 0) {
      const Vec2d first = set_.scaled(edge.corner), e = set_.scaled(axes_.own().faces[edge.corners[1]].corner) - first;
      const double along = dot(axes_.others()[axes_.vertex()] - first, e);
      const bool is_over_edge = along >= 0 && along <= norm_squared(e);
      if (!is_over_edge) return false;
    }
    proof.gap = gap;
    proof.lower = gap - error;
    proof.upper = gap + (gap > 0 ? beside : 1) * error;
    proof.normal = edge.normal;
    proof.own[0] = edge.corners[0];
    proof.own[1] = edge.corners[1];
    proof.vertex = axes_.other().faces[axes_.vertex()].corners[0];
    return true;
  }

  /// The nearest points are two vertices.
  ABUT_NO_INLINE bool prove_at_vertices(Proof& proof) const {
    if (!(axes_.gap() > axes_.error())) return false;
    const GjkLimits limits = detail::limits(set_, distance_options_);
    return axes_.is_of_a() ? prove_at_vertices<true>(limits, proof) : prove_at_vertices<false>(limits, proof);
  }
  template <bool of_a>
  bool prove_at_vertices(const GjkLimits& limits, Proof& proof) const {
    const EdgeVertexPair<Set, of_a> pair(set_, limits, axes_.own(), axes_.other(), axes_.edge(), axes_.vertex());
    GjkResult<2> found{};
    if (!pair.prove_apart(found)) return false;
    proof.gap = found.distance;
    proof.lower = found.lower;
    proof.upper = found.upper;
    proof.normal = of_a ? set_.in_frame_of_a(found.normal) : -set_.in_frame_of_b(found.normal);
    proof.own[0] = proof.own[1] = of_a ? found.feature_a[0] : found.feature_b[0];
    proof.vertex = of_a ? found.feature_b[0] : found.feature_a[0];
    return true;
  }

  /// All but the points. `normal`: from A to B.
  ABUT_INLINE void set_bounds(const Proof& proof, const Vec2d& normal, Contact<T, 2>& r) const {
    r.status = Status::converged;
    r.normal = vec_cast<T>(normal);
    r.separation = narrow<T>(set_.unscaled(proof.gap));
    r.lower = set_.rounded_down(proof.lower);
    r.upper = set_.rounded_up(proof.upper);
  }

  /// `n`: from the chord of the polygon that has the edge, `own`, to the other; `world`: from A to B.
  ABUT_INLINE bool set_points(const Chord& own, const Chord& other, const Vec2d& n, const Vec2d& world,
                              Contact<T, 2>& r) const {
    const bool of_a = axes_.is_of_a(), are_vertices = own.id[0] == own.id[1] && other.id[0] == other.id[1];
    const VecPair<2> across = VecPair<2>::of(Vec2d{-n.y, n.x}, Vec2d{-n.y, n.x}), normals = VecPair<2>::of(n, n);
    // The boundaries face each other: the other chord goes the other way.
    const ScalarPair of_own = dot(across, own.ends), of_other = dot(across, other.ends);
    const double low = of_own.a() > of_other.b() ? of_own.a() : of_other.b(),
                 high = of_own.b() < of_other.a() ? of_own.b() : of_other.a();
    const bool face_each_other = low <= high || are_vertices;
    if (!face_each_other) return false;
    // In the order of their places across the normal from A to B: ties go to the first.
    const ScalarPair upward = ScalarPair::of(low, high), places = of_a ? upward : upward.swapped();
    const ChordCut on_own(own, of_own, places), on_other(other, of_other, places);
    const ScalarPair separation = dot(normals, on_other.x - on_own.x);
    const double least = separation.b() < separation.a() ? separation.b() : separation.a();
    if (!(narrow_within_range<T>(set_.unscaled(least)) <= r.upper)) return false;
    const int first = low < high && separation.b() < separation.a() ? 1 : 0;
    const VecPair<2> x = in_world(on_own.x), y = x + VecPair<2>::of(world, world) * (of_a ? separation : -separation);
    const auto point = [&](int i) ABUT_INLINE_LAMBDA -> ContactPoint<T, 2> {
      const Vec2d of_edge = i == 0 ? x.a() : x.b(), of_vertex = i == 0 ? y.a() : y.b();
      const FeatureId own_id = on_own.feature(i), other_id = on_other.feature(i);
      return {.point_a = narrow_within_range<T>(set_.world(of_a ? of_edge : of_vertex)),
              .point_b = narrow_within_range<T>(set_.world(of_a ? of_vertex : of_edge)),
              .separation = narrow_within_range<T>(set_.unscaled(i == 0 ? separation.a() : separation.b())),
              .id_a = of_a ? own_id : other_id,
              .id_b = of_a ? other_id : own_id};
    };
    r.points[0] = point(first);
    r.count = 1;
    if (low < high && options_.max_points > 1) {
      r.points[1] = point(1 - first);
      r.count = r.points[1].separation > options_.margin ? 1 : 2;
    }
    return true;
  }

  /// Two points of the polygon that has the edge.
  ABUT_INLINE VecPair<2> in_world(const VecPair<2>& x) const {
    const ScalarPair c = set_.matrices().entry(0, 0), s = set_.matrices().entry(1, 0);
    const bool of_a = axes_.is_of_a();
    const double own_c = of_a ? c.a() : c.b(), own_s = of_a ? s.a() : s.b();
    const Vec2d t = of_a ? Vec2d{} : set_.translation();
    return VecPair<2>{{x.x[0] * own_c - x.x[1] * own_s, x.x[0] * own_s + x.x[1] * own_c}} + VecPair<2>::of(t, t);
  }

  /// Writes the vertices of the nearest points to the cache, if there is one.
  ABUT_INLINE void remember(const Proof& proof) const {
    if (options_.cache == nullptr) return;
    const bool of_a = axes_.is_of_a();
    Cache<2>& cache = *options_.cache;
    cache = {.count = proof.own[0] == proof.own[1] ? 1 : 2, .a = {}, .b = {}, .direction = {}};
    for (int i = 0; i < cache.count; ++i) {
      cache.a[i] = of_a ? proof.own[i] : proof.vertex;
      cache.b[i] = of_a ? proof.vertex : proof.own[i];
    }
  }

  const Set& set_;
  const ContactOptions<T, 2>& options_;
  const DistanceOptions<T, 2>& distance_options_;
  const PolygonAxes<Set> axes_;
};

}  // namespace abut::detail
