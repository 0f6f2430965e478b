/// Two bodies of parts in one frame: that of A, about the center of its box, in units of one power of two.
///
/// A point of B whose coordinates about the center of B's box are y stands at R y + t there. R and t are computed in
/// double; error() bounds by how much the height of a point along a unit vector may be off because of that, the
/// rounding of the height itself included. The unit is chosen such that no length exceeds 1, whatever lengths the
/// bodies have.
///
/// The count, in units of u, from the matrices (11 each), their product (4.25) and products with vectors (4.25 each):
/// t is off by 32.5 |center of B| + 18.25 |p_b - p_a| + 1 |center of A|, a point of B by 34.75 of its length, and
/// a height by 4 of all lengths. So 64 of each length are enough. Bodies that are not placed have R = 1 and t off by
/// one rounding. A body with a pose within that of its compound has the product of two matrices, off by 26.25: then t
/// is off by 63.5 |center of B| and 50 of each position, a point of B by 61.
#pragma once

#include <abut/detail/composite/body_pose.hpp>

#include <initializer_list>

namespace abut::detail {

/// How wide the bounds of bodies of parts may be, in units of eps times the size, and still be called converged.
template <Scalar T>
inline constexpr double composite_width = std::same_as<T, float> ? 24 : 96;

/// Boxes are closed if they are further apart than this, in the unit of the frame, which is then a lower bound of their
/// distance. Gaps that are hardly larger are lost to the slack of boxes in float anyway.
inline constexpr double least_gap = 0x1p-24;

template <int D>
class RelativeFrame {
 public:
  using V = Vec<double, D>;

  /// Requires valid poses.
  template <Scalar T>
  RelativeFrame(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b)
      : RelativeFrame(a, b, BodyPose<D>(a), BodyPose<D>(b)) {}

  /// The bodies stand where these have them.
  template <Scalar T>
  RelativeFrame(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const BodyPose<D>& of_a,
                const BodyPose<D>& of_b)
      : center_a_(a.tree.center),
        center_b_(b.tree.center),
        scale_(scale_of(a, b, of_a, of_b)),
        inverse_scale_(1 / scale_),
        unit_a_(a.tree.unit * scale_),
        unit_b_(b.tree.unit * scale_),
        reach_a_(a.tree.reach * unit_a_),
        reach_b_(b.tree.reach * unit_b_) {
    double arms = 0;  // what rotations turn
    if (of_a.is_posed || of_b.is_posed) {
      to_world_ = of_a.rotation;
      for (int i = 0; i < D; ++i) {
        for (int k = 0; k < D; ++k) {
          rotation_.row[i][k] = 0;
          for (int m = 0; m < D; ++m) rotation_.row[i][k] += to_world_.row[m][i] * of_b.rotation.row[m][k];
        }
      }
      const V arm_a = center_a_ * scale_, arm_b = center_b_ * scale_;
      const V inner_a = of_a.inner * scale_, inner_b = of_b.inner * scale_;
      const V between = half_between(of_a, of_b) * (2 * scale_) + (of_b.outer * inner_b - of_a.outer * inner_a);
      translation_ = transposed_times(to_world_, between + of_b.rotation * arm_b) - arm_a;
      arms = norm(between) + norm(arm_a) + norm(arm_b) + norm(inner_a) + norm(inner_b);
    } else {
      for (int i = 0; i < D; ++i) rotation_.row[i] = to_world_.row[i] = axis<double, D>(i);
      translation_ = (center_b_ * 0.5 - center_a_ * 0.5) * (2 * scale_);
    }
    radii_ = (scaled(a.most_radius()) + scaled(b.most_radius())) * (1 + 0x1p-50);
    // 1.75 exceeds the square root of three: reaches are those of boxes. The rest pays for the rounding of these sums.
    size_ = (arms + norm(translation_) + 1.75 * (reach_a_ + reach_b_) + radii_) * (1 + 0x1p-40);
    error_ = (of_a.has_inner || of_b.has_inner ? 128 : 64) * unit_roundoff * size_;
  }

  const Matrix<D>& rotation() const { return rotation_; }
  const V& translation() const { return translation_; }
  double unit_a() const { return unit_a_; }
  double unit_b() const { return unit_b_; }
  double reach_a() const { return reach_a_; }
  double reach_b() const { return reach_b_; }
  /// The sum of the radii of the bodies, rounded up. Tree, planes and search are about what is within the radii: bodies
  /// are nearer than d if that is nearer than d + radii().
  double radii() const { return radii_; }
  /// The sum of all lengths that enter a query, from the origins of the frames if there is a pose.
  double size() const { return size_; }
  double error() const { return error_; }

  double scaled(double length) const { return length * scale_; }
  double unscaled(double length) const { return length * inverse_scale_; }
  /// The length in the user's units, rounded down or up to T.
  template <Scalar T>
  T rounded_down(double length) const {
    return unscaled_down<T>(length, scale_, inverse_scale_);
  }
  template <Scalar T>
  T rounded_up(double length) const {
    return unscaled_up<T>(length, scale_, inverse_scale_);
  }
  V in_frame_of_a(const V& world) const { return transposed_times(to_world_, world); }

  /// A point of B, given in B's own frame, in that of A. The first is off by at most error() and the rounding of the
  /// last sum.
  V to_frame_of_a(const V& point) const {
    return (rotation_ * ((point - center_b_) * scale_) + translation_) * inverse_scale_ + center_a_;
  }

  /// The height of a point of A along n, and of a point of B, given as it sees n, without n.t.
  double height_a(const V& n, const V& point) const { return dot(n, (point - center_a_) * scale_); }
  double height_b(const V& seen, const V& point) const { return dot(seen, (point - center_b_) * scale_); }

 private:
  /// Half of the way between the positions: the whole might overflow.
  static V half_between(const BodyPose<D>& a, const BodyPose<D>& b) { return b.position * 0.5 - a.position * 0.5; }

  /// The power of two that brings the largest of all lengths to between 1/16 and 1/8.
  template <Scalar T>
  static double scale_of(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const BodyPose<D>& of_a,
                         const BodyPose<D>& of_b) {
    const V &center_a = a.tree.center, &center_b = b.tree.center;
    const bool posed = of_a.is_posed || of_b.is_posed;
    double most = a.tree.unit > b.tree.unit ? a.tree.unit : b.tree.unit;
    for (const double x : {max_abs(half_between(of_a, of_b)), max_abs(center_b * 0.5 - center_a * 0.5),
                           posed ? max_abs(center_a) : 0.0, posed ? max_abs(center_b) : 0.0, max_abs(of_a.inner),
                           max_abs(of_b.inner), double(a.radius), double(b.radius)}) {
      most = x > most ? x : most;
    }
    return inverse_power_of_two(most) * 0.0625;
  }

  const V center_a_, center_b_;
  const double scale_, inverse_scale_, unit_a_, unit_b_, reach_a_, reach_b_;
  V translation_;
  Matrix<D> rotation_, to_world_;
  double radii_, size_, error_;
};

/// The limit of cores for queries that ask whether bodies meet.
template <int D>
double limit_of_overlaps(const RelativeFrame<D>& frame) {
  return least_gap + frame.radii();
}

}  // namespace abut::detail
