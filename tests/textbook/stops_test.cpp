/// Every way in which a loop of examples/textbook can end, brought about by a small pair.
#include "examples/textbook/closest_point.hpp"
#include "examples/textbook/conservative_advancement.hpp"
#include "examples/textbook/epa.hpp"
#include "examples/textbook/epa2.hpp"
#include "examples/textbook/gjk2.hpp"
#include "examples/textbook/gjk3.hpp"
#include "examples/textbook/mpr.hpp"
#include "examples/textbook/mpr2.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace {

using namespace textbook;

Polytope<Vec2> square(Vec2 center) {
  return {{center + Vec2{-1, -1}, center + Vec2{1, -1}, center + Vec2{1, 1}, center + Vec2{-1, 1}}};
}
Polytope<Vec3> cube(Vec3 center, double half = 1) {
  Polytope<Vec3> result;
  for (const double x : {-half, half})
    for (const double y : {-half, half})
      for (const double z : {-half, half}) result.points.push_back(center + Vec3{x, y, z});
  return result;
}

Gjk2Stop stop_of_gjk2(const Polytope<Vec2>& a, const Polytope<Vec2>& b) { return gjk2(difference(a, b)).stop; }
Gjk3Stop stop_of_gjk3(const Polytope<Vec3>& a, const Polytope<Vec3>& b) { return gjk3(difference(a, b)).stop; }

TEST(TextbookStops, ClosestPointOfDegenerateSimplices) {
  const Vec3 q{1, 2, 0}, a{0, 0, 0}, b{4, 0, 0}, c{2, 0, 0};
  EXPECT_EQ(a, closest_on_segment(q, a, a).point);
  EXPECT_EQ((Vec3{1, 0, 0}), closest_on_triangle(q, a, b, c).point);
  EXPECT_EQ(a, closest_on_triangle(q, a, a, a).point);
  EXPECT_EQ((Vec3{1, 0, 0}), closest_on_tetrahedron(q, a, b, c, a).point);
}

TEST(TextbookStops, Gjk2) {
  const Polytope<Vec2> a = square({});
  EXPECT_EQ(Gjk2Stop::origin_inside, stop_of_gjk2(a, square({0.5, 0.25})));
  EXPECT_EQ(Gjk2Stop::origin_touched, stop_of_gjk2(a, square({2, 2})));
  EXPECT_EQ(Gjk2Stop::repeated_vertex, stop_of_gjk2(a, square({5, 6})));
  EXPECT_EQ(Gjk2Stop::no_nearer, stop_of_gjk2(a, square({5, 0.5})));
  const Polytope<Vec2> diamond{{{30, 40}, {40, 30}, {50, 40}, {40, 50}}},
      beside{{{48, 40}, {58, 30}, {68, 40}, {58, 50}}};
  EXPECT_EQ(Gjk2Stop::degenerate_simplex, stop_of_gjk2(diamond, beside));
  const Rounded<Vec2, Polytope<Vec2>> ball{{{{0, 0}}}, 1}, other{{{{3, 4}}}, 2};
  const Gjk2Result apart = gjk2(difference(ball, other));
  EXPECT_EQ(Gjk2Stop::no_nearer, apart.stop);
  EXPECT_NEAR(2, apart.distance, 2 * 1e-12);
  EXPECT_EQ(Gjk2Stop::iteration_limit, gjk2(difference(ball, other), 1e-12, 2).stop);
}

TEST(TextbookStops, Gjk3) {
  const Polytope<Vec3> a = cube({});
  EXPECT_EQ(Gjk3Stop::origin_inside, stop_of_gjk3(a, cube({0.5, 0.25, 0.125})));
  EXPECT_EQ(Gjk3Stop::origin_touched, stop_of_gjk3(a, cube({2, 2, 2})));
  EXPECT_EQ(Gjk3Stop::repeated_vertex, stop_of_gjk3(a, cube({5, 6, 7})));
  EXPECT_EQ(Gjk3Stop::no_nearer, stop_of_gjk3(a, cube({5, 0.5, 0.25})));
  EXPECT_EQ(Gjk3Stop::degenerate_simplex, stop_of_gjk3(cube({0, 0.2, 0}), a));
  const Rounded<Vec3, Polytope<Vec3>> ball{{{{0, 0, 0}}}, 1}, other{{{{2, 3, 6}}}, 2};
  const Gjk3Result apart = gjk3(difference(ball, other));
  EXPECT_EQ(Gjk3Stop::no_nearer, apart.stop);
  EXPECT_NEAR(4, apart.distance, 4 * 1e-12);
  EXPECT_EQ(Gjk3Stop::iteration_limit, gjk3(difference(ball, other), 1e-12, 2).stop);
}

TEST(TextbookStops, Epa2) {
  const Polytope<Vec2> a = square({}), b = square({0.5, 0.25});
  const auto support = difference(a, b);
  const Epa2Result deep = epa2(support, gjk2(support).simplex);
  EXPECT_EQ(Epa2Stop::edge_on_boundary, deep.stop);
  EXPECT_DOUBLE_EQ(1.5, deep.depth);
  EXPECT_EQ((Vec2{1, 0}), deep.normal);
  EXPECT_EQ(Epa2Stop::iteration_limit, epa2(support, gjk2(support).simplex, 1e-12, 1).stop);
  const Polytope<Vec2> segment{{{-1, 0}, {1, 0}}}, along{{{0, 0}, {3, 0}}};
  const auto flat = difference(segment, along);
  EXPECT_EQ(Epa2Stop::no_area, epa2(flat, gjk2(flat).simplex).stop);
  // The origin is a corner of B - A, and on an edge of it: GJK ends with less than a triangle.
  for (const Vec2 center : {Vec2{2, 2}, Vec2{2, 0.5}}) {
    const Polytope<Vec2> touching = square(center);
    const auto touch = difference(a, touching);
    EXPECT_EQ(Epa2Stop::edge_on_boundary, epa2(touch, gjk2(touch).simplex).stop);
    EXPECT_EQ(0, epa2(touch, gjk2(touch).simplex).depth);
  }
}

