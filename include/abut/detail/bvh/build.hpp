/// Builds a tree of bounding boxes (bvh/node.hpp) from the top down, by the surface area heuristic.
///
/// Reference: I. Wald, "On fast Construction of SAH-based Bounding Volume Hierarchies" (2007): the centers of the boxes
/// are sorted into bins along each axis, and the cheapest cut between two bins is taken. Departures: a node is cut
/// twice, so that it has up to four children; up to four parts are not cut, but are a leaf; below level 20, or where
/// all centers fall into one bin, the parts are halved, which bounds the depth. Points, which are all alike, are
/// divided into full leaves in the end: their tree takes a third less.
///
/// The parts are divided in waves: ranges that are larger than a task are divided into children, all those of a wave
/// beside each other, and of a smaller one a task makes the whole subtree. So an executor has work for many threads
/// soon, and the tree, whose nodes are numbered from the top in the order of the children, is the same for all of them.
///
/// Guarantee: the tree depends on the boxes and their order only; no path has more than most_bvh_levels nodes, and
/// every part is in exactly one leaf, in a box that contains it. What else a leaf has is left to the caller.
#pragma once

#include <abut/detail/bvh/node.hpp>
#include <abut/detail/numeric/rounding.hpp>
#include <abut/executor.hpp>

#include <utility>
#include <vector>

namespace abut::detail {

/// A box in the float frame of a tree.
template <int D>
struct BvhBox {
  Vec<float, D> min, max;

  static constexpr BvhBox empty() {
    BvhBox r;
    for (int i = 0; i < D; ++i) {
      r.min[i] = infinity<float>;
      r.max[i] = -infinity<float>;
    }
    return r;
  }
  void add(const BvhBox& other) {
    for (int i = 0; i < D; ++i) {
      min[i] = other.min[i] < min[i] ? other.min[i] : min[i];
      max[i] = other.max[i] > max[i] ? other.max[i] : max[i];
    }
  }
  /// The sum of the sides: proportional to the perimeter in 2D; in 3D half of the surface area.
  float surface() const {
    const Vec<float, D> d = max - min;
    if constexpr (D == 2) {
      return d.x + d.y;
    } else {
      return d.x * d.y + d.y * d.z + d.z * d.x;
    }
  }
  /// Twice the center.
  float center(int i) const { return min[i] + max[i]; }
};

template <int D>
struct BuiltBvh {
  std::vector<BvhNode<D>> nodes;
  std::vector<LeafParts> leaves;
};

/// Where the last cuts of a tree are made.
enum class BvhLeaves : unsigned char {
  cheap,  ///< where they cost least
  full,   ///< so that nearly all leaves have four parts
};

/// Divides ranges of parts into children, and these further, as far as it is asked to.
template <int D>
class BvhDivider {
 public:
  /// `order` has the ids of the parts; those of a node become neighbors. Only the range that is divided is changed.
  BvhDivider(std::span<const BvhBox<D>> boxes, std::span<std::uint32_t> order, BvhLeaves leaves)
      : boxes_(boxes), order_(order), leaves_(leaves) {}

  static constexpr std::uint32_t leaf_size = LeafParts::width;

  /// Positions in the order, and the box of the parts there.
  struct Range {
    std::uint32_t begin, end;
    BvhBox<D> box;
    std::uint32_t size() const { return end - begin; }
    bool is_leaf() const { return size() <= leaf_size; }
  };

  /// Appends the node of a range and of all below it to the tree, and returns its index.
  std::uint32_t add_node(const Range& all, int level, BuiltBvh<D>& tree) {
    const auto index = static_cast<std::uint32_t>(tree.nodes.size());
    tree.nodes.push_back(no_children());
    Range part[BvhNode<D>::width];
    const int count = divide(all, level, part);
    for (int i = 0; i < count; ++i) {
      const BvhChild child = part[i].is_leaf() ? BvhChild::leaf(add_leaf(part[i], tree))
                                               : BvhChild::node(add_node(part[i], level + 1, tree));
      set_child(tree.nodes[index], i, part[i].box, child);
    }
    return index;
  }

