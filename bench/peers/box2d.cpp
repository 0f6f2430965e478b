/// Box2D's b2Distance, with its simplex cache in warm workloads.
#include "peers/pass.hpp"

#include <box2d/b2_distance.h>

namespace bench {

namespace {

using Points = std::vector<std::vector<b2Vec2>>;

Points points_of(const Pool<2>& pool) {
  Points r;
  for (const auto& s : pool.shapes) {
    auto& points = r.emplace_back();
    for (const auto& p : s.points) points.emplace_back(p.x, p.y);
  }
  return r;
}

b2Transform in_box2d(const abut::Pose2f& pose) {
  b2Transform t;
  t.p.Set(pose.p.x, pose.p.y);
  t.q.c = pose.q.c;
  t.q.s = pose.q.s;
  return t;
}

class Box2dPass : public Pass {
 public:
  explicit Box2dPass(const Workload<2>& w)
      : points_a_(points_of(w.a)), points_b_(points_of(w.b)), caches_(w.warm ? w.pairs : 0) {
    for (const auto& q : w.queries) {
      const auto &a = points_a_[q.a], &b = points_b_[q.b];
      b2DistanceInput input;
      input.proxyA.Set(a.data(), static_cast<int32>(a.size()), 0);
      input.proxyB.Set(b.data(), static_cast<int32>(b.size()), 0);
      input.transformA = in_box2d(q.pose_a);
      input.transformB = in_box2d(q.pose_b);
      input.useRadii = false;
      asked_.push_back(input);
    }
  }

  void run(std::span<double> answers) override {
    for (auto& cache : caches_) cache.count = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      b2SimplexCache none;
      none.count = 0;
      b2DistanceOutput output;
      b2Distance(&output, caches_.empty() ? &none : &caches_[i % caches_.size()], &asked_[i]);
      // Below its own threshold for a direction, Box2D takes shapes to overlap.
      answers[i] = output.distance <= b2_epsilon ? 0 : double(output.distance);
    }
  }

 private:
  Points points_a_, points_b_;
  std::vector<b2DistanceInput> asked_;
  std::vector<b2SimplexCache> caches_;
};

}  // namespace

std::unique_ptr<Pass> box2d(const Workload<2>& workload) { return std::make_unique<Box2dPass>(workload); }

}  // namespace bench
