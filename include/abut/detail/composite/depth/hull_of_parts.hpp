/// The convex hull of a body of parts, as a shape: the tree finds its support points.
///
/// The children of a node are bounded by the heights of their boxes, and the highest is visited first. A height has D
/// products and sums, a difference from the center and the rounding of the direction: D + 2 roundings, as has the bound
/// of a box, and both are measured from the center of the tree. The radius that all parts have is left out; where each
/// has its own, it is part of the support point.
#pragma once

#include <abut/detail/composite/composite_ref.hpp>
#include <abut/detail/support/curved.hpp>

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
          visit(node.child[k].index(), d, best);
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
    return {best.point, best.id};
  }

  Vec<double, D> center() const { return body_.tree.center; }
  double bounding_radius() const { return 1.75 * body_.tree.reach * body_.tree.unit; }  // more than sqrt(3) times
  double radius() const { return double(body_.radius) + common_radius(); }
  SupportError support_error() const {
    const SupportError& e = body_.part_error;
    const double reach = bounding_radius();
    const double sum = has_own_radii() ? with_underflow<T>(sphere_error(reach) + norm(center()) + reach) : 0;
    return {2 * (D + 2) * reach + e.height + sum, e.point + sum};
  }

 private:
  using V = Vec<double, D>;

  struct Search {
    double height;
    V point{};
    VertexId id = no_vertex;
  };

  bool has_own_radii() const {
    return body_.kind == PartKind::shapes || body_.kind == PartKind::shape || body_.radii != nullptr;
  }
  double common_radius() const {
    return body_.kind == PartKind::balls && !has_own_radii() ? double(body_.ball_radius) : 0;
  }

  /// In units of the tree, from its center.
  static double height_of_box(const BvhNode<D>& node, int k, const V& d) {
    double height = 0;
    for (int i = 0; i < D; ++i) height += d[i] * double(d[i] > 0 ? node.upper[i][k] : node.lower[i][k]);
    return height;
  }
  void offer(const V& point, VertexId id, const V& d, Search& best) const {
    const double height = dot(d, (point - body_.tree.center) * (1 / body_.tree.unit));
    if (height > best.height) best = {height, point, id};
  }
  void visit(std::uint32_t leaf, const V& d, Search& best) const {
    const LeafParts& parts = body_.parts_of_leaf(leaf);
    for (int k = 0; k < parts.count(); ++k) visit_part(parts.part[k], d, best);
  }
  void visit_part(std::uint32_t part, const V& d, Search& best) const {
    if (body_.kind == PartKind::simplices) {
      const std::uint32_t* const index = body_.indices + std::size_t{D} * part;
      for (int i = 0; i < D; ++i) offer(widen(body_.vertices[index[i]]), index[i], d, best);
    } else if (!has_own_radii()) {
      offer(widen(body_.vertices[part]), part, d, best);
    } else {
      const SupportPoint<V> s = body_.with_core(part, [&](const ShapeRef<T, D>& core) {
        const double r = core.radius();
        const V point = detail::support(core, d).point;
        return SupportPoint<V>{r > 0 ? point + unit(d) * r : point};
      });
      offer(s.point, s.id, d, best);
    }
  }

  const CompositeRef<T, D>& body_;
};

/// Returns f(the hull of the body as an operand of the library's queries).
template <Scalar T, int D, class F>
auto with_hull(const CompositeRef<T, D>& body, const F& f) {
  if (body.kind == PartKind::shape) return body.with_part(0, f);
  const HullOfParts<T, D> hull(body);
  const ShapeRef<T, D> shape(hull);
  if (body.inner == nullptr) return f(RefOperand<T, D>{shape, body.pose});
  const PartAtPose<T, D> placed(shape, *body.inner);
  return f(RefOperand<T, D>{ShapeRef<T, D>(placed), body.pose});
}

}  // namespace abut::detail
