/// The triangles of a mesh block. The check is instantiated in place: this library links without that of the queries.
#include "formats.hpp"

#include <abut/detail/mesh/check.hpp>

namespace abut::io {

namespace {

/// What the index of an error counts; null if nothing.
const char* counted(MeshBlockError::Kind kind) {
  using BlockKind = MeshBlockError::Kind;
  switch (kind) {
    case BlockKind::not_finite:
    case BlockKind::welded: return "vertex ";
    case BlockKind::index_out_of_range:
    case BlockKind::unmatched_edge: return "part ";
    case BlockKind::child:
    case BlockKind::depth:
    case BlockKind::box: return "node ";
    case BlockKind::leaf:
    case BlockKind::leaf_vertex: return "leaf ";
    case BlockKind::component: return "component ";
    default: return nullptr;
  }
}

template <Scalar T>
MeshFile triangles_of(std::span<const std::byte> bytes) {
  const detail::BlockMemory memory = detail::block_memory(bytes.size());
  std::memcpy(memory.get(), bytes.data(), bytes.size());
  const std::byte* const block = memory.get()->bytes;
  detail::MeshCheck<T, 3> check({block, bytes.size()});
  if (!check.is_mesh()) fail(MeshFileError::Kind::malformed, Place::byte(check.error().byte), reason_of(check.error()));
  const detail::MeshBlock<T, 3> mesh(block);
  MeshFile file;
  for (const auto& v : mesh.vertices()) file.vertices.push_back(detail::widen(v));
  file.triangles.assign(mesh.parts().begin(), mesh.parts().end());
  return file;
}

}  // namespace

std::string reason_of(const MeshBlockError& error) {
  std::string text = to_string(error.kind);
  if (const char* const what = counted(error.kind))
    text += std::string(" (") + what + std::to_string(error.index) + ")";
  return text;
}

bool looks_like_block(std::string_view bytes) {
  const auto& magic = detail::MeshHeader::own_magic;
  return bytes.starts_with(std::string_view(magic.data(), magic.size()));
}

MeshFile read_block(std::string_view bytes) {
  detail::MeshHeader h{};
  std::memcpy(&h, bytes.data(), bytes.size() < sizeof h ? bytes.size() : sizeof h);
  if (h.dimension == 2) fail(MeshFileError::Kind::no_triangles, {}, "a mesh block in 2D: it holds segments");
  const std::span<const std::byte> all(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
  return h.scalar_size == sizeof(float) ? triangles_of<float>(all) : triangles_of<double>(all);
}

}  // namespace abut::io
