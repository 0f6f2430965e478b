/// Which point of a shape is nearest to a given point?
///
///     auto c = closest_point(eye, place(crate, pose));   // c.lower <= true distance <= c.upper, c.point, c.inside
///
/// The answer is that of distance(), with its proven bounds. For a segment, a triangle or a tetrahedron there is a
/// second verb, which teaches: it returns the Voronoi region that the point lies in and the barycentric weights, in
/// closed form and without bounds.
///
///     auto c = closest_point_on_simplex(Vec2f{2, 1}, Segment2f{.a = {0, 0}, .b = {1, 0}});   // c.region = 0b10
#pragma once

#include <abut/detail/gjk/closest_on_simplex.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/distance.hpp>
#include <abut/operand.hpp>
#include <abut/shapes.hpp>

namespace abut {

/// The nearest point of a simplex of N vertices.
template <Scalar T, int D, int N>
struct ClosestOnSimplex {
  Vec<T, D> point{};  ///< of the simplex, nearest to the query point
  T distance = T(0);  ///< from the query point to `point`

  /// The feature that the point lies on, as a mask of the vertices that span it: bit 0 is a, bit 1 is b ... So 0b001 is
  /// the vertex a, 0b110 the edge bc. Its Voronoi region contains the query point. On a border between regions this is
  /// the feature of lower dimension; for a triangle without area or a tetrahedron without volume it is an edge or a
  /// vertex. It is 0 if an argument is not finite.
  unsigned region = 0;

  /// point = sum of weight[i] * vertex[i]. No weight is negative, those outside the region are zero, and the sum of all
  /// weights is 1.
  T weight[N] = {};

  /// Whether the query point lies in the simplex, which is a triangle in 2D or a tetrahedron in 3D.
  bool inside = false;
};

namespace detail {

/// The query point is the origin: all arithmetic is in double, on coordinates relative to it, scaled by the largest of
/// them.
template <Scalar T, int D, int N>
ClosestOnSimplex<T, D, N> closest_on_simplex(const Vec<T, D>& q, const Vec<T, D> (&vertex)[N]) {
  bool finite = is_finite(q);
  double largest_number = double(max_abs(q)), extent = 0;
  for (const Vec<T, D>& v : vertex) {
    finite = finite && is_finite(v);
    largest_number = double(max_abs(v)) > largest_number ? double(max_abs(v)) : largest_number;
  }
  if (!finite) return {};

  const double down = largest_number > 0x1p1000 ? 0x1p-64 : 1.0;  // a difference might overflow
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

/// The nearest point of a segment, in closed form.
template <Scalar T, int D>
[[nodiscard]] ClosestOnSimplex<T, D, 2> closest_point_on_simplex(const Vec<T, D>& q, const Segment<T, D>& s) {
  return detail::closest_on_simplex(q, {s.a, s.b});
}

/// The nearest point of a triangle, in closed form.
template <Scalar T, int D>
[[nodiscard]] ClosestOnSimplex<T, D, 3> closest_point_on_simplex(const Vec<T, D>& q, const Triangle<T, D>& t) {
  return detail::closest_on_simplex(q, {t.a, t.b, t.c});
}

/// The nearest point of a tetrahedron, in closed form.
template <Scalar T>
[[nodiscard]] ClosestOnSimplex<T, 3, 4> closest_point_on_simplex(const Vec<T, 3>& q, const Tetrahedron<T, 3>& t) {
  return detail::closest_on_simplex(q, {t.a, t.b, t.c, t.d});
}

/// The answer of closest_point(). Its bounds hold whatever the status is.
template <Scalar T, int D>
struct ClosestPoint {
  Status status = Status::invalid_argument;  ///< how the search ended
  Vec<T, D> point{};                         ///< the query point itself if it lies in the shape
  Vec<T, D> normal = detail::axis<T, D>(0);  ///< unit vector from the shape to the query point; arbitrary if inside
  T distance = T(0);                         ///< 0 if the query point lies in the shape
  T lower = T(0);                            ///< lower <= true distance <= upper
  T upper = detail::infinity<T>;
  bool inside = false;  ///< whether the query point is in the shape or on it, up to rounding
  int iterations = 0;   ///< support calls; 0 if the answer has a closed form
};

using ClosestPoint2f = ClosestPoint<float, 2>;
using ClosestPoint3f = ClosestPoint<float, 3>;
using ClosestPoint2d = ClosestPoint<double, 2>;
using ClosestPoint3d = ClosestPoint<double, 3>;

namespace detail {

/// Converts the distance between the shape (A) and the query point (B).
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
ClosestPoint<ScalarOf<S>, dimension_of<S>> closest_point_in_place(
    const VectorOf<S>& q, const S& shape, const DistanceOptions<ScalarOf<S>, dimension_of<S>>& options) {
  return closest_point_from(q, distance(shape, Point<ScalarOf<S>, dimension_of<S>>{q}, options));
}

/// The query of a type-erased shape, which is compiled once.
template <class T, int D>
ClosestPoint<T, D> closest_point_of_ref(const Vec<T, D>& q, const RefOperand<T, D>& shape,
                                        const DistanceOptions<T, D>& options) {
  return with_shape(shape, [&](const auto& s) { return closest_point_in_place(q, s, options); });
}

#define ABUT_CLOSEST_POINT_QUERIES(WORDS, T, D)                                            \
  WORDS ClosestPoint<T, D> closest_point_of_ref(const Vec<T, D>&, const RefOperand<T, D>&, \
                                                const DistanceOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_CLOSEST_POINT_QUERIES)

}  // namespace detail

/// The nearest point of an operand (operand.hpp), with proven bounds.
template <Operand S>
[[nodiscard]] ClosestPoint<ScalarOf<S>, dimension_of<S>> closest_point(
    const VectorOf<S>& q, const S& shape, const DistanceOptions<ScalarOf<S>, dimension_of<S>>& options = {}) {
  return detail::with_operand(shape, [&]<class A>(const A& a) {
    if constexpr (detail::AnyHalfSpace<A>) {
      return detail::closest_point_from(q, distance(a, Point<ScalarOf<S>, dimension_of<S>>{q}, options));
    } else if constexpr (detail::is_compiled<A, A>) {
      return detail::closest_point_of_ref(q, detail::ref_operand(a), options);
    } else {
      return detail::closest_point_in_place(q, a, options);
    }
  });
}

}  // namespace abut