TEST(TextbookStops, Epa) {
  const Polytope<Vec3> a = cube({}), b = cube({0.5, 0.25, 0.125});
  const auto support = difference(a, b);
  const EpaResult deep = epa(support, gjk3(support).simplex);
  EXPECT_EQ(EpaStop::face_on_boundary, deep.stop);
  EXPECT_DOUBLE_EQ(1.5, deep.depth);
  EXPECT_EQ((Vec3{1, 0, 0}), deep.normal);
  EXPECT_EQ(EpaStop::iteration_limit, epa(support, gjk3(support).simplex, 1e-12, 1).stop);
  const Polytope<Vec3> segment{{{-1, 0, 0}, {1, 0, 0}}}, across{{{0, -1, 0}, {0, 1, 0}}};
  const auto flat = difference(segment, across);
  EXPECT_EQ(EpaStop::no_volume, epa(flat, gjk3(flat).simplex).stop);
}

TEST(TextbookStops, Mpr2) {
  const Polytope<Vec2> a = square({});
  const auto result_for = [&a](Vec2 center) {
    const Polytope<Vec2> b = square(center);
    return mpr2(difference(a, b), center);
  };
  EXPECT_EQ(Mpr2Stop::apart, result_for({3, 0.25}).stop);
  EXPECT_EQ(Mpr2Stop::apart, result_for({2.5, 2}).stop);
  EXPECT_EQ(Mpr2Stop::on_the_ray, result_for({}).stop);
  EXPECT_EQ(Mpr2Stop::on_the_ray, result_for({0.5, 0.5}).stop);  // the ray meets a corner
  EXPECT_TRUE(result_for({0.5, 0.5}).meet);
  const Mpr2Result deep = result_for({0.5, 0.25});
  EXPECT_EQ(Mpr2Stop::portal_on_surface, deep.stop);
  EXPECT_DOUBLE_EQ(1.5, deep.depth);
  EXPECT_EQ((Vec2{1, 0}), deep.normal);
  const Rounded<Vec2, Polytope<Vec2>> ball{{{{0, 0}}}, 1}, other{{{{0.5, 0.25}}}, 1};
  EXPECT_EQ(Mpr2Stop::iteration_limit, mpr2(difference(ball, other), {0.4, 0.3}, 1e-12, 4).stop);
  const Polytope<Vec2> point{{{0, 0}}}, triangle{{{-1, -0.5}, {1, 0}, {0, -1}}};
  EXPECT_EQ(Mpr2Stop::no_portal, mpr2(difference(point, triangle), {1, 0}).stop);  // c is a corner, and not inside
}

TEST(TextbookStops, Mpr) {
  const Polytope<Vec3> a = cube({});
  const auto result_for = [&a](Vec3 center) {
    const Polytope<Vec3> b = cube(center);
    return mpr(difference(a, b), center);
  };
  EXPECT_EQ(MprStop::apart, result_for({3, 0.25, 0.125}).stop);
  EXPECT_EQ(MprStop::apart, result_for({2, 2.5, 0.125}).stop);
  EXPECT_EQ(MprStop::on_the_ray, result_for({}).stop);
  const MprResult deep = result_for({0.5, 0.25, 0.125});
  EXPECT_EQ(MprStop::portal_on_surface, deep.stop);
  EXPECT_DOUBLE_EQ(1.5, deep.depth);
  const Rounded<Vec3, Polytope<Vec3>> ball{{{{0, 0, 0}}}, 1}, other{{{{0.5, 0.25, 0.125}}}, 1};
  EXPECT_EQ(MprStop::iteration_limit, mpr(difference(ball, other), {0.4, 0.3, 0.1}, 1e-12, 4).stop);
  const Polytope<Vec3> segment{{{-1, 0, 0}, {1, 0, 0}}}, across{{{0.5, -0.75, 0}, {0.5, 1.25, 0}}};
  EXPECT_EQ(MprStop::no_portal, mpr(difference(segment, across), {0.5, 0.25, 0}).stop);
}

TEST(TextbookStops, ConservativeAdvancement) {
  // A ball flies at a wall that is `room` away along x.
  const auto fly = [](double room, Vec2 velocity, int limit = 256) {
    const auto gap = [=](double t) { return Gap<Vec2>{std::abs(room - t * velocity.x), {1, 0}}; };
    return conservative_advancement(gap, [=](Vec2 n) { return dot(n, velocity); }, 0, 1e-9, limit);
  };
  EXPECT_EQ(AdvancementStop::touching_at_start, fly(0, {-1, 0}).stop);
  EXPECT_EQ(AdvancementStop::arrived, fly(2, {4, 0}).stop);
  EXPECT_DOUBLE_EQ(0.5, fly(2, {4, 0}).t);
  EXPECT_EQ(AdvancementStop::receding, fly(2, {-1, 3}).stop);
  EXPECT_EQ(AdvancementStop::past_the_end, fly(2, {1, 3}).stop);
  EXPECT_EQ(AdvancementStop::iteration_limit, fly(2, {4, 0}, 1).stop);
  const auto stuck = [](double t) { return Gap<Vec2>{t == 0 ? 5e15 : 1e-8, {1, 0}}; };
  EXPECT_EQ(AdvancementStop::no_progress, conservative_advancement(stuck, [](Vec2) { return 1e16; }, 0, 1e-9).stop);
}

}  // namespace
