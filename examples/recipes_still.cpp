// The recipes of docs/guide/cookbook.md for shapes at rest. scripts/recipes copies the code between the marks into that
// page.
#include <abut/abut.hpp>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace abut;

namespace {

const Box3f crate{.half = {1, 1, 1}};
const Capsule3f arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 0.25f};

bool how_far() {
  // recipe: distance
  const Pose3f pose{.p = {3, 0, 0}, .q = Rotation3f::about({0, 1, 0}, 0.5f)};
  const auto gap = distance(crate, place(arm, pose));
  std::printf("%g apart, surely in [%.9g, %.9g]\n", double(gap.distance), double(gap.lower), double(gap.upper));
  std::printf("nearest at x = %g and x = %g\n", double(gap.point_a.x), double(gap.point_b.x));
  // end
  return gap.lower > 1.2f && gap.upper < 1.4f;
}

bool many_pairs() {
  // recipe: many pairs
  const Ball3f ball{.radius = 0.5f};
  const ShapeRef3f shapes[] = {crate, arm, ball};  // one type for all; the shapes must outlive it
  const Pose3f poses[] = {{.p = {0, 0, 0}}, {.p = {2, 0, 0}}, {.p = {9, 0, 0}}};

  int near = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) {
      const auto a = place(shapes[i], poses[i]), b = place(shapes[j], poses[j]);
      const auto gap = distance(a, b, {.cutoff = 2.0f});  // stops once the gap is proven to exceed 2
      near += gap.lower < 2.0f ? 1 : 0;
    }
  }
  // end
  std::printf("%d pair(s) nearer than 2\n", near);
  return near == 1;
}

bool scene_of_any_shapes() {
  const Vec3f points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto hull = Hull3f::from(points);
  if (!hull) return false;
  // recipe: scene
  std::vector<AnyShape3f> scene{HalfSpace3f{.normal = {0, 0, 1}}, place(crate, Pose3f{.p = {0, 0, 1.5f}})};
  scene.emplace_back(*hull, Pose3f{.p = {4, 0, 2}});         // owns a copy of the hull, at a pose
  scene.push_back(inflate(scene.back(), 0.1f));              // shares its points
  scene.push_back(place(scene[1], Pose3f{.p = {9, 0, 0}}));  // the crate, nine further along x

  int near = 0;
  for (std::size_t i = 0; i < scene.size(); ++i) {
    for (std::size_t j = i + 1; j < scene.size(); ++j) {
      near += distance(scene[i], scene[j]).distance < 1 ? 1 : 0;
    }
  }
  // end
  std::printf("%d pair(s) of the scene nearer than 1\n", near);
  return near == 3 && scene[2].kind() == ShapeKind::hull;
}

bool do_they_meet() {
  const auto a = crate;
  const auto b = place(arm, Pose3f{.p = {1.2f, 0, 0}});
  // recipe: overlap
  const auto met = overlap(a, b);
  if (met.overlap) std::printf("they meet, at x = %g for one\n", double(met.point.x));
  if (met.apart) std::printf("they do not: %g of room along the axis\n", double(met.lower));
  const bool may_overlap = !met.apart;  // also if neither could be proven: nothing is missed
  // end
  return met.overlap && may_overlap;
}

bool how_deep() {
  // recipe: depth and contact
  const auto a = crate, b = crate;
  const auto on_top = place(b, Pose3f{.p = {0.5f, 0, 1.9f}});
  const auto deep = penetration(a, on_top);  // moving b by deep.depth * deep.normal ends the overlap
  std::printf("%g deep, way out (%g, %g, %g)\n", double(deep.depth), double(deep.normal.x), double(deep.normal.y),
              double(deep.normal.z));

  const auto touch = contact(a, on_top, {.margin = 0.01f});
  for (const auto& p : touch)  // at most four, the deepest first
    std::printf("  at (%g, %g): %g\n", double(p.point_a.x), double(p.point_a.y), double(p.separation));
  // end
  return deep.lower > 0.0999f && deep.upper < 0.1001f && touch.count == 4;
}

bool how_far_up() {
  // recipe: depth along a direction
  const HalfSpace3f ground{.normal = {0, 0, 1}, .offset = 0};
  const auto sunk = place(crate, Pose3f{.p = {0, 0, 0.25f}});
  const auto slope = depth_along(ground, sunk, {1, 0, 1});  // its length does not matter

  const auto beside = depth_along(crate, place(arm, Pose3f{.p = {0.9f, 0, 0}}), {0, 0, 1});
  std::printf("along the slope %g; up %g\n", double(slope.depth), double(beside.depth));
  // end
  return slope.lower <= 1.0607f && slope.upper >= 1.0606f && beside.status == Status::converged;
}

bool slopes() {
  // recipe: gradient
  // A ball is to stand 0.5 clear of the crate: Newton's method along the gradient of the signed distance.
  const Box3d box{.half = {1, 1, 1}};
  const Ball3d probe{.radius = 0.2};
  Pose3d pose{.p = {2.5, 0.5, 0.4}};
  for (int step = 0; step < 10; ++step) {
    const auto g = separation_gradient(box, place(probe, pose));
    const double missing = 0.5 - g.separation.separation;
    pose.p += g.b.translation * (missing / dot(g.b.translation, g.b.translation));
  }
  // end
  const auto s = separation(box, place(probe, pose));
  std::printf("stands %.12g clear\n", s.separation);
  return std::abs(s.separation - 0.5) <= s.upper - s.lower;
}

bool what_the_status_says() {
  const Ellipsoid3d a{.radii = {3, 1, 1}};
  const auto b = place(Ellipsoid3d{.radii = {1, 2, 1}}, Pose3d{.p = {4.5, 1, 0}});
  // recipe: status
  const auto gap = distance(a, b, {.max_iterations = 5});
  switch (gap.status) {
    case Status::converged: std::printf("%.15g\n", gap.distance); break;
    case Status::invalid_argument: std::printf("a NaN, or a negative radius: nothing was computed\n"); break;
    default: std::printf("%s: somewhere in [%g, %g]\n", to_string(gap.status), gap.lower, gap.upper); break;
  }
  const bool clear = gap.lower > 0.25;  // this needs no status: the bounds hold in any case
  // end
  return gap.status == Status::iteration_limit && gap.lower < gap.upper && clear;
}

bool watched() {
  const Triangle2d a{.a = {0, 0}, .b = {2, 0}, .c = {0, 2}};
  const Point2d b{{3, 2}};
  // recipe: tracing
  std::vector<GjkStep<2>> steps;
  const auto gap = distance(a, b, {}, [&](const GjkStep<2>& step) { steps.push_back(step); });
  for (const auto& s : steps)
    std::printf("  %d: found (%g, %g), bounds [%g, %g] %s\n", s.iteration, s.support.x, s.support.y, s.lower, s.upper,
                to_string(s.stop));
  // end
  return gap.status == Status::converged && steps.size() == 3;
}

}  // namespace

int main() {
  const bool all[] = {how_far(),    many_pairs(), scene_of_any_shapes(),  do_they_meet(), how_deep(),
                      how_far_up(), slopes(),     what_the_status_says(), watched()};
  int wrong = 0;
  for (const bool right : all) wrong += right ? 0 : 1;
  if (wrong > 0) std::printf("%d recipe(s) failed\n", wrong);
  return wrong;
}
