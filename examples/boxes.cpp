// How far apart are two boxes, and where are they closest?
#include <abut/abut.hpp>
#include <cstdio>

using namespace abut;

int main() {
  const Box3f crate{.half = {1, 1, 1}}, beam{.half = {2, 0.25f, 0.25f}};
  const Pose3f pose{.p = {4.5f, 0, 0}, .q = Rotation3f::about({0, 0, 1}, 0.5f)};

  const auto gap = distance(crate, place(beam, pose));
  std::printf("between %.9g and %.9g apart, closest at (%g, %g, %g) and (%g, %g, %g)\n", double(gap.lower),
              double(gap.upper), double(gap.point_a.x), double(gap.point_a.y), double(gap.point_a.z),
              double(gap.point_b.x), double(gap.point_b.y), double(gap.point_b.z));
  return gap.status == Status::converged && gap.distance > 0 ? 0 : 1;
}
