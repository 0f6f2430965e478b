// The recipes of docs/guide/cookbook.md for shapes that move. scripts/recipes copies the code between the marks into
// that page.
#include <abut/abut.hpp>
#include <cstdio>

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
  const bool all[] = {ray(), bullet(), impact()};
  int wrong = 0;
  for (const bool right : all) wrong += right ? 0 : 1;
  if (wrong > 0) std::printf("%d recipe(s) failed\n", wrong);
  return wrong;
}
