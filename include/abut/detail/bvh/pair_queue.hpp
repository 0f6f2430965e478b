/// The pairs of boxes that a traversal has yet to look at: the nearest first, later the newest first.
///
/// The nearest pair first visits the fewest pairs, but a heap of thousands costs more than it saves, and has no bound.
/// So the queue is a heap until it is full, or until becomes_stack() is called; then it is a stack. A traversal pushes
/// at most 16 pairs in place of one and goes at most most_bvh_levels deep in either tree, so the room of the stack
/// suffices.
#pragma once

#include <abut/detail/bvh/node.hpp>

namespace abut::detail {

/// A child of a node: 4 times the index of the node, plus that of the child.
using BvhSlot = std::uint32_t;

struct NodePair {
  float bound;  ///< of the boxes from below: their squared distance, or when they meet
  BvhSlot a, b;
};

class PairQueue {
 public:
  bool is_empty() const { return size_ == 0; }
  bool is_heap() const { return is_heap_; }
  void become_stack() { is_heap_ = false; }

  void push(const NodePair& pair) {
    if (is_heap_ && size_ == most_in_heap) is_heap_ = false;
    pair_[size_++] = pair;
    if (is_heap_) rise(size_ - 1);
  }

  /// Requires that the queue is not empty.
  NodePair pop() {
    const NodePair top = is_heap_ ? pair_[0] : pair_[size_ - 1];
    --size_;
    if (is_heap_ && size_ > 0) {
      pair_[0] = pair_[size_];
      sink();
    }
    return top;
  }

 private:
  static constexpr int most_in_heap = 1024;
  static constexpr int most_in_stack = 16 * 2 * most_bvh_levels;

  /// Of equal bounds, which are mostly zeros of boxes that overlap, the deeper pair comes first: the nodes of a tree
  /// are numbered from the top.
  static bool precedes(const NodePair& x, const NodePair& y) {
    if (x.bound != y.bound) return x.bound < y.bound;
    return x.a != y.a ? x.a > y.a : x.b > y.b;
  }
  void rise(int i) {
    const NodePair moved = pair_[i];
    while (i > 0 && precedes(moved, pair_[(i - 1) / 2])) {
      pair_[i] = pair_[(i - 1) / 2];
      i = (i - 1) / 2;
    }
    pair_[i] = moved;
  }
  void sink() {
    const NodePair moved = pair_[0];
    int i = 0;
    while (2 * i + 1 < size_) {
      int child = 2 * i + 1;
      if (child + 1 < size_ && precedes(pair_[child + 1], pair_[child])) ++child;
      if (!precedes(pair_[child], moved)) break;
      pair_[i] = pair_[child];
      i = child;
    }
    pair_[i] = moved;
  }

  NodePair pair_[most_in_heap + most_in_stack];
  int size_ = 0;
  bool is_heap_ = true;
};

}  // namespace abut::detail
