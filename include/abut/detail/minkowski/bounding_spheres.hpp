/// The bounding spheres of two shapes: if the spheres do not meet, neither do the shapes.
///
/// This is the cheapest proof of separation. It computes no rotation: a placed shape lies within reach + |center| of
/// the origin of its frame, however it is rotated. Most pairs of a scene that pass the boxes of a broad phase end here
/// or at the first plane.
#pragma once

#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

/// Whether the sum of the squares of a rotation's components is finite and not 0: then the rotation is valid. (In
/// double some valid rotations have no such sum; `Difference` handles them.)
template <Scalar T>
ABUT_INLINE bool has_usable_norm(const Rotation<T, 2>& q) {
  const double c = double(q.c), s = double(q.s), squared = c * c + s * s;
  return squared > 0 && squared < infinity<double>;
}

template <Scalar T>
ABUT_INLINE bool has_usable_norm(const Rotation<T, 3>& q) {
  const double w = double(q.w), x = double(q.x), y = double(q.y), z = double(q.z);
  const double squared = (w * w + x * x) + (y * y + z * z);
  return squared > 0 && squared < infinity<double>;
}

/// `lower` > 0 only for valid arguments: then B lies beyond A along `axis` by at least `lower`.
template <Shape A, Shape B>
class BoundingSphereGap {
 public:
  using T = ScalarOf<A>;
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;

  ABUT_INLINE BoundingSphereGap(const A& a, const B& b) : BoundingSphereGap(a, b, 1) {
    if constexpr (std::same_as<T, double>) {
      if (distance_ < 0x1p-960 && lower_ > 0) *this = enlarged(a, b);
    }
  }

  double lower() const { return lower_; }
  V axis() const { return between_ * (1 / distance_); }
  const SpherePair<D>& spheres() const { return spheres_; }

 private:
  static constexpr bool posed = CoreAndPose<A>::placed || CoreAndPose<B>::placed;

  /// All lengths are multiplied by `by`.
  ABUT_INLINE BoundingSphereGap(const A& shape_a, const B& shape_b, double by) {
    const CoreAndPose<A> a(shape_a);
    const CoreAndPose<B> b(shape_b);
    spheres_ = {enclosure(a.core), enclosure(b.core)};
    const auto& [sphere_a, sphere_b] = spheres_;
    double extents = (sphere_a.reach * by + radius(a.core) * by) + (sphere_b.reach * by + radius(b.core) * by);
    if constexpr (posed) {
      between_ = (widen(b.pose().p) - widen(a.pose().p)) * by;
      extents += norm_from<T>(sphere_a.center * by) + norm_from<T>(sphere_b.center * by);
    } else {
      between_ = (sphere_b.center - sphere_a.center) * by;
    }
    distance_ = norm_from<T>(between_);
    lower_ = distance_ * (1 - distance_error) - extents * (1 + extents_error);
    if (lower_ > 0) {                                   // only then it counts
      const bool finite = distance_ < largest<double>;  // if it is not, the norm may have been clamped
      if (!finite || !are_valid(a, b)) lower_ = 0;
    }
  }

  ABUT_INLINE bool are_valid(const CoreAndPose<A>& a, const CoreAndPose<B>& b) const {
    if (!is_valid(a.core, spheres_.a) || !is_valid(b.core, spheres_.b)) return false;
    if constexpr (posed) {
      return has_usable_norm(a.pose().q) && has_usable_norm(b.pose().q);
    } else {
      return true;
    }
  }

  /// Below 2^-1022 roundings are not relative, and the inverse of the distance may overflow. So the lengths, all less
  /// than the distance, are multiplied by a power of two, which is exact.
  ABUT_COLD static BoundingSphereGap enlarged(const A& a, const B& b) {
    constexpr double by = 0x1p200;
    BoundingSphereGap r(a, b, by);
    r.lower_ = unscaled_down<T>(r.lower_, by, 1 / by);
    return r;
  }

  /// The difference (1 u of each component), its norm (2.5), the product with this (1), the last subtraction (1). The
  /// rounding of the axis to T adds an error of second order: the cosine of an angle of at most sqrt(3) roundings of T.
  static constexpr double distance_error = 6 * unit_roundoff + 2 * unit_roundoff_of<T> * unit_roundoff_of<T>;
  /// Five sums, two norms of 2.5 each, and the product.
  static constexpr double extents_error = 9 * unit_roundoff;

  SpherePair<D> spheres_;
  V between_;
  double distance_, lower_;
};

}  // namespace abut::detail
