/// The shell of EPA in space: a closed surface of triangles around the origin.
///
/// Each triangle knows its neighbours, edge by edge, and every step keeps it so: what a new vertex sees is taken out, and the rim of
/// the hole joined to it. Closed in this sense the surface stays whatever rounding does to the question who sees what; that it is
/// also convex is only hoped for. If the rim is not one loop, the new vertex is joined to a single triangle instead.
#pragma once

#include <abut/algorithm/epa_shell.hpp>

#include <cstdint>

namespace abut::detail {

template <>
class Shell<3> : public ShellFacets<3> {
 public:
  /// Around all vertices added so far, three or four. Three make a closed surface too: a triangle seen from both sides. Of four that are too
  /// flat to tell inside from outside, the three of the largest triangle are taken.
  void close() {
    if (vertices_ == 4 && is_flat()) drop_flattest();
    if (vertices_ == 3) {
      set(0, 0, 1, 2);
      set(1, 0, 2, 1);
      for (int k = 0; k < 3; ++k) join(Side{0, k}, Side{1, 2 - k});
      count_ = 2;
      return;
    }
    const bool inverted = volume() < 0;
    const int second = inverted ? 2 : 1, third = inverted ? 1 : 2;
    set(0, 0, third, second);
    set(1, 0, second, 3);
    set(2, second, third, 3);
    set(3, third, 0, 3);
    join(Side{0, 2}, Side{1, 0});
    join(Side{0, 1}, Side{2, 0});
    join(Side{0, 0}, Side{3, 0});
    for (int i = 1; i <= 3; ++i) join(Side{i, 1}, Side{i % 3 + 1, 2});
    count_ = 4;
  }

  /// Takes out what w sees from outside, by more than `slack`, a length, and what has no side to see; this facet in any case. False
  /// if there is no room.
  bool expand(int seen, const DifferencePoint<3>& w, double slack) {
    if (vertices_ == max_vertices) return false;
    find_hole(seen, w.w, slack);
    if (!find_rim()) {
      removed_count_ = 1;
      ++pass_;
      mark_[seen] = pass_;
      find_rim();
    }
    if (rim_count_ > removed_count_ + free_count_ + (max_facets - count_)) return false;
    add_vertex(w);
    fill();
    return true;
  }

  bool winds_around_origin(const Vec3d& towards) const;

  /// Whether the surface is certain to go around the origin: every facet has it on its inner side, so that the solid angles at which they
  /// are seen, whose sum is a multiple of the whole, are all positive. With a sine of 2^-4 or more the normal is off by 16 * 9 u, and a
  /// height by 3 u size: nothing is left of that if the least key is greater than 256 u size.
  bool faces_outward(double key, double size) const {
    bool plain = key > 256 * unit_roundoff * size;
    for (int i = 0; i < count_; ++i) {
      plain = plain && (facet_[i].form == Form::plain || key_[i] == infinity<double>);
    }
    return plain;
  }

 private:
  /// A triangle and the number of one of its edges: edge k goes from vertex k to the next.
  struct Side {
    int facet, edge;
  };
  static int next(int k) { return k == 2 ? 0 : k + 1; }

  Side across(const Side& side) const {
    const int packed = across_[side.facet][side.edge];
    return {packed >> 2, packed & 3};
  }
  bool is_removed(int facet) const { return mark_[facet] == pass_; }
  void join(const Side& a, const Side& b) {
    across_[a.facet][a.edge] = static_cast<std::uint16_t>(b.facet << 2 | b.edge);
    across_[b.facet][b.edge] = static_cast<std::uint16_t>(a.facet << 2 | a.edge);
  }

  void set(int i, int a, int b, int c) {
    set_facet(i, {a, b, c});
    mark_[i] = 0;
  }

  double volume() const {
    const Vec3d& a = vertex_[0].w;
    return dot(scale_direction(vertex_[1].w - a),
               cross(scale_direction(vertex_[2].w - a), scale_direction(vertex_[3].w - a)));
  }

  /// Whether the sign of the volume may be that of rounding: 16 u of the product of the three edges, each shorter than 1/2.
  bool is_flat() const { return absolute(volume()) <= 2 * unit_roundoff; }

  /// Of four vertices nearly in a plane, leaves the three of the largest triangle.
  void drop_flattest() {
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
    if (best != 3) vertex_[best] = vertex_[3];
    vertices_ = 3;
  }

