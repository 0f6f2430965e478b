/// Random pairs: nearly touching, degenerate or parallel, with a curved shape, of points and segments; a quarter each.
/// Sizes from 1e-6 to 1e6, one shape up to 1e5 times as large as the other. The same seed gives the same pair.
#pragma once

#include "oracle/draw/generators.hpp"
#include "soak/still/solid.hpp"

namespace soak {

using oracle::Random;

enum class Family { near, degenerate, curved, segments };
inline constexpr const char* family_names[] = {"near", "degenerate", "curved", "segments"};

namespace draw {

template <int D>
using V = abut::Vec<double, D>;

/// Rounded through memory, so that the compiler keeps no more digits than the type has.
template <class T, int D>
[[gnu::noinline]] abut::Vec<T, D> rounded(const V<D>& v) {
  abut::Vec<T, D> r;
  for (int i = 0; i < D; ++i) r[i] = static_cast<T>(v[i]);
  return r;
}

template <class T>
[[gnu::noinline]] T rounded(double x) {
  return static_cast<T>(x);
}

/// Sizes of 0.03 to 1 along each axis, including flat and slender ones.
template <class T, int D>
abut::Vec<T, D> sizes(Random& random, double unit) {
  V<D> r;
  for (int i = 0; i < D; ++i) r[i] = unit * random.decade(-1.5, 0);
  return rounded<T, D>(r);
}

template <class T, int D>
void points(const oracle::detail::Cloud<D>& cloud, double unit, Solid<T, D>& s) {
  for (const auto& p : cloud) s.points.push_back(rounded<T, D>(p * unit));
}

/// Polytopes: a cloud of up to 32 points, a simplex, a box.
template <class T, int D>
Solid<T, D> polytope(Random& random, double unit) {
  Solid<T, D> s;
  const int kind = random.integer(0, 3);
  if (kind == 0) {
    s.kind = Kind::box;
    s.size = sizes<T, D>(random, unit);
  } else if (kind == 1) {
    s.kind = Kind::simplex;
    points<T, D>(oracle::detail::cloud<D>(random, random.integer(2, D + 1)), unit, s);
  } else {
    const int most = random.chance(0.2) ? 32 : random.chance(0.5) ? 4 : 12;
    points<T, D>(oracle::detail::cloud<D>(random, random.integer(1, most)), unit, s);
  }
  return s;
}

template <class T, int D>
Solid<T, D> round_solid(Random& random, double unit) {
  Solid<T, D> s;
  s.kind = random.chance(0.5) ? Kind::ball : Kind::capsule;
  s.radius = rounded<T>(unit * random.decade(-3, 0));
  s.half_height = rounded<T>(unit * random.decade(-2, 0));
  s.axis = static_cast<abut::Axis>(random.integer(0, D - 1));
  return s;
}

template <class T, int D>
Solid<T, D> curved_solid(Random& random, double unit) {
  Solid<T, D> s;
  constexpr Kind kinds[] = {Kind::ellipsoid, Kind::cylinder, Kind::cone};
  s.kind = kinds[D == 2 ? 0 : random.integer(0, 2)];
  s.size = sizes<T, D>(random, unit);
  s.radius = s.size[0];
  s.half_height = s.size[1];
  s.axis = static_cast<abut::Axis>(random.integer(0, D - 1));
  return s;
}

/// The sizes of the two shapes.
struct Units {
  double a = 1, b = 1;

