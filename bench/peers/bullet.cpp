/// Bullet's GJK.
#include "peers/bullet_shapes.hpp"
#include "peers/pass.hpp"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace bench {

namespace {

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
