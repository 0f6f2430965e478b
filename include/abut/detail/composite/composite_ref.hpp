/// A type-erased body of convex parts: what the traversals see, compiled once. A convex shape is a body of one part.
#pragma once

#include <abut/detail/bvh/frame.hpp>
#include <abut/detail/bvh/node.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/shapes.hpp>

namespace abut::detail {

/// The part of a mesh: a segment in 2D, a triangle in 3D.
template <Scalar T, int D>
using MeshPart = std::conditional_t<D == 2, Segment<T, 2>, Triangle<T, 3>>;

/// A body of parts without ownership, placed or not. Everything it refers to must outlive it.
template <Scalar T, int D>
struct CompositeRef {
  BvhView<D> tree;
  std::span<const BvhLeaf<D>> leaves = {};  // NOLINT(readability-redundant-member-init): or clang asks for it
  const Pose<T, D>* pose = nullptr;         ///< null if the body is not placed
  const Vec<T, D>* vertices = nullptr;
  const std::uint32_t* indices = nullptr;  ///< D for each part; null if the body is the convex shape `shape`
  std::uint32_t part_count = 1;
  /// The first part of each connected component; none of a shape.
  std::span<const std::uint32_t> components = {};  // NOLINT(readability-redundant-member-init): as above
  bool is_solid = false;                           ///< the parts enclose the body: see solid.hpp
  const ShapeRef<T, D>* shape = nullptr;

  MeshPart<T, D> simplex(std::uint32_t part) const {
    const std::uint32_t* const i = indices + std::size_t{D} * part;
    if constexpr (D == 2) {
      return {vertices[i[0]], vertices[i[1]]};
    } else {
      return {vertices[i[0]], vertices[i[1]], vertices[i[2]]};
    }
  }

  /// Returns f(part as an operand of the library's queries).
  template <class F>
  auto with_part(std::uint32_t part, const F& f) const {
    if (indices == nullptr) return f(RefOperand<T, D>{*shape, pose});
    const MeshPart<T, D> s = simplex(part);
    return f(RefOperand<T, D>{ShapeRef<T, D>(s), pose});
  }
};

template <Scalar T, int D>
bool has_valid_pose(const CompositeRef<T, D>& body) {
  return body.pose == nullptr || is_valid(*body.pose);
}

/// A convex shape as a body: a tree of one part.
template <Scalar T, int D>
class ConvexBody {
 public:
  explicit ConvexBody(const ShapeRef<T, D>& shape) : shape_(shape), box_(aabb(shape)), frame_(box_) {
    const BvhBox<D> box = frame_.enclosing(box_);
    for (int i = 0; i < D; ++i) {
      for (int k = 0; k < BvhNode<D>::width; ++k) {
        node_.lower[i][k] = box.min[i];
        node_.upper[i][k] = box.max[i];
      }
    }
    node_.child[0] = BvhChild::leaf(0);
    reach_ = reach_of(box);
  }
  ConvexBody(const ConvexBody&) = delete;  // its refs point into it
  ConvexBody(ConvexBody&&) = delete;
  ConvexBody& operator=(const ConvexBody&) = delete;
  ConvexBody& operator=(ConvexBody&&) = delete;
  ~ConvexBody() = default;

  /// False if the shape is not valid, or so large that its box overflows.
  bool has_box() const { return is_finite(box_.min) && is_finite(box_.max); }

  CompositeRef<T, D> ref(const Pose<T, D>* pose) const {
    return {.tree = {{&node_, 1}, frame_.center(), frame_.unit(), reach_}, .pose = pose, .shape = &shape_};
  }

 private:
  const ShapeRef<T, D> shape_;
  const Aabb<T, D> box_;
  const BvhFrame<D> frame_;
  BvhNode<D> node_{};
  double reach_ = 0;
};

}  // namespace abut::detail
