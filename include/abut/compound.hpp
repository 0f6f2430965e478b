/// Bodies of parts of any kind: shapes, meshes, solids and clouds of points, each at a pose of its own.
///
///     auto arm = Compound3d::from({Box3d{{1, 1, 2}},                      // shapes are copied
///                                  place(Ball3d{{}, 0.5}, wrist),         // at a pose in the compound
///                                  {std::move(gripper), wrist},           // a Mesh3d, which the compound now owns
///                                  place(inflate(cable, 0.01), wrist)});  // a view: `cable` must outlive the compound
///     if (!arm) return report(arm.error());                               // what is wrong, and with which part
///     auto gap = distance(place(*arm, pose), crate);                      // gap.part_a, and gap.subpart_a of the mesh
///
/// A compound is the union of its parts, and an operand like a mesh: of every verb of composite.hpp, placed and
/// inflated or not. It is rigid: its parts stand where their poses have them, as real numbers, also once the compound
/// itself is placed. The answers name the part, and where that is a body, the part of the body (`subpart`).
///
/// **Who owns what.** A shape is stored as an AnyShape: with its points, which copies share. Of a body nothing is
/// copied: a view of it (`mesh.view()`, and what place() and inflate() return) refers to it, and it must outlive the
/// compound; `std::move(mesh)` and a std::shared_ptr are kept. One mesh may be a part many times, at many poses, and is
/// stored once. A compound is never changed, and copies share all of it.
///
/// Parts are shapes of any kind but half-spaces, which have no end, and bodies of any kind but compounds: give the
/// parts of the inner one in place of it.
///
/// Guarantee: as for meshes (mesh.hpp). A query allocates nothing, and takes 64 KiB of stack if some parts are bodies,
/// else 32; one of a depth 152 KiB.
///
/// This header is included by name: abut.hpp holds the convex verbs only.
#pragma once

