#include "picture/projection/surface_samples.hpp"

#include <abut/minkowski_difference.hpp>

#include <numbers>

namespace abut::tool {

namespace {

using std::numbers::pi;

/// Beyond so many vertices the surface is sampled: on paper there is no difference.
constexpr std::size_t most_points = 4096;

/// One and a half per degree: the chords of a disc 300 pixels wide are within a fiftieth of a pixel of it.
std::vector<Vec2d> all_around() {
  std::vector<Vec2d> directions;
  for (int i = 0; i < 540; ++i) {
    const auto turn = Rotation2d::by(pi * i / 270);
    directions.push_back({turn.c, turn.s});
  }
  return directions;
}

/// The axes and diagonals, so that flat faces across them are met, and a spiral that covers the sphere evenly, with
/// steps of the golden angle.
std::vector<Vec3d> all_over() {
  std::vector<Vec3d> directions;
  for (int i = 0; i < 27; ++i) {
    const int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
    const Vec3d d{double(x), double(y), double(z)};
    if (d != Vec3d{}) directions.push_back(d / detail::norm(d));
  }
  const int count = 700;
  const double golden_angle = pi * (3 - detail::square_root(5));
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1) / double(count), r = detail::square_root(1 - z * z);
    const auto turn = Rotation2d::by(golden_angle * i);
    directions.push_back({r * turn.c, r * turn.s, z});
  }
  return directions;
}

template <int D>
const std::vector<Vec<double, D>>& directions() {
  if constexpr (D == 2) {
    static const auto all = all_around();
    return all;
  } else {
    static const auto all = all_over();
    return all;
  }
}

}  // namespace

template <int D>
Cloud<D> cloud_of(const TracedShape<D>& shape, double grown_by) {
  const bool exact = !shape.vertices.empty() && shape.vertices.size() <= most_points && !(grown_by > 0);
  if (exact) return {shape.vertices, true};
  Cloud<D> cloud{.points = {}, .exact = false};
  for (const auto& d : directions<D>()) cloud.points.push_back(shape.support(d) + d * grown_by);
  return cloud;
}

template <int D>
Cloud<D> difference_of(const TracedShape<D>& a, const TracedShape<D>& b) {
  const auto points_a = PointSet<double, D>::from(a.vertices), points_b = PointSet<double, D>::from(b.vertices);
  if (points_a && points_b && a.vertices.size() * b.vertices.size() <= most_points) {
    return {minkowski_difference(*points_a, *points_b), true};
  }
  Cloud<D> cloud{.points = {}, .exact = false};
  for (const auto& d : directions<D>()) cloud.points.push_back(b.support(d) - a.support(-d));
  return cloud;
}

template Cloud<2> cloud_of(const TracedShape<2>&, double);
template Cloud<3> cloud_of(const TracedShape<3>&, double);
template Cloud<2> difference_of(const TracedShape<2>&, const TracedShape<2>&);
template Cloud<3> difference_of(const TracedShape<3>&, const TracedShape<3>&);

}  // namespace abut::tool
