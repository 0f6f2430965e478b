/// A type-erased body of parts: what the traversals see, compiled once. A convex shape is a body of one part.
///
/// The parts of a body are all of one kind, which only this class and the leaves of its tree tell apart: what asks
/// about parts takes a part as a shape from with_part(), with_part_in_double() or with_core(). A part of a compound may
/// be a body itself, whose parts are convex, and its core is then its convex hull: a verb asks about a pair of parts by
/// with_parts() (composite/part_pair.hpp), which hands it two shapes or two bodies.
///
/// A body has a radius, 0 unless it is inflated. All its parts have it, but it is left out of tree and core, as that of
/// a shape is of the core: traversals and planes are about the cores.
#pragma once

#include <abut/compose.hpp>
#include <abut/detail/bvh/frame.hpp>
#include <abut/detail/bvh/node.hpp>
#include <abut/detail/bvh/spheres.hpp>
#include <abut/detail/composite/part_at_pose.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/support/double_view.hpp>
#include <abut/shapes.hpp>

#include <type_traits>

namespace abut::detail {

/// The part of a mesh: a segment in 2D, a triangle in 3D.
template <Scalar T, int D>
using MeshPart = std::conditional_t<D == 2, Segment<T, 2>, Triangle<T, 3>>;

/// What the parts of a body are.
enum class PartKind : unsigned char {
  shape,      ///< the body is a convex shape, its only part
  simplices,  ///< those of a mesh
  balls,      ///< of a cloud; points, if they have no radius
  shapes,     ///< those of a compound, some of which may be bodies
};

template <Scalar T, int D>
struct CompositeRef;

/// A part of a compound.
template <Scalar T, int D>
struct CompoundPartRef {
  ShapeRef<T, D> shape;            ///< of a body, its convex hull with its radius
  const Pose<T, D>* pose;          ///< in the compound; null if there is none
  const CompositeRef<T, D>* body;  ///< without a pose; null if the part is convex
};

/// A body of parts without ownership, placed or not. Everything it refers to must outlive it.
template <Scalar T, int D>
struct CompositeRef {
  BvhView<D> tree;
  /// One for each leaf of the tree, if the parts are simplices; of all other kinds, `spheres`.
  std::span<const BvhLeaf<D>> leaves = {};  // NOLINT(readability-redundant-member-init): or clang asks for it
  const BvhSpheres<D>* spheres = nullptr;
  const Pose<T, D>* pose = nullptr;   ///< null if the body is not placed
  const Pose<T, D>* inner = nullptr;  ///< of a part of a placed compound: its pose in there; else null
  T radius = 0;                       ///< by which the body is inflated
  PartKind kind = PartKind::shape;
  std::uint32_t part_count = 1;

  const ShapeRef<T, D>* shape = nullptr;         ///< of a shape
  const Vec<T, D>* vertices = nullptr;           ///< of simplices; of balls, their centers
  const std::uint32_t* indices = nullptr;        ///< of simplices: D for each part
  const T* radii = nullptr;                      ///< of balls; null if all have `ball_radius`
  T ball_radius = 0;                             ///< see `radii`
  const CompoundPartRef<T, D>* parts = nullptr;  ///< of a compound
  SupportError part_error{};                     ///< of each of them, at most
  bool has_bodies = false;                       ///< some of them are bodies
  bool is_whole = false;  ///< the only part is the body itself: see BodyAsPart in composite/part_pair.hpp

  /// The first part of each connected component, of simplices.
  std::span<const std::uint32_t> components = {};  // NOLINT(readability-redundant-member-init): as above
  bool is_solid = false;                           ///< the simplices enclose the body: see solid.hpp

  /// Connected sets of points whose union is the body, each of which begins with a part.
  std::uint32_t component_count() const {
    return kind == PartKind::simplices ? static_cast<std::uint32_t>(components.size()) : part_count;
  }
  std::uint32_t first_part(std::uint32_t component) const {
    return kind == PartKind::simplices ? components[component] : component;
  }

  const LeafParts& parts_of_leaf(std::uint32_t leaf) const {
    return kind == PartKind::simplices ? static_cast<const LeafParts&>(leaves[leaf]) : spheres[leaf];
  }

  /// Requires that the parts are simplices. U is T or double.
  template <Scalar U = T>
  MeshPart<U, D> simplex(std::uint32_t part) const {
    const std::uint32_t* const i = indices + std::size_t{D} * part;
    const auto vertex = [&](int k) { return vec_cast<U>(vertices[i[k]]); };
    if constexpr (D == 2) {
      return {vertex(0), vertex(1)};
    } else {
      return {vertex(0), vertex(1), vertex(2)};
    }
  }

