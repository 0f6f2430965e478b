/// The readers of the formats. Each throws ReadError.
#pragma once

#include "read_error.hpp"

#include <abut/mesh_block.hpp>

namespace abut::io {

MeshFile read_stl(std::string_view bytes);
MeshFile read_obj(std::string_view bytes);
MeshFile read_ply(std::string_view bytes);
MeshFile read_off(std::string_view bytes);
MeshFile read_block(std::string_view bytes);

/// Whether bytes are those of a file of the format, as far as can be seen without reading them all.
bool looks_like_stl(std::string_view bytes);
bool looks_like_ply(std::string_view bytes);
bool looks_like_off(std::string_view bytes);
bool looks_like_block(std::string_view bytes);

/// "the leaf holds other vertices than its parts have (leaf 3)".
std::string reason_of(const MeshBlockError& error);

}  // namespace abut::io
