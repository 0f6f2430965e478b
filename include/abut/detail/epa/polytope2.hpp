/// The polytope of EPA in 2D: a closed polygon of edges, counter-clockwise around the origin.
#pragma once

#include <abut/detail/epa/polytope.hpp>

namespace abut::detail {

template <>
class Polytope<2> : public PolytopeFacets<2> {
 public:
  Facet<2> facet(int i) const { return {direction_[i], corners_[i]}; }
  /// Whether a point at this height along the normal of a facet is certainly beyond it, by this margin.
  bool is_beyond(int /*facet*/, double /*height*/, double /*margin*/) const { return false; }

  /// Whether a facet is at most this far away whose direction differs by far more than rounding rotates it.
  bool has_rival(const Vec2d& direction, double reach) const {
    return any_within(reach, [&](int i) { return dot(direction_[i], direction) < same_direction; });
  }

  /// Closes the polygon around all vertices taken so far, two or three. Two make a closed polygon of two edges.
  void close(double /*slack*/) {
    const Vec2d &a = vertex_[0].w, &b = vertex_[1].w;
    const bool clockwise = vertices_ == 3 && cross(b - a, vertex_[2].w - b) < 0;
    for (int i = 0; i < vertices_; ++i) {
      const int next = i + 1 < vertices_ ? i + 1 : 0;
      set(add_facet(), clockwise ? next : i, clockwise ? i : next);
    }
  }

  /// Inserts the vertex in the slot into the middle of an edge. False if the storage is full. (Every vertex is on the
  /// boundary of a convex set, so that it lies before no other edge, except by rounding.)
  bool expand(int edge) {
    if (vertices_ == max_vertices) return false;
    const int from = corners_[edge][0], to = corners_[edge][1], middle = vertices_;
    take_vertex();
    set(edge, from, middle);
    set(add_facet(), middle, to);
    return true;
  }

  /// Whether the polygon goes around the origin. True is certain: a ray is followed, and each edge is proven to miss
  /// it, or to cross it in one direction or the other.
  bool winds_around_origin(const Vec2d& towards) const {
    const Vec2d ray = unit(towards);
    const double size = reach();
    if (!(size > 0x1p-300)) return false;  // otherwise squares of lengths might underflow
    // Products with a unit vector round twice; their products with each other add up to 11 u.
    const double error = 4 * unit_roundoff * size, error2 = 16 * unit_roundoff * size * size;
    int winding = 0;
    for (int i = 0; i < count_; ++i) {
      const Vec2d &a = vertex_[corners_[i][0]].w, &b = vertex_[corners_[i][1]].w;
      const double beside_a = cross(ray, a), beside_b = cross(ray, b);
      const double ahead_a = dot(ray, a), ahead_b = dot(ray, b);
      const int side_a = certain_sign(beside_a, error), side_b = certain_sign(beside_b, error);
      if (side_a * side_b > 0) continue;
      if (ahead_a < -error && ahead_b < -error) continue;
      // The sign of where the line of the edge crosses that of the ray.
      const int leftward = certain_sign(beside_b - beside_a, 2 * error);
      const int at = certain_sign((ahead_a * beside_b - ahead_b * beside_a) * leftward, error2);
      if (at < 0) continue;
      if (at == 0 || side_a * side_b == 0) return false;
      winding += leftward;
    }
    return winding != 0;
  }

  /// Whether every edge certainly has the origin on its inner side: then all of them wind about it in the same sense.
  /// The normal of an edge is off by 5 u, so that keys greater than 16 u size leave no doubt.
  bool faces_outward(double key, double size) const {
    bool plain = key > 16 * unit_roundoff * size;
    for (int i = 0; i < count_; ++i) plain = plain && corners_[i].form() == Form::plain;
    return plain;
  }

 private:
  void set(int i, int from, int to) {
    const FacetNormal<2> normal = normal_of(vertex_[from].w, vertex_[to].w);
    corners_[i] = FacetCorners::of(from, to).with(normal.form);
    direction_[i] = normal.n;
    const Positions t(*this, corners_[i]);
    key_[i] = signed_square(lowest(t.w, normal.n));
    if (normal.form == Form::thin) improve_key(i);
  }
};

}  // namespace abut::detail
