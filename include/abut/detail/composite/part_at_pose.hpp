/// A part of a compound at its pose in there, as a shape in the frame of the compound.
///
/// A compound is rigid: its parts stand where their poses have them, as real numbers, also once the compound itself is
/// placed. The product of the two poses would have to be rounded; so a query sees one pose, that of the compound, and
/// the other one is part of the shape, whose support points are computed, with the error that Placed<S> states.
#pragma once

#include <abut/shape_ref.hpp>

namespace abut::detail {

template <Scalar T, int D>
class PartAtPose {
 public:
  using Vector = Vec<T, D>;
  using V = Vec<double, D>;

  /// Requires a valid pose. The shape must outlive it.
  PartAtPose(const ShapeRef<T, D>& shape, const Pose<T, D>& pose)
      : shape_(shape),
        ball_(enclosure(shape)),
        matrix_(matrix(rescaled(pose.q))),
        position_(widen(pose.p)),
        rounding_(
            with_underflow<T>((rotation_roundings<D> + 1) * (norm(ball_.center) + ball_.reach) + norm(position_))) {}

  SupportPoint<V> support(const V& d) const {
    const SupportPoint<V> s = shape_.support(transposed_times(matrix_, d));
    return {image(s.point), s.id};
  }
  /// The error of the shape; of the matrix, the product and the sum; and of the direction rotated into the local frame.
  SupportError support_error() const {
    const SupportError e = detail::support_error(shape_, ball_);
    return {e.height + rounding_ + 2 * product_roundings<D> * ball_.reach, e.point + rounding_};
  }
  double radius() const { return shape_.radius(); }
  V center() const { return image(ball_.center); }
  /// The center is off by as much as a point.
  double bounding_radius() const { return (ball_.reach + 2 * unit_roundoff * rounding_) * (1 + 0x1p-50); }
  bool is_valid() const { return detail::is_valid(shape_, ball_); }
  V vertex(VertexId id) const { return image(shape_.vertex(id)); }
  VertexId vertex_count() const { return shape_.vertex_count(); }

 private:
  V image(const V& x) const { return matrix_ * x + position_; }

  const ShapeRef<T, D> shape_;
  const Enclosure<D> ball_;
  const Matrix<D> matrix_;
  const V position_;
  const double rounding_;  ///< of a point, in units of u
};

}  // namespace abut::detail
