/// Verbs about bodies of many convex parts: a mesh (mesh.hpp) takes the place of a shape, as either operand or as both.
///
///     auto gap = distance(bracket, place(crate, pose));      // bracket is a Mesh3d, crate a Box3d
///     auto met = overlap(place(bracket, pose), gripper);     // both are meshes
///     auto near = closest_point(eye, bracket);
///     auto hit = ray_cast(Ray3d{eye, look}, bracket);        // hit.t, hit.part, hit.barycentric
///     auto lands = shape_cast(crate, {0, 0, -10}, bracket);  // lands.t, lands.part_b
///     auto deep = penetration(bracket, crate);               // deep.lower <= true depth <= deep.depth
///     auto lift = depth_along(bracket, crate, {0, 0, 1});    // the crate is free once it has moved up by so much
///     auto wide = distance(inflate(bracket, 0.1), crate);    // of a body with rounded sides
///     auto met = time_of_impact(moving(bracket, swing), crate);   // met.t_safe <= true time <= met.t, met.part_a
///
/// The answers are those of the convex verbs, and say which parts they are about. A body is the union of its parts: of
/// the triangles of a mesh, not of what they enclose; a solid (solid.hpp) is what they enclose.
///
/// The time of distance() and overlap() grows with the logarithm of the number of parts, unless thousands of them are
/// nearly as near as the nearest; with a half-space it grows with the number itself. Caches are not used.
#pragma once

#include <abut/closest_point.hpp>
#include <abut/depth_along.hpp>
#include <abut/detail/composite/composite_ref.hpp>
#include <abut/distance.hpp>
#include <abut/overlap.hpp>
#include <abut/penetration.hpp>
#include <abut/ray_cast.hpp>
#include <abut/separation.hpp>
#include <abut/separation_gradient.hpp>
#include <abut/shape_cast.hpp>
#include <abut/time_of_impact.hpp>

#include <type_traits>

