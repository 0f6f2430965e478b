/// Area, volume and center of mass of a hull of scaled points.
///
/// Each is a sum over simplices that share the first vertex. None of them is inverted, so every term is positive, and
/// each determinant is computed with twice the digits: the sum is good to a few roundings, even for a hull that is
/// thinner than a rounding of its length.
#pragma once

#include <abut/detail/hull/quickhull.hpp>

namespace abut::detail {

template <int D>
struct Mass {
  double measure = 0;
  Vec<double, D> centroid{};  ///< relative to the first vertex
};

/// The area of a polygon whose corners are counter-clockwise.
double area_of(const std::vector<Vec2d>& corners);

/// The centroid of the polygon `places`, relative to its first corner. `corners` may be a projection of it, which keeps
/// the ratios of areas.
template <int D>
Vec<double, D> centroid_of(const std::vector<Vec2d>& corners, const std::vector<Vec<double, D>>& places);

Mass<3> mass_of(const std::vector<SurfaceTriangle>& triangles, const std::vector<Vec3d>& vertices);

}  // namespace abut::detail
