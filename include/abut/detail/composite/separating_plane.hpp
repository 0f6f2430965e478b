/// The plane that separated one pair of parts, held against other pairs.
///
/// Whatever direction it has, the gap between the heights of two parts along it is a lower bound of their distance: a
/// few products instead of a query, and a proof. Neighbors of the nearest parts are usually settled by the plane of
/// those. As everywhere in a traversal, the radii of the bodies are left out.
#pragma once

#include <abut/detail/composite/relative_frame.hpp>

namespace abut::detail {

template <Scalar T, int D>
class SeparatingPlane {
 public:
  using V = Vec<double, D>;

  SeparatingPlane(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame)
      : a_(a), b_(b), frame_(frame) {}

  bool is_set() const { return is_set_; }
  const V& normal() const { return normal_; }  ///< in the frame of A

  /// Takes the direction from A to B in the world. Returns false, and changes nothing, if that is zero.
  bool set(const V& world) { return set_in_frame_of_a(frame_.in_frame_of_a(world)); }
  bool set_in_frame_of_a(const V& n) {
    const double length = norm(n);
    if (!(length > 0)) return false;
    is_set_ = true;
    normal_ = n * (1 / length);
    seen_by_b_ = transposed_times(frame_.rotation(), normal_);
    translation_ = dot(normal_, frame_.translation());
    return true;
  }

  /// A lower bound of the distance of the cores of two parts, negative or not, in the unit of the frame. The normal is
  /// a unit vector up to 4 u, which changes the gap by as much.
  double proven_gap(std::uint32_t a, std::uint32_t b) const {
    const double high_a = highest(a_, a, normal_, [&](const V& x) { return frame_.height_a(normal_, x); });
    const double low_b = -highest(b_, b, -seen_by_b_, [&](const V& x) { return frame_.height_b(-seen_by_b_, x); });
    return (low_b + translation_ - high_a - frame_.error()) * (1 - 0x1p-50);
  }

 private:
  template <class Height>
  double highest(const CompositeRef<T, D>& body, std::uint32_t part, const V& direction, const Height& height) const {
    if (body.kind != PartKind::simplices) {
      return body.with_core(part, [&](const ShapeRef<T, D>& s) {
        const double beyond = s.radius() + support_error(s, enclosure(s)).height * unit_roundoff;
        return height(support(s, direction).point) + frame_.scaled(beyond * (1 + 0x1p-50));
      });
    }
    const std::uint32_t* const index = body.indices + std::size_t{D} * part;
    double most = height(widen(body.vertices[index[0]]));
    for (int i = 1; i < D; ++i) {
      const double h = height(widen(body.vertices[index[i]]));
      most = h > most ? h : most;
    }
    return most;
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  const RelativeFrame<D>& frame_;
  V normal_{}, seen_by_b_{};
  double translation_ = 0;
  bool is_set_ = false;
};

}  // namespace abut::detail
