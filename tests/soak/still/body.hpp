/// The solids in real numbers: support points of their cores, in the type of the judge.
///
/// Written from the definition of each shape. It shares nothing with the library but the user's numbers. Coordinates
/// are relative to the position of A, so that 113 bits are enough wherever the pair is.
#pragma once

#include "oracle/judge/reference.hpp"
#include "soak/still/solid.hpp"

namespace soak {

using oracle::Real;
using oracle::Vector;

inline long double root(long double x) { return __builtin_sqrtl(x); }
inline Real root(Real x) { return oracle::square_root(x); }

template <int D, class N>
N length(const Vector<D, N>& v) {
  return root(dot(v, v));
}

template <int D, class N>
Vector<D, N> unit(const Vector<D, N>& v) {
  const N l = length(v);
  return l > 0 ? v * (1 / l) : v;
}

template <class N, int D>
Vector<D, N> to(const Vector<D>& v) {
  Vector<D, N> r;
  for (int i = 0; i < D; ++i) r[i] = static_cast<N>(v[i]);
  return r;
}

/// A point of a core: the corner `index`, or a point on a curved surface, where index is -1.
template <class N, int D>
struct Touch {
  Vector<D, N> point{};
  int index = -1;
};

template <class N, int D>
struct Body {
  Kind kind = Kind::hull;
  std::vector<Vector<D, N>> corners;  ///< in world coordinates
  Vector<D, N> size{};                ///< of a curved core, in its frame
  N disk = 0, half_height = 0;
  int axis = 0;
  Vector<D, N> row[D], place{};  ///< the pose of a curved core
  N radius = 0;                  ///< around the core

  /// The point with the greatest d.x.
  Touch<N, D> support_point(const Vector<D, N>& d) const {
    if (corners.empty()) return {on_surface(d), -1};
    int best = 0;
    N most = dot(d, corners[0]);
    for (std::size_t i = 1; i < corners.size(); ++i) {
      const N height = dot(d, corners[i]);
      if (height > most) {
        most = height;
        best = static_cast<int>(i);
      }
    }
    return {corners[static_cast<std::size_t>(best)], best};
  }
  /// The greatest d.x / |d|, radius included.
  N height(const Vector<D, N>& d) const { return dot(d, support_point(d).point) / length(d) + radius; }

 private:
  Vector<D, N> on_surface(const Vector<D, N>& d) const {
    Vector<D, N> local, r = place;
    for (int i = 0; i < D; ++i) local = local + row[i] * d[i];
    const Vector<D, N> p = local_furthest(local);
    for (int i = 0; i < D; ++i) r[i] += dot(row[i], p);
    return r;
  }
  Vector<D, N> local_furthest(Vector<D, N> d) const {
    if (kind == Kind::ellipsoid) {
      for (int i = 0; i < D; ++i) d[i] *= size[i];
      d = unit(d);
      for (int i = 0; i < D; ++i) d[i] *= size[i];
      return d;
    }
    const N along = d[axis];
    Vector<D, N> rim = d, apex;
    rim[axis] = 0;
    rim = unit(rim) * disk;
    if (kind == Kind::cylinder) {
      rim[axis] = along > 0 ? half_height : -half_height;
      return rim;
    }
    rim[axis] = -half_height;
    apex[axis] = half_height;
    return dot(d, rim) > dot(d, apex) ? rim : apex;
  }
};

/// The corners of the core in the frame of the solid; none if it is curved.
template <class T, int D>
std::vector<abut::Vec<T, D>> core_corners(const Solid<T, D>& s) {
  std::vector<abut::Vec<T, D>> r = s.points;
  if (s.kind == Kind::ball) r = {abut::Vec<T, D>{}};
  if (s.kind == Kind::capsule) {
    abut::Vec<T, D> end;
    end[static_cast<int>(s.axis)] = s.half_height;
    r = {-end, end};
  }
  for (int corner = 0; s.kind == Kind::box && corner < 1 << D; ++corner) {
    abut::Vec<T, D> p = s.size;
    for (int i = 0; i < D; ++i) p[i] = (corner >> i & 1) != 0 ? p[i] : -p[i];
    r.push_back(p);
  }
  return r;
}

template <class T, int D>
Body<Real, D> body_of(const Solid<T, D>& s, const abut::Pose<T, D>* pose, const Vector<D>& origin) {
  Body<Real, D> r;
  r.kind = s.kind;
  r.radius = Real(s.extra) + (s.kind == Kind::ball || s.kind == Kind::capsule ? Real(s.radius) : Real(0));
  r.size = oracle::exact(s.size);
  r.disk = s.radius;
  r.half_height = s.half_height;
  r.axis = static_cast<int>(s.axis);
  if (pose != nullptr) {
    const oracle::Matrix<D> m = oracle::matrix(pose->q);
    for (int i = 0; i < D; ++i) r.row[i] = m.row[i];
    r.place = oracle::exact(pose->p);
  } else {
    for (int i = 0; i < D; ++i) r.row[i][i] = 1;
  }
  r.place = r.place - origin;
  for (const auto& p : core_corners(s)) {
    Vector<D> x = r.place;
    for (int i = 0; i < D; ++i) x[i] += dot(r.row[i], oracle::exact(p));
    r.corners.push_back(x);
  }
  return r;
}

template <int D>
Body<long double, D> narrowed(const Body<Real, D>& b) {
  using N = long double;
  Body<N, D> r;
  r.kind = b.kind;
  for (const auto& p : b.corners) r.corners.push_back(to<N>(p));
  r.size = to<N>(b.size);
  r.disk = static_cast<N>(b.disk);
  r.half_height = static_cast<N>(b.half_height);
  r.axis = b.axis;
  for (int i = 0; i < D; ++i) r.row[i] = to<N>(b.row[i]);
  r.place = to<N>(b.place);
  r.radius = static_cast<N>(b.radius);
  return r;
}

/// Both bodies of a pair, with the position of A as origin.
template <int D>
struct Bodies {
  Vector<D> origin;
  Body<Real, D> a, b;

  template <class T>
  explicit Bodies(const Pair<T, D>& p)
      : origin(p.posed ? oracle::exact(p.pose_a.p)
                       : oracle::exact(p.a.points.empty() ? abut::Vec<T, D>{} : p.a.points[0])),
        a(body_of<T, D>(p.a, p.posed ? &p.pose_a : nullptr, origin)),
        b(body_of<T, D>(p.b, p.posed ? &p.pose_b : nullptr, origin)) {}

  Real radii() const { return a.radius + b.radius; }
};

}  // namespace soak
