/// Simplices of one to D + 1 vertices and the origin: which feature of them is nearest?
///
/// There are two solvers. `nearest_with_newest` serves the search of GJK: it knows that the newest vertex belongs to
/// the answer, considers only the features around that vertex (gjk/closest_feature.hpp), and returns a direction
/// perpendicular to the nearest one. `nearest_point` serves the proof, and every query for the closest point of a
/// segment, triangle or tetrahedron: it considers every feature and keeps the nearest point whose weights are all
/// positive, so that it returns a convex combination of the vertices whatever rounding did to a sign.
///
/// Features are named by bit masks: bit i is set if vertex i belongs to it.
///
/// Reference and departure: as in gjk/closest_feature.hpp.
#pragma once

#include <abut/detail/gjk/closest_feature.hpp>
#include <abut/detail/numeric/triangle_normal.hpp>

#include <bit>

namespace abut::detail {

/// The vertices of a feature.
template <int D>
struct FeatureVertices {
  Vec<double, D> w[D + 1];
  int index[D + 1];
  int count = 0;

  FeatureVertices(const Vec<double, D>* all, int n, unsigned mask) {
    for (int i = 0; i < n; ++i) {
      if ((mask >> i & 1U) == 0) continue;
      w[count] = all[i];
      index[count++] = i;
    }
  }
};

// --- The search ---

/// e x (a x e): the part of a perpendicular to e, times |e|^2. The nearer one of the ends a and b is taken; its product
/// has the smaller error.
template <int D>
ABUT_INLINE Vec<double, D> away_from_edge(const Vec<double, D>& a, const Vec<double, D>& b) {
  const Vec<double, D> e = b - a;
  const Vec<double, D>& nearer = norm_squared(a) <= norm_squared(b) ? a : b;
  return cross(e, cross(nearer, e));
}

/// The normal of the plane through a, b and c that points away from the origin.
inline Vec3d away_from_face(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d n = triangle_normal(a, b, c);
  return dot(n, a) < 0 ? -n : n;
}

/// The feature `mask` of the simplex w[0] ... w[n-1] with its direction.
template <int D>
Feature<D> feature_of(const Vec<double, D>* w, int n, unsigned mask) {
  const FeatureVertices<D> part(w, n, mask);
  if (part.count == 1) return {mask, part.w[0]};
  if (part.count == 2) return {mask, away_from_edge(part.w[0], part.w[1])};
  if constexpr (D == 3) {
    if (part.count == 3) return {mask, away_from_face(part.w[0], part.w[1], part.w[2])};
  }
  return {mask, {}};
}

/// The feature of the simplex w[0] ... w[n-1] that is nearest to the origin, among those that contain the newest vertex
/// w[n-1], with the robust direction of feature_of(). A full simplex (n = D + 1) whose mask has all bits set claims to
/// contain the origin.
template <int D>
Feature<D> nearest_with_newest(const Vec<double, D>* w, int n) {
  unsigned mask = 1;
  if (n == 2) mask = closest_feature_of<1>(w).nearest().mask;
  if (n == 3) mask = closest_feature_of<2>(w).nearest().mask;
  if constexpr (D == 3) {
    if (n == 4) mask = closest_feature_of<3>(w).nearest().mask;
  }
  return feature_of(w, n, mask);
}

// --- The proof ---

/// A point of a simplex as a convex combination: weight[i] > 0 for the bits i of the mask, 0 elsewhere, sum 1.
template <int D>
struct SimplexPoint {
  unsigned mask = 0;
  double weight[D + 1] = {};
  Vec<double, D> p{};
  double squared = 0;  ///< |p|^2
};

/// Two values of |p|^2 whose ratio is below this may differ by rounding alone: D products and sums.
inline constexpr double indistinguishable = 1 + 0x1p-51;

/// p and |p|^2 from the weights.
template <int D>
void combine(const Vec<double, D>* w, int n, SimplexPoint<D>& s) {
  s.p = {};
  for (int i = 0; i < n; ++i) {
    if ((s.mask >> i & 1U) != 0) s.p += w[i] * s.weight[i];
  }
  s.squared = norm_squared(s.p);
}

// Unnormalized weights of the point p nearest to the origin on the line, plane or space of a feature: on an edge
// lengths, on a triangle areas, in a tetrahedron volumes, each computed from the edges around it and by itself, so that
// a small weight keeps its digits. If not all of them are positive, the nearest point of the simplex lies on a smaller
// feature, or this one has no extent; nothing is divided before that is known.

template <int D>
ABUT_INLINE void edge_weights(const Vec<double, D>& a, const Vec<double, D>& b, double* x) {
  const Vec<double, D> e = b - a;
  x[0] = dot(b, e);
  x[1] = -dot(a, e);
}

template <int D>
ABUT_INLINE void triangle_weights(const Vec<double, D>& a, const Vec<double, D>& b, const Vec<double, D>& c,
                                  double* x) {
  const Vec<double, D> ab = b - a, bc = c - b, ca = a - c;
  const auto n = cross(ab, bc);
  x[0] = dot(n, cross(b, bc));
  x[1] = dot(n, cross(c, ca));
  x[2] = dot(n, cross(a, ab));
}

ABUT_INLINE void tetrahedron_weights(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d, double* x) {
  const Vec3d e0 = b - a, e1 = c - a, e2 = d - a;
  const double sign = dot(e0, cross(e1, e2)) < 0 ? -1 : 1;
  x[0] = dot(b, cross(c - b, d - b)) * sign;
  x[1] = -dot(a, cross(e1, e2)) * sign;
  x[2] = -dot(a, cross(e2, e0)) * sign;
  x[3] = -dot(a, cross(e0, e1)) * sign;
}

/// The point of the whole simplex w(0) ... w(N-1) that is nearest to the origin; the mask is 0 if it is not in the
/// interior.
template <int D, int N, class At>
ABUT_INLINE SimplexPoint<D> interior_point_of(At w) {
  double x[D + 1] = {1};
  if constexpr (N == 2) edge_weights(w(0), w(1), x);
  if constexpr (N == 3) triangle_weights(w(0), w(1), w(2), x);
  if constexpr (N == 4) tetrahedron_weights(w(0), w(1), w(2), w(3), x);
  double sum = 0;
  bool inside = true;
  for (int i = 0; i < N; ++i) {
    inside = inside & (x[i] > 0);
    sum += x[i];
  }
  SimplexPoint<D> s;
  if (!inside) return s;
  s.mask = (1U << N) - 1;
  for (int i = 0; i < N; ++i) {
    s.weight[i] = x[i] / sum;
    s.p += w(i) * s.weight[i];
  }
  s.squared = norm_squared(s.p);
  return s;
}

template <int D, class At>
ABUT_INLINE SimplexPoint<D> interior_point(At w, int n) {
  if (n == 1) return interior_point_of<D, 1>(w);
  if (n == 2) return interior_point_of<D, 2>(w);
  if constexpr (D == 3) {
    if (n == 4) return interior_point_of<D, 4>(w);
  }
  return interior_point_of<D, 3>(w);
}

/// The same for the feature `mask`.
template <int D>
SimplexPoint<D> interior_point(const Vec<double, D>* w, int n, unsigned mask) {
  const FeatureVertices<D> part(w, n, mask);
  const SimplexPoint<D> s = interior_point<D>([&part](int i) { return part.w[i]; }, part.count);
  if (s.mask == 0) return s;
  SimplexPoint<D> spread{.mask = mask, .p = s.p, .squared = s.squared};
  for (int i = 0; i < part.count; ++i) spread.weight[part.index[i]] = s.weight[i];
  return spread;
}

/// Solves for the weights once more with p in place of the origin's distance: on needles the first weights are off by
/// far more than a rounding, and p.e = 0 for every edge e of the feature is the condition they miss. The step is taken
/// only if it leaves the weights positive and p no further away, or by no more than `slack`, a length: it can not
/// invalidate a proof.
template <int D>
void refine(const Vec<double, D>* w, int n, SimplexPoint<D>& s, double slack = 0) {
  const FeatureVertices<D> part(w, n, s.mask);
  double step[D + 1] = {};
  if (part.count == 2) {
    const Vec<double, D> e = part.w[1] - part.w[0];
    step[1] = -dot(s.p, e) / norm_squared(e);
  } else if (part.count == 3) {
    const Vec<double, D> e = part.w[1] - part.w[0], f = part.w[2] - part.w[0];
    const auto normal = cross(e, f);  // not the Gram matrix: its condition is the square of the triangle's
    step[1] = -dot(normal, cross(s.p, f)) / norm_squared(normal);
    step[2] = -dot(normal, cross(e, s.p)) / norm_squared(normal);
  } else if constexpr (D == 3) {
    if (part.count != 4) return;
    const Vec3d e = part.w[1] - part.w[0], f = part.w[2] - part.w[0], g = part.w[3] - part.w[0];
    const double volume = dot(e, cross(f, g));
    step[1] = -dot(s.p, cross(f, g)) / volume;
    step[2] = -dot(s.p, cross(g, e)) / volume;
    step[3] = -dot(s.p, cross(e, f)) / volume;
  }
  step[0] = -(step[1] + step[2] + (D == 3 ? step[D] : 0));

  SimplexPoint<D> t = s;
  double sum = 0;
  for (int i = 0; i < part.count; ++i) {
    double& x = t.weight[part.index[i]];
    x += step[i];
    if (!(x > 0)) return;  // also if a determinant was zero
    sum += x;
  }
  for (int i = 0; i < part.count; ++i) t.weight[part.index[i]] /= sum;
  combine(w, n, t);
  const bool nearer = t.squared <= s.squared * indistinguishable;
  if (nearer || square_root(t.squared) <= square_root(s.squared) + slack) s = t;
}

/// The same along the longest edge alone. If the triangle is a needle and the origin far from it, the areas above do
/// not determine where along the needle p is; its edge does.
template <int D>
void slide(const Vec<double, D>* w, int n, SimplexPoint<D>& s, double slack) {
  int from = 0, to = 0;
  Vec<double, D> longest;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const bool both = (s.mask >> i & s.mask >> j & 1U) != 0;
      if (!both || !(norm_squared(w[i] - w[j]) > norm_squared(longest))) continue;
      from = j;
      to = i;
      longest = w[i] - w[j];
    }
  }
  const double step = -dot(s.p, longest) / norm_squared(longest);
  SimplexPoint<D> t = s;
  t.weight[to] += step;
  t.weight[from] -= step;
  if (!(t.weight[to] > 0 && t.weight[from] > 0)) return;  // also if there is no edge
  double sum = 0;
  for (const double x : t.weight) sum += x;
  for (double& x : t.weight) x /= sum;  // the upper bound relies on a sum of 1
  combine(w, n, t);
  if (square_root(t.squared) <= square_root(s.squared) + slack) s = t;
}

