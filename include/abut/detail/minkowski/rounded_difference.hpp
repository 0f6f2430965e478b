/// B - A with the radii of both shapes included, for methods that search the interior of the difference, which that of
/// the cores alone may lack.
///
/// It satisfies the invariant of minkowski/difference.hpp for the shapes with their radii: the difference of two balls
/// is a ball, not a point.
#pragma once

#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

template <class Set>
class RoundedDifference {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;

  /// The unit vector of v is off by 4.5 u (its norm 2.5, an inverse, a product), its product with the sum of the radii
  /// by 2 more; 7.5 with terms of second order. The sum with the point of the core rounds once more.
  explicit RoundedDifference(const Set& cores)
      : cores_(cores),
        radius_a_(cores.scaled(cores.radius_a())),
        radii_(cores.radii()),
        error_(radii_ > 0 ? (7.5 * radii_ + cores.size()) * unit_roundoff : 0) {}

  ABUT_INLINE void along(const V& v, DifferencePoint<D>& point) const {
    cores_.along(v, point);
    if (!(radii_ > 0)) return;
    const V n = v * (1 / square_root(norm_squared(v)));
    point.w -= n * radii_;
    point.a += n * radius_a_;
  }

  V first_direction() const { return cores_.first_direction(); }
  double size() const { return cores_.size(); }
  double scale() const { return cores_.scaled(1.0); }
  double support_error() const { return cores_.support_error() + error_; }
  double point_error() const { return cores_.point_error() + error_; }

 private:
  const Set& cores_;
  double radius_a_, radii_, error_;
};

}  // namespace abut::detail
