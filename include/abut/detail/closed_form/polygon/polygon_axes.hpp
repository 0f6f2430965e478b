/// The gaps of two convex polygons of a few vertices along the normals of all their edges.
///
/// The gap of an edge is the height above its line of the lowest vertex of the other polygon. B - A is a polygon too,
/// and its edges are those of A and B: if all gaps are negative, the greatest is the signed distance, and if one is
/// positive, its edge separates the polygons. All edges are compared with all vertices in double, two edges at a time,
/// in the frame of the polygon that has the edges.
///
/// Guarantee: every gap is off by less than error(). In units of u, the relative rotation is off by 11 (4 for each
/// matrix, 3 for their product), a rotated vertex by 3 more of its length, the vector between the origins by 8 of its
/// length, their sum by 1, and a height by 6 of everything that it is made of: 2 for the normal, 4 for two products
/// with it and their difference. That is less than 24 of the size.
#pragma once

#include <abut/detail/closed_form/polygon/polygon_polygon.hpp>

#include <bit>
#include <cstddef>
#include <utility>

namespace abut::detail {

/// A rigid motion from the frame of one polygon into that of another.
struct PolygonMotion {
  double c, s;
  Vec2d t;

  ABUT_INLINE Vec2d turned(const Vec2d& d) const { return {c * d.x - s * d.y, s * d.x + c * d.y}; }
};

/// Calls f(0), f(1), ... without a loop.
template <std::size_t... I, class F>
ABUT_INLINE void for_each_index(std::index_sequence<I...>, const F& f) {
  (f(I), ...);
}

/// The vertices of a polygon of a few, moved into the frame of another. Each coordinate is stored twice, to be compared
/// with two edges at a time.
class MovedVertices {
 public:
  static constexpr std::size_t most = 4 * most_compared;

  /// Moves N groups of four; the last group again if there are fewer.
  template <std::size_t N, class Set>
  ABUT_INLINE void move(const Set& set, const FacePlanes<2>& planes, const PolygonMotion& motion) {
    const ScalarPair c = ScalarPair::twice(motion.c), s = ScalarPair::twice(motion.s);
    const VecPair<2> t = VecPair<2>::of(motion.t, motion.t);
    const std::size_t last = 4 * planes.count - 1;
    for_each_index(std::make_index_sequence<2 * N>(), [&](std::size_t pair) ABUT_INLINE_LAMBDA {
      const std::size_t k = 2 * pair, from = N == 1 ? k : k & last;
      const VecPair<2> x =
          rotate_each(c, s, set.scaled(planes.faces[from].corner), set.scaled(planes.faces[from + 1].corner)) + t;
      pairs_[pair] = x;
      x_[k] = x.x[0].a_twice();
      x_[k + 1] = x.x[0].b_twice();
      y_[k] = x.x[1].a_twice();
      y_[k + 1] = x.x[1].b_twice();
    });
  }

  ABUT_INLINE Vec2d operator[](std::size_t k) const { return {x_[k].a(), y_[k].a()}; }
  /// Two of them.
  ABUT_INLINE VecPair<2> both(std::size_t i, std::size_t k) const {
    return {{a_and_b(x_[i], x_[k]), a_and_b(y_[i], y_[k])}};
  }

  /// The least heights of a vertex along two directions.
  template <std::size_t N>
  ABUT_INLINE ScalarPair least_heights(const VecPair<2>& n) const {
    ScalarPair least = height(n, 0);
    for_each_index(std::make_index_sequence<4 * N - 1>(),
                   [&](std::size_t k) ABUT_INLINE_LAMBDA { least = smaller(height(n, k + 1), least); });
    return least;
  }

  /// The first vertex of the least height. Without branches, which would be mispredicted.
  template <std::size_t N>
  ABUT_INLINE std::size_t lowest(const Vec2d& n) const {
    const VecPair<2> twice = VecPair<2>::of(n, n);
    ScalarPair heights[2 * N], least = ScalarPair::twice(infinity<double>);
    for_each_index(std::make_index_sequence<2 * N>(), [&](std::size_t pair) ABUT_INLINE_LAMBDA {
      heights[pair] = dot(twice, pairs_[pair]);
      least = smaller(heights[pair], least);
    });
    least = smaller(least, least.swapped());
    unsigned lowest = 0;
    for_each_index(std::make_index_sequence<2 * N>(), [&](std::size_t pair) ABUT_INLINE_LAMBDA {
      lowest |= at_most(heights[pair].ab, least.ab) << (2 * pair);
    });
    return static_cast<std::size_t>(std::countr_zero(lowest));
  }

 private:
  ABUT_INLINE ScalarPair height(const VecPair<2>& n, std::size_t k) const { return n.x[0] * x_[k] + n.x[1] * y_[k]; }

  VecPair<2> pairs_[most / 2];  ///< two vertices side by side
  ScalarPair x_[most], y_[most];
};

/// Set: a Difference with poses, of polygons that can be compared, see PolygonPair.
template <class Set>
class PolygonAxes {
 public:
  ABUT_INLINE PolygonAxes(const Set& set, const FacePlanes<2>& a, const FacePlanes<2>& b)
      : set_(set), a_(a), b_(b), to_a_(motion_to_a(set)), to_b_(motion_to_b(to_a_, set)) {
    if (!is_small && a.count + b.count == 2) {
      compare<1>();
    } else {
      compare<most_compared>();
    }
  }

