/// The skeleton of a hull: which points are vertices, how they are connected to edges and faces, and the mass
/// properties. All indices are those of the user's points or of the vertices, all lengths those of the scaled cloud.
#pragma once

#include <abut/detail/hull/cloud.hpp>
#include <abut/detail/hull/faces.hpp>
#include <abut/detail/hull/mass.hpp>
#include <abut/detail/hull/planar.hpp>
#include <abut/detail/hull/simplex.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

namespace abut::detail::hull {

template <int D>
struct Skeleton {
  int rank = 0;
  std::vector<std::uint32_t> vertices;  ///< the indices of the points that are vertices
  std::vector<std::uint32_t> neighbors_begin, neighbors;
  std::vector<std::uint32_t> loops_begin{0}, loops;
  std::vector<Vec<double, D>> normals;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of a solid in 3D
  Moments<D> moments{};                 ///< 0 if the rank is less than D; centroid from the first vertex
  std::vector<std::uint32_t> left_out;  ///< the points outside of the hull, because of the limit
};

inline std::uint32_t count_of(const Indices& list) { return static_cast<std::uint32_t>(list.size()); }

/// The neighbors of vertices in order around a polygon, at the two ends of a segment, or of a point.
template <int D>
void connect_around(Skeleton<D>& s) {
  const std::uint32_t n = count_of(s.vertices);
  s.neighbors_begin.push_back(0);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t before = (i + n - 1) % n, after = (i + 1) % n;
    if (n > 1) s.neighbors.push_back(std::min(before, after));
    if (n > 2) s.neighbors.push_back(std::max(before, after));
    s.neighbors_begin.push_back(count_of(s.neighbors));
  }
}

/// The neighbors in a triangulated surface. Each triangle adds its edges in one direction; the triangles across them
/// add the other direction.
inline void connect_triangles(const std::vector<SurfaceTriangle>& triangles, Skeleton<3>& s) {
  s.neighbors_begin.assign(s.vertices.size() + 1, 0);
  for (const SurfaceTriangle& t : triangles) {
    for (const std::uint32_t v : t.vertex) ++s.neighbors_begin[v + 1];
  }
  for (std::size_t i = 1; i < s.neighbors_begin.size(); ++i) s.neighbors_begin[i] += s.neighbors_begin[i - 1];
  s.neighbors.resize(3 * triangles.size());
  Indices next(s.neighbors_begin.begin(), s.neighbors_begin.end() - 1);
  for (const SurfaceTriangle& t : triangles) {
    for (std::size_t k = 0; k < 3; ++k) s.neighbors[next[t.vertex[k]]++] = t.vertex[(k + 1) % 3];
  }
  const auto begin = [&](std::size_t i) {
    return s.neighbors.begin() + static_cast<std::ptrdiff_t>(s.neighbors_begin[i]);
  };
  for (std::size_t i = 0; i + 1 < s.neighbors_begin.size(); ++i) std::sort(begin(i), begin(i + 1));
}

template <int D>
void append_face(const Indices& loop, const Vec<double, D>& normal, Skeleton<D>& s) {
  s.loops.insert(s.loops.end(), loop.begin(), loop.end());
  s.loops_begin.push_back(count_of(s.loops));
  s.normals.push_back(normal / norm(normal));
}

template <int D>
std::vector<Vec<double, D>> selected(const std::vector<Vec<double, D>>& points, const Indices& indices) {
  std::vector<Vec<double, D>> r;
  r.reserve(indices.size());
  for (const std::uint32_t i : indices) r.push_back(points[i]);
  return r;
}

/// A point or a segment.
template <int D>
Skeleton<D> thin(const Cloud<D>& cloud, Indices ends) {
  Skeleton<D> s;
  s.rank = static_cast<int>(ends.size()) - 1;
  s.vertices = std::move(ends);
  connect_around(s);
  s.moments.centroid = (cloud.points[s.vertices.back()] - cloud.points[s.vertices.front()]) * 0.5;
  return s;
}

inline void append_edges(const Cloud<2>& cloud, Skeleton<2>& s) {
  const std::uint32_t n = count_of(s.vertices);
  for (std::uint32_t i = 0; n > 1 && i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    append_face({i, j}, cross(cloud.points[s.vertices[j]] - cloud.points[s.vertices[i]], 1.0), s);
  }
}

