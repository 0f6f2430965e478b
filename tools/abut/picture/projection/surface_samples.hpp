/// Points whose hull is a convex set, or samples its surface.
#pragma once

#include "trace/traced_query.hpp"

#include <vector>

namespace abut::tool {

template <int D>
struct Cloud {
  std::vector<Vec<double, D>> points;
  bool exact;  ///< the set is the hull of the points; else they are samples of its surface
};

/// The core grown by a radius. A core that has vertices is exact if it is not grown.
template <int D>
Cloud<D> cloud_of(const TracedShape<D>& shape, double grown_by);

/// The difference of the cores, B - A. It is exact if both cores are and do not have too many vertices.
template <int D>
Cloud<D> difference_of(const TracedShape<D>& a, const TracedShape<D>& b);

extern template Cloud<2> cloud_of(const TracedShape<2>&, double);
extern template Cloud<3> cloud_of(const TracedShape<3>&, double);
extern template Cloud<2> difference_of(const TracedShape<2>&, const TracedShape<2>&);
extern template Cloud<3> difference_of(const TracedShape<3>&, const TracedShape<3>&);

}  // namespace abut::tool
