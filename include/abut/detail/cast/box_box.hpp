/// A box cast at a box by the separating axis test: the last axis to overlap gives the time, a plane and two points
/// prove it.
///
/// The face normals of B - A are the axes of A, those of B, and the cross products of their pairs: 15 directions. Along
/// each of them the intervals of the two boxes begin to overlap at one time and cease at another (S. Gottschalk, M. Lin
/// and D. Manocha, "OBBTree", 1996). The boxes meet when the last axis begins to overlap, unless another has ceased
/// before that; then a corner is on a face, or two edges cross.
///
/// Guarantee: as in cast/gjk_ray_cast.hpp. The axis is a direction like any other, offered to the CastProof; the points
/// are points of the boxes, however they were found. What remains open (contact at the start, grazes) is left to the
/// method.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/closed_form/box_box.hpp>

namespace abut::detail {

class BoxBoxCast {
 public:
  using V = Vec3d;

  /// `t`: from the center of A to that of B; `m`: the motion of A.
  BoxBoxCast(const MatrixPair<3>& rotations, const V& t, const VecPair<3>& half, const V& m)
      : rotations_(rotations), half_(half), t_(t), m_(m) {
    measure(rotations_.to_local(t), rotations_.to_local(m));
  }

  /// The last axis to begin overlapping, from A to B; zero if there is none, or if the boxes overlap at the start.
  V last_axis() {
    ScalarPair latest = ScalarPair::twice(0);
    for (const Slab& s : slab_) latest = {greater(((s.middle - s.extent) / s.speed).ab, latest.ab)};
    latest = {greater(latest.ab, latest.swapped().ab)};
    if (!(latest.a() > 0) || !is_finite(latest.a())) return {};
    latest_ = latest.a();
    unsigned found = 0;
    for (int i = 0; i < 9; ++i) {
      found |= at_most(latest.ab, ((slab_[i].middle - slab_[i].extent) / slab_[i].speed).ab) << (2 * i);
    }
    if (found == 0) return {};
    last_ = std::countr_zero(found);
    return direction(last_);
  }

  /// Whether the boxes meet when A has moved by x, and at which point of B. `along`: the support point along
  /// last_axis().
  bool meets(const DifferencePoint<3>& along, const V& x, double width, V& point_b) const {
    return last_ < 6 ? corner_meets(along, x, width, point_b) : edges_meet(along, x, width, point_b);
  }

  /// Perpendicular to the motion, from the last axis to overlap and one that has ceased before; zero if there is none.
  V miss_axis() const {
    const ScalarPair latest = ScalarPair::twice(latest_);
    for (int i = 0; i < 9; ++i) {
      const unsigned out = above(latest * slab_[i].speed, slab_[i].middle + slab_[i].extent);
      if (out == 0) continue;
      const V in = direction(last_), far = direction(2 * i + ((out & 1U) != 0 ? 0 : 1));
      const V v = far * dot(in, m_) - in * dot(far, m_);
      return dot(v, t_) < 0 ? -v : v;
    }
    return {};
  }

 private:
  static constexpr double u = unit_roundoff;

  /// The projections on one axis, or two side by side: the offset of the centers, the boxes, the motion (not negative).
  struct Slab {
    ScalarPair middle, extent, speed;
  };

  /// The cosine between axis i of each box and axis k of the other.
  ABUT_INLINE ScalarPair cosine(int i, int k) const {
    ScalarPair sum = rotations_.entry(0, i) * rotations_.entry(0, k).swapped();
    for (int row = 1; row < 3; ++row) sum = sum + rotations_.entry(row, i) * rotations_.entry(row, k).swapped();
    return sum;
  }

  /// `t`, `m`: in the frame of each box. Slabs 0 to 2 belong to an axis of each box; the others to cross products of an
  /// own axis and one of the other box, where 3 to 5 are the same for both.
  ABUT_INLINE void measure(const VecPair<3>& t, const VecPair<3>& m) {
    const VecPair<3> other = half_.swapped();
    ScalarPair c[3][3], a[3][3];
    for (int i = 0; i < 3; ++i) {
      const int k = (i + 1) % 3;
      c[i][i] = cosine(i, i);
      c[i][k] = cosine(i, k);
      c[k][i] = c[i][k].swapped();
      a[i][i] = absolute(c[i][i]);
      a[i][k] = absolute(c[i][k]);
      a[k][i] = absolute(c[k][i]);
    }
    for (int i = 0; i < 3; ++i) {
      const ScalarPair extent = a[i][0] * other.x[0] + a[i][1] * other.x[1] + a[i][2] * other.x[2];
      slab_[i] = {ScalarPair{negated_by(t.x[i].ab, m.x[i].ab)}, half_.x[i] + extent, absolute(m.x[i])};
    }
    for (int n = 0; n < 6; ++n) {
      const int i = n % 3, k = (i + n / 3) % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      const ScalarPair middle = t.x[i2] * c[i1][k] - t.x[i1] * c[i2][k];
      const ScalarPair speed = m.x[i2] * c[i1][k] - m.x[i1] * c[i2][k];
      const ScalarPair own = half_.x[i1] * a[i2][k] + half_.x[i2] * a[i1][k];
      const ScalarPair others = other.x[k1] * a[i][k2] + other.x[k2] * a[i][k1];
      // The cross product of nearly parallel edges is pure rounding: the faces decide in its place.
      const ScalarPair sine = ScalarPair::twice(1) - c[i][k] * c[i][k];
      slab_[3 + n] = {ScalarPair{negated_by(middle.ab, speed.ab)}, own + others,
                      where_above(sine, ScalarPair::twice(least_sine), absolute(speed))};
    }
  }

