/// The simplex, polytope or portal of a search, drawn in the difference B - A: step by step, and at its end.
#pragma once

#include "picture/steps/panels.hpp"

namespace abut::tool {

/// The end of the search, with all points it has found and the numbers of the steps that found them.
template <int D>
void draw_search(Svg& svg, const Scene<D>& scene);

/// A panel for one step, its upper left corner at a pixel.
template <int D>
void draw_step(Svg& svg, const Scene<D>& scene, std::size_t index, Vec2d corner, Vec2d size);

extern template void draw_search(Svg&, const Scene<2>&);
extern template void draw_search(Svg&, const Scene<3>&);
extern template void draw_step(Svg&, const Scene<2>&, std::size_t, Vec2d, Vec2d);
extern template void draw_step(Svg&, const Scene<3>&, std::size_t, Vec2d, Vec2d);

}  // namespace abut::tool
