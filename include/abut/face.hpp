/// The part of a shape that faces a direction: a corner, an edge, or a polygon. What contact manifolds are clipped from.
///
/// A corner belongs to it if it is not much lower than the furthest one: by at most `slope` times its distance sideways. So the face of a
/// box that has tipped by less than that angle still counts as a face, and nothing depends on the size of the shapes. Corners are those
/// of the core, in the frame of the shape; the radius around it is not included.
///
/// A shape may bring its own, `face(direction, slope) -> Face<D>`. Without that: of up to 64 numbered vertices each is looked at; else the
/// numbered support points along directions tilted by the slope count. Smooth shapes have neither, and face every direction with a point.
#pragma once

#include <abut/support.hpp>

namespace abut {

/// Corners in any order; in space those of a convex polygon, of an edge, or one.
template <int D>
struct Face {
  static constexpr int most = 16;

  Vec<double, D> corner[most];
  VertexId id[most];
  int count = 0;

  void add(const Vec<double, D>& p, VertexId number) {
    if (count == most) return;
    corner[count] = p;
    id[count++] = number;
  }
};

namespace detail {

/// Vectors of length 1 across a unit vector n: the first also across the axis of its least component, the second completing a right-handed frame. In the
/// plane only one, a quarter turn to the left of n.
template <int D>
struct Tangents;

template <>
struct Tangents<2> {
  Vec2d x;
  explicit Tangents(const Vec2d& n) : x{-n.y, n.x} {}
  double operator()(const Vec2d& p) const { return dot(x, p); }
};

template <>
struct Tangents<3> {
  Vec3d x, y;
  explicit Tangents(const Vec3d& n) {
    const Vec3d v = perpendicular(n);
    x = v / -norm(v);
    y = cross(n, x);
  }
  Vec2d operator()(const Vec3d& p) const { return {dot(x, p), dot(y, p)}; }
};

/// Whether a vertex lies within the slope below the furthest one. `n` is of length 1.
template <int D>
bool is_level(const Vec<double, D>& vertex, const Vec<double, D>& furthest, const Vec<double, D>& n, double slope) {
  const Vec<double, D> way = furthest - vertex;
  const double fall = dot(n, way);
  return fall <= 0 || norm(way - n * fall) * slope >= fall;
}

/// Those of the numbered vertices that are level with the furthest; of more than fit, the ones furthest apart stay.
template <int D>
class LevelCorners {
 public:
  LevelCorners(const SupportPoint<Vec<double, D>>& furthest, const Vec<double, D>& n, double slope)
      : n_(n), slope_(slope) {
    face_.add(furthest.point, furthest.id);
  }

  void consider(const Vec<double, D>& p, VertexId id) {
    for (int i = 0; i < face_.count; ++i) {
      if (face_.id[i] == id || face_.corner[i] == p) return;
    }
    if (!is_level(p, face_.corner[0], n_, slope_)) return;
    if (face_.count < Face<D>::most) {
      face_.add(p, id);
    } else {
      replace_nearest(p, id);
    }
  }

  const Face<D>& face() const { return face_; }

 private:
  /// The least distance from p to a corner other than `except`.
  double room(const Vec<double, D>& p, int except) const {
    double least = infinity<double>;
    for (int i = 0; i < face_.count; ++i) {
      const double squared = norm_squared(p - face_.corner[i]);
      if (i != except && squared < least) least = squared;
    }
    return least;
  }

  /// The furthest of all, number 0, stays.
  void replace_nearest(const Vec<double, D>& p, VertexId id) {
    int nearest = 1;
    for (int i = 2; i < face_.count; ++i) {
      if (norm_squared(p - face_.corner[i]) < norm_squared(p - face_.corner[nearest])) nearest = i;
    }
    if (!(room(p, nearest) > room(face_.corner[nearest], nearest))) return;
    face_.corner[nearest] = p;
    face_.id[nearest] = id;
  }

  Face<D> face_;
  Vec<double, D> n_;
  double slope_;
};

/// More vertices than this are not looked at one by one.
inline constexpr VertexId most_looked_at = 64;

/// Directions tilted by the slope, evenly around n: in space 16, the corners that fit.
template <int D, class F>
void for_tilted(const Vec<double, D>& n, double slope, F look) {
  const Tangents<D> across(n);
  if constexpr (D == 2) {
    look(n + across.x * slope);
    look(n - across.x * slope);
  } else {
    constexpr double diagonal = 0x1.6a09e667f3bcdp-1;                                // 1 / sqrt 2
    constexpr double c = 0x1.d906bcf328d46p-1, s = 0x1.87de2a6aea963p-2;             // of 22.5 degrees
    constexpr double around[4][2] = {{1, 0}, {c, s}, {diagonal, diagonal}, {s, c}};  // then quarter turns
    for (const auto& d : around) {
      const Vec3d t = (across.x * d[0] + across.y * d[1]) * slope, u = (across.y * d[0] - across.x * d[1]) * slope;
      look(n + t);
      look(n - t);
      look(n + u);
      look(n - u);
    }
  }
}

/// The face of a shape towards n, of length 1, in its own frame.
template <Shape S>
Face<dimension_of<S>> face(const S& shape, const DirectionOf<S>& n, double slope) {
  constexpr int D = dimension_of<S>;
  if constexpr (requires { shape.face(n, slope); }) {
    return shape.face(n, slope);
  } else {
    LevelCorners<D> corners(support(shape, n), n, slope);
    const VertexId vertices = vertex_count(shape);
    if (vertices > 0 && vertices <= most_looked_at) {
      for (VertexId i = 0; i < vertices; ++i) corners.consider(vertex(shape, i), i);
    } else {
      for_tilted(n, slope, [&](const Vec<double, D>& d) {
        const auto s = support(shape, d);
        if (s.id != no_vertex) corners.consider(s.point, s.id);
      });
    }
    return corners.face();
  }
}

/// Eight points of the circle of `radius` about axis k at `height`, numbered from `first`.
inline void add_rim(Face<3>& face, int k, double radius, double height, VertexId first) {
  constexpr double diagonal = 0x1.6a09e667f3bcdp-1;  // 1 / sqrt 2
  constexpr double x[8] = {1, diagonal, 0, -diagonal, -1, -diagonal, 0, diagonal};
  for (int i = 0; i < 8; ++i) {
    Vec3d p;
    p[k] = height;
    p[(k + 1) % 3] = radius * x[i];
    p[(k + 2) % 3] = radius * x[(i + 6) % 8];
    face.add(p, first + static_cast<VertexId>(i));
  }
}

}  // namespace detail
}  // namespace abut
