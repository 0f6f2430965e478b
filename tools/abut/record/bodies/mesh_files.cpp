#include "record/bodies/mesh_files.hpp"

#include "record/bodies/solid.hpp"
#include "record/record_error.hpp"

#include <fmt/format.h>

namespace abut::tool {

template <class Key, class Value>
template <class Make>
const Value& MeshFiles::Once<Key, Value>::get(const Key& key, Make make) {
  std::shared_ptr<Slot> slot;
  {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<Slot>& found = slots_[key];
    if (found == nullptr) found = std::make_shared<Slot>();
    slot = found;
  }
  std::call_once(slot->made, [&] { slot->value = std::make_unique<const Value>(make()); });
  return *slot->value;  // slots stay as long as this
}

template <Scalar T>
MeshFiles::Made<T> MeshFiles::made_of(const std::string& path, const Read& read, double scale) {
  if (!read) return {nullptr, read.error().text};
  std::vector<Vec<T, 3>> vertices(read->vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    for (int k = 0; k < 3; ++k) vertices[i][k] = static_cast<T>(read->vertices[i][k] * scale);
    if (is_finite(vertices[i])) continue;
    return {nullptr, fmt::format("{}: vertex {} (counted from 0), times the scale, is too large for {}", path, i,
                                 std::same_as<T, float> ? "float" : "double")};
  }
  auto mesh = Mesh<T, 3>::from(vertices, read->triangles);
  if (!mesh) return {nullptr, fmt::format("{}: {}", path, to_string(mesh.error().kind))};
  return {std::make_shared<const Mesh<T, 3>>(std::move(*mesh)), {}};
}

template <Scalar T>
std::shared_ptr<const Mesh<T, 3>> MeshFiles::mesh(const std::string& path, double scale) {
  const Made<T>& made = std::get<Once<ScaledPath, Made<T>>>(meshes_).get({path, scale}, [&] {
    return made_of<T>(path, files_.get(path, [&] { return io::read_mesh_file(path); }), scale);
  });
  if (made.mesh == nullptr) throw RecordError(made.error);
  return made.mesh;
}

template <Scalar T>
std::shared_ptr<const Mesh<T, 3>> MeshFiles::solid(const std::string& path, double scale) {
  const auto made = mesh<T>(path, scale);
  const Unmatched<T>& unmatched = std::get<Once<ScaledPath, Unmatched<T>>>(solids_).get(
      {path, scale}, [&] { return Unmatched<T>{why_no_solid(*made)}; });
  if (!unmatched.error.empty()) throw RecordError(fmt::format("{}: {}", path, unmatched.error));
  return made;
}

template std::shared_ptr<const Mesh3f> MeshFiles::mesh<float>(const std::string&, double);
template std::shared_ptr<const Mesh3d> MeshFiles::mesh<double>(const std::string&, double);
template std::shared_ptr<const Mesh3f> MeshFiles::solid<float>(const std::string&, double);
template std::shared_ptr<const Mesh3d> MeshFiles::solid<double>(const std::string&, double);

}  // namespace abut::tool
