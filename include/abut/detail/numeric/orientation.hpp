/// Exact 2D orientation predicate: on which side of a line does a point lie?
///
/// The determinant is a sum of six products. Each is split into its rounded value and its rounding error, and the
/// twelve numbers are added up as an expansion: a sum of doubles whose digits do not overlap, so that its largest part
/// has the sign of the whole. Reference: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
/// Geometric Predicates" (1997). Departure: there is no fast path here; callers that need one have it
/// (hull/side.hpp).
///
/// Guarantee: the sign is that of the exact determinant unless a product overflows or underflows. For coordinates of at
/// most 4 that are 0 or at least 2^-480 none does. Compile without contraction, as for everything in abut.
#pragma once

#include <abut/detail/numeric/error_free.hpp>
#include <abut/vec.hpp>

namespace abut::detail {

/// Positive: a, b, c are in counter-clockwise order. Negative: clockwise. Zero: they are collinear, or two coincide.
constexpr int orientation(const Vec2d& a, const Vec2d& b, const Vec2d& c) {
  const Exact product[] = {exact_product(a.x, b.y),  exact_product(-a.y, b.x), exact_product(b.x, c.y),
                           exact_product(-b.y, c.x), exact_product(c.x, a.y),  exact_product(-c.y, a.x)};
  double part[12] = {};  // the expansion, smallest first
  int count = 0;
  for (int i = 0; i < 12; ++i) {
    double carry = i % 2 == 0 ? product[i / 2].low : product[i / 2].high;
    for (int k = 0; k < count; ++k) {
      const Exact s = exact_sum(carry, part[k]);
      part[k] = s.low;
      carry = s.high;
    }
    part[count++] = carry;
  }
  while (count > 0 && part[count - 1] == 0) --count;
  return count == 0 ? 0 : part[count - 1] > 0 ? 1 : -1;
}

}  // namespace abut::detail
