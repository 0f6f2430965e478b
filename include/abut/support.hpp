/// What a shape is, and how shapes are made from shapes.
///
/// A shape answers one question: which of your points is furthest along this direction? That is its support mapping. It
/// describes the core of the shape; a radius around the core makes round shapes (a ball is a point with a radius, a capsule
/// a segment with one) and never enters an iteration.
///
///     struct Diamond {                                     // a shape of your own, in the plane, in float
///       SupportPoint<Vec2f> support(Vec2f d) const;        // required: the furthest point, and its number if it has one
///       float radius() const;                              // optional, 0 if absent; a data member serves as well
///       Vec2f center() const;  float reach() const;        // optional: every point of the core is within reach of center
///       Bounds2f bounds() const;                           // optional, see bounds.hpp
///       Vec2f vertex(VertexId) const;  VertexId vertex_count() const;   // optional: what the ids stand for; caches use it
///       Face<2> face(Vec2d d, double slope) const;         // optional: what faces d, see face.hpp; contacts use it
///     };
///
/// Direction and point may be in double although the shape is in float; say so with `using Vector = Vec2f;`. All shapes of
/// this library do: it makes the bounds of float queries as tight as float can show. A shape that computes in float is
/// welcome too, its bounds are a few float roundings wider. A lambda becomes a shape with `custom<Vec3f>(lambda)`.
///
/// The bounds allow for a support that rounds like a scan does: among dot(d, p), each rounded, the greatest. A shape that
/// measures from its center instead, dot(d, p - center), loses nothing when it is far from its origin; it says so with
/// `static constexpr bool ranks_about_center = true;`. A shape that computes its points states their error, see SupportError.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/pose.hpp>
#include <abut/vec.hpp>

