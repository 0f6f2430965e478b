/// Queries without a trace; the test checks that no code for tracing was compiled into them.
#include <abut/abut.hpp>

namespace abut {

double untraced(const Box3d& a, const Ellipsoid3d& b, const Pose3d& pose, Cache3& cache) {
  return distance(a, b).distance + distance(place(a, pose), place(b, pose), {.cache = &cache}).distance +
         closest_point(pose.p, b).distance;
}

float untraced(const Box2f& a, const Capsule2f& b, const HalfSpace2f& c) {
  return distance(a, b).distance + distance(c, a).distance;
}

}  // namespace abut
