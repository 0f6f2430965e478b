/// Distances, overlaps and casts of random meshes, solids, compounds and clouds, rays at them, and one hash of all
/// their bits; see answers.cpp.
#include "hash.hpp"

#include <abut/compound.hpp>
#include <abut/mesh_topology.hpp>
#include <abut/points.hpp>
#include <abut/solid.hpp>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

using namespace abut;
using determinism::Hash;
using determinism::Random;

template <class T, int D>
Mesh<T, D> mesh(Random& random, std::size_t parts) {
  std::vector<Vec<T, D>> vertices(parts);
  for (auto& v : vertices) v = random.vector<T, D>();
  std::vector<std::array<std::uint32_t, D>> indices(parts);
  for (auto& part : indices) {
    for (auto& v : part) v = static_cast<std::uint32_t>(random.next() % parts);
  }
  return std::move(*Mesh<T, D>::from(vertices, indices));
}

/// The sides of random simplices: a closed surface.
template <class T, int D>
Solid<T, D> solid(Random& random, std::size_t cells) {
  std::vector<Vec<T, D>> vertices((D + 1) * cells);
  for (auto& v : vertices) v = random.vector<T, D>();
  std::vector<std::array<std::uint32_t, D>> parts;
  for (std::uint32_t i = 0; i < vertices.size(); i += D + 1) {
    if constexpr (D == 2) {
      for (std::uint32_t k = 0; k < 3; ++k) parts.push_back({i + k, i + (k + 1) % 3});
    } else {
      for (const auto& f : {std::array<std::uint32_t, 3>{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}) {
        parts.push_back({i + f[0], i + f[1], i + f[2]});
      }
    }
  }
  return std::move(*Solid<T, D>::from(vertices, parts));
}

template <class T, int D>
void ask_solids(Random& random, Hash& hash) {
  for (std::size_t i = 1; i < 40; ++i) {
    const Solid<T, D> a = solid<T, D>(random, i), b = solid<T, D>(random, 5);
    const Pose<T, D> pose{random.vector<T, D>() * T(2), {}};
    const auto d = distance(a, place(b, pose));
    const auto met = overlap(place(a, pose), b);
    for (const T x : {d.lower, d.upper, met.lower, met.upper}) hash.add(x);
    for (const auto& v : {d.point_a, d.point_b, met.point}) hash.add(v);
    const auto deep = separation(a, place(b, pose));
    hash.add(deep.lower);
    hash.add(deep.upper);
    hash.add(deep.point_a);
    hash.add(static_cast<std::uint64_t>(inside(pose.p, a).winding));
    hash.add(static_cast<std::uint64_t>(inside(pose.p, place(b, pose)).status));
    const auto topology = find_topology(b.mesh());
    for (const auto& edges : topology.edges) hash.add(static_cast<std::uint64_t>(edges[0]));
  }
}

template <class T, int D>
void ask(Random& random, Hash& hash) {
  for (std::size_t i = 1; i < 120; ++i) {
    const Mesh<T, D> a = mesh<T, D>(random, i), b = mesh<T, D>(random, 3 * i);
    std::uint64_t hash_of_block;  // of all bytes of b, vertices, parts and tree
    std::memcpy(&hash_of_block, b.bytes().data() + 56, sizeof hash_of_block);
    hash.add(hash_of_block);
    Pose<T, D> pose{random.vector<T, D>() * T(2 + i % 5), {}};
    if (i % 2 == 0) pose.q = Rotation<T, D>{T(3), T(i)};
    const auto d = distance(a, place(b, pose));
    const auto met = overlap(place(a, pose), b);
    hash.add(std::uint64_t{d.part_a} << 32 | d.part_b);
    hash.add(std::uint64_t{met.part_a} << 32 | met.part_b);
    for (const T x : {d.distance, d.lower, d.upper, met.lower, met.upper}) hash.add(x);
    for (const auto& v : {d.normal, d.point_a, d.point_b, met.axis, met.point}) hash.add(v);
    const auto r = ray_cast(Ray<T, D>{pose.p, a.part(0).a - pose.p}, place(b, pose));
    hash.add(std::uint64_t{r.part} << 1 | static_cast<std::uint64_t>(r.hit));
    for (const T x : {r.t, r.t_safe}) hash.add(x);
    for (const auto& v : {r.point, r.normal, r.barycentric}) hash.add(v);
    const auto c = shape_cast(a, pose.p, place(b, pose));
    hash.add(std::uint64_t{c.part_a} << 32 | c.part_b);
    for (const T x : {c.t, c.t_safe}) hash.add(x);
    for (const auto& v : {c.normal, c.point_a, c.point_b}) hash.add(v);
    hash.add(static_cast<std::uint64_t>(d.iterations));
    hash.add(static_cast<std::uint64_t>(met.iterations));
  }
}

/// A compound of shapes, a mesh, a solid and a cloud, and a cloud.
template <class T, int D>
void ask_compounds(Random& random, Hash& hash) {
  for (std::size_t i = 1; i < 16; ++i) {
    std::vector<Vec<T, D>> points(8 * i);
    for (auto& p : points) p = random.vector<T, D>();
    const auto cloud = Points<T, D>::from(points, T(i) / T(512));
    const Pose<T, D> pose{random.vector<T, D>() * T(2), Rotation<T, D>{T(3), T(i)}};
    std::vector<CompoundPart<T, D>> parts{{mesh<T, D>(random, i), pose}, {solid<T, D>(random, i)}, cloud->view()};
    for (const auto& p : points) parts.push_back(place(Ball<T, D>{p, T(i) / T(64)}, pose));
    const auto body = Compound<T, D>::from(parts);
    const auto d = distance(*body, place(*cloud, pose)), e = distance(place(*body, pose), *body);
    const auto deep = separation(*body, place(*cloud, pose));
    const auto r = ray_cast(Ray<T, D>{points[0] * T(3), points[1]}, place(*body, pose));
    const auto c = shape_cast(*cloud, pose.p, place(*body, pose));
    for (const T x : {d.lower, d.upper, e.lower, e.upper, deep.lower, deep.upper, r.t, c.t_safe}) hash.add(x);
    hash.add(std::uint64_t{e.part_a} << 32 | e.subpart_b);
    hash.add(std::uint64_t{r.part} << 32 | c.part_b);
  }
}

}  // namespace

int main() {
  Random random;
  Hash hash;
  ask<float, 2>(random, hash);
  ask_solids<float, 2>(random, hash);
  ask_compounds<float, 2>(random, hash);
  ask<double, 2>(random, hash);
  ask_solids<double, 2>(random, hash);
  ask_compounds<double, 2>(random, hash);
  ask<float, 3>(random, hash);
  ask_solids<float, 3>(random, hash);
  ask_compounds<float, 3>(random, hash);
  ask<double, 3>(random, hash);
  ask_solids<double, 3>(random, hash);
  ask_compounds<double, 3>(random, hash);
  std::printf("%016llx\n", static_cast<unsigned long long>(hash.value()));
}
