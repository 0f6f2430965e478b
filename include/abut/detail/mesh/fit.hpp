/// Gives the tree of a mesh its frame, its boxes and the vertices of its leaves, from the leaves up: what depends on
/// where the vertices are. Which parts belong together is left as it is.
///
/// Building, moving and checking a mesh share this: a box is the smallest around what is below it, bit for bit.
#pragma once

#include <abut/detail/bvh/frame.hpp>
#include <abut/detail/mesh/block.hpp>

namespace abut::detail {

template <class T, int D>
Aabb<T, D> box_of_part(std::span<const Vec<T, D>> vertices, const std::array<std::uint32_t, D>& part) {
  Aabb<T, D> box{vertices[part[0]], vertices[part[0]]};
  for (std::size_t k = 1; k < D; ++k) {
    const Vec<T, D>& v = vertices[part[k]];
    for (int i = 0; i < D; ++i) {
      box.min[i] = v[i] < box.min[i] ? v[i] : box.min[i];
      box.max[i] = v[i] > box.max[i] ? v[i] : box.max[i];
    }
  }
  return box;
}

template <class T, int D>
void add(Aabb<T, D>& box, const Aabb<T, D>& other) {
  for (int i = 0; i < D; ++i) {
    box.min[i] = other.min[i] < box.min[i] ? other.min[i] : box.min[i];
    box.max[i] = other.max[i] > box.max[i] ? other.max[i] : box.max[i];
  }
}

/// The box of the vertices in use.
template <class T, int D>
Aabb<T, D> box_of_parts(std::span<const Vec<T, D>> vertices, std::span<const std::array<std::uint32_t, D>> parts) {
  Aabb<T, D> box = box_of_part<T, D>(vertices, parts[0]);
  for (const auto& part : parts) add(box, box_of_part<T, D>(vertices, part));
  return box;
}

/// Finds leaves and nodes anew from vertices and parts, one at a time.
template <class T, int D>
class MeshFit {
 public:
  /// Requires vertices that are finite, and parts that refer to them.
  MeshFit(std::span<const Vec<T, D>> vertices, std::span<const std::array<std::uint32_t, D>> parts)
      : vertices_(vertices), parts_(parts), aabb_(box_of_parts<T, D>(vertices, parts)), frame_(aabb_) {}

  const Aabb<T, D>& aabb() const { return aabb_; }
  const BvhFrame<D>& frame() const { return frame_; }

  /// Sets frame and box of a mesh.
  void set_frame(MeshHeader& h) const {
    const BvhBox<D> box = frame_.enclosing(aabb_);
    for (int i = 0; i < D; ++i) {
      h.center[i] = frame_.center()[i];
      h.lower[i] = double(aabb_.min[i]);
      h.upper[i] = double(aabb_.max[i]);
    }
    h.unit = frame_.unit();
    h.reach = reach_of(box);
  }

  /// The leaf of these parts. Requires at least one.
  BvhLeaf<D> leaf(const LeafParts& parts) const {
    BvhLeaf<D> leaf{parts, {}};
    for (int lane = 0; lane < LeafParts::width; ++lane) {
      const auto& part = parts_[parts.part[lane] != LeafParts::no_part ? parts.part[lane] : parts.part[0]];
      for (int k = 0; k < D; ++k) {
        const Vec<float, D> x = frame_.nearest(widen(vertices_[part[static_cast<std::size_t>(k)]]));
        for (int i = 0; i < D; ++i) leaf.vertex[k][i][lane] = x[i];
      }
    }
    return leaf;
  }

  /// The node with the same children: `nodes` and `leaves` are those of the tree, and hold what is below.
  template <class Leaf>
  BvhNode<D> node(const BvhNode<D>& old, std::span<const BvhNode<D>> nodes, std::span<const Leaf> leaves) const {
    BvhNode<D> fitted;
    for (int k = 0; k < BvhNode<D>::width; ++k) {
      const BvhChild child = old.child[k];
      BvhBox<D> box = BvhBox<D>::empty();
      if (!child.is_none()) box = child.is_leaf() ? box_of(leaves[child.index()]) : box_of(nodes[child.index()]);
      for (int i = 0; i < D; ++i) {
        fitted.lower[i][k] = box.min[i];
        fitted.upper[i][k] = box.max[i];
      }
      fitted.child[k] = child;
    }
    return fitted;
  }

 private:
  /// Rounding outward keeps the order of numbers: it makes no difference that it comes after the union.
  BvhBox<D> box_of(const LeafParts& leaf) const {
    Aabb<T, D> box = box_of_part<T, D>(vertices_, parts_[leaf.part[0]]);
    for (int k = 1; k < LeafParts::width && leaf.part[k] != LeafParts::no_part; ++k) {
      add(box, box_of_part<T, D>(vertices_, parts_[leaf.part[k]]));
    }
    return frame_.enclosing(box);
  }
  static BvhBox<D> box_of(const BvhNode<D>& node) {
    BvhBox<D> box = BvhBox<D>::empty();
    for (int k = 0; k < BvhNode<D>::width; ++k) {
      for (int i = 0; i < D; ++i) {
        box.min[i] = node.lower[i][k] < box.min[i] ? node.lower[i][k] : box.min[i];
        box.max[i] = node.upper[i][k] > box.max[i] ? node.upper[i][k] : box.max[i];
      }
    }
    return box;
  }

  std::span<const Vec<T, D>> vertices_;
  std::span<const std::array<std::uint32_t, D>> parts_;
  Aabb<T, D> aabb_;
  BvhFrame<D> frame_;
};

/// What a tree costs a query: the surfaces of all its boxes, as multiples of that of the whole. Positive.
///
/// Reference: J. Goldsmith, J. Salmon, "Automatic Creation of Object Hierarchies for Ray Tracing" (1987).
template <int D>
double cost_of(std::span<const BvhNode<D>> nodes) {
  double sum = 0, root = 0;
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    BvhBox<D> whole = BvhBox<D>::empty();
    for (int k = 0; k < nodes[n].count(); ++k) {
      BvhBox<D> box;
      for (int i = 0; i < D; ++i) {
        box.min[i] = nodes[n].lower[i][k];
        box.max[i] = nodes[n].upper[i][k];
      }
      sum += double(box.surface());
      whole.add(box);
    }
    if (n == 0) root = double(whole.surface());
  }
  return root > 0 && sum > 0 ? sum / root : 1;
}

/// Fits the whole tree. The parts of the leaves and the children of the nodes are set; children come after parents.
template <class T, int D>
void fit_tree(const MeshBlock<T, D, std::byte>& mesh) {
  const MeshFit<T, D> fit(mesh.vertices(), mesh.parts());
  fit.set_frame(mesh.header());
  const auto nodes = mesh.nodes();
  const auto leaves = mesh.leaves();
  for (auto& leaf : leaves) leaf = fit.leaf(leaf);
  for (std::size_t n = nodes.size(); n-- > 0;) {
    nodes[n] = fit.node(nodes[n], std::span<const BvhNode<D>>(nodes), std::span<const BvhLeaf<D>>(leaves));
  }
}

}  // namespace abut::detail
