/// From 2D or 3D to the paper.
#pragma once

#include "picture/projection/surface_samples.hpp"

#include <abut/distance.hpp>

#include <utility>
#include <vector>

namespace abut::tool {

/// Maps lengths to numbers of size about 1, without overflow.
template <int D>
struct Ruler {
  Vec<double, D> center{};
  double unit = 1;

  Vec<double, D> operator()(const Vec<double, D>& p) const { return (p * 0.5 - center * 0.5) / unit * 2.0; }
  double operator()(double length) const { return length / unit; }
};

/// The one by which all these points, grown by a radius, have coordinates between -1 and 1.
template <int D>
Ruler<D> ruler_of(const std::vector<Vec<double, D>>& points, double grown_by);

/// An orthographic camera. In 2D it is the identity.
template <int D>
struct Camera;

template <>
struct Camera<2> {
  static Camera facing(const Vec2d&) { return {}; }
  Vec2d operator()(const Vec2d& p) const { return p; }
};

template <>
struct Camera<3> {
  Vec3d right, up, viewer;  ///< unit vectors; `viewer` points from the scene to the eye

  /// From a little above, z upwards; the normal points to the right as far as possible, nearly in full length.
  static Camera facing(const Vec3d& normal);
  Vec2d operator()(const Vec3d& p) const { return {dot(right, p), dot(up, p)}; }
};

/// A convex body on paper.
struct Sketch {
  /// Grades of light.
  static constexpr int shades = 24;

  std::vector<Vec2d> outline;  ///< counter-clockwise; fewer than three points if it is a point or a segment
  double radius = 0;           ///< by which the outline is to be grown
  // 3D only:
  std::vector<std::vector<Vec2d>>
      faces[shades];       ///< those that are seen, from turned away from the light to towards it
  bool has_faces = false;  ///< there are faces
  std::vector<std::pair<Vec2d, Vec2d>> edges, hidden_edges;
};

/// A shape with its radius. In 3D the radius is part of the outline already.
template <int D>
Sketch sketch_of(const TracedShape<D>& shape, const Ruler<D>& ruler, const Camera<D>& camera);
template <int D>
Sketch sketch_of(const Cloud<D>& cloud, const Ruler<D>& ruler, const Camera<D>& camera);

extern template Ruler<2> ruler_of(const std::vector<Vec2d>&, double);
extern template Ruler<3> ruler_of(const std::vector<Vec3d>&, double);
extern template Sketch sketch_of(const TracedShape<2>&, const Ruler<2>&, const Camera<2>&);
extern template Sketch sketch_of(const TracedShape<3>&, const Ruler<3>&, const Camera<3>&);
extern template Sketch sketch_of(const Cloud<2>&, const Ruler<2>&, const Camera<2>&);
extern template Sketch sketch_of(const Cloud<3>&, const Ruler<3>&, const Camera<3>&);

}  // namespace abut::tool
