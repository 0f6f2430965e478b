/// Random clouds of points, of the kinds that break hull builders. The same seed gives the same cloud.
#pragma once

#include "oracle/draw/generators.hpp"

namespace oracle {

enum class CloudKind {
  general,      ///< in a cube
  lattice,      ///< a few integers per axis: faces with many points, edges with many points, repeated points
  sphere,       ///< on a sphere: every point is a vertex
  flat,         ///< collinear or coplanar, exactly if along the axes, else up to rounding
  nearly_flat,  ///< up to 1e17 times as wide as thick
  repeated,     ///< few positions, each repeated several times, some of them one rounding off
};
inline constexpr int cloud_kinds = 6;

inline const char* name(CloudKind kind) {
  constexpr const char* names[] = {"general", "lattice", "sphere", "flat", "nearly_flat", "repeated"};
  return names[static_cast<int>(kind)];
}

namespace detail {

template <int D>
V<D> lattice_point(Random& random, int width) {
  V<D> p;
  for (int k = 0; k < D; ++k) p[k] = random.integer(-width, width);
  return p;
}

template <int D>
Cloud<D> plain_cloud(Random& random, CloudKind kind, int count) {
  Cloud<D> r;
  const int width = random.integer(1, 8);
  const bool smooth = random.chance(0.5);
  const int places = std::max(1, count / random.integer(2, 10));
  for (int i = 0; i < count; ++i) {
    if (kind == CloudKind::repeated && i >= places) {
      V<D> p = r[static_cast<std::size_t>(random.integer(0, places - 1))];
      if (smooth) p[random.integer(0, D - 1)] *= 1 + 0x1p-52 * random.integer(-1, 1);
      r.push_back(p);
    } else if (kind == CloudKind::lattice || (kind == CloudKind::flat && !smooth)) {
      r.push_back(lattice_point<D>(random, width));
    } else {
      V<D> p;
      for (int k = 0; k < D; ++k) p[k] = random.between(-1, 1);
      const double length = std::sqrt(abut::norm_squared(p));
      r.push_back(kind == CloudKind::sphere && length > 0 ? p / length : p);
    }
  }
  return r;
}

}  // namespace detail

/// Clouds of `count` points, sizes of 1e-6 to 1e6, up to 1e6 times as long as wide.
template <class T, int D>
Points<T, D> draw_cloud(Random& random, CloudKind kind, int count) {
  detail::Cloud<D> cloud = detail::plain_cloud<D>(random, kind, count);
  detail::V<D> by;
  for (int k = 0; k < D; ++k) by[k] = 1;
  if (kind == CloudKind::flat) by[random.integer(0, D - 1)] = 0;
  if (kind == CloudKind::flat && random.chance(0.3)) by[random.integer(0, D - 1)] = 0;
  if (kind == CloudKind::nearly_flat) by[random.integer(0, D - 1)] = random.decade(-17, -3);
  if (random.chance(0.3)) by[random.integer(0, D - 1)] *= random.decade(-6, 0);
  detail::stretch(cloud, by);
  if (random.chance(0.6)) detail::rotate_cloud(cloud, detail::rotation<D>(random));
  if (random.chance(0.2)) detail::move(cloud, detail::arrow<D>(random, random.decade(-2, 4)));
  const double size = random.chance(0.5) ? 1 : random.decade(-6, 6);
  for (auto& p : cloud) p = p * size;
  return detail::rounded<T>(cloud);
}

}  // namespace oracle
