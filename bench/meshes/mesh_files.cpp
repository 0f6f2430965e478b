#include "meshes/mesh_files.hpp"

#include <abut/io/mesh_file.hpp>

#include <algorithm>
#include <filesystem>

namespace bench {

std::vector<Triangles> meshes_in(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<Triangles> meshes;
  for (const auto& path : paths) {
    const auto file = abut::io::read_mesh_file(path.string());
    if (!file || file->triangles.size() < 100) continue;
    Triangles mesh{.name = path.stem().string(), .vertices = {}, .faces = file->triangles};
    for (const auto& v : file->vertices) mesh.vertices.push_back(abut::vec_cast<float>(v));
    meshes.push_back(std::move(mesh));
  }
  return meshes;
}

}  // namespace bench
