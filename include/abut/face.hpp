/// The supporting face of a shape along a direction: a vertex, an edge, or a polygon. Contact manifolds are clipped
/// from it.
///
/// A vertex belongs to the face if it is lower along the direction than the support point by at most `slope` times its
/// distance sideways. So the face of a box tilted by less than that angle still counts as a face, and nothing depends
/// on the size of the shapes. Vertices are those of the core, in the frame of the shape; the radius around it is not
/// included.
///
/// A shape may define its own `face(direction, slope) -> Face<D>`. Otherwise the vertices of a hull in 2D are followed
/// from the support point to either side, as long as they are level; of any other shape up to 64 numbered vertices are
/// all tested; of more, the numbered support points along directions tilted by the slope. Smooth shapes have no
/// numbered vertices: their face along every direction is a point.
#pragma once

#include <abut/support.hpp>

namespace abut {

/// The vertices of a convex polygon (in 3D), of an edge, or a single one; in any order.
template <int D>
struct Face {
  static constexpr int most = 16;  ///< the largest number of vertices

  Vec<double, D> corner[most];  ///< the vertices; the first `count` are set
  VertexId id[most];            ///< their ids
  int count = 0;                ///< the number of vertices

  /// Adds a vertex, unless there are `most`.
  void add(const Vec<double, D>& p, VertexId number) {
    if (count == most) return;
    corner[count] = p;
    id[count++] = number;
  }
};

/// The kind of a feature of a shape.
enum class FeatureKind { vertex, edge, face };

/// The feature of a shape that a contact lies on. It persists from query to query as long as the contact does. A vertex
/// is identified by its id, an edge by those of its ends, a face by its three lowest. A point without an id, as on a
/// smooth shape, is a vertex `no_vertex`.
struct FeatureId {
  FeatureKind kind = FeatureKind::vertex;                    ///< how many of the ids count
  VertexId vertices[3] = {no_vertex, no_vertex, no_vertex};  ///< in ascending order

  bool operator==(const FeatureId&) const = default;
};

namespace detail {

/// Unit vectors perpendicular to a unit vector n. In 3D two: the first is also perpendicular to the axis of the
/// smallest component of n, the second completes a right-handed frame. In 2D one: n rotated by 90 degrees.
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

/// Whether a vertex is lower than the support point by at most the slope. `n` is of length 1.
template <int D>
bool is_level(const Vec<double, D>& vertex, const Vec<double, D>& support, const Vec<double, D>& n, double slope) {
  const Vec<double, D> offset = support - vertex;
  const double drop = dot(n, offset);
  return drop <= 0 || norm(offset - n * drop) * slope >= drop;
}

/// Collects the vertices that are level with the support point; if there are more than fit, it keeps those furthest
/// apart.
template <int D>
class LevelVertices {
 public:
  LevelVertices(const SupportPoint<Vec<double, D>>& support, const Vec<double, D>& n, double slope)
      : n_(n), slope_(slope) {
    face_.add(support.point, support.id);
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
  /// The least squared distance from p to a vertex other than `except`.
  double least_distance_squared(const Vec<double, D>& p, int except) const {
    double least = infinity<double>;
    for (int i = 0; i < face_.count; ++i) {
      const double squared = norm_squared(p - face_.corner[i]);
      if (i != except && squared < least) least = squared;
    }
    return least;
  }

  /// Replaces the vertex nearest to p if p is further from the others. The support point, index 0, always stays.
  void replace_nearest(const Vec<double, D>& p, VertexId id) {
    int nearest = 1;
    for (int i = 2; i < face_.count; ++i) {
      if (norm_squared(p - face_.corner[i]) < norm_squared(p - face_.corner[nearest])) nearest = i;
    }
    if (!(least_distance_squared(p, nearest) > least_distance_squared(face_.corner[nearest], nearest))) return;
    face_.corner[nearest] = p;
    face_.id[nearest] = id;
  }

  Face<D> face_;
  Vec<double, D> n_;
  double slope_;
};

/// The largest number of vertices that are all tested.
inline constexpr VertexId most_tested_vertices = 64;

/// Calls visit(direction) for directions tilted by the slope, evenly around n: 2 in 2D, 16 in 3D, as many as a Face
/// holds.
template <int D, class F>
void for_tilted(const Vec<double, D>& n, double slope, F visit) {
  const Tangents<D> across(n);
  if constexpr (D == 2) {
    visit(n + across.x * slope);
    visit(n - across.x * slope);
  } else {
    constexpr double diagonal = 0x1.6a09e667f3bcdp-1;                                // 1 / sqrt 2
    constexpr double c = 0x1.d906bcf328d46p-1, s = 0x1.87de2a6aea963p-2;             // of 22.5 degrees
    constexpr double around[4][2] = {{1, 0}, {c, s}, {diagonal, diagonal}, {s, c}};  // the rest by quarter rotations
    for (const auto& d : around) {
      const Vec3d t = (across.x * d[0] + across.y * d[1]) * slope, u = (across.y * d[0] - across.x * d[1]) * slope;
      visit(n + t);
      visit(n - t);
      visit(n + u);
      visit(n - u);
    }
  }
}

/// Whether the shape is a hull in 2D, whose vertices are in order around it.
template <class S>
inline constexpr bool is_ring = dimension_of<S> == 2 && requires(const S& shape) { shape.face_planes(); };

/// The face of a ring of vertices: its ends, and the support point. The slopes of the edges grow from the support point
/// on, so that the vertices that are level are next to each other.
template <Shape S>
Face<2> face_of_ring(const S& ring, const Vec2d& n, double slope) {
  const auto support = detail::support(ring, n);
  const VertexId count = vertex_count(ring);
  Face<2> r;
  r.add(support.point, support.id);
  const auto add_end = [&](auto after) {
    VertexId end = support.id;
    for (VertexId i = 1; i < count; ++i) {
      const VertexId next = after(end);
      if (!is_level(vertex(ring, next), support.point, n, slope)) break;
      end = next;
    }
    if (end != support.id) r.add(vertex(ring, end), end);
  };
  add_end([count](VertexId i) { return i + 1 < count ? i + 1 : 0; });
  add_end([count](VertexId i) { return (i > 0 ? i : count) - 1; });
  return r;
}

/// The face of a shape along n, of length 1, in its own frame.
template <Shape S>
Face<dimension_of<S>> face(const S& shape, const DirectionOf<S>& n, double slope) {
  constexpr int D = dimension_of<S>;
  if constexpr (requires { shape.face(n, slope); }) {
    return shape.face(n, slope);
  } else if constexpr (is_ring<S>) {
    return face_of_ring(shape, n, slope);
  } else {
    LevelVertices<D> vertices(support(shape, n), n, slope);
    const VertexId count = vertex_count(shape);
    if (count > 0 && count <= most_tested_vertices) {
      for (VertexId i = 0; i < count; ++i) vertices.consider(vertex(shape, i), i);
    } else {
      for_tilted(n, slope, [&](const Vec<double, D>& d) {
        const auto s = support(shape, d);
        if (s.id != no_vertex) vertices.consider(s.point, s.id);
      });
    }
    return vertices.face();
  }
}

/// Adds eight points of the circle of `radius` about axis k at `height`, with ids from `first` on.
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
