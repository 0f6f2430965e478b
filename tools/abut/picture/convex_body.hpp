/// Drawing a convex body, and what is written beside it.
#pragma once

#include "picture/palette.hpp"
#include "picture/projection/projection.hpp"
#include "shared/svg.hpp"

#include <span>

namespace abut::tool {

using shared::Svg;

/// Translucent. A body that is only a few pixels large is drawn as a dot. `shaded`: the faces of a polyhedron are
/// shaded; else it has one color, for small pictures.
void draw_convex_body(Svg& svg, const Sketch& sketch, const palette::Tint& tint, bool shaded = true);

/// A point, a segment, a triangle or (in 3D) a tetrahedron.
void draw_simplex(Svg& svg, std::span<const Vec2d> vertices, const palette::Tint& tint, double opacity);

/// A rectangle around points.
struct Extent {
  Vec2d low{1, 1}, high{-1, -1};  ///< empty: nothing has been added

  void add(Vec2d p, double around = 0);
  void add(const Sketch& sketch, double grown_by = 0);
  Vec2d center() const { return (low + high) * 0.5; }
  Vec2d half() const { return (high - low) * 0.5; }
};

/// Sets the view so that the extent fills the panel but for a margin on every side, all in pixels.
void fit_view(Svg& svg, const Extent& extent, Vec2d panel, Vec2d margin);

/// Inside the body if there is room; else beside it, on the side away from `other`.
Vec2d label_spot(const Svg& svg, const Sketch& sketch, Vec2d other, bool inside);

}  // namespace abut::tool
