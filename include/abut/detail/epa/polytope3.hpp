/// The polytope of EPA in 3D: a closed surface of triangles around the origin.
///
/// Each triangle knows its neighbors, edge by edge, and every step keeps it so: the facets visible from a new vertex
/// are removed, and the horizon, the loop of edges around the hole, is joined to it. The mesh stays closed even if
/// rounding gets visibility wrong. Convexity is not guaranteed, and not needed.
///
/// The branches of a step are unpredictable: which facets are visible, how many, where the horizon goes. So the planes
/// of all facets are evaluated at once, two by two, and new facets are made two by two. Mostly one facet is visible, or
/// it and a neighbor: their horizon is chosen by arithmetic. For other holes the sides are counted, and ordered by the
/// numbers of their vertices. If they are not one loop, only the visible facets connected to the nearest are removed;
/// if those are no disc either, only the nearest one.
///
/// Normals keep their length, and keys are compared by their squares: square roots and divisions are kept off the
/// critical path.
#pragma once

#include <abut/detail/epa/polytope.hpp>

#include <cstddef>
#include <cstdint>

namespace abut::detail {

template <>
class Polytope<3> : public PolytopeFacets<3> {
 public:
  Facet<3> facet(int i) const {
    const FacetCorners corners = corners_[i];
    return {corners.form() == Form::plain ? normal(i) : direction_[i], corners};
  }
  /// Whether a point at this height along the normal of a facet, times its length, is certainly beyond it, by this
  /// margin.
  bool is_beyond(int i, double height, double margin) const {
    return corners_[i].form() == Form::plain && height - plane_[i >> 1].height[i & 1] > margin;
  }

  /// Whether a facet is at most this far away whose direction differs by far more than rounding rotates it.
  bool has_rival(const Vec3d& direction, double reach) const {
    if (!is_plain_)
      return any_within(reach, [&](int i) { return dot(unit(facet(i).direction), direction) < same_direction; });
    const Double2 x = both(direction.x), y = both(direction.y), z = both(direction.z);
    unsigned rivals = 0;
    for (int first = 0; first < count_; first += group) {
      for (int i = first; i < first + group; i += 2) {
        const Planes& plane = plane_[i >> 1];
        const Double2 nx = pair_at(plane.normal[0]), ny = pair_at(plane.normal[1]), nz = pair_at(plane.normal[2]);
        const Double2 cosine = nx * x + ny * y + nz * z, squared = nx * nx + ny * ny + nz * nz;
        const Mask2 other = both(same_direction * same_direction) * squared > cosine * negated_by(cosine, cosine);
        rivals |= at_most(two_keys(i), both(signed_square(reach))) & signs(with_bits(other));
      }
    }
    return rivals != 0;
  }

  /// Closes the surface around all vertices taken so far, three or four. Three make a closed surface too: a triangle
  /// seen from both sides. If four are too flat to tell inside from outside, the three of the largest triangle are
  /// taken. `slack`: the height above a facet from which it is visible.
  void close(double slack) {
    slack_ = slack;
    double volume = 0;
    if (vertices_ == 4 && is_flat(volume)) drop_flattest();
    const int n = vertices_ == 4 ? 4 : 2;
    for (int i = 0; i < n; ++i) add_facet();
    if (n == 2) {
      set_two({0, 0, 1, 2}, {1, 0, 2, 1}, two(2, 1));
      for (int k = 0; k < 3; ++k) join(k, 4 + 2 - k);
      return;
    }
    const int second = volume < 0 ? 2 : 1, third = volume < 0 ? 1 : 2;
    set_two({0, 0, third, second}, {1, 0, second, 3}, two(second, 3));
    set_two({2, second, third, 3}, {3, third, 0, 3}, two(3, 3));
    join(2, 4);
    join(1, 8);
    join(0, 12);
    for (int i = 1; i <= 3; ++i) join(4 * i + 1, 4 * (i % 3 + 1) + 2);
  }

  void take_vertex() {
    const Vec3d& w = slot().w;
    position_[vertices_] = {{w.x, w.y, w.z, 0}};
    PolytopeFacets<3>::take_vertex();
  }