namespace abut {

/// The number of a vertex within its shape.
using VertexId = std::uint32_t;

/// The id of a support point that is no vertex of a fixed list (of curved shapes).
inline constexpr VertexId no_vertex = 0xffffffffU;

/// The furthest point along a direction.
template <class V>
struct SupportPoint {
  V point{};
  VertexId id = no_vertex;
};

/// By how much rounding may falsify a support mapping; two lengths, in units of u = 2^-53 (as lengths of their own they would
/// vanish for shapes near the end of the range). What a shape's optional support_error() returns.
struct SupportError {
  double height = 0;  ///< the shape reaches further along d than its support point by at most this (times |d|)
  double point = 0;   ///< the support point is at most this far from the shape
};

namespace detail {

/// What is rounded below 2^-1022 is off by up to 2^-1075, however small it is itself. 128 times that, in units of u: more than a
/// shape needs for the coordinates of a point it computes (6), a radius (1), and for choosing between two of its own or of its
/// parts (6 products for each of two choices, along a direction that may be as short as 1/8: 96).
inline constexpr double underflow = 0x1p-1015;

/// The error of a shape that computes from numbers of type T, underflow included. Exact ones stay exact; numbers of float do not get
/// that small.
template <Scalar T>
constexpr double with_underflow(double error) {
  return std::same_as<T, double> && error > 0 ? error + underflow : error;
}

template <class V>
struct VectorTraits;

template <Scalar T, int D>
struct VectorTraits<Vec<T, D>> {
  using Scalar = T;
  static constexpr int dimension = D;
};

template <class T>
const T& some();  // for expressions that are never evaluated

/// shape.support(direction) is an expression. No concept: g++ 12 now and then mistakes a cached answer about one pair of types for
/// that about another.
template <class S, class V, class = void>
inline constexpr bool supports_along = false;

template <class S, class V>
inline constexpr bool supports_along<S, V, decltype(void(some<S>().support(some<V>())))> = true;

/// Vec<T, D> of a shape: what it declares as Vector, else the direction its support takes.
template <class S>
struct FindVector {};

template <class S>
  requires requires { typename S::Vector; }
struct FindVector<S> {
  using type = typename S::Vector;
};

template <class S>
  requires(!requires { typename S::Vector; } && supports_along<S, Vec2f>)
struct FindVector<S> {
  using type = Vec2f;
};

template <class S>
  requires(!requires { typename S::Vector; } && supports_along<S, Vec3f>)
struct FindVector<S> {
  using type = Vec3f;
};

template <class S>
  requires(!requires { typename S::Vector; } && supports_along<S, Vec2d>)
struct FindVector<S> {
  using type = Vec2d;
};

template <class S>
  requires(!requires { typename S::Vector; } && supports_along<S, Vec3d>)
struct FindVector<S> {
  using type = Vec3d;
};

}  // namespace detail

template <class S>
using VectorOf = typename detail::FindVector<S>::type;

template <class S>
using ScalarOf = typename detail::VectorTraits<VectorOf<S>>::Scalar;

template <class S>
inline constexpr int dimension_of = detail::VectorTraits<VectorOf<S>>::dimension;

namespace detail {

template <class S>
using DirectionOf = Vec<double, dimension_of<S>>;

/// Whether the shape ranks its points in double, whatever it stores.
template <class S>
inline constexpr bool ranks_in_double = supports_along<S, DirectionOf<S>>;

/// Whether it measures them from its center.
template <class S>
inline constexpr bool ranks_about_center = false;

template <class S>
  requires requires { S::ranks_about_center; }
inline constexpr bool ranks_about_center<S> = S::ranks_about_center;

}  // namespace detail

/// A convex set that knows its furthest point along a direction: see the head of this file.
template <class S>
concept Shape = requires { typename VectorOf<S>; } &&
                (detail::supports_along<S, VectorOf<S>> || detail::supports_along<S, detail::DirectionOf<S>>);

namespace detail {

/// The support point, asked in the precision the shape ranks in. A float direction is the given one rounded: its largest
/// component is below 1, so nothing overflows. The lengths of directions vary as products of up to three lengths of the problem
/// do; shapes of float that rank about their center take them as they are, others scaled to about 1.
template <Shape S>
ABUT_INLINE SupportPoint<DirectionOf<S>> support(const S& shape, const DirectionOf<S>& direction) {
  if constexpr (ranks_in_double<S>) {
    constexpr bool as_it_is = ranks_about_center<S> || std::same_as<ScalarOf<S>, double>;
    const auto s = shape.support(as_it_is ? direction : scale_direction(direction));
    return {widen(s.point), s.id};
  } else {
    const auto s = shape.support(vec_cast<ScalarOf<S>>(scale_direction(direction)));
    return {widen(s.point), s.id};
  }
}

/// The radius around the core. A cylinder has a data member of that name which belongs to its core: it is `sharp`.
template <Shape S>
double radius(const S& shape) {
  if constexpr (requires { requires S::sharp; }) {
    return 0.0;
  } else if constexpr (requires { shape.radius(); }) {
    return static_cast<double>(shape.radius());
  } else if constexpr (requires { static_cast<double>(shape.radius); }) {
    return static_cast<double>(shape.radius);
  } else {
    return 0.0;
  }
}

template <Shape S>
  requires requires(const S& shape) { shape.center(); }
DirectionOf<S> center(const S& shape) {
  return widen(shape.center());
}

template <Shape S>
  requires requires(const S& shape) { widen(shape.center); }
DirectionOf<S> center(const S& shape) {
  return widen(shape.center);
}

/// A ball that contains the core.
template <int D>
struct Enclosure {
  Vec<double, D> center;
  double reach;
};

/// From the shape's own center() and reach(), else from its extent along the axes: 2 D support calls.
template <Shape S>
ABUT_INLINE Enclosure<dimension_of<S>> enclosure(const S& shape) {
  constexpr int D = dimension_of<S>;
  if constexpr (requires { center(shape), shape.reach(); }) {
    return {center(shape), static_cast<double>(shape.reach())};
  } else {
    Vec<double, D> middle, half;
    for (int i = 0; i < D; ++i) {
      const double high = support(shape, axis<double, D>(i) * 0.125).point[i];
      const double low = support(shape, axis<double, D>(i) * -0.125).point[i];
      middle[i] = 0.5 * low + 0.5 * high;
      half[i] = absolute(0.5 * high - 0.5 * low);
    }
    constexpr double margin = 1 + 16 * unit_roundoff_of<ScalarOf<S>>;  // rounding of the supports and of the norm
    return {middle, norm(half) * margin};
  }
}

/// The distance of the ball's center from the origin, as norm_from() rounds it; a shape may have it ready.
template <Shape S>
ABUT_INLINE double center_norm([[maybe_unused]] const S& shape, const Enclosure<dimension_of<S>>& ball) {
  if constexpr (requires { shape.center_norm(); }) {
    return shape.center_norm();
  } else {
    return norm_from<ScalarOf<S>>(ball.center);
  }
}

/// How many ids vertex() takes; 0 for shapes that have none.
template <Shape S>
VertexId vertex_count(const S& shape) {
  if constexpr (requires { shape.vertex(VertexId{}), shape.vertex_count(); }) {
    return shape.vertex_count();
  } else {
    return 0;
  }
}

/// Only for id < vertex_count(shape).
template <Shape S>
DirectionOf<S> vertex(const S& shape, [[maybe_unused]] VertexId id) {
  if constexpr (requires { shape.vertex(id); }) {
    return widen(shape.vertex(id));
  } else {
    return {};
  }
}

/// Whether the core may be a point or a segment, the hull of one or two numbered vertices. A shape says so with
/// `static constexpr VertexId core_vertices`; one that knows at run time only, with a function of that name, 0 if it is neither.
template <class S>
inline constexpr bool may_be_segment =
    requires { requires(S::core_vertices > 0); } || requires(const S& shape) { shape.core_vertices(); };

/// What is known of it when compiling: 0 if nothing is.
template <class S>
inline constexpr VertexId known_core_vertices = 0;

template <class S>
  requires requires { requires(S::core_vertices > 0); }
inline constexpr VertexId known_core_vertices<S> = S::core_vertices;

template <Shape S>
  requires may_be_segment<S>
ABUT_INLINE VertexId core_vertices(const S& shape) {
  if constexpr (requires { shape.core_vertices(); }) {
    return shape.core_vertices();
  } else {
    return S::core_vertices;
  }
}

/// Whether the shape's own arithmetic rounds about the origin of its frame, so that its distance from there counts.
template <Shape S>
bool measures_from_origin(const S& shape) {
  if constexpr (requires { shape.measures_from_origin(); }) {
    return shape.measures_from_origin();
  } else {
    return !ranks_about_center<S>;
  }
}

/// What the shape says of its rounding. Without a word from it: a scan of points that are exact. Each of two heights has D + 1
/// roundings (of the difference or of the direction, of D products and their sum).
/// In the lengths of a problem that was multiplied by `scale`.
template <Shape S>
ABUT_INLINE SupportError support_error(const S& shape, const Enclosure<dimension_of<S>>& ball, double scale = 1) {
  constexpr int D = dimension_of<S>;
  if constexpr (requires { shape.scaled_support_error(scale); }) {
    return shape.scaled_support_error(scale);
  } else if constexpr (requires { shape.support_error(); }) {
    const SupportError e = shape.support_error();
    return {e.height * scale, e.point * scale};
  } else if constexpr (ranks_about_center<S>) {
    // Float ones may measure from the origin all the same, see support/point_scan.hpp. Where all points are one, there is nothing to rank.
    const double arm = std::same_as<ScalarOf<S>, float> && ball.reach > 0 ? center_norm(shape, ball) : 0;
    return {2 * (D + 1) * ((ball.reach + arm) * scale), 0};
  } else {
    constexpr double u = ranks_in_double<S> ? 1 : unit_roundoff_of<ScalarOf<S>> / unit_roundoff;
    return {2 * (D + 2) * u * (ball.reach * scale + norm(ball.center) * scale), 0};
  }
}

/// What can be checked in O(1): sizes that are numbers, and not negative. Point data is checked where it is built; a shape of which all was, says how that ended
/// (`was_checked`).
template <Shape S>
ABUT_INLINE bool is_valid(const S& shape, const Enclosure<dimension_of<S>>& ball) {
  if constexpr (requires { shape.was_checked(); }) return shape.was_checked();
  if constexpr (requires { shape.is_valid(); }) {
    if (!shape.is_valid()) return false;
  }
  const double r = radius(shape);
  const bool sizes = (ball.reach >= 0) & (r >= 0);
  return sizes && is_finite(Vec2d{ball.reach, r}) && is_finite(ball.center);
}

}  // namespace detail

/// A shape somewhere else. Made by place().
template <Shape S>
struct Placed {
  using Vector = VectorOf<S>;
  static constexpr int dimension = dimension_of<S>;

