/// Bullet's manifolds: two convex shapes by btConvexConvexAlgorithm, which clips faces, and two boxes by
/// btBoxBoxDetector. Every query begins with an empty manifold.
#include "peers/bullet_shapes.hpp"
#include "peers/pass.hpp"

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btConvexConvexAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>

#include <cmath>
#include <limits>

namespace bench {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// With the faces that the clipping of convex shapes needs.
Shapes make_polyhedra(const Pool<3>& pool) {
  Shapes shapes = make_shapes(pool);
  for (const auto& s : shapes) static_cast<btPolyhedralConvexShape&>(*s).initializePolyhedralFeatures();
  return shapes;
}

struct Pair {
  const btConvexShape *a, *b;
  btTransform pose_a, pose_b;
};

std::vector<Pair> pairs_of(const Workload<3>& w, const Shapes& a, const Shapes& b) {
  std::vector<Pair> pairs;
  for (const auto& q : w.queries) {
    pairs.push_back({a[q.a].get(), b[q.b].get(), in_bullet(q.pose_a), in_bullet(q.pose_b)});
  }
  return pairs;
}

class BulletContacts : public Pass {
 public:
  explicit BulletContacts(const Workload<3>& w)
      : a_(make_polyhedra(w.a)), b_(make_polyhedra(w.b)), pairs_(pairs_of(w, a_, b_)) {}

  void run(std::span<double> answers) override {
    // Points further apart than this are dropped: more than 1 % of the size of any pair here; 0.02 is usual.
    constexpr btScalar furthest = 0.04F;
    btCollisionObject body_a, body_b;
    btPersistentManifold manifold(&body_a, &body_b, 0, furthest, furthest);
    const btDispatcherInfo settings;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const Pair& q = pairs_[i];
      const btCollisionObjectWrapper a(nullptr, q.a, &body_a, q.pose_a, -1, -1),
          b(nullptr, q.b, &body_b, q.pose_b, -1, -1);
      manifold.clearManifold();
      btConvexConvexAlgorithm algorithm(&manifold, {}, &a, &b, &depth_, 0, 0);
      btManifoldResult result(&a, &b);
      algorithm.processCollision(&a, &b, settings, &result);
      answers[i] = deepest(manifold);
    }
  }

 private:
  static double deepest(const btPersistentManifold& manifold) {
    double least = none;
    for (int k = 0; k < manifold.getNumContacts(); ++k) {
      least = std::fmin(least, double(manifold.getContactPoint(k).getDistance()));
    }
    return least;
  }

  Shapes a_, b_;
  std::vector<Pair> pairs_;
  btGjkEpaPenetrationDepthSolver depth_;
};

struct Deepest : btDiscreteCollisionDetectorInterface::Result {
  double separation = none;

  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override {
    separation = std::fmin(separation, double(depth));
  }
};

class BulletBoxContacts : public Pass {
 public:
  explicit BulletBoxContacts(const Workload<3>& w)
      : a_(make_shapes(w.a)), b_(make_shapes(w.b)), pairs_(pairs_of(w, a_, b_)) {}

  void run(std::span<double> answers) override {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const Pair& q = pairs_[i];
      btDiscreteCollisionDetectorInterface::ClosestPointInput input;
      input.m_transformA = q.pose_a;
      input.m_transformB = q.pose_b;
      btBoxBoxDetector detector(static_cast<const btBoxShape*>(q.a), static_cast<const btBoxShape*>(q.b));
      Deepest result;
      detector.getClosestPoints(input, result, nullptr);
      answers[i] = result.separation;
    }
  }

 private:
  Shapes a_, b_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::unique_ptr<Pass> bullet_contacts(const Workload<3>& workload) {
  return std::make_unique<BulletContacts>(workload);
}
std::unique_ptr<Pass> bullet_box_contacts(const Workload<3>& workload) {
  if (workload.a.form != Form::box || workload.b.form != Form::box) return nullptr;
  return std::make_unique<BulletBoxContacts>(workload);
}

}  // namespace bench
