// A pair that moves a little from frame to frame: with a cache, each query starts from the result of the last one.
#include <abut/abut.hpp>
#include <cstdio>

using namespace abut;

int main() {
  const Box3f crate{.half = {1, 1, 1}};
  const Triangle3f sail{{0, -1, -2}, {0.5f, 1, -2}, {0, 0, 2}};
  // recipe: warm start
  Cache3 cache;  // one for each pair, kept between the frames
  int warm = 0, cold = 0;
  for (int frame = 0; frame < 100; ++frame) {
    const float angle = 0.02f * float(frame);
    const Pose3f pose{.p = {4, 0.5f, angle}, .q = Rotation3f::about({1, 2, 3}, angle)};
    warm += distance(crate, place(sail, pose), {.cache = &cache}).iterations;
    cold += distance(crate, place(sail, pose)).iterations;
  }
  // end
  std::printf("100 frames: %d iterations with the cache, %d without\n", warm, cold);
  return warm < cold ? 0 : 1;
}
