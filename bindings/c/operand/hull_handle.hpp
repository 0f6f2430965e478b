/// What an abut_hull is: the data of a hull of one space, wherever it lies.
#pragma once

#include <abut.h>
#include <abut/hull.hpp>

#include <concepts>
#include <cstdint>

struct abut_hull {
  std::int32_t space;
  const void* data;  ///< the abut::detail::HullData of the space
};

namespace abut::c_api {

template <Scalar T, int D>
inline constexpr std::int32_t space_of =
    std::same_as<T, float> ? (D == 2 ? ABUT_2F : ABUT_3F) : (D == 2 ? ABUT_2D : ABUT_3D);

/// The hull, which must be of this space.
template <Scalar T, int D>
HullView<T, D> view_of(const abut_hull& hull) {
  return HullView<T, D>(*static_cast<const detail::HullData<T, D>*>(hull.data));
}

}  // namespace abut::c_api
