/// What the panels have in common: cards, texts, the origin, planes, the difference B - A.
#pragma once

#include "picture/convex_body.hpp"
#include "picture/steps/panels.hpp"

namespace abut::tool {

extern const std::string halo, small_text, strong_text;

void open_card(Svg& svg, std::string_view name, Vec2d corner, Vec2d size);
void close_card(Svg& svg, Vec2d size);

/// In 2D a line from edge to edge of the panel; in 3D a square.
void draw_plane(Svg& svg, Vec2d point, Vec2d normal, const Camera<2>& camera, double half);
void draw_plane(Svg& svg, Vec2d point, const Vec3d& normal, const Camera<3>& camera, double half);

/// A cross with a ring.
void draw_origin(Svg& svg, Vec2d at, double pixels);

/// B - A, and around it the same with the radii.
template <int D>
void draw_set(Svg& svg, const Scene<D>& scene, bool shaded);
template <int D>
Extent extent_of_set(const Scene<D>& scene);

extern template void draw_set(Svg&, const Scene<2>&, bool);
extern template void draw_set(Svg&, const Scene<3>&, bool);
extern template Extent extent_of_set(const Scene<2>&);
extern template Extent extent_of_set(const Scene<3>&);

}  // namespace abut::tool
