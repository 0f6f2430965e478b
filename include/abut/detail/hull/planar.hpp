/// The convex hull of points in 2D.
#pragma once

#include <abut/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace abut::detail {

/// The indices of the extreme points, counter-clockwise from the leftmost (of several, the lowest); of equal points the
/// first. Collinear points give two, equal points one. Andrew's monotone chain (1979) with exact predicates, for points
/// of a Cloud.
std::vector<std::uint32_t> planar_hull(const std::vector<Vec2d>& points);

/// At most `limit` of the 3 or more corners of such a hull, in the same order: each step adds the corner furthest
/// outside of those chosen so far. The corners that are left out are appended to `left_out`.
std::vector<std::uint32_t> furthest_corners(const std::vector<Vec2d>& points, const std::vector<std::uint32_t>& corners,
                                            std::size_t limit, std::vector<std::uint32_t>& left_out);

}  // namespace abut::detail
