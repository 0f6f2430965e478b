/// A ShapeRef of either scalar as a shape in double, in which times of impact are computed: they are compiled once for
/// both scalars. With detail::DoubleView each scalar would have its own instance, which would add 19 kB to
/// abut-motion.wasm; and a ShapeRef of a DoubleView would not provide core_vertices, so that GJK would answer for
/// segments.
#pragma once

#include <abut/shape_ref.hpp>

namespace abut::c_api {

template <int D>
class WideRef {
 public:
  using Vector = Vec<double, D>;

  WideRef(const ShapeRef<float, D>& shape) : narrow_(&shape) {}  // NOLINT(google-explicit-constructor)
  WideRef(const ShapeRef<double, D>& shape) : wide_(&shape) {}   // NOLINT(google-explicit-constructor)

  SupportPoint<Vector> support(const Vector& d) const {
    return wide_ != nullptr ? wide_->support(d) : narrow_->support(d);
  }
  double radius() const { return wide_ != nullptr ? wide_->radius() : narrow_->radius(); }
  Vector center() const { return wide_ != nullptr ? wide_->center() : narrow_->center(); }
  double bounding_radius() const { return wide_ != nullptr ? wide_->bounding_radius() : narrow_->bounding_radius(); }
  bool is_valid() const { return wide_ != nullptr ? wide_->is_valid() : narrow_->is_valid(); }
  SupportError scaled_support_error(double scale) const {
    return wide_ != nullptr ? wide_->scaled_support_error(scale) : narrow_->scaled_support_error(scale);
  }
  bool measures_from_origin() const {
    return wide_ != nullptr ? wide_->measures_from_origin() : narrow_->measures_from_origin();
  }
  Vector vertex(VertexId id) const { return wide_ != nullptr ? wide_->vertex(id) : narrow_->vertex(id); }
  VertexId vertex_count() const { return wide_ != nullptr ? wide_->vertex_count() : narrow_->vertex_count(); }
  VertexId core_vertices() const { return wide_ != nullptr ? wide_->core_vertices() : narrow_->core_vertices(); }

  // What closed forms need. C++ too has them in double only: a float shape that is widened has none, but for the edges
  // of polygons.
  const Box<double, D>* as_box() const { return wide_ != nullptr ? wide_->as_box() : nullptr; }
  const Triangle<double, D>* as_triangle() const { return wide_ != nullptr ? wide_->as_triangle() : nullptr; }
  detail::BoundingPlanes<double, D> bounding_planes() const {
    if (wide_ != nullptr) return wide_->bounding_planes();
    if constexpr (D == 2) return {.planes = narrow_->bounding_planes().planes};
    return {};
  }
  const detail::OrthantLists<D>& orthant_lists() const {
    return wide_ != nullptr ? wide_->orthant_lists() : detail::no_orthant_lists<D>;
  }

 private:
  const ShapeRef<float, D>* narrow_ = nullptr;
  const ShapeRef<double, D>* wide_ = nullptr;
};

}  // namespace abut::c_api