  /// The connected facets around `seen` that w sees.
  void find_hole(int seen, const Vec3d& w, double slack) {
    ++pass_;
    mark_[seen] = pass_;
    removed_[0] = seen;
    removed_count_ = 1;
    for (int i = 0; i < removed_count_; ++i) {
      for (int k = 0; k < 3; ++k) {
        const int other = across(Side{removed_[i], k}).facet;
        if (is_removed(other)) continue;
        const Facet<3>& f = facet_[other];
        if (f.form != Form::thin && !(dot(f.normal, w - vertex_[f.vertex[0]].w) > slack)) continue;
        mark_[other] = pass_;
        removed_[removed_count_++] = other;
      }
    }
  }

  /// The sides of the hole, in the order in which they follow each other. False if they are more than one loop.
  bool find_rim() {
    int sides = 0;
    Side first{};
    for (int i = 0; i < removed_count_; ++i) {
      for (int k = 0; k < 3; ++k) {
        if (is_removed(across(Side{removed_[i], k}).facet)) continue;
        first = {removed_[i], k};
        ++sides;
      }
    }
    rim_count_ = 0;
    if (sides == 0) return false;  // everything is gone
    Side side = first;
    do {
      rim_[rim_count_++] = side;
      side.edge = next(side.edge);
      while (is_removed(across(side).facet)) {
        side = across(side);
        side.edge = next(side.edge);
      }
    } while (side.facet != first.facet || side.edge != first.edge);
    return rim_count_ == sides;
  }

  /// Joins the rim to the last vertex.
  void fill() {
    const int apex = vertices_ - 1;
    for (int i = 0; i < rim_count_; ++i) rim_[i] = across(rim_[i]);  // the hole itself is overwritten
    for (int i = 0; i < removed_count_; ++i) {
      free_[free_count_++] = removed_[i];
      key_[removed_[i]] = infinity<double>;
    }
    int before = -1, first = -1;
    for (int i = 0; i < rim_count_; ++i) {
      const int place = free_count_ > 0 ? free_[--free_count_] : count_++;
      const Side outer = rim_[i];
      const int from = facet_[outer.facet].vertex[next(outer.edge)],
                to = facet_[outer.facet].vertex[outer.edge];
      set(place, from, to, apex);
      join(Side{place, 0}, outer);
      if (before >= 0) join(Side{before, 1}, Side{place, 2});
      first = before < 0 ? place : first;
      before = place;
    }
    join(Side{before, 1}, Side{first, 2});
  }

  std::uint16_t across_[max_facets][3];  ///< the facet and its edge, packed
  int mark_[max_facets];                 ///< the last pass that took it out
  int removed_[max_facets], free_[max_facets];
  Side rim_[max_facets];
  int pass_ = 0;
  int removed_count_ = 0, free_count_ = 0, rim_count_ = 0;
};

/// Whether the surface goes around the origin. True is certain: a ray is followed, and each facet is proven to miss it, or to cross it
/// inward or outward. Seen along two vectors e and f across the ray, it is a point, and a facet is crossed if that point is on the same
/// side of its three edges.
inline bool Shell<3>::winds_around_origin(const Vec3d& towards) const {
  const double size = reach();
  if (!(size > 0x1p-300)) return false;  // or cubes of lengths might vanish
  const Vec3d ray = unit(towards);
  const Vec3d e = unit(detail::across(ray));
  const Vec3d f = cross(ray, e);
  // Products with unit vectors round three times, and their products with each other add up to 15 u.
  const double error = 4 * unit_roundoff * size, error2 = 16 * unit_roundoff * size * size;
  int turns = 0;
  for (int i = 0; i < count_; ++i) {
    if (key_[i] == infinity<double>) continue;
    const Corners t(*this, facet_[i]);
    double s[3], r[3], ahead[3];
    for (int k = 0; k < 3; ++k) {
      s[k] = dot(e, t.w[k]);
      r[k] = dot(f, t.w[k]);
      ahead[k] = dot(ray, t.w[k]);
    }
    double area = 0, crossing = 0, crossing_error = 0;
    int positive = 0, negative = 0;
    for (int k = 0; k < 3; ++k) {
      const double side = s[k] * r[next(k)] - r[k] * s[next(k)];
      area += side;
      const double height = ahead[next(next(k))];
      crossing += height * side;
      crossing_error += error * absolute(side) + 1.25 * error2 * absolute(height);  // four roundings more
      const int sign = certain_sign(side, error2);
      positive += sign > 0;
      negative += sign < 0;
    }
    if (positive > 0 && negative > 0) continue;
    if (ahead[0] < -error && ahead[1] < -error && ahead[2] < -error) continue;
    // Where the plane of the facet crosses the line of the ray, times a positive number.
    const int outward = certain_sign(area, 4 * error2), at = certain_sign(crossing * outward, crossing_error);
    if (at < 0) continue;
    if (at == 0 || positive + negative < 3) return false;
    turns += outward;
  }
  return turns != 0;
}

}  // namespace abut::detail