#include <abut/any_shape.hpp>
#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/bvh/sphere_tree.hpp>
#include <abut/expected.hpp>

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace abut {

/// Why parts are no compound.
struct CompoundError {
  /// What is wrong.
  enum class Kind {
    no_parts,        ///< there is no part
    too_many_parts,  ///< more than Compound::most_parts
    half_space,      ///< part `index` is a half-space
    compound,        ///< part `index` is a compound
    no_body,         ///< part `index` is a null pointer
    bad_pose,        ///< part `index` has a pose whose numbers are not finite, or whose rotation is zero
    bad_shape,       ///< part `index` has a size or radius that is negative or not finite
    too_large,       ///< part `index` has a box that is beyond all numbers
  };
  Kind kind;              ///< what is wrong
  std::size_t index = 0;  ///< of the first bad part
};

/// The error as text.
constexpr const char* to_string(CompoundError::Kind kind) {
  switch (kind) {
    case CompoundError::Kind::no_parts: return "a compound needs at least one part";
    case CompoundError::Kind::too_many_parts: return "a compound has at most 2^31 parts";
    case CompoundError::Kind::half_space: return "the part is a half-space, which has no end";
    case CompoundError::Kind::compound: return "the part is a compound: give the parts of that one in place of it";
    case CompoundError::Kind::no_body: return "the part is a null pointer";
    case CompoundError::Kind::bad_pose: return "the pose of the part is not finite, or its rotation is zero";
    case CompoundError::Kind::bad_shape: return "a size or radius of the part is negative or not a finite number";
    case CompoundError::Kind::too_large: return "the part is so large that its box is not finite";
  }
  return "unknown";
}

namespace detail {

/// A body without a pose, and what keeps it alive.
template <Scalar T, int D>
struct BodyOfCompound {
  CompositeRef<T, D> ref;
  std::shared_ptr<const void> owner;  ///< null if it is referred to
};

template <class T, int D>
using SharedBody = std::shared_ptr<const BodyOfCompound<T, D>>;

/// The convex hull of a body, radius included, as a shape: see compound/build.hpp.
template <class T, int D>
AnyShape<T, D> hull_of_body(const SharedBody<T, D>& body);

/// A body that has a view, and so owns its parts.
template <class B>
concept OwningBody = Body<B> && requires(const B& b) { b.view(); };

}  // namespace detail

/// A part of a compound: made of what Compound::from() is given.
template <Scalar T, int D>
class CompoundPart {
 public:
  using Vector = Vec<T, D>;

  /// A shape, copied as AnyShape does.
  template <class S>
    requires detail::HeldIn<std::remove_cvref_t<S>, T, D>
  CompoundPart(S&& shape) : shape_(std::forward<S>(shape)) {}       // NOLINT(google-explicit-constructor)
  CompoundPart(AnyShape<T, D> shape) : shape_(std::move(shape)) {}  // NOLINT(google-explicit-constructor)
  CompoundPart(const AnyShapeView<T, D>& shape) : shape_(shape) {}  // NOLINT(google-explicit-constructor)

  /// A body that must outlive the compound: a view of a mesh, a solid or a cloud, inflated and placed or not.
  template <Composite B>
    requires(!detail::OwningBody<B> && std::same_as<VectorOf<B>, Vec<T, D>>)
  CompoundPart(const B& view) {  // NOLINT(google-explicit-constructor)
    hold_view(view, nullptr);
  }
  /// A view of what `owner` keeps alive, a copy of which is stored: CompoundPart3d(inflate(mesh->view(), r), mesh),
  /// where `mesh` is a std::shared_ptr<const Mesh3d>.
  template <Composite B, class Owner>
    requires(!detail::OwningBody<B> && std::same_as<VectorOf<B>, Vec<T, D>>)
  CompoundPart(const B& view, const std::shared_ptr<Owner>& owner) {
    hold_view(view, owner);
  }
  /// A body that is moved into the part.
  template <class B>
    requires(detail::OwningBody<std::remove_cvref_t<B>> && std::same_as<VectorOf<std::remove_cvref_t<B>>, Vec<T, D>>)
  CompoundPart(B&& body) {  // NOLINT(google-explicit-constructor)
    static_assert(!std::is_lvalue_reference_v<B>,
                  "abut: a compound copies no body: give mesh.view(), and the mesh must outlive the compound, or "
                  "std::move(mesh), or a std::shared_ptr");
    hold_shared(std::make_shared<const std::remove_cvref_t<B>>(std::forward<B>(body)));
  }
  /// A body that is shared: it must not be changed any more.
  template <class B>
    requires(Body<std::remove_const_t<B>> && std::same_as<VectorOf<std::remove_const_t<B>>, Vec<T, D>>)
  CompoundPart(const std::shared_ptr<B>& body) {  // NOLINT(google-explicit-constructor)
    hold_shared(body);
  }

  /// Any of these at a pose in the compound. If it has a pose already, the two collapse as those of place() do.
  template <class X>
    requires std::constructible_from<CompoundPart, X>
  CompoundPart(X&& part, const std::type_identity_t<Pose<T, D>>& pose) : CompoundPart(std::forward<X>(part)) {
    move_to(pose);
  }

  /// The shape, at its pose; null if the part is a body.
  const AnyShape<T, D>* shape() const { return is_body() ? nullptr : &shape_; }
  /// Whether the part is a mesh, a solid or a cloud of points.
  bool is_body() const { return body_ != nullptr; }
  /// Its pose in the compound; null if there is none.
  const Pose<T, D>* pose() const { return shape_.pose(); }
  /// How many parts it has itself: 1 of a shape.
  PartId part_count() const { return is_body() ? body_->ref.part_count : 1; }

  /// For the library: the shape, and of a body its convex hull.
  const AnyShape<T, D>& hull() const { return shape_; }
  /// For the library: the body without its pose; null if the part is a shape.
  const detail::CompositeRef<T, D>* body() const { return is_body() ? &body_->ref : nullptr; }

 private:
  template <Scalar U, int N>
  friend CompoundPart<U, N> inflate(const CompoundPart<U, N>& part, std::type_identity_t<U> r);

  void move_to(const Pose<T, D>& pose) { shape_ = AnyShape<T, D>(place(shape_, pose)); }

  void hold(const detail::CompositeRef<T, D>& ref, std::shared_ptr<const void> owner) {
    body_ = std::make_shared<const detail::BodyOfCompound<T, D>>(detail::BodyOfCompound<T, D>{ref, std::move(owner)});
    shape_ = detail::hull_of_body<T, D>(body_);
  }
  template <class B>
  void hold_view(const B& view, std::shared_ptr<const void> owner) {
    if constexpr (detail::is_placed_body<B>) {
      hold(view.body.composite(), std::move(owner));
      move_to(view.pose);
    } else {
      hold(view.composite(), std::move(owner));
    }
  }
  template <class B>
  void hold_shared(const std::shared_ptr<B>& body) {
    if (body != nullptr) return hold(body->composite(), body);
    const detail::CompositeRef<T, D> none{.tree = {}, .part_count = 0};
    body_ = std::make_shared<const detail::BodyOfCompound<T, D>>(detail::BodyOfCompound<T, D>{none, nullptr});
  }

  AnyShape<T, D> shape_;  ///< of a body its convex hull; with the pose
  detail::SharedBody<T, D> body_;
};

/// The part with all points within r of it, at the same pose. Radii add up, rounded to the scalar.
template <Scalar T, int D>
CompoundPart<T, D> inflate(const CompoundPart<T, D>& part, std::type_identity_t<T> r) {
  CompoundPart<T, D> result = part;
  if (!part.is_body()) {
    result.shape_ = inflate(part.shape_, r);
  } else if (part.part_count() > 0) {
    detail::CompositeRef<T, D> ref = part.body_->ref;
    ref.radius += r;
    result.hold(ref, part.body_->owner);
    if (part.pose() != nullptr) result.move_to(*part.pose());
  }
  return result;
}

namespace detail {

/// The data of a compound. Its address does not change when the compound is moved or copied.
template <Scalar T, int D>
struct CompoundData {
  std::vector<CompoundPart<T, D>> parts;
  std::vector<CompoundPartRef<T, D>> refs;  ///< to these
  SphereTree<T, D> tree;
  SupportError part_error{};
  bool has_bodies = false;
};

/// Whether the parts of `data` are a compound, whose tree has been built; else the error is set.
template <class T, int D>
bool build_compound(CompoundData<T, D>& data, CompoundError& error);

#define ABUT_COMPOUND_BUILDER(WORDS, T, D) WORDS bool build_compound(CompoundData<T, D>&, CompoundError&);
#define ABUT_HULLS_OF_BODIES(WORDS, T, D) WORDS AnyShape<T, D> hull_of_body(const SharedBody<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_COMPOUND_BUILDER)
ABUT_DECLARE_FOR_SPACES(ABUT_HULLS_OF_BODIES)

}  // namespace detail

/// A compound without ownership, as small as a pointer; place() stores it. The compound must outlive it.
template <Scalar T, int D>
class CompoundView {
 public:
  using Vector = Vec<T, D>;

  /// Made by Compound::view().
  explicit CompoundView(const detail::CompoundData<T, D>& data) : data_(&data) {}

  /// The parts, as they were given.
  std::span<const CompoundPart<T, D>> parts() const { return data_->parts; }
  /// The number of parts.
  PartId part_count() const { return static_cast<PartId>(data_->parts.size()); }
  Aabb<T, D> aabb() const { return data_->tree.aabb; }  ///< of all parts, each as abut::aabb() has it

  /// For the traversals; null stands for no pose.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const {
    const detail::CompoundData<T, D>& d = *data_;
    return {.tree = d.tree.view(),
            .spheres = d.tree.leaves.data(),
            .pose = pose,
            .kind = detail::PartKind::shapes,
            .part_count = part_count(),
            .parts = d.refs.data(),
            .part_error = d.part_error,
            .has_bodies = d.has_bodies};
  }

 private:
  const detail::CompoundData<T, D>* data_;
};

