/// A box cast at a box: the axes of both say when it arrives, and a plane and two points prove it.
///
/// B - A has no faces but across the axes of A, of B, and of pairs of them: 15 directions, along each of which the moving box comes in at a time
/// and goes out at another (S. Gottschalk, M. Lin and D. Manocha, "OBBTree", 1996). It arrives when the last of them lets it in, if none has let it out before;
/// then a corner is on a face, or two edges cross.
///
/// Guarantee: as in cast/gjk_ray_cast.hpp. The axis is a direction like any other, offered to the CastProof; the points are points of the boxes, however they were
/// found. What they leave open (contacts at the start, grazes) is left to the method.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/closed_form/box_box.hpp>

namespace abut::detail {

class BoxBoxCast {
 public:
  using V = Vec3d;

  /// `t`: from the center of A to that of B; `m`: how A moves.
  BoxBoxCast(const MatrixPair<3>& turns, const V& t, const VecPair<3>& half, const V& m)
      : turns_(turns), half_(half), t_(t), m_(m) {
    measure(turns_.to_local(t), turns_.to_local(m));
  }

  /// The axis that lets A in last, from A to B; zero if there is none, or if A is there at the start.
  V last_in() {
    ScalarPair latest = ScalarPair::twice(0);
    for (const Slab& s : slab_) latest = larger((s.middle - s.reach) / s.speed, latest);
    latest = larger(latest, latest.swapped());
    if (!(latest.a() > 0) || !is_finite(latest.a())) return {};
    latest_ = latest.a();
    unsigned found = 0;
    for (int i = 0; i < 9; ++i) {
      found |= above_or_equal((slab_[i].middle - slab_[i].reach) / slab_[i].speed, latest) << (2 * i);
    }
    if (found == 0) return {};
    in_ = std::countr_zero(found);
    return direction(in_);
  }

  /// Where one box meets the other when A has come to x, if `along` is the support point along last_in(): the point of B.
  bool meets(const DifferencePoint<3>& along, const V& x, double width, V& point_b) const {
    return in_ < 6 ? corner_meets(along, x, width, point_b) : edges_meet(along, x, width, point_b);
  }

  /// Across the motion, from the axis that lets A in last and one that lets it out before; zero if there is none.
  V passing() const {
    const ScalarPair latest = ScalarPair::twice(latest_);
    for (int i = 0; i < 9; ++i) {
      const unsigned out = above(latest * slab_[i].speed, slab_[i].middle + slab_[i].reach);
      if (out == 0) continue;
      const V in = direction(in_), far = direction(2 * i + ((out & 1U) != 0 ? 0 : 1));
      const V v = far * dot(in, m_) - in * dot(far, m_);
      return dot(v, t_) < 0 ? -v : v;
    }
    return {};
  }

 private:
  static constexpr double u = unit_roundoff;

  /// Along one axis, or two side by side: of the way between the centers, the boxes, and the motion, which is not negative.
  struct Slab {
    ScalarPair middle, reach, speed;
  };

  ABUT_INLINE static ScalarPair larger(ScalarPair x, ScalarPair y) {
#if defined(__SSE2__)
    return {_mm_max_pd(x.ab, y.ab)};
#else
    return ScalarPair::of(x.a() > y.a() ? x.a() : y.a(), x.b() > y.b() ? x.b() : y.b());
#endif
  }
  ABUT_INLINE static unsigned above_or_equal(ScalarPair x, ScalarPair y) {
#if defined(__SSE2__)
    return static_cast<unsigned>(_mm_movemask_pd(_mm_cmpge_pd(x.ab, y.ab)));
#else
    return (x.a() >= y.a() ? 1U : 0U) | (x.b() >= y.b() ? 2U : 0U);
#endif
  }

  /// Axis i of each box along axis k of the other.
  ABUT_INLINE ScalarPair cosine(int i, int k) const {
    ScalarPair sum = turns_.entry(0, i) * turns_.entry(0, k).swapped();
    for (int row = 1; row < 3; ++row) sum = sum + turns_.entry(row, i) * turns_.entry(row, k).swapped();
    return sum;
  }