  /// Removes the facets that are visible from the vertex in the slot, by more than the slack, those without a normal,
  /// and `facet` in any case. Then takes the vertex. False if the storage is full.
  bool expand(int facet) {
    if (vertices_ == max_vertices) return false;
    plane_[facet >> 1].height[facet & 1] = -infinity<double>;
    find_visible(slot().w);
    if (!find_small_horizon(facet) && !find_horizon()) find_disc(facet);
    if (horizon_count_ > removed_count_ + free_count_ + (max_facets - count_)) return false;
    fill_hole();
    take_vertex();
    return true;
  }

  bool winds_around_origin(const Vec3d& towards) const;  // see epa/winding.hpp

  /// Whether every facet certainly has the origin on its inner side: then the solid angles at which they are seen,
  /// whose sum is a multiple of the whole, are all positive, and the surface goes around the origin. With a sine of
  /// 2^-4 or more the normal is off by 16 * 9 u, and a height by 3 u size: a least key greater than 256 u size leaves
  /// no doubt.
  bool faces_outward(double key, double size) const {
    bool plain = key > 256 * unit_roundoff * size;
    for (int i = 0; i < count_ && !is_plain_; ++i) {
      plain = plain && (corners_[i].form() == Form::plain || key_[i] == infinity<double>);
    }
    return plain;
  }

 private:
  using Two = LaneVec<3, 2>;

  /// A side of a triangle: edge k goes from vertex k to the next, and has the number 4 f + k in triangle f. It stores
  /// the number of the side that it is joined to, beyond it, and those of its vertices; written and read as one.
  struct Side {
    std::uint32_t bits;

    ABUT_INLINE static Side of(int beyond, int from, int to) {
      return {static_cast<std::uint32_t>(beyond | from << 16) | static_cast<std::uint32_t>(to) << 24};
    }
    ABUT_INLINE int beyond() const { return static_cast<int>(bits & 0xFFFFU); }
    ABUT_INLINE int facet_beyond() const { return static_cast<int>(bits >> 2 & 0x3FFFU); }
    ABUT_INLINE int from() const { return static_cast<int>(bits >> 16 & 0xFFU); }
    ABUT_INLINE int to() const { return static_cast<int>(bits >> 24); }
  };
  /// The place of a triangle, and its vertices.
  struct Triangle {
    int place, a, b, c;
  };
  /// Normals of two facets, of any length, and the heights along them above which a point sees the facet: infinite if
  /// there is no facet, minus infinity if the normal is not known.
  struct Planes {
    double normal[3][2], height[2];
  };

  void join(int side, int other) {
    const auto from = [this](int i) { return corners_[i >> 2][i & 3]; };
    side_[side] = Side::of(other, from(side), from(other));
    side_[other] = Side::of(side, from(other), from(side));
  }
  Vec3d normal(int i) const {
    const Planes& plane = plane_[i >> 1];
    return {plane.normal[0][i & 1], plane.normal[1][i & 1], plane.normal[2][i & 1]};
  }
  /// Returned as a number, to be counted: a branch on it would be mispredicted.
  ABUT_INLINE unsigned is_hidden(int facet) const {
    return static_cast<unsigned>(~visible_[facet >> 6] >> (facet & 63)) & 1U;
  }

  // --- Facets ---

  ABUT_INLINE int add_facet() {
    const int place = PolytopeFacets<3>::add_facet();
    if (place % group == 0) {
      for (int i = 0; i < group; i += 2) plane_[(place + i) >> 1] = {{}, {infinity<double>, infinity<double>}};
    }
    return place;
  }

  ABUT_INLINE Two two(int v, int w) const {
    Two r;
    for (int k = 0; k < 3; ++k) r.c[k].pair[0] = Double2{position_[v].c[k], position_[w].c[k]};
    return r;
  }
  ABUT_INLINE static Two difference(const Two& a, const Two& b) {
    return {{a.c[0] - b.c[0], a.c[1] - b.c[1], a.c[2] - b.c[2]}};
  }

