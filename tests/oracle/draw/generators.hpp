/// Random pairs of shapes, of the kinds that break distance queries. The same seed gives the same pair.
///
/// A pair is made in double, in world coordinates, around the origin; then it is moved to its gap along the exact
/// normal, given poses if the setting has them, and rounded to its scalar. The judge determines its true distance
/// afterward.
#pragma once

#include "oracle/draw/random.hpp"
#include "oracle/judge/reference.hpp"

#include <abut/pose.hpp>

namespace oracle {

enum class Kind {
  general,      ///< clouds of 1 to 16 points, near each other
  near,         ///< the same, at a gap of 1e-16 to 1e-3 of the size
  parallel,     ///< boxes and prisms on a lattice: faces parallel, often touching exactly
  degenerate,   ///< points, segments, collinear, coplanar and repeated points; half of them near
  sliver,       ///< thin in one or two directions, up to 1 : 1e6
  near_sliver,  ///< the same at a gap of 1e-16 to 1e-3 of the size
  ratio,        ///< one up to 1e5 times as large as the other
  scale,        ///< sizes from 1e-6 to 1e6
  far,          ///< up to 1e4 away from the origin; half of them noisy lattices: faces nearly parallel
  overlapping,
  identical,  ///< the same points, perhaps moved slightly
};
inline constexpr int kind_count = 11;

inline const char* name(Kind kind) {
  constexpr const char* names[] = {"general", "near",  "parallel", "degenerate",  "sliver",   "near_sliver",
                                   "ratio",   "scale", "far",      "overlapping", "identical"};
  return names[static_cast<int>(kind)];
}

template <class T, int D>
using Points = std::vector<abut::Vec<T, D>>;

template <class T, int D>
struct Pair {
  Kind kind = Kind::general;
  std::uint64_t seed = 0;
  Points<T, D> a, b;  ///< each in its own frame
  abut::Pose<T, D> pose_a{}, pose_b{};
  bool posed = false;
  T radius_a{}, radius_b{};
};

namespace detail {

template <int D>
using V = abut::Vec<double, D>;
template <int D>
using Cloud = std::vector<V<D>>;

/// Not inlined: the numbers must go through memory as floats (g++ 12 may skip a rounding whose result it widens again).
template <class T, int D>
[[gnu::noinline]] Points<T, D> rounded(const Cloud<D>& cloud) {
  Points<T, D> r(cloud.size());
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    for (int k = 0; k < D; ++k) r[i][k] = static_cast<T>(cloud[i][k]);
  }
  return r;
}

template <int D>
V<D> direction(Random& random) {
  V<D> v;
  double squared = 0;
  do {
    for (int i = 0; i < D; ++i) v[i] = random.between(-1, 1);
    squared = abut::norm_squared(v);
  } while (squared > 1 || squared < 0.01);
  return v / std::sqrt(squared);
}

/// In a random direction. (Never two draws in one expression: the order of evaluation is unspecified.)
template <int D>
V<D> arrow(Random& random, double length) {
  return direction<D>(random) * length;
}

inline abut::Rotation<double, 2> rotation2(Random& random) {
  const V<2> d = direction<2>(random);
  return {d.x, d.y};
}

inline abut::Rotation<double, 3> rotation3(Random& random) {
  const V<3> d = direction<3>(random);
  const double half = random.between(0, 3.14159);
  return {std::cos(half), std::sin(half) * d.x, std::sin(half) * d.y, std::sin(half) * d.z};
}

template <int D>
abut::Rotation<double, D> rotation(Random& random) {
  if constexpr (D == 2) {
    return rotation2(random);
  } else {
    return rotation3(random);
  }
}

template <int D>
void move(Cloud<D>& cloud, const V<D>& by) {
  for (auto& p : cloud) p += by;
}

template <int D>
void rotate_cloud(Cloud<D>& cloud, const abut::Rotation<double, D>& q) {
  for (auto& p : cloud) p = abut::rotate(q, p);
}

template <int D>
void stretch(Cloud<D>& cloud, const V<D>& by) {
  for (auto& p : cloud) {
    for (int i = 0; i < D; ++i) p[i] *= by[i];
  }
}

/// Points in the unit ball, about half of them on its surface.
template <int D>
Cloud<D> cloud(Random& random, int count) {
  Cloud<D> r(static_cast<std::size_t>(count));
  for (auto& p : r) p = arrow<D>(random, random.chance(0.5) ? 1.0 : random.unit());
  return r;
}

template <int D>
Cloud<D> cloud(Random& random) {
  return cloud<D>(random, random.integer(1, random.chance(0.5) ? 4 : 16));
}

/// Integer corners of a box, or of a prism: the box with two corners cut off.
template <int D>
Cloud<D> lattice(Random& random) {
  V<D> low, high;
  for (int i = 0; i < D; ++i) {
    low[i] = -random.integer(0, 4);
    high[i] = random.integer(0, 4);
  }
  Cloud<D> r;
  for (int corner = 0; corner < 1 << D; ++corner) {
    V<D> p;
    for (int i = 0; i < D; ++i) p[i] = (corner >> i & 1) != 0 ? high[i] : low[i];
    r.push_back(p);
  }
  if (random.chance(0.3)) r.erase(r.begin(), r.begin() + 2);
  return r;
}

/// A shape without volume, or one with repeated points.
template <int D>
Cloud<D> degenerate(Random& random) {
  const int rank = random.integer(0, 3);
  Cloud<D> r = cloud<D>(random, rank == 0 ? 1 : random.integer(2, 8));
  if (rank == 1 || rank == 2) {
    for (auto& p : r) {
      for (int i = rank; i < D; ++i) p[i] = 0;
    }
    if (random.chance(0.7)) rotate_cloud<D>(r, rotation<D>(random));
  }
  for (std::size_t i = 0, n = r.size(); i < n && (rank == 3 || random.chance(0.2)); ++i) r.push_back(r[i]);
  return r;
}

template <int D>
Cloud<D> sliver(Random& random) {
  Cloud<D> r = random.chance(0.3) ? lattice<D>(random) : cloud<D>(random);
  V<D> by;
  for (int i = 0; i < D; ++i) by[i] = i == 0 ? 1 : random.chance(0.3) ? 1 : random.decade(-6, 0);
  stretch<D>(r, by);
  if (random.chance(0.8)) rotate_cloud<D>(r, rotation<D>(random));
  return r;
}

/// Moves b along the exact normal to a gap of 1e-16 to 1e-3. Shapes that overlap are not moved.
template <int D>
void approach(Random& random, const Cloud<D>& a, Cloud<D>& b) {
  const double gap = random.decade(-16, -3);
  const Truth<D> t = distance(body<double, D>(a), body<double, D>(b));
  if (t.meets) return;
  for (auto& p : b) {
    const Vector<D> q = exact(p) + t.normal * (2 * Real(gap) - t.lower);
    for (int i = 0; i < D; ++i) p[i] = narrow(q[i]);
  }
}

template <int D>
struct Clouds {
  Cloud<D> a, b;
};

template <int D>
Clouds<D> apart(Random& random, Clouds<D> r, double least, double most) {
  move<D>(r.b, arrow<D>(random, random.between(least, most)));
  return r;
}

template <int D>
Clouds<D> lattices(Random& random) {
  Clouds<D> r{lattice<D>(random), lattice<D>(random)};
  V<D> by;
  for (int i = 0; i < D; ++i) by[i] = random.integer(-8, 8);
  if (random.chance(0.4)) by *= 0.125;
  move<D>(r.b, by);
  return r;
}

/// Nearly parallel faces, where a vertex is easily mistaken for another.
template <int D>
Clouds<D> noisy_lattices(Random& random) {
  Clouds<D> r = lattices<D>(random);
  const double noise = random.decade(-8, -3);
  for (Cloud<D>* cloud : {&r.a, &r.b}) {
    for (auto& p : *cloud) p += arrow<D>(random, noise);
  }
  return r;
}

template <int D>
Clouds<D> twins(Random& random) {
  Clouds<D> r;
  r.a = r.b = random.chance(0.5) ? lattice<D>(random) : cloud<D>(random);
  if (random.chance(0.4)) move<D>(r.b, arrow<D>(random, random.decade(-16, 1)));
  return r;
}

template <int D>
Clouds<D> clouds(Random& random, Kind kind) {
  Clouds<D> r;
  switch (kind) {
    case Kind::parallel: return lattices<D>(random);
    case Kind::identical: return twins<D>(random);
    case Kind::far:
      return random.chance(0.5) ? noisy_lattices<D>(random)
                                : apart<D>(random, {cloud<D>(random), cloud<D>(random)}, 0.5, 5);
    case Kind::overlapping: return apart<D>(random, {cloud<D>(random, 12), cloud<D>(random, 9)}, 0, 0.6);
    case Kind::near: r = apart<D>(random, {cloud<D>(random), cloud<D>(random)}, 2, 3); break;
    case Kind::degenerate: r = apart<D>(random, {degenerate<D>(random), degenerate<D>(random)}, 0, 3); break;
    case Kind::sliver: return apart<D>(random, {sliver<D>(random), sliver<D>(random)}, 0, 4);
    case Kind::near_sliver: r = apart<D>(random, {sliver<D>(random), sliver<D>(random)}, 2, 3); break;
    default: r = apart<D>(random, {cloud<D>(random), cloud<D>(random)}, 0.5, 5); break;
  }
  const bool near = kind == Kind::near || kind == Kind::near_sliver;
  if (near || (kind == Kind::degenerate && random.chance(0.5))) approach<D>(random, r.a, r.b);
  return r;
}

/// Chooses size ratio, size and offset.
template <int D>
void vary(Random& random, Kind kind, Clouds<D>& r) {
  V<D> same;
  for (int i = 0; i < D; ++i) same[i] = 1;
  if (kind == Kind::ratio) {
    const double by = random.decade(-5, 5);
    stretch<D>(r.b, same * by);
    move<D>(r.b, arrow<D>(random, by * random.between(0, 2)));
  }
  if (kind == Kind::scale) {
    const double by = random.decade(-6, 6);
    stretch<D>(r.a, same * by);
    stretch<D>(r.b, same * by);
  }
  if (kind == Kind::far || (kind == Kind::near && random.chance(0.2))) {
    const V<D> by = arrow<D>(random, random.decade(2, 4));
    move<D>(r.a, by);
    move<D>(r.b, by);
  }
}

template <class T>
void assign(abut::Rotation<T, 2>& to, const abut::Rotation<double, 2>& q, double by) {
  to = {static_cast<T>(q.c * by), static_cast<T>(q.s * by)};
}

template <class T>
void assign(abut::Rotation<T, 3>& to, const abut::Rotation<double, 3>& q, double by) {
  to = {static_cast<T>(q.w * by), static_cast<T>(q.x * by), static_cast<T>(q.y * by), static_cast<T>(q.z * by)};
}

/// Chooses a pose and returns the cloud in its frame. The local origin is at the center of the shape or at the origin
/// of the world. With `along` the whole world is rotated by q and the cloud keeps its coordinates, else the cloud stays
/// at its position.
template <class T, int D>
void pose(Random& random, Cloud<D>& r, const abut::Rotation<double, D>& q, bool along, abut::Pose<T, D>& to) {
  V<D> middle{};
  if (random.chance(0.8)) {
    for (const auto& p : r) middle += p * (1.0 / static_cast<double>(r.size()));
  }
  assign(to.q, q, random.chance(0.5) ? 1.0 : random.decade(-6, 6));
  move<D>(r, -middle);
  if (along) {
    to.p = abut::vec_cast<T>(abut::rotate(q, middle));
  } else {
    to.p = abut::vec_cast<T>(middle);
    rotate_cloud<D>(r, abut::inverse(q));
  }
}

}  // namespace detail