namespace abut {

/// The number of a part of a body: in the order in which the parts were given. A convex shape is its own part 0.
using PartId = std::uint32_t;

/// The answer of distance() where an operand is a body of parts. The features are vertices of the two parts.
template <Scalar T, int D>
struct CompositeDistance : Distance<T, D> {
  PartId part_a = 0, part_b = 0;        ///< the parts that the closest points belong to
  PartId subpart_a = 0, subpart_b = 0;  ///< of a compound: the parts within these parts
};

/// The answer of overlap() where an operand is a body of parts.
///
/// If they overlap, `point` is a point of both parts. If they are apart, no pair of parts meets; there need be no axis
/// that separates the bodies, so that `axis` separates only the parts named.
template <Scalar T, int D>
struct CompositeOverlap : Overlap<T, D> {
  PartId part_a = 0, part_b = 0;        ///< the parts that overlap, or between which the axis is
  PartId subpart_a = 0, subpart_b = 0;  ///< of a compound: the parts within these parts
};

/// The answer of closest_point() about a body of parts.
template <Scalar T, int D>
struct CompositeClosestPoint : ClosestPoint<T, D> {
  PartId part = 0;     ///< the part that the point belongs to
  PartId subpart = 0;  ///< of a compound: the part within the part
};

/// The answer of ray_cast() at a body of parts: the part that the ray meets first. The normal is that of the part,
/// against the ray, whichever side the ray comes from.
template <Scalar T, int D>
struct CompositeRayCast : RayCast<T, D> {
  PartId part = 0;     ///< the part that is hit
  PartId subpart = 0;  ///< of a compound: the part within the part
  /// Of the point, in the part's vertices: weights that are not negative, and add up to 1 up to rounding.
  Vec<T, D> barycentric{};
};

/// The answer of shape_cast() where an operand is a body of parts: the parts that meet first. With
/// StartPolicy::penetration the depth is that of these parts.
template <Scalar T, int D>
struct CompositeShapeCast : ShapeCast<T, D> {
  PartId part_a = 0, part_b = 0;        ///< the parts that meet
  PartId subpart_a = 0, subpart_b = 0;  ///< of a compound: the parts within these parts
};

/// The answer of penetration() where an operand is a body of parts: two bounds of the least translation that ends the
/// overlap. No practical algorithm finds that translation itself.
///
/// `depth` is the upper bound. It is the depth of the convex hulls, whose normal and points these are: moving B by
/// `depth * normal` ends the overlap for certain. `lower` is proven by the depth of pairs of parts, and by balls that
/// are inside solids: no shorter translation ends it. `converged` means that the bounds meet, as where flat sides of
/// convex bodies have met; otherwise the status is `inconclusive`, and both hold. Bodies that are proven apart have the
/// depth 0, and the normal and the closest points of their distance. Against a half-space the depth is exact.
template <Scalar T, int D>
struct CompositePenetration : Penetration<T, D> {
  PartId part_a = 0, part_b = 0;  ///< the deepest pair of parts that was found; if the bodies are apart, the nearest
  PartId subpart_a = 0, subpart_b = 0;  ///< of a compound: the parts within these parts
};

/// The answer of separation() where an operand is a body of parts: the distance where they are proven apart, else minus
/// the depth, with the bounds of CompositePenetration.
template <Scalar T, int D>
struct CompositeSeparation : Separation<T, D> {
  PartId part_a = 0, part_b = 0;        ///< the nearest parts; if the bodies overlap, the deepest that were found
  PartId subpart_a = 0, subpart_b = 0;  ///< of a compound: the parts within these parts
};

/// The answer of time_of_impact() where an operand is a body of parts: the parts that come within the target first.
template <Scalar T, int D>
struct CompositeTimeOfImpact : TimeOfImpact<T, D> {
  PartId part_a = 0, part_b = 0;        ///< at the hit: the parts that meet
  PartId subpart_a = 0, subpart_b = 0;  ///< of a compound: the parts within these parts
};

/// The answer of separation_gradient() where an operand is a body of parts: how the separation changes with the parts
/// that it is about. Where bodies overlap it is minus the depth of their hulls, whose slope this is, and `unique` is
/// false; a half-space has the exact depth of the deepest part.
template <Scalar T, int D>
struct CompositeSeparationGradient {
  CompositeSeparation<T, D> separation;  ///< with points, normal, bounds and parts
  PoseGradient<T, D> a, b;               ///< by the pose of either body; zero where no points are known
  /// Whether the derivative exists, up to rounding: no other pair of parts is as near at other points, and there is one
  /// pair of points.
  bool unique = false;
};

/// A body of parts without a pose.
template <class A>
concept Body = requires(const A& a) { typename A::Vector; } && requires(const A& a) {
  { a.composite() } -> std::same_as<detail::CompositeRef<ScalarOf<A>, dimension_of<A>>>;
};

/// A body of parts at a pose. Made by place(). `B` is a view.
template <Body B>
struct PlacedBody {
  using Vector = VectorOf<B>;

  B body;                                   ///< in its own frame
  Pose<ScalarOf<B>, dimension_of<B>> pose;  ///< where it is
};

/// The body must outlive the result, which holds a view of it.
template <Body B>
  requires requires(const B& b) { b.view(); }
auto place(const B& body, const Pose<ScalarOf<B>, dimension_of<B>>& pose) {
  return PlacedBody<decltype(body.view())>{body.view(), pose};
}
template <Body B>
  requires requires(const B& b) { b.view(); }
void place(const B&& temporary, const Pose<ScalarOf<B>, dimension_of<B>>& pose) = delete;  // the view would dangle
/// A view at a pose.
template <Body B>
  requires(!requires(const B& b) { b.view(); })
PlacedBody<B> place(const B& view, const Pose<ScalarOf<B>, dimension_of<B>>& pose) {
  return {view, pose};
}
/// As of shapes: the poses collapse to one, rounded to the scalar.
template <Body B>
PlacedBody<B> place(const PlacedBody<B>& placed, const Pose<ScalarOf<B>, dimension_of<B>>& pose) {
  return {placed.body, pose * placed.pose};
}

/// A body with rounded sides: all points within a radius of it. Made by inflate(). `B` is a view.
template <Body B>
struct InflatedBody {
  using Vector = VectorOf<B>;

