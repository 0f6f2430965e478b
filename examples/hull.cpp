// From raw points to a solid: how large is it, and how far is it from a ball?
#include <abut/abut.hpp>
#include <cstdio>

using namespace abut;

int main() {
  const Vec3f points[] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {2, 2, 0}, {1, 1, 1}, {0.5f, 0.5f, 0.5f}};
  // recipe: hull
  const auto hull = Hull3f::from(points);
  if (!hull) return std::printf("point %zu: %s\n", hull.error().index, to_string(hull.error().kind)), 1;

  std::printf("%u vertices, volume %g\n", hull->vertex_count(), hull->measure());
  // end
  for (const auto& face : hull->faces()) {
    std::printf("  %zu corners, facing (%.2f, %.2f, %.2f)\n", face.vertices.size(), face.normal.x, face.normal.y,
                face.normal.z);
  }
  const auto gap = distance(place(*hull, Pose3f{.p = {5, 0, 0}}), Ball3f{.radius = 1});
  std::printf("%g from the ball\n", double(gap.distance));
  return hull->vertex_count() == 5 && gap.status == Status::converged ? 0 : 1;
}
