/// A hull as bytes, which one module writes and another reads: the modules have memories of their own, and the one that
/// builds hulls is not the one that asks about them.
///
/// The bytes are an abut_hull, the HullData that it points to, and the arrays that this points to, each aligned to 64
/// bytes. Addresses are offsets from the first byte until the hull is unpacked where it lies. The modules of a package
/// come from one compiler, so the layout is the same in all.
#pragma once

#include "operand/hull_handle.hpp"

#include <abut.h>
#include <abut/hull.hpp>

#include <cstddef>

extern "C" {

/// Writes the hull and returns the number of bytes; with null only the number.
std::size_t abut_hull_pack(const abut_hull* hull, std::byte* bytes);

/// Turns bytes, which lie at a multiple of 64, into a hull, and returns it. It is freed with the bytes.
const abut_hull* abut_hull_unpack(std::byte* bytes);
}

namespace abut::c_api {

inline constexpr std::size_t packed_alignment = 64;

template <Scalar T, int D>
struct PackedHull {
  abut_hull handle;
  detail::HullData<T, D> data;
};

/// Calls f with every pointer to an array.
template <Scalar T, int D, class F>
void for_each_array(detail::HullData<T, D>& data, F f) {
  f(data.vertices);
  f(data.neighbors_begin);
  f(data.neighbors);
  f(data.table.orthants.fours);
  f(data.table.orthants.vertices);
  f(data.table.orthants.guesses);
  f(data.table.narrow);
  f(data.table.wide);
  f(data.table.lists);
  f(data.planes.fours);
  f(data.planes.faces);
}

}  // namespace abut::c_api
