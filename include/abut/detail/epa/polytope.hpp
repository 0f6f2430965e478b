/// The polytope of EPA, common part of 2D and 3D: vertices, facets with their keys, and the search for the nearest
/// facet.
#pragma once

#include <abut/detail/epa/facet.hpp>
#include <abut/detail/numeric/vec_pair.hpp>

namespace abut::detail {

/// The sign of x if an error of this size can not change it: 1 or -1, else 0.
constexpr int certain_sign(double x, double error) { return x > error ? 1 : x < -error ? -1 : 0; }

/// A number times its absolute value, and back: monotonic.
inline double signed_square(double x) { return x * absolute(x); }
inline double signed_root(double x) { return x < 0 ? -square_root(-x) : square_root(x); }

template <int D>
class PolytopeFacets {
 public:
  /// Curved sets are refined where they are nearest to the origin: in 2D each step halves an edge. A surface of n
  /// vertices that is a topological sphere has 2 n - 4 triangles.
  static constexpr int max_vertices = 256, max_facets = (D - 1) * max_vertices;

  int facet_count() const { return count_; }
  FacetCorners corners(int i) const { return corners_[i]; }
  double key(int i) const { return signed_root(key_[i]); }
  const DifferencePoint<D>& vertex(int i) const { return vertex_[i]; }

  /// The slot that the next vertex is written to, so that it need not be copied; it counts once it is taken.
  DifferencePoint<D>& slot() { return vertex_[vertices_]; }
  const DifferencePoint<D>& slot() const { return vertex_[vertices_]; }
  int vertex_count() const { return vertices_; }
  void take_vertex() { ++vertices_; }

  /// The key of a facet that is excluded from nearest().
  static constexpr double set_aside = largest<double>;
  void put_aside(int i) { key_[i] = set_aside; }

  /// The facet of least key. In a convex polytope around the origin, the nearest point of its plane is in the facet, or
  /// in another one of that plane. The key of a facet that is not plain is improved first.
  int nearest() {
    for (;;) {
      const int best = least_key();
      const Form form = corners_[best].form();
      if (form == Form::plain || form == Form::improved || !(key_[best] > 0) || !(key_[best] < set_aside)) return best;
      improve_key(best);
    }
  }

  /// Calls `visit` for the facets that are at most this far away, until it returns true. Returns whether it did.
  template <class Visit>
  bool any_within(double reach, Visit visit) const {
    for (int first = 0; first < count_; first += group) {
      for (std::uint64_t left = at_most_in_group(first, both(signed_square(reach))); left != 0; left &= left - 1) {
        if (visit(first + std::countr_zero(left))) return true;
      }
    }
    return false;
  }

  /// The cosine above which two directions count as the same: by far more than rounding rotates one.
  static constexpr double same_direction = 1 - 0x1p-20;

  /// The sum of a facet's vertices: a vector towards its middle.
  Vec<double, D> towards(int facet) const {
    const Positions corners(*this, corners_[facet]);
    Vec<double, D> sum = corners.w[0];
    for (int i = 1; i < D; ++i) sum += corners.w[i];
    return sum;
  }

 protected:
  /// Facets are processed in groups of this many; the last group is padded with infinite keys.
  static constexpr int group = 8;

  /// The first facet of least key: its key, then its place, without branches on keys, which would be mispredicted. The
  /// first facet of all if every key is NaN, as with points whose squares overflow: the padding behind the last facet
  /// has keys, but nothing else.
  int least_key() const {
    Double2 least = least_of_group(0);
    for (int i = group; i < count_; i += group) least = lesser(least_of_group(i), least);
    least = lesser(least, shuffled<1, 0>(least, least));
    int place = count_;
    for (int first = 0; first < count_; first += 64) {
      std::uint64_t where = 0;
      for (int i = first; i < first + 64 && i < count_; i += group) where |= at_most_in_group(i, least) << (i - first);
      if (where == 0) continue;
      place = first + std::countr_zero(where);
      break;
    }
    return place < count_ ? place : 0;
  }

  ABUT_INLINE Double2 two_keys(int i) const { return Double2{key_[i], key_[i + 1]}; }
  ABUT_INLINE Double2 least_of_group(int first) const {
    Double2 low = two_keys(first), high = two_keys(first + 2);
    for (int i = 4; i < group; i += 4) {
      low = lesser(low, two_keys(first + i));
      high = lesser(high, two_keys(first + i + 2));
    }
    return lesser(low, high);
  }
  ABUT_INLINE std::uint64_t at_most_in_group(int first, Double2 limit) const {
    std::uint64_t where = 0;
    for (int i = 0; i < group; i += 2) where |= std::uint64_t(at_most(two_keys(first + i), limit)) << i;
    return where;
  }

  /// Appends a facet.
  ABUT_INLINE int add_facet() {
    if (count_ % group == 0) {
      for (int i = 0; i < group; ++i) key_[count_ + i] = infinity<double>;
    }
    return count_++;
  }

  struct Positions {
    Vec<double, D> w[D];
    Positions(const PolytopeFacets& polytope, const FacetCorners& f) {
      for (int i = 0; i < D; ++i) w[i] = polytope.vertex_[f[i]].w;
    }
  };

  /// Improves key and direction of a facet that is not plain.
  ABUT_COLD void improve_key(int i) {
    const Positions t(*this, corners_[i]);
    key_[i] = signed_square(detail::improve_key(t.w, corners_[i].form(), key(i), direction_[i]));
    corners_[i] = corners_[i].with(Form::improved);
  }

  PolytopeFacets() {}

  /// An upper bound of the vertices' distances from the origin; 0 if their squares underflow.
  double reach() const {
    double most = 0;
    for (int i = 0; i < vertices_; ++i) {
      const double squared = norm_squared(vertex_[i].w);
      most = squared > most ? squared : most;
    }
    return square_root(most) * (1 + 4 * unit_roundoff);
  }

  union {  // not initialized; one more for a vertex that may not be taken
    DifferencePoint<D> vertex_[max_vertices + 1];
  };
  double key_[max_facets];  ///< squares with the sign of the key; infinite if the facet has been removed
  FacetCorners corners_[max_facets];
  union {
    Vec<double, D> direction_[max_facets];  ///< in 3D, only of facets that are not plain
  };
  int vertices_ = 0, count_ = 0;
};

template <int D>
class Polytope;

}  // namespace abut::detail
