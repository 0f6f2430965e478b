/// A shape whose kind is known at run time, in place: its numbers, an extra radius and a pose. Nothing is allocated,
/// and nothing is owned: points and hulls are views, and a composed shape is a ShapeRef. AnyShape adds the ownership.
///
/// A node is a run-time operand (operand.hpp): every verb takes it. The table of functions of its kind is looked up
/// once, when the node is made, in the library; a query gets a ShapeRef that refers to the node itself, and so the
/// answer is that of the shape's own type, bit for bit.
#pragma once

#include <abut/compiled.hpp>
#include <abut/compose.hpp>
#include <abut/half_space.hpp>
#include <abut/hull.hpp>
#include <abut/operand.hpp>
#include <abut/polygon.hpp>
#include <abut/shape_kind.hpp>
#include <abut/shape_ref.hpp>
#include <abut/shapes.hpp>

#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

namespace abut::detail {

/// Returns f.template operator()<S>(), where S is the type in which a node stores the kind, radius and pose aside. Not
/// of a half-space. A kind that does not exist in D dimensions is never asked for.
template <Scalar T, int D, class F>
auto with_node_shape(ShapeKind kind, const F& f) {
  switch (kind) {
    case ShapeKind::segment: return f.template operator()<Segment<T, D>>();
    case ShapeKind::triangle: return f.template operator()<Triangle<T, D>>();
    case ShapeKind::box: return f.template operator()<Box<T, D>>();
    case ShapeKind::ball: return f.template operator()<Ball<T, D>>();
    case ShapeKind::capsule: return f.template operator()<Capsule<T, D>>();
    case ShapeKind::ellipsoid: return f.template operator()<Ellipsoid<T, D>>();
    case ShapeKind::points:
    case ShapeKind::polygon: return f.template operator()<PointSet<T, D>>();
    case ShapeKind::hull: return f.template operator()<HullView<T, D>>();
    case ShapeKind::composed: return f.template operator()<ShapeRef<T, D>>();
    case ShapeKind::tetrahedron:
    case ShapeKind::cylinder:
    case ShapeKind::cone:
      if constexpr (D == 3) {
        if (kind == ShapeKind::tetrahedron) return f.template operator()<Tetrahedron<T, 3>>();
        if (kind == ShapeKind::cylinder) return f.template operator()<Cylinder<T>>();
        return f.template operator()<Cone<T>>();
      }
      break;
    case ShapeKind::point:
    case ShapeKind::half_space: break;
  }
  return f.template operator()<Point<T, D>>();
}

/// The kind of a type that a node stores in place; `composed` for all other types.
template <class S>
inline constexpr ShapeKind kind_of = ShapeKind::composed;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Point<T, D>> = ShapeKind::point;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Segment<T, D>> = ShapeKind::segment;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Triangle<T, D>> = ShapeKind::triangle;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Tetrahedron<T, D>> = ShapeKind::tetrahedron;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Box<T, D>> = ShapeKind::box;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Ball<T, D>> = ShapeKind::ball;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Capsule<T, D>> = ShapeKind::capsule;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Ellipsoid<T, D>> = ShapeKind::ellipsoid;
template <Scalar T>
inline constexpr ShapeKind kind_of<Cylinder<T>> = ShapeKind::cylinder;
template <Scalar T>
inline constexpr ShapeKind kind_of<Cone<T>> = ShapeKind::cone;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<PointSet<T, D>> = ShapeKind::points;
template <Scalar T>
inline constexpr ShapeKind kind_of<Polygon<T>> = ShapeKind::polygon;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<Hull<T, D>> = ShapeKind::hull;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<HullView<T, D>> = ShapeKind::hull;
template <Scalar T, int D>
inline constexpr ShapeKind kind_of<HalfSpace<T, D>> = ShapeKind::half_space;

/// The functions of a shape that a node stores as its kind, inflated or not, as a ShapeRef to it. Compiled once: these
/// tables are most of what a file with an AnyShape would have to compile.
template <class T, int D>
ShapeRef<T, D> ref_to_stored(const void* shape, ShapeKind kind, bool inflated);

template <Scalar T, int D>
class ShapeNode {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool is_runtime_operand = true;

  /// The point at the origin.
  ShapeNode() : ShapeNode(ShapeKind::point, Point<T, D>{}, T(0)) {}

  /// S is the type in which the kind is stored. The extra radius is added to that of the shape, if it has one; it is
  /// checked by the queries.
  template <Shape S>
  ShapeNode(ShapeKind kind, const S& shape, T extra) : kind_(kind) {
    static_assert(sizeof(Inflated<S>) <= sizeof(room_) && alignof(Inflated<S>) <= alignof(double));
    static_assert(std::is_trivially_copyable_v<S> && std::is_trivially_destructible_v<S>);
    static_assert(std::is_standard_layout_v<Inflated<S>>, "the address of the node is that of the shape, too");
    new (room_) Inflated<S>{shape, extra};
    // An extra radius of 0 is none: the shape is then asked by its own type, for which there may be a closed form.
    functions_ = ref_to_stored<T, D>(room_, kind_, extra != 0).functions_;
  }

  explicit ShapeNode(const HalfSpace<T, D>& half_space) : kind_(ShapeKind::half_space) {
    new (room_) HalfSpace<T, D>(half_space);
  }