  std::uint32_t add_leaf(const Range& all, BuiltBvh<D>& tree) const {
    const auto index = static_cast<std::uint32_t>(tree.leaves.size());
    LeafParts& leaf = tree.leaves.emplace_back();
    for (std::uint32_t k = 0; k < all.size(); ++k) leaf.part[k] = order_[all.begin + k];
    return index;
  }

  /// Two to four ranges; one if there are no more parts than a leaf takes. The range with the largest surface is cut
  /// next.
  int divide(const Range& all, int level, Range (&part)[BvhNode<D>::width]) {
    int count = 1;
    part[0] = all;
    while (count < BvhNode<D>::width) {
      int widest = -1;
      float surface = -1;
      for (int i = 0; i < count; ++i) {
        if (part[i].size() <= leaf_size) continue;
        // Below the level of halving the largest range is cut, so that both levels of a node halve.
        const bool by_surface = level < halved_from && !fills_leaves(all);
        const float s = by_surface ? part[i].box.surface() : static_cast<float>(part[i].size());
        if (s > surface) {
          widest = i;
          surface = s;
        }
      }
      if (widest < 0) break;
      const Range whole = part[widest];
      const std::uint32_t middle = cut(whole, level);
      for (int i = count; i > widest + 1; --i) part[i] = part[i - 1];
      part[widest] = range(whole.begin, middle);
      part[widest + 1] = range(middle, whole.end);
      ++count;
    }
    return count;
  }

  Range range(std::uint32_t begin, std::uint32_t end) const {
    BvhBox<D> box = BvhBox<D>::empty();
    for (std::uint32_t k = begin; k < end; ++k) box.add(boxes_[order_[k]]);
    return {begin, end, box};
  }

  static BvhNode<D> no_children() {
    BvhNode<D> node;
    for (int i = 0; i < BvhNode<D>::width; ++i) set_child(node, i, BvhBox<D>::empty(), BvhChild{});
    return node;
  }
  static void set_child(BvhNode<D>& node, int i, const BvhBox<D>& box, BvhChild child) {
    for (int k = 0; k < D; ++k) {
      node.lower[k][i] = box.min[k];
      node.upper[k][i] = box.max[k];
    }
    node.child[i] = child;
  }

 private:
  static constexpr int bins = 16;
  static constexpr int halved_from = 20;  // a level: see most_bvh_levels

  struct Bin {
    BvhBox<D> box = BvhBox<D>::empty();
    std::uint32_t count = 0;
  };
  struct Cut {
    int axis = -1;
    int bin = 0;  ///< the first bin on the far side
    float cost = infinity<float>;
  };

  /// Reorders the range, and returns where its second half begins; both are non-empty.
  std::uint32_t cut(const Range& all, int level) {
    const Bounds c = centers(all);
    if (level < halved_from && fills_leaves(all)) return cut_between_leaves(all, c);
    const Cut best = level < halved_from ? best_cut(all, c) : Cut{};
    if (best.axis < 0) return all.begin + all.size() / 2;
    const Bins bins_of(c, best.axis);
    std::uint32_t middle = all.begin;
    far_.clear();
    for (std::uint32_t k = all.begin; k < all.end; ++k) {
      const std::uint32_t part = order_[k];
      if (bins_of(boxes_[part]) < best.bin) {
        order_[middle++] = part;
      } else {
        far_.push_back(part);
      }
    }
    for (std::size_t k = 0; k < far_.size(); ++k) order_[middle + k] = far_[k];
    return middle;
  }

  /// Whether the parts of a range, which are few, become full leaves.
  bool fills_leaves(const Range& all) const {
    return leaves_ == BvhLeaves::full && all.size() <= BvhNode<D>::width * BvhNode<D>::width * leaf_size;
  }

