/// Sums of products of three doubles without any rounding, for the sign of a determinant that rounding leaves open.
///
/// Reference: U. W. Kulisch, W. L. Miranker, "The Arithmetic of the Digital Computer: A New Approach" (1986). A product
/// of three doubles is a multiple of 2^-3222 and less than 2^3072 in absolute value, so that a fixed-point number of
/// 6304 bits holds it. It is kept as limbs of 32 bits, each with a sign and room for the carries of 2^30 products; they
/// are carried over only to read the sign.
///
/// Guarantee: exact for all finite doubles, subnormal ones included: nothing overflows or underflows.
#pragma once

#include <bit>
#include <cstdint>

namespace abut::detail {

class ExactSum {
 public:
  /// Adds x y z, of finite numbers.
  void add(double x, double y, double z) {
    if (x == 0 || y == 0 || z == 0) return;
    const Parts a(x), b(y), c(z);
    const int place = a.exponent + b.exponent + c.exponent - 3;  // of the lowest bit of the product, above 2^-3222
    const int low = place / 32;
    std::uint32_t digits[6] = {};
    set(digits, a.mantissa, place % 32);
    multiply(digits, b.mantissa);
    multiply(digits, c.mantissa);
    const bool negative = (a.negative != b.negative) != c.negative;
    for (int i = 0; i < 6; ++i) limb_[low + i] += negative ? -std::int64_t{digits[i]} : std::int64_t{digits[i]};
    lowest_ = low < lowest_ ? low : lowest_;
    highest_ = low + 5 > highest_ ? low + 5 : highest_;
  }
  void subtract(double x, double y, double z) { add(-x, y, z); }

  int sign() const {
    std::int64_t carry = 0;
    bool is_zero = true;
    for (int i = lowest_; i <= highest_; ++i) {
      const std::int64_t limb = limb_[i] + carry;
      is_zero = is_zero && static_cast<std::uint32_t>(limb) == 0;
      carry = limb >> 32;  // rounds down: what remains of the limb is not negative
    }
    return carry < 0 ? -1 : carry > 0 || !is_zero ? 1 : 0;
  }

 private:
  static constexpr int limbs = 197;  // the highest begins at bit (3 * 2046 - 3) / 32 + 5

  /// x = mantissa 2^(exponent - 1075).
  struct Parts {
    std::uint64_t mantissa;
    int exponent;
    bool negative;

    explicit Parts(double x) {
      const auto bits = std::bit_cast<std::uint64_t>(x);
      const auto field = static_cast<int>((bits >> 52) & 0x7ff);
      const std::uint64_t fraction = bits & 0xfffffffffffffULL;
      mantissa = field == 0 ? fraction : fraction | 0x10000000000000ULL;
      exponent = field == 0 ? 1 : field;
      negative = bits >> 63 != 0;
    }
  };

  /// m 2^shift, of a mantissa and a shift below 32.
  static void set(std::uint32_t (&digits)[6], std::uint64_t m, int shift) {
    const std::uint64_t low = (m & 0xffffffffU) << shift, high = ((m >> 32) << shift) + (low >> 32);
    digits[0] = static_cast<std::uint32_t>(low);
    digits[1] = static_cast<std::uint32_t>(high);
    digits[2] = static_cast<std::uint32_t>(high >> 32);
  }
  /// Times a mantissa. The product of three mantissas, shifted, has at most 190 bits.
  static void multiply(std::uint32_t (&digits)[6], std::uint64_t m) {
    const std::uint64_t low = m & 0xffffffffU, high = m >> 32;
    std::uint64_t carry = 0, below = 0;  // `high` counts from the next digit on
    for (std::uint32_t& digit : digits) {
      const std::uint64_t d = digit;
      const std::uint64_t sum = d * low + (carry & 0xffffffffU);
      const std::uint64_t rest = below * high + (sum & 0xffffffffU);
      digit = static_cast<std::uint32_t>(rest);
      carry = (carry >> 32) + (sum >> 32) + (rest >> 32);
      below = d;
    }
  }

  std::int64_t limb_[limbs] = {};
  int lowest_ = limbs, highest_ = -1;
};

}  // namespace abut::detail
