// A gripper is a U: a peg between its fingers touches nothing, though it is deep inside the hull of the gripper.
#include <abut/abut.hpp>
#include <abut/mesh.hpp>
#include <array>
#include <cstdio>
#include <vector>

using namespace abut;

// The side of a prism, from its outline: two triangles a side. The ends stay open: any set of triangles is a mesh.
static std::vector<std::array<std::uint32_t, 3>> sides(std::uint32_t corners) {
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::uint32_t i = 0; i < corners; ++i) {
    const std::uint32_t a = i, b = (i + 1) % corners, above = corners;
    triangles.push_back({a, b, a + above});
    triangles.push_back({b, b + above, a + above});
  }
  return triangles;
}

int main() {
  const Vec2d outline[] = {{0, 0}, {6, 0}, {6, 5}, {5, 5}, {5, 1}, {1, 1}, {1, 5}, {0, 5}};
  std::vector<Vec3d> vertices;
  for (const double z : {-1.0, 1.0}) {
    for (const Vec2d& p : outline) vertices.push_back({p.x, p.y, z});
  }
  // recipe: mesh
  const auto gripper = Mesh3d::from(vertices, sides(8));
  if (!gripper) return std::printf("%zu: %s\n", gripper.error().index, to_string(gripper.error().kind)), 1;

  const Cylinder<double> peg{.radius = 1, .half_height = 2};
  const auto gap = distance(*gripper, place(peg, Pose3d{.p = {3, 3.5, 0}}));
  std::printf("between the fingers: %g to %g from triangle %u\n", gap.lower, gap.upper, gap.part_a);
  // end
  const auto hull = Hull3d::from(vertices);
  const bool hulls_meet = overlap(*hull, place(peg, Pose3d{.p = {3, 3.5, 0}})).overlap;
  const auto met = overlap(*gripper, place(peg, Pose3d{.p = {2, 3.5, 0}}));
  std::printf("moved by 1 it touches: %s, triangle %u\n", met.overlap ? "yes" : "no", met.part_a);
  return hulls_meet && met.overlap && gap.lower <= 1 && 1 <= gap.upper ? 0 : 1;
}
