/// Functions that make shapes from shapes. The result is a shape and stores its parts by value; owning shapes (Hull,
/// Polygon) are stored as views.
///
/// | function | points | core, radius | vertex ids |
/// |---|---|---|---|
/// | inflate(s, r) | within r of s | core of s, radius + r | those of s |
/// | sweep(s, v) | s + t v, 0 <= t <= 1 | swept core, radius of s | 2 id at the start, 2 id + 1 at the end |
/// | minkowski_sum(a, b) | all a + b | sum of the cores, sum of the radii | id of a * 2^16 + id of b |
/// | hull_of(a, b) | hull of a and b | hull of both, the smaller radius; the rest is core | 2 id of a, 2 id of b + 1 |
/// | scale(s, f) | f x for x of s | scaled core, radius * f | those of s |
/// | scale(s, {fx, fy (, fz)}) | (fx x, fy y ...) | all of it is core, radius 0 | those of s if it has no radius |
/// | place(s, pose), see support.hpp | p + q(x) | moved core, radius of s | those of s |
/// | place(place(s, p), q) | as place(s, q * p), the product rounded to the scalar | as there | as there |
///
/// | function | bounding radius of the core | aabb: min and max are |
/// |---|---|---|
/// | inflate(s, r) | that of s | those of s, moved out by r |
/// | sweep(s, v) | that of s + half the length of v | those of s, one of the two moved by v |
/// | minkowski_sum(a, b) | that of a + that of b | those of a + those of b |
/// | hull_of(a, b) | the larger + half the distance of the centers + the difference of the radii | the outer of both |
/// | scale(s, f) | that of s * f | those of s * f |
/// | scale(s, {fx, fy (, fz)}) | of s with its radius, * the largest factor | those of s * fx, fy (, fz) |
/// | place(s, pose) | that of s, in a query; else of its box | those of the rotated shape, not of its rotated box |
///
/// Rounding and tolerance are relative to the size of a query, and so to the bounding radius: with factors of 1 and
/// 1000 bounds and hits across the longest axis may be off by a thousand times what the extent there suggests.
///
/// The box is not computed from the boxes of the parts, but for inflate(): aabb() of aabb.hpp evaluates the support
/// points of the result along the axes. It is tight, up to the stated support error and outward rounding.
///
/// Ids that do not fit become no_vertex: the pair is then answered to the tolerance, as curved shapes are. The support
/// error (see SupportError) is that of the parts plus that of combining them, including the rounding of a combined
/// radius.
#pragma once

#include <abut/aabb.hpp>
#include <abut/detail/support/curved.hpp>
#include <abut/face.hpp>
#include <abut/support.hpp>

#include <type_traits>
#include <utility>

namespace abut {

namespace detail {

/// What is stored of a shape: a copy, or the view of an owning shape.
template <Shape S>
auto stored(const S& shape) {
  if constexpr (requires { shape.view(); }) {
    return shape.view();
  } else {
    return shape;
  }
}

template <class S>
using Stored = decltype(stored(std::declval<const S&>()));

/// Whether a shape may be stored: the view of a temporary that owns its points would dangle.
template <class S>
concept Storable = Shape<std::remove_cvref_t<S>> &&
                   (std::is_lvalue_reference_v<S> || !requires(const std::remove_cvref_t<S>& s) { s.view(); });

template <class A, class B>
concept SameSpace = std::same_as<VectorOf<A>, VectorOf<B>>;

constexpr VertexId combined_id(std::uint64_t id, std::uint64_t limit) {
  return id < limit ? static_cast<VertexId>(id) : no_vertex;
}

/// 2 id + which, for shapes made of two copies or two parts.
constexpr VertexId doubled_id(VertexId id, bool second) {
  return id == no_vertex ? no_vertex : combined_id(2 * std::uint64_t{id} + (second ? 1 : 0), no_vertex);
}

}  // namespace detail

/// All points within `extra` of a shape. Made by inflate().
template <Shape S>
struct Inflated {
  using Vector = VectorOf<S>;
  static constexpr int dimension = dimension_of<S>;

  static constexpr VertexId core_vertices = detail::known_core_vertices<S>;

  S shape;            ///< the shape inside
  ScalarOf<S> extra;  ///< a length, not negative, added to the radius

