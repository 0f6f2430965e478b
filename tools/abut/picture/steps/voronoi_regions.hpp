/// Which feature of a polygon is nearest, for every point around it.
#pragma once

#include "shared/svg.hpp"

#include <span>

namespace abut::tool {

using shared::Stroke;
using shared::Svg;

/// Colours the plane around a convex polygon or a segment, counter-clockwise: a strip for each edge, a wedge for each
/// vertex. A point in a strip is nearest to that edge.
void draw_regions(Svg& svg, std::span<const Vec2d> corners);

}  // namespace abut::tool
