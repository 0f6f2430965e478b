/// The readers of the formats. Each throws ReadError.
#pragma once

#include "read_error.hpp"

namespace abut::io {

MeshFile read_stl(std::string_view bytes);
MeshFile read_obj(std::string_view bytes);
MeshFile read_ply(std::string_view bytes);
MeshFile read_off(std::string_view bytes);

/// Whether bytes are those of a file of the format, as far as can be seen without reading them all.
bool looks_like_stl(std::string_view bytes);
bool looks_like_ply(std::string_view bytes);
bool looks_like_off(std::string_view bytes);

}  // namespace abut::io
