/// The depth of two convex polygons of a few vertices: along the normal of an edge.
///
/// B - A is a polygon too, and its edges are those of A and B, so that the depth of polygons that overlap is the least,
/// over all edges, of how far the other polygon reaches below the line of an edge. All edges are compared with all
/// vertices in double: the upper bound of the depth needs one edge, the lower bound needs all of them.
///
/// Guarantee: lower <= true depth <= upper. Vertices are rotated into the frame of the edges. In units of u, the
/// relative rotation is off by 11 (4 for each matrix, 3 for their product), a rotated vertex by 3 more of its length,
/// the vector between the origins by 8 of its length, their sum by 1, and a height by 6 of everything that it is made
/// of: 2 for the normal, 4 for two products with it and their difference. That is less than 24 of the size.
#pragma once

#include <abut/detail/closed_form/polygon_polygon.hpp>
#include <abut/detail/epa/epa.hpp>

namespace abut::detail {

/// The lowest vertices of one polygon below the lines of all edges of another.
class EdgeDepths {
 public:
  static constexpr std::size_t most = 4 * most_compared;

  /// `place`: from the frame of the other polygon into that of the edges.
  template <class Place>
  EdgeDepths(const FacePlanes<2>& own, const FacePlanes<2>& other, Place place)
      : own_(own.faces), count_(4 * own.count), others_(4 * other.count) {
    for (std::size_t k = 0; k < others_; ++k) {
      const Vec2d x = place(other.faces[k].corner);
      x_[k] = x.x;
      y_[k] = x.y;
    }
  }

  /// How far the other polygon reaches below an edge at `corner`; negative if it is above.
  ABUT_INLINE double depth_below(std::size_t edge, const Vec2d& corner) const {
    const Vec2d& n = own_[edge].normal;
    const Double2 nx = both(n.x), ny = both(n.y);
    Double2 lowest = height(nx, ny, 0);
    for (std::size_t k = 2; k < others_; k += 2) lowest = smaller(ScalarPair{height(nx, ny, k)}, ScalarPair{lowest}).ab;
    return dot(n, corner) - (lowest[0] < lowest[1] ? lowest[0] : lowest[1]);
  }

  /// The lowest vertex below an edge.
  std::size_t lowest_below(std::size_t edge) const {
    const Vec2d& n = own_[edge].normal;
    std::size_t lowest = 0;
    for (std::size_t k = 1; k < others_; ++k) {
      if (n.x * x_[k] + n.y * y_[k] < n.x * x_[lowest] + n.y * y_[lowest]) lowest = k;
    }
    return lowest;
  }

  std::size_t count() const { return count_; }

 private:
  ABUT_INLINE Double2 height(Double2 nx, Double2 ny, std::size_t k) const {
    return nx * Double2{x_[k], x_[k + 1]} + ny * Double2{y_[k], y_[k + 1]};
  }

  const FacePlane<2>* own_;
  std::size_t count_, others_;
  double x_[most], y_[most];
};

template <class Set>
class PolygonDepth {
 public:
  PolygonDepth(const Set& set, const GjkLimits& limits, const FacePlanes<2>& a, const FacePlanes<2>& b)
      : set_(set), limits_(limits), a_(a), b_(b) {}

  /// Finds the depth and its points. False if the polygons are not deep, by more than rounding, or if no points are
  /// above each other.
  bool find(EpaResult<2>& r) {
    compare();
    const double error = 24 * unit_roundoff * limits_.size;
    r.lower = depth_ - error;
    r.upper = depth_ + error;
    if (!(r.lower > 0) || !(2 * error <= limits_.contract_width)) return false;
    r.depth = depth_;
    r.unique_normal = !has_rival(r.upper + error);
    r.status = Status::converged;
    return of_a_ ? edge_vertex<true>(a_, b_).find_deepest(depth_, 2 * error, r)
                 : edge_vertex<false>(b_, a_).find_deepest(depth_, 2 * error, r);
  }

 private:
  void compare() {
    const MatrixPair<2>& m = set_.matrices();
    const double ca = m.entry(0, 0).a(), sa = m.entry(1, 0).a(), cb = m.entry(0, 0).b(), sb = m.entry(1, 0).b();
    const double c = ca * cb + sa * sb, s = ca * sb - sa * cb;
    const VecPair<2> t = m.to_local(set_.translation());
    const Vec2d ta = t.a(), tb = t.b();
    const EdgeDepths below_a(a_, b_, [&](const Vec2d& corner) {
      const Vec2d x = set_.scaled(corner);
      return Vec2d{c * x.x - s * x.y, s * x.x + c * x.y} + ta;
    });
    const EdgeDepths below_b(b_, a_, [&](const Vec2d& corner) {
      const Vec2d x = set_.scaled(corner);
      return Vec2d{c * x.x + s * x.y, c * x.y - s * x.x} - tb;
    });
    cosine_ = c;
    sine_ = s;
    depth_ = infinity<double>;
    take(below_a, a_, true, depths_a_);
    take(below_b, b_, false, depths_b_);
    vertex_ = of_a_ ? below_a.lowest_below(edge_) : below_b.lowest_below(edge_);
  }

  ABUT_INLINE void take(const EdgeDepths& below, const FacePlanes<2>& own, bool of_a,
                        double (&depths)[EdgeDepths::most]) {
    for (std::size_t i = 0; i < below.count(); ++i) {
      depths[i] = below.depth_below(i, set_.scaled(own.faces[i].corner));
      if (!(depths[i] < depth_)) continue;
      depth_ = depths[i];
      edge_ = i;
      of_a_ = of_a;
    }
  }

  /// Whether another edge is at most this deep whose normal differs by far more than rounding rotates it.
  bool has_rival(double most) const {
    const Vec2d n = (of_a_ ? a_ : b_).faces[edge_].normal;
    // The normal as edges of the other polygon have it.
    const Vec2d across = of_a_ ? Vec2d{cosine_ * n.x + sine_ * n.y, cosine_ * n.y - sine_ * n.x} * -1.0
                               : Vec2d{cosine_ * n.x - sine_ * n.y, sine_ * n.x + cosine_ * n.y} * -1.0;
    return has_rival(a_, depths_a_, of_a_ ? n : across, most) || has_rival(b_, depths_b_, of_a_ ? across : n, most);
  }
  static bool has_rival(const FacePlanes<2>& planes, const double* depths, const Vec2d& n, double most) {
    for (std::size_t i = 0; i < 4 * planes.count; ++i) {
      if (depths[i] <= most && dot(planes.faces[i].normal, n) < Polytope<2>::same_direction) return true;
    }
    return false;
  }

  template <bool of_a>
  EdgeVertexPair<Set, of_a> edge_vertex(const FacePlanes<2>& own, const FacePlanes<2>& other) const {
    return EdgeVertexPair<Set, of_a>(set_, limits_, own, other, edge_, vertex_);
  }

  const Set& set_;
  const GjkLimits& limits_;
  const FacePlanes<2>&a_, &b_;
  double depth_ = 0, cosine_ = 1, sine_ = 0;
  bool of_a_ = true;
  std::size_t edge_ = 0, vertex_ = 0;
  double depths_a_[EdgeDepths::most], depths_b_[EdgeDepths::most];
};

}  // namespace abut::detail
