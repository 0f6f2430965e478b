/// Triangles from files: STL (binary and ASCII), OBJ, PLY (ASCII, binary of either byte order), OFF, and mesh blocks
/// (mesh_block.hpp).
///
///     const auto file = io::read_mesh_file("part.stl");
///     if (!file) return report(file.error().text);  // "part.stl, byte 184: the file ends within triangle 2 ..."
///     const auto part = Mesh3d::from(file->vertices, file->triangles);
///
/// Every coordinate is the double that is nearest to the decimal in the file, or the binary number itself: nothing goes
/// through float. Units and axes are those of the file.
///
/// Guarantee: whatever the bytes are, reading ends in at least one triangle, with finite coordinates and indices in
/// range, or in an error that says where and why. It takes time n log n and memory in proportion to the size of the
/// file, not to the counts that it states. No exception leaves.
///
/// The target is abut::io; the core of the library reads no files.
#pragma once

#include <abut/expected.hpp>
#include <abut/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace abut::io {

enum class MeshFormat { stl, obj, ply, off, block };

/// The format as text: "STL".
constexpr const char* to_string(MeshFormat format) {
  switch (format) {
    case MeshFormat::stl: return "STL";
    case MeshFormat::obj: return "OBJ";
    case MeshFormat::ply: return "PLY";
    case MeshFormat::off: return "OFF";
    case MeshFormat::block: return "mesh block";
  }
  return "unknown";
}

/// What a file says about a surface. Polygons are fans of triangles about their first vertex.
///
/// An STL file repeats its vertices for every triangle: those with equal coordinates become one. The other formats
/// share vertices by index, and theirs stay as they are.
struct MeshFile {
  MeshFormat format = MeshFormat::stl;
  std::vector<Vec3d> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  /// OBJ: lines that are neither vertices nor faces, comments left out; PLY: rows of other elements.
  std::size_t skipped = 0;
};

/// Why a file gives no triangles.
struct MeshFileError {
  enum class Kind {
    unreadable,          ///< there is no such file, or it is a folder, or reading fails
    unknown_format,      ///< neither its name nor its beginning is that of a format
    malformed,           ///< not what the format asks for
    truncated,           ///< it ends before what it says it holds
    index_out_of_range,  ///< a face refers to a vertex that is not there
    not_finite,          ///< a coordinate is NaN, or infinite, or too large for double
    no_triangles,        ///< a cloud of points, or nothing
    too_large,           ///< more triangles than a mesh may have, or than there is memory for
    unwritable,          ///< of io::write_block: there is no such folder, or writing fails
  };
  Kind kind;
  std::string text;  ///< a sentence for a person, which begins with the file and the line or byte
};

/// Reads a file. The format is that of the beginning of the file, or of its name: .stl, .obj, .ply, .off, .abutmesh.
Expected<MeshFile, MeshFileError> read_mesh_file(const std::string& path);

/// The same of bytes in memory. `name` is for messages; the format is found as above, unless it is given.
Expected<MeshFile, MeshFileError> read_mesh(std::string_view bytes, std::string_view name,
                                            std::optional<MeshFormat> format = {});

}  // namespace abut::io