  double error() const { return 24 * unit_roundoff * set_.size(); }
  double gap() const { return gap_; }             ///< the greatest
  bool is_of_a() const { return is_of_a_; }       ///< whether its edge is one of A
  std::size_t edge() const { return edge_; }      ///< the first edge that has it
  std::size_t vertex() const { return vertex_; }  ///< the lowest vertex of the other polygon above that edge

  /// The polygon that has the edge, and the other.
  const FacePlanes<2>& own() const { return is_of_a_ ? a_ : b_; }
  const FacePlanes<2>& other() const { return is_of_a_ ? b_ : a_; }
  /// The vertices of the other polygon in the frame of the edge.
  const MovedVertices& others() const { return is_of_a_ ? of_b_ : of_a_; }

  /// Whether another edge has at least this gap whose normal differs by far more than rounding rotates it.
  bool has_rival(double least, double same_direction) const {
    const Vec2d n = (is_of_a_ ? a_ : b_).faces[edge_].normal;
    // The normal as edges of the other polygon have it.
    const Vec2d across = (is_of_a_ ? to_b_ : to_a_).turned(n) * -1.0;
    return has_rival(a_, 0, is_of_a_ ? n : across, least, same_direction) ||
           has_rival(b_, places, is_of_a_ ? across : n, least, same_direction);
  }

 private:
  static constexpr std::size_t places = MovedVertices::most;  ///< for the gaps of one polygon's edges

  ABUT_INLINE static PolygonMotion motion_to_a(const Set& set) {
    const ScalarPair c = set.matrices().entry(0, 0), s = set.matrices().entry(1, 0);
    return {c.a() * c.b() + s.a() * s.b(), c.a() * s.b() - s.a() * c.b(), set.in_frame_of_a(set.translation())};
  }
  ABUT_INLINE static PolygonMotion motion_to_b(const PolygonMotion& to_a, const Set& set) {
    return {to_a.c, -to_a.s, -set.in_frame_of_b(set.translation())};
  }

  /// All edges with all vertices, N groups of four of each.
  template <std::size_t N>
  ABUT_INLINE void compare() {
    of_b_.template move<N>(set_, b_, to_a_);
    of_a_.template move<N>(set_, a_, to_b_);
    const Double2 most = greater(take<N>(a_, of_b_, 0), take<N>(b_, of_a_, places));
    gap_ = most[0] > most[1] ? most[0] : most[1];
    const std::size_t first = first_with<N>(gap_);
    is_of_a_ = first < places;
    edge_ = first % places;
    vertex_ = others().template lowest<N>(own().faces[edge_].normal);
  }

  /// Stores the gaps of all edges of a polygon and returns the greatest: those of even edges, and of odd ones.
  template <std::size_t N>
  ABUT_INLINE Double2 take(const FacePlanes<2>& own, const MovedVertices& others, std::size_t first) {
    const std::size_t last = 4 * own.count - 1;
    Double2 most = both(-infinity<double>);
    for_each_index(std::make_index_sequence<2 * N>(), [&](std::size_t pair) ABUT_INLINE_LAMBDA {
      const std::size_t i = N == 1 ? 2 * pair : 2 * pair & last;
      const auto n = VecPair<2>::of(own.faces[i].normal, own.faces[i + 1].normal),
                 corner = VecPair<2>::of(set_.scaled(own.faces[i].corner), set_.scaled(own.faces[i + 1].corner));
      const ScalarPair gap = others.template least_heights<N>(n) - dot(n, corner);
      gaps_[first / 2 + pair] = gap;
      most = greater(gap.ab, most);
    });
    return most;
  }

  /// The first of all edges with this gap.
  template <std::size_t N>
  ABUT_INLINE std::size_t first_with(double gap) const {
    unsigned with = 0;
    for_each_index(std::make_index_sequence<4 * N>(), [&](std::size_t pair) ABUT_INLINE_LAMBDA {
      const std::size_t place = pair < 2 * N ? pair : pair - 2 * N + places / 2;
      with |= at_most(both(gap), gaps_[place].ab) << (2 * place);
    });
    return static_cast<std::size_t>(std::countr_zero(with));
  }

  bool has_rival(const FacePlanes<2>& own, std::size_t first, const Vec2d& n, double least,
                 double same_direction) const {
    for (std::size_t i = 0; i < 4 * own.count; ++i) {
      const ScalarPair gap = gaps_[(first + i) / 2];
      if ((i % 2 == 0 ? gap.a() : gap.b()) >= least && dot(own.faces[i].normal, n) < same_direction) return true;
    }
    return false;
  }

  const Set& set_;
  const FacePlanes<2>&a_, &b_;
  PolygonMotion to_a_, to_b_;
  MovedVertices of_b_, of_a_;
  double gap_;
  bool is_of_a_;
  std::size_t edge_, vertex_;
  ScalarPair gaps_[places];  ///< of the edges of A, then of those of B
};

}  // namespace abut::detail
