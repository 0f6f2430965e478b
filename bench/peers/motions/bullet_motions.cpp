/// Bullet's conservative advancement for shapes that rotate, and its cast for shapes that do not, in its float build.
/// Margins are zero.
#include "peers/motions/motion_pass.hpp"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace bench {

namespace {

btVector3 in_bullet(const abut::Vec3f& v) { return {v.x, v.y, v.z}; }

btTransform at(const abut::Motion3f& m, double t) {
  const abut::Pose3d pose = abut::pose_at(m, t);
  const btQuaternion q(btScalar(pose.q.x), btScalar(pose.q.y), btScalar(pose.q.z), btScalar(pose.q.w));
  return btTransform(q.normalized(), in_bullet(abut::vec_cast<float>(pose.p)));
}

bool hits_rotating(const btConvexShape* a, const btConvexShape* b, const btTransform& from_a, const btTransform& to_a,
                   const btTransform& from_b, const btTransform& to_b) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver depth;
  btContinuousConvexCollision query(a, b, &simplex, &depth);
  btConvexCast::CastResult result;
  return query.calcTimeOfImpact(from_a, to_a, from_b, to_b, result);
}

bool hits_translating(const btConvexShape* a, const btConvexShape* b, const btTransform& from_a,
                      const btTransform& to_a, const btTransform& from_b, const btTransform& to_b) {
  btVoronoiSimplexSolver simplex;
  btSubsimplexConvexCast query(a, b, &simplex);
  btConvexCast::CastResult result;
  return query.calcTimeOfImpact(from_a, to_a, from_b, to_b, result);
}

template <bool hits_of(const btConvexShape*, const btConvexShape*, const btTransform&, const btTransform&,
                       const btTransform&, const btTransform&)>
class BulletMotions : public MotionPass {
 public:
  /// `probe`: the shape that moves, instead of A.
  explicit BulletMotions(const Sweeps<3>& w, const btConvexShape* probe = nullptr) {
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
      asked_.push_back({probe != nullptr ? probe : shapes_[s.a].get(), shapes_[s.b].get(), at(s.motion_a, 0),
                        at(s.motion_a, 1), at(s.motion_b, 0), at(s.motion_b, 1)});
    }
  }

  int run() override {
    int hits = 0;
    for (const Asked& q : asked_) {
      hits += hits_of(q.a, q.b, q.from_a, q.to_a, q.from_b, q.to_b) ? 1 : 0;
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

std::unique_ptr<MotionPass> bullet_impacts(const Sweeps<3>& sweeps) {
  return std::make_unique<BulletMotions<hits_rotating>>(sweeps);
}

std::unique_ptr<MotionPass> bullet_casts(const Sweeps<3>& sweeps) {
  return std::make_unique<BulletMotions<hits_translating>>(sweeps);
}

std::unique_ptr<MotionPass> bullet_rays(const Sweeps<3>& sweeps) {
  static const btSphereShape point(0);  // its radius is its margin
  return std::make_unique<BulletMotions<hits_translating>>(sweeps, &point);
}

}  // namespace bench