/// The direction of s.p without its component along the longest edge of its feature. On a needle within 10^-9 of the
/// origin, the cross product of its edges and p itself are both off by 10^-7, mostly along the needle; this is off by
/// rounding.
template <int D>
Vec<double, D> straightened(const Vec<double, D>* w, int n, const SimplexPoint<D>& s) {
  const FeatureVertices<D> part(w, n, s.mask);
  Vec<double, D> longest;
  for (int i = 1; i < part.count; ++i) {
    for (int j = 0; j < i; ++j) {
      const Vec<double, D> e = part.w[i] - part.w[j];
      if (norm_squared(e) > norm_squared(longest)) longest = e;
    }
  }
  const double length2 = norm_squared(longest);
  return length2 > 0 ? s.p - longest * (dot(s.p, longest) / length2) : s.p;
}

/// The point of the simplex w[0] ... w[n-1] nearest to the origin, over all its features of at most `largest` vertices:
/// vertices, then edges, triangles, the tetrahedron. A larger feature is chosen only if its point is strictly nearer.
template <int D>
SimplexPoint<D> nearest_point(const Vec<double, D>* w, int n, int largest) {
  constexpr unsigned by_dimension[] = {0b0001, 0b0010, 0b0100, 0b1000, 0b0011, 0b0101, 0b1001, 0b0110,
                                       0b1010, 0b1100, 0b0111, 0b1011, 0b1101, 0b1110, 0b1111};
  SimplexPoint<D> best;
  for (const unsigned mask : by_dimension) {
    if (mask >> n != 0 || std::popcount(mask) > largest) continue;
    const SimplexPoint<D> s = interior_point(w, n, mask);
    if (s.mask != 0 && (best.mask == 0 || s.squared < best.squared)) best = s;
  }
  return best;
}

