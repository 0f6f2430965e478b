/// The hull of points in the plane.
#pragma once

#include <abut/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace abut::detail {

/// The extreme points, by number, counter-clockwise from the leftmost (of several, the lowest); of equal points the first. Points in a
/// line give two, equal points one. Andrew's monotone chain (1979), with exact decisions, for points of a Cloud.
std::vector<std::uint32_t> planar_hull(const std::vector<Vec2d>& points);

/// At most `limit` of the corners of such a hull, 3 or more, in the same order: at each step the one that stands out furthest.
/// Those that are left out are appended to `left_out`.
std::vector<std::uint32_t> furthest_corners(const std::vector<Vec2d>& points, const std::vector<std::uint32_t>& corners,
                                            std::size_t limit, std::vector<std::uint32_t>& left_out);

}  // namespace abut::detail
