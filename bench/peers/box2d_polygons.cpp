/// Box2D's b2PolygonShape: whether two overlap, their manifold, and rays. The radius of a polygon is set to 0.
#include "peers/pass.hpp"

#include <box2d/b2_collision.h>
#include <box2d/b2_polygon_shape.h>

#include <cmath>
#include <limits>

namespace bench {

namespace {

using Limits = std::numeric_limits<double>;
using Polygons = std::vector<b2PolygonShape>;

Polygons polygons_of(const Pool<2>& pool) {
  Polygons polygons;
  for (const auto& s : pool.shapes) {
    std::vector<b2Vec2> points;
    for (const auto& p : s.points) points.emplace_back(p.x, p.y);
    auto& polygon = polygons.emplace_back();
    polygon.Set(points.data(), static_cast<int32>(points.size()));
    polygon.m_radius = 0;
  }
  return polygons;
}

b2Transform in_box2d(const abut::Pose2f& pose) {
  b2Transform t;
  t.p.Set(pose.p.x, pose.p.y);
  t.q.c = pose.q.c;
  t.q.s = pose.q.s;
  return t;
}

class Box2dPolygons : public Pass {
 public:
  explicit Box2dPolygons(const Workload<2>& w) : a_(polygons_of(w.a)), b_(polygons_of(w.b)) {
    for (const auto& q : w.queries) {
      asked_.push_back({&a_[q.a], &b_[q.b], in_box2d(q.pose_a), in_box2d(q.pose_b)});
    }
  }

 protected:
  struct Asked {
    const b2PolygonShape *a, *b;
    b2Transform pose_a, pose_b;
  };

  const std::vector<Asked>& asked() const { return asked_; }

 private:
  Polygons a_, b_;
  std::vector<Asked> asked_;
};

class Box2dVerdicts : public Box2dPolygons {
 public:
  using Box2dPolygons::Box2dPolygons;

  void run(std::span<double> answers) override {
    for (std::size_t i = 0; i < asked().size(); ++i) {
      const Asked& q = asked()[i];
      answers[i] = b2TestOverlap(q.a, 0, q.b, 0, q.pose_a, q.pose_b) ? 0 : Limits::infinity();
    }
  }
};

class Box2dContacts : public Box2dPolygons {
 public:
  explicit Box2dContacts(const Workload<2>& w) : Box2dPolygons(w), manifolds_(w.queries.size()) {}

  void run(std::span<double>) override {
    for (std::size_t i = 0; i < asked().size(); ++i) {
      const Asked& q = asked()[i];
      b2CollidePolygons(&manifolds_[i], q.a, q.pose_a, q.b, q.pose_b);
    }
  }

  /// A manifold is in the frames of the polygons, without separations.
  void finish(std::span<double> answers) override {
    for (std::size_t i = 0; i < asked().size(); ++i) {
      b2WorldManifold world;
      world.Initialize(&manifolds_[i], asked()[i].pose_a, 0, asked()[i].pose_b, 0);
      double deepest = Limits::quiet_NaN();
      for (int k = 0; k < manifolds_[i].pointCount; ++k) deepest = std::fmin(deepest, double(world.separations[k]));
      answers[i] = deepest;
    }
  }

 private:
  std::vector<b2Manifold> manifolds_;
};

class Box2dRays : public Pass {
 public:
  explicit Box2dRays(const Workload<2>& w) : polygons_(polygons_of(w.b)) {
    for (const auto& q : w.queries) {
      b2RayCastInput ray;
      ray.p1.Set(q.pose_a.p.x, q.pose_a.p.y);
      ray.p2.Set(q.pose_a.p.x + q.direction.x, q.pose_a.p.y + q.direction.y);
      ray.maxFraction = 1;
      asked_.push_back({&polygons_[q.b], ray, in_box2d(q.pose_b)});
    }
  }

  void run(std::span<double> answers) override {
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      const Asked& q = asked_[i];
      b2RayCastOutput output;
      answers[i] = q.polygon->RayCast(&output, q.ray, q.pose, 0) ? double(output.fraction) : Limits::infinity();
    }
  }

 private:
  struct Asked {
    const b2PolygonShape* polygon;
    b2RayCastInput ray;
    b2Transform pose;
  };

  Polygons polygons_;
  std::vector<Asked> asked_;
};

}  // namespace

std::unique_ptr<Pass> box2d_verdicts(const Workload<2>& workload) { return std::make_unique<Box2dVerdicts>(workload); }
std::unique_ptr<Pass> box2d_contacts(const Workload<2>& workload) { return std::make_unique<Box2dContacts>(workload); }
std::unique_ptr<Pass> box2d_rays(const Workload<2>& workload) { return std::make_unique<Box2dRays>(workload); }

}  // namespace bench
