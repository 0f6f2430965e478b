/// Decimals for people, rounded outward.
#pragma once

#include "io/json_writer.hpp"

#include <abut/vec.hpp>

#include <string>

namespace abut::tool {

/// A decimal of `digits` digits that is not above x (Toward::down) or not below it (Toward::up).
std::string outward(double x, Toward toward, int digits);

/// "[lower, upper]", rounded outward, with the digits that T has.
template <Scalar T>
std::string interval(T lower, T upper) {
  constexpr int digits = std::same_as<T, float> ? 8 : 16;
  return '[' + outward(lower, Toward::down, digits) + ", " + outward(upper, Toward::up, digits) + ']';
}

}  // namespace abut::tool
