/// B - A after A has moved by x.
///
/// Conservative advancement queries it at the time it has reached (cast/conservative_advancement.hpp). ray_cast.hpp
/// queries it to find where a ray leaves a shape: there the ray is cast back from x, beyond the shape. The two uses
/// differ in what the template arguments state: the source of the support points, and the place of A's points.
#pragma once

#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

/// The place of DifferencePoint::a.
enum class PointOfA {
  at_start,  ///< where A began: the caller adds x to what is computed from it
  moved,     ///< where A has come to
};

/// `Source` makes the support calls of the difference: the difference itself, or a CastQuery, which proves from each.
template <class Set, PointOfA point_of_a, class Source = const Set>
class ShiftedDifference {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;

  ShiftedDifference(const Set& set, const V& x, Source& source) : set_(set), source_(source), x_(x) {}
  ShiftedDifference(const Set& set, const V& x)
    requires std::same_as<Source, const Set>
      : ShiftedDifference(set, x, set) {}

  void along(const V& d, DifferencePoint<D>& point) const {
    source_.along(d, point);
    shift(point);
  }
  bool find(VertexId a, VertexId b, DifferencePoint<D>& point) const {
    const bool found = set_.find(a, b, point);
    if (found) shift(point);
    return found;
  }
  V offset() const { return set_.offset() - x_; }
  /// Never zero. (If x is the offset of the set, the two may differ in the signs of their zeros.)
  V first_direction() const {
    if (set_.offset() != x_) return offset();
    return point_of_a == PointOfA::moved && x_ != V{} ? x_ : set_.first_direction();
  }
  V from_frame_of_a(const V& d) const { return set_.from_frame_of_a(d); }
  V in_frame_of_a(const V& d) const { return set_.in_frame_of_a(d); }
  double scaled(double length) const { return set_.scaled(length); }
  double radii() const { return set_.radii(); }

  // For an exact x. Subtracting x rounds once, and so does adding it; the dot product with w, which is larger than
  // before, has D more roundings.
  double size() const { return set_.size() + square_root(norm_squared(x_)); }
  double support_error() const { return set_.support_error() + (D + 2) * unit_roundoff * size(); }
  double point_error() const { return set_.point_error() + 2 * unit_roundoff * size(); }

 private:
  void shift(DifferencePoint<D>& point) const {
    point.w -= x_;
    if constexpr (point_of_a == PointOfA::moved) point.a += x_;
  }

  const Set& set_;
  Source& source_;
  V x_;
};

}  // namespace abut::detail
