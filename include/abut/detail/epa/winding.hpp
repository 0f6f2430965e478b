/// Whether the polytope of EPA in 3D goes around the origin: the proof that its lower bound rests on.
#pragma once

#include <abut/detail/epa/polytope3.hpp>

namespace abut::detail {

/// True is certain: a ray is followed, and each facet is proven to miss it, or to cross it inward or outward. Projected
/// along the ray onto two vectors e and f across it, the ray is a point, and a facet is crossed if that point is on the
/// same side of its three edges.
inline bool Polytope<3>::winds_around_origin(const Vec3d& towards) const {
  const double size = reach();
  if (!(size > 0x1p-300)) return false;  // otherwise cubes of lengths might underflow
  const Vec3d ray = unit(towards);
  const Vec3d e = unit(detail::perpendicular(ray));
  const Vec3d f = cross(ray, e);
  // Products with unit vectors round three times, and their products with each other add up to 15 u.
  const double error = 4 * unit_roundoff * size, error2 = 16 * unit_roundoff * size * size;
  const auto next_of = [](int k) { return k == 2 ? 0 : k + 1; };
  int winding = 0;
  for (int i = 0; i < count_; ++i) {
    if (key_[i] == infinity<double>) continue;
    const Positions t(*this, corners_[i]);
    double s[3], r[3], ahead[3];
    for (int k = 0; k < 3; ++k) {
      s[k] = dot(e, t.w[k]);
      r[k] = dot(f, t.w[k]);
      ahead[k] = dot(ray, t.w[k]);
    }
    double area = 0, crossing = 0, crossing_error = 0;
    int positive = 0, negative = 0;
    for (int k = 0; k < 3; ++k) {
      const double side = s[k] * r[next_of(k)] - r[k] * s[next_of(k)];
      area += side;
      const double height = ahead[next_of(next_of(k))];
      crossing += height * side;
      crossing_error += error * absolute(side) + 1.25 * error2 * absolute(height);  // four roundings more
      const int sign = certain_sign(side, error2);
      positive += sign > 0;
      negative += sign < 0;
    }
    if (positive > 0 && negative > 0) continue;
    if (ahead[0] < -error && ahead[1] < -error && ahead[2] < -error) continue;
    // The sign of where the plane of the facet crosses the line of the ray.
    const int outward = certain_sign(area, 4 * error2), at = certain_sign(crossing * outward, crossing_error);
    if (at < 0) continue;
    if (at == 0 || positive + negative < 3) return false;
    winding += outward;
  }
  return winding != 0;
}

}  // namespace abut::detail
