/// Expansions: numbers as sums of doubles whose digits do not overlap, smallest first, with exact sums and products.
///
/// Reference: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates"
/// (1997), where the sum is called expansion-sum (theorem 12) and the product scale-expansion (theorem 19). Departure:
/// parts that are zero are dropped at once, so that numbers of few digits cost little.
///
/// Guarantee: exact unless a part overflows or underflows, which hull/cloud.hpp excludes.
#pragma once

#include <abut/detail/numeric/error_free.hpp>

namespace abut::detail::hull {

/// At most N parts.
template <int N>
struct Expansion {
  double part[N];  ///< only the first `count` have a value
  int count = 0;

  void append(double x) {
    if (x != 0) part[count++] = x;
  }
  double rounded() const {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += part[i];
    return sum;
  }
  int sign() const { return count == 0 ? 0 : part[count - 1] > 0 ? 1 : -1; }
};

inline Expansion<2> expansion_of(const Exact& x) {
  Expansion<2> e;
  e.append(x.low);
  e.append(x.high);
  return e;
}

template <int N>
Expansion<N> operator-(Expansion<N> e) {
  for (int i = 0; i < e.count; ++i) e.part[i] = -e.part[i];
  return e;
}

template <int M, int N>
Expansion<M + N> operator+(const Expansion<M>& e, const Expansion<N>& f) {
  Expansion<M + N> sum;
  for (int i = 0; i < e.count; ++i) sum.append(e.part[i]);
  for (int k = 0; k < f.count; ++k) {
    double carry = f.part[k];
    const int before = sum.count;
    sum.count = 0;
    for (int i = 0; i < before; ++i) {
      const Exact s = exact_sum(carry, sum.part[i]);
      carry = s.high;
      sum.append(s.low);
    }
    sum.append(carry);
  }
  return sum;
}

template <int N>
Expansion<2 * N> operator*(const Expansion<N>& e, double x) {
  Expansion<2 * N> product;
  if (e.count == 0) return product;
  const Exact first = exact_product(e.part[0], x);
  product.append(first.low);
  double carry = first.high;
  for (int i = 1; i < e.count; ++i) {
    const Exact p = exact_product(e.part[i], x);
    const Exact s = exact_sum(carry, p.low);
    product.append(s.low);
    const Exact t = exact_sum(p.high, s.high);
    product.append(t.low);
    carry = t.high;
  }
  product.append(carry);
  return product;
}

template <int N>
Expansion<4 * N> operator*(const Expansion<N>& e, const Expansion<2>& f) {
  const Expansion<2 * N> zero{};
  return (f.count > 0 ? e * f.part[0] : zero) + (f.count > 1 ? e * f.part[1] : zero);
}

}  // namespace abut::detail::hull