  /// Sorts the parts along the longest axis, and returns where about half of them end that fill nodes, or else leaves.
  std::uint32_t cut_between_leaves(const Range& all, const BvhBox<D>& c) {
    int axis = 0;
    for (int i = 1; i < D; ++i) {
      if (c.max[i] - c.min[i] > c.max[axis] - c.min[axis]) axis = i;
    }
    const auto precedes = [&](std::uint32_t x, std::uint32_t y) {
      const float of_x = boxes_[x].center(axis), of_y = boxes_[y].center(axis);
      return of_x != of_y ? of_x < of_y : x < y;
    };
    for (std::uint32_t k = all.begin + 1; k < all.end; ++k) {
      const std::uint32_t part = order_[k];
      std::uint32_t at = k;
      for (; at > all.begin && precedes(part, order_[at - 1]); --at) order_[at] = order_[at - 1];
      order_[at] = part;
    }
    constexpr std::uint32_t full_node = BvhNode<D>::width * leaf_size;
    const std::uint32_t unit = all.size() > full_node ? full_node : leaf_size;
    const std::uint32_t units = (all.size() + unit) / (2 * unit);
    return all.begin + (units > 0 ? units : 1) * unit;
  }

  using Bounds = BvhBox<D>;
  Bounds centers(const Range& all) const {
    Bounds c = Bounds::empty();
    for (std::uint32_t k = all.begin; k < all.end; ++k) {
      const BvhBox<D>& b = boxes_[order_[k]];
      for (int i = 0; i < D; ++i) {
        const float x = b.center(i);
        c.min[i] = x < c.min[i] ? x : c.min[i];
        c.max[i] = x > c.max[i] ? x : c.max[i];
      }
    }
    return c;
  }

  /// Sorts centers into bins along an axis.
  struct Bins {
    int axis;
    float low, bins_per_length;

    Bins(const Bounds& c, int along)
        : axis(along), low(c.min[along]), bins_per_length(static_cast<float>(bins) / (c.max[along] - c.min[along])) {}
    /// False if the centers do not differ, or by so little that float can not divide by it.
    bool are_different() const { return bins_per_length <= largest<float>; }
    int operator()(const BvhBox<D>& box) const {
      const int bin = static_cast<int>((box.center(axis) - low) * bins_per_length);
      return bin < bins ? bin : bins - 1;
    }
  };

  /// Axis -1 if the centers do not differ.
  Cut best_cut(const Range& all, const Bounds& c) const {
    Cut best;
    for (int axis = 0; axis < D; ++axis) {
      const Bins bins_of(c, axis);
      if (!bins_of.are_different()) continue;
      Bin bin[bins];
      for (std::uint32_t k = all.begin; k < all.end; ++k) {
        const BvhBox<D>& b = boxes_[order_[k]];
        Bin& to = bin[bins_of(b)];
        to.box.add(b);
        ++to.count;
      }
      compare_cuts(bin, axis, best);
    }
    return best;
  }

  /// The cost of a cut is the surface of each side times the parts in it.
  static void compare_cuts(const Bin (&bin)[bins], int axis, Cut& best) {
    float after[bins];
    BvhBox<D> box = BvhBox<D>::empty();
    std::uint32_t count = 0;
    for (int i = bins - 1; i > 0; --i) {
      box.add(bin[i].box);
      count += bin[i].count;
      after[i] = count > 0 ? box.surface() * static_cast<float>(count) : -1;
    }
    box = BvhBox<D>::empty();
    count = 0;
    for (int i = 1; i < bins; ++i) {
      box.add(bin[i - 1].box);
      count += bin[i - 1].count;
      if (count == 0 || after[i] < 0) continue;
      const float cost = box.surface() * static_cast<float>(count) + after[i];
      if (cost < best.cost) best = {axis, i, cost};
    }
  }

  std::span<const BvhBox<D>> boxes_;
  std::span<std::uint32_t> order_;
  BvhLeaves leaves_;
  std::vector<std::uint32_t> far_;  ///< the far side of a cut, while it is made
};

template <int D>
class BvhBuilder {
 public:
  explicit BvhBuilder(std::span<const BvhBox<D>> boxes, BvhLeaves leaves = BvhLeaves::cheap)
      : boxes_(boxes), leaves_(leaves) {}

