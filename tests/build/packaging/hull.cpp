/// A user's program that builds a hull, and queries it as itself and behind a ShapeRef.
#include <abut/abut.hpp>

#include <cstdio>

int main() {
  const abut::Vec3f points[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.1F, 0.1F, 0.1F}};
  const auto hull = abut::Hull3f::from(points);
  if (!hull) return 1;
  const auto above = abut::distance(*hull, abut::place(abut::Box3f{.half = {1, 1, 1}}, abut::Pose3f{.p = {0, 0, 3}}));
  const abut::ShapeRef3f any = *hull;
  const auto gap = abut::distance(any, abut::place(any, abut::Pose3f{.p = {2, 0.3F, 0.1F}}));
  std::printf("%u %a %a %a\n", hull->vertex_count(), hull->measure(), double(above.upper), double(gap.upper));
}
