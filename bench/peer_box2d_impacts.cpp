/// Box2D's b2TimeOfImpact. Its target and tolerance are absolute: half a centimetre, and a quarter of that.
#include "impacts.hpp"

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
  s.a = s.a0 + m.turn;
  s.alpha0 = 0;
  return s;
}

class Box2dImpacts : public ImpactPass {
 public:
  explicit Box2dImpacts(const Sweeps<2>& w) {
    for (const auto& points : w.points) {
      auto& list = points_.emplace_back();
      for (const auto& p : points) list.emplace_back(p.x, p.y);
    }
    for (const auto& s : w.sweeps) {
      b2TOIInput input;
      input.proxyA.Set(points_[s.a].data(), static_cast<int32>(points_[s.a].size()), b2_polygonRadius);
      input.proxyB.Set(points_[s.b].data(), static_cast<int32>(points_[s.b].size()), b2_polygonRadius);
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
  std::vector<std::vector<b2Vec2>> points_;
  std::vector<b2TOIInput> asked_;
};

}  // namespace

std::unique_ptr<ImpactPass> box2d_impacts(const Sweeps<2>& sweeps) {
  return std::make_unique<Box2dImpacts>(sweeps);
}

}  // namespace bench
