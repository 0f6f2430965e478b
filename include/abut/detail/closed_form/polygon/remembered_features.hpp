/// The nearest points of two convex polygons from the features that were nearest before: an edge of one and a vertex of
/// the other, or two vertices.
///
/// The vertex is moved into the frame of the polygon that has the edge. Where it is over the edge, the normal of the
/// edge separates, otherwise the vector from the end of the edge. The vertices of both are support points along that
/// direction if it is between the normals of the edges that meet there: two signs for each, however many vertices there
/// are. A sign that is wrong tells which neighbor is nearer; after a few of those the search begins anew.
///
/// Reference: M. Lin and J. Canny, "A Fast Algorithm for Incremental Distance Calculation" (1991). Departure: the signs
/// prove the answer, and no walk goes far.
///
/// Guarantee: the features are proposals, and may be any numbers. In units of u, the relative rotation is off by 11,
/// and a rotated vertex by 3 more of its length, the vector between the origins by 8 of its length, their sum and the
/// difference from the edge by 1 each: 16 of the size. With the normal of an edge that is 24, as in polygon_axes.hpp,
/// and along a vector, whose length is off by 3 of it, 20. A sign counts if it exceeds 24: 11 and 3 of the rotation, 4
/// of direction and normal, and 3 of the product itself.
#pragma once

#include <abut/detail/closed_form/polygon/polygon_polygon.hpp>

namespace abut::detail {

/// The features of an answer: an edge of A or of B, by its first vertex, and a vertex of the other.
struct EdgeAndVertex {
  bool is_of_a;
  VertexId edge, vertex;
};

/// A polygon whose vertices are numbered as its edges.
class NumberedEdges {
 public:
  explicit NumberedEdges(const FacePlanes<2>& planes)
      : faces_(planes.faces), count_(planes.empty() ? 0 : planes.faces[4 * planes.count - 1].corners[0] + 1) {}

  const FacePlane<2>& operator[](VertexId i) const { return faces_[i]; }
  VertexId count() const { return count_; }
  VertexId before(VertexId i) const { return (i > 0 ? i : count_) - 1; }
  VertexId after(VertexId i) const { return i + 1 < count_ ? i + 1 : 0; }

 private:
  const FacePlane<2>* faces_;
  VertexId count_;
};

/// Set: a Difference with poses.
template <class Set>
class RememberedFeatures {
 public:
  ABUT_INLINE explicit RememberedFeatures(const Set& set)
      : set_(set), a_(bounding_planes(set.core_a()).planes), b_(bounding_planes(set.core_b()).planes) {}

  /// Finds the nearest points. False if the features in the cache, and those next to them, do not prove it.
  ABUT_INLINE bool find(const Cache<2>& cache, GjkResult<2>& r) const {
    EdgeAndVertex f{};
    if (!read(cache, f)) return false;
    for (int i = 0; i < most_steps; ++i) {
      if (prove(f, r)) return true;
      if (f.edge == no_vertex) return false;
    }
    return false;
  }

 private:
  using V = Vec2d;
  static constexpr double u = unit_roundoff;
  /// In frames that follow each other the nearest features are mostly the same, or the next ones.
  static constexpr int most_steps = 3;

  /// Two vertices count as an edge of A and a vertex of B.
  ABUT_INLINE bool read(const Cache<2>& cache, EdgeAndVertex& f) const {
    if (cache.count < 1 || cache.count > 2) return false;
    const VertexId a0 = cache.a[0], b0 = cache.b[0], a1 = cache.a[cache.count - 1], b1 = cache.b[cache.count - 1];
    f.is_of_a = b0 == b1;
    const NumberedEdges& own = f.is_of_a ? a_ : b_;
    const VertexId first = f.is_of_a ? a0 : b0, second = f.is_of_a ? a1 : b1;
    f.vertex = f.is_of_a ? b0 : a0;
    if (a0 >= a_.count() || b0 >= b_.count() || (!f.is_of_a && a0 != a1)) return false;
    f.edge = second < own.count() && own.after(second) == first ? second : first;
    return true;
  }

