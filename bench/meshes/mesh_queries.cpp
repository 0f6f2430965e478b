#include "meshes/mesh_queries.hpp"

#include "oracle/draw/random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bench {

namespace {

using abut::Vec3d;
using oracle::Random;

Vec3d direction(Random& random) {
  for (;;) {
    Vec3d v;
    for (int k = 0; k < 3; ++k) v[k] = random.between(-1, 1);
    const double squared = abut::norm_squared(v);
    if (squared <= 1 && squared > 0.01) return v / std::sqrt(squared);
  }
}

abut::Rotation3d rotation(Random& random) {
  const Vec3d axis = direction(random);
  return abut::Rotation3d::about(axis, random.between(0, 2 * std::numbers::pi));
}

double diagonal(const MeshBody& body) {
  if (body.mesh != nullptr) return diagonal(*body.mesh);
  if (body.form == Form::ball) return 2 * double(body.shape.radius);
  if (body.form == Form::box) return 2 * abut::length(abut::vec_cast<double>(body.shape.half));
  return diagonal(Triangles{.name = "", .vertices = body.shape.points, .faces = {}});
}

Vec3d middle(const MeshBody& body) {
  if (body.mesh == nullptr) return {};
  Vec3d low = abut::vec_cast<double>(body.mesh->vertices[0]), high = low;
  for (const auto& v : body.mesh->vertices) {
    for (int k = 0; k < 3; ++k) {
      low[k] = std::min(low[k], double(v[k]));
      high[k] = std::max(high[k], double(v[k]));
    }
  }
  return (low + high) * 0.5;
}

/// Moves B towards A until it is at the gap. False if it passed A by.
bool approach(MeshPairs& pairs, Placement& q, const Vec3d& towards, double gap, double precision, double farthest) {
  double way = 0;
  for (int step = 0; step < 1000 && way < farthest; ++step) {
    pairs.set({q});
    const double left = pairs.distance(0).upper - gap;
    if (left <= precision) return true;
    q.b.p = q.b.p + towards * left;
    way += left;
  }
  return false;
}

}  // namespace

std::vector<std::vector<Placement>> placements(const MeshBody& a, const MeshBody& b, int count) {
  const auto pairs = abut_mesh_pairs_in_double(a, b);
  const double smaller = std::min(diagonal(a), diagonal(b)), both = diagonal(a) + diagonal(b);
  Random random(static_cast<std::uint64_t>(std::lround(diagonal(a) * 1e6)));
  std::vector<std::vector<Placement>> found(mesh_gaps.size());
  for (int tries = 0; found.back().size() < static_cast<std::size_t>(count) && tries < 100 * count; ++tries) {
    Placement q;
    q.a.q = rotation(random);
    q.b.q = rotation(random);
    const Vec3d away = direction(random);
    q.a.p = -abut::rotate(q.a.q, middle(a));
    q.b.p = away * (1.5 * both) - abut::rotate(q.b.q, middle(b));
    std::vector<Placement> at;
    for (const MeshGap& g : mesh_gaps) {
      if (g.gap < 0) {
        at.push_back(at[3]);
        at.back().b.p = at[3].b.p + away * (g.gap * smaller);
      } else {
        const double precision = g.gap > 0 ? 1e-3 * g.gap * smaller : 1e-9 * both;
        if (!approach(*pairs, q, -away, g.gap * smaller, precision, 3 * both)) break;
        at.push_back(q);
      }
    }
    if (at.size() < mesh_gaps.size()) continue;
    for (std::size_t i = 0; i < at.size(); ++i) found[i].push_back(at[i]);
  }
  return found;
}

std::vector<MeshProbe> probes(const Triangles& mesh, double gap, int count) {
  const double size = diagonal(mesh);
  const Vec3d center = middle({.mesh = &mesh, .form = {}, .shape = {}});
  Random random(static_cast<std::uint64_t>(std::lround(size * 1e6)));
  std::vector<MeshProbe> found;
  const auto random_place = [&] {
    const auto& f = mesh.faces[static_cast<std::size_t>(random.next() % mesh.faces.size())];
    const double u = random.unit(), v = random.unit() * (1 - u);
    const auto at = [&](std::size_t k) { return abut::vec_cast<double>(mesh.vertices[f[k]]); };
    return at(0) * (1 - u - v) + at(1) * u + at(2) * v;
  };
  for (int i = 0; i < count; ++i) {
    const Vec3d away = direction(random), aim = random_place();
    const Vec3d from = gap < 0.1 ? random_place() + away * (gap * size) : center + away * ((0.5 + gap) * size);
    found.push_back({abut::vec_cast<float>(from), abut::vec_cast<float>(aim - from)});
  }
  return found;
}

}  // namespace bench
