#include "picture/steps/voronoi_regions.hpp"

#include "picture/palette.hpp"

#include <abut/detail/numeric/rounding.hpp>

#include <iterator>

namespace abut::tool {

namespace {

/// Outward from the edge between two corners.
Vec2d outward_normal(Vec2d from, Vec2d to) { return cross((to - from) / detail::norm(to - from), 1.0); }

}  // namespace

void draw_regions(Svg& svg, std::span<const Vec2d> corners) {
  const std::size_t n = corners.size();
  const double far = 4000 / svg.scale();  // pixels: beyond every panel
  constexpr std::size_t for_edges = 4, for_vertices = std::size(palette::regions) - for_edges;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2d &before = corners[(i + n - 1) % n], &here = corners[i], &after = corners[(i + 1) % n];
    const Vec2d in = outward_normal(before, here), out = outward_normal(here, after);
    // The middle one keeps the wedge at the end of a segment, half a plane, from collapsing.
    const Vec2d along = (here - before) / detail::norm(here - before);
    const Vec2d middle = n == 2 ? along : (in + out) / detail::norm(in + out);
    const Vec2d wedge[] = {here, here + in * far, here + middle * (2 * far), here + out * far};
    const Vec2d strip[] = {here, here + out * far, after + out * far, after};
    const Stroke border{palette::rule, 1.25, "3 4"};
    svg.polygon(wedge, palette::regions[for_edges + i % for_vertices], border);
    svg.polygon(strip, palette::regions[i % for_edges], border);
  }
}

}  // namespace abut::tool