  ShapeKind kind() const { return kind_; }
  bool is_half_space() const { return kind_ == ShapeKind::half_space; }
  /// Null if there is none.
  const Pose<T, D>* pose() const { return is_placed_ ? &pose_ : nullptr; }
  void set_pose(const Pose<T, D>& pose) {
    pose_ = pose;
    is_placed_ = true;
  }
  void remove_pose() { is_placed_ = false; }
  ShapeNode without_pose() const {
    ShapeNode r = *this;
    r.remove_pose();
    return r;
  }

  /// Requires is_half_space().
  const HalfSpace<T, D>& half_space() const { return *std::launder(reinterpret_cast<const HalfSpace<T, D>*>(room_)); }
  /// Requires that S is the type in which its kind is stored.
  template <Shape S>
  const Inflated<S>& stored() const {
    return *std::launder(reinterpret_cast<const Inflated<S>*>(room_));
  }

  /// Returns f(stored), with the shape and its extra radius. Requires that it is no half-space.
  template <class F>
  auto with_stored(const F& f) const {
    return with_node_shape<T, D>(kind_, [&]<class S>() { return f(stored<S>()); });
  }

  /// The radius by which the shape is inflated; 0 for a half-space.
  T extra_radius() const {
    return is_half_space() ? T(0) : with_stored([](const auto& s) { return s.extra; });
  }

  /// The shape without its pose. Requires that it is no half-space.
  ShapeRef<T, D> shape() const {
    if (kind_ == ShapeKind::composed && stored<ShapeRef<T, D>>().extra == 0) return stored<ShapeRef<T, D>>().shape;
    return ShapeRef<T, D>(room_, functions_);
  }

  /// Calls f with a ShapeRef<T, D> or a HalfSpace<T, D>, placed if there is a pose.
  template <class F>
  auto visit(const F& f) const {
    return visit_at(pose(), f);
  }
  /// The same with another pose, or with none if it is null.
  template <class F>
  auto visit_at(const Pose<T, D>* pose, const F& f) const {
    if (is_half_space()) {
      return pose != nullptr ? f(PlacedHalfSpace<T, D>{half_space(), *pose}) : f(half_space());
    }
    return pose != nullptr ? f(Placed<ShapeRef<T, D>>{shape(), *pose}) : f(shape());
  }

 private:
  /// The largest of the shapes of fixed size: D + 1 vertices.
  using Simplex = std::conditional_t<D == 3, Tetrahedron<T, D>, Triangle<T, D>>;
  static constexpr std::size_t points_size = sizeof(Inflated<PointSet<T, D>>), simplex_size = sizeof(Inflated<Simplex>);

  alignas(double) alignas(void*) std::byte room_[points_size > simplex_size ? points_size : simplex_size];
  const typename ShapeRef<T, D>::Functions* functions_ = nullptr;
  Pose<T, D> pose_{};
  ShapeKind kind_;
  bool is_placed_ = false;
};

template <class T, int D>
ShapeRef<T, D> ref_to_stored(const void* shape, ShapeKind kind, bool inflated) {
  return with_node_shape<T, D>(kind, [&]<class S>() {
    const auto& stored = *static_cast<const Inflated<S>*>(shape);
    return inflated ? ShapeRef<T, D>(stored) : ShapeRef<T, D>(stored.shape);
  });
}

/// The node inflated by r more: see inflate() of any_shape.hpp.
template <Scalar T, int D>
ShapeNode<T, D> inflated(const ShapeNode<T, D>& node, T r) {
  ShapeNode<T, D> result;
  if (node.is_half_space()) {
    result = ShapeNode<T, D>(HalfSpace<T, D>{node.half_space().normal, node.half_space().offset + r});
  } else {
    result = node.with_stored([&](const auto& s) { return ShapeNode<T, D>(node.kind(), s.shape, s.extra + r); });
  }
  if (node.pose() != nullptr) result.set_pose(*node.pose());
  return result;
}

// Whether the numbers are equal, in the same order; of a composed shape, whether it is the same one.

template <Shape S>
bool are_equal(const S& a, const S& b) {
  return a == b;
}
template <Scalar T, int D>
bool are_equal(std::span<const Vec<T, D>> a, std::span<const Vec<T, D>> b) {
  if (a.size() != b.size()) return false;
  if (a.data() == b.data()) return true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}
template <Scalar T, int D>
bool are_equal(const PointSet<T, D>& a, const PointSet<T, D>& b) {
  return are_equal(a.points(), b.points());
}
template <Scalar T, int D>
bool are_equal(const HullView<T, D>& a, const HullView<T, D>& b) {
  return are_equal(a.vertices(), b.vertices());
}

template <Scalar T, int D>
bool are_equal(const ShapeNode<T, D>& a, const ShapeNode<T, D>& b) {
  if (a.kind() != b.kind() || (a.pose() == nullptr) != (b.pose() == nullptr)) return false;
  if (a.pose() != nullptr && *a.pose() != *b.pose()) return false;
  if (a.is_half_space()) return a.half_space() == b.half_space();
  return a.with_stored([&]<class S>(const Inflated<S>& s) {
    const Inflated<S>& other = b.template stored<S>();
    return s.extra == other.extra && are_equal(s.shape, other.shape);
  });
}

#define ABUT_STORED_SHAPES(WORDS, T, D) WORDS ShapeRef<T, D> ref_to_stored(const void*, ShapeKind, bool);
ABUT_DECLARE_FOR_SPACES(ABUT_STORED_SHAPES)

}  // namespace abut::detail
