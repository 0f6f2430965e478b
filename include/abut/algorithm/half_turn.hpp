/// A vector of A and one of B, each turned by its own rotation: what the halves of two segments need, once each.
///
/// By the quaternion itself, which for a single vector takes half as long as making a matrix first (turns.hpp), and errs more.
#pragma once

#include <abut/algorithm/turns.hpp>

namespace abut::detail {

/// False for numbers so small that products of two may have lost bits at the end of the range, so large that they overflow, or not finite.
ABUT_INLINE bool are_products_kept(Both square) { return between(square, 0x1p-900, 0x1p900) == 0b11U; }

template <int D>
struct HalfTurn;

/// Error of a turned vector, in units of u times its length: 2.5 for the products and their sum, 3 for 1 / |q|, 1 for the last.
template <>
struct HalfTurn<2> {
  static constexpr double roundings = 7;
  Both c, s, over_length;
  bool is_valid;

  ABUT_INLINE explicit HalfTurn(const RotationPair<2>& q) : c(q.c), s(q.s) {
    const Both square = c * c + s * s;
    is_valid = are_products_kept(square);
    over_length = Both::twice(1) / square_root(square);
  }
  ABUT_INLINE BothVec<2> turned(const BothVec<2>& v) const {
    return BothVec<2>{{c * v.x[0] - s * v.x[1], s * v.x[0] + c * v.x[1]}} * over_length;
  }
};

/// v + 2 (w t + r x t) / |q|^2, t = r x v, for q = (w, r). Error of a turned vector, in units of u times its length, with sines and
/// cosines S, C of half the angle: 2.16 S for t (a cross product rounds by 2 / sqrt 3 for its products and 1 for its difference), from
/// that and their own roundings 3.16 S C + 4.32 S^2 for the terms of the sum and S for the sum, all of this twice; 2 S (4 + 1) for
/// 1 / |q|^2 and the product with it; 1 for the last sum. At most 22.1.
template <>
struct HalfTurn<3> {
  static constexpr double roundings = 22.25;
  Both w, two_over_square;
  BothVec<3> r;
  bool is_valid;

  ABUT_INLINE explicit HalfTurn(const RotationPair<3>& q) : w(q.w), r{{q.x, q.y, q.z}} {
    const Both square = (w * w + r.x[0] * r.x[0]) + (r.x[1] * r.x[1] + r.x[2] * r.x[2]);
    is_valid = are_products_kept(square);
    two_over_square = Both::twice(2) / square;
  }
  ABUT_INLINE BothVec<3> turned(const BothVec<3>& v) const {
    const BothVec<3> t = cross(r, v);
    return v + (t * w + cross(r, t)) * two_over_square;
  }
};

}  // namespace abut::detail
