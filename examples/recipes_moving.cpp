// The recipes of docs/guide/cookbook.md for shapes that move. scripts/recipes copies the code between the marks into
// that page.
#include <abut/abut.hpp>
#include <algorithm>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

using namespace abut;

namespace {

bool ray() {
  const Cylinder3f pillar{.radius = 0.5f, .half_height = 2};
  const Pose3f where{.p = {5, 0.2f, 0}};
  // recipe: ray cast
  const Ray3f look{.origin = {0, 0, 0.5f}, .direction = {1, 0, 0}};
  const auto seen = ray_cast(look, place(pillar, where), {.max_t = 100});
  if (seen.hit) std::printf("at t = %g, nothing before %g\n", double(seen.t), double(seen.t_safe));
  if (seen.miss) std::printf("nothing, and that is proven\n");
  if (!seen.hit && !seen.miss) std::printf("undecided; free up to %g\n", double(seen.t_safe));
  // end
  return seen.hit && seen.t > 4.5f && seen.t < 4.6f && seen.normal.x < 0;
}

// recipe: where a ray enters a box
constexpr double never = std::numeric_limits<double>::infinity();

// Nothing in the box is hit before the result. The factors exceed the roundings, in double, of numbers that are floats.
double entry(const Ray3f& ray, const Aabb3f& box) {
  double in = 0, out = never;
  for (int i = 0; i < 3; ++i) {
    const double from = double(ray.origin[i]), d = double(ray.direction[i]);
    const double low = double(box.min[i]) - from, high = double(box.max[i]) - from;
    if (d == 0 && (low > 0 || high < 0)) return never;
    if (d == 0) continue;
    in = std::max(in, std::min(low / d, high / d));
    out = std::min(out, std::max(low / d, high / d));
  }
  return in * (1 - 0x1p-48) <= out * (1 + 0x1p-48) ? in * (1 - 0x1p-48) : never;
}
// end

bool ray_at_many() {
  const Ball3f ball{.radius = 0.5f};
  const Box3f crate{.half = {1, 1, 1}};
  std::vector<Placed<ShapeRef3f>> shapes;
  for (int i = 0; i < 100; ++i) {
    const ShapeRef3f shape = i % 2 == 0 ? ShapeRef3f(ball) : ShapeRef3f(crate);
    shapes.push_back(place(shape, Pose3f{.p = {float(3 * i % 100), float(7 * i % 5) - 2, float(5 * i % 3) - 1}}));
  }
  const Ray3f look{.origin = {-5, 0.1f, 0.2f}, .direction = {1, 0, 0}};
  // recipe: ray at many shapes
  std::vector<std::pair<double, const Placed<ShapeRef3f>*>> order;
  for (const auto& shape : shapes) {
    const double t = entry(look, aabb(shape));  // keep the boxes of shapes that stay where they are
    if (t < never) order.emplace_back(t, &shape);
  }
  std::ranges::sort(order);

  RayCast<float, 3> first{.t = 100};  // as far as the ray goes
  int casts = 0;
  for (const auto& [t, shape] : order) {
    if (t > double(first.t)) break;  // this box, and all that follow, begin behind the hit
    const auto seen = ray_cast(look, *shape, {.max_t = first.t});
    if (seen.hit) first = seen;
    ++casts;
  }
  // end
  std::printf("first at t = %g, after %d casts at %zu shapes\n", double(first.t), casts, shapes.size());
  float least = 100;
  for (const auto& shape : shapes) {
    const auto seen = ray_cast(look, shape, {.max_t = 100});
    if (seen.hit) least = std::min(least, seen.t);
  }
  return first.hit && first.t == least && casts < 10;
}

bool bullet() {
  // recipe: shape cast
  const Ball3f shot{.radius = 0.01f};
  const Box3f wall{.half = {0.001f, 5, 5}};  // thin, and the ball goes 900 in one step
  const auto flight = shape_cast(shot, {900, 0, 0}, place(wall, Pose3f{.p = {300, 0, 0}}));
  if (flight.hit)
    std::printf("%.7g of the way; free up to %.7g; normal %g\n", double(flight.t), double(flight.t_safe),
                double(flight.normal.x));
  // end
  return flight.hit && flight.t > 0.3333f && flight.t < 0.3334f && flight.t_safe <= flight.t;
}

bool impact() {
  // recipe: time of impact
  const Box3f blade{.half = {2, 0.02f, 0.1f}};
  const Ball3f fly{.radius = 0.05f};
  const Motion3f spin{.axis = {0, 0, 1}, .angle = 40};  // more than six revolutions while t goes from 0 to 1
  const Motion3f dart = motion_between(Pose3f{.p = {1, 6, 0}}, Pose3f{.p = {1, 0, 0}});
  const auto hit = time_of_impact(moving(blade, spin), moving(fly, dart), {.target = 0.01f});
  if (hit.hit) {
    std::printf("at t = %g they are at most %g apart\n", double(hit.t), double(hit.hit_separation));
    std::printf("before t = %g they never came within 0.01\n", double(hit.t_safe));
  } else if (hit.miss) {
    std::printf("they never come within 0.01: proven\n");
  }
  // end
  return hit.hit && hit.t_safe <= hit.t && hit.hit_separation <= 0.01f + hit.target_tolerance;
}

}  // namespace

int main() {
  const bool all[] = {ray(), ray_at_many(), bullet(), impact()};
  int wrong = 0;
  for (const bool right : all) wrong += right ? 0 : 1;
  if (wrong > 0) std::printf("%d recipe(s) failed\n", wrong);
  return wrong;
}