  SupportPoint<Vec<double, dimension>> support(const Vec<double, dimension>& d) const {
    return detail::support(shape, d);
  }
  double radius() const { return detail::radius(shape) + double(extra); }
  Vec<double, dimension> center() const { return detail::enclosure(shape).center; }
  double bounding_radius() const { return detail::enclosure(shape).reach; }
  bool is_valid() const { return detail::is_valid(shape, detail::enclosure(shape)) && extra >= 0; }
  /// The error of the shape, and of the sum of the radii if both are positive.
  SupportError support_error() const {
    const auto e = detail::support_error(shape, detail::enclosure(shape));
    const double sum = detail::radius(shape) > 0 && extra > 0 ? radius() : 0;
    return {e.height + sum, e.point + sum};
  }
  bool measures_from_origin() const { return detail::measures_from_origin(shape); }
  Vec<double, dimension> vertex(VertexId id) const { return detail::vertex(shape, id); }
  VertexId vertex_count() const { return detail::vertex_count(shape); }
  Face<dimension> face(const Vec<double, dimension>& d, double slope) const { return detail::face(shape, d, slope); }
};

/// The union of all translations of a shape along `motion`. Made by sweep().
template <Shape S>
struct Swept {
  using Vector = VectorOf<S>;
  static constexpr int dimension = dimension_of<S>;

  S shape;        ///< at the start
  Vector motion;  ///< from the start to the end

  SupportPoint<Vec<double, dimension>> support(const Vec<double, dimension>& d) const {
    const auto s = detail::support(shape, d);
    const bool at_end = dot(d, detail::widen(motion)) > 0;
    return {at_end ? s.point + detail::widen(motion) : s.point, detail::doubled_id(s.id, at_end)};
  }
  double radius() const { return detail::radius(shape); }
  Vec<double, dimension> center() const { return detail::enclosure(shape).center + detail::widen(motion) * 0.5; }
  double bounding_radius() const {
    return detail::enlarged<double>(detail::enclosure(shape).reach + 0.5 * detail::norm(detail::widen(motion)));
  }
  bool is_valid() const { return detail::is_valid(shape, detail::enclosure(shape)) && is_finite(motion); }
  /// The error of the shape, of choosing the end (D + 1 roundings of the motion's height), and of the sum with the
  /// motion.
  SupportError support_error() const {
    const auto ball = detail::enclosure(shape);
    const auto e = detail::support_error(shape, ball);
    const double length = detail::norm(detail::widen(motion));
    const double sum = detail::with_underflow<double>(detail::norm(ball.center) + ball.reach + length);
    return {e.height + (dimension + 1) * length + sum, e.point + sum};
  }
};

/// The Minkowski sum. Made by minkowski_sum().
template <Shape A, Shape B>
struct MinkowskiSum {
  using Vector = VectorOf<A>;
  static constexpr int dimension = dimension_of<A>;

  A a;  ///< one operand
  B b;  ///< the other

  SupportPoint<Vec<double, dimension>> support(const Vec<double, dimension>& d) const {
    const auto s = detail::support(a, d), t = detail::support(b, d);
    const bool fits = s.id < 0xffffU && t.id <= 0xffffU;
    return {s.point + t.point, fits ? s.id << 16 | t.id : no_vertex};
  }
  double radius() const { return detail::radius(a) + detail::radius(b); }
  Vec<double, dimension> center() const { return detail::enclosure(a).center + detail::enclosure(b).center; }
  double bounding_radius() const {
    return detail::enlarged<double>(detail::enclosure(a).reach + detail::enclosure(b).reach);
  }
  bool is_valid() const {
    return detail::is_valid(a, detail::enclosure(a)) && detail::is_valid(b, detail::enclosure(b));
  }
  SupportError support_error() const {
    const auto ball_a = detail::enclosure(a), ball_b = detail::enclosure(b);
    const auto e = detail::support_error(a, ball_a), f = detail::support_error(b, ball_b);
    const double rounding = detail::with_underflow<double>(detail::norm(ball_a.center) + ball_a.reach +
                                                           detail::norm(ball_b.center) + ball_b.reach + radius());
    return {e.height + f.height + rounding, e.point + f.point + rounding};
  }
};

/// The convex hull of two shapes. Its radius is the smaller one; the shape with the larger radius gets the rest added
/// to its support points. Made by hull_of().
template <Shape A, Shape B>
struct HullOf {
  using Vector = VectorOf<A>;
  static constexpr int dimension = dimension_of<A>;
  using V = Vec<double, dimension>;  ///< in which support points are computed

  A a;  ///< one operand
  B b;  ///< the other

