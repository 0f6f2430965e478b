/// Solids: closed meshes with what they enclose.
///
///     auto bracket = Solid3d::from(vertices, triangles);         // or of a Mesh3d
///     if (!bracket) return report(bracket.error());              // the first edge that no other triangle continues
///     auto where = inside(eye, *bracket);                        // where.inside, .outside or .on_surface: exact
///     auto gap = distance(place(*bracket, pose), crate);         // 0 if one is within the other
///
/// A solid is the set of points of its surface, and of those that the surface winds around: whose winding number is not
/// zero. So where surfaces overlap the bodies unite, a surface inside another one that is turned around makes a cavity,
/// and a surface that is turned inside out as a whole encloses the same body.
///
/// A mesh is a solid if every directed edge of its triangles has its reverse, as often as it occurs, once vertices with
/// equal coordinates are taken for one; in 2D, if as many segments begin as end at each vertex. That is checked exactly
/// and suffices: triangles may intersect, repeat, or be flat. Where it fails, nothing is guessed and nothing repaired:
/// the mesh can still be asked as what it is, a surface.
///
/// Guarantee: as for meshes (mesh.hpp). Two bodies whose surfaces are proven apart are proven apart if no component of
/// either is inside the other, and proven to overlap if one is; each is tested by one exact winding number. A solid
/// takes the place of a mesh in every verb of composite.hpp. Where one body is within the other, the answer names a
/// part and a point of the inner one; the normal, and the part of the outer one, have no meaning then.
///
/// This header is included by name: abut.hpp holds the convex verbs only.
#pragma once

#include <abut/mesh.hpp>
#include <abut/mesh_topology.hpp>

namespace abut {

/// Why vertices and indices are no solid.
struct SolidError {
  /// What is wrong.
  enum class Kind {
    not_a_mesh,      ///< `mesh` says why
    unmatched_edge,  ///< the surface is open, or not consistently oriented: `edge` is the first without its reverse
  };
  Kind kind;             ///< what is wrong
  MeshError mesh{};      ///< if it is no mesh: why
  UnmatchedEdge edge{};  ///< if an edge is unmatched: which
};

/// The error as text.
constexpr const char* to_string(SolidError::Kind kind) {
  switch (kind) {
    case SolidError::Kind::not_a_mesh: return "the vertices and indices are no mesh";
    case SolidError::Kind::unmatched_edge:
      return "the surface is not closed and consistently oriented: an edge has no reverse";
  }
  return "unknown";
}

namespace detail {

/// Returns false if the block of a mesh, which was checked, is that of a solid.
template <Scalar T, int D>
bool find_solid_error(const MeshView<T, D>& mesh, MeshBlockError& error) {
  using Kind = MeshBlockError::Kind;
  const MeshHeader& h = MeshBlock<T, D>(mesh.bytes().data()).header();
  if (h.kind != MeshKind::solid) {
    error = {Kind::not_a_solid, 0, offsetof(MeshHeader, kind)};
    return true;
  }
  UnmatchedEdge edge;
  if (!find_unmatched_edge(mesh, edge)) return false;
  error = {Kind::unmatched_edge, edge.part, h.parts.at + edge.part * sizeof(std::array<std::uint32_t, D>)};
  return true;
}

}  // namespace detail

/// A solid without ownership, as small as a pointer; place() stores it. The solid must outlive it.
template <Scalar T, int D>
class SolidView {
 public:
  using Vector = Vec<T, D>;

  /// Requires that the mesh is that of a Solid.
  explicit SolidView(const MeshView<T, D>& mesh) : mesh_(mesh) {}

  /// As MeshView::from_bytes, of bytes that Solid::bytes() returned. That the surface is closed is checked again.
  static Expected<SolidView, MeshBlockError> from_bytes(std::span<const std::byte> bytes) {
    const Expected<MeshView<T, D>, MeshBlockError> mesh = MeshView<T, D>::from_bytes(bytes);
    if (!mesh) return mesh.error();
    MeshBlockError error{.kind = MeshBlockError::Kind::not_a_solid};
    if (detail::find_solid_error(*mesh, error)) return error;
    return SolidView(*mesh);
  }
  /// The solid as one block of bytes, which is that of a mesh too: see mesh_block.hpp.
  std::span<const std::byte> bytes() const { return mesh_.bytes(); }

  MeshView<T, D> mesh() const { return mesh_; }             ///< the surface
  PartId part_count() const { return mesh_.part_count(); }  ///< of the surface
  Aabb<T, D> aabb() const { return mesh_.aabb(); }          ///< the smallest box around the solid, exact

  /// For the traversals; null stands for no pose.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const {
    detail::CompositeRef<T, D> r = mesh_.composite(pose);
    r.is_solid = true;
    return r;
  }

 private:
  MeshView<T, D> mesh_;
};

/// A closed mesh with what it encloses. It owns its mesh.
template <Scalar T, int D>
class Solid {
 public:
  using Vector = Vec<T, D>;
  using Indices = std::array<std::uint32_t, D>;  ///< the vertices of a part

