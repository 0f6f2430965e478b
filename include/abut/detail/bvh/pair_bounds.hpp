/// Lower bounds of the distances between the boxes of two nodes, four pairs at a time.
///
/// Two boxes of different orientation are apart if there is a gap between the smallest boxes around them along the axes
/// of some frame, and their distance is at least the length of the gaps. Three frames are tried: that of A, that of B,
/// and one whose first axis is the normal of the nearest pair of parts so far. Along that one the gaps are the largest:
/// it is what closes most of the pairs.
///
/// The search is in float. With v = 2^-24, a center and a half side are off by 2 v of the reach r of the body, and by 7
/// v r more after the product with a rounded matrix (three products, two sums; the row sums of the matrix are below
/// 1.75); t by v |t|, and the sums with it and the two differences by 4 v of all lengths. In each frame that is less
/// than 32 v (|t| + r_a + r_b) for each gap: `slack`, which is taken off. What float loses to underflow is far less.
///
/// The parts of two leaves are bounded in the same way, along the normal's frame only. There a vertex of B is off by
/// 19 v r_b + 4 v |t| before and 13 v r_b + 7 v |t| after the product with the axes, one of A by 2 and 7 v r_a, the
/// difference by 5 v: less than simplex_slack.
#pragma once

#include <abut/detail/bvh/simplices.hpp>
#include <abut/detail/bvh/spheres.hpp>
#include <abut/detail/composite/relative_frame.hpp>

namespace abut::detail {

template <int D>
class PairBounds {
  using V = Vec<double, D>;

 public:
  static constexpr int frames = 3;

  explicit PairBounds(const RelativeFrame<D>& frame)
      : rotation_(frame.rotation()),
        translation_(frame.translation()),
        unit_a_(Float4::all(narrow<float>(0.5 * frame.unit_a()))),
        unit_b_(Float4::all(narrow<float>(0.5 * frame.unit_b()))) {
    Matrix<D> identity, transposed;
    for (int i = 0; i < D; ++i) {
      identity.row[i] = axis<double, D>(i);
      for (int k = 0; k < D; ++k) transposed.row[i][k] = rotation_.row[k][i];
    }
    set_frame(0, identity, rotation_);
    set_frame(1, transposed, identity);
    set_normal(translation_ != V{} ? translation_ : axis<double, D>(0));
    const double lengths = max_abs(translation_) + frame.reach_a() + frame.reach_b();
    slack_ = Float4::all(round_up<float>(0x1p-19 * lengths + frame.error()));
    simplex_slack_ = Float4::all(round_up<float>(simplex_slack * lengths + frame.error()));
  }

  /// What rounding may add to a bound of two parts.
  Float4 slack_of_simplices() const { return simplex_slack_; }

  /// The first axis of the third frame, in the frame of A: not zero, of any length.
  void set_normal(const V& normal) {
    Matrix<D> to_frame;
    to_frame.row[0] = normal * (1 / norm(normal));
    if constexpr (D == 2) {
      to_frame.row[1] = perpendicular(to_frame.row[0]);
    } else {
      const V across = perpendicular(to_frame.row[0]);
      to_frame.row[1] = across * (1 / norm(across));
      to_frame.row[2] = cross(to_frame.row[0], to_frame.row[1]);
    }
    Matrix<D> from_b;
    for (int i = 0; i < D; ++i) from_b.row[i] = transposed_times(rotation_, to_frame.row[i]);
    set_frame(2, to_frame, from_b);
  }

  /// The square to compare bounds with: boxes are further apart than `limit` if their bound exceeds it. The squares of
  /// a bound and their sums are off by less than 6 v of it, and by 2^-126.
  static float bound_limit(double limit) {
    const double squared = limit * limit;
    return squared < 0x1p100 ? round_up<float>(squared * (1 + 0x1p-20)) + 0x1p-120F : infinity<float>;
  }

  /// A vector of the frame of A along the axes of frame f.
  V along_axes(int f, const V& v) const {
    V r;
    for (int i = 0; i < D; ++i) {
      r[i] = 0;
      for (int k = 0; k < D; ++k) r[i] += double(from_a_[f][i][k]) * v[k];
    }
    return r;
  }

