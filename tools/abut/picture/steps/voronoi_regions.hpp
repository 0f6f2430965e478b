/// The Voronoi regions of a polygon: which feature is closest, for every point around it.
#pragma once

#include "shared/svg.hpp"

#include <span>

namespace abut::tool {

using shared::Stroke;
using shared::Svg;

/// Fills the regions around a convex polygon or a segment, counter-clockwise: a strip for each edge, a wedge for each
/// vertex. A point in a strip is closest to that edge.
void draw_regions(Svg& svg, std::span<const Vec2d> corners);

}  // namespace abut::tool
