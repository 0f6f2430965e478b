/// Builds the block of a mesh, and moves its vertices.
#pragma once

#include <abut/detail/bvh/build.hpp>
#include <abut/detail/mesh/components.hpp>
#include <abut/detail/mesh/fit.hpp>
#include <abut/detail/mesh/weld.hpp>
#include <abut/mesh.hpp>

namespace abut::detail {

/// Which vertices are equal to an earlier one, and the first parts of the connected components.
struct Connections {
  std::vector<std::uint32_t> welded;  ///< empty if no two vertices are equal
  std::vector<std::uint32_t> components;
};

template <class T, int D>
Connections connections_of(std::span<const Vec<T, D>> vertices, std::span<const std::array<std::uint32_t, D>> parts) {
  Connections r;
  r.welded = weld(vertices);
  r.components = components_of<D>(r.welded, parts).first;
  std::uint32_t v = 0;
  while (v < r.welded.size() && r.welded[v] == v) ++v;
  if (v == r.welded.size()) r.welded.clear();
  return r;
}

/// The tree over parts, whose boxes are those of the frame of the mesh.
template <class T, int D>
BuiltBvh<D> tree_of(std::span<const Vec<T, D>> vertices, std::span<const std::array<std::uint32_t, D>> parts,
                    const ExecutorRef& executor) {
  const BvhFrame<D> frame(box_of_parts<T, D>(vertices, parts));
  std::vector<BvhBox<D>> boxes(parts.size());
  for_each_in_blocks(executor, parts.size(),
                     [&](std::size_t i) { boxes[i] = frame.enclosing(box_of_part<T, D>(vertices, parts[i])); });
  return BvhBuilder<D>(boxes).build(executor);
}

template <class T, int D>
MeshHeader empty_header() {
  MeshHeader h{};
  h.magic = MeshHeader::own_magic;
  h.version = MeshHeader::own_version;
  h.byte_order = MeshHeader::own_byte_order;
  h.scalar_size = sizeof(T);
  h.dimension = D;
  return h;
}

/// Copies an array into a block, and sets what is left of its last line to zero.
template <class E>
void put(std::byte* block, const MeshArray& to, std::span<const E> from) {
  if (from.empty()) return;
  const std::size_t bytes = from.size_bytes();
  std::memcpy(block + to.at, from.data(), bytes);
  std::memset(block + to.at + bytes, 0, whole_lines(bytes) - bytes);
}

template <class T, int D>
BlockMemory build_mesh(std::span<const Vec<T, D>> vertices, std::span<const std::array<std::uint32_t, D>> parts,
                       const ExecutorRef& executor) {
  const BuiltBvh<D> tree = tree_of<T, D>(vertices, parts, executor);
  const Connections connections = connections_of<T, D>(vertices, parts);
  std::vector<BvhLeaf<D>> leaves;
  leaves.reserve(tree.leaves.size());
  for (const LeafParts& of : tree.leaves) leaves.push_back({of, {}});
  MeshHeader h = empty_header<T, D>();
  h.vertices.count = vertices.size();
  h.parts.count = parts.size();
  h.nodes.count = tree.nodes.size();
  h.leaves.count = leaves.size();
  h.components.count = connections.components.size();
  h.welded.count = connections.welded.size();
  lay_out<T, D>(h);

  BlockMemory memory = block_memory(h.size);
  std::byte* const block = memory.get()->bytes;
  std::memcpy(block, &h, sizeof h);
  put(block, h.vertices, vertices);
  put(block, h.parts, parts);
  put(block, h.nodes, std::span<const BvhNode<D>>(tree.nodes));
  put(block, h.leaves, std::span<const BvhLeaf<D>>(leaves));
  put(block, h.components, std::span<const std::uint32_t>(connections.components));
  put(block, h.welded, std::span<const std::uint32_t>(connections.welded));
  const MeshBlock<T, D, std::byte> mesh(block);
  fit_tree(mesh, executor);
  mesh.header().cost = cost_of(std::span<const BvhNode<D>>(mesh.nodes()));
  mesh.header().hash = hash_of_block(block);
  return memory;
}

}  // namespace abut::detail