/// Coplanar points: their hull is that of their projection along an axis that is not parallel to the plane.
inline Skeleton<3> flat(const Cloud<3>& cloud, const InitialSimplex& start, std::uint32_t limit) {
  std::vector<Vec2d> projected;
  projected.reserve(cloud.points.size());
  for (const Vec3d& p : cloud.points) projected.push_back(project(p, start.axis));
  Skeleton<3> s;
  s.rank = 2;
  s.vertices = furthest_corners(projected, planar_hull(projected), limit, s.left_out);
  const auto first = std::min_element(s.vertices.begin(), s.vertices.end(),
                                      [&](auto i, auto j) { return is_before(cloud.points[i], cloud.points[j]); });
  std::rotate(s.vertices.begin(), first, s.vertices.end());
  connect_around(s);
  Indices loop(s.vertices.size());
  for (std::uint32_t i = 0; i < loop.size(); ++i) loop[i] = i;
  append_face(loop, start.normal, s);
  std::reverse(loop.begin(), loop.end());
  append_face(loop, -start.normal, s);
  s.moments.centroid = centroid_of(selected(projected, s.vertices), selected(cloud.points, s.vertices));
  return s;
}

/// Collects the vertices in the order of the input, and replaces the points of the triangles by their vertex numbers.
inline void number_vertices(std::size_t points, std::vector<SurfaceTriangle>& triangles, Indices& vertices) {
  Indices number(points, none);
  for (const SurfaceTriangle& t : triangles) {
    for (const std::uint32_t p : t.vertex) number[p] = 0;
  }
  for (std::uint32_t p = 0; p < points; ++p) {
    if (number[p] == none) continue;
    number[p] = count_of(vertices);
    vertices.push_back(p);
  }
  for (SurfaceTriangle& t : triangles) {
    for (std::uint32_t& p : t.vertex) p = number[p];
  }
}

inline Skeleton<3> solid(const Cloud<3>& cloud, const InitialSimplex& start, std::uint32_t limit,
                         double face_tolerance) {
  Surface surface = quickhull(cloud.points, cloud.side, start.points, limit);
  Skeleton<3> s;
  s.rank = 3;
  s.left_out = std::move(surface.left_out);
  number_vertices(cloud.points.size(), surface.triangles, s.vertices);
  connect_triangles(surface.triangles, s);
  const std::vector<Vec3d> vertices = selected(cloud.points, s.vertices);
  Loops loops = faces_of(surface.triangles, vertices, cloud.side, face_tolerance);
  s.loops_begin = std::move(loops.begin);
  s.loops = std::move(loops.vertices);
  s.normals = std::move(loops.normals);
  s.triangles.reserve(surface.triangles.size());
  for (const SurfaceTriangle& t : surface.triangles) s.triangles.push_back(t.vertex);
  s.moments = solid_moments(surface.triangles, vertices);
  return s;
}

/// `limit` is the number of vertices allowed, at least D + 1, and `face_tolerance` a length of the cloud.
inline Skeleton<2> skeleton_of(const Cloud<2>& cloud, std::uint32_t limit, double /*face_tolerance*/) {
  Indices corners = planar_hull(cloud.points);
  if (corners.size() < 3) {
    Skeleton<2> s = thin(cloud, std::move(corners));
    append_edges(cloud, s);
    return s;
  }
  Skeleton<2> s;
  s.rank = 2;
  s.vertices = furthest_corners(cloud.points, corners, limit, s.left_out);
  connect_around(s);
  append_edges(cloud, s);
  const std::vector<Vec2d> vertices = selected(cloud.points, s.vertices);
  s.moments = fan_moments(vertices.size(), [&](std::size_t i) { return vertices[i]; });
  return s;
}

inline Skeleton<3> skeleton_of(const Cloud<3>& cloud, std::uint32_t limit, double face_tolerance) {
  const InitialSimplex start = initial_simplex(cloud);
  switch (start.rank) {
    case 0: return thin(cloud, {start.points[0]});
    case 1: return thin(cloud, {start.points[0], start.points[1]});
    case 2: return flat(cloud, start, limit);
    default: return solid(cloud, start, limit, face_tolerance);
  }
}

}  // namespace abut::detail::hull
