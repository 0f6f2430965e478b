/// Box2D's b2TimeOfImpact and b2ShapeCast. Their targets and tolerances are absolute: half a centimeter, and a quarter
/// of that.
#include "peers/motions/motion_pass.hpp"

#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>

#include <cmath>

namespace bench {

namespace {

b2Sweep in_box2d(const abut::Motion2f& m) {
  b2Sweep s;
  s.localCenter.Set(0, 0);
  s.c0.Set(m.start.p.x, m.start.p.y);
  s.c.Set(m.start.p.x + m.velocity.x, m.start.p.y + m.velocity.y);
  s.a0 = std::atan2(m.start.q.s, m.start.q.c);
  s.a = s.a0 + m.angle;
  s.alpha0 = 0;
  return s;
}

b2Transform in_box2d(const abut::Pose2f& pose) {
  b2Transform t;
  t.p.Set(pose.p.x, pose.p.y);
  t.q.Set(std::atan2(pose.q.s, pose.q.c));
  return t;
}

class Pool {
 public:
  explicit Pool(const Sweeps<2>& w) {
    for (const auto& points : w.points) {
      auto& list = points_.emplace_back();
      for (const auto& p : points) list.emplace_back(p.x, p.y);
    }
  }
  void set(b2DistanceProxy& proxy, std::size_t i) const {
    proxy.Set(points_[i].data(), static_cast<int32>(points_[i].size()), b2_polygonRadius);
  }

 private:
  std::vector<std::vector<b2Vec2>> points_;
};

class Box2dImpacts : public MotionPass {
 public:
  explicit Box2dImpacts(const Sweeps<2>& w) : pool_(w) {
    for (const auto& s : w.sweeps) {
      b2TOIInput input;
      pool_.set(input.proxyA, s.a);
      pool_.set(input.proxyB, s.b);
      input.sweepA = in_box2d(s.motion_a);
      input.sweepB = in_box2d(s.motion_b);
      input.tMax = 1;
      asked_.push_back(input);
    }
  }

  int run() override {
    int hits = 0;
    for (const b2TOIInput& input : asked_) {
      b2TOIOutput output;
      b2TimeOfImpact(&output, &input);
      hits += output.state == b2TOIOutput::e_touching || output.state == b2TOIOutput::e_overlapped ? 1 : 0;
    }
    return hits;
  }

 private:
  Pool pool_;
  std::vector<b2TOIInput> asked_;
};

/// It moves its B, which is our A.
class Box2dCasts : public MotionPass {
 public:
  explicit Box2dCasts(const Sweeps<2>& w) : pool_(w) {
    for (const auto& s : w.sweeps) {
      b2ShapeCastInput input;
      pool_.set(input.proxyA, s.b);
      pool_.set(input.proxyB, s.a);
      input.transformA = in_box2d(s.motion_b.start);
      input.transformB = in_box2d(s.motion_a.start);
      input.translationB.Set(s.motion_a.velocity.x, s.motion_a.velocity.y);
      asked_.push_back(input);
    }
  }

  int run() override {
    int hits = 0;
    for (const b2ShapeCastInput& input : asked_) {
      b2ShapeCastOutput output;
      hits += b2ShapeCast(&output, &input) ? 1 : 0;
    }
    return hits;
  }

 private:
  Pool pool_;
  std::vector<b2ShapeCastInput> asked_;
};

}  // namespace

std::unique_ptr<MotionPass> box2d_impacts(const Sweeps<2>& sweeps) { return std::make_unique<Box2dImpacts>(sweeps); }

std::unique_ptr<MotionPass> box2d_casts(const Sweeps<2>& sweeps) { return std::make_unique<Box2dCasts>(sweeps); }

}  // namespace bench