  /// If it fails, `f` is what to try next; its edge is no_vertex if there is nothing.
  ABUT_INLINE bool prove(EdgeAndVertex& f, GjkResult<2>& r) const {
    const NumberedEdges &own = f.is_of_a ? a_ : b_, &other = f.is_of_a ? b_ : a_;
    const ScalarPair cosines = set_.matrices().entry(0, 0), sines = set_.matrices().entry(1, 0);
    const double c0 = f.is_of_a ? cosines.a() : cosines.b(), s0 = f.is_of_a ? sines.a() : sines.b(),
                 c1 = f.is_of_a ? cosines.b() : cosines.a(), s1 = f.is_of_a ? sines.b() : sines.a();
    const double c = c0 * c1 + s0 * s1, s = c0 * s1 - s0 * c1;
    const V& apart = set_.translation();
    const V t = f.is_of_a ? apart : -apart, v = set_.scaled(other[f.vertex].corner);
    const V x = V{c * v.x - s * v.y, s * v.x + c * v.y} + V{c0 * t.x + s0 * t.y, c0 * t.y - s0 * t.x};
    const FacePlane<2>& edge = own[f.edge];
    const V first = set_.scaled(edge.corner), e = set_.scaled(own[edge.corners[1]].corner) - first, w = x - first;
    const double along = dot(w, e), squared = norm_squared(e);
    const bool is_over_edge = along >= 0 && along <= squared;
    const VertexId corner = along < 0 ? f.edge : edge.corners[1];
    V n = edge.normal, foot = along < 0 ? first : first + e;
    double length = dot(n, w);
    if (is_over_edge) {
      foot = x - n * length;
    } else {
      const V p = along < 0 ? w : w - e;
      length = square_root(norm_squared(p));
      n = p * (1 / length);
    }
    const double error = (is_over_edge ? 24 : 20) * u * set_.size();
    r.lower = length - error;
    if (!(r.lower > 0)) return end(f);
    // The direction against n, as the other polygon sees it, between the normals of the edges at its vertex.
    const V seen{-(c * n.x + s * n.y), s * n.x - c * n.y};
    if (!(cross(other[other.before(f.vertex)].normal, seen) > least_sign)) {
      f.vertex = other.before(f.vertex);
      return false;
    }
    if (!(cross(seen, other[f.vertex].normal) > least_sign)) {
      f.vertex = other.after(f.vertex);
      return false;
    }
    if (!is_over_edge) {
      // The edge has the corner at one end; n must be beyond its normal, and before that of the next edge there.
      const VertexId next = along < 0 ? own.before(f.edge) : corner;
      const double turn = cross(edge.normal, n), left = cross(n, own[next].normal);
      if (!((along < 0 ? -left : left) > least_sign)) {
        f.edge = next;
        return false;
      }
      if (!((along < 0 ? -turn : turn) > least_sign)) return end(f);
    }
    r.upper = length + (is_over_edge ? beside : 1) * error;
    r.distance = length;
    set_answer(f, is_over_edge ? edge.corners[0] : corner, is_over_edge ? edge.corners[1] : corner, n, foot, x, r);
    return true;
  }

  static bool end(EdgeAndVertex& f) {
    f.edge = no_vertex;
    return false;
  }

  /// In the frame of the polygon that has the edge: the normal, and the nearest points of this one and of the other.
  ABUT_INLINE void set_answer(const EdgeAndVertex& f, VertexId first, VertexId second, const V& n, const V& foot,
                              const V& x, GjkResult<2>& r) const {
    const ScalarPair cosines = set_.matrices().entry(0, 0), sines = set_.matrices().entry(1, 0);
    const double c = f.is_of_a ? cosines.a() : cosines.b(), s = f.is_of_a ? sines.a() : sines.b();
    const V t = f.is_of_a ? V{} : set_.translation(), world{c * n.x - s * n.y, s * n.x + c * n.y};
    const VecPair<2> points = rotate_each(ScalarPair::twice(c), ScalarPair::twice(s), foot, x) + VecPair<2>::of(t, t);
    r.status = Status::converged;
    r.normal = f.is_of_a ? world : -world;
    r.point_a = f.is_of_a ? points.a() : points.b();
    r.point_b = f.is_of_a ? points.b() : points.a();
    r.feature_count = first == second ? 1 : 2;
    for (int i = 0; i < 2; ++i) {
      const VertexId own = i == 0 ? first : second;
      r.feature_a[i] = f.is_of_a ? own : f.vertex;
      r.feature_b[i] = f.is_of_a ? f.vertex : own;
    }
  }

  static constexpr double least_sign = 24 * u;
  /// A vertex over an edge may be beside it, as in contact/polygon_manifold.hpp.
  static constexpr double beside = 1.25;

  const Set& set_;
  NumberedEdges a_, b_;
};

}  // namespace abut::detail
