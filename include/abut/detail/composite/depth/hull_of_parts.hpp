/// The convex hull of a body of parts, as a shape: the tree finds its support points.
///
/// The children of a node are bounded by the heights of their boxes, and the highest is visited first. A height has D
/// products and sums, a difference from the center and the rounding of the direction: D + 2 roundings, as has the bound
/// of a box, and both are measured from the center of the tree.
#pragma once

#include <abut/detail/composite/composite_ref.hpp>

namespace abut::detail {

template <Scalar T, int D>
class HullOfParts {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  /// The body must outlive it; its pose is left out.
  explicit HullOfParts(const CompositeRef<T, D>& body) : body_(body) {}

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& along) const {
    const Vec<double, D> d = scale_direction(along);
    Search best{.height = -infinity<double>};
    std::uint32_t stack[(BvhNode<D>::width - 1) * most_bvh_levels + 1];
    double bound[(BvhNode<D>::width - 1) * most_bvh_levels + 1];
    int size = 0;
    stack[size] = 0;
    bound[size++] = infinity<double>;
    while (size > 0) {
      --size;
      if (bound[size] <= best.height) continue;
      const BvhNode<D>& node = body_.tree.nodes[stack[size]];
      const int bottom = size;
      for (int k = 0; k < BvhNode<D>::width && !node.child[k].is_none(); ++k) {
        const double height = height_of_box(node, k, d);
        if (height <= best.height) continue;
        if (node.child[k].is_leaf()) {
          visit(body_.leaves[node.child[k].index()], d, best);
          continue;
        }
        int at = size++;
        for (; at > bottom && bound[at - 1] > height; --at) {
          bound[at] = bound[at - 1];
          stack[at] = stack[at - 1];
        }
        bound[at] = height;
        stack[at] = node.child[k].index();
      }
    }
    return {widen(body_.vertices[best.vertex]), best.vertex};
  }

  Vec<double, D> center() const { return body_.tree.center; }
  double bounding_radius() const { return 1.75 * body_.tree.reach * body_.tree.unit; }  // more than sqrt(3) times
  SupportError support_error() const { return {2 * (D + 2) * bounding_radius(), 0}; }

 private:
  struct Search {
    double height;
    std::uint32_t vertex = 0;
  };

  /// In units of the tree, from its center.
  static double height_of_box(const BvhNode<D>& node, int k, const Vec<double, D>& d) {
    double height = 0;
    for (int i = 0; i < D; ++i) height += d[i] * double(d[i] > 0 ? node.upper[i][k] : node.lower[i][k]);
    return height;
  }
  void visit(const BvhLeaf<D>& leaf, const Vec<double, D>& d, Search& best) const {
    for (int k = 0; k < leaf.count(); ++k) {
      const std::uint32_t* const index = body_.indices + std::size_t{D} * leaf.part[k];
      for (int i = 0; i < D; ++i) {
        const double height = dot(d, (widen(body_.vertices[index[i]]) - body_.tree.center) * (1 / body_.tree.unit));
        if (height > best.height) best = {height, index[i]};
      }
    }
  }

  const CompositeRef<T, D>& body_;
};

/// Returns f(the hull of the body as an operand of the library's queries).
template <Scalar T, int D, class F>
auto with_hull(const CompositeRef<T, D>& body, const F& f) {
  if (body.shape != nullptr) return f(RefOperand<T, D>{*body.shape, body.pose});
  const HullOfParts<T, D> hull(body);
  return f(RefOperand<T, D>{ShapeRef<T, D>(hull), body.pose});
}

}  // namespace abut::detail
