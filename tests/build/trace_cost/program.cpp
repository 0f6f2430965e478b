/// Untraced queries of several kinds, whose instructions are counted.
#include <abut/abut.hpp>

#include <cstdio>

using namespace abut;

int main() {
  const Box3d box{.half = {1, 2, 0.5}};
  const Cylinder3d drum{.radius = 0.7, .half_height = 0.4};
  const Capsule2f pill{.a = {0, 0}, .b = {1, 2}, .radius = 0.25f};
  double sum = 0;
  Cache3 cache;
  for (int i = 0; i < 50; ++i) {
    const Pose3d pose{.p = {4 - i * 0.125, i * 0.0625, 0.5}, .q = {1, i * 0.1, 0.3, 0.2}};
    sum += distance(box, place(drum, pose)).distance + distance(box, place(box, pose), {.cache = &cache}).distance;
    const Pose2f flat{.p = {3, i * 0.0625f}, .q = {1, i * 0.25f}};
    sum += double(distance(pill, place(pill, flat)).distance) + closest_point(pose.p, drum).distance;
  }
  std::printf("%.17g\n", sum);
}