/// The union of shapes and bodies, each at a pose. Copies share its data.
template <Scalar T, int D>
class Compound {
 public:
  using Vector = Vec<T, D>;
  using Part = CompoundPart<T, D>;  ///< what from() takes: shapes and bodies convert to it
  static constexpr std::size_t most_parts = detail::BvhChild::most_parts;  ///< from() takes no more

  /// Checks the parts, and builds a tree over them, in time n log n. The error names the first part that is none.
  static Expected<Compound, CompoundError> from(std::vector<Part> parts) {
    const auto data = std::make_shared<detail::CompoundData<T, D>>();
    data->parts = std::move(parts);
    CompoundError error{};
    if (!detail::build_compound<T, D>(*data, error)) return error;
    return Compound(data);
  }

  /// The same compound without ownership; place() stores it.
  CompoundView<T, D> view() const { return CompoundView<T, D>(*data_); }

  /// The parts, as they were given.
  std::span<const Part> parts() const { return view().parts(); }
  /// The number of parts.
  PartId part_count() const { return view().part_count(); }
  /// As CompoundView::aabb.
  Aabb<T, D> aabb() const { return view().aabb(); }
  /// As CompoundView::composite.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const { return view().composite(pose); }

 private:
  explicit Compound(std::shared_ptr<const detail::CompoundData<T, D>> data) : data_(std::move(data)) {}

  std::shared_ptr<const detail::CompoundData<T, D>> data_;
};

using CompoundPart2f = CompoundPart<float, 2>;
using CompoundPart3f = CompoundPart<float, 3>;
using CompoundPart2d = CompoundPart<double, 2>;
using CompoundPart3d = CompoundPart<double, 3>;
using Compound2f = Compound<float, 2>;
using Compound3f = Compound<float, 3>;
using Compound2d = Compound<double, 2>;
using Compound3d = Compound<double, 3>;
using CompoundView2f = CompoundView<float, 2>;
using CompoundView3f = CompoundView<float, 3>;
using CompoundView2d = CompoundView<double, 2>;
using CompoundView3d = CompoundView<double, 3>;

}  // namespace abut

#if defined(ABUT_HEADER_ONLY) || defined(ABUT_SMALL)
#include <abut/detail/compound/build.hpp>
#endif
