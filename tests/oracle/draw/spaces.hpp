/// The scalars and dimensions for which properties without poses are tested.
#pragma once

#include <gtest/gtest.h>

namespace oracle {

template <class Scalar, int Dimension>
struct Space {
  using T = Scalar;
  static constexpr int D = Dimension;
};
using Spaces = ::testing::Types<Space<float, 2>, Space<float, 3>, Space<double, 2>, Space<double, 3>>;

}  // namespace oracle
