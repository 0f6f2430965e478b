#include <abut/io/mesh_file.hpp>

#include "file_bytes.hpp"
#include "formats/formats.hpp"

#include <new>
#include <stdexcept>

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

struct FormatReader {
  MeshFormat format;
  std::string_view ending;
  MeshFile (*read)(std::string_view);
};
constexpr FormatReader readers[] = {{MeshFormat::stl, ".stl", read_stl},
                                    {MeshFormat::obj, ".obj", read_obj},
                                    {MeshFormat::ply, ".ply", read_ply},
                                    {MeshFormat::off, ".off", read_off},
                                    {MeshFormat::block, ".abutmesh", read_block}};

bool has_ending(std::string_view name, std::string_view ending) {
  if (name.size() < ending.size()) return false;
  name.remove_prefix(name.size() - ending.size());
  for (std::size_t i = 0; i < ending.size(); ++i) {
    const char c = name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
    if (c != ending[i]) return false;
  }
  return true;
}

/// A beginning that only one format has goes before the name.
MeshFormat format_of(std::string_view bytes, std::string_view name) {
  if (looks_like_ply(bytes)) return MeshFormat::ply;
  if (looks_like_off(bytes)) return MeshFormat::off;
  if (looks_like_block(bytes)) return MeshFormat::block;
  for (const FormatReader& reader : readers) {
    if (has_ending(name, reader.ending)) return reader.format;
  }
  if (looks_like_stl(bytes)) return MeshFormat::stl;
  fail(Kind::unknown_format, {},
       "not a mesh that is known: it begins neither as STL, PLY, OFF nor a mesh block, and its name does not end in "
       ".stl, .obj, .ply, .off or .abutmesh");
}

MeshFile read_as(MeshFormat format, std::string_view bytes) {
  for (const FormatReader& reader : readers) {
    if (reader.format != format) continue;
    MeshFile file = reader.read(bytes);
    file.format = format;
    return file;
  }
  fail(Kind::unknown_format, {}, "there is no such format");
}

/// "part.stl, line 3: what is wrong".
std::string text_of(std::string_view name, const ReadError& e) {
  std::string text(name);
  if (e.place.unit != Place::Unit::file) {
    text += e.place.unit == Place::Unit::line ? ", line " : ", byte ";
    text += std::to_string(e.place.number);
  }
  return text + ": " + e.text;
}

/// f(), or the error that ends it.
template <class F>
Expected<MeshFile, MeshFileError> guarded(std::string_view name, F f) {
  const char* const too_large = ": there is not enough memory for it; split the file";
  try {
    return f();
  } catch (const ReadError& e) {
    return MeshFileError{e.kind, text_of(name, e)};
  } catch (const std::bad_alloc&) {
    return MeshFileError{Kind::too_large, std::string(name) + too_large};
  } catch (const std::length_error&) {
    return MeshFileError{Kind::too_large, std::string(name) + too_large};
  }
}

MeshFile read_any(std::string_view bytes, std::string_view name, std::optional<MeshFormat> format) {
  if (bytes.empty()) fail(Kind::no_triangles, {}, "is empty");
  return read_as(format ? *format : format_of(bytes, name), bytes);
}

}  // namespace

Expected<MeshFile, MeshFileError> read_mesh(std::string_view bytes, std::string_view name,
                                            std::optional<MeshFormat> format) {
  return guarded(name, [&] { return read_any(bytes, name, format); });
}

Expected<MeshFile, MeshFileError> read_mesh_file(const std::string& path) {
  return guarded(path, [&] {
    const std::vector<std::byte> bytes = bytes_of(path);
    return read_any({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path, {});
  });
}

}  // namespace abut::io
