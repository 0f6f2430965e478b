/// Which point of a shape is nearest to a given point?
///
/// For a segment, a triangle and a tetrahedron in closed form, with the Voronoi region the point lies in and the barycentric
/// weights; for every other shape through GJK, with proven bounds.
///
///     auto c = closest_point(Vec2f{2, 1}, Segment2f{.a = {0, 0}, .b = {1, 0}});   // c.point = (1, 0), c.region = 0b10
#pragma once

#include <abut/detail/gjk/closest_on_simplex.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/distance.hpp>
#include <abut/shapes.hpp>

namespace abut {

/// The nearest point of a simplex of N vertices.
template <Scalar T, int D, int N>
struct ClosestOnSimplex {
  Vec<T, D> point{};
  T distance = T(0);

  /// The feature the point lies on, named by the vertices that span it: bit 0 is a, bit 1 is b ... So 0b001 is the
  /// vertex a, 0b110 the edge bc. Its Voronoi region contains the query point. On a border between regions the feature of
  /// lower dimension is named; a triangle or tetrahedron without area or volume answers with an edge or a vertex.
  /// 0 if an argument is not finite.
  unsigned region = 0;

  /// point = sum of weight[i] * vertex[i]; none negative, zero outside the region, sum 1.
  T weight[N] = {};

  /// The query point lies in the simplex: in a triangle of the plane or a tetrahedron of space.
  bool inside = false;
};

namespace detail {

/// With the query point as origin. All arithmetic is in double, in the scale of the largest number, on coordinates relative to
/// the query point.
template <Scalar T, int D, int N>
ClosestOnSimplex<T, D, N> closest_on_simplex(const Vec<T, D>& q, const Vec<T, D> (&vertex)[N]) {
  bool finite = is_finite(q);
  double largest_number = double(max_abs(q)), extent = 0;
  for (const Vec<T, D>& v : vertex) {
    finite = finite && is_finite(v);
    largest_number = double(max_abs(v)) > largest_number ? double(max_abs(v)) : largest_number;
  }
  if (!finite) return {};

  const double down = largest_number > 0x1p1000 ? 0x1p-64 : 1.0;  // where a difference might overflow
  Vec<double, D> w[N];
  for (int i = 0; i < N; ++i) {
    w[i] = widen(vertex[i]) * down - widen(q) * down;
    extent = max_abs(w[i]) > extent ? max_abs(w[i]) : extent;
  }
  const double scale = extent > 0 ? inverse_power_of_two(extent) : 1.0;
  for (Vec<double, D>& x : w) x *= scale;

  SimplexPoint<D> s = nearest_point(w, N, N);
  refine(w, N, s);
  ClosestOnSimplex<T, D, N> r{.region = s.mask, .inside = N == D + 1 && s.mask == (1U << N) - 1};
  Vec<double, D> point;
  for (int i = 0; i < N; ++i) {
    point += widen(vertex[i]) * s.weight[i];
    r.weight[i] = narrow<T>(s.weight[i]);
  }
  r.point = vec_cast<T>(point);
  r.distance = narrow<T>(square_root(s.squared) / scale / down);
  return r;
}

}  // namespace detail

/// Of a segment, in closed form.
template <Scalar T, int D>
[[nodiscard]] ClosestOnSimplex<T, D, 2> closest_point(const Vec<T, D>& q, const Segment<T, D>& s) {
  return detail::closest_on_simplex(q, {s.a, s.b});
}

/// Of a triangle, in closed form.
template <Scalar T, int D>
[[nodiscard]] ClosestOnSimplex<T, D, 3> closest_point(const Vec<T, D>& q, const Triangle<T, D>& t) {
  return detail::closest_on_simplex(q, {t.a, t.b, t.c});
}

/// Of a tetrahedron, in closed form.
template <Scalar T>
[[nodiscard]] ClosestOnSimplex<T, 3, 4> closest_point(const Vec<T, 3>& q, const Tetrahedron<T, 3>& t) {
  return detail::closest_on_simplex(q, {t.a, t.b, t.c, t.d});
}

/// The nearest point of any shape.
template <Scalar T, int D>
struct ClosestPoint {
  Status status = Status::invalid_argument;
  Vec<T, D> point{};                 ///< the query point itself if it lies in the shape
  Vec<T, D> normal = axis<T, D>(0);  ///< unit vector from the shape to the query point; any if it lies in the shape
  T distance = T(0);
  T lower = T(0);  ///< lower <= true distance <= upper
  T upper = infinity<T>;
  bool inside = false;  ///< in the shape or on it, as far as rounding can tell
  int iterations = 0;
};

namespace detail {

/// From the distance between the shape (A) and the query point (B).
template <Scalar T, int D>
ClosestPoint<T, D> closest_point_from(const Vec<T, D>& q, const Distance<T, D>& d) {
  ClosestPoint<T, D> r{.status = d.status};
  if (d.status == Status::invalid_argument) return r;
  r.inside = d.distance == 0;
  r.point = r.inside ? q : d.point_a;
  r.normal = d.normal;
  r.distance = d.distance;
  r.lower = d.lower;
  r.upper = d.upper;
  r.iterations = d.iterations;
  return r;
}

template <Shape S>
ClosestPoint<ScalarOf<S>, dimension_of<S>> closest_point_in_place(const VectorOf<S>& q, const S& shape,
                                                                  const DistanceOptions<ScalarOf<S>>& options) {
  return closest_point_from(q, distance(shape, Point<ScalarOf<S>, dimension_of<S>>{q}, options));
}

/// A type-erased shape: compiled once.
template <class T, int D>
ClosestPoint<T, D> closest_point_of_ref(const Vec<T, D>& q, const RefOperand<T, D>& shape,
                                        const DistanceOptions<T>& options) {
  return with_shape(shape, [&](const auto& s) { return closest_point_in_place(q, s, options); });
}

#define ABUT_CLOSEST_POINT_QUERIES(WORDS, T, D) \
  WORDS ClosestPoint<T, D> closest_point_of_ref(const Vec<T, D>&, const RefOperand<T, D>&, const DistanceOptions<T>&);
ABUT_DECLARE_FOR_SPACES(ABUT_CLOSEST_POINT_QUERIES)

}  // namespace detail

/// Of any shape, by GJK, with proven bounds.
template <Shape S>
[[nodiscard]] ClosestPoint<ScalarOf<S>, dimension_of<S>> closest_point(
    const VectorOf<S>& q, const S& shape, const DistanceOptions<ScalarOf<S>>& options = {}) {
  if constexpr (detail::is_compiled<S, S>) {
    return detail::closest_point_of_ref(q, detail::ref_operand(shape), options);
  } else {
    return detail::closest_point_in_place(q, shape, options);
  }
}

}  // namespace abut
