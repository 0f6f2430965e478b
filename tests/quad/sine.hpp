/// The judge of sine and cosine: any finite double, reduced with 1344 bits of pi computed here, then Taylor's series in
/// 113 bits. It shares neither table nor method with the library.
#pragma once

#include "quad/quad.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace abut::test {

/// A non-negative number below 2^32: word 0 is the integer part, the others the fraction, most significant first.
class FixedPoint {
 public:
  static constexpr int words = 43;

  FixedPoint() = default;
  explicit FixedPoint(std::uint32_t whole) { word_[0] = whole; }

  /// x >= 0, a multiple of 2^-1344.
  static FixedPoint from(double x) {
    FixedPoint r;
    for (std::uint32_t& w : r.word_) {
      w = static_cast<std::uint32_t>(x);
      x = (x - w) * 0x1p32;
    }
    return r;
  }

  Quad to_quad() const {
    Quad sum = 0;
    for (std::size_t i = words; i-- > 0;) sum = sum * Quad(0x1p-32) + Quad(word_[i]);
    return sum;
  }

  bool operator>=(const FixedPoint& other) const { return word_ >= other.word_; }

  FixedPoint& operator+=(const FixedPoint& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = words; i-- > 0; carry >>= 32) {
      carry += std::uint64_t{word_[i]} + other.word_[i];
      word_[i] = static_cast<std::uint32_t>(carry);
    }
    return *this;
  }

  FixedPoint& operator-=(const FixedPoint& other) {
    std::uint64_t borrow = 0;
    for (std::size_t i = words; i-- > 0;) {
      const std::uint64_t difference = std::uint64_t{word_[i]} - other.word_[i] - borrow;
      word_[i] = static_cast<std::uint32_t>(difference);
      borrow = difference >> 63;
    }
    return *this;
  }

  FixedPoint& operator/=(std::uint32_t divisor) {
    std::uint64_t rest = 0;
    for (std::uint32_t& w : word_) {
      rest = rest << 32 | w;
      w = static_cast<std::uint32_t>(rest / divisor);
      rest %= divisor;
    }
    return *this;
  }

  bool is_zero() const { return word_ == std::array<std::uint32_t, words>{}; }

 private:
  std::array<std::uint32_t, words> word_{};
};

/// factor * atan(1/n) = factor * (1/n - 1/(3 n^3) + 1/(5 n^5) - ...)
inline FixedPoint arctangent_of_inverse(std::uint32_t n, std::uint32_t factor) {
  FixedPoint power(factor), sum;
  power /= n;
  for (std::uint32_t k = 1; !power.is_zero(); k += 2) {
    FixedPoint term = power;
    term /= k;
    k % 4 == 1 ? sum += term : sum -= term;
    power /= n * n;
  }
  return sum;
}

/// pi / 2 = 8 atan(1/5) - 2 atan(1/239) (Machin 1706). Off by a few hundred units of the last of 1344 fractional bits.
inline const FixedPoint& half_pi() {
  static const FixedPoint value = [] {
    FixedPoint sum = arctangent_of_inverse(5, 8);
    sum -= arctangent_of_inverse(239, 2);
    return sum;
  }();
  return value;
}

struct QuadSineCosine {
  Quad sine, cosine;
};

/// For 0 <= x < 1.6. The terms are at most 1.6^k / k!, so that nothing cancels beyond two bits.
inline QuadSineCosine taylor(Quad x) {
  QuadSineCosine r{0, 0};
  Quad term = 1;
  for (int k = 0; k < 40; ++k) {
    (k % 2 == 0 ? r.cosine : r.sine) += k % 4 < 2 ? term : -term;
    term *= x / (k + 1);
  }
  return r;
}

/// x = m 2^k is doubled k times from m in [1, 2), and reduced below a quarter turn each time. Every doubling doubles
/// the error of pi / 2 as well: 2^1023 times 2^-1335 is still far below 2^-113.
inline QuadSineCosine sine_cosine(double angle) {
  const double x = std::fabs(angle);
  int exponent = 0;
  double m = std::frexp(x, &exponent) * 2;
  int doublings = exponent - 1;
  if (doublings < 0) m = x, doublings = 0;  // below 1 already

  unsigned quarter = 0;
  Quad rest = 0;
  if (x < 1) {
    rest = quad(x);
  } else {
    FixedPoint y = FixedPoint::from(m);
    for (int i = 0;; ++i) {
      if (y >= half_pi()) y -= half_pi(), ++quarter;
      if (i == doublings) break;
      y += FixedPoint(y);
      quarter *= 2;
    }
    rest = y.to_quad();
  }
  const QuadSineCosine t = taylor(rest);
  const Quad s = quarter % 2 == 0 ? t.sine : t.cosine, c = quarter % 2 == 0 ? t.cosine : t.sine;
  const Quad sine = quarter % 4 < 2 ? s : -s, cosine = (quarter + 1) % 4 < 2 ? c : -c;
  return {angle < 0 ? -sine : sine, cosine};
}

}  // namespace abut::test
