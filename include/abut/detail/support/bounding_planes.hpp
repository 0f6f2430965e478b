/// What a shape knows of its own sides that a ray can be clipped by. ShapeRef asks its shape, so that the bits are the same.
#pragma once

#include <abut/bounds.hpp>
#include <abut/detail/support/face_planes.hpp>
#include <abut/shapes.hpp>

namespace abut::detail {

/// In the frame of the shape.
template <Scalar T, int D>
struct BoundingPlanes {
  bool has_box = false;  ///< nothing of the shape is outside of `box`; hulls keep it
  bool is_box = false;   ///< it is the shape itself
  Bounds<T, D> box{};
  FacePlanes<D> planes{};  ///< of a hull of few faces
};

template <Shape S>
ABUT_INLINE BoundingPlanes<ScalarOf<S>, dimension_of<S>> bounding_planes(const S& shape) {
  if constexpr (requires { shape.bounding_planes(); }) {
    return shape.bounding_planes();
  } else if constexpr (std::same_as<S, Box<ScalarOf<S>, dimension_of<S>>>) {
    return {.has_box = true, .is_box = true, .box = {-shape.half, shape.half}};
  } else if constexpr (requires { shape.face_planes(); }) {
    return {.has_box = true, .box = shape.bounds(), .planes = shape.face_planes()};
  } else {
    return {};
  }
}

}  // namespace abut::detail
