// A hand of a plate, two fingers and an open box, in one body; what a depth camera saw, as a cloud of points.
#include <abut/abut.hpp>
#include <abut/compound.hpp>
#include <abut/mesh.hpp>
#include <abut/points.hpp>
#include <array>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

using namespace abut;

// Four walls of a box without lid and floor: eight triangles.
static Mesh3d walls() {
  std::vector<Vec3d> corners;
  for (const double z : {0.0, 1.0}) {
    for (const Vec2d& p : {Vec2d{-1, -1}, Vec2d{1, -1}, Vec2d{1, 1}, Vec2d{-1, 1}}) corners.push_back({p.x, p.y, z});
  }
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t next = (i + 1) % 4;
    triangles.push_back({i, next, i + 4});
    triangles.push_back({next, next + 4, i + 4});
  }
  auto made = Mesh3d::from(corners, triangles);
  return std::move(*made);
}

int main() {
  const auto box = std::make_shared<const Mesh3d>(walls());
  std::vector<Vec3d> seen(1000);
  for (int i = 0; i < 1000; ++i) seen[static_cast<std::size_t>(i)] = {0.01 * i - 5, 3, 0};
  // recipe: compound
  const Capsule3d finger{.a = {0, 0, 0}, .b = {0, 1.5, 0}, .radius = 0.25};
  const auto hand = Compound3d::from({Box3d{.half = {2, 0.25, 1}},
                                      place(finger, Pose3d{.p = {-1.5, 0.25, 0}}),
                                      place(finger, Pose3d{.p = {1.5, 0.25, 0}}),
                                      {box, Pose3d{.p = {0, -2, 0}}}});  // shared: one mesh may be many parts
  if (!hand) return std::printf("part %zu: %s\n", hand.error().index, to_string(hand.error().kind)), 1;

  const auto cloud = Points3d::from(seen, 0.05);
  const auto gap = distance(*hand, *cloud);
  std::printf("%g to %g, from part %u to point %u\n", gap.lower, gap.upper, gap.part_a, gap.part_b);
  const auto near = closest_point({0, -5, 0.5}, *hand);
  std::printf("below it: part %u, and of that triangle %u\n", near.part, near.subpart);
  // end
  const auto lands = shape_cast(*hand, {0, 2, 0}, *cloud);
  std::printf("moved up it touches after %g\n", 2 * lands.t);
  return gap.lower <= 0.951 && 0.949 <= gap.upper && near.part == 3 && lands.hit ? 0 : 1;
}