  /// The children of a node along the axes of each frame.
  struct Boxes {
    Float4 center[frames][D], half[frames][D];
  };
  void set_a(const BvhNode<D>& node, Boxes& box) const { set<0>(node, unit_a_, from_a_, box); }
  void set_b(const BvhNode<D>& node, Boxes& box) const {
    set<1>(node, unit_b_, from_b_, box);
    for (int f = 0; f < frames; ++f) {
      for (int i = 0; i < D; ++i) box.center[f][i] = box.center[f][i] + offset_[f][i];
    }
  }

  /// The squared bounds of child `k` of A and each child of B.
  template <int k>
  ABUT_INLINE Float4 find(const Boxes& a, const Boxes& b) const {
    const Float4 zero = Float4::all(0);
    Float4 most = zero;
    for (int f = 0; f < frames; ++f) {
      Float4 sum = zero;
      for (int i = 0; i < D; ++i) {
        const Float4 reach = b.half[f][i] + a.half[f][i].template spread<k>() + slack_;
        const Float4 gap = absolute(b.center[f][i] - a.center[f][i].template spread<k>()) - reach;
        const Float4 positive = larger(gap, zero);  // no gap, or NaN of a child that is none
        sum = sum + positive * positive;
      }
      most = larger(sum, most);
    }
    return most;
  }

  /// The parts of a leaf, in the frame of A.
  void set_a(const BvhLeaf<D>& leaf, Simplices<D>& s) const {
    const Float4 unit = unit_a_ + unit_a_;
    s = Simplices<D>::of(leaf);
    for (Float4Vec<D>& v : s.vertex) v = v * unit;
  }
  void set_b(const BvhLeaf<D>& leaf, Simplices<D>& s) const {
    const Float4 unit = unit_b_ + unit_b_;
    const Simplices<D> own = Simplices<D>::of(leaf);
    for (int k = 0; k < D; ++k) s.vertex[k] = turned(own.vertex[k] * unit, from_b_[0], offset_[0]);
  }

  void set_a(const BvhSpheres<D>& leaf, Spheres<D>& s) const {
    set_radii(leaf, unit_a_ + unit_a_, s);
    s.center = center_of(leaf, unit_a_ + unit_a_);
  }
  void set_b(const BvhSpheres<D>& leaf, Spheres<D>& s) const {
    set_radii(leaf, unit_b_ + unit_b_, s);
    s.center = turned(center_of(leaf, unit_b_ + unit_b_), from_b_[0], offset_[0]);
  }

  /// The boxes of four parts along the axes of the normal's frame.
  struct Extents {
    Float4 low[D], high[D];

    /// Part `k` in every lane.
    template <int k>
    ABUT_INLINE Extents spread() const {
      Extents one;
      for (int i = 0; i < D; ++i) {
        one.low[i] = low[i].template spread<k>();
        one.high[i] = high[i].template spread<k>();
      }
      return one;
    }
  };
  void set_extents(const Simplices<D>& s, Extents& e) const {
    for (int k = 0; k < D; ++k) {
      const Float4Vec<D> x = turned(s.vertex[k], from_a_[2]);
      for (int i = 0; i < D; ++i) {
        e.low[i] = k == 0 ? x.x[i] : smaller(x.x[i], e.low[i]);
        e.high[i] = k == 0 ? x.x[i] : larger(x.x[i], e.high[i]);
      }
    }
  }
  void set_extents(const Spheres<D>& s, Extents& e) const {
    const Float4Vec<D> x = turned(s.center, from_a_[2]);
    for (int i = 0; i < D; ++i) {
      e.low[i] = x.x[i] - s.radius;
      e.high[i] = x.x[i] + s.radius;
    }
  }
  /// The same of child 0 of a node.
  void set_extents(const Boxes& box, Extents& e) const {
    for (int i = 0; i < D; ++i) {
      e.low[i] = (box.center[2][i] - box.half[2][i]).template spread<0>();
      e.high[i] = (box.center[2][i] + box.half[2][i]).template spread<0>();
    }
  }

