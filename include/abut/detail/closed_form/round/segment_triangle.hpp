/// A triangle in 3D as the other shape of segment_nearest.hpp: the region of its plane that x is above tells the
/// feature nearest to x. Degenerate triangles are triangles; where rounding takes the wrong region, the bounds do not
/// meet.
///
/// Reference: C. Ericson, "Real-Time Collision Detection" (2005), 5.1.5. Departure: all products are those of two edges
/// with each other, which are computed once, and with x.
#pragma once

#include <abut/detail/closed_form/round/segment_nearest.hpp>

namespace abut::detail {

/// Everything is relative to vertex 0.
class TriangleSolid {
 public:
  static constexpr int D = 3;
  using V = Vec3d;
  static constexpr bool foot_is_exact = false;

  /// The vertices of the feature, as bits.
  struct Foot {
    V off{};
    unsigned feature = 0;
    double weight_1 = 0, weight_2 = 0;
    static bool is_inside() { return false; }
  };

  ABUT_INLINE TriangleSolid(const V& a, const V& b, const V& c)
      : origin_(a),
        b_(b - a),
        c_(c - a),
        normal_(cross(b_, c_)),
        bb_(norm_squared(b_)),
        bc_(dot(b_, c_)),
        cc_(norm_squared(c_)),
        nn_(norm_squared(normal_)),
        reach_(square_root(bb_ > cc_ ? bb_ : cc_)) {}

  const V& origin() const { return origin_; }
  V middle() const { return (b_ + c_) * 0.3125; }  // near enough

  double reach() const { return reach_; }
  /// Of the highest vertex.
  ABUT_INLINE double height_along(const V& v) const {
    const double b = dot(v, b_), c = dot(v, c_), most = b > c ? b : c;
    return most > 0 ? most : 0;
  }

  ABUT_INLINE Foot foot(const V& x) const {
    const double xb = dot(x, b_), xc = dot(x, c_);
    if (xb <= 0 && xc <= 0) return at_vertex(1U, x);
    const double b_to_b = xb - bb_, b_to_c = xc - bc_;  // from vertex 1
    if (b_to_b >= 0 && b_to_c <= b_to_b) return at_vertex(2U, x);
    const double c_to_b = xb - bc_, c_to_c = xc - cc_;  // from vertex 2
    if (c_to_c >= 0 && c_to_b <= c_to_c) return at_vertex(4U, x);
    const double of_2 = area(xb * b_to_c, b_to_b * xc, b_, x);
    if (of_2 <= 0 && xb >= 0 && b_to_b <= 0) return at_edge(3U, x);
    const double of_1 = area(c_to_b * xc, xb * c_to_c, x, c_);
    if (of_1 <= 0 && xc >= 0 && c_to_c <= 0) return at_edge(5U, x);
    const double of_0 = area(b_to_b * c_to_c, c_to_b * b_to_c, b_ - x, c_ - x);
    if (of_0 <= 0 && b_to_c >= b_to_b && c_to_b >= c_to_c) return at_edge(6U, x);
    const double over = 1 / (of_0 + of_1 + of_2);
    return {.off = normal_ * (dot(normal_, x) / nn_), .feature = 7U, .weight_1 = of_1 * over, .weight_2 = of_2 * over};
  }

  // A triangle has no inside.
  static Foot entry(const SegmentInFrame<3>&, bool, double&) { return {}; }
  static double height(const SegmentInFrame<3>&, V&) { return infinity<double>; }

  Foot foot_on(const Foot& f, const V& x) const {
    return f.feature == 3U || f.feature == 5U || f.feature == 6U ? at_edge(f.feature, x) : at_vertex(f.feature, x);
  }
  static bool has_same_feature(const Foot& f, const Foot& g) { return f.feature == g.feature; }

  static bool is_face(const Foot& f) { return f.feature == 7U; }
  /// On the face, the nearest point becomes the combination of the vertices that the upper bound is about.
  ABUT_INLINE void settle(Foot& f, const V& x) const {
    if (is_face(f)) f.off = x - (b_ * f.weight_1 + c_ * f.weight_2);
  }
  /// Moves the point in the face to the foot of the perpendicular once more. False if that is beyond an edge.
  bool refine(Foot& f, const V& x) const {
    const double along_b = dot(f.off, b_), along_c = dot(f.off, c_);
    f.weight_1 += (along_b * cc_ - along_c * bc_) / nn_;
    f.weight_2 += (along_c * bb_ - along_b * bc_) / nn_;
    settle(f, x);
    return f.weight_1 >= 0 && f.weight_2 >= 0 && f.weight_1 + f.weight_2 <= 1;
  }