  B body;              ///< the body inside
  ScalarOf<B> radius;  ///< a length, not negative

  /// For the traversals; null stands for no pose.
  detail::CompositeRef<ScalarOf<B>, dimension_of<B>> composite(
      const Pose<ScalarOf<B>, dimension_of<B>>* pose = nullptr) const {
    auto r = body.composite(pose);
    r.radius += radius;
    return r;
  }
};

/// All points within r of a body: of a mesh, a surface as thick as 2 r; of a solid, a solid with rounded edges. A
/// negative radius is answered by Status::invalid_argument. The body must outlive the result, which holds a view of it.
template <Body B>
  requires requires(const B& b) { b.view(); }
auto inflate(const B& body, ScalarOf<B> r) {
  return InflatedBody<decltype(body.view())>{body.view(), r};
}
template <Body B>
  requires requires(const B& b) { b.view(); }
void inflate(const B&& temporary, ScalarOf<B> r) = delete;  // the view would dangle
/// A view with rounded sides.
template <Body B>
  requires(!requires(const B& b) { b.view(); })
InflatedBody<B> inflate(const B& view, ScalarOf<B> r) {
  return {view, r};
}
/// The radii add up, rounded to the scalar.
template <Body B>
InflatedBody<B> inflate(const InflatedBody<B>& inflated, ScalarOf<B> r) {
  return {inflated.body, inflated.radius + r};
}
/// At the same pose.
template <Body B>
auto inflate(const PlacedBody<B>& placed, ScalarOf<B> r) {
  return place(inflate(placed.body, r), placed.pose);
}

/// A body of parts with a motion (motion.hpp). Made by moving(). `B` is a view.
template <Body B>
struct MovingBody {
  using Vector = VectorOf<B>;

  B body;                                  ///< in its own frame
  Motion<double, dimension_of<B>> motion;  ///< in double, whatever the scalar
};

/// The motion's numbers are in the body's scalar or in double. The body must outlive the result, which holds a view.
template <Body B, Scalar T>
  requires requires(const B& b) { b.view(); }
auto moving(const B& body, const detail::MotionOf<B, T>& motion) {
  return MovingBody<decltype(body.view())>{body.view(), detail::widen(motion)};
}
template <Body B, Scalar T>
  requires requires(const B& b) { b.view(); }
void moving(const B&& temporary, const detail::MotionOf<B, T>& motion) = delete;  // the view would dangle
/// A view with a motion.
template <Body B, Scalar T>
  requires(!requires(const B& b) { b.view(); })
MovingBody<B> moving(const B& view, const detail::MotionOf<B, T>& motion) {
  return {view, detail::widen(motion)};
}
/// The pose becomes part of the motion, rounded: its start is then motion.start * pose.
template <Body B, Scalar T>
MovingBody<B> moving(const PlacedBody<B>& placed, const detail::MotionOf<B, T>& motion) {
  const Pose<double, dimension_of<B>> pose = detail::widen(placed.pose);
  Motion<double, dimension_of<B>> m = detail::widen(motion);
  m.start = m.start * pose;
  m.center = transform(inverse(pose), m.center);
  return {placed.body, m};
}

namespace detail {

template <class A>
inline constexpr bool is_placed_body = false;
template <Body B>
inline constexpr bool is_placed_body<PlacedBody<B>> = true;
template <class A>
inline constexpr bool is_moving_body = false;
template <Body B>
inline constexpr bool is_moving_body<MovingBody<B>> = true;

}  // namespace detail

/// A body of convex parts, placed or not.
template <class A>
concept Composite = Body<A> || detail::is_placed_body<A>;

namespace detail {

template <class A, class B>
concept CompositePair = (Composite<A> && (Composite<B> || Operand<B>)) || (Operand<A> && Composite<B>);

/// The same for time_of_impact(), whose operands may move.
template <class A>
concept MayMove = Operand<A> || is_moving<A>;
template <class A>
concept CompositeMayMove = Composite<A> || is_moving_body<A>;
template <class A, class B>
concept CompositesMayMove =
    (CompositeMayMove<A> && (CompositeMayMove<B> || MayMove<B>)) || (MayMove<A> && CompositeMayMove<B>);

template <class A, class B>
consteval bool check_composites() {
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one operand is 2D, the other 3D");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one operand is in float, the other in double");
  return std::same_as<VectorOf<A>, VectorOf<B>>;
}

// See detail/composite/dispatch.hpp.
template <class A, class B>
CompositeDistance<ScalarOf<A>, dimension_of<A>> find_composite_distance(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options);
template <class A, class B>
CompositeOverlap<ScalarOf<A>, dimension_of<A>> find_composite_overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options);
template <Scalar T, int D, class A>
CompositeRayCast<T, D> find_composite_ray_cast(const Ray<T, D>& ray, const A& body,
                                               const RayCastOptions<T, D>& options);