  /// Each component of the product of two edges is off by some 8 u |e| |f|: with a sine of 2^-4 or more any two edges
  /// will do, and the same two are taken, because a choice would be mispredicted. `c`: the positions of the last
  /// vertices of the two.
  ABUT_INLINE void set_two(const Triangle& s, const Triangle& t, const Two& c) {
    const Two a = two(s.a, t.a), b = two(s.b, t.b);
    const Two ab = difference(b, a), ac = difference(c, a), n = cross(ab, ac);
    const Lanes<2> sine2 = dot(n, n), whole = dot(ab, ab) * dot(ac, ac);
    const unsigned slender = (Lanes<2>::all(0x1p-8) * whole > sine2).bits() | ((sine2 > Lanes<2>::all(0)).bits() ^ 3U);
    const Double2 at_a = dot(n, a).pair[0], at_b = dot(n, b).pair[0], at_c = dot(n, c).pair[0];
    const Double2 low = lesser(at_c, lesser(at_b, at_a)), high = greater(at_c, greater(at_b, at_a));
    const Double2 key = low * negated_by(low, low) / sine2.pair[0];
    const Double2 height = high + both(slack_) * square_root(ScalarPair{sine2.pair[0]}).ab;
    set(s, n, key, height, 0);
    set(t, n, key, height, 1);
    if (slender != 0) {
      is_plain_ = false;
      if ((slender & 1U) != 0) set_slender(s.place);
      if ((slender & 2U) != 0) set_slender(t.place);
    }
  }

  ABUT_INLINE void set(const Triangle& t, const Two& n, Double2 key, Double2 height, int lane) {
    Planes& plane = plane_[t.place >> 1];
    for (int k = 0; k < 3; ++k) plane.normal[k][t.place & 1] = n.c[k].pair[0][lane];
    plane.height[t.place & 1] = height[lane];
    key_[t.place] = key[lane];
    corners_[t.place] = FacetCorners::of(t.a, t.b, t.c);
  }

  /// The same for a facet that is not plain.
  ABUT_COLD void set_slender(int i) {
    const Positions t(*this, corners_[i]);
    const FacetNormal<3> normal = normal_of_slender(t.w[0], t.w[1], t.w[2]);
    const bool thin = normal.form == Form::thin;
    Planes& plane = plane_[i >> 1];
    for (int k = 0; k < 3; ++k) plane.normal[k][i & 1] = normal.n[k];
    plane.height[i & 1] = thin ? -infinity<double> : slack_ - lowest(t.w, -normal.n);
    direction_[i] = normal.n;
    corners_[i] = corners_[i].with(normal.form);
    key_[i] = signed_square(lowest(t.w, normal.n));
    if (thin) improve_key(i);
  }

  /// Whether rounding may have set the sign of the volume of four vertices: 16 u of the product of its three edges.
  bool is_flat(double& volume) const {
    const Vec3d e = vertex_[1].w - vertex_[0].w, f = vertex_[2].w - vertex_[0].w, g = vertex_[3].w - vertex_[0].w;
    volume = dot(e, cross(f, g));
    constexpr double least = 16 * unit_roundoff;
    return volume * volume <= least * least * norm_squared(e) * norm_squared(f) * norm_squared(g);
  }

  /// Reduces four nearly coplanar vertices to the three of the largest triangle.
  ABUT_COLD void drop_flattest() {
    int best = 3;
    double largest = -1;
    for (int left_out = 3; left_out >= 0; --left_out) {
      const Vec3d &a = vertex_[left_out == 0 ? 1 : 0].w, &b = vertex_[left_out <= 1 ? 2 : 1].w,
                  &c = vertex_[left_out <= 2 ? 3 : 2].w;
      const double area2 = norm_squared(cross(b - a, c - a));
      if (area2 > largest) {
        largest = area2;
        best = left_out;
      }
    }
    if (best != 3) {
      vertex_[best] = vertex_[3];
      position_[best] = position_[3];
    }
    vertices_ = 3;
  }

  // --- The hole ---

  /// Marks all facets that are visible from w.
  void find_visible(const Vec3d& w) {
    for (int first = 0; first < count_; first += 64) {
      std::uint64_t visible = 0;
      for (int i = first; i < first + 64 && i < count_; i += group) visible |= visible_in_group(i, w) << (i - first);
      visible_[first >> 6] = visible;
    }
  }