  /// Checks the mesh, in linear time. Pass a temporary, or std::move(), to spare a copy.
  static Expected<Solid, SolidError> from(Mesh<T, D> mesh) {
    UnmatchedEdge edge;
    if (detail::find_unmatched_edge(mesh.view(), edge)) {
      return SolidError{.kind = SolidError::Kind::unmatched_edge, .edge = edge};
    }
    mesh.set_kind(detail::MeshKind::solid);
    return Solid(std::move(mesh));
  }
  /// Copies both, as Mesh::from() does.
  static Expected<Solid, SolidError> from(std::span<const Vector> vertices, std::span<const Indices> parts) {
    return from(vertices, parts, InOrder{});
  }
  /// The same, with an executor that may use many threads: see executor.hpp.
  template <Executor E>
  static Expected<Solid, SolidError> from(std::span<const Vector> vertices, std::span<const Indices> parts,
                                          const E& executor) {
    Expected<Mesh<T, D>, MeshError> mesh = Mesh<T, D>::from(vertices, parts, executor);
    if (!mesh) return SolidError{.kind = SolidError::Kind::not_a_mesh, .mesh = mesh.error()};
    return from(std::move(*mesh));
  }
  /// As Mesh::from_bytes, of bytes that bytes() returned. That the surface is closed is checked again.
  static Expected<Solid, MeshBlockError> from_bytes(std::span<const std::byte> bytes) {
    Expected<Mesh<T, D>, MeshBlockError> mesh = Mesh<T, D>::from_bytes(bytes);
    if (!mesh) return mesh.error();
    MeshBlockError error{.kind = MeshBlockError::Kind::not_a_solid};
    if (detail::find_solid_error(mesh->view(), error)) return error;
    return Solid(std::move(*mesh));
  }

  /// As Mesh::refit. The surface stays closed: edges that were matched keep their vertices.
  Expected<double, RefitError> refit(std::span<const Vector> vertices) { return mesh_.refit(vertices); }

  /// The solid without ownership. It must outlive the view.
  SolidView<T, D> view() const { return SolidView<T, D>(mesh_.view()); }
  /// The solid as one block of bytes, valid as long as the solid, and that of a mesh too: see mesh_block.hpp.
  std::span<const std::byte> bytes() const { return mesh_.bytes(); }
  const Mesh<T, D>& mesh() const { return mesh_; }          ///< the surface
  PartId part_count() const { return mesh_.part_count(); }  ///< of the surface
  Aabb<T, D> aabb() const { return mesh_.aabb(); }          ///< the smallest box around the solid, exact
  /// For the traversals; null stands for no pose.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const { return view().composite(pose); }

 private:
  explicit Solid(Mesh<T, D> mesh) : mesh_(std::move(mesh)) {}

  Mesh<T, D> mesh_;
};

using Solid2f = Solid<float, 2>;
using Solid3f = Solid<float, 3>;
using Solid2d = Solid<double, 2>;
using Solid3d = Solid<double, 3>;
using SolidView2f = SolidView<float, 2>;
using SolidView3f = SolidView<float, 3>;
using SolidView2d = SolidView<double, 2>;
using SolidView3d = SolidView<double, 3>;

/// The answer of inside(): one of three verdicts, or none.
struct Inside {
  /// converged: one of the verdicts is true. inconclusive, of a placed solid only: the point is so near to the surface
  /// that the rounding of the pose leaves the verdict open.
  Status status = Status::invalid_argument;

  bool inside = false;      ///< in the interior: the surface winds around the point
  bool outside = false;     ///< not in the solid
  bool on_surface = false;  ///< exactly on a part; of a placed solid this can not be known
  int winding = 0;          ///< the winding number; 0 on the surface
};

namespace detail {

// See detail/composite/inside.hpp.
template <class T, int D>
Inside inside_of_composite(const CompositeRef<T, D>& solid, const Vec<T, D>& q);

}  // namespace detail

/// Whether a point is in a solid. Exact: the verdict is that of the numbers as they are, also a hair's breadth from the
/// surface. It takes logarithmic time, and allocates nothing.
template <Scalar T, int D>
[[nodiscard]] Inside inside(const std::type_identity_t<Vec<T, D>>& q, const SolidView<T, D>& solid) {
  return detail::inside_of_composite<T, D>(solid.composite(), q);
}
template <Scalar T, int D>
[[nodiscard]] Inside inside(const std::type_identity_t<Vec<T, D>>& q, const Solid<T, D>& solid) {
  return inside(q, solid.view());
}
/// Whether a point is in a placed solid: proven, or inconclusive within the rounding of the pose from the surface.
template <Scalar T, int D>
[[nodiscard]] Inside inside(const std::type_identity_t<Vec<T, D>>& q, const PlacedBody<SolidView<T, D>>& placed) {
  return detail::inside_of_composite<T, D>(placed.body.composite(&placed.pose), q);
}

}  // namespace abut

#include <abut/detail/composite/inside.hpp>
