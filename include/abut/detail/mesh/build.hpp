/// Builds the tree of a mesh, and finds its connected components.
#pragma once

#include <abut/detail/bvh/build.hpp>
#include <abut/detail/bvh/frame.hpp>
#include <abut/detail/mesh/components.hpp>
#include <abut/detail/mesh/weld.hpp>
#include <abut/mesh.hpp>

namespace abut::detail {

template <Scalar T, int D>
Aabb<T, D> box_of_part(const MeshData<T, D>& data, std::type_identity_t<std::span<const std::uint32_t>> part) {
  Aabb<T, D> box{data.vertices[part[0]], data.vertices[part[0]]};
  for (const std::uint32_t v : part) {
    for (int i = 0; i < D; ++i) {
      const T x = data.vertices[v][i];
      box.min[i] = x < box.min[i] ? x : box.min[i];
      box.max[i] = x > box.max[i] ? x : box.max[i];
    }
  }
  return box;
}

template <Scalar T, int D>
BvhLeaf<D> leaf_of(const MeshData<T, D>& data, const BvhFrame<D>& frame, const LeafParts& parts) {
  BvhLeaf<D> leaf{parts, {}};
  for (int lane = 0; lane < LeafParts::width; ++lane) {
    const auto& part = data.parts[parts.part[lane] != LeafParts::no_part ? parts.part[lane] : parts.part[0]];
    for (int k = 0; k < D; ++k) {
      const Vec<float, D> x = frame.nearest(widen(data.vertices[part[static_cast<std::size_t>(k)]]));
      for (int i = 0; i < D; ++i) leaf.vertex[k][i][lane] = x[i];
    }
  }
  return leaf;
}

template <class T, int D>
void build_tree(MeshData<T, D>& data) {
  data.aabb = box_of_part(data, data.parts[0]);
  for (const auto& part : data.parts) {
    const Aabb<T, D> box = box_of_part(data, part);
    for (int i = 0; i < D; ++i) {
      data.aabb.min[i] = box.min[i] < data.aabb.min[i] ? box.min[i] : data.aabb.min[i];
      data.aabb.max[i] = box.max[i] > data.aabb.max[i] ? box.max[i] : data.aabb.max[i];
    }
  }
  const BvhFrame<D> frame(data.aabb);
  std::vector<BvhBox<D>> boxes;
  boxes.reserve(data.parts.size());
  for (const auto& part : data.parts) boxes.push_back(frame.enclosing(box_of_part(data, part)));
  BuiltBvh<D> tree = BvhBuilder<D>(boxes).build();
  data.nodes = std::move(tree.nodes);
  data.leaves.reserve(tree.leaves.size());
  for (const LeafParts& parts : tree.leaves) data.leaves.push_back(leaf_of(data, frame, parts));
  data.center = frame.center();
  data.unit = frame.unit();
  data.reach = reach_of(frame.enclosing(data.aabb));
  const std::vector<std::uint32_t> welded = weld(std::span<const Vec<T, D>>(data.vertices));
  data.components = components_of(welded, std::span<const std::array<std::uint32_t, D>>(data.parts)).first;
}

}  // namespace abut::detail
