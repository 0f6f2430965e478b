/// Bullet's GJK, in its float build. Margins are zero; those of capsules are their radii.
#include "peers/pass.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <type_traits>

namespace bench {

namespace {

static_assert(std::is_same_v<btScalar, float>, "Bullet's headers are set to double");

btVector3 in_bullet(const abut::Vec3f& v) { return {v.x, v.y, v.z}; }

btTransform in_bullet(const abut::Pose3f& pose) {
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

std::unique_ptr<btConvexShape> make_hull(const std::vector<abut::Vec3f>& points) {
  auto hull = std::make_unique<btConvexHullShape>();
  for (const auto& p : points) hull->addPoint(in_bullet(p), false);
  hull->recalcLocalAabb();
  hull->setMargin(0);
  return hull;
}

std::unique_ptr<btConvexShape> make_shape(Form form, const Shape<3>& s) {
  switch (form) {
    case Form::box: return without_margin<btBoxShape>(in_bullet(s.half));
    case Form::capsule: return std::make_unique<btCapsuleShapeZ>(s.radius, 2 * s.half_height);
    case Form::cylinder: return without_margin<btCylinderShapeZ>({s.radius, s.radius, s.half_height});
    case Form::hull: return make_hull(s.points);
  }
  return nullptr;
}

using Shapes = std::vector<std::unique_ptr<btConvexShape>>;

Shapes make_shapes(const Pool<3>& pool) {
  Shapes shapes;
  for (const auto& s : pool.shapes) shapes.push_back(make_shape(pool.form, s));
  return shapes;
}

/// Without a penetration solver Bullet reports nothing for shapes that overlap: then GJK alone is measured.
struct Closest : btDiscreteCollisionDetectorInterface::Result {
  btScalar distance = 0;
  btVector3 normal, point;

  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3& normal_on_b, const btVector3& point_on_b, btScalar depth) override {
    distance = depth;
    normal = normal_on_b;
    point = point_on_b;
  }
};

class BulletPass : public Pass {
 public:
  /// `depths`: with the EPA solver.
  BulletPass(const Workload<3>& w, bool depths) : depths_(depths), a_(make_shapes(w.a)), b_(make_shapes(w.b)) {
    for (const auto& q : w.queries) {
      btGjkPairDetector::ClosestPointInput input;
      input.m_transformA = in_bullet(q.pose_a);
      input.m_transformB = in_bullet(q.pose_b);
      asked_.push_back({a_[q.a].get(), b_[q.b].get(), input});
    }
  }

  void run(std::span<double> answers) override {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      Closest closest;
      btGjkPairDetector detector(asked_[i].a, asked_[i].b, &simplex_, depths_ ? &epa_ : nullptr);
      detector.getClosestPoints(asked_[i].input, closest, nullptr);
      const double reported = depths_ ? -double(closest.distance) : double(closest.distance);
      answers[i] = reported < 0 ? 0 : reported;
    }
  }

 private:
  struct Asked {
    const btConvexShape *a, *b;
    btGjkPairDetector::ClosestPointInput input;
  };

  bool depths_;
  Shapes a_, b_;
  std::vector<Asked> asked_;
  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver epa_;
};

}  // namespace

std::unique_ptr<Pass> bullet(const Workload<3>& workload) { return std::make_unique<BulletPass>(workload, false); }
std::unique_ptr<Pass> bullet_depths(const Workload<3>& workload) {
  return std::make_unique<BulletPass>(workload, true);
}

}  // namespace bench
