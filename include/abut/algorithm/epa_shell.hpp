/// What the shells of EPA in the plane and in space share: vertices, facets with their keys, and the search for the nearest.
#pragma once

#include <abut/algorithm/epa_facet.hpp>

namespace abut::detail {

/// Which side of a line through the origin, if rounding leaves no doubt: 1 or -1, else 0.
constexpr int certain_sign(double x, double error) { return x > error ? 1 : x < -error ? -1 : 0; }

template <int D>
class ShellFacets {
 public:
  /// Curved sets are refined where they are nearest to the origin: in the plane each step halves an edge. A surface of n vertices that is a
  /// sphere has 2 n - 4 triangles.
  static constexpr int max_vertices = 256, max_facets = (D - 1) * max_vertices;

  int facet_count() const { return count_; }
  const Facet<D>& facet(int i) const { return facet_[i]; }
  double key(int i) const { return key_[i]; }
  const DifferencePoint<D>& vertex(int i) const { return vertex_[i]; }

  int vertex_count() const { return vertices_; }
  void add_vertex(const DifferencePoint<D>& w) { vertex_[vertices_++] = w; }

  /// The key of a facet that is not to be the nearest any more.
  static constexpr double set_aside = largest<double>;
  void put_aside(int i) { key_[i] = set_aside; }

  /// The facet of least key, judged.
  int nearest() {
    for (;;) {
      const int best = least_key();
      if (facet_[best].is_judged || !(key_[best] > 0) || !(key_[best] < set_aside)) return best;
      const Corners corners(*this, facet_[best]);
      key_[best] = judge(corners.w, facet_[best], key_[best]);
    }
  }

  /// The middle of a facet, times a number.
  Vec<double, D> towards(int facet) const {
    const Corners corners(*this, facet_[facet]);
    Vec<double, D> sum = corners.w[0];
    for (int i = 1; i < D; ++i) sum += corners.w[i];
    return sum;
  }

 protected:
  /// The first facet of least key. The least number is kept beside its place: looked up there, each comparison would wait for the one before.
  int least_key() const {
    int best = 0;
    double least = key_[0];
    for (int i = 1; i < count_; ++i) {
      const double key = key_[i];
      best = key < least ? i : best;
      least = key < least ? key : least;
    }
    return best;
  }

  struct Corners {
    Vec<double, D> w[D];
    Corners(const ShellFacets& shell, const Facet<D>& f) {
      for (int i = 0; i < D; ++i) w[i] = shell.vertex_[f.vertex[i]].w;
    }
  };

  ShellFacets() {}

  /// A length that no vertex is further from the origin than; 0 where its square vanishes.
  double reach() const {
    double furthest = 0;
    for (int i = 0; i < vertices_; ++i) {
      const double squared = norm_squared(vertex_[i].w);
      furthest = squared > furthest ? squared : furthest;
    }
    return square_root(furthest) * (1 + 4 * unit_roundoff);
  }

  /// Facet i through the vertices of these numbers, in that order.
  ABUT_INLINE void set_facet(int i, const int (&vertices)[D]) {
    Facet<D>& facet = facet_[i];
    for (int k = 0; k < D; ++k) facet.vertex[k] = vertices[k];
    const FacetNormal<D> normal = normal_through(vertices);
    facet.normal = facet.direction = normal.n;
    facet.form = normal.form;
    facet.is_judged = false;
    key_[i] = normal.form == Form::thin ? judged(facet) : lowest_of(vertices, normal.n);
  }

  // Of the vertices where they are: what is copied and read again at once, a few bytes at a time, makes the processor wait.

  ABUT_INLINE FacetNormal<D> normal_through(const int (&v)[D]) const {
    if constexpr (D == 2) {
      return normal_of(vertex_[v[0]].w, vertex_[v[1]].w);
    } else {
      return normal_of(vertex_[v[0]].w, vertex_[v[1]].w, vertex_[v[2]].w);
    }
  }
  ABUT_INLINE double lowest_of(const int (&v)[D], const Vec<double, D>& direction) const {
    double least = dot(direction, vertex_[v[0]].w);
    for (int k = 1; k < D; ++k) {
      const double height = dot(direction, vertex_[v[k]].w);
      least = height < least ? height : least;
    }
    return least;
  }
  ABUT_COLD double judged(Facet<D>& facet) const {
    const Corners corners(*this, facet);
    return judge(corners.w, facet, 0);
  }

  union {  // written before they are read
    DifferencePoint<D> vertex_[max_vertices];
  };
  union {
    Facet<D> facet_[max_facets];
  };
  double key_[max_facets];  ///< infinite where there is no facet any more
  int vertices_ = 0, count_ = 0;
};

template <int D>
class Shell;

}  // namespace abut::detail
