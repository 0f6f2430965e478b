// How far is a capsule from a box, and where are they closest?
#include <abut/abut.hpp>
#include <cstdio>

using namespace abut;

int main() {
  const Box3f crate{.half = {1, 1, 1}};
  const Capsule3f arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 0.25f};
  const Pose3f pose{.p = {3, 0, 0}};

  const auto gap = distance(crate, place(arm, pose));
  std::printf("between %.9g and %.9g apart\n", double(gap.lower), double(gap.upper));
  return gap.lower <= 1.75f && 1.75f <= gap.upper ? 0 : 1;
}
