/// Meshes of the benchmark: made by code, or read from a folder.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// Triangles as every library gets them.
struct Triangles {
  std::string name;
  std::vector<abut::Vec3f> vertices;
  std::vector<std::array<std::uint32_t, 3>> faces;
};

/// The length of the diagonal of its box.
double diagonal(const Triangles& mesh);

/// Six meshes, the same on every machine, about as large as real ones where `detail` is 1; their numbers of triangles
/// grow with its square, those of strips with itself:
///
/// - gear: teeth and a bore, closed; slivers on its flanks;
/// - bracket: a sheet bent around a corner, closed; nothing but slivers, as CAD has them;
/// - spring: a wire along a helix, closed;
/// - terrain: a height field, open;
/// - shell: two spheres, a thousandth apart; the triangles at the poles are degenerate;
/// - needles: a cylinder of thin strips between two fans.
std::vector<Triangles> generated_meshes(double detail = 1);

}  // namespace bench
