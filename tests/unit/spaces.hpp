/// The scalars and dimensions of the typed tests: float and double, 2D and 3D; and the random numbers they share.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/vec.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace abut::test {

template <Scalar S, int Dimension>
struct Space {
  using T = S;
  static constexpr int D = Dimension;
  using V = Vec<T, D>;
};

using Spaces = ::testing::Types<Space<float, 2>, Space<float, 3>, Space<double, 2>, Space<double, 3>>;
using Scalars = ::testing::Types<float, double>;

/// The same numbers on every machine: only the engine of <random> is specified to the bit, its distributions
/// are not.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}

  double unit() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * unit(); }
  int integer(int low, int high) { return low + static_cast<int>(unit() * (high - low + 1)); }
  /// Any sign, any mantissa, exponent within [low, high].
  double spread(int low, int high) {
    const double m = uniform(1, 2);
    const double sign = unit() < 0.5 ? -1 : 1;  // in this order: that of function arguments is unspecified
    return std::ldexp(m * sign, integer(low, high));
  }

  /// Not inlined, as make_vec is: g++ 12 may otherwise skip the rounding to float (see
  /// numeric/float_rounding_test.cpp).
  template <Scalar T, int D>
  [[gnu::noinline]] Vec<T, D> vec(double half_width) {
    Vec<T, D> v;
    for (int i = 0; i < D; ++i) v[i] = static_cast<T>(uniform(-half_width, half_width));
    return v;
  }

 private:
  std::mt19937_64 engine_;
};

/// A vector of small integers; z is dropped in 2D.
template <Scalar T, int D>
[[gnu::noinline]] Vec<T, D> make_vec(double x, double y, double z = 0) {
  if constexpr (D == 2) {
    return {static_cast<T>(x), static_cast<T>(y)};
  } else {
    return {static_cast<T>(x), static_cast<T>(y), static_cast<T>(z)};
  }
}

}  // namespace abut::test