  S shape;
  Pose<ScalarOf<S>, dimension> pose;

  SupportPoint<Vec<double, dimension>> support(const Vec<double, dimension>& d) const {
    const auto m = detail::matrix(detail::rescaled(pose.q));
    const auto s = detail::support(shape, detail::transposed_times(m, d));
    return {m * s.point + widen(pose.p), s.id};
  }
  /// That of the shape; the matrix, the product and the sum; and the direction turned into the frame of the shape.
  SupportError support_error() const {
    const auto ball = detail::enclosure(shape);
    const auto e = detail::support_error(shape, ball);
    const double arm = detail::norm(ball.center) + ball.reach;
    const double image =
        detail::with_underflow<double>((detail::rotation_roundings<dimension> + 1) * arm + detail::norm(widen(pose.p)));
    return {e.height + image + 2 * detail::product_roundings<dimension> * ball.reach, e.point + image};
  }
  double radius() const { return detail::radius(shape); }
  bool is_valid() const { return abut::is_valid(pose) && detail::is_valid(shape, detail::enclosure(shape)); }
};

/// The shape moved to a pose. Stores a copy; an owning shape (Polygon) is stored as a view and must outlive the result.
template <Shape S>
  requires(!requires(const S& s) { s.view(); })
constexpr Placed<S> place(const S& shape, const Pose<ScalarOf<S>, dimension_of<S>>& pose) {
  return {shape, pose};
}

/// Places of places collapse to one pose, `pose * placed.pose` rounded to the scalar, and every answer, its bounds included, is
/// about that pose: the rounding of the product is the user's, as if he had multiplied the poses himself. A finer product
/// takes shapes in double.
template <Shape S>
Placed<S> place(const Placed<S>& placed, const Pose<ScalarOf<S>, dimension_of<S>>& pose) {
  return {placed.shape, pose * placed.pose};
}

/// An owning shape is placed as a view: it must outlive the result.
template <Shape S>
  requires requires(const S& s) { s.view(); }
auto place(const S& owner, const Pose<ScalarOf<S>, dimension_of<S>>& pose) {
  return place(owner.view(), pose);
}

template <Shape S>
  requires requires(const S& s) { s.view(); }
void place(const S&& temporary, const Pose<ScalarOf<S>, dimension_of<S>>& pose) = delete;  // the view would dangle

/// A function from direction to furthest point, as a shape. Made by custom().
template <class V, class F>
struct Custom {
  using Vector = V;

  F function;

  SupportPoint<V> support(const V& direction) const {
    if constexpr (requires(SupportPoint<V> s) { s = function(direction); }) {
      return function(direction);
    } else {
      return {function(direction), no_vertex};
    }
  }
};

/// custom<Vec3f>([](Vec3f d) { ... }): the function returns the furthest point, a Vec or a SupportPoint with its id.
template <class V, class F>
constexpr Custom<V, F> custom(F function) {
  return {function};
}

}  // namespace abut
