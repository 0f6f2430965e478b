/// The shapes and poses of a workload in the types of Bullet, in its float build. Margins are zero; those of capsules
/// and balls are their radii.
#pragma once

#include "workload/workload.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>

#include <memory>
#include <type_traits>

namespace bench {

static_assert(std::is_same_v<btScalar, float>, "Bullet's headers are set to double");

inline btVector3 in_bullet(const abut::Vec3f& v) { return {v.x, v.y, v.z}; }

inline btTransform in_bullet(const abut::Pose3f& pose) {
  return btTransform(btQuaternion(pose.q.x, pose.q.y, pose.q.z, pose.q.w), in_bullet(pose.p));
}

/// Bullet stores dimensions without the margin, and rounds them when the margin changes: they are set again.
template <class S>
std::unique_ptr<btConvexShape> without_margin(const btVector3& dimensions) {
  auto shape = std::make_unique<S>(dimensions);
  shape->setMargin(0);
  shape->setImplicitShapeDimensions(dimensions);
  return shape;
}

inline std::unique_ptr<btConvexShape> make_hull(const std::vector<abut::Vec3f>& points) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (const auto& p : points) hull->addPoint(in_bullet(p), false);
  hull->recalcLocalAabb();
  hull->setMargin(0);
  return hull;
}

inline std::unique_ptr<btConvexShape> make_shape(Form form, const Shape<3>& s) {
  switch (form) {
    case Form::box: return without_margin<btBoxShape>(in_bullet(s.half));
    case Form::capsule: return std::make_unique<btCapsuleShapeZ>(s.radius, 2 * s.half_height);
    case Form::cylinder: return without_margin<btCylinderShapeZ>({s.radius, s.radius, s.half_height});
    case Form::hull: return make_hull(s.points);
    case Form::ball: return std::make_unique<btSphereShape>(s.radius);
    case Form::triangle: {
      auto triangle =
          std::make_unique<btTriangleShape>(in_bullet(s.points[0]), in_bullet(s.points[1]), in_bullet(s.points[2]));
      triangle->setMargin(0);
      return triangle;
    }
  }
  return nullptr;
}

using Shapes = std::vector<std::unique_ptr<btConvexShape>>;

inline Shapes make_shapes(const Pool<3>& pool) {
  Shapes shapes;
  for (const auto& s : pool.shapes) shapes.push_back(make_shape(pool.form, s));
  return shapes;
}

}  // namespace bench