/// By how far the plane through s.p and perpendicular to it lies beyond a vertex of the simplex, times |s.p|: 0 if s.p
/// is the nearest point of all.
template <int D>
double overshoot(const Vec<double, D>* w, int n, const SimplexPoint<D>& s) {
  double most = 0;
  for (int i = 0; i < n; ++i) {
    const double behind = dot(s.p, s.p - w[i]);
    if (behind > most) most = behind;
  }
  return most;
}

/// The same point as nearest_point() gives, but of all features whose points are as near, up to rounding, that of the
/// plane which overshoots the vertices least. A vertex next to the foot of the perpendicular is further away in second
/// order only, and its direction is off in first order.
template <int D>
SimplexPoint<D> nearest_aligned_point(const Vec<double, D>* w, int n, int refinements) {
  SimplexPoint<D> best = nearest_point(w, n, n);
  for (int i = 0; i < refinements; ++i) refine(w, n, best);
  const double most = best.squared * indistinguishable;
  double least = overshoot(w, n, best);
  for (unsigned mask = 1; mask >> n == 0; ++mask) {
    SimplexPoint<D> s = interior_point(w, n, mask);
    for (int i = 0; i < refinements && s.mask != 0; ++i) refine(w, n, s);
    // Written so that a point that is not a number, of a support function that contradicts itself, is left out.
    if (s.mask == 0 || !(s.squared <= most) || !(overshoot(w, n, s) < least)) continue;
    best = s;
    least = overshoot(w, n, s);
  }
  return best;
}

}  // namespace abut::detail
