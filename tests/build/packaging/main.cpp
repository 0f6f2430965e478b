/// A user's program: its output must not depend on how abut was installed.
#include <abut/abut.hpp>

#include <cstdio>

int main() {
  const abut::Box3f crate{.half = {1, 1, 1}};
  const abut::Capsule3f arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 0.25F};
  const auto gap = abut::distance(crate, abut::place(arm, abut::Pose3f{.p = {3, 0.3F, 0.1F}}));
  std::printf("%s %a %a %a\n", ABUT_VERSION_STRING, double(gap.distance), double(gap.lower), double(gap.upper));
}
