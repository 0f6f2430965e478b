/// A convex shape as a body: a tree of one part.
#pragma once

#include <abut/aabb.hpp>
#include <abut/detail/composite/composite_ref.hpp>

namespace abut::detail {

/// A tree of one leaf, of one part.
template <int D>
class TreeOfOne {
 public:
  TreeOfOne(const BvhBox<D>& box, const BvhSphere<D>& sphere) {
    for (int i = 0; i < D; ++i) {
      for (int k = 0; k < BvhNode<D>::width; ++k) {
        node_.lower[i][k] = box.min[i];
        node_.upper[i][k] = box.max[i];
      }
    }
    node_.child[0] = BvhChild::leaf(0);
    for (int k = 0; k < LeafParts::width; ++k) set_sphere(leaf_, k, sphere);
    leaf_.part[0] = 0;
  }

  const BvhNode<D>& node() const { return node_; }
  const BvhSpheres<D>& leaf() const { return leaf_; }

 private:
  BvhNode<D> node_{};
  BvhSpheres<D> leaf_{};
};

template <Scalar T, int D>
class ConvexBody {
 public:
  explicit ConvexBody(const ShapeRef<T, D>& shape)
      : shape_(shape),
        box_(aabb(shape)),
        frame_(box_),
        float_box_(frame_.enclosing(box_)),
        tree_(float_box_, sphere_around(shape, frame_, float_box_)) {}
  ConvexBody(const ConvexBody&) = delete;  // its refs point into it
  ConvexBody(ConvexBody&&) = delete;
  ConvexBody& operator=(const ConvexBody&) = delete;
  ConvexBody& operator=(ConvexBody&&) = delete;
  ~ConvexBody() = default;

  /// False if the shape is not valid, or so large that its box overflows.
  bool has_box() const { return is_finite(box_.min) && is_finite(box_.max); }

  CompositeRef<T, D> ref(const Pose<T, D>* pose) const {
    return {.tree = {{&tree_.node(), 1}, frame_.center(), frame_.unit(), reach_of(float_box_)},
            .spheres = &tree_.leaf(),
            .pose = pose,
            .kind = PartKind::shape,
            .shape = &shape_};
  }

 private:
  const ShapeRef<T, D> shape_;
  const Aabb<T, D> box_;
  const BvhFrame<D> frame_;
  const BvhBox<D> float_box_;
  const TreeOfOne<D> tree_;
};

}  // namespace abut::detail
