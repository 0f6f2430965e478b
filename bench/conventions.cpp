/// Queries every library about the same two boxes: the direction of normals, what a distance includes, where casts
/// stop. docs/guide/migration.md states what this prints.
#include <abut/abut.hpp>

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <box2d/b2_distance.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_time_of_impact.h>
#include <btBulletCollisionCommon.h>
#include <ccd/ccd.h>
#include <fcl/fcl.h>

#include <cstdio>

namespace {

// A cube, or a square, of half side 1 at the origin; the same at x = 4, a gap of 2, and at x = 1.5, an overlap of 0.5.
constexpr float far_away = 4, inside = 1.5f;

void ask_abut() {
  const abut::Box3f box{.half = {1, 1, 1}};
  for (const float x : {far_away, inside}) {
    const auto s = separation(box, place(box, abut::Pose3f{.p = {x, 0, 0}}));
    std::printf("abut     x = %g: separation %g, normal %g\n", double(x), double(s.separation), double(s.normal.x));
  }
  const auto c = shape_cast(box, {far_away, 0, 0}, place(box, abut::Pose3f{.p = {far_away, 0, 0}}));
  std::printf("abut     cast: %g, normal %g\n", double(c.t), double(c.normal.x));
}

void ask_box2d() {
  b2PolygonShape square;
  square.SetAsBox(1, 1);
  b2DistanceInput in;
  in.proxyA.Set(&square, 0);
  in.proxyB.Set(&square, 0);
  in.transformA.SetIdentity();
  in.transformB.Set({far_away, 0}, 0);
  for (const bool radii : {false, true}) {
    in.useRadii = radii;
    b2SimplexCache cache;
    cache.count = 0;
    b2DistanceOutput out;
    b2Distance(&out, &cache, &in);
    std::printf("Box2D    b2Distance, useRadii %d: %g\n", radii ? 1 : 0, double(out.distance));
  }
  for (const float x : {far_away, inside}) {
    b2ShapeCastInput cast{in.proxyA, in.proxyB, in.transformA, b2Transform({x, 0}, b2Rot(0)), {-4, 0}};
    b2ShapeCastOutput out{};
    const bool hit = b2ShapeCast(&out, &cast);
    std::printf("Box2D    b2ShapeCast of B from x = %g: %d, lambda %g, normal %g\n", double(x), hit ? 1 : 0,
                double(out.lambda), double(out.normal.x));
  }
  b2TOIInput sweep;
  sweep.proxyA = in.proxyA;
  sweep.proxyB = in.proxyB;
  sweep.sweepA = {};
  sweep.sweepB = {};
  sweep.sweepB.c0 = {far_away, 0};
  sweep.tMax = 1;
  b2TOIOutput impact;
  b2TimeOfImpact(&impact, &sweep);
  std::printf("Box2D    b2TimeOfImpact: state %d, gap then %g\n", int(impact.state), double(2 - 4 * impact.t));
}

void ask_bullet() {
  const btBoxShape box({1, 1, 1});
  btConvexHullShape hull;
  for (int i = 0; i < 8; ++i) {
    hull.addPoint({i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
  }
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver epa;
  const auto ask = [&](const char* what, const btConvexShape& shape, float x) {
    btGjkPairDetector detector(&shape, &shape, &simplex, &epa);
    btGjkPairDetector::ClosestPointInput in;
    in.m_transformA.setIdentity();
    in.m_transformB.setIdentity();
    in.m_transformB.setOrigin({x, 0, 0});
    btPointCollector out;
    detector.getClosestPoints(in, out, nullptr);
    std::printf("Bullet   %s (margin %g) at x = %g: distance %g, normal %.3f\n", what, double(shape.getMargin()),
                double(x), double(out.m_distance), double(out.m_normalOnBInWorld.x()));
  };
  ask("box ", box, far_away);
  ask("box ", box, inside);
  ask("hull", hull, far_away);
  btContinuousConvexCollision cast(&box, &box, &simplex, &epa);
  for (const float x : {far_away, inside}) {
    btTransform from, to, there;
    from.setIdentity();
    to.setIdentity();
    there.setIdentity();
    to.setOrigin({far_away, 0, 0});
    there.setOrigin({x, 0, 0});
    btConvexCast::CastResult out;
    out.m_fraction = 1;
    const bool hit = cast.calcTimeOfImpact(from, to, there, there, out);
    std::printf("Bullet   cast at x = %g: %d, fraction %g, normal %g\n", double(x), hit ? 1 : 0, double(out.m_fraction),
                double(out.m_normal.x()));
  }
}

struct Cube {
  double x;
};

void support_of_cube(const void* object, const ccd_vec3_t* d, ccd_vec3_t* point) {
  const double x = static_cast<const Cube*>(object)->x;
  ccdVec3Set(point, x + (d->v[0] > 0 ? 1 : -1), d->v[1] > 0 ? 1 : -1, d->v[2] > 0 ? 1 : -1);
}

void ask_ccd() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = support_of_cube;
  ccd.support2 = support_of_cube;
  ccd.max_iterations = 100;
  const Cube a{0}, b{double(inside)};
  ccd_real_t depth = 0;
  ccd_vec3_t dir, pos;
  const int result = ccdGJKPenetration(&a, &b, &ccd, &depth, &dir, &pos);
  std::printf("libccd   ccdGJKPenetration at x = 1.5: %d, depth %g, dir %g\n", result, depth, dir.v[0]);
}

void ask_fcl() {
  const fcl::Boxd box(2, 2, 2);
  const fcl::Transform3d here = fcl::Transform3d::Identity();
  fcl::Transform3d there = here;
  for (const float x : {far_away, inside}) {
    there.translation() = fcl::Vector3d(double(x), 0.125, 0.0625);
    for (const bool is_signed : {false, true}) {
      const fcl::DistanceRequestd request(true, is_signed);
      fcl::DistanceResultd out;
      const double d = fcl::distance(&box, here, &box, there, request, out);
      std::printf("FCL      distance at x = %g, signed %d: %g\n", double(x), is_signed ? 1 : 0, d);
    }
  }
  fcl::CollisionRequestd request;
  request.enable_contact = true;
  fcl::CollisionResultd contacts;
  fcl::collide(&box, here, &box, there, request, contacts);
  std::printf("FCL      collide at x = 1.5: depth %g, normal %g\n", contacts.getContact(0).penetration_depth,
              contacts.getContact(0).normal.x());
  there.translation() = fcl::Vector3d(double(far_away), 0, 0);
  fcl::ContinuousCollisionResultd hit;
  fcl::continuousCollide(&box, here, here, &box, there, here, fcl::ContinuousCollisionRequestd(), hit);
  std::printf("FCL      continuousCollide: %d, time %g\n", hit.is_collide ? 1 : 0, hit.time_of_contact);
}

}  // namespace

int main() {
  ask_abut();
  ask_box2d();
  ask_bullet();
  ask_ccd();
  ask_fcl();
}
