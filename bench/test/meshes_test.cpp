/// The meshes of the benchmark are what they are called.
#include "workload/meshes.hpp"

#include <gtest/gtest.h>
#include <map>

namespace {

using namespace bench;

using Edges = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

/// How often each directed edge occurs, less how often its reverse does.
Edges open_edges(const Triangles& mesh) {
  Edges edges;
  for (const auto& f : mesh.faces) {
    for (std::size_t k = 0; k < 3; ++k) {
      ++edges[{f[k], f[(k + 1) % 3]}];
      --edges[{f[(k + 1) % 3], f[k]}];
    }
  }
  std::erase_if(edges, [](const auto& e) { return e.second == 0; });
  return edges;
}

abut::Vec3d at(const Triangles& mesh, std::uint32_t v) { return abut::vec_cast<double>(mesh.vertices[v]); }

/// Six times the volume if the mesh is closed.
double volume(const Triangles& mesh) {
  double sum = 0;
  for (const auto& f : mesh.faces) sum += dot(at(mesh, f[0]), cross(at(mesh, f[1]), at(mesh, f[2])));
  return sum;
}

int degenerate(const Triangles& mesh) {
  int count = 0;
  for (const auto& f : mesh.faces) {
    const abut::Vec3d n = cross(at(mesh, f[1]) - at(mesh, f[0]), at(mesh, f[2]) - at(mesh, f[0]));
    count += abut::norm_squared(n) == 0 ? 1 : 0;
  }
  return count;
}

TEST(BenchMeshes, AreClosedOrOpenAsTheyAreCalled) {
  for (const Triangles& mesh : generated_meshes(0.1)) {
    SCOPED_TRACE(mesh.name);
    for (const auto& f : mesh.faces) {
      for (const auto v : f) ASSERT_LT(v, mesh.vertices.size());
    }
    const bool closed = mesh.name != "terrain" && mesh.name != "shell";  // the poles of the shell are many points
    EXPECT_EQ(open_edges(mesh).empty(), closed);
    EXPECT_NE(closed ? volume(mesh) : 1, 0);
    EXPECT_EQ(degenerate(mesh) > 0, mesh.name == "shell");
  }
}

TEST(BenchMeshes, AreAsLargeAsRealOnes) {
  for (const Triangles& mesh : generated_meshes()) {
    SCOPED_TRACE(mesh.name);
    EXPECT_GT(mesh.faces.size(), 5000U);
    EXPECT_LT(mesh.faces.size(), 60000U);
    EXPECT_GT(diagonal(mesh), 1);
    EXPECT_LT(diagonal(mesh), 4);
  }
}

}  // namespace