  ABUT_INLINE std::uint64_t visible_in_group(int first, const Vec3d& w) const {
    const Double2 x = both(w.x), y = both(w.y), z = both(w.z);
    std::uint64_t visible = 0;
    for (int i = 0; i < group; i += 2) {
      const Planes& plane = plane_[(first + i) >> 1];
      const Double2 at = pair_at(plane.normal[0]) * x + pair_at(plane.normal[1]) * y + pair_at(plane.normal[2]) * z;
      visible |= std::uint64_t(signs(with_bits(at > pair_at(plane.height)))) << i;
    }
    return visible;
  }
  ABUT_INLINE static Double2 pair_at(const double (&x)[2]) { return Double2{x[0], x[1]}; }

  /// Finds the horizon of a hole of one facet or of two neighbors, which are about as frequent: without a branch
  /// between them, which would be mispredicted, and without waiting for more than the one facet. False if it is another
  /// hole.
  bool find_small_horizon(int facet) {
    if (count_ > 64) return false;
    const std::uint64_t visible = visible_[0], others = visible & (visible - 1);
    const Side* const own = &side_[std::ptrdiff_t{4} * facet];
    // Beyond side k: the next sides of the neighbor.
    Side next_beyond[3], last_beyond[3];
    std::uint32_t is_visible[3];
    for (int k = 0; k < 3; ++k) {
      const int other = own[k].facet_beyond(), after = next(own[k].beyond() & 3);
      next_beyond[k] = side_[4 * other + after];
      last_beyond[k] = side_[4 * other + next(after)];
      is_visible[k] = static_cast<std::uint32_t>(visible >> other & 1U);
    }
    const std::uint32_t is_pair = is_visible[0] + is_visible[1] + is_visible[2];
    if ((others & (others - 1)) != 0 || is_pair != static_cast<std::uint32_t>(others != 0)) return false;
    const std::uint32_t first = 0 - is_visible[0], second = 0 - is_visible[1], third = ~(first | second);
    const auto choose = [&](Side x, Side y, Side z) {
      return Side{(x.bits & first) | (y.bits & second) | (z.bits & third)};
    };
    const Side alone = own[2], beyond = choose(next_beyond[0], next_beyond[1], next_beyond[2]);
    horizon_[0] = choose(own[1], own[2], own[0]);
    horizon_[1] = choose(own[2], own[0], own[1]);
    horizon_[2] = {alone.bits ^ ((alone.bits ^ beyond.bits) & (0 - is_pair))};
    horizon_[3] = choose(last_beyond[0], last_beyond[1], last_beyond[2]);
    removed_[0] = static_cast<std::uint16_t>(facet);
    removed_[1] = static_cast<std::uint16_t>(choose(own[0], own[1], own[2]).facet_beyond());
    removed_count_ = 1 + static_cast<int>(is_pair);
    horizon_count_ = removed_count_ + 2;
    return true;
  }
  ABUT_INLINE static int next(int k) { return 0b001001 >> 2 * k & 3; }
  /// x or y, without a branch.
  ABUT_INLINE static int chosen(bool condition, int x, int y) { return y ^ ((x ^ y) & -int(condition)); }

  /// Finds the sides of the hole, in the order in which they follow each other. False if they are not one loop.
  bool find_horizon() {
    find_sides();
    for (int i = 0; i < horizon_count_; ++i) begin_[unordered_[i].from()] = static_cast<std::uint16_t>(i);
    int at = 0;
    for (int i = 0; i < horizon_count_; ++i) {
      horizon_[i] = unordered_[at];
      at = begin_[horizon_[i].to()];
      if (at == 0) return i + 1 == horizon_count_;
    }
    return false;
  }

