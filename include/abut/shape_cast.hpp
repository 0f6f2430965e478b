/// When does a shape that moves in a straight line hit another one, and where?
///
///     auto hit = shape_cast(place(crate, pose), {0, 0, -10}, ground_part);   // hit.t, hit.point_b, hit.normal
///     auto near = shape_cast(a, translation, b, {.target = 0.01f});          // when it comes as near as that
///     auto both = shape_cast(a, translation, b, {.translation_b = other});   // both move
///
/// A hit comes with `t_safe`, the part of the translation that is proven free: the shapes, their numbers read as exact
/// real numbers, do not come nearer than `target` before it. A miss is proven as well: no thin wall is stepped over,
/// and a search that gives up reports neither. Three methods that share only that proof give the same answer: GJK ray
/// cast on the Minkowski difference (cast/gjk_ray_cast.hpp), conservative advancement
/// (cast/conservative_advancement.hpp), and MPR on the swept shape (cast/mpr_cast.hpp). Untraced 3D box/box casts by
/// `gjk` test the 15 separating axes first (cast/box_box.hpp). Shapes translate and do not rotate; time_of_impact.hpp
/// takes rotating shapes.
#pragma once

#include <abut/motion.hpp>
#include <abut/operand.hpp>
#include <abut/separation.hpp>

namespace abut {

/// The method. All three give the same answer.
enum class CastMethod {
  gjk,          ///< the default; conservative advancement answers what it leaves open
  advancement,  ///< conservative advancement: a sequence of distance queries
  mpr,          ///< inconclusive where the shapes touch at the start or in passing, and where B - A has no interior
};

/// What is reported for shapes that meet, or are as near as the target, at the start.
enum class StartPolicy {
  hit,  ///< a hit at 0; its normal and points are meaningful only if the shapes just touch
  /// No hit if the translation does not bring the shapes deeper along the normal of their separation, otherwise a hit
  /// at 0. Where several ways out are equally short, as of shapes that coincide, `separation` chooses one.
  ignore_separating,
  penetration,  ///< a hit at 0 with the depth, and its points and normal
};

/// Options of shape_cast(). Every field has a default.
template <Scalar T, int D>
struct ShapeCastOptions {
  T target = T(0);                          ///< how near counts as a hit
  Vec<T, D> translation_b{};                ///< that of B; only the translation of A relative to it matters
  T max_t = T(1);                           ///< the cast ends at this t; may be infinite
  CastMethod method = CastMethod::gjk;      ///< how to find the hit
  StartPolicy at_start = StartPolicy::hit;  ///< what is reported of shapes that meet at the start
  /// For curved shapes: how near to the target counts as a hit, as a fraction of the size. (A quarter of it; all of it
  /// by MPR.)
  T tolerance = default_tolerance<T>;
  /// The limit of support calls on each shape. Polytopes rarely take more than 30, curved shapes rarely more than 200.
  int max_iterations = 512;
  /// The direction that was proven free last time is tried first, by the method gjk, and the new one is stored.
  Cache<D>* cache = nullptr;
};

using ShapeCastOptions2f = ShapeCastOptions<float, 2>;
using ShapeCastOptions3f = ShapeCastOptions<float, 3>;
using ShapeCastOptions2d = ShapeCastOptions<double, 2>;
using ShapeCastOptions3d = ShapeCastOptions<double, 3>;

/// The answer of shape_cast(): a hit, a proven miss, or neither.
template <Scalar T, int D>
struct ShapeCast {
  /// converged: `hit` or `miss` is true. Otherwise neither is, and only `t_safe` is known.
  Status status = Status::invalid_argument;
  bool hit = false;   ///< at `t` the shapes are as near as the target, up to tolerance and rounding
  bool miss = false;  ///< proven: the shapes do not come as near as the target up to max_t

  T t = T(0);       ///< at the hit, A has moved by t * translation; not before `t_safe`
  T t_safe = T(0);  ///< the translation is proven free before this; max_t for a miss

  Vec<T, D> normal = detail::axis<T, D>(0);  ///< at the hit: unit vector from A to B
  /// Points on the surfaces, in the world at the time of the hit: point_b - point_a = target * normal up to rounding.
  Vec<T, D> point_a{}, point_b{};

  StartState start = StartState::separated;  ///< `within_target` only if there is a target
  T depth = T(0);                            ///< with StartPolicy::penetration: how deep they overlap at the start

  int iterations = 0;  ///< support calls on each shape
};

using ShapeCast2f = ShapeCast<float, 2>;
using ShapeCast3f = ShapeCast<float, 3>;
using ShapeCast2d = ShapeCast<double, 2>;
using ShapeCast3d = ShapeCast<double, 3>;

namespace detail {

/// Translations in the user's units: that of A relative to B, and those of A and of B.
template <int D>
struct Translations {
  Vec<double, D> relative, of_a, of_b;

  Translations(const Vec<double, D>& a, const Vec<double, D>& b) : relative(a - b), of_a(a), of_b(b) {}
  Translations swapped() const { return {of_b, of_a}; }
  /// Whether they are valid. Their difference may overflow all the same: then the cast is inconclusive.
  bool are_finite() const { return is_finite(of_a) && is_finite(of_b); }
};

// See cast/shape_cast_dispatch.hpp.
template <Shape A, Shape B, class Trace>
ShapeCast<ScalarOf<A>, dimension_of<A>> find_shape_cast(const A& a, const B& b,
                                                        const Translations<dimension_of<A>>& translations,
                                                        const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                        Trace trace);
template <Operand A, Operand B, class Trace>
  requires(AnyHalfSpace<A> || AnyHalfSpace<B>)
ShapeCast<ScalarOf<A>, dimension_of<A>> find_shape_cast(const A& a, const B& b,
                                                        const Translations<dimension_of<A>>& translations,
                                                        const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                        Trace trace);

}  // namespace detail

/// A moves by t * `translation`; B rests, unless the options move it. The trace (trace.hpp) is optional. A half-space
/// (operand.hpp) has a closed form: the method of the options is ignored.
template <detail::Argument A, detail::Argument B, class... Trace>
[[nodiscard]] ShapeCast<ScalarOf<A>, dimension_of<A>> shape_cast(
    const A& a, const std::type_identity_t<VectorOf<A>>& translation, const B& b,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  const detail::Translations<dimension_of<A>> translations(detail::widen(translation),
                                                           detail::widen(options.translation_b));
  return detail::ask<ShapeCast<ScalarOf<A>, dimension_of<A>>>(a, b, [&](const auto& x, const auto& y) {
    return detail::find_shape_cast(x, y, translations, options, detail::trace_from(trace...));
  });
}

}  // namespace abut

#include <abut/detail/cast/shape_cast_dispatch.hpp>
