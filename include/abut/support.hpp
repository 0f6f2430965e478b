/// What a shape is: the concept Shape, and place() and custom(), which make shapes.
///
/// A shape is a convex set with a support mapping: support(d) returns its support point, the point p of the set with
/// the largest dot(d, p). The support mapping describes the core of the shape; a radius around the core makes round
/// shapes (a ball is a point with a radius, a capsule a segment with one) and never enters an iteration.
///
///     struct Diamond {                                // a shape of your own, 2D, in float
///       SupportPoint<Vec2f> support(Vec2f d) const;   // required: the support point and its id, or just Vec2f
///       float radius() const;                         // optional, 0 if absent; a data member works as well
///       Vec2f center() const;                         // optional, with the next: a bounding sphere of the core
///       float bounding_radius() const;
///       Aabb2f aabb() const;                          // optional, see aabb.hpp
///       Vec2f vertex(VertexId) const;                 // optional, as is the next: the vertex of an id, for caches
///       VertexId vertex_count() const;
///       Face<2> face(Vec2d d, double slope) const;    // optional: the face along d, for contacts, see face.hpp
///     };
///
/// Direction and point may be in double although the shape is in float; such a shape declares `using Vector = Vec2f;`.
/// All shapes of this library do, which makes the bounds of float queries as tight as float can represent. A shape may
/// also compute in float; its bounds are a few float roundings wider. A lambda becomes a shape with
/// `custom<Vec3f>(lambda)`.
///
/// The bounds assume that support() returns a point with the largest computed dot(d, p), each rounded. A shape that
/// compares dot(d, p - center) instead loses no accuracy when it is far from its origin; it declares
/// `static constexpr bool support_is_relative_to_center = true;`. A shape that computes its points states their error,
/// see SupportError: `support_error()`. A cylinder has a data member `radius` that is no radius around a core: such a
/// shape declares `static constexpr bool radius_belongs_to_core = true;`.
///
/// The rest is for the shapes of this library: `is_valid()` says whether the sizes make a shape, `core_vertices()` how
/// many vertices span the core where that is known, `dimension =` is that of the space, and `measures_from_origin()`
/// tells whether rounding grows with the distance from the origin.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/pose.hpp>
#include <abut/vec.hpp>

