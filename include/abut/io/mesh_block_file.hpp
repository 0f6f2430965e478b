/// Mesh blocks in files: a mesh or solid with its tree, ready to be asked. See mesh_block.hpp.
///
///     if (const auto error = io::write_block("part.abutmesh", part.bytes())) return report(error->text);
///     const auto bytes = io::read_block("part.abutmesh");
///     if (!bytes) return report(bytes.error().text);
///     const auto view = MeshView3d::from_bytes(*bytes);      // or Mesh3d::from_bytes, which copies
///     if (!view) return report(io::text_of("part.abutmesh", view.error()));
///
/// A file may be mapped into memory as well: it is what from_bytes() takes. io::read_mesh_file() reads it, too, as the
/// triangles that are in it.
///
/// Guarantee: a file is written whole or not at all. It has a temporary name in the same folder until all of it is
/// written. No exception leaves.
#pragma once

#include <abut/io/mesh_file.hpp>
#include <abut/mesh_block.hpp>

#include <span>

namespace abut::io {

/// Replaces the file, or makes it. Nothing, if that succeeded.
[[nodiscard]] std::optional<MeshFileError> write_block(const std::string& path, std::span<const std::byte> bytes);

/// The bytes of a file, at an address that a view takes. They are not checked.
Expected<std::vector<std::byte>, MeshFileError> read_block(const std::string& path);

/// "part.abutmesh, byte 1344: the node has a box that is not the smallest around what is below (node 2)".
std::string text_of(std::string_view name, const MeshBlockError& error);

}  // namespace abut::io