template <class T, int D>
Pair<T, D> make_pair(Kind kind, bool posed, bool round, std::uint64_t seed) {
  Random random(seed * 64 + static_cast<std::uint64_t>(kind) + (posed ? 16U : 0U) + (D == 2 ? 32U : 0U));
  detail::Clouds<D> world = detail::clouds<D>(random, kind);
  detail::vary<D>(random, kind, world);
  Pair<T, D> r;
  r.kind = kind;
  r.seed = seed;
  r.posed = posed;
  if (posed) {
    const auto q = detail::rotation<D>(random);
    const bool same = kind == Kind::parallel || kind == Kind::identical;  // parallel faces stay parallel
    detail::pose<T, D>(random, world.a, q, same, r.pose_a);
    detail::pose<T, D>(random, world.b, same ? q : detail::rotation<D>(random), same, r.pose_b);
  }
  if (round) {
    const double extent = std::sqrt(abut::norm_squared(world.b[0] - world.a[0]));
    r.radius_a = static_cast<T>(extent * random.decade(-6, 0));
    r.radius_b = random.chance(0.5) ? T(0) : static_cast<T>(extent * random.decade(-6, 0));
  }
  r.a = detail::rounded<T, D>(world.a);
  r.b = detail::rounded<T, D>(world.b);
  return r;
}

}  // namespace oracle
