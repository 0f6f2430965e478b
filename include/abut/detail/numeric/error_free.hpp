/// Error-free transformations: sums and products of doubles as unevaluated sums of two doubles, and a dot product that
/// uses them.
///
/// References: D. E. Knuth, "The Art of Computer Programming", vol. 2 (1969), for the sum; T. J. Dekker, "A
/// Floating-Point Technique for Extending the Available Precision" (1971), for the product.
///
/// Guarantee: sums and products are exact unless one overflows or underflows. Compile without contraction, as for
/// everything in abut.
#pragma once

namespace abut::detail {

/// The unevaluated sum high + low. `high` is the rounded result of an operation, `low` its rounding error.
struct Exact {
  double high, low;
};

/// a + b = high + low.
constexpr Exact exact_sum(double a, double b) {
  const double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

/// a * b = high + low.
constexpr Exact exact_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const double ca = splitter * a, cb = splitter * b;
  const double ah = ca - (ca - a), al = a - ah, bh = cb - (cb - b), bl = b - bh;
  const double p = a * b;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}

/// a1 b1 + a2 b2 + a3 b3 + a4 b4 as if computed with twice the digits and rounded once (Ogita, Rump and Oishi 2005).
constexpr double accurate_dot(double a1, double b1, double a2, double b2, double a3, double b3, double a4, double b4) {
  const Exact p1 = exact_product(a1, b1), p2 = exact_product(a2, b2);
  const Exact p3 = exact_product(a3, b3), p4 = exact_product(a4, b4);
  const Exact s1 = exact_sum(p1.high, p2.high), s2 = exact_sum(s1.high, p3.high), s3 = exact_sum(s2.high, p4.high);
  return s3.high + (((p1.low + p2.low) + (p3.low + p4.low)) + ((s1.low + s2.low) + s3.low));
}

}  // namespace abut::detail
