#include "workload/meshes.hpp"

#include "oracle/draw/random.hpp"

#include <abut/detail/numeric/trigonometry.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace bench {

namespace {

using abut::Vec3d;

constexpr double turn = 2 * std::numbers::pi;

Vec3d on_circle(double angle, double radius, double z) {
  const abut::SineCosine r = abut::sine_cosine(angle);
  return {radius * r.cosine, radius * r.sine, z};
}

std::uint32_t add_vertex(Triangles& mesh, const Vec3d& p) {
  mesh.vertices.push_back(abut::vec_cast<float>(p));
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

/// Vertices in rows, and two triangles between each four. `around`: the last column is followed by the first; `again`:
/// the last row by the first.
template <class Place>
void add_grid(Triangles& mesh, int rows, int columns, bool around, bool again, const Place& place) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) add_vertex(mesh, place(i, j));
  }
  const auto at = [&](int i, int j) { return first + static_cast<std::uint32_t>((i % rows) * columns + j % columns); };
  for (int i = 0; i < rows - (again ? 0 : 1); ++i) {
    for (int j = 0; j < columns - (around ? 0 : 1); ++j) {
      mesh.faces.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.faces.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
}

/// A fan that closes the ring of vertices from `first` on.
void add_fan(Triangles& mesh, std::uint32_t first, int count, const Vec3d& center, bool flipped) {
  const std::uint32_t middle = add_vertex(mesh, center);
  for (int j = 0; j < count; ++j) {
    std::uint32_t from = first + static_cast<std::uint32_t>(j),
                  to = first + static_cast<std::uint32_t>((j + 1) % count);
    if (flipped) std::swap(from, to);
    mesh.faces.push_back({middle, from, to});
  }
}

int times(double detail, int count) { return std::max(4, static_cast<int>(std::lround(detail * count))); }

/// A cross-section goes around: outside up, inside down.
Triangles gear(double detail) {
  Triangles mesh{.name = "gear", .vertices = {}, .faces = {}};
  const int teeth = times(detail, 32), layers = times(detail, 12), steps = 8;
  constexpr double profile[steps] = {0.85, 0.86, 0.93, 1, 1, 1, 0.93, 0.86};
  add_grid(mesh, teeth * steps, 2 * layers, true, true, [&](int i, int j) {
    const bool outside = j < layers;
    const int level = outside ? j : 2 * layers - 1 - j;
    const double z = 0.3 * (static_cast<double>(level) / (layers - 1) - 0.5);
    return on_circle(turn * i / (teeth * steps), outside ? profile[i % steps] : 0.4, z);
  });
  return mesh;
}

/// The cross-section of the sheet is a thin rectangle, its way two legs and a quarter of a circle.
Triangles bracket(double detail) {
  Triangles mesh{.name = "bracket", .vertices = {}, .faces = {}};
  const int bend = times(detail, 1200);
  constexpr double thickness = 0.02, width = 0.6, radius = 0.3, leg = 1;
  const auto place = [&](int i, int j) {
    const double outer = j == 1 || j == 2 ? radius + thickness : radius, z = j >= 2 ? width : 0;
    const double angle = turn / 4 * std::clamp(i - 1, 0, bend) / bend;
    Vec3d p = on_circle(angle, outer, z);
    if (i == 0) p.y -= leg;
    if (i == bend + 2) p.x -= leg;
    return p;
  };
  add_grid(mesh, bend + 3, 4, true, false, place);
  const auto last = static_cast<std::uint32_t>((bend + 2) * 4);
  mesh.faces.insert(mesh.faces.end(), {{0, 1, 2}, {0, 2, 3}, {last, last + 2, last + 1}, {last, last + 3, last + 2}});
  return mesh;
}

Triangles spring(double detail) {
  Triangles mesh{.name = "spring", .vertices = {}, .faces = {}};
  const int along = times(detail, 640), around = times(detail, 16);
  constexpr double turns = 6, radius = 0.5, wire = 0.06, pitch = 0.25;
  const auto center = [&](int i) {
    const double t = turns * i / (along - 1);
    return on_circle(turn * t, radius, pitch * t);
  };
  add_grid(mesh, along, around, true, false, [&](int i, int j) {
    const Vec3d out = on_circle(turn * turns * i / (along - 1), 1, 0), c = center(i);
    const abut::SineCosine r = abut::sine_cosine(turn * j / around);
    return c + out * (wire * r.cosine) + Vec3d{0, 0, wire * r.sine};
  });
  add_fan(mesh, 0, around, center(0), false);
  add_fan(mesh, static_cast<std::uint32_t>((along - 1) * around), around, center(along - 1), true);
  return mesh;
}

/// Waves of three lengths, and noise.
Triangles terrain(double detail) {
  Triangles mesh{.name = "terrain", .vertices = {}, .faces = {}};
  const int side = times(detail, 160);
  oracle::Random random(1);
  add_grid(mesh, side, side, false, false, [&](int i, int j) {
    const double x = 2.0 * i / (side - 1) - 1, y = 2.0 * j / (side - 1) - 1;
    double z = 0.004 * random.between(-1, 1);
    for (const double waves : {1.3, 3.1, 7.7}) {
      z += 0.12 / waves * abut::sine_cosine(turn * waves * x / 2).sine * abut::sine_cosine(turn * waves * y / 2).cosine;
    }
    return Vec3d{x, y, z};
  });
  return mesh;
}

Triangles shell(double detail) {
  Triangles mesh{.name = "shell", .vertices = {}, .faces = {}};
  const int rings = times(detail, 81), around = times(detail, 160);
  for (const double radius : {1.0, 0.999}) {
    add_grid(mesh, rings, around, true, false, [&](int i, int j) {
      if (i == 0 || i == rings - 1) return Vec3d{0, 0, i == 0 ? radius : -radius};
      const abut::SineCosine r = abut::sine_cosine(turn / 2 * i / (rings - 1));
      return on_circle(turn * j / around, radius * r.sine, radius * r.cosine);
    });
  }
  return mesh;
}

Triangles needles(double detail) {
  Triangles mesh{.name = "needles", .vertices = {}, .faces = {}};
  const int strips = times(detail, 8192);
  add_grid(mesh, 2, strips, true, false,
           [&](int i, int j) { return on_circle(turn * j / strips, 0.5, i == 0 ? 1 : -1); });
  add_fan(mesh, 0, strips, {0, 0, 1}, false);
  add_fan(mesh, static_cast<std::uint32_t>(strips), strips, {0, 0, -1}, true);
  return mesh;
}

}  // namespace

double diagonal(const Triangles& mesh) {
  Vec3d low = abut::vec_cast<double>(mesh.vertices[0]), high = low;
  for (const auto& v : mesh.vertices) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], double(v[k]));
      high[k] = std::max(high[k], double(v[k]));
    }
  }
  return abut::length(high - low);
}

std::vector<Triangles> generated_meshes(double detail) {
  return {gear(detail), bracket(detail), spring(detail), terrain(detail), shell(detail), needles(detail)};
}

}  // namespace bench
