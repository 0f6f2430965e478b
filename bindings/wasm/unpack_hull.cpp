/// Reads a hull from bytes: see packed_hull.hpp.
#include "arguments.hpp"
#include "packed_hull.hpp"

#include <cstdint>

namespace abut::c_api {

namespace {

template <Scalar T, int D>
void unpack(std::byte* bytes) {
  auto& packed = *reinterpret_cast<PackedHull<T, D>*>(bytes);
  packed.handle.data = &packed.data;
  for_each_array(packed.data, [&]<class E>(const E*& array) {
    if (array != nullptr) array = reinterpret_cast<const E*>(bytes + reinterpret_cast<std::uintptr_t>(array));
  });
}

using Unpack = void(std::byte*);

constexpr Tables<Unpack> unpacks{&unpack<float, 2>, &unpack<float, 3>, &unpack<double, 2>, &unpack<double, 3>};

}  // namespace
}  // namespace abut::c_api

extern "C" const abut_hull* abut_hull_unpack(std::byte* bytes) {
  auto* hull = reinterpret_cast<abut_hull*>(bytes);
  (*abut::c_api::unpacks.of(hull->space))(bytes);
  return hull;
}