template <class A, class B>
CompositeShapeCast<ScalarOf<A>, dimension_of<A>> find_composite_shape_cast(
    const A& a, const B& b, const Translations<dimension_of<A>>& translations,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options);

// See detail/composite/toi/dispatch.hpp.
template <class A, class B>
CompositeTimeOfImpact<ScalarOf<A>, dimension_of<A>> find_composite_impact(
    const A& a, const B& b, const TimeOfImpactOptions<ScalarOf<A>, dimension_of<A>>& options);

// See detail/composite/depth/dispatch.hpp.
template <class A, class B>
CompositePenetration<ScalarOf<A>, dimension_of<A>> find_composite_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options);
template <class A, class B>
CompositePenetration<ScalarOf<A>, dimension_of<A>> find_composite_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options);
template <class A, class B>
CompositeSeparationGradient<ScalarOf<A>, dimension_of<A>> find_composite_gradient(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options);
template <class A, class B>
CompositeSeparation<ScalarOf<A>, dimension_of<A>> find_composite_separation(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options);

}  // namespace detail

/// The distance of two operands of which at least one is a body of parts.
template <class A, class B>
  requires detail::CompositePair<A, B>
[[nodiscard]] CompositeDistance<ScalarOf<A>, dimension_of<A>> distance(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  if constexpr (detail::check_composites<A, B>()) return detail::find_composite_distance(a, b, options);
}

/// Whether two operands of which at least one is a body of parts meet. The method of the options is that for two parts.
template <class A, class B>
  requires detail::CompositePair<A, B>
[[nodiscard]] CompositeOverlap<ScalarOf<A>, dimension_of<A>> overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  if constexpr (detail::check_composites<A, B>()) return detail::find_composite_overlap(a, b, options);
}

/// How deep two operands of which at least one is a body of parts overlap, between two bounds.
template <class A, class B>
  requires detail::CompositePair<A, B>
[[nodiscard]] CompositePenetration<ScalarOf<A>, dimension_of<A>> penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  if constexpr (detail::check_composites<A, B>()) return detail::find_composite_penetration(a, b, options);
}

/// How far B has to move along a direction, of any length but zero, until it is free of A for good; at least one of the
/// two is a body of parts. Gaps on the way, in which B is free for a while, do not count. Bodies that are apart have
/// the depth 0, also if the direction leads towards A; against a half-space the depth is infinite along directions that
/// do not lead out. See depth_along.hpp. The parts are those that part last.
///
/// `upper` is proven for all parts. `lower` is proven where the parts that are named overlap, and the bodies are proven
/// to meet where they are; else it is 0, and the status `inconclusive`.
template <class A, class B>
  requires detail::CompositePair<A, B>
[[nodiscard]] CompositePenetration<ScalarOf<A>, dimension_of<A>> depth_along(
    const A& a, const B& b, const std::type_identity_t<VectorOf<A>>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  if constexpr (detail::check_composites<A, B>()) {
    return detail::find_composite_depth_along(a, b, direction, options);
  }
}

