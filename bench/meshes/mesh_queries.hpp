/// Where meshes are asked about.
#pragma once

#include "meshes/mesh_pass.hpp"

#include <string>

namespace bench {

/// In the diagonal of the smaller body: apart by `gap`, touching if it is 0, pushed in from there if it is negative.
struct MeshGap {
  std::string name;
  double gap;
};
inline const std::vector<MeshGap> mesh_gaps{{"gap 100 %", 1}, {"10 %", 0.1},        {"1 %", 0.01},
                                            {"touching", 0},  {"in by 1 %", -0.01}, {"in by 20 %", -0.2}};

/// For every gap `count` pairs of poses with random rotations, the same on every machine: B comes along a line towards
/// A until it is at the gap, to a thousandth of it, or to 1e-9 of the diagonal where it touches. A line that passes A
/// by is drawn again.
std::vector<std::vector<Placement>> placements(const MeshBody& a, const MeshBody& b, int count);

struct MeshProbe {
  abut::Vec3f point, direction;
};

/// Points on a ball around the mesh that is `gap` diagonals larger than itself (or so far above random triangles, where
/// the gap is below 0.1), and directions from there to random triangles.
std::vector<MeshProbe> probes(const Triangles& mesh, double gap, int count);

}  // namespace bench
