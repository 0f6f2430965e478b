/// The tree of parts that are no simplices: balls, or shapes of any kind, each with its box and its sphere.
#pragma once

#include <abut/detail/bvh/build.hpp>
#include <abut/detail/bvh/frame.hpp>
#include <abut/detail/bvh/spheres.hpp>
#include <abut/executor.hpp>

#include <cstddef>
#include <vector>

namespace abut::detail {

/// It owns its nodes and leaves.
template <Scalar T, int D>
struct SphereTree {
  std::vector<BvhNode<D>> nodes;
  std::vector<BvhSpheres<D>> leaves;
  Aabb<T, D> aabb{};  ///< of all parts
  Vec<double, D> center{};
  double unit = 1, reach = 0;

  BvhView<D> view() const { return {nodes, center, unit, reach}; }
};

/// Builds the tree of `count` parts, which are 1 to most_parts. `box_of(i)` is the box of a part, finite;
/// `sphere_of(i, frame, box)` its sphere, where the box is the same one in the frame of the tree.
template <Scalar T, int D, class BoxOf, class SphereOf>
SphereTree<T, D> build_sphere_tree(std::uint32_t count, const BoxOf& box_of, const SphereOf& sphere_of,
                                   BvhLeaves leaves, const ExecutorRef& executor) {
  SphereTree<T, D> r;
  r.aabb = box_of(0U);
  for (std::uint32_t part = 1; part < count; ++part) {
    const Aabb<T, D> box = box_of(part);
    for (int i = 0; i < D; ++i) {
      r.aabb.min[i] = box.min[i] < r.aabb.min[i] ? box.min[i] : r.aabb.min[i];
      r.aabb.max[i] = box.max[i] > r.aabb.max[i] ? box.max[i] : r.aabb.max[i];
    }
  }
  const BvhFrame<D> frame(r.aabb);
  std::vector<BvhBox<D>> boxes(count);
  for_each_in_blocks(executor, count,
                     [&](std::size_t i) { boxes[i] = frame.enclosing(box_of(static_cast<std::uint32_t>(i))); });
  BuiltBvh<D> tree = BvhBuilder<D>(boxes, leaves).build(executor);
  r.nodes = std::move(tree.nodes);
  r.leaves.resize(tree.leaves.size());
  for_each_in_blocks(executor, tree.leaves.size(), [&](std::size_t i) {
    const LeafParts& parts = tree.leaves[i];
    r.leaves[i] = BvhSpheres<D>{parts, {}, {}};
    for (int lane = 0; lane < LeafParts::width; ++lane) {
      const std::uint32_t part = parts.part[lane] != LeafParts::no_part ? parts.part[lane] : parts.part[0];
      set_sphere(r.leaves[i], lane, sphere_of(part, frame, boxes[part]));
    }
  });
  r.center = frame.center();
  r.unit = frame.unit();
  r.reach = reach_of(frame.enclosing(r.aabb));
  return r;
}

}  // namespace abut::detail
