/// The nearest points of simplices, four pairs at a time, in float: segments in 2D, triangles in 3D.
///
/// Reference: C. Ericson, "Real-Time Collision Detection" (2005), 5.1.5 and 5.1.9: two triangles that are apart are
/// nearest between two edges, or between a vertex and a face. Departure: nothing is decided by signs. Every candidate
/// is a pair of points of the simplices, whatever its parameters are, and the shortest vector w between such points is
/// kept. So |w| bounds the distance from above, and
///     (min w.b - max w.a) / |w|   over the vertices a of A, b of B
/// from below, for any w. Where the search is wrong, as for slivers, or for triangles that pierce one another, the
/// bounds are merely far apart.
///
/// The rounding, with v = 2^-24 and lengths L = |t| + r_a + r_b (see bvh/pair_bounds.hpp): a coordinate of A is off by
/// 1 v r_a; one of B by 1 for its own rounding, 1 for the matrix and 3 for the product, times 1.75 for the row of the
/// matrix, by 1 for t and 1.75 for the sum: 10.5 v r_b + 2 v |t|. Vectors are off by 1.75 times that: 19 v L.
/// - Heights are off by 3 v of 1.75 L, their difference by 1 v of it, the root and the quotient by 3.5: 32 v L in all.
/// - w is a difference of vertices, off by 1.75 v L, plus two products with edges, off by 2 v of 3.5 L, and two sums,
///   off by 10.5 v L; its length by 2.5 v of 1.75 L: 43 v L in all. Weights are in [0, 1] exactly; the sum of two may
///   exceed 1 by 1 v, which is 3.5 v L more.
/// The slack is 64 v L.
#pragma once

#include <abut/detail/bvh/node.hpp>
#include <abut/detail/numeric/float4_vec.hpp>
#include <abut/detail/numeric/rounding.hpp>

namespace abut::detail {

/// What rounding may add to a bound, in units of all lengths that enter.
inline constexpr double simplex_slack = 0x1p-18;

/// Four segments or triangles side by side.
template <int D>
struct Simplices {
  Float4Vec<D> vertex[D];

  ABUT_INLINE static Simplices of(const BvhLeaf<D>& leaf) {
    Simplices s;
    for (int k = 0; k < D; ++k) {
      for (int i = 0; i < D; ++i) s.vertex[k].x[i] = Float4::of(leaf.vertex[k][i]);
    }
    return s;
  }
  /// The simplex of one lane in all lanes.
  ABUT_INLINE Simplices spread(int lane) const {
    Simplices s;
    for (int k = 0; k < D; ++k) s.vertex[k] = vertex[k].spread(lane);
    return s;
  }
};

/// The edges of four simplices, and what the products with them need.
template <int D>
struct SimplexEdges {
  static constexpr int count = D == 2 ? 1 : 3;
  Float4Vec<D> along[count];  ///< from vertex i to vertex i + 1
  Float4 squared[count], inverse[count];

  ABUT_INLINE explicit SimplexEdges(const Simplices<D>& s) {
    const Float4 one = Float4::all(1);
    for (int i = 0; i < count; ++i) {
      along[i] = s.vertex[(i + 1) % D] - s.vertex[i];
      squared[i] = dot(along[i], along[i]);
      inverse[i] = one / squared[i];
    }
  }
};

/// The shortest vector from A to B that was found, in each lane.
template <int D>
struct ShortestVectors {
  Float4Vec<D> w = Float4Vec<D>::all({});
  Float4 squared = Float4::all(largest<float>);

  /// NaN is not shorter than anything.
  ABUT_INLINE void offer(const Float4Vec<D>& v) {
    const Float4 s = dot(v, v);
    w = where_less(s, squared, v, w);
    squared = where_less(s, squared, s, squared);
  }
};

/// Between 0 and 1; 0 for NaN.
ABUT_INLINE Float4 clamped(Float4 x) { return smaller(larger(x, Float4::all(0)), Float4::all(1)); }

/// Offers the shortest vectors between edges. Parallel and degenerate ones give NaN on the way, which becomes 0.
template <int D>
ABUT_NO_INLINE void offer_edges(const Simplices<D>& a, const SimplexEdges<D>& edges_a, const Simplices<D>& b,
                                const SimplexEdges<D>& edges_b, ShortestVectors<D>& shortest) {
  for (int i = 0; i < SimplexEdges<D>::count; ++i) {
    const Float4Vec<D>& d = edges_a.along[i];
    for (int k = 0; k < SimplexEdges<D>::count; ++k) {
      const Float4Vec<D>&e = edges_b.along[k], r = b.vertex[k] - a.vertex[i];
      const Float4 dr = dot(d, r), er = dot(e, r), de = dot(d, e);
      const Float4 area = edges_a.squared[i] * edges_b.squared[k] - de * de;
      const Float4 s = clamped((dr * edges_b.squared[k] - de * er) / area);
      const Float4 t = clamped((de * s - er) * edges_b.inverse[k]);
      const Float4 s_again = clamped((de * t + dr) * edges_a.inverse[i]);
      shortest.offer((r + e * t) - d * s_again);
    }
  }
}

/// The weights of the point of triangles that is nearest to a point of their planes.
struct FaceWeights {
  Float4 d00, d01, d11, inverse;

