/// Bullet's conservative advancement of shapes that turn, in its float build. Margins are zero.
#include "impacts.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace bench {

namespace {

btVector3 in_bullet(const abut::Vec3f& v) { return {v.x, v.y, v.z}; }

btTransform at(const abut::Motion3f& m, double t) {
  const abut::Pose3d pose = abut::pose_at(m, t);
  const btQuaternion q(btScalar(pose.q.x), btScalar(pose.q.y), btScalar(pose.q.z), btScalar(pose.q.w));
  return btTransform(q.normalized(), in_bullet(abut::vec_cast<float>(pose.p)));
}

class BulletImpacts : public ImpactPass {
 public:
  explicit BulletImpacts(const Sweeps<3>& w) {
    for (const auto& half : w.halves) {
      auto box = std::make_unique<btBoxShape>(in_bullet(half));
      box->setMargin(0);
      box->setImplicitShapeDimensions(in_bullet(half));
      shapes_.push_back(std::move(box));
    }
    for (const auto& points : w.points) {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const auto& p : points) hull->addPoint(in_bullet(p), false);
      hull->recalcLocalAabb();
      hull->setMargin(0);
      shapes_.push_back(std::move(hull));
    }
    for (const auto& s : w.sweeps) {
      asked_.push_back({shapes_[s.a].get(), shapes_[s.b].get(), at(s.motion_a, 0), at(s.motion_a, 1),
                        at(s.motion_b, 0), at(s.motion_b, 1)});
    }
  }

  int run() override {
    int hits = 0;
    for (const Asked& q : asked_) {
      btVoronoiSimplexSolver simplex;
      btGjkEpaPenetrationDepthSolver depth;
      btContinuousConvexCollision query(q.a, q.b, &simplex, &depth);
      btConvexCast::CastResult result;
      hits += query.calcTimeOfImpact(q.from_a, q.to_a, q.from_b, q.to_b, result) ? 1 : 0;
    }
    return hits;
  }

 private:
  struct Asked {
    const btConvexShape *a, *b;
    btTransform from_a, to_a, from_b, to_b;
  };
  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<Asked> asked_;
};

}  // namespace

std::unique_ptr<ImpactPass> bullet_impacts(const Sweeps<3>& sweeps) {
  return std::make_unique<BulletImpacts>(sweeps);
}

}  // namespace bench
