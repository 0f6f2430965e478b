/// A shape of any kind, owned: for scenes, and wherever the kind is known only at run time.
///
///     std::vector<AnyShape3f> scene{Box3f{.half = {1, 1, 1}}, place(arm, pose), HalfSpace3f{}};
///     scene.emplace_back(*Hull3f::from(points), pose);     // owns the hull, at a pose
///     auto gap = distance(scene[0], place(scene[1], q));   // an operand of every verb
///
/// It holds every shape of the library, a half-space too, inflated and placed or not, and any other shape as
/// `composed`. The answers are those of the shape's own type behind a ShapeRef: bit for bit the same. A pose inside and
/// one outside collapse to their product, as place(place(shape, p), q) does. Two half-spaces that meet at run time are
/// answered by Status::invalid_argument; the box of a half-space is infinite where it is unbounded; and it has no mass.
///
/// Shapes of fixed size are stored in place, without an allocation: AnyShape takes 96 bytes in 2D and 112 in 3D in
/// float, 112 and 184 in double (with pointers of 64 bits). Points, hulls and composed shapes are copied once, to a
/// block that is never changed and that copies of the AnyShape share: copying takes constant time, and is safe from
/// several threads at once.
#pragma once

#include <abut/detail/support/shape_node.hpp>
#include <abut/detail/support/shared_block.hpp>
#include <abut/operand.hpp>
#include <abut/pose.hpp>
#include <abut/shape_kind.hpp>

#include <type_traits>
#include <utility>
#include <vector>

namespace abut {

template <Scalar T, int D>
class AnyShapeView;

namespace detail {

/// Whether a shape owns all it consists of. A shape of the user's is taken to.
template <class S>
inline constexpr bool is_owning = true;
template <Scalar T, int D>
inline constexpr bool is_owning<PointSet<T, D>> = false;
template <Scalar T, int D>
inline constexpr bool is_owning<HullView<T, D>> = false;
template <Scalar T, int D>
inline constexpr bool is_owning<ShapeRef<T, D>> = false;
template <Shape S>
inline constexpr bool is_owning<Placed<S>> = is_owning<S>;
template <Shape S>
inline constexpr bool is_owning<Inflated<S>> = is_owning<S>;
template <Shape S>
inline constexpr bool is_owning<Swept<S>> = is_owning<S>;
template <Shape S>
inline constexpr bool is_owning<Scaled<S>> = is_owning<S>;
template <Shape S>
inline constexpr bool is_owning<Stretched<S>> = is_owning<S>;
template <Shape A, Shape B>
inline constexpr bool is_owning<MinkowskiSum<A, B>> = is_owning<A> && is_owning<B>;
template <Shape A, Shape B>
inline constexpr bool is_owning<HullOf<A, B>> = is_owning<A> && is_owning<B>;

/// A placed shape that a node stores as a shape and a pose. One that was placed twice without place() is composed.
template <class S>
inline constexpr bool is_placed_shape = false;
template <Shape S>
inline constexpr bool is_placed_shape<Placed<S>> = !is_placed_shape<S>;

/// An inflated shape that a node stores as its kind and a radius.
template <class S>
inline constexpr bool is_inflated_kind = false;
template <Shape S>
inline constexpr bool is_inflated_kind<Inflated<S>> = kind_of<S> != ShapeKind::composed;

/// What may be made an AnyShape<T, D>.
template <class S, class T, int D>
concept HeldIn = (Shape<S> || AnyHalfSpace<S>) && std::same_as<VectorOf<S>, Vec<T, D>>;

}  // namespace detail

/// Owns a shape of any kind. Copies are cheap, and a moved-from one is the point at the origin.
template <Scalar T, int D>
class AnyShape {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool is_runtime_operand = true;  ///< see Operand

  /// The point at the origin.
  AnyShape() = default;

  /// A copy of the shape, with its points: the AnyShape refers to nothing. What refers to a hull, or composes views of
  /// points, does not compile; a hull at a pose is AnyShape(hull, pose), an inflated one inflate(AnyShape(hull), r).
  template <class S>
    requires detail::HeldIn<std::remove_cvref_t<S>, T, D>
  AnyShape(S&& shape) {  // NOLINT(google-explicit-constructor)
    hold(std::forward<S>(shape));
  }

  /// The shape at a pose, as place(shape, pose) is.
  template <class S>
    requires detail::HeldIn<std::remove_cvref_t<S>, T, D>
  AnyShape(S&& shape, const std::type_identity_t<Pose<T, D>>& pose) : AnyShape(std::forward<S>(shape)) {
    set_pose(pose);
  }

  /// A composed shape that refers to what `owner` keeps alive, a copy of which is stored: AnyShape3f(sweep(*hull, v),
  /// hull), where `hull` is a std::shared_ptr<const Hull3f>.
  template <class S, class Owner>
    requires(detail::HeldIn<S, T, D> && Shape<S> && requires(const Owner& o) { o.use_count(); })
  AnyShape(const S& shape, Owner owner) {
    compose(Owned<S, Owner>{shape, std::move(owner)});
  }