namespace abut {

/// The index of a vertex within its shape.
using VertexId = std::uint32_t;

/// The id of a support point that is not one of a fixed list of vertices, as on curved shapes.
inline constexpr VertexId no_vertex = 0xffffffffU;

/// The point of a shape with the largest dot product with a direction.
template <class V>
struct SupportPoint {
  V point{};                ///< the point
  VertexId id = no_vertex;  ///< its number, if it is one of a fixed list
};

/// Bounds on the rounding error of a support mapping, returned by a shape's optional support_error(): two lengths in
/// units of u = 2^-53 (not multiplied by u, because the product would underflow for tiny shapes).
struct SupportError {
  double height = 0;  ///< no point of the shape is further along d than the support point by more than this (times |d|)
  double point = 0;   ///< the support point is at most this far from the shape
};

namespace detail {

/// A result below 2^-1022 is off by up to 2^-1075, however small it is. This is 128 times that, in units of u: more
/// than a shape needs for the coordinates of a point it computes (6), a radius (1), and for choosing between two points
/// of its own or of its parts (6 products for each of two choices, along a direction that may be as short as 1/8: 96).
inline constexpr double underflow = 0x1p-1015;

/// The error of a shape that computes from numbers of type T, underflow included. An error of 0 stays 0, and products
/// of float numbers do not underflow in double.
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

/// Whether shape.support(direction) is an expression. This is not a concept, because g++ 12 sometimes returns the
/// cached result of a concept for another pair of types.
template <class S, class V, class = void>
inline constexpr bool supports_along = false;

template <class S, class V>
inline constexpr bool supports_along<S, V, decltype(void(some<S>().support(some<V>())))> = true;

/// The Vec<T, D> of a shape: its member Vector if it declares one, else the type of direction that its support() takes.
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

/// The Vec of a shape: that of its points.
template <class S>
using VectorOf = typename detail::FindVector<S>::type;

/// The scalar of a shape: float or double.
template <class S>
using ScalarOf = typename detail::VectorTraits<VectorOf<S>>::Scalar;

/// The dimension of a shape: 2 or 3.
template <class S>
inline constexpr int dimension_of = detail::VectorTraits<VectorOf<S>>::dimension;

namespace detail {

template <class S>
using DirectionOf = Vec<double, dimension_of<S>>;

/// Whether the shape compares its points in double, also if it stores float.
template <class S>
inline constexpr bool ranks_in_double = supports_along<S, DirectionOf<S>>;

/// Whether the shape compares dot(d, p - center).
template <class S>
inline constexpr bool support_is_relative_to_center = false;

template <class S>
  requires requires { S::support_is_relative_to_center; }
inline constexpr bool support_is_relative_to_center<S> = S::support_is_relative_to_center;

}  // namespace detail

/// A convex set with a support mapping: see the head of this file.
template <class S>
concept Shape = requires { typename VectorOf<S>; } &&
                (detail::supports_along<S, VectorOf<S>> || detail::supports_along<S, detail::DirectionOf<S>>);

namespace detail {

/// What a shape's support() returns: the point and its id, or the bare point.
template <Scalar T, int D>
ABUT_INLINE SupportPoint<Vec<double, D>> in_double(const SupportPoint<Vec<T, D>>& s) {
  return {widen(s.point), s.id};
}
template <Scalar T, int D>
ABUT_INLINE SupportPoint<Vec<double, D>> in_double(const Vec<T, D>& point) {
  return {widen(point), no_vertex};
}

/// The support point, computed in the precision in which the shape compares points. A float direction is the given one
/// rounded: its largest component is below 1, so nothing overflows. The length of a direction may be a product of up to
/// three lengths of the problem; shapes that compare about their center, or store double, take it unscaled, others
/// scaled to a length of about 1.
template <Shape S>
ABUT_INLINE SupportPoint<DirectionOf<S>> support(const S& shape, const DirectionOf<S>& direction) {
  if constexpr (ranks_in_double<S>) {
    constexpr bool unscaled = support_is_relative_to_center<S> || std::same_as<ScalarOf<S>, double>;
    return in_double(shape.support(unscaled ? direction : scale_direction(direction)));
  } else {
    return in_double(shape.support(vec_cast<ScalarOf<S>>(scale_direction(direction))));
  }
}

/// The radius around the core. A shape that declares `radius_belongs_to_core`, as a cylinder does, has none.
template <Shape S>
double radius(const S& shape) {
  if constexpr (requires { requires S::radius_belongs_to_core; }) {
    return 0.0;
  } else if constexpr (requires { shape.radius(); }) {
    return static_cast<double>(shape.radius());
  } else if constexpr (requires { static_cast<double>(shape.radius); }) {
    return static_cast<double>(shape.radius);
  } else {
    return 0.0;
  }
}

/// Whether the type of the shape rules a radius out: radius() is 0 then.
template <class S>
inline constexpr bool has_no_radius = requires {
  requires S::radius_belongs_to_core;
} || !(requires(const S& shape) { shape.radius(); } || requires(const S& shape) { static_cast<double>(shape.radius); });

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

/// A bounding sphere of the core. Its radius is called reach in all proofs.
template <int D>
struct Enclosure {
  Vec<double, D> center;
  double reach;
};

/// Rejects a shape with a member that was renamed: it would be accepted without it, with wider bounds.
template <class S>
consteval void check_renamed_members() {
  static_assert(!requires(const S& s) { s.reach(); }, "abut: reach() of a shape is now called bounding_radius()");
  static_assert(!requires { requires S::sharp; }, "abut: sharp of a shape is now called radius_belongs_to_core");
  static_assert(
      !requires { requires S::ranks_about_center; },
      "abut: ranks_about_center of a shape is now called support_is_relative_to_center");
}

/// The bounding sphere by the shape's own center() and bounding_radius(), else by its extent along the axes: 2 D
/// support calls.
template <Shape S>
ABUT_INLINE Enclosure<dimension_of<S>> enclosure(const S& shape) {
  check_renamed_members<S>();
  constexpr int D = dimension_of<S>;
  if constexpr (requires { center(shape), shape.bounding_radius(); }) {
    return {center(shape), static_cast<double>(shape.bounding_radius())};
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

/// The distance of the sphere's center from the origin, as norm_from() rounds it; a shape may have it precomputed.
template <Shape S>
ABUT_INLINE double center_norm([[maybe_unused]] const S& shape, const Enclosure<dimension_of<S>>& ball) {
  if constexpr (requires { shape.center_norm(); }) {
    return shape.center_norm();
  } else {
    return norm_from<ScalarOf<S>>(ball.center);
  }
}

/// The number of vertices that vertex() accepts; 0 for shapes without ids.
template <Shape S>
VertexId vertex_count(const S& shape) {
  if constexpr (requires { shape.vertex(VertexId{}), shape.vertex_count(); }) {
    return shape.vertex_count();
  } else {
    return 0;
  }
}

/// The vertex of an id. Requires id < vertex_count(shape).
template <Shape S>
DirectionOf<S> vertex(const S& shape, [[maybe_unused]] VertexId id) {
  if constexpr (requires { shape.vertex(id); }) {
    return widen(shape.vertex(id));
  } else {
    return {};
  }
}

/// Whether the core may be a point or a segment, the hull of one or two numbered vertices. Such a shape declares
/// `static constexpr VertexId core_vertices`, or, if this is known only at run time, a member function of that name,
/// which returns 0 if the core is neither.
template <class S>
inline constexpr bool may_be_segment =
    requires { requires(S::core_vertices > 0); } || requires(const S& shape) { shape.core_vertices(); };

/// core_vertices as far as it is known at compile time; else 0.
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

/// Whether the rounding of the shape's own arithmetic grows with its distance from the origin of its frame.
template <Shape S>
bool measures_from_origin(const S& shape) {
  if constexpr (requires { shape.measures_from_origin(); }) {
    return shape.measures_from_origin();
  } else {
    return !support_is_relative_to_center<S>;
  }
}

/// The rounding error of the support mapping, in the lengths of a problem that was multiplied by `scale`. Default, if
/// the shape does not define it: the error of a scan over exact points. Each of the two heights compared has D + 1
/// roundings (of the difference or of the direction, of D products and their sum).
template <Shape S>
ABUT_INLINE SupportError support_error(const S& shape, const Enclosure<dimension_of<S>>& ball, double scale = 1) {
  constexpr int D = dimension_of<S>;
  if constexpr (requires { shape.scaled_support_error(scale); }) {
    return shape.scaled_support_error(scale);
  } else if constexpr (requires { shape.support_error(); }) {
    const SupportError e = shape.support_error();
    return {e.height * scale, e.point * scale};
  } else if constexpr (support_is_relative_to_center<S>) {
    // Float shapes may compare from the origin all the same, see detail/support/point_scan.hpp. If the radius is 0
    // there is only one point, and nothing to compare.
    const double arm = std::same_as<ScalarOf<S>, float> && ball.reach > 0 ? center_norm(shape, ball) : 0;
    return {2 * (D + 1) * ((ball.reach + arm) * scale), 0};
  } else {
    constexpr double u = ranks_in_double<S> ? 1 : unit_roundoff_of<ScalarOf<S>> / unit_roundoff;
    return {2 * (D + 2) * u * (ball.reach * scale + norm(ball.center) * scale), 0};
  }
}

/// Checks what takes O(1): that sizes are finite and not negative. Point data is validated at construction; such a
/// shape returns the outcome from `was_checked()`.
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

/// A shape at a pose. Made by place().
template <Shape S>
struct Placed {
  using Vector = VectorOf<S>;
  static constexpr int dimension = dimension_of<S>;

  S shape;                            ///< in its own frame
  Pose<ScalarOf<S>, dimension> pose;  ///< where it is

  SupportPoint<Vec<double, dimension>> support(const Vec<double, dimension>& d) const {
    const auto m = detail::matrix(detail::rescaled(pose.q));
    const auto s = detail::support(shape, detail::transposed_times(m, d));
    return {m * s.point + detail::widen(pose.p), s.id};
  }
  /// The error of the shape; of the matrix, the product and the sum; and of the direction rotated into the local frame.
  SupportError support_error() const {
    const auto ball = detail::enclosure(shape);
    const auto e = detail::support_error(shape, ball);
    const double arm = detail::norm(ball.center) + ball.reach;
    const double image = detail::with_underflow<double>((detail::rotation_roundings<dimension> + 1) * arm +
                                                        detail::norm(detail::widen(pose.p)));
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

/// Composed transforms collapse to one pose, `pose * placed.pose` rounded to the scalar, and every answer, its bounds
/// included, is about that pose: the rounding of the product is not counted. Shapes in double give a finer product.
template <Shape S>
Placed<S> place(const Placed<S>& placed, const Pose<ScalarOf<S>, dimension_of<S>>& pose) {
  return {placed.shape, pose * placed.pose};
}

/// An owning shape is stored as a view: it must outlive the result.
template <Shape S>
  requires requires(const S& s) { s.view(); }
auto place(const S& owner, const Pose<ScalarOf<S>, dimension_of<S>>& pose) {
  return place(owner.view(), pose);
}

template <Shape S>
  requires requires(const S& s) { s.view(); }
void place(const S&& temporary, const Pose<ScalarOf<S>, dimension_of<S>>& pose) = delete;  // the view would dangle

/// A support function as a shape. Made by custom().
template <class V, class F>
struct Custom {
  using Vector = V;

  F function;  ///< from a direction to the support point

  auto support(const V& direction) const { return function(direction); }
};

/// custom<Vec3f>([](Vec3f d) { ... }): the function returns the support point, a Vec or a SupportPoint with its id.
template <class V, class F>
constexpr Custom<V, F> custom(F function) {
  return {function};
}

}  // namespace abut
