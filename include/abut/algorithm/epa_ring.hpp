/// The shell of EPA in the plane: a closed ring of edges, counter-clockwise around the origin.
#pragma once

#include <abut/algorithm/epa_facet.hpp>

namespace abut::detail {

/// Which side of a line through the origin, if rounding leaves no doubt: 1 or -1, else 0.
constexpr int certain_sign(double x, double error) { return x > error ? 1 : x < -error ? -1 : 0; }

/// A length that no vertex is further from the origin than; 0 where its square vanishes.
template <int D>
double reach(const DifferencePoint<D>* vertex, int count) {
  double furthest = 0;
  for (int i = 0; i < count; ++i) {
    const double squared = norm_squared(vertex[i].w);
    furthest = squared > furthest ? squared : furthest;
  }
  return square_root(furthest) * (1 + 4 * unit_roundoff);
}

template <int D>
class Shell;

template <>
class Shell<2> {
 public:
  /// Curved sets are refined where they are nearest to the origin: each step halves an edge.
  static constexpr int max_vertices = 256;

  Shell() {}

  int facet_count() const { return count_; }
  const Facet<2>& facet(int i) const { return facet_[i]; }
  double key(int i) const { return key_[i]; }
  const DifferencePoint<2>& vertex(int i) const { return vertex_[i]; }

  int vertex_count() const { return vertices_; }
  void add_vertex(const DifferencePoint<2>& w) { vertex_[vertices_++] = w; }

  /// Around all vertices added so far, two or three. Two make a ring too: there and back.
  void close() {
    const Vec2d &a = vertex_[0].w, &b = vertex_[1].w;
    const bool clockwise = vertices_ == 3 && cross(b - a, vertex_[2].w - b) < 0;
    count_ = vertices_;
    for (int i = 0; i < count_; ++i) {
      const int next = i + 1 < count_ ? i + 1 : 0;
      set(i, clockwise ? next : i, clockwise ? i : next);
    }
  }

  /// The key of a facet that is not to be the nearest any more.
  static constexpr double set_aside = largest<double>;
  void put_aside(int i) { key_[i] = set_aside; }

  /// The facet of least key, judged.
  int nearest() {
    for (;;) {
      int best = 0;
      for (int i = 1; i < count_; ++i) best = key_[i] < key_[best] ? i : best;
      if (facet_[best].is_judged || !(key_[best] > 0) || !(key_[best] < set_aside)) return best;
      const Corners corners(*this, facet_[best]);
      key_[best] = judge(corners.w, facet_[best], key_[best]);
    }
  }

  /// Puts w in the middle of an edge. False if there is no room. (Every vertex is on the border of a convex set, so that w lies before no
  /// other edge, or by rounding only.)
  bool expand(int edge, const DifferencePoint<2>& w, double /*slack*/) {
    if (vertices_ == max_vertices) return false;
    const int from = facet_[edge].vertex[0], to = facet_[edge].vertex[1], middle = vertices_;
    add_vertex(w);
    set(edge, from, middle);
    set(count_++, middle, to);
    return true;
  }

  /// Whether the ring goes around the origin. True is certain: a ray is followed, and each edge is proven to miss it, or to cross it one
  /// way or the other.
  bool winds_around_origin(const Vec2d& towards) const {
    const Vec2d ray = unit(towards);
    const double size = reach(vertex_, vertices_);
    if (!(size > 0x1p-300)) return false;  // or squares of lengths might vanish
    // Products with a unit vector round twice; their products with each other add up to 11 u.
    const double error = 4 * unit_roundoff * size, error2 = 16 * unit_roundoff * size * size;
    int turns = 0;
    for (int i = 0; i < count_; ++i) {
      const Vec2d &a = vertex_[facet_[i].vertex[0]].w, &b = vertex_[facet_[i].vertex[1]].w;
      const double beside_a = cross(ray, a), beside_b = cross(ray, b);
      const double ahead_a = dot(ray, a), ahead_b = dot(ray, b);
      const int side_a = certain_sign(beside_a, error), side_b = certain_sign(beside_b, error);
      if (side_a * side_b > 0) continue;
      if (ahead_a < -error && ahead_b < -error) continue;
      // Where the line of the edge crosses that of the ray, times a positive number.
      const int leftward = certain_sign(beside_b - beside_a, 2 * error);
      const int at = certain_sign((ahead_a * beside_b - ahead_b * beside_a) * leftward, error2);
      if (at < 0) continue;
      if (at == 0 || side_a * side_b == 0) return false;
      turns += leftward;
    }
    return turns != 0;
  }

  /// Whether the ring is certain to go around the origin: every edge has it on its inner side. Then each turns the same way about it.
  /// The normal of an edge is off by 5 u, so that nothing is left of that if the keys are greater than 16 u size.
  bool faces_outward(double key, double size) const {
    bool plain = key > 16 * unit_roundoff * size;
    for (int i = 0; i < count_; ++i) plain = plain && facet_[i].form == Form::plain;
    return plain;
  }

  /// The middle of a facet, times a number.
  Vec2d towards(int facet) const {
    return vertex_[facet_[facet].vertex[0]].w + vertex_[facet_[facet].vertex[1]].w;
  }

 private:
  struct Corners {
    Vec2d w[2];
    Corners(const Shell& shell, const Facet<2>& f) {
      for (int i = 0; i < 2; ++i) w[i] = shell.vertex_[f.vertex[i]].w;
    }
  };

  void set(int i, int from, int to) {
    const Vec2d w[2] = {vertex_[from].w, vertex_[to].w};
    const FacetNormal<2> normal = normal_of(w);
    facet_[i] = {.normal = normal.n,
                 .direction = normal.n,
                 .vertex = {from, to},
                 .form = normal.form,
                 .is_judged = false};
    key_[i] = normal.form == Form::thin ? judge(w, facet_[i], 0) : lowest(w, normal.n);
  }

  union {  // written before they are read
    DifferencePoint<2> vertex_[max_vertices];
  };
  union {
    Facet<2> facet_[max_vertices];
  };
  double key_[max_vertices];
  int vertices_ = 0, count_ = 0;
};

}  // namespace abut::detail
