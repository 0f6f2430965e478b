/// Hull::from: checks the points, builds the skeleton of the scaled cloud (hull/skeleton.hpp), and scales back.
///
/// abut/hull.hpp includes this file if there is no library that holds it (ABUT_HEADER_ONLY); the library compiles it in
/// src/instantiate/hull.cpp.
#pragma once

#include <abut/closest_point.hpp>
#include <abut/detail/hull/build_direction_table.hpp>
#include <abut/detail/hull/side.hpp>
#include <abut/detail/hull/skeleton.hpp>
#include <abut/hull.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace abut {

namespace detail::hull {

/// The tolerance of merged faces, in eps of the size. The corners of a box that was rotated in T are off by a few
/// roundings each, the plane through three of them carries that on to the fourth, and checking it costs a few more.
inline constexpr double face_roundings = 16;

template <Scalar T, int D>
bool find_error(std::span<const Vec<T, D>> points, const HullOptions& options, HullError& error) {
  using Kind = HullError::Kind;
  if (points.empty()) {
    error = {Kind::empty};
    return true;
  }
  if (points.size() > Hull<T, D>::most_points) {
    error = {Kind::too_many, Hull<T, D>::most_points};
    return true;
  }
  if (options.vertex_limit < D + 1) {
    error = {Kind::limit_too_small};
    return true;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_finite(points[i])) continue;
    error = {Kind::not_finite, i};
    return true;
  }
  return false;
}

/// The list, without spare memory.
template <class E>
std::vector<E> trimmed(std::vector<E>& list) {
  list.shrink_to_fit();
  return std::move(list);
}

/// p + offset / scale, without intermediate overflow: the result is within the hull.
template <int D>
Vec<double, D> unscaled_point(const Vec<double, D>& p, const Vec<double, D>& offset, double scale) {
  return (p * 0.5 + offset * (0.5 / scale)) * 2.0;
}

/// An upper bound of the distances of these points from the hull.
template <Scalar T, int D>
double overhang_of(std::span<const Vec<T, D>> points, const std::vector<std::uint32_t>& indices,
                   const HullView<T, D>& hull) {
  double overhang = 0;
  for (const auto i : indices) {
    const auto c = closest_point(points[i], hull);
    if (c.status == Status::invalid_argument) return infinity<double>;
    overhang = double(c.upper) > overhang ? double(c.upper) : overhang;
  }
  return overhang;
}

/// The faces of a hull with an interior: edges in 2D, triangles in 3D.
inline std::size_t plane_count(const Skeleton<2>& s) { return s.rank == 2 ? s.vertices.size() : 0; }
inline std::size_t plane_count(const Skeleton<3>& s) { return s.triangles.size(); }
inline std::array<VertexId, 2> plane_corners(const Skeleton<2>& s, std::size_t i) {
  return {static_cast<VertexId>(i), i + 1 < s.vertices.size() ? static_cast<VertexId>(i + 1) : 0};
}
inline std::array<VertexId, 3> plane_corners(const Skeleton<3>& s, std::size_t i) { return s.triangles[i]; }

/// The faces of a hull with an interior, for rays. None if there are too many; if one is so thin that the error of
/// accurate_normal, 2^-96 of a cloud, counts in its direction; or if the cloud is not exactly the user's points.
template <int D>
std::vector<FacePlane<D>> planes_of(const Cloud<D>& cloud, const Skeleton<D>& s) {
  std::vector<FacePlane<D>> planes;
  if (!cloud.exact || plane_count(s) > most_planes) return planes;
  for (std::size_t i = 0; i < plane_count(s); ++i) {
    const auto corners = plane_corners(s, i);
    const auto at = [&](std::size_t k) -> const Vec<double, D>& { return cloud.points[s.vertices[corners[k]]]; };
    Vec<double, D> area;
    if constexpr (D == 2) {
      area = cross(at(1) - at(0), 1.0);
    } else {
      area = accurate_normal(at(0), at(1), at(2));
    }
    const double size = norm(area);
    if (!(size > 0x1p-40)) return {};
    FacePlane<D>& plane = planes.emplace_back();
    using Number = typename decltype(plane.corners)::value_type;
    for (std::size_t k = 0; k < D; ++k) plane.corners[k] = static_cast<Number>(corners[k]);
    plane.normal = area / size;
  }
  return planes;
}

}  // namespace detail::hull

template <Scalar T, int D>
Expected<Hull<T, D>, HullError> Hull<T, D>::from(std::span<const Vector> points, const HullOptions& options) {
  HullError error{};
  if (detail::hull::find_error<T, D>(points, options, error)) return error;
  const detail::hull::Cloud<D> cloud = detail::hull::cloud_of(points);
  detail::hull::Skeleton<D> s =
      detail::hull::skeleton_of(cloud, options.vertex_limit, detail::hull::face_roundings * epsilon_of<T> * cloud.size);
  Parts parts;
  parts.rank = s.rank;
  parts.vertices.reserve(s.vertices.size());
  for (const auto i : s.vertices) parts.vertices.push_back(points[i]);
  parts.ball = detail::enclosure_of_points(parts.vertices.data(), parts.vertices.size());
  parts.planes =
      detail::make_face_planes(std::span<const Vector>(parts.vertices), detail::hull::planes_of(cloud, s), parts.ball);
  parts.input = detail::hull::trimmed(s.vertices);
  parts.neighbors_begin = detail::hull::trimmed(s.neighbors_begin);
  parts.neighbors = detail::hull::trimmed(s.neighbors);
  parts.loops_begin = detail::hull::trimmed(s.loops_begin);
  parts.loops = detail::hull::trimmed(s.loops);
  parts.normals = detail::hull::trimmed(s.normals);
  parts.triangles = detail::hull::trimmed(s.triangles);
  parts.moments = detail::unscaled(s.moments, cloud.scale);
  parts.moments.centroid =
      detail::hull::unscaled_point(detail::widen(parts.vertices[0]), s.moments.centroid, cloud.scale);
  parts.search = detail::make_direction_table(std::span<const Vec<T, D>>(parts.vertices), parts.ball.center);
  const auto [low, high] = detail::extremes(parts.vertices.data(), parts.vertices.size());
  parts.aabb = {vec_cast<T>(low), vec_cast<T>(high)};
  const detail::HullData<T, D> data = parts.data();
  parts.overhang = detail::hull::overhang_of<T, D>(points, s.left_out, HullView<T, D>(data));
  // A point and the vertices around it were each moved by at most 2^-301 along each axis, in units of the cloud.
  if (!cloud.exact) parts.overhang = detail::beyond(parts.overhang, detail::neighbor<true>(0x1p-299 / cloud.scale));
  return Hull(std::move(parts));
}

}  // namespace abut
