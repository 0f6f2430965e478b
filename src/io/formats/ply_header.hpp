/// The header of a PLY file: which elements follow, and what a row of each consists of.
#pragma once

#include "read_error.hpp"

#include <optional>

namespace abut::io {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

constexpr bool is_integer(PlyType type) { return type != PlyType::float32 && type != PlyType::float64; }

/// In bytes.
constexpr std::size_t size_of(PlyType type) {
  switch (type) {
    case PlyType::int8:
    case PlyType::uint8: return 1;
    case PlyType::int16:
    case PlyType::uint16: return 2;
    case PlyType::int32:
    case PlyType::uint32:
    case PlyType::float32: return 4;
    case PlyType::float64: break;
  }
  return 8;
}

struct PlyProperty {
  std::string_view name;
  PlyType type;
  std::optional<PlyType> count;  ///< of a list
};

/// The corners of a face.
bool is_index_list(const PlyProperty& property);

struct PlyElement {
  std::string_view name;
  std::size_t count;
  std::vector<PlyProperty> properties;
};

struct PlyHeader {
  enum class Encoding { ascii, little_endian, big_endian };
  Encoding encoding;
  std::vector<PlyElement> elements;
  std::size_t size = 0;   ///< in bytes: where the data begin
  std::size_t lines = 0;  ///< in lines
};

/// The names are those in `bytes`. Fails unless there are elements `vertex` and `face` that can be read as a surface.
PlyHeader ply_header_of(std::string_view bytes);

}  // namespace abut::io