  /// A copy of what the view refers to, at the pose of the view.
  AnyShape(const AnyShapeView<T, D>& view);  // NOLINT(google-explicit-constructor)

  AnyShape(const AnyShape&) = default;
  AnyShape& operator=(const AnyShape&) = default;
  /// Leaves the point at the origin in `other`.
  AnyShape(AnyShape&& other) noexcept
      : node_(std::exchange(other.node_, detail::ShapeNode<T, D>())), owned_(std::move(other.owned_)) {}
  /// Leaves the point at the origin in `other`.
  AnyShape& operator=(AnyShape&& other) noexcept {
    AnyShape moved(std::move(other));
    std::swap(node_, moved.node_);
    std::swap(owned_, moved.owned_);
    return *this;
  }
  ~AnyShape() = default;

  /// What it holds, without radius and pose.
  ShapeKind kind() const { return node_.kind(); }
  /// Whether it holds a half-space, which is an operand but no Shape.
  bool is_half_space() const { return node_.is_half_space(); }
  /// The radius by which the shape was inflated, beside the one that a ball or capsule has of its own.
  T radius() const { return node_.extra_radius(); }
  /// Null if the shape is not placed.
  const Pose<T, D>* pose() const { return node_.pose(); }

  /// The shape without its pose; it must outlive the result. Requires that it is no half-space.
  ShapeRef<T, D> shape() const& { return node_.shape(); }
  ShapeRef<T, D> shape() && = delete;

  /// The shape without its radius and pose, if it is an S; else null. S is the type of a kind: Box, PointSet, Polygon,
  /// Hull, HalfSpace and so on.
  template <class S>
  const S* get_if() const {
    static_assert(detail::kind_of<S> != ShapeKind::composed, "abut: get_if() is for the types of ShapeKind");
    if (kind() != detail::kind_of<S>) return nullptr;
    if constexpr (detail::AnyHalfSpace<S>) {
      return &node_.half_space();
    } else if constexpr (requires(const S& s) { s.view(); }) {
      return &owned_.template get<S>();
    } else {
      return &node_.template stored<S>().shape;
    }
  }

  /// Whether kind, numbers, radius and pose are equal, those of a hull, a polygon or points in the same order. Composed
  /// shapes are equal if one is a copy of the other.
  friend bool operator==(const AnyShape& a, const AnyShape& b) { return detail::are_equal(a.node_, b.node_); }

  /// Without ownership; place() and moving() store it.
  AnyShapeView<T, D> view() const&;
  AnyShapeView<T, D> view() && = delete;
  /// As view(), in the frame of the shape.
  AnyShapeView<T, D> without_pose() const;

  /// Calls f with a ShapeRef<T, D> or a HalfSpace<T, D>, placed if there is a pose.
  template <class F>
  auto visit(const F& f) const {
    return node_.visit(f);
  }
  /// For the library: without ownership, with kind and numbers.
  const detail::ShapeNode<T, D>& node() const { return node_; }

 private:
  template <Scalar U, int N>
  friend AnyShape<U, N> inflate(const AnyShape<U, N>& shape, std::type_identity_t<U> r);

  /// A composed shape, and what it refers to.
  template <class S, class Owner>
  struct Owned {
    S shape;
    [[no_unique_address]] Owner owner;
  };
  struct Nothing {};

  void set_pose(const Pose<T, D>& pose) { node_.set_pose(node_.pose() != nullptr ? pose * *node_.pose() : pose); }

  template <class S>
  void hold(S&& shape, T extra = T(0)) {
    using Held = std::remove_cvref_t<S>;
    if constexpr (std::same_as<Held, PlacedHalfSpace<T, D>>) {
      node_ = detail::ShapeNode<T, D>(shape.half_space);
      node_.set_pose(shape.pose);
    } else if constexpr (std::same_as<Held, HalfSpace<T, D>>) {
      node_ = detail::ShapeNode<T, D>(shape);
    } else if constexpr (detail::is_placed_shape<Held>) {
      hold(shape.shape);
      node_.set_pose(shape.pose);
    } else if constexpr (detail::is_inflated_kind<Held>) {
      hold(shape.shape, shape.extra);
    } else if constexpr (std::same_as<Held, PointSet<T, D>>) {
      hold_points(shape, extra);
    } else if constexpr (requires { std::as_const(shape).view(); }) {
      owned_ = detail::SharedBlock::of<Held>(std::forward<S>(shape));
      set(detail::kind_of<Held>, owned_.template get<Held>().view(), extra);
    } else if constexpr (!detail::is_owning<Held>) {
      static_assert(detail::is_owning<Held>,
                    "abut: an AnyShape owns its shape, and this one refers to another: write AnyShape(hull, pose) or "
                    "inflate(AnyShape(hull), r), or give its owner, a std::shared_ptr: AnyShape(shape, owner)");
    } else if constexpr (detail::kind_of<Held> != ShapeKind::composed) {
      set(detail::kind_of<Held>, shape, extra);
    } else {
      compose(Owned<Held, Nothing>{std::forward<S>(shape), {}});
    }
  }

