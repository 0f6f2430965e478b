/// Sine and cosine of any finite angle, and the angle of a vector, with the same bits on every machine. libm is not
/// used because its last bit differs between systems.
///
/// sine_cosine: up to 2^19 radians the angle is reduced with pi/2 in three parts (Cody and Waite, "Software Manual for
/// the Elementary Functions", 1980). A larger angle is multiplied by 2/pi in integers, keeping the 128 bits that
/// survive modulo 4 (Payne and Hanek, "Radian reduction for trigonometric functions", 1983), so a million turns lose
/// nothing. The remainder within [-pi/4, pi/4] goes through the Taylor series.
/// Guarantee: the absolute error of both is at most 2^-51 = 4 u for every finite angle. (Rounding of the remainder: 2 u
/// pi/4; truncated series: below u/8; its evaluation: below 2 u.)
///
/// arctangent: the tangent of half an angle is sin / (1 + cos), so one square root halves it. Halved four times, an
/// angle of up to 90 degrees needs a short series.
/// Guarantee: the relative error is at most 16 u. (Each halving adds 3 u at most for the root, the sum and the
/// quotient, and keeps the error before it; the series and its sum: 3 u; truncated: below u/8.)
#pragma once

#include <abut/detail/numeric/rounding.hpp>

namespace abut {

struct SineCosine {
  double sine, cosine;
};

namespace detail {

/// 32 bits of 2/pi = 0.b1 b2 b3 ... (binary), beginning with bit `first`; bits before b1 are zero.
constexpr std::uint32_t two_over_pi_bits(int first) {
  constexpr std::uint32_t words[] = {0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab,
                                     0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e,
                                     0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639, 0x835339f4, 0x9c845f8b,
                                     0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
                                     0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1,
                                     0x1f8d5d08, 0x56033046};
  constexpr int count = static_cast<int>(sizeof(words) / sizeof(words[0]));
  const auto word = [&](int k) { return k < 0 || k >= count ? std::uint64_t{0} : std::uint64_t{words[k]}; };
  const int k = (first - 1 + 4096) / 32 - 128;  // floor((first - 1) / 32), also for first < 1
  const int shift = first - 1 - 32 * k;
  return static_cast<std::uint32_t>(((word(k) << 32 | word(k + 1)) << shift) >> 32);
}

struct Quadrant {
  unsigned index;    ///< the number of quarter turns, modulo 4
  double remainder;  ///< radians in [-pi/4, pi/4]
};

/// For x >= 0 of any size (Payne and Hanek). With x = m 2^e, the bits of 2/pi up to b(e-2) contribute only whole
/// multiples of 4 quarter turns.
constexpr Quadrant reduce_angle(double x) {
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  const int biased = static_cast<int>(bits >> 52);
  const std::uint64_t m = (bits & 0xfffffffffffffULL) | (biased > 0 ? 0x10000000000000ULL : 0);
  const int e = (biased > 0 ? biased : 1) - 1075;

  // product = m * (128 bits of 2/pi from bit e - 1) modulo 2^128, least significant limb first.
  std::uint32_t window[4], product[4] = {};
  for (int i = 0; i < 4; ++i) window[3 - i] = two_over_pi_bits(e - 1 + 32 * i);
  const std::uint64_t factor[2] = {m & 0xffffffffULL, m >> 32};
  for (int j = 0; j < 2; ++j) {
    std::uint64_t carry = 0;
    for (int i = 0; i + j < 4; ++i) {
      const std::uint64_t sum = factor[j] * window[i] + product[i + j] + carry;
      product[i + j] = static_cast<std::uint32_t>(sum);
      carry = sum >> 32;
    }
  }

  // Two bits of quarter turns, then a fraction of a quarter turn; round to the nearest quarter.
  const std::uint64_t high = std::uint64_t{product[3]} << 32 | product[2];
  const std::uint64_t low = std::uint64_t{product[1]} << 32 | product[0];
  const std::uint64_t fraction = high << 2 | low >> 62;
  const std::uint64_t rest = low << 2;
  const bool up = (fraction >> 63) != 0;
  const double magnitude = up ? static_cast<double>(~fraction) * 0x1p-64 + static_cast<double>(~rest) * 0x1p-128
                              : static_cast<double>(fraction) * 0x1p-64 + static_cast<double>(rest) * 0x1p-128;
  constexpr double half_pi = 0x1.921fb54442d18p+0;
  const unsigned index = static_cast<unsigned>(high >> 62) + (up ? 1U : 0U);
  return {index & 3U, (up ? -magnitude : magnitude) * half_pi};
}

/// For 0 <= x < 2^19 (Cody and Waite): pi/2 in three parts, of which the first two have 33 bits each, so that their
/// products with up to 2^19 quarter turns are exact. The first subtraction is exact too, the others round once each.
constexpr Quadrant reduce_small_angle(double x) {
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1, to_integer = 0x1.8p52;
  constexpr double high = 0x1.921fb544p+0, middle = 0x1.0b4611a6p-34, low = 0x1.3198a2e037073p-69;
  const double turns = (x * two_over_pi + to_integer) - to_integer;
  return {static_cast<unsigned>(turns) & 3U, ((x - turns * high) - turns * middle) - turns * low};
}

/// 1 / n!, the nearest double.
constexpr double inverse_factorial(int n) {
  double product = 1;  // exact up to 18!
  for (int k = 2; k <= n; ++k) product *= k;
  return 1 / product;
}

/// The sum of (-1)^k z^k / (2k + First)!, k = 0 ... 7, by Horner's rule in z^2 for even and for odd k: the dependency
/// chain is half as long.
template <int First>
constexpr double alternating_series(double z) {
  constexpr double c[] = {inverse_factorial(First),      inverse_factorial(First + 2), inverse_factorial(First + 4),
                          inverse_factorial(First + 6),  inverse_factorial(First + 8), inverse_factorial(First + 10),
                          inverse_factorial(First + 12), inverse_factorial(First + 14)};
  const double zz = z * z;
  const double even = c[0] + zz * (c[2] + zz * (c[4] + zz * c[6]));
  const double odd = c[1] + zz * (c[3] + zz * (c[5] + zz * c[7]));
  return even - z * odd;
}

}  // namespace detail

/// An angle that is not finite gives sine 0 and cosine 1: callers check their arguments.
constexpr SineCosine sine_cosine(double angle) {
  if (!is_finite(angle)) return {0.0, 1.0};
  const double x = detail::absolute(angle);
  const detail::Quadrant q = x < 0x1p19 ? detail::reduce_small_angle(x) : detail::reduce_angle(x);
  const double z = q.remainder * q.remainder;
  const double s = q.remainder - q.remainder * z * detail::alternating_series<3>(z);
  const double c = 1 - (0.5 * z - z * z * detail::alternating_series<4>(z));
  const double sine = q.index == 0 ? s : q.index == 1 ? c : q.index == 2 ? -s : -c;
  const double cosine = q.index == 0 ? c : q.index == 1 ? -s : q.index == 2 ? -c : s;
  return {angle < 0 ? -sine : sine, cosine};
}

namespace detail {

/// The angle in [0, pi] of the vector (x, y), y >= 0; 0 for the zero vector.
inline double arctangent(double y, double x) {
  constexpr double pi = 0x1.921fb54442d18p+1;
  const double most = absolute(x) > y ? absolute(x) : y;
  if (!(most > 0)) return 0;
  const double s = inverse_power_of_two(most);
  const double sine = y * s, cosine = absolute(x) * s;
  double z = sine / (cosine + square_root(cosine * cosine + sine * sine));
  for (int i = 0; i < 3; ++i) z = z / (1 + square_root(1 + z * z));
  const double squared = z * z;  // at most 0.0097
  double sum = 0;
  for (int k = 17; k > 1; k -= 2) sum = (1.0 / k - sum) * squared;
  const double angle = 16 * (z - z * sum);
  return x < 0 ? pi - angle : angle;
}

}  // namespace detail
}  // namespace abut