  /// The square of the part of h across the feature.
  double rate(const Foot& f, const V& h) const {
    if (f.feature == 7U) {
      // The normal is off by less than 3 u of the product of the edges. Less than that is level.
      const double along = dot(normal_, h), level = 8 * unit_roundoff;
      return along * along > level * level * (bb_ * cc_ * norm_squared(h)) ? along * along / nn_ : 0;
    }
    const V e = edge(f.feature);
    const double squared = norm_squared(e), along = dot(e, h);
    return norm_squared(squared > 0 ? h - e * (along / squared) : h);
  }

  /// Makes v perpendicular to the feature, and to h.
  bool straighten(const Foot& f, const V& h, V& v) const {
    if (f.feature == 7U) {
      v = dot(v, normal_) < 0 ? -normal_ : normal_;
      return true;
    }
    const V e = edge(f.feature);
    const V n = cross(e, h);
    if (norm_squared(n) > 0) {
      v = dot(v, n) < 0 ? -n : n;
      return true;
    }
    return make_perpendicular(norm_squared(e) > 0 ? e : h, v);
  }

  /// How far the highest vertex is above the nearest point along v; with the rounding of products and sums, 4 u of both
  /// heights.
  ABUT_INLINE double rise(const Foot& f, const V& v) const {
    const double along_b = dot(v, b_), along_c = dot(v, c_), here = along_b * f.weight_1 + along_c * f.weight_2;
    const double most = along_b > along_c ? along_b : along_c;
    return (most > 0 ? most : 0) - here + 4 * unit_roundoff * (absolute(along_b) + absolute(along_c));
  }
  /// Of lengths of edges: both products with v (3 each), the nearest point (3), and the edges as differences of
  /// vertices (1).
  double rise_error() const { return 10 * unit_roundoff * reach_; }
  /// The weights, whose sum may exceed 1 by 4 u, two products and the difference, and the edges.
  double foot_error() const { return 8 * unit_roundoff * reach_; }

  static int ids(const Foot& f, VertexId* id) {
    int count = 0;
    for (int i = 0; i < 3; ++i) {
      id[count] = static_cast<VertexId>(i);
      count += static_cast<int>(f.feature >> i & 1U);
    }
    return count;
  }

  WeightedVertices vertices(const Foot& f) const {
    WeightedVertices r;
    const double weight[3] = {1 - (f.weight_1 + f.weight_2), f.weight_1, f.weight_2};
    for (int i = 0; i < 3; ++i) {
      if ((f.feature >> i & 1U) != 0) r.add(static_cast<VertexId>(i), weight[i]);
    }
    return r;
  }

 private:
  /// The difference of two products; where rounding leaves its sign open, the same area across the normal: in a needle
  /// the foot is then next to an edge, and the direction from the edge would be off in first order.
  ABUT_INLINE double area(double plus, double minus, const V& p, const V& q) const {
    const double quick = plus - minus;
    // Each product has two factors of 4 u, and rounds.
    return absolute(quick) > 16 * unit_roundoff * (absolute(plus) + absolute(minus)) ? quick : area_across(p, q);
  }
  ABUT_COLD double area_across(const V& p, const V& q) const { return dot(normal_, cross(p, q)); }

  static bool make_perpendicular(const V& e, V& v) {
    const double squared = norm_squared(e);
    if (!(squared > 0)) return false;
    v = v - e * (dot(v, e) / squared);
    return true;
  }

  /// The edge between two vertices; zero of one vertex.
  V edge(unsigned feature) const { return feature == 3U ? b_ : feature == 5U ? c_ : feature == 6U ? c_ - b_ : V{}; }

  ABUT_INLINE Foot at_vertex(unsigned vertex, const V& x) const {
    const double is_1 = vertex == 2U ? 1 : 0, is_2 = vertex == 4U ? 1 : 0;
    return {.off = x - (b_ * is_1 + c_ * is_2), .feature = vertex, .weight_1 = is_1, .weight_2 = is_2};
  }

  ABUT_INLINE Foot at_edge(unsigned feature, const V& x) const {
    const V e = edge(feature), from = feature == 6U ? x - b_ : x;
    const double along = dot(from, e) / norm_squared(e);
    const double t = along > 0 ? (along < 1 ? along : 1) : 0;  // 0 for NaN, of an edge without length
    const double weight_1 = feature == 6U ? 1 - t : feature == 3U ? t : 0, weight_2 = feature == 3U ? 0 : t;
    return {.off = from - e * t, .feature = feature, .weight_1 = weight_1, .weight_2 = weight_2};
  }

  V origin_, b_, c_, normal_;
  double bb_, bc_, cc_, nn_, reach_;
};

}  // namespace abut::detail