  SupportPoint<V> support(const V& d) const {
    const auto s = grown(a, d), t = grown(b, d);
    const bool second = dot(d, t.point) > dot(d, s.point);
    const auto& further = second ? t : s;
    return {further.point, detail::doubled_id(further.id, second)};
  }
  double radius() const {
    const double ra = detail::radius(a), rb = detail::radius(b);
    return ra < rb ? ra : rb;
  }
  V center() const { return ball().center; }
  double bounding_radius() const { return ball().reach; }
  bool is_valid() const {
    return detail::is_valid(a, detail::enclosure(a)) && detail::is_valid(b, detail::enclosure(b));
  }
  /// The error of either shape, of adding the rest of its radius, and of comparing two heights measured from the origin
  /// (D roundings each).
  SupportError support_error() const {
    const auto ball_a = detail::enclosure(a), ball_b = detail::enclosure(b);
    const auto e = detail::support_error(a, ball_a), f = detail::support_error(b, ball_b);
    const double extent = detail::norm(ball().center) + ball().reach;
    const double more = detail::absolute(detail::radius(a) - detail::radius(b));
    const double grow = detail::with_underflow<double>(detail::sphere_error(more) + (more + extent));
    const double height = (e.height > f.height ? e.height : f.height) + grow;
    return {height + 2 * dimension * extent, (e.point > f.point ? e.point : f.point) + grow};
  }

 private:
  template <class S>
  SupportPoint<V> grown(const S& shape, const V& d) const {
    auto s = detail::support(shape, d);
    const double more = detail::radius(shape) - radius();
    return more > 0 ? SupportPoint<V>{s.point + detail::unit(d) * more, no_vertex} : s;
  }
  detail::Enclosure<dimension> ball() const {
    const auto ball_a = detail::enclosure(a), ball_b = detail::enclosure(b);
    const double ra = ball_a.reach + (detail::radius(a) - radius()), rb = ball_b.reach + (detail::radius(b) - radius());
    const double half = 0.5 * detail::norm(ball_b.center - ball_a.center);
    return {ball_a.center * 0.5 + ball_b.center * 0.5, detail::enlarged<double>(half + (ra > rb ? ra : rb))};
  }
};

/// A shape times one positive factor. Made by scale().
template <Shape S>
struct Scaled {
  using Vector = VectorOf<S>;
  static constexpr int dimension = dimension_of<S>;

  S shape;             ///< the shape before
  ScalarOf<S> factor;  ///< positive

  SupportPoint<Vec<double, dimension>> support(const Vec<double, dimension>& d) const {
    const auto s = detail::support(shape, d);
    return {s.point * double(factor), s.id};
  }
  double radius() const { return detail::radius(shape) * double(factor); }
  Vec<double, dimension> center() const { return detail::enclosure(shape).center * double(factor); }
  double bounding_radius() const { return detail::enlarged<double>(detail::enclosure(shape).reach * double(factor)); }
  bool is_valid() const { return detail::is_valid(shape, detail::enclosure(shape)) && factor > 0; }
  SupportError support_error() const {
    const auto ball = detail::enclosure(shape);
    const auto e = detail::support_error(shape, ball);
    const double extent = detail::norm(ball.center) + ball.reach + detail::radius(shape);
    const double product = detail::with_underflow<double>(extent), f = double(factor);
    const double underflow = extent > 0 ? detail::underflow : 0;  // of this product; that of the part is in `product`
    return {(e.height + product) * f + underflow, (e.point + product) * f + underflow};
  }
  Face<dimension> face(const Vec<double, dimension>& d, double slope) const {
    Face<dimension> f = detail::face(shape, d, slope);
    for (int i = 0; i < f.count; ++i) f.corner[i] *= double(factor);
    return f;
  }
};

/// A shape scaled by a factor along each axis, its radius included. Made by scale().
template <Shape S>
struct Stretched {
  using Vector = VectorOf<S>;
  static constexpr int dimension = dimension_of<S>;
  using V = Vec<double, dimension>;  ///< in which support points are computed

  S shape;         ///< the shape before
  Vector factors;  ///< positive, one along each axis

