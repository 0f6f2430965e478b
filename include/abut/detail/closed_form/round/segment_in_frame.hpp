/// A point or a segment, the core of a ball or capsule, as it is seen from the frame of the other shape.
///
/// In that frame the other shape's numbers are the given ones, exact. Only the segment is rounded, by no more than
/// `error` at any of its points, and then its distance from any set, signed or not, is off by no more than that. So
/// whatever is computed from these numbers is proven by adding one error, and no rotation of a direction rounds again.
#pragma once

#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

/// The points center + s half, -1 <= s <= 1. Lengths are in the scale of the difference.
template <int D>
struct SegmentInFrame {
  using V = Vec<double, D>;

  V center{}, half{};  ///< relative to a point that the other shape chooses
  double error = 0;    ///< how far a point of it may be from the true one
  double reach = 0;    ///< |center| + 2 |half|: a point of it is rounded by u times that
  bool is_point = true;
  V world_center{}, world_half{};  ///< along the axes of the world, relative to the origin of A's frame

  ABUT_INLINE V at(double s) const { return is_point ? center : center + half * s; }
  ABUT_INLINE V in_world(double s) const { return is_point ? world_center : world_center + world_half * s; }
};

/// Rotates a vector of the shape into the world: of A if `side` is 0, of B if it is 1.
template <int D>
ABUT_INLINE Vec<double, D> to_world(const MatrixPair<D>& m, int side, const Vec<double, D>& v) {
  Vec<double, D> r;
  for (int i = 0; i < D; ++i) {
    r[i] = m.entry(i, 0).ab[side] * v[0] + m.entry(i, 1).ab[side] * v[1];
    if constexpr (D == 3) r[i] += m.entry(i, 2).ab[side] * v[2];
  }
  return r;
}

/// Rotates a vector of the world into the frame of the shape.
template <int D>
ABUT_INLINE Vec<double, D> to_local(const MatrixPair<D>& m, int side, const Vec<double, D>& v) {
  Vec<double, D> r;
  for (int i = 0; i < D; ++i) {
    r[i] = m.entry(0, i).ab[side] * v[0] + m.entry(1, i).ab[side] * v[1];
    if constexpr (D == 3) r[i] += m.entry(2, i).ab[side] * v[2];
  }
  return r;
}

template <int D>
ABUT_INLINE double length_of(const Vec<double, D>& v) {
  return square_root(norm_squared(v));
}

/// The segment of a difference, which is its shape B if `side` is 1, seen from the other shape's frame relative to
/// `origin`, a point of that frame.
///
/// The errors of its points, in units of u. Placed: half a sum and half a difference (1 each of |center| and |half|),
/// both rotated (R each), the difference of the positions (1), its sum with the center (1), both rotated back (R each),
/// and the difference to the origin (1). R is rotation_roundings, 0 for a shape that is not placed. Otherwise: two
/// differences and half a sum (2 of |center| and 1 of |half|), half a difference (1 of |half|).
template <class Set, class Core>
ABUT_INLINE SegmentInFrame<Set::D> segment_in_frame(const Set& set, const Core& core, int side,
                                                    const Vec<double, Set::D>& origin) {
  using V = Vec<double, Set::D>;
  constexpr double u = unit_roundoff;
  SegmentInFrame<Set::D> r;
  const V first = set.scaled(vertex(core, 0));
  r.is_point = core_vertices(core) == 1;
  const V last = r.is_point ? first : set.scaled(vertex(core, 1));
  const V center = r.is_point ? first : (first + last) * 0.5;
  if (!r.is_point) r.half = (last - first) * 0.5;
  if constexpr (Set::posed) {
    const auto& m = set.matrices();
    const V& t = set.translation();
    const V image = to_world(m, side, center);
    const V seen = side == 1 ? image + t : image - t;
    r.world_center = side == 1 ? seen : image;
    r.center = to_local(m, 1 - side, seen) - origin;
    const double own = (side == 1 ? set.is_placed_b() : set.is_placed_a()) ? rotation_roundings<Set::D> : 0,
                 other = (side == 1 ? set.is_placed_a() : set.is_placed_b()) ? rotation_roundings<Set::D> : 0;
    const double of_center = length_of(center), of_t = length_of(t), of_both = of_center + of_t;
    r.reach = length_of(r.center);
    double error = of_center * own + of_t + of_both * (1 + other) + r.reach;
    if (!r.is_point) {
      r.world_half = to_world(m, side, r.half);
      r.half = to_local(m, 1 - side, r.world_half);
      const double of_half = length_of(r.half);
      r.reach += 2 * of_half;
      error += of_center + of_half * (1 + own + other);
    }
    r.error = error * u;
  } else {
    r.world_center = center;
    r.world_half = r.half;
    r.center = r.is_point ? first - origin : ((first - origin) + (last - origin)) * 0.5;
    const double of_half = length_of(r.half), of_center = length_of(r.center);
    r.reach = of_center + 2 * of_half;
    r.error = (2 * of_center + 2 * of_half) * u;
  }
  return r;
}

}  // namespace abut::detail