  /// `t`, `m`: as each box sees them. Slabs 0 to 2 are across an axis of each; the others across one of its own and one of the other,
  /// 3 to 5 the same on both sides.
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
      const ScalarPair reach = a[i][0] * other.x[0] + a[i][1] * other.x[1] + a[i][2] * other.x[2];
      slab_[i] = {ScalarPair{negated_by(t.x[i].ab, m.x[i].ab)}, half_.x[i] + reach, absolute(m.x[i])};
    }
    for (int n = 0; n < 6; ++n) {
      const int i = n % 3, k = (i + n / 3) % 3, i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      const ScalarPair middle = t.x[i2] * c[i1][k] - t.x[i1] * c[i2][k];
      const ScalarPair speed = m.x[i2] * c[i1][k] - m.x[i1] * c[i2][k];
      const ScalarPair own = half_.x[i1] * a[i2][k] + half_.x[i2] * a[i1][k];
      const ScalarPair others = other.x[k1] * a[i][k2] + other.x[k2] * a[i][k1];
      // Edges that are as good as parallel have no axis but rounding: the faces tell of them.
      const ScalarPair sine = ScalarPair::twice(1) - c[i][k] * c[i][k];
      slab_[3 + n] = {ScalarPair{negated_by(middle.ab, speed.ab)}, own + others,
                      where_above(sine, ScalarPair::twice(least_sine), absolute(speed))};
    }
  }

  /// Of the angle between two edges, squared. Their cross product is off by a few u, and its direction by 2^20 times that: about the root of u, below which
  /// the place where two such edges meet is a matter of rounding too.
  static constexpr double least_sine = 0x1p-40;

  struct Axis {
    int a, b;  ///< of A and of B; -1 if it is across a face of the other
  };
  static constexpr Axis axes[18] = {{0, -1}, {-1, 0}, {1, -1}, {-1, 1}, {2, -1}, {-1, 2}, {0, 0}, {0, 0}, {1, 1},
                                    {1, 1},  {2, 2},  {2, 2},  {0, 1},  {1, 0},  {1, 2},  {2, 1}, {2, 0}, {0, 2}};

  V column(int side, int i) const {
    return {turns_.entry(0, i).ab[side], turns_.entry(1, i).ab[side], turns_.entry(2, i).ab[side]};
  }
  V across(int n) const {
    const auto [a, b] = axes[n];
    return b < 0 ? column(0, a) : a < 0 ? column(1, b) : cross(column(0, a), column(1, b));
  }
  /// The way that A moves along it.
  V direction(int n) const {
    const V v = across(n);
    return dot(v, m_) < 0 ? -v : v;
  }

  static double corner_at(double half, VertexId id, int i) { return (id >> i & 1U) != 0 ? half : -half; }

  /// A corner of one box on a face of the other, which has the point nearest to it. What was turned into its frame is off by so much more.
  bool corner_meets(const DifferencePoint<3>& along, const V& x, double width, V& point_b) const {
    const int side = in_ & 1, axis = in_ >> 1;
    const VecPair<3> way = turns_.to_local(along.w - x);
    double off = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
      const double half = half_.x[i].ab[side], corner = corner_at(half, side == 0 ? along.id_a : along.id_b, i);
      const double at = corner + (side == 0 ? way.x[i].a() : -way.x[i].b());
      const double in = i == axis ? corner : at > half ? half : at < -half ? -half : at;
      off += (at - in) * (at - in);
      size += absolute(way.x[i].ab[side]) + half;
    }
    const double most = width - (rotation_roundings<3> + 4) * u * size;
    point_b = along.a + (side == 0 ? along.w : x);
    return most > 0 && off <= most * most;
  }

  /// Two edges that cross.
  bool edges_meet(const DifferencePoint<3>& along, const V& x, double width, V& point_b) const {
    const auto [i, k] = axes[in_];
    const V a = column(0, i), b = column(1, k), n = cross(a, b), w = along.w - x;
    const double over = 1 / norm_squared(n), ha = half_.x[i].a(), hb = half_.x[k].b();
    const double from_a = corner_at(ha, along.id_a, i), from_b = corner_at(hb, along.id_b, k);
    const auto cut = [](double at, double half) { return at > half ? half : at < -half ? -half : at; };
    const double way_a = cut(from_a + dot(w, cross(b, n)) * over, ha) - from_a;
    const double way_b = cut(from_b + dot(w, cross(a, n)) * over, hb) - from_b;
    const V p = w + b * way_b - a * way_a;
    // The columns are off by 11 u, and these sums by no more than the rest.
    const double most = width - (rotation_roundings<3> + 4) * u * 2 * (ha + hb);
    point_b = along.a + along.w + b * way_b;
    return most > 0 && norm_squared(p) <= most * most;
  }

  const MatrixPair<3>& turns_;
  const VecPair<3> half_;
  const V t_, m_;
  Slab slab_[9];
  double latest_ = 0;  ///< time, roughly
  int in_ = 0;         ///< the axis that belongs to it
};

}  // namespace abut::detail
