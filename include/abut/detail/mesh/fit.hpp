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

/// The box of the vertices in use.
template <class T, int D>
Aabb<T, D> box_of_parts(std::span<const Vec<T, D>> vertices, std::span<const std::array<std::uint32_t, D>> parts) {
  T low[D], high[D];  // not an Aabb: these stay in registers
  for (int i = 0; i < D; ++i) low[i] = high[i] = vertices[parts[0][0]][i];
  for (const auto& part : parts) {
    for (const std::uint32_t k : part) {
      const Vec<T, D> v = vertices[k];
      for (int i = 0; i < D; ++i) {
        const T x = v[i];
        low[i] = x < low[i] ? x : low[i];
        high[i] = x > high[i] ? x : high[i];
      }
    }
  }
  Aabb<T, D> box;
  for (int i = 0; i < D; ++i) {
    box.min[i] = low[i];
    box.max[i] = high[i];
  }
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

  struct Leaf {
    BvhLeaf<D> leaf;
    BvhBox<D> box;  ///< the smallest around its parts
  };
  /// The leaf of these parts. Requires at least one. All lanes are computed side by side.
  Leaf leaf(const LeafParts& of) const {
    double x[D][D][LeafParts::width];  // of each vertex, each coordinate, each part
    for (int lane = 0; lane < LeafParts::width; ++lane) {
      const auto& part = parts_[of.part[lane] != LeafParts::no_part ? of.part[lane] : of.part[0]];
      for (int k = 0; k < D; ++k) {
        const Vec<T, D>& v = vertices_[part[static_cast<std::size_t>(k)]];
        for (int i = 0; i < D; ++i) x[k][i][lane] = double(v[i]);
      }
    }
    Leaf r;
    static_cast<LeafParts&>(r.leaf) = of;
    Aabb<double, D> box;
    for (int i = 0; i < D; ++i) {
      double low[LeafParts::width], high[LeafParts::width];
      for (int lane = 0; lane < LeafParts::width; ++lane) low[lane] = high[lane] = x[0][i][lane];
      for (int k = 0; k < D; ++k) {
        for (int lane = 0; lane < LeafParts::width; ++lane) {
          const double at = x[k][i][lane];
          low[lane] = at < low[lane] ? at : low[lane];
          high[lane] = at > high[lane] ? at : high[lane];
          r.leaf.vertex[k][i][lane] = frame_.nearest(at, i);
        }
      }
      box.min[i] = low[0];
      box.max[i] = high[0];
      for (int lane = 1; lane < LeafParts::width; ++lane) {
        box.min[i] = low[lane] < box.min[i] ? low[lane] : box.min[i];
        box.max[i] = high[lane] > box.max[i] ? high[lane] : box.max[i];
      }
    }
    r.box = frame_.enclosing(box);  // rounding outward keeps the order: it is the union of the boxes of the parts
    return r;
  }

  /// Sets the boxes of the children that are leaves: leaf_box(index) returns that of a leaf.
  template <class F>
  static void fit_leaves(BvhNode<D>& node, const F& leaf_box) {
    for (int k = 0; k < BvhNode<D>::width; ++k) {
      const BvhChild child = node.child[k];
      if (child.is_none()) {
        set_box(node, k, BvhBox<D>::empty());
      } else if (child.is_leaf()) {
        set_box(node, k, leaf_box(child.index()));
      }
    }
  }
  /// Sets the boxes of the children that are nodes, whose own boxes are set.
  static void fit_nodes(BvhNode<D>& node, std::span<const BvhNode<D>> nodes) {
    for (int k = 0; k < BvhNode<D>::width; ++k) {
      const BvhChild child = node.child[k];
      if (!child.is_none() && !child.is_leaf()) set_box(node, k, box_of(nodes[child.index()]));
    }
  }

 private:
  static void set_box(BvhNode<D>& node, int k, const BvhBox<D>& box) {
    for (int i = 0; i < D; ++i) {
      node.lower[i][k] = box.min[i];
      node.upper[i][k] = box.max[i];
    }
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

/// Fits all nodes. leaf_box(index) returns the box of a leaf, which it may find in doing so: leaves are asked for in
/// their order, or nearly, as memory likes it. Children come after parents.
template <class T, int D, class F>
void fit_nodes(const MeshBlock<T, D, std::byte>& mesh, const F& leaf_box) {
  const auto nodes = mesh.nodes();
  for (BvhNode<D>& node : nodes) MeshFit<T, D>::fit_leaves(node, leaf_box);
  for (std::size_t n = nodes.size(); n-- > 0;) MeshFit<T, D>::fit_nodes(nodes[n], nodes);
}

/// Fits the whole tree: the parts of the leaves and the children of the nodes are set. Allocates nothing.
template <class T, int D>
void fit_tree(const MeshBlock<T, D, std::byte>& mesh) {
  const MeshFit<T, D> fit(mesh.vertices(), mesh.parts());
  fit.set_frame(mesh.header());
  const auto leaves = mesh.leaves();
  const auto leaf_box = [&](std::uint32_t index) {
    const auto fitted = fit.leaf(leaves[index]);
    leaves[index] = fitted.leaf;
    return fitted.box;
  };
  fit_nodes(mesh, leaf_box);
}

/// The same, with the leaves by an executor.
template <class T, int D>
void fit_tree(const MeshBlock<T, D, std::byte>& mesh, const ExecutorRef& executor) {
  const MeshFit<T, D> fit(mesh.vertices(), mesh.parts());
  fit.set_frame(mesh.header());
  const auto leaves = mesh.leaves();
  std::vector<BvhBox<D>> boxes(leaves.size());
  for_each_in_blocks(executor, leaves.size(), [&](std::size_t i) {
    const auto fitted = fit.leaf(leaves[i]);
    leaves[i] = fitted.leaf;
    boxes[i] = fitted.box;
  });
  fit_nodes(mesh, [&](std::uint32_t index) { return boxes[index]; });
}

}  // namespace abut::detail
