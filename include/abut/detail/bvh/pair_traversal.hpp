/// Visits the pairs of leaves of two trees that may be nearer than a limit, nearest first.
///
/// Reference: P. Larsen, S. Gottschalk, M. Lin, D. Manocha, "Fast Distance Queries with Rectangular Swept Sphere
/// Volumes" (2000), for the traversal that both trees share. Departures: four children to a node, so that a pair of
/// nodes is opened by sixteen bounds; best first as long as that pays, see bvh/pair_queue.hpp.
///
/// Guarantee: a pair of leaves that is not visited is proven to be further apart than the limit was when it was closed.
/// The limit only falls, so all of them are further apart than the last one.
#pragma once

#include <abut/detail/bvh/pair_bounds.hpp>
#include <abut/detail/bvh/pair_queue.hpp>

namespace abut::detail {

/// `Bounds` is PairBounds, or CastBounds for a limit of time: find<k>() bounds pairs of boxes, bound_limit() is what
/// these are compared with.
template <int D, class Bounds = PairBounds<D>>
class PairTraversal {
 public:
  PairTraversal(const BvhView<D>& a, const BvhView<D>& b, const Bounds& bounds) : a_(a), b_(b), bounds_(bounds) {}

  /// visit(leaf of A, leaf of B, bounds), with the indices of the leaves, returns the new limit, a length in the unit
  /// of the frame; a negative limit ends the traversal. visit.new_normal(), if it has one, points to the normal of the
  /// nearest parts so far, in the frame of A; null if it has not changed.
  template <class Visit>
  void run(double limit, Visit& visit) {
    bound_limit_ = Bounds::bound_limit(limit);
    if (!dive(visit)) return;
    open(children(a_, 0), children(b_, 0));
    int leaves = 0;
    while (!queue_.is_empty()) {
      const NodePair pair = queue_.pop();
      if (pair.bound > bound_limit_) {
        if (queue_.is_heap()) return;  // all others are further apart
        continue;
      }
      if (child(a_, pair.a).is_leaf() && child(b_, pair.b).is_leaf()) {
        if (pair.a == dived_.a && pair.b == dived_.b) continue;
        if (!ask(pair, visit)) return;
        if (++leaves == leaves_in_order) queue_.become_stack();
      } else {
        open(below(a_, pair.a), below(b_, pair.b));
      }
    }
  }

 private:
  /// After so many pairs of leaves the limit hardly falls any more, and order gains nothing.
  static constexpr int leaves_in_order = 64;

  /// Some neighboring children of a node.
  struct Children {
    std::uint32_t node, begin, end;
  };
  static Children children(const BvhView<D>& tree, std::uint32_t node) {
    return {node, 0, static_cast<std::uint32_t>(tree.nodes[node].count())};
  }
  static BvhChild child(const BvhView<D>& tree, BvhSlot slot) { return tree.nodes[slot / 4].child[slot % 4]; }

  /// The children of a child; of a leaf, the leaf alone.
  static Children below(const BvhView<D>& tree, BvhSlot slot) {
    const BvhChild c = child(tree, slot);
    return c.is_leaf() ? Children{slot / 4, slot % 4, slot % 4 + 1} : children(tree, c.index());
  }

  /// Visits a pair of leaves; returns false if that ends the traversal.
  template <class Visit>
  bool ask(const NodePair& pair, Visit& visit) {
    const double limit = visit(child(a_, pair.a).index(), child(b_, pair.b).index(), bounds_);
    if (limit < 0) return false;
    bound_limit_ = Bounds::bound_limit(limit);
    if constexpr (requires { visit.new_normal(); }) {
      if (const auto* const normal = visit.new_normal()) bounds_.set_normal(*normal);
    }
    return true;
  }

  /// Goes from the roots to a pair of leaves, always to the nearest pair of children, and visits it: then there are a
  /// limit and a normal before anything is queued. Returns false if that ends the traversal.
  template <class Visit>
  bool dive(Visit& visit) {
    Children a = children(a_, 0), b = children(b_, 0);
    for (int level = 0; level < 2 * most_bvh_levels; ++level) {
      float bound[4][4];
      find_bounds(a, b, bound);
      NodePair nearest{infinity<float>, 0, 0};
      for (std::uint32_t i = a.begin; i < a.end; ++i) {
        for (std::uint32_t k = b.begin; k < b.end; ++k) {
          if (bound[i][k] < nearest.bound) nearest = {bound[i][k], 4 * a.node + i, 4 * b.node + k};
        }
      }
      if (nearest.bound > bound_limit_) return true;
      if (child(a_, nearest.a).is_leaf() && child(b_, nearest.b).is_leaf()) {
        dived_ = nearest;
        return ask(nearest, visit);
      }
      a = below(a_, nearest.a);
      b = below(b_, nearest.b);
    }
    return true;
  }

  void find_bounds(const Children& a, const Children& b, float (&bound)[4][4]) const {
    typename Bounds::Boxes boxes_a, boxes_b;
    bounds_.set_a(a_.nodes[a.node], boxes_a);
    bounds_.set_b(b_.nodes[b.node], boxes_b);
    bounds_.template find<0>(boxes_a, boxes_b).store(bound[0]);
    bounds_.template find<1>(boxes_a, boxes_b).store(bound[1]);
    bounds_.template find<2>(boxes_a, boxes_b).store(bound[2]);
    bounds_.template find<3>(boxes_a, boxes_b).store(bound[3]);
  }

  /// Adds all pairs that may be nearer than the limit, the nearest last.
  void open(const Children& a, const Children& b) {
    NodePair found[16];
    int count = 0;
    float bound[4][4];
    find_bounds(a, b, bound);
    for (std::uint32_t i = a.begin; i < a.end; ++i) {
      const float(&row)[4] = bound[i];
      for (std::uint32_t k = b.begin; k < b.end; ++k) {
        if (row[k] > bound_limit_) continue;
        int at = count++;
        for (; at > 0 && found[at - 1].bound < row[k]; --at) found[at] = found[at - 1];
        found[at] = {row[k], 4 * a.node + i, 4 * b.node + k};
      }
    }
    for (int i = 0; i < count; ++i) queue_.push(found[i]);
  }

  const BvhView<D> a_, b_;
  Bounds bounds_;
  float bound_limit_ = infinity<float>;
  NodePair dived_{0, ~BvhSlot{0}, ~BvhSlot{0}};
  PairQueue queue_;
};

}  // namespace abut::detail
