/// The depth of two convex polygons of a few vertices that overlap: along the normal of an edge, see polygon_axes.hpp.
///
/// Guarantee: lower <= true depth <= upper. The upper bound needs one edge, the lower bound needs all of them.
#pragma once

#include <abut/detail/closed_form/polygon/polygon_axes.hpp>
#include <abut/detail/epa/epa.hpp>

namespace abut::detail {

template <class Set>
class PolygonDepth {
 public:
  PolygonDepth(const Set& set, const GjkLimits& limits, const FacePlanes<2>& a, const FacePlanes<2>& b)
      : set_(set), limits_(limits), axes_(set, a, b) {}

  /// Finds the depth and its points. False if the polygons are not deep, by more than rounding, or if no points are
  /// above each other.
  bool find(EpaResult<2>& r) {
    const double error = axes_.error();
    r.depth = -axes_.gap();
    r.lower = r.depth - error;
    r.upper = r.depth + error;
    if (!(r.lower > 0) || !(2 * error <= limits_.contract_width)) return false;
    r.unique_normal = !axes_.has_rival(-(r.upper + error), Polytope<2>::same_direction);
    r.status = Status::converged;
    return axes_.is_of_a() ? find_deepest<true>(r) : find_deepest<false>(r);
  }

 private:
  template <bool of_a>
  bool find_deepest(EpaResult<2>& r) const {
    const EdgeVertexPair<Set, of_a> pair(set_, limits_, axes_.own(), axes_.other(), axes_.edge(), axes_.vertex());
    return pair.find_deepest(r.depth, 2 * axes_.error(), r);
  }

  const Set& set_;
  const GjkLimits& limits_;
  const PolygonAxes<Set> axes_;
};

}  // namespace abut::detail