  ABUT_INLINE explicit FaceWeights(const SimplexEdges<3>& edges)
      : d00(edges.squared[0]), d01(Float4::all(0) - dot(edges.along[0], edges.along[2])), d11(edges.squared[2]) {
    inverse = Float4::all(1) / (d00 * d11 - d01 * d01);
  }
};

/// Offers the vectors from the faces of triangles to points that project into them; `to_point` is 1 or -1.
ABUT_INLINE void offer_face(const Simplices<3>& s, const SimplexEdges<3>& edges, const FaceWeights& f,
                            const Float4Vec<3>& point, Float4 to_point, ShortestVectors<3>& shortest) {
  const Float4 zero = Float4::all(0), one = Float4::all(1);
  const Float4Vec<3> r = point - s.vertex[0];
  const Float4 along_0 = dot(r, edges.along[0]), along_1 = zero - dot(r, edges.along[2]);
  const Float4 p = clamped((f.d11 * along_0 - f.d01 * along_1) * f.inverse);
  const Float4 q = smaller(clamped((f.d00 * along_1 - f.d01 * along_0) * f.inverse), one - p);
  shortest.offer((r - (edges.along[0] * p - edges.along[2] * q)) * to_point);
}

/// Offers the vectors between the vertices of either and the faces of the other.
ABUT_NO_INLINE inline void offer_faces(const Simplices<3>& a, const SimplexEdges<3>& edges_a, const Simplices<3>& b,
                                       const SimplexEdges<3>& edges_b, ShortestVectors<3>& shortest) {
  const FaceWeights of_a(edges_a), of_b(edges_b);
  for (int k = 0; k < 3; ++k) {
    offer_face(a, edges_a, of_a, b.vertex[k], Float4::all(1), shortest);
    offer_face(b, edges_b, of_b, a.vertex[k], Float4::all(-1), shortest);
  }
}

/// Offers the vectors from simplices to a point.
template <int D>
ABUT_NO_INLINE void offer_point(const Simplices<D>& s, const SimplexEdges<D>& edges, const Float4Vec<D>& point,
                                ShortestVectors<D>& shortest) {
  for (int i = 0; i < SimplexEdges<D>::count; ++i) {
    const Float4Vec<D> r = point - s.vertex[i];
    shortest.offer(r - edges.along[i] * clamped(dot(r, edges.along[i]) * edges.inverse[i]));
  }
  if constexpr (D == 3) offer_face(s, edges, FaceWeights(edges), point, Float4::all(1), shortest);
}

template <int D>
ABUT_INLINE Float4 height_above(const Simplices<D>& a, Float4 low, const ShortestVectors<D>& s) {
  Float4 high = dot(s.w, a.vertex[0]);
  for (int k = 1; k < D; ++k) high = larger(dot(s.w, a.vertex[k]), high);
  return where_less(Float4::all(0x1p-100F), s.squared, (low - high) / square_root(s.squared), Float4::all(-1));
}

/// Lower bounds of the distances, slack not yet taken off. Where w is so short that its square might underflow, and
/// that rounding exceeds it by far, a negative number.
template <int D>
ABUT_INLINE Float4 height_between(const Simplices<D>& a, const Simplices<D>& b, const ShortestVectors<D>& s) {
  Float4 low = dot(s.w, b.vertex[0]);
  for (int k = 1; k < D; ++k) low = smaller(dot(s.w, b.vertex[k]), low);
  return height_above(a, low, s);
}
/// The same for a point.
template <int D>
ABUT_INLINE Float4 height_to_point(const Simplices<D>& a, const Float4Vec<D>& point, const ShortestVectors<D>& s) {
  return height_above(a, dot(s.w, point), s);
}

}  // namespace abut::detail