  /// max over x of d.(F x) = max over x of (F d).x: F times the shape's own support point along F d.
  SupportPoint<V> support(const V& d) const {
    const V f = detail::widen(factors), local = detail::scale_direction(detail::times(f, d));
    auto s = detail::support(shape, local);
    const double r = detail::radius(shape);
    if (r > 0) s = {s.point + detail::unit(local) * r, no_vertex};
    return {detail::times(f, s.point), s.id};
  }
  V center() const { return detail::times(detail::widen(factors), detail::enclosure(shape).center); }
  double bounding_radius() const {
    return detail::enlarged<double>((detail::enclosure(shape).reach + detail::radius(shape)) *
                                    double(max_abs(factors)));
  }
  bool is_valid() const {
    bool positive = is_finite(factors);
    for (int i = 0; i < dimension; ++i) positive = positive && factors[i] > 0;
    return positive && detail::is_valid(shape, detail::enclosure(shape));
  }
  /// The error of the shape, of F d (rounded once per component: 2 u of the whole width), of adding the radius, and of
  /// the product.
  SupportError support_error() const {
    const auto ball = detail::enclosure(shape);
    const auto e = detail::support_error(shape, ball);
    const double r = detail::radius(shape), extent = detail::norm(ball.center) + ball.reach + r;
    const double point = detail::with_underflow<double>(e.point + detail::sphere_error(r) + 2 * extent);
    const double f = double(max_abs(factors)), underflow = extent > 0 ? detail::underflow : 0;
    return {(e.height + point + 2 * (ball.reach + r)) * f + underflow, point * f + underflow};
  }
};

namespace detail {

/// Inflating grows the box: the core is that of the shape, the radius one sum more, rounded up.
template <Shape S>
  requires(CoreBox<S>::known)
struct CoreBox<Inflated<S>> {
  static constexpr bool known = true;
  static bool is_valid(const Inflated<S>& s) { return s.extra >= 0 && CoreBox<S>::is_valid(s.shape); }
  static double radius(const Inflated<S>& s) { return sum_up(CoreBox<S>::radius(s.shape), double(s.extra)); }
  static double arm(const Inflated<S>& s) { return CoreBox<S>::arm(s.shape); }
  static double roundings(const Inflated<S>& s) { return CoreBox<S>::roundings(s.shape); }
  static auto local(const Inflated<S>& s) { return CoreBox<S>::local(s.shape); }
  static auto turned(const Inflated<S>& s, const Matrix<dimension_of<S>>& m) { return CoreBox<S>::turned(s.shape, m); }
};

/// A placed shape that was inflated afterwards.
template <Shape S>
  requires(!CoreBox<S>::known && AabbOf<S>::known)
struct AabbOf<Inflated<S>> {
  static constexpr bool known = true;
  static auto of(const Inflated<S>& s, double extra = 0) {
    if (!(s.extra >= 0)) return everywhere<ScalarOf<S>, dimension_of<S>>();
    return AabbOf<S>::of(s.shape, sum_up(double(s.extra), extra));
  }
};

}  // namespace detail

/// All points within r >= 0 of the shape.
template <class S>
  requires detail::Storable<S>
constexpr auto inflate(S&& shape, ScalarOf<std::remove_cvref_t<S>> r) {
  return Inflated<detail::Stored<std::remove_cvref_t<S>>>{detail::stored(shape), r};
}

/// The union of all translations of the shape by t * motion, 0 <= t <= 1.
template <class S>
  requires detail::Storable<S>
constexpr auto sweep(S&& shape, const VectorOf<std::remove_cvref_t<S>>& motion) {
  return Swept<detail::Stored<std::remove_cvref_t<S>>>{detail::stored(shape), motion};
}

/// The Minkowski sum: all sums of a point of a and a point of b.
template <class A, class B>
  requires detail::Storable<A> && detail::Storable<B> &&
           detail::SameSpace<std::remove_cvref_t<A>, std::remove_cvref_t<B>>
constexpr auto minkowski_sum(A&& a, B&& b) {
  using SA = detail::Stored<std::remove_cvref_t<A>>;
  using SB = detail::Stored<std::remove_cvref_t<B>>;
  return MinkowskiSum<SA, SB>{detail::stored(a), detail::stored(b)};
}

/// The smallest convex shape that contains both.
template <class A, class B>
  requires detail::Storable<A> && detail::Storable<B> &&
           detail::SameSpace<std::remove_cvref_t<A>, std::remove_cvref_t<B>>
constexpr auto hull_of(A&& a, B&& b) {
  using SA = detail::Stored<std::remove_cvref_t<A>>;
  using SB = detail::Stored<std::remove_cvref_t<B>>;
  return HullOf<SA, SB>{detail::stored(a), detail::stored(b)};
}

/// The shape times a factor > 0, about the origin of its frame.
template <class S>
  requires detail::Storable<S>
constexpr auto scale(S&& shape, ScalarOf<std::remove_cvref_t<S>> factor) {
  return Scaled<detail::Stored<std::remove_cvref_t<S>>>{detail::stored(shape), factor};
}

/// The shape scaled by a factor > 0 along each axis.
template <class S>
  requires detail::Storable<S>
constexpr auto scale(S&& shape, const VectorOf<std::remove_cvref_t<S>>& factors) {
  return Stretched<detail::Stored<std::remove_cvref_t<S>>>{detail::stored(shape), factors};
}

}  // namespace abut
