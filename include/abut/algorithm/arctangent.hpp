/// The angle of a vector, the same bits on every machine.
///
/// The tangent of half an angle is sin / (1 + cos), so one square root halves it; four times halved, an angle of up to a quarter turn
/// leaves a series that is short. libm is not asked because its last bit differs between systems.
///
/// Guarantee: the relative error is at most 16 u. (Each halving: the root, the sum, the quotient, 3 u at most of which what came
/// before is left whole; the series and its sum: 3 u; truncated: below u/8.)
#pragma once

#include <abut/algorithm/rounding.hpp>

namespace abut::detail {

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

}  // namespace abut::detail
