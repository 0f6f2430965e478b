/// Where a body stands: at its pose, or as a part of a compound at its pose in there and then at that of the compound.
///
/// A point x of the body is at position + outer (inner + Q x) in the world, where Q is the rotation within the compound
/// and `rotation` is outer Q. Each matrix is off by 11 u, and their product by 4.25 u more.
#pragma once

#include <abut/detail/composite/composite_ref.hpp>
#include <abut/pose.hpp>

namespace abut::detail {

template <int D>
struct BodyPose {
  using V = Vec<double, D>;

  bool is_posed, has_inner;
  V position{}, inner{};
  Matrix<D> outer, rotation;

  /// Requires valid poses.
  template <Scalar T>
  explicit BodyPose(const CompositeRef<T, D>& body) : is_posed(body.pose != nullptr), has_inner(body.inner != nullptr) {
    if (is_posed) {
      stand_at(widen(body.pose->p), rescaled(body.pose->q));
    } else {
      for (int i = 0; i < D; ++i) outer.row[i] = axis<double, D>(i);
    }
    set_rotation(body);
  }

  /// Of a body without a pose of its own, at a pose in double: that of a motion at a time.
  template <Scalar T>
  BodyPose(const CompositeRef<T, D>& body, const Pose<double, D>& pose)
      : is_posed(true), has_inner(body.inner != nullptr) {
    stand_at(pose.p, rescaled(pose.q));
    set_rotation(body);
  }

  /// A point of the body in the world, where no length is near overflow.
  V in_world(const V& x) const { return is_posed ? outer_image(rotation * x) + position : x; }

  /// The largest coordinate of a position.
  double reach() const {
    const double p = max_abs(position), q = max_abs(inner);
    return p > q ? p : q;
  }

 private:
  void stand_at(const V& p, const Rotation<double, D>& q) {
    position = p;
    outer = matrix(q);
  }
  template <Scalar T>
  void set_rotation(const CompositeRef<T, D>& body) {
    rotation = outer;
    if (!has_inner) return;
    inner = widen(body.inner->p);
    const Matrix<D> q = matrix(rescaled(body.inner->q));
    for (int i = 0; i < D; ++i) rotation.row[i] = transposed_times(q, outer.row[i]);
  }
  V outer_image(const V& turned) const { return has_inner ? turned + outer * inner : turned; }
};

}  // namespace abut::detail