  /// The least sine of the angle between two edges, squared. Their cross product is off by a few u, and its direction
  /// by 2^20 times that: about the root of u, below which the point where two such edges meet is determined by rounding
  /// too.
  static constexpr double least_sine = 0x1p-40;

  struct Axis {
    int a, b;  ///< the axes of A and of B; -1 if it is a face normal of the other box
  };
  static constexpr Axis axes[18] = {{0, -1}, {-1, 0}, {1, -1}, {-1, 1}, {2, -1}, {-1, 2}, {0, 0}, {0, 0}, {1, 1},
                                    {1, 1},  {2, 2},  {2, 2},  {0, 1},  {1, 0},  {1, 2},  {2, 1}, {2, 0}, {0, 2}};

  V column(int side, int i) const {
    return {rotations_.entry(0, i).ab[side], rotations_.entry(1, i).ab[side], rotations_.entry(2, i).ab[side]};
  }
  V across(int n) const {
    const auto [a, b] = axes[n];
    return b < 0 ? column(0, a) : a < 0 ? column(1, b) : cross(column(0, a), column(1, b));
  }
  /// Axis n, pointing the way that A moves.
  V direction(int n) const {
    const V v = across(n);
    return dot(v, m_) < 0 ? -v : v;
  }

  static double corner_at(double half, VertexId id, int i) { return (id >> i & 1U) != 0 ? half : -half; }

  /// A corner of one box on a face of the other: clamped to that box. Rotating into its frame adds to the error.
  bool corner_meets(const DifferencePoint<3>& along, const V& x, double width, V& point_b) const {
    const int side = last_ & 1, axis = last_ >> 1;
    const VecPair<3> offset = rotations_.to_local(along.w - x);
    double off = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
      const double half = half_.x[i].ab[side], corner = corner_at(half, side == 0 ? along.id_a : along.id_b, i);
      const double at = corner + (side == 0 ? offset.x[i].a() : -offset.x[i].b());
      const double in = i == axis ? corner : at > half ? half : at < -half ? -half : at;
      off += (at - in) * (at - in);
      size += absolute(offset.x[i].ab[side]) + half;
    }
    const double most = width - (rotation_roundings<3> + 4) * u * size;
    point_b = along.a + (side == 0 ? along.w : x);
    return most > 0 && off <= most * most;
  }

  /// Two edges that cross.
  bool edges_meet(const DifferencePoint<3>& along, const V& x, double width, V& point_b) const {
    const auto [i, k] = axes[last_];
    const V a = column(0, i), b = column(1, k), n = cross(a, b), w = along.w - x;
    const double over = 1 / norm_squared(n), ha = half_.x[i].a(), hb = half_.x[k].b();
    const double from_a = corner_at(ha, along.id_a, i), from_b = corner_at(hb, along.id_b, k);
    const auto clamped = [](double at, double half) { return at > half ? half : at < -half ? -half : at; };
    const double step_a = clamped(from_a + dot(w, cross(b, n)) * over, ha) - from_a;
    const double step_b = clamped(from_b + dot(w, cross(a, n)) * over, hb) - from_b;
    const V p = w + b * step_b - a * step_a;
    // The columns are off by 11 u, and these sums by no more than what the factor leaves.
    const double most = width - (rotation_roundings<3> + 4) * u * 2 * (ha + hb);
    point_b = along.a + along.w + b * step_b;
    return most > 0 && norm_squared(p) <= most * most;
  }

  const MatrixPair<3>& rotations_;
  const VecPair<3> half_;
  const V t_, m_;
  Slab slab_[9];
  double latest_ = 0;  ///< when the last axis begins to overlap, approximately
  int last_ = 0;       ///< that axis
};

}  // namespace abut::detail
