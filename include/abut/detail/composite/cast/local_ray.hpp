/// A ray in the frame of a body: about the center of its box, in units of a power of two.
///
/// The points of the ray are origin() + tau direction(), |direction()| = 1 up to 4 u; t is tau / speed(). Each of them
/// is off by error() and 64 u tau. Count, in units of u: the origin by 15.25 |o - p| for the rotation, by 2 of the
/// lengths for the differences; the direction by 15.25 for the rotation, 4 for its length. No length exceeds 1. In a
/// body with a pose within that of its compound a rotation takes 30.5 (composite/body_pose.hpp), and error() is twice
/// as large.
#pragma once

#include <abut/detail/composite/body_pose.hpp>
#include <abut/ray_cast.hpp>

#include <initializer_list>

namespace abut::detail {

template <int D>
class LocalRay {
 public:
  using V = Vec<double, D>;

  /// Requires a valid pose, and a ray of finite numbers.
  template <Scalar T>
  LocalRay(const Ray<T, D>& ray, const CompositeRef<T, D>& body) : LocalRay(ray, body, BodyPose<D>(body)) {}

  const V& origin() const { return origin_; }
  const V& direction() const { return direction_; }
  double error() const { return error_; }
  double scale() const { return scale_; }
  double reach() const { return reach_; }    ///< of the body, without its radius
  double radius() const { return radius_; }  ///< of the body
  bool moves() const { return moves_; }      ///< false if the direction is zero
  /// False if positions are beyond all numbers, or the length of the direction and that of the body too far apart.
  bool is_within_range() const {
    return is_finite(error_) && (!moves_ || (t_of_length_ > 0x1p-1000 && t_of_length_ < 0x1p1000));
  }

  double t(double tau) const { return tau * t_of_length_; }
  double tau(double t) const { return t / t_of_length_; }

  /// A vertex of the body.
  V local(const V& x) const { return (x - center_) * scale_; }
  V world_direction(const V& v) const { return to_world_ * v; }

 private:
  template <Scalar T>
  LocalRay(const Ray<T, D>& ray, const CompositeRef<T, D>& body, const BodyPose<D>& of_body)
      : center_(body.tree.center),
        scale_(scale_of(ray, body, of_body)),
        reach_(body.tree.reach * body.tree.unit * scale_),
        radius_(body.most_radius() * scale_) {
    const V given = widen(ray.direction);
    const double direction_scale = inverse_power_of_two(max_abs(given));
    V d = given * direction_scale;
    double lengths = 0;
    if (of_body.is_posed) {
      to_world_ = of_body.rotation;
      const V inner = of_body.outer * (of_body.inner * scale_), arm = center_ * scale_;
      const V between = (widen(ray.origin) * 0.5 - of_body.position * 0.5) * (2 * scale_) - inner;
      origin_ = transposed_times(to_world_, between) - arm;
      d = transposed_times(to_world_, d);
      lengths = norm(between) + norm(arm) + norm(inner);
    } else {
      for (int i = 0; i < D; ++i) to_world_.row[i] = axis<double, D>(i);
      origin_ = (widen(ray.origin) * 0.5 - center_ * 0.5) * (2 * scale_);
    }
    const double length = norm(d);
    moves_ = length > 0;
    direction_ = moves_ ? d * (1 / length) : axis<double, D>(0);
    t_of_length_ = direction_scale / scale_ / length;
    error_ = (of_body.has_inner ? 128 : 64) * unit_roundoff * (lengths + norm(origin_) + 1.75 * reach_ + radius_);
  }

  /// The power of two that brings the largest of all lengths to between 1/16 and 1/8.
  template <Scalar T>
  static double scale_of(const Ray<T, D>& ray, const CompositeRef<T, D>& body, const BodyPose<D>& of_body) {
    const V from = of_body.is_posed ? of_body.position : body.tree.center;
    double most = body.tree.unit;
    for (const double x :
         {max_abs(widen(ray.origin) * 0.5 - from * 0.5), of_body.is_posed ? max_abs(body.tree.center) : 0.0,
          max_abs(of_body.inner), double(body.radius)}) {
      most = x > most ? x : most;
    }
    return inverse_power_of_two(most) * 0.0625;
  }

  const V center_;
  const double scale_, reach_, radius_;
  V origin_, direction_;
  Matrix<D> to_world_;
  double t_of_length_ = 1, error_ = 0;
  bool moves_ = false;
};

}  // namespace abut::detail