  /// Whether a part is a body, not a convex shape.
  bool is_body(std::uint32_t part) const { return has_bodies && parts[part].body != nullptr; }
  /// Requires is_body(part). The radii add up to one, rounded.
  CompositeRef body(std::uint32_t part) const {
    CompositeRef r = *parts[part].body;
    r.pose = pose != nullptr ? pose : parts[part].pose;
    r.inner = pose != nullptr ? inner_pose(part) : nullptr;
    r.radius += radius;
    return r;
  }

  /// By how much a part is larger than its core at most. Of parts that are bodies body() rounds a sum of radii to T;
  /// the summands are no larger than this radius, and than the part itself.
  double most_radius() const {
    const bool is_rounded = has_bodies && !is_whole && radius != 0;
    return double(radius) + (is_rounded ? epsilon_of<T> * (double(radius) + 1.75 * tree.reach * tree.unit) : 0);
  }

  /// Where a part stands in the body, or the body in a compound; no body has both. Null if there is no such pose.
  const Pose<T, D>* inner_pose(std::uint32_t part) const {
    return kind == PartKind::shapes && parts[part].pose != nullptr ? parts[part].pose : inner;
  }

  /// Returns f(part as an operand of the library's queries). Requires that the part is convex.
  template <class F>
  auto with_part(std::uint32_t part, const F& f) const {
    return with_own_shape<T>(part, [&](const ShapeRef<T, D>& own) {
      const Pose<T, D>* const in = inner_pose(part);
      if (in == nullptr || pose == nullptr) return f(RefOperand<T, D>{own, in != nullptr ? in : pose});
      const PartAtPose<T, D> placed(own, *in);
      return f(RefOperand<T, D>{ShapeRef<T, D>(placed), pose});
    });
  }

  /// Returns f(part as a ShapeRef in double, in the frame of the body, without the pose of that). Requires that the
  /// part is convex.
  template <class F>
  auto with_part_in_double(std::uint32_t part, const F& f) const {
    return with_own_shape<double>(part, [&](const ShapeRef<double, D>& own) {
      const Pose<T, D>* const in = inner_pose(part);
      if (in == nullptr) return f(own);
      const PartAtPose<double, D> placed(own, {widen(in->p), widen(in->q)});
      return f(ShapeRef<double, D>(placed));
    });
  }

  /// Returns f(part as a ShapeRef in the frame of the tree, without the radius of the body); of a body, its convex
  /// hull.
  template <class F>
  auto with_core(std::uint32_t part, const F& f) const {
    return with_own_core<T>(part, [&](const auto& own) {
      const ShapeRef<T, D> core(own);
      if (kind != PartKind::shapes || parts[part].pose == nullptr) return f(core);
      const PartAtPose<T, D> placed(core, *parts[part].pose);
      return f(ShapeRef<T, D>(placed));
    });
  }

  /// Returns f(part in its own frame, as a shape of some type, without the radius of the body). U is T or double.
  template <Scalar U, class F>
  auto with_own_core(std::uint32_t part, const F& f) const {
    switch (kind) {
      case PartKind::simplices: return f(simplex<U>(part));
      case PartKind::balls:
        return f(Ball<U, D>{vec_cast<U>(vertices[part]), U(radii != nullptr ? radii[part] : ball_radius)});
      case PartKind::shapes: return f(ref_in<U>(parts[part].shape));
      case PartKind::shape: break;
    }
    return f(ref_in<U>(*shape));
  }

 private:
  /// A float shape behind a ShapeRef in double.
  template <Scalar U>
  static auto ref_in(const ShapeRef<T, D>& ref) {
    if constexpr (std::same_as<U, T>) {
      return ref;
    } else {
      return double_view(ref);
    }
  }

  /// Returns f(part as a ShapeRef in its own frame).
  template <Scalar U, class F>
  auto with_own_shape(std::uint32_t part, const F& f) const {
    return with_own_core<U>(part, [&](const auto& own) {
      if (radius == 0) return f(ShapeRef<U, D>(own));
      const Inflated<std::remove_cvref_t<decltype(own)>> inflated{own, U(radius)};
      return f(ShapeRef<U, D>(inflated));
    });
  }
};

/// Whether pose and radius are valid; parts are checked where the body is built, a shape by its queries.
template <Scalar T, int D>
bool is_valid(const CompositeRef<T, D>& body) {
  return (body.pose == nullptr || is_valid(*body.pose)) && body.radius >= 0 && body.radius <= largest<T>;
}

}  // namespace abut::detail