  /// The squared bounds of part `k` of A's leaf and each of B's.
  template <int k>
  ABUT_INLINE Float4 find(const Extents& a, const Extents& b) const {
    return find_each(a.template spread<k>(), b);
  }
  /// The squared bounds of the parts lane by lane.
  ABUT_INLINE Float4 find_each(const Extents& a, const Extents& b) const {
    const Float4 zero = Float4::all(0);
    Float4 sum = zero;
    for (int i = 0; i < D; ++i) {
      const Float4 gap = larger(b.low[i] - a.high[i], a.low[i] - b.high[i]) - simplex_slack_;
      const Float4 positive = larger(gap, zero);
      sum = sum + positive * positive;
    }
    return sum;
  }

 private:
  static Float4Vec<D> center_of(const BvhSpheres<D>& leaf, Float4 unit) {
    Float4Vec<D> r;
    for (int i = 0; i < D; ++i) r.x[i] = Float4::of(leaf.center[i]) * unit;
    return r;
  }
  static void set_radii(const BvhSpheres<D>& leaf, Float4 unit, Spheres<D>& s) {
    const Float4 given = Float4::of(leaf.radius), none = Float4::all(-infinity<float>);
    s.radius = absolute(given) * unit;
    s.inner = where_less(given, Float4::all(0), none, s.radius);
  }

  ABUT_INLINE static Float4Vec<D> turned(const Float4Vec<D>& v, const float (&turn)[D][D]) {
    Float4Vec<D> r;
    for (int i = 0; i < D; ++i) {
      r.x[i] = v.x[0] * Float4::all(turn[i][0]);
      for (int k = 1; k < D; ++k) r.x[i] = r.x[i] + v.x[k] * Float4::all(turn[i][k]);
    }
    return r;
  }
  ABUT_INLINE static Float4Vec<D> turned(const Float4Vec<D>& v, const float (&turn)[D][D], const Float4 (&offset)[D]) {
    Float4Vec<D> r = turned(v, turn);
    for (int i = 0; i < D; ++i) r.x[i] = r.x[i] + offset[i];
    return r;
  }

  void set_frame(int f, const Matrix<D>& from_a, const Matrix<D>& from_b) {
    // B's box is turned, then moved by t: the first frame has the axes of A, the second those of B.
    for (int i = 0; i < D; ++i) {
      offset_[f][i] = Float4::all(narrow<float>(dot(from_a.row[i], translation_)));
      for (int k = 0; k < D; ++k) {
        from_a_[f][i][k] = narrow<float>(from_a.row[i][k]);
        from_b_[f][i][k] = narrow<float>(from_b.row[i][k]);
      }
    }
  }

  /// `own` is the frame of the body itself, in which nothing is turned.
  template <int own>
  ABUT_INLINE static void set(const BvhNode<D>& node, Float4 half_unit, const float (&turn)[frames][D][D], Boxes& box) {
    for (int i = 0; i < D; ++i) {
      const Float4 low = Float4::of(node.lower[i]), high = Float4::of(node.upper[i]);
      box.center[own][i] = (low + high) * half_unit;
      box.half[own][i] = (high - low) * half_unit;
    }
    for (int f = 0; f < frames; ++f) {
      if (f == own) continue;
      for (int i = 0; i < D; ++i) {
        Float4 c = box.center[own][0] * Float4::all(turn[f][i][0]);
        Float4 h = box.half[own][0] * Float4::all(absolute(turn[f][i][0]));
        for (int k = 1; k < D; ++k) {
          c = c + box.center[own][k] * Float4::all(turn[f][i][k]);
          h = h + box.half[own][k] * Float4::all(absolute(turn[f][i][k]));
        }
        box.center[f][i] = c;
        box.half[f][i] = h;
      }
    }
  }

  const Matrix<D> rotation_;
  const V translation_;
  Float4 unit_a_, unit_b_, slack_, simplex_slack_;  // half units
  float from_a_[frames][D][D], from_b_[frames][D][D];
  Float4 offset_[frames][D];
};

}  // namespace abut::detail
