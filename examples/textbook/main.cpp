// One pair for each of the textbook programs, with every step of its search. A search asks nothing but support points,
// or gaps, so that a support function that prints what it is asked shows the search.
#include "casts/ray_box.hpp"
#include "casts/ray_cast.hpp"
#include "casts/sweep2.hpp"
#include "climb.hpp"
#include "closest_point.hpp"
#include "conservative_advancement.hpp"
#include "contact2.hpp"
#include "epa.hpp"
#include "epa2.hpp"
#include "gjk2.hpp"
#include "gjk3.hpp"
#include "mpr.hpp"
#include "mpr2.hpp"
#include "overlap.hpp"

#include <cstdio>

using namespace textbook;

namespace {

const Polytope<Vec2> triangle{{{0, 0}, {2, -1}, {1, 2}}}, kite{{{4, 0}, {5, -1}, {7, 1}, {5, 2}}};

Polytope<Vec3> box_at(Vec3 center, Vec3 half) {
  Polytope<Vec3> box;
  for (const double x : {-half.x, half.x})
    for (const double y : {-half.y, half.y})
      for (const double z : {-half.z, half.z}) box.points.push_back(center + Vec3{x, y, z});
  return box;
}

void print(const char* name, Vec2 p) { std::printf("  %s (%.4g, %.4g)", name, p.x, p.y); }
void print(const char* name, Vec3 p) { std::printf("  %s (%.4g, %.4g, %.4g)", name, p.x, p.y, p.z); }

/// The same support function, told aloud.
template <class Difference>
auto told(const Difference& support) {
  return [&support](auto d) {
    const auto w = support(d);
    print("along", d);
    print("w", w.w);
    std::printf("\n");
    return w;
  };
}

void show_closest_point() {
  const Closest<Vec2> closest =
      closest_on_triangle(Vec2{3, 1}, triangle.points[0], triangle.points[1], triangle.points[2]);
  std::printf("closest_point: the point of the triangle nearest to (3, 1)\n");
  print("p", closest.point);
  std::printf("  weights %.4g, %.4g, %.4g\n", closest.weight[0], closest.weight[1], closest.weight[2]);
}

void show_gjk() {
  std::printf("gjk2: triangle and kite\n");
  const auto flat = difference(triangle, kite);
  const Gjk2Result apart = gjk2(told(flat));
  std::printf("  distance %.6g, from (%.4g, %.4g) to (%.4g, %.4g)\n", apart.distance, apart.point_a.x, apart.point_a.y,
              apart.point_b.x, apart.point_b.y);

  std::printf("gjk3: two boxes\n");
  const Polytope<Vec3> a = box_at({}, {1, 1, 1}), b = box_at({3, 3, 0.5}, {1, 1, 1});
  const auto support = difference(a, b);
  std::printf("  distance %.6g\n", gjk3(told(support)).distance);
}

void show_verdict() {
  std::printf("overlap: triangle and kite\n");
  const auto flat = difference(triangle, kite);
  const Overlap<Vec2> answer = overlap(told(flat), Vec2{-4, 0});
  std::printf("  %s\n", answer.meet ? "they meet" : "apart");
  std::printf("climb: the corner of the kite furthest to the right, from its first\n");
  const Summit summit = climb(kite.points, {1, 0}, 0);
  std::printf("  corner %zu, after %d looks\n", summit.corner, summit.looks);
}

void show_contact() {
  std::printf("contact2: a box on a floor\n");
  const std::vector<Vec2> floor{{-4, -1}, {4, -1}, {4, 0}, {-4, 0}}, box{{3, -0.1}, {5, -0.1}, {5, 1}, {3, 1}};
  for (const ContactPoint2& point : contact2(floor, box, {0, 1}, 0)) {
    print("at", point.point_a);
    std::printf("  separation %.4g\n", point.separation);
  }
}

void show_depths_in_the_plane() {
  const Polytope<Vec2> board{{{-2, -0.5}, {2, -0.5}, {2, 0.5}, {-2, 0.5}}}, wedge{{{0, 0.2}, {2.2, 0.3}, {1.1, 1.6}}};
  const auto support = difference(board, wedge);
  std::printf("epa2: a wedge in a board\n");
  const Epa2Result least = epa2(told(support), gjk2(support).simplex);
  std::printf("  depth %.6g", least.depth);
  print("along", least.normal);
  std::printf("\nmpr2: the same\n");
  const Mpr2Result portal = mpr2(told(support), {1.1, 0.7});
  std::printf("  %s, depth %.6g", portal.meet ? "they meet" : "apart", portal.depth);
  print("along", portal.normal);
  std::printf("\n");
}

void show_depths() {
  const Vec3 center{-1.5, -0.3, 0.1};
  const Polytope<Vec3> plate = box_at({}, {2, 0.5, 2}), brick = box_at(center, {0.5, 0.5, 0.5});
  const auto support = difference(plate, brick);
  std::printf("epa: a brick in a plate\n");
  const EpaResult least = epa(told(support), gjk3(support).simplex);
  std::printf("  depth %.6g", least.depth);
  print("along", least.normal);
  std::printf("\nmpr: the same\n");
  const MprResult portal = mpr(told(support), center);
  std::printf("  %s, depth %.6g", portal.meet ? "they meet" : "apart", portal.depth);
  print("along", portal.normal);
  std::printf("\n");
}

void show_casts() {
  const Vec2 o{0, 3}, r{6, -3.5};
  const Interval inside = clip_to_box<2>({o.x, o.y}, {r.x, r.y}, {4, -1}, {7, 2});
  std::printf("ray_box: the ray is in the box of the kite for t from %.4g to %.4g\n", inside.from, inside.to);
  std::printf("ray_cast: it enters the kite at t = %.6g\n", ray_cast(kite, o, r).t);
  std::printf("sweep2: the triangle moves by (4, 3)\n");
  const auto flat = difference(triangle, kite);
  const Sweep2Result sweep = sweep2(told(flat), {4, 3});
  std::printf("  %s at t = %.9g\n", sweep.hit ? "hit" : "no hit", sweep.t);
}

void show_advancement() {
  std::printf("conservative_advancement: the triangle moves by (4, 3)\n");
  const Vec2 velocity{4, 3};
  const auto gap_at = [velocity](double t) {
    Polytope<Vec2> moved = triangle;
    for (Vec2& p : moved.points) p = p + t * velocity;
    const Gjk2Result gjk = gjk2(difference(moved, kite));
    std::printf("  t %.6g  distance %.6g\n", t, gjk.distance);
    return Gap<Vec2>{gjk.distance, (1 / gjk.distance) * (gjk.point_b - gjk.point_a)};
  };
  const auto closing_speed = [velocity](Vec2 n) { return dot(n, velocity); };
  const AdvancementResult result = conservative_advancement(gap_at, closing_speed, 0, 1e-9);
  std::printf("  %s at t = %.9g\n", result.hit ? "hit" : "no hit", result.t);
}

}  // namespace

int main() {
  show_closest_point();
  show_gjk();
  show_verdict();
  show_depths_in_the_plane();
  show_depths();
  show_contact();
  show_casts();
  show_advancement();
}