  void hold_points(const PointSet<T, D>& set_of_points, T extra) {
    using Points = std::vector<Vec<T, D>>;
    owned_ = detail::SharedBlock::of(Points(set_of_points.points().begin(), set_of_points.points().end()));
    set(ShapeKind::points, *PointSet<T, D>::from(owned_.template get<Points>()), extra);  // they were checked before
  }

  template <class S, class Owner>
  void compose(Owned<S, Owner>&& owned) {
    owned_ = detail::SharedBlock::of(std::move(owned));
    set(ShapeKind::composed, ShapeRef<T, D>(owned_.template get<Owned<S, Owner>>().shape), T(0));
  }

  template <Shape S>
  void set(ShapeKind kind, const S& stored, T extra) {
    node_ = detail::ShapeNode<T, D>(kind, stored, extra);
  }

  detail::ShapeNode<T, D> node_;
  detail::SharedBlock owned_;  ///< points, a hull or a composed shape, to which the node refers
};

/// An AnyShape without ownership, at a pose or not. The AnyShape must outlive it. Made by place() and AnyShape::view().
template <Scalar T, int D>
class AnyShapeView {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool is_runtime_operand = true;  ///< see Operand

  /// `pose` replaces that of the shape; null means none.
  AnyShapeView(const AnyShape<T, D>& shape, const Pose<T, D>* pose)
      : shape_(&shape), pose_(pose != nullptr ? *pose : Pose<T, D>{}), is_placed_(pose != nullptr) {}
  AnyShapeView(const AnyShape<T, D>&& temporary, const Pose<T, D>* pose) = delete;  // it would dangle

  /// The shape, with a pose of its own, which is not the one of the view.
  const AnyShape<T, D>& shape() const { return *shape_; }
  /// Null if there is none.
  const Pose<T, D>* pose() const { return is_placed_ ? &pose_ : nullptr; }
  /// The same in the frame of the shape.
  AnyShapeView without_pose() const { return AnyShapeView(*shape_, nullptr); }
  const detail::ShapeNode<T, D>& node() const { return shape_->node(); }  ///< as AnyShape::node

  /// As AnyShape::visit.
  template <class F>
  auto visit(const F& f) const {
    return node().visit_at(pose(), f);
  }

 private:
  const AnyShape<T, D>* shape_;
  Pose<T, D> pose_;
  bool is_placed_;
};

template <Scalar T, int D>
AnyShape<T, D>::AnyShape(const AnyShapeView<T, D>& view) : AnyShape(view.shape()) {
  node_.remove_pose();
  if (view.pose() != nullptr) node_.set_pose(*view.pose());
}

template <Scalar T, int D>
AnyShapeView<T, D> AnyShape<T, D>::view() const& {
  return {*this, pose()};
}

template <Scalar T, int D>
AnyShapeView<T, D> AnyShape<T, D>::without_pose() const {
  return {*this, nullptr};
}

/// The view moved to a pose. A pose that it has already collapses with this one, as place(place(shape, p), q) does.
template <Scalar T, int D>
AnyShapeView<T, D> place(const AnyShapeView<T, D>& view, const std::type_identity_t<Pose<T, D>>& pose) {
  const Pose<T, D> product = view.pose() != nullptr ? pose * *view.pose() : pose;
  return {view.shape(), &product};
}

/// The shape moved to a pose, as a view: the shape must outlive the result. AnyShape(place(shape, pose)) owns.
template <Scalar T, int D>
AnyShapeView<T, D> place(const AnyShape<T, D>& shape, const std::type_identity_t<Pose<T, D>>& pose) {
  return place(shape.view(), pose);
}

template <Scalar T, int D>
void place(const AnyShape<T, D>&& temporary, const std::type_identity_t<Pose<T, D>>& pose) = delete;  // would dangle

/// All points within r of the shape, at the same pose. The sum with the radius that it has already is rounded to T, and
/// so is that with the offset of a half-space; the answers are about the rounded sum. Where it is negative they are
/// Status::invalid_argument, but of a half-space. A composed shape answers as inflate() of a ShapeRef to it does.
template <Scalar T, int D>
AnyShape<T, D> inflate(const AnyShape<T, D>& shape, std::type_identity_t<T> r) {
  AnyShape<T, D> result = shape;
  result.node_ = detail::inflated(shape.node_, r);
  return result;
}

using AnyShape2f = AnyShape<float, 2>;
using AnyShape3f = AnyShape<float, 3>;
using AnyShape2d = AnyShape<double, 2>;
using AnyShape3d = AnyShape<double, 3>;

}  // namespace abut
