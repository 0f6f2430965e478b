/// The planes by which a ray can be clipped before any support call: the box around a shape, and the faces of a hull.
///
/// ShapeRef forwards to its shape, so that a type-erased shape gives the same bits.
#pragma once

#include <abut/aabb.hpp>
#include <abut/detail/support/face_planes.hpp>
#include <abut/shapes.hpp>

namespace abut::detail {

/// What a shape offers, in its own frame.
template <Scalar T, int D>
struct BoundingPlanes {
  bool has_box = false;  ///< the shape is within `box`
  bool is_box = false;   ///< the shape is `box`
  Aabb<T, D> box{};
  FacePlanes<D> planes{};  ///< of a hull of few faces
};

/// A hull, or a type-erased shape.
template <class Core>
inline constexpr bool has_planes =
    requires(const Core& core) { core.face_planes(); } || requires(const Core& core) { core.bounding_planes(); };

template <Shape S>
ABUT_INLINE BoundingPlanes<ScalarOf<S>, dimension_of<S>> bounding_planes(const S& shape) {
  if constexpr (requires { shape.bounding_planes(); }) {
    return shape.bounding_planes();
  } else if constexpr (std::same_as<S, Box<ScalarOf<S>, dimension_of<S>>>) {
    return {.has_box = true, .is_box = true, .box = {-shape.half, shape.half}};
  } else if constexpr (requires { shape.face_planes(); }) {
    return {.has_box = true, .box = shape.aabb(), .planes = shape.face_planes()};
  } else {
    return {};
  }
}

}  // namespace abut::detail
