/// The readers of mesh files on bytes: sound triangles, no more than the bytes can hold, or an error.
#include <abut/io/mesh_file.hpp>

#include <cstdlib>

/// The first byte chooses the format, or that it be found out.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace abut;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::optional<io::MeshFormat> format;
  if (*data % 5 < 4) format = static_cast<io::MeshFormat>(*data % 5);
  const auto file = io::read_mesh(bytes, "bytes", format);
  if (!file) {
    if (!file.error().text.starts_with("bytes") || file.error().text.size() > 400) std::abort();
    return 0;
  }
  if (file->triangles.empty() || file->triangles.size() > size || file->vertices.size() > size) std::abort();
  for (const auto& triangle : file->triangles) {
    for (const std::uint32_t vertex : triangle) {
      if (vertex >= file->vertices.size()) std::abort();
    }
  }
  for (const Vec3d& vertex : file->vertices) {
    if (!is_finite(vertex)) std::abort();
  }
  return 0;
}