  /// Finds the sides of the hole, in any order.
  void find_sides() {
    unsigned removed = 0, sides = 0;
    for (int first = 0; first < count_; first += 64) {
      for (std::uint64_t left = visible_[first >> 6]; left != 0; left &= left - 1) {
        const int facet = first + std::countr_zero(left);
        removed_[removed++] = static_cast<std::uint16_t>(facet);
        for (int k = 0; k < 3; ++k) {
          const Side side = side_[4 * facet + k];
          unordered_[sides] = side;
          sides += is_hidden(side.facet_beyond());
        }
      }
    }
    removed_count_ = static_cast<int>(removed);
    horizon_count_ = static_cast<int>(sides);
  }

  /// Reduces the hole to the visible facets connected to this one; if their sides are not one loop, to this one alone.
  ABUT_COLD void find_disc(int facet) {
    keep_connected(facet);
    if (find_horizon()) return;
    for (std::uint64_t& word : visible_) word = 0;
    visible_[facet >> 6] = std::uint64_t(1) << (facet & 63);
    find_horizon();
  }

  void keep_connected(int facet) {
    std::uint64_t connected[max_facets / 64] = {};
    connected[facet >> 6] = std::uint64_t(1) << (facet & 63);
    removed_[0] = static_cast<std::uint16_t>(facet);
    int n = 1;
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < 3; ++k) {
        const int other = side_[4 * removed_[i] + k].facet_beyond();
        const std::uint64_t bit = std::uint64_t(1) << (other & 63);
        if (is_hidden(other) != 0 || (connected[other >> 6] & bit) != 0) continue;
        connected[other >> 6] |= bit;
        removed_[n++] = static_cast<std::uint16_t>(other);
      }
    }
    for (int i = 0; i < max_facets / 64; ++i) visible_[i] = connected[i];
  }

  /// Joins the horizon to the vertex in the slot. The new facets take the places of the old ones, as far as there are.
  void fill_hole() {
    for (int i = removed_count_; i < horizon_count_; ++i) {
      removed_[i] = static_cast<std::uint16_t>(free_count_ > 0 ? free_[--free_count_] : add_facet());
    }
    // In pairs, because three sides and four are about as frequent; the last may be the same facet twice.
    const auto partner = [this](int i) { return i + int(i + 1 < horizon_count_); };
    const int apex = vertices_;
    const auto triangle = [this, apex](int i) {
      return Triangle{removed_[i], horizon_[i].from(), horizon_[i].to(), apex};
    };
    const Two c = Two::all(slot().w);
    for (int i = 0; i < horizon_count_; i += 2) set_two(triangle(i), triangle(partner(i)), c);
    const auto join_facet = [this, apex](int i) {
      const Side horizon = horizon_[i];
      const int own = 4 * removed_[i], follower = 4 * removed_[chosen(i + 1 < horizon_count_, i + 1, 0)];
      side_[own] = horizon;
      side_[horizon.beyond()] = Side::of(own, horizon.to(), horizon.from());
      side_[own + 1] = Side::of(follower + 2, horizon.to(), apex);
      side_[follower + 2] = Side::of(own + 1, apex, horizon.to());
    };
    for (int i = 0; i < horizon_count_; i += 2) {
      join_facet(i);
      join_facet(partner(i));
    }
    for (int i = horizon_count_; i < removed_count_; ++i) {
      const int place = removed_[i];
      free_[free_count_++] = removed_[i];
      key_[place] = plane_[place >> 1].height[place & 1] = infinity<double>;
    }
  }

  static constexpr int max_sides = 3 * max_facets / 2;

  struct Position {
    double c[4];  ///< three, padded to a power of two
  };
  Position position_[max_vertices];  ///< copies of the vertices' positions
  alignas(64) Planes plane_[max_facets / 2];
  Side side_[4 * max_facets];               ///< three of each facet
  std::uint64_t visible_[max_facets / 64];  ///< a bit for each facet
  std::uint16_t removed_[max_facets], free_[max_facets];
  Side horizon_[max_sides];
  Side unordered_[max_sides + 1];      ///< one more for a side that does not count
  std::uint16_t begin_[max_vertices];  ///< by vertex, the side of the horizon that begins there
  int removed_count_ = 0, free_count_ = 0, horizon_count_ = 0;
  double slack_ = 0;
  bool is_plain_ = true;  ///< every facet so far
};

}  // namespace abut::detail
