/// The shell of EPA in space: a closed surface of triangles around the origin.
///
/// Each triangle knows its neighbours, edge by edge, and every step keeps it so: what a new vertex sees is taken out, and the rim of
/// the hole joined to it. Closed in this sense the surface stays whatever rounding does to the question who sees what; that it is
/// also convex is only hoped for.
///
/// There is little in a step that a processor could foresee: which facets are seen, how many, where the rim goes. So the planes of all
/// facets are asked at once, two by two, and new facets are made two by two. Mostly one facet is seen, or it and a neighbour: the rim of these
/// is chosen by arithmetic. Of other holes the sides are counted, and put in order by the numbers of their vertices. If they are not one
/// loop, only the facets connected to the nearest are taken out; if that is no disc either, the new vertex is joined to a single triangle.
///
/// Normals keep their length, and keys are compared by their squares: roots and quotients that nobody has to wait for are cheap.
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
  /// Whether a point at this height along the normal of a facet, times its length, is certain to be beyond it, by this much.
  bool is_beyond(int i, double height, double much) const {
    return corners_[i].form() == Form::plain && height - plane_[i >> 1].height[i & 1] > much;
  }

  /// Whether a facet is at most this far away whose direction is another one by far more than rounding turns it.
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

  /// Around all vertices taken so far, three or four. Three make a closed surface too: a triangle seen from both sides. Of four that are too
  /// flat to tell inside from outside, the three of the largest triangle are taken.
  /// `slack`: the length by which a point has to be above a facet to see it.
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
    const Vec3d& w = room().w;
    position_[vertices_] = {{w.x, w.y, w.z, 0}};
    PolytopeFacets<3>::take_vertex();
  }

  /// Takes out what the vertex in the room sees from outside, by more than the slack, and what has no side to see; this facet in any case.
  /// Then takes the vertex. False if there is no room.
  bool expand(int seen) {
    if (vertices_ == max_vertices) return false;
    plane_[seen >> 1].height[seen & 1] = -infinity<double>;
    find_seen(room().w);
    if (!find_small_rim(seen) && !find_rim()) find_disc(seen);
    if (rim_count_ > removed_count_ + free_count_ + (max_facets - count_)) return false;
    fill();
    take_vertex();
    return true;
  }

  bool winds_around_origin(const Vec3d& towards) const;  // see epa/winding.hpp

  /// Whether the surface is certain to go around the origin: every facet has it on its inner side, so that the solid angles at which they
  /// are seen, whose sum is a multiple of the whole, are all positive. With a sine of 2^-4 or more the normal is off by 16 * 9 u, and a
  /// height by 3 u size: nothing is left of that if the least key is greater than 256 u size.
  bool faces_outward(double key, double size) const {
    bool plain = key > 256 * unit_roundoff * size;
    for (int i = 0; i < count_ && !is_plain_; ++i) {
      plain = plain && (corners_[i].form() == Form::plain || key_[i] == infinity<double>);
    }
    return plain;
  }

 private:
  using Two = LaneVec<3, 2>;

  /// A side of a triangle: edge k goes from vertex k to the next, and has the number 4 f + k in triangle f. It has the number of the
  /// side that it is joined to, beyond it, and those of its vertices; written and read as one.
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
  /// Where a triangle is to be, and its vertices.
  struct Triangle {
    int place, a, b, c;
  };
  /// Normals of two facets, of any length, and the height along them above which a point sees the facet. It is infinite if the facet is
  /// not there, and minus that if the normal is not known.
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
  /// As a number, to be counted: a branch on it could not be predicted.
  ABUT_INLINE unsigned unseen(int facet) const {
    return static_cast<unsigned>(~seen_[facet >> 6] >> (facet & 63)) & 1U;
  }

  // --- Facets -------------------------------------------------------------------------------------------------------------

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

  /// Each component of the product of two edges is off by some 8 u |e| |f|: with a sine of 2^-4 or more any two will do, and none are chosen,
  /// for nobody could predict which. `c`: where the last vertices of the two are.
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

  /// The same for a facet whose normal has to be looked for.
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
    if (thin) judge(i);
  }

  /// Whether the sign of the volume of four vertices may be that of rounding: 16 u of the product of its three edges.
  bool is_flat(double& volume) const {
    const Vec3d e = vertex_[1].w - vertex_[0].w, f = vertex_[2].w - vertex_[0].w, g = vertex_[3].w - vertex_[0].w;
    volume = dot(e, cross(f, g));
    constexpr double least = 16 * unit_roundoff;
    return volume * volume <= least * least * norm_squared(e) * norm_squared(f) * norm_squared(g);
  }

  /// Of four vertices nearly in a plane, leaves the three of the largest triangle.
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

  // --- The hole -----------------------------------------------------------------------------------------------------------

  /// All facets that w sees.
  void find_seen(const Vec3d& w) {
    for (int first = 0; first < count_; first += 64) {
      std::uint64_t seen = 0;
      for (int i = first; i < first + 64 && i < count_; i += group) seen |= seen_in_group(i, w) << (i - first);
      seen_[first >> 6] = seen;
    }
  }

  ABUT_INLINE std::uint64_t seen_in_group(int first, const Vec3d& w) const {
    const Double2 x = both(w.x), y = both(w.y), z = both(w.z);
    std::uint64_t seen = 0;
    for (int i = 0; i < group; i += 2) {
      const Planes& plane = plane_[(first + i) >> 1];
      const Double2 at = pair_at(plane.normal[0]) * x + pair_at(plane.normal[1]) * y + pair_at(plane.normal[2]) * z;
      seen |= std::uint64_t(signs(with_bits(at > pair_at(plane.height)))) << i;
    }
    return seen;
  }
  ABUT_INLINE static Double2 pair_at(const double (&x)[2]) { return Double2{x[0], x[1]}; }

  /// The rim of a hole of one facet or of two that are neighbours, which are about as frequent: without a branch between them, nobody could
  /// predict it, and with everything at hand that depends on the one facet alone. False if it is another hole.
  bool find_small_rim(int facet) {
    if (count_ > 64) return false;
    const std::uint64_t seen = seen_[0], others = seen & (seen - 1);
    const Side* const own = &side_[std::ptrdiff_t{4} * facet];
    // Beyond side k: the sides of the neighbour that follow.
    Side next_beyond[3], last_beyond[3];
    std::uint32_t is_seen[3];
    for (int k = 0; k < 3; ++k) {
      const int other = own[k].facet_beyond(), after = next(own[k].beyond() & 3);
      next_beyond[k] = side_[4 * other + after];
      last_beyond[k] = side_[4 * other + next(after)];
      is_seen[k] = static_cast<std::uint32_t>(seen >> other & 1U);
    }
    const std::uint32_t is_pair = is_seen[0] + is_seen[1] + is_seen[2];
    if ((others & (others - 1)) != 0 || is_pair != static_cast<std::uint32_t>(others != 0)) return false;
    const std::uint32_t first = 0 - is_seen[0], second = 0 - is_seen[1], third = ~(first | second);
    const auto choose = [&](Side x, Side y, Side z) {
      return Side{(x.bits & first) | (y.bits & second) | (z.bits & third)};
    };
    const Side alone = own[2], beyond = choose(next_beyond[0], next_beyond[1], next_beyond[2]);
    rim_[0] = choose(own[1], own[2], own[0]);
    rim_[1] = choose(own[2], own[0], own[1]);
    rim_[2] = {alone.bits ^ ((alone.bits ^ beyond.bits) & (0 - is_pair))};
    rim_[3] = choose(last_beyond[0], last_beyond[1], last_beyond[2]);
    removed_[0] = static_cast<std::uint16_t>(facet);
    removed_[1] = static_cast<std::uint16_t>(choose(own[0], own[1], own[2]).facet_beyond());
    removed_count_ = 1 + static_cast<int>(is_pair);
    rim_count_ = removed_count_ + 2;
    return true;
  }
  ABUT_INLINE static int next(int k) { return 0b001001 >> 2 * k & 3; }
  /// x or y, by arithmetic.
  ABUT_INLINE static int chosen(bool condition, int x, int y) { return y ^ ((x ^ y) & -int(condition)); }

  /// The sides of the hole, in the order in which they follow each other. False if they are not one loop.
  bool find_rim() {
    find_sides();
    for (int i = 0; i < rim_count_; ++i) begin_[loose_[i].from()] = static_cast<std::uint16_t>(i);
    int at = 0;
    for (int i = 0; i < rim_count_; ++i) {
      rim_[i] = loose_[at];
      at = begin_[rim_[i].to()];
      if (at == 0) return i + 1 == rim_count_;
    }
    return false;
  }

  /// The sides of the hole, in any order.
  void find_sides() {
    unsigned removed = 0, sides = 0;
    for (int first = 0; first < count_; first += 64) {
      for (std::uint64_t left = seen_[first >> 6]; left != 0; left &= left - 1) {
        const int facet = first + std::countr_zero(left);
        removed_[removed++] = static_cast<std::uint16_t>(facet);
        for (int k = 0; k < 3; ++k) {
          const Side side = side_[4 * facet + k];
          loose_[sides] = side;
          sides += unseen(side.facet_beyond());
        }
      }
    }
    removed_count_ = static_cast<int>(removed);
    rim_count_ = static_cast<int>(sides);
  }

  /// The connected facets around one that are seen; if their sides are not one loop, that one alone.
  ABUT_COLD void find_disc(int facet) {
    keep_connected(facet);
    if (find_rim()) return;
    for (std::uint64_t& word : seen_) word = 0;
    seen_[facet >> 6] = std::uint64_t(1) << (facet & 63);
    find_rim();
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
        if (unseen(other) != 0 || (connected[other >> 6] & bit) != 0) continue;
        connected[other >> 6] |= bit;
        removed_[n++] = static_cast<std::uint16_t>(other);
      }
    }
    for (int i = 0; i < max_facets / 64; ++i) seen_[i] = connected[i];
  }

  /// Joins the rim to the vertex in the room. The new facets are where the old ones were, as far as there are.
  void fill() {
    for (int i = removed_count_; i < rim_count_; ++i) {
      removed_[i] = static_cast<std::uint16_t>(free_count_ > 0 ? free_[--free_count_] : add_facet());
    }
    // In pairs, for three sides and four are about as frequent; the last may be the same facet twice.
    const auto partner = [this](int i) { return i + int(i + 1 < rim_count_); };
    const int apex = vertices_;
    const auto triangle = [this, apex](int i) { return Triangle{removed_[i], rim_[i].from(), rim_[i].to(), apex}; };
    const Two c = Two::all(room().w);
    for (int i = 0; i < rim_count_; i += 2) set_two(triangle(i), triangle(partner(i)), c);
    const auto join_facet = [this, apex](int i) {
      const Side rim = rim_[i];
      const int own = 4 * removed_[i], follower = 4 * removed_[chosen(i + 1 < rim_count_, i + 1, 0)];
      side_[own] = rim;
      side_[rim.beyond()] = Side::of(own, rim.to(), rim.from());
      side_[own + 1] = Side::of(follower + 2, rim.to(), apex);
      side_[follower + 2] = Side::of(own + 1, apex, rim.to());
    };
    for (int i = 0; i < rim_count_; i += 2) {
      join_facet(i);
      join_facet(partner(i));
    }
    for (int i = rim_count_; i < removed_count_; ++i) {
      const int place = removed_[i];
      free_[free_count_++] = removed_[i];
      key_[place] = plane_[place >> 1].height[place & 1] = infinity<double>;
    }
  }

  static constexpr int max_sides = 3 * max_facets / 2;

  struct Position {
    double c[4];  ///< three, and one to make places of a power of two
  };
  Position position_[max_vertices];  ///< of the vertices
  alignas(64) Planes plane_[max_facets / 2];
  Side side_[4 * max_facets];            ///< three of each facet
  std::uint64_t seen_[max_facets / 64];  ///< a bit for each facet
  std::uint16_t removed_[max_facets], free_[max_facets];
  Side rim_[max_sides];
  Side loose_[max_sides + 1];          ///< in any order; one is room for a side that does not count
  std::uint16_t begin_[max_vertices];  ///< by vertex, the side of the rim that begins there
  int removed_count_ = 0, free_count_ = 0, rim_count_ = 0;
  double slack_ = 0;
  bool is_plain_ = true;  ///< every facet so far
};

}  // namespace abut::detail
