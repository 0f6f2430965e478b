/// Visits the leaves of a tree that a line may pass, the nearest first.
///
/// Reference: T. Ize, "Robust BVH Ray Traversal" (2013): slabs whose rounding is counted, so that no box is missed.
/// Departures: the boxes are in the frame of the body, and the line starts at its point nearest to their center, so
/// that no length is much larger than the body; four boxes are tried at once.
///
/// Guarantee: a leaf that is not visited is proven not to be passed before the limit was, or not at all.
///
/// The count, with v = 2^-24, r the reach of the tree and L = r + |origin|: the origin is off by 1 v L, a difference of
/// a side and the origin by 1 v of its length, which is at most 2 L; the error of the origin in double comes on top.
/// `slack` is 8 v L and that. The direction is off by 2 v r along a side. A quotient is off by 3 v of itself: that of
/// the inverse, its conversion, and the product.
#pragma once

#include <abut/detail/bvh/node.hpp>
#include <abut/detail/numeric/float4_vec.hpp>
#include <abut/detail/numeric/rounding.hpp>

namespace abut::detail {

/// A line in the frame of a tree: the points origin + s * direction, |direction| = 1.
template <int D>
struct TreeLine {
  Vec<double, D> origin{}, direction{};
  double error = 0;  ///< how far a point of it within the tree may be off
};

template <int D>
class RayTraversal {
 public:
  /// The origin of the line is near the tree, within a few of its reaches. All boxes are larger by `radius`.
  RayTraversal(const BvhView<D>& tree, const TreeLine<D>& line, double radius = 0) : tree_(tree) {
    const double lengths = max_abs(line.origin) + 4 * tree.reach;
    slack_ = round_up<float>(0x1p-20 * (lengths + radius) + line.error + radius);
    for (int i = 0; i < D; ++i) {
      // A direction that is turned by less than 2^-60 leaves the box by less than the slack.
      const double d = absolute(line.direction[i]) > 0x1p-60 ? line.direction[i] : 0x1p-60;
      inverse_.x[i] = Float4::all(narrow<float>(1 / d));
      near_.x[i] = Float4::all(narrow<float>(d > 0 ? line.origin[i] + slack_ : line.origin[i] - slack_));
      far_.x[i] = Float4::all(narrow<float>(d > 0 ? line.origin[i] - slack_ : line.origin[i] + slack_));
      is_forward_[i] = d > 0;
    }
  }

  /// How far a point of the line, and its s, may be off in float.
  float slack() const { return slack_; }

  /// visit(leaf), with the index of the leaf, returns the new limit of s. Begins at `begin`; both are rounded outward
  /// by the caller.
  template <class Visit>
  void run(float begin, float limit, Visit& visit) {
    begin_ = begin;
    open(0, limit);
    while (size_ > 0) {
      const Entry next = stack_[--size_];
      if (next.near > limit) continue;
      if (next.child.is_leaf()) {
        limit = visit(next.child.index());
        if (limit < begin) return;
      } else {
        open(next.child.index(), limit);
      }
    }
  }

 private:
  struct Entry {
    float near;
    BvhChild child;
  };

  /// Adds the children that the line may pass, the nearest last.
  void open(std::uint32_t index, float limit) {
    const BvhNode<D>& node = tree_.nodes[index];
    Float4 near = Float4::all(begin_), far = Float4::all(limit);
    for (int i = 0; i < D; ++i) {
      const Float4 low = Float4::of(node.lower[i]), high = Float4::of(node.upper[i]);
      const Float4 first = ((is_forward_[i] ? low : high) - near_.x[i]) * inverse_.x[i];
      const Float4 last = ((is_forward_[i] ? high : low) - far_.x[i]) * inverse_.x[i];
      near = larger(first, near);
      far = smaller(last, far);
    }
    // The same factor on either side: a comparison is what counts.
    const Float4 rounding = Float4::all(0x1p-21F);
    near = near - absolute(near) * rounding;
    far = far + absolute(far) * rounding;
    const unsigned passed = at_most(near, far);
    float bound[4];
    near.store(bound);
    const int begin = size_;
    for (int i = 0; i < BvhNode<D>::width; ++i) {
      if ((passed >> i & 1) == 0 || node.child[i].is_none()) continue;
      int at = size_++;
      for (; at > begin && stack_[at - 1].near < bound[i]; --at) stack_[at] = stack_[at - 1];
      stack_[at] = {bound[i], node.child[i]};
    }
  }

  const BvhView<D>& tree_;
  Float4Vec<D> inverse_, near_, far_;
  bool is_forward_[D];
  float slack_ = 0, begin_ = 0;
  Entry stack_[3 * most_bvh_levels + 4];
  int size_ = 0;
};

}  // namespace abut::detail
