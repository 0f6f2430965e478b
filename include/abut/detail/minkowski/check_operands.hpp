/// The requirements of every query on the types of its two shapes, each with a one-line error message.
#pragma once

#include <abut/support.hpp>

namespace abut::detail {

template <Shape A, Shape B>
consteval void check_operands() {
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one shape is 2D, the other 3D");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one shape is in float, the other in double");
}

}  // namespace abut::detail