  /// Requires 1 to most_parts boxes.
  BuiltBvh<D> build() { return build(ExecutorRef(InOrder{})); }
  /// The same tree, whatever the executor is.
  BuiltBvh<D> build(const ExecutorRef& executor) {
    const auto count = static_cast<std::uint32_t>(boxes_.size());
    order_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) order_[i] = i;
    work_.push_back({divider_of_all().range(0, count), 0});
    for (std::size_t begin = 0; begin < work_.size();) {
      const std::size_t end = work_.size();
      const auto task = [&](std::size_t i) { run(work_[begin + i]); };
      executor(end - begin, Tasks(task));
      for (; begin < end; ++begin) queue_children(begin);
    }
    add_node(work_[0]);
    tree_.nodes.shrink_to_fit();
    tree_.leaves.shrink_to_fit();
    return std::move(tree_);
  }

 private:
  using Range = typename BvhDivider<D>::Range;
  /// Of this many parts a task makes the whole subtree: a tenth of a millisecond.
  static constexpr std::uint32_t most_in_task = 1024;

  /// A range, and what a task made of it: its children, or the tree below it.
  struct Work {
    Range range;
    int level;
    int count = 0;  ///< of children; 0 if there is a tree instead
    Range part[BvhNode<D>::width] = {};
    std::size_t child[BvhNode<D>::width] = {};  ///< the work of each that is no leaf
    BuiltBvh<D> tree = {};
  };

  BvhDivider<D> divider_of_all() { return {boxes_, order_, leaves_}; }

  void run(Work& work) {
    BvhDivider<D> divider = divider_of_all();
    if (work.range.size() <= most_in_task) {
      divider.add_node(work.range, work.level, work.tree);
    } else {
      work.count = divider.divide(work.range, work.level, work.part);
    }
  }

  void queue_children(std::size_t index) {
    for (int i = 0; i < work_[index].count; ++i) {
      if (work_[index].part[i].is_leaf()) continue;
      work_[index].child[i] = work_.size();
      const Range range = work_[index].part[i];
      work_.push_back({range, work_[index].level + 1});
    }
  }

  /// Appends what has become of a range, numbered as by one divider alone. The tree of the work is freed.
  std::uint32_t add_node(Work& work) {
    if (work.count == 0) return add_tree(std::exchange(work.tree, {}));
    const BvhDivider<D> divider = divider_of_all();
    const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back(divider.no_children());
    for (int i = 0; i < work.count; ++i) {
      const Range& part = work.part[i];
      const BvhChild child = part.is_leaf() ? BvhChild::leaf(divider.add_leaf(part, tree_))
                                            : BvhChild::node(add_node(work_[work.child[i]]));
      divider.set_child(tree_.nodes[index], i, part.box, child);
    }
    return index;
  }
  std::uint32_t add_tree(const BuiltBvh<D>& tree) {
    const auto nodes = static_cast<std::uint32_t>(tree_.nodes.size());
    const auto leaves = static_cast<std::uint32_t>(tree_.leaves.size());
    for (BvhNode<D> node : tree.nodes) {
      for (BvhChild& child : node.child) {
        if (child.is_none()) continue;
        child = child.is_leaf() ? BvhChild::leaf(leaves + child.index()) : BvhChild::node(nodes + child.index());
      }
      tree_.nodes.push_back(node);
    }
    tree_.leaves.insert(tree_.leaves.end(), tree.leaves.begin(), tree.leaves.end());
    return nodes;
  }

  std::span<const BvhBox<D>> boxes_;
  BvhLeaves leaves_;
  std::vector<std::uint32_t> order_;
  std::vector<Work> work_;  ///< wave by wave
  BuiltBvh<D> tree_;
};

}  // namespace abut::detail
