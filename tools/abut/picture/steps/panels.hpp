/// The large panels: the two shapes, and their difference.
#pragma once

#include "picture/projection/projection.hpp"
#include "shared/svg.hpp"
#include "trace/traced_query.hpp"

namespace abut::tool {

using shared::Stroke;
using shared::Svg;

/// Everything that is drawn more than once, on paper.
template <int D>
struct Scene {
  explicit Scene(const TracedQuery<D>& query);

  /// Points of the world, and points of B - A.
  Vec2d in_world(const Vec<double, D>& p) const { return camera(world(p)); }
  Vec2d in_set(const Vec<double, D>& w) const { return camera(difference(w)); }

  const TracedQuery<D>& traced;
  Camera<D> camera;
  Ruler<D> world;
  Sketch a, b;
  Ruler<D> difference;
  Sketch set;        ///< B - A, of the cores
  double radii = 0;  ///< of both shapes together, in units of the difference
};

/// Each draws a panel whose upper left corner is at a pixel.
template <int D>
void draw_world(Svg& svg, const Scene<D>& scene, Vec2d corner, Vec2d size);
template <int D>
void draw_difference(Svg& svg, const Scene<D>& scene, Vec2d corner, Vec2d size);

extern template struct Scene<2>;
extern template struct Scene<3>;
extern template void draw_world(Svg&, const Scene<2>&, Vec2d, Vec2d);
extern template void draw_world(Svg&, const Scene<3>&, Vec2d, Vec2d);
extern template void draw_difference(Svg&, const Scene<2>&, Vec2d, Vec2d);
extern template void draw_difference(Svg&, const Scene<3>&, Vec2d, Vec2d);

}  // namespace abut::tool
