/// The kinds of shapes that an AnyShape tells apart, by the names that JSON and the C API use.
#pragma once

namespace abut {

/// What an AnyShape holds, without its radius and pose.
enum class ShapeKind : unsigned char {
  point,        ///< Point
  segment,      ///< Segment
  triangle,     ///< Triangle
  tetrahedron,  ///< Tetrahedron, 3D only, as are cylinder and cone
  box,          ///< Box
  ball,         ///< Ball
  capsule,      ///< Capsule
  ellipsoid,    ///< Ellipsoid
  cylinder,     ///< Cylinder
  cone,         ///< Cone
  points,       ///< PointSet
  polygon,      ///< Polygon, 2D only
  hull,         ///< Hull
  half_space,   ///< HalfSpace
  composed,     ///< any other shape: what compose.hpp makes, a Custom, or a shape of your own
};

/// The name of the enumerator, as in JSON.
constexpr const char* to_string(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::point: return "point";
    case ShapeKind::segment: return "segment";
    case ShapeKind::triangle: return "triangle";
    case ShapeKind::tetrahedron: return "tetrahedron";
    case ShapeKind::box: return "box";
    case ShapeKind::ball: return "ball";
    case ShapeKind::capsule: return "capsule";
    case ShapeKind::ellipsoid: return "ellipsoid";
    case ShapeKind::cylinder: return "cylinder";
    case ShapeKind::cone: return "cone";
    case ShapeKind::points: return "points";
    case ShapeKind::polygon: return "polygon";
    case ShapeKind::hull: return "hull";
    case ShapeKind::half_space: return "half_space";
    case ShapeKind::composed: return "composed";
  }
  return "unknown";
}

}  // namespace abut