  explicit Units(Random& random) {
    a = b = random.decade(-6, 6);
    if (random.chance(0.3)) b = a * random.decade(-5, 5);
    b = b < 1e-6 ? 1e-6 : b > 1e6 ? 1e6 : b;
  }
};

template <class T, int D>
void rotate_randomly(Random& random, abut::Pose<T, D>& pose) {
  oracle::detail::assign(pose.q, oracle::detail::rotation<D>(random), random.chance(0.7) ? 1.0 : random.decade(-3, 3));
}

template <class T, int D>
double reach_of(const Solid<T, D>& s) {
  const auto solid = shape_of(s);
  return solid.shape().bounding_radius() + solid.shape().radius() + abut::detail::norm(solid.shape().center());
}

/// Moves B from far away to `gap` (relative to the reaches; negative: into A) along the normal that a query finds. The
/// judge determines their true distance.
template <class T, int D>
void approach(Random& random, double gap, Pair<T, D>& p) {
  const double unit = reach_of(p.a) + reach_of(p.b);
  V<D> place = oracle::detail::arrow<D>(random, unit * random.between(1.2, 3));
  for (int i = 0; i < 2; ++i) {  // the second time from nearby, where the rounding is smaller
    p.pose_b.p = rounded<T, D>(place + abut::detail::widen(p.pose_a.p));
    const auto far = query(p);
    if (far.cores_meet) return;
    place = abut::detail::widen(p.pose_b.p) - abut::detail::widen(p.pose_a.p);
    place += abut::detail::widen(far.normal) * (gap * unit - double(far.signed_distance));
  }
  p.pose_b.p = rounded<T, D>(place + abut::detail::widen(p.pose_a.p));
}

template <class T, int D>
void offset(Random& random, Pair<T, D>& p) {
  const double unit = reach_of(p.a) + reach_of(p.b);
  if (random.chance(0.3)) p.pose_a.p = rounded<T, D>(oracle::detail::arrow<D>(random, unit * random.decade(0, 4)));
}

/// Point sets in world coordinates: the points of B moved to where its pose would have put them.
template <class T, int D>
void take_pose_away(Pair<T, D>& p) {
  for (auto& x : p.b.points) x = rounded<T, D>(abut::detail::widen(x) + abut::detail::widen(p.pose_b.p));
  for (auto& x : p.a.points) x = rounded<T, D>(abut::detail::widen(x) + abut::detail::widen(p.pose_a.p));
  p.posed = false;
  p.pose_a = p.pose_b = {};
}

template <class T, int D>
bool is_hull(const Solid<T, D>& s) {
  return s.kind == Kind::hull;
}

template <class T, int D>
Pair<T, D> near_pair(Random& random) {
  const Units units(random);
  Pair<T, D> p{polytope<T, D>(random, units.a), polytope<T, D>(random, units.b)};
  p.posed = true;
  p.a.is_built = p.b.is_built = random.chance(0.5);
  if (random.chance(0.15)) p.a = round_solid<T, D>(random, units.a);
  if (random.chance(0.15)) p.b.extra = rounded<T>(units.b * random.decade(-5, 0));
  const bool plain = is_hull(p.a) && is_hull(p.b) && random.chance(0.7);
  if (!plain) {
    rotate_randomly(random, p.pose_a);
    rotate_randomly(random, p.pose_b);
  }
  offset(random, p);
  const double gap = random.decade(-16, -3);
  approach(random, random.chance(0.2) ? -gap : gap, p);
  if (plain) take_pose_away(p);
  return p;
}

template <class T, int D>
Pair<T, D> degenerate_pair(Random& random) {
  using oracle::detail::rotation;
  constexpr oracle::Kind kinds[] = {oracle::Kind::parallel,   oracle::Kind::parallel, oracle::Kind::identical,
                                    oracle::Kind::degenerate, oracle::Kind::sliver,   oracle::Kind::near_sliver,
                                    oracle::Kind::far};
  const oracle::Kind kind = kinds[random.integer(0, 6)];
  auto world = oracle::detail::clouds<D>(random, kind);
  const double unit = random.decade(-6, 6) * 0.1;
  for (auto* cloud : {&world.a, &world.b}) {
    for (auto& x : *cloud) x = x * unit;
  }
  Pair<T, D> p;
  p.posed = random.chance(0.5);
  if (p.posed) {
    const auto q = rotation<D>(random);
    const bool same = kind == oracle::Kind::parallel || kind == oracle::Kind::identical;
    oracle::detail::pose<T, D>(random, world.a, q, same, p.pose_a);
    oracle::detail::pose<T, D>(random, world.b, same ? q : rotation<D>(random), same, p.pose_b);
  }
  points<T, D>(world.a, 1, p.a);
  points<T, D>(world.b, 1, p.b);
  p.a.is_built = p.b.is_built = random.chance(0.5);
  if (random.chance(0.2)) p.a.extra = rounded<T>(unit * random.decade(-6, 0));
  return p;
}

/// Sets of two to five points of a lattice, turned against each other by 1e-10 to 1e-6: the nearest point is next to a
/// vertex, or to an edge, and as far away as that up to rounding.
template <class T, int D>
Pair<T, D> lattice_pair(Random& random) {
  const double unit = random.decade(-6, 6), tilt = random.decade(-10, -6);
  Pair<T, D> p;
  for (Solid<T, D>* s : {&p.a, &p.b}) {
    oracle::detail::Cloud<D> cloud(static_cast<std::size_t>(random.integer(2, 5)));
    for (auto& x : cloud) {
      for (int i = 0; i < D; ++i) x[i] = random.integer(-2, 2);
    }
    points<T, D>(cloud, unit, *s);
  }
  V<D> place;
  for (int i = 0; i < D; ++i) place[i] = unit * random.integer(-3, 3);
  p.posed = true;
  p.pose_b.p = rounded<T, D>(place);
  const auto part = [&] {
    return rounded<T>(random.integer(-1, 1) * (random.chance(0.3) ? 1 : 0) + tilt * random.between(-1, 1));
  };
  if constexpr (D == 2) {
    p.pose_b.q = {T(1), part()};
  } else {
    p.pose_b.q = {T(1), part(), part(), part()};
  }
  p.a.is_built = p.b.is_built = random.chance(0.7);
  return p;
}

template <class T, int D>
Pair<T, D> curved_pair(Random& random) {
  const Units units(random);
  Pair<T, D> p{curved_solid<T, D>(random, units.a), {}};
  const int other = random.integer(0, 2);
  p.b = other == 0   ? curved_solid<T, D>(random, units.b)
        : other == 1 ? polytope<T, D>(random, units.b)
                     : round_solid<T, D>(random, units.b);
  if (random.chance(0.15)) p.a.extra = rounded<T>(units.a * random.decade(-3, 0));
  p.posed = true;
  rotate_randomly(random, p.pose_a);
  if (random.chance(0.2)) {
    p.pose_b.q = p.pose_a.q;
  } else {
    rotate_randomly(random, p.pose_b);
  }
  offset(random, p);
  const double gap = random.chance(0.3) ? random.decade(-16, -3) : random.decade(-3, 1);
  approach(random, random.chance(0.1) ? -gap : gap, p);
  if (random.chance(0.5)) {
    std::swap(p.a, p.b);
    std::swap(p.pose_a, p.pose_b);
  }
  return p;
}

/// A core that is a point or a segment.
template <class T, int D>
Solid<T, D> rod(Random& random, double unit) {
  if (random.chance(0.6)) return round_solid<T, D>(random, unit);
  Solid<T, D> s;
  s.kind = Kind::simplex;
  points<T, D>(oracle::detail::cloud<D>(random, 2), unit, s);
  if (random.chance(0.1)) s.points[1] = s.points[0];
  return s;
}

template <class T, int D>
Pair<T, D> segment_pair(Random& random) {
  const Units units(random);
  Pair<T, D> p{rod<T, D>(random, units.a), rod<T, D>(random, units.b)};
  p.posed = true;
  if (random.chance(0.15)) p.b.extra = rounded<T>(units.b * random.decade(-5, 0));
  const bool plain = p.a.kind == Kind::simplex && p.b.kind == Kind::simplex && random.chance(0.5);
  if (random.chance(0.3)) p.b.axis = p.a.axis;
  if (!plain) {
    rotate_randomly(random, p.pose_a);
    rotate_randomly(random, p.pose_b);
    if (random.chance(0.3)) p.pose_b.q = p.pose_a.q;
  }
  offset(random, p);
  const double gap = random.chance(0.5) ? random.decade(-16, -3) : random.decade(-3, 1);
  approach(random, random.chance(0.2) ? -gap : gap, p);
  if (plain) take_pose_away(p);
  return p;
}

}  // namespace draw

template <class T, int D>
Pair<T, D> draw_pair(Family family, std::uint64_t seed) {
  Random random(seed);
  switch (family) {
    case Family::near: return draw::near_pair<T, D>(random);
    case Family::degenerate: {
      Random aside(seed + 1);  // so that the other pairs are those that their seeds have always given
      return aside.chance(0.2) ? draw::lattice_pair<T, D>(aside) : draw::degenerate_pair<T, D>(random);
    }
    case Family::curved: return draw::curved_pair<T, D>(random);
    case Family::segments: break;
  }
  return draw::segment_pair<T, D>(random);
}

}  // namespace soak