/// The signed distance of two operands of which at least one is a body of parts; where they overlap, two bounds of it.
template <class A, class B>
  requires detail::CompositePair<A, B>
[[nodiscard]] CompositeSeparation<ScalarOf<A>, dimension_of<A>> separation(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  if constexpr (detail::check_composites<A, B>()) return detail::find_composite_separation(a, b, options);
}

/// How the separation of two operands, of which at least one is a body of parts, changes as they move and rotate, each
/// about the origin of its frame; see separation_gradient.hpp.
template <class A, class B>
  requires detail::CompositePair<A, B>
[[nodiscard]] CompositeSeparationGradient<ScalarOf<A>, dimension_of<A>> separation_gradient(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  if constexpr (detail::check_composites<A, B>()) return detail::find_composite_gradient(a, b, options);
}

/// The point of a body of parts that is nearest to q. `inside` means on a part, or in a solid: a mesh has no inside.
template <Composite A>
[[nodiscard]] CompositeClosestPoint<ScalarOf<A>, dimension_of<A>> closest_point(
    const VectorOf<A>& q, const A& body, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  const auto d = distance(body, Point<ScalarOf<A>, dimension_of<A>>{q}, options);
  return {detail::closest_point_from(q, d), d.part_a, d.subpart_a};
}

/// Where a ray first meets a body of parts; see ray_cast.hpp. A ray does not slip between parts that share an edge or a
/// vertex. A ray that begins on a part is in it: `at_start` of the options tells what is reported, as for a shape.
template <Scalar T, int D, Composite A>
[[nodiscard]] CompositeRayCast<T, D> ray_cast(const Ray<T, D>& ray, const A& body,
                                              const std::type_identity_t<RayCastOptions<T, D>>& options = {}) {
  static_assert(dimension_of<A> == D, "abut: one of ray and body is 2D, the other 3D");
  static_assert(std::same_as<ScalarOf<A>, T>, "abut: one of ray and body is in float, the other in double");
  return detail::find_composite_ray_cast(ray, body, options);
}

/// When A, which moves by t * `translation`, meets B; see shape_cast.hpp. At least one of the two is a body of parts. A
/// pair of parts that gives up leaves a miss open. Caches are not used.
template <class A, class B>
  requires detail::CompositePair<A, B>
[[nodiscard]] CompositeShapeCast<ScalarOf<A>, dimension_of<A>> shape_cast(
    const A& a, const std::type_identity_t<VectorOf<A>>& translation, const B& b,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  if constexpr (detail::check_composites<A, B>()) {
    const detail::Translations<dimension_of<A>> translations(detail::widen(translation),
                                                             detail::widen(options.translation_b));
    return detail::find_composite_shape_cast(a, b, translations, options);
  }
}

/// When two operands, of which at least one is a body of parts and at least one moves, come within the target; see
/// time_of_impact.hpp. What is said there about two shapes holds for all pairs of parts: before `t_safe` all of them
/// are further apart, and a pair that gives up leaves a miss open. The method of the options is that for two parts; the
/// method `substep` proves nothing, and `advancement` takes its place. `iterations` counts the distances of parts and
/// hulls, and the times at which the bodies were looked at, of which there are at most max_iterations.
template <class A, class B>
  requires detail::CompositesMayMove<A, B>
[[nodiscard]] CompositeTimeOfImpact<ScalarOf<A>, dimension_of<A>> time_of_impact(
    const A& a, const B& b, const TimeOfImpactOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  static_assert(detail::is_moving<A> || detail::is_moving<B> || detail::is_moving_body<A> || detail::is_moving_body<B>,
                "abut: nothing moves: wrap one of the two in moving(body, motion), or ask distance()");
  if constexpr (detail::check_composites<A, B>()) return detail::find_composite_impact(a, b, options);
}

}  // namespace abut

#include <abut/detail/composite/depth/dispatch.hpp>
#include <abut/detail/composite/toi/dispatch.hpp>
