/// Bodies that are not convex: triangles in 3D, segments in 2D, as many as you like.
///
///     auto bracket = Mesh3d::from(vertices, triangles);      // any soup: open, non-manifold, flat, repeated
///     if (!bracket) return report(bracket.error());          // a NaN, or an index that is out of range, and where
///     auto gap = distance(place(*bracket, pose), crate);     // gap.lower <= true distance <= gap.upper, gap.part_a
///
/// A mesh is the set of points of its triangles (its segments in 2D): a surface, not what it encloses. A ball inside a
/// closed mesh is as far from it as from its nearest triangle.
///
/// Guarantee: the bounds contain the true distance of the sets, their numbers read as exact real numbers, whatever the
/// triangles are like. `converged` means that the bounds differ by at most tolerance * upper + k eps size, with k = 24
/// in float, 96 in double; with poses, the size counts from the origins of the frames. A query allocates nothing, and
/// takes 32 KiB of stack. Scaling all lengths by 2^k scales every answer, bit for bit, as long as coordinates stay
/// normal numbers.
///
/// This header is included by name: abut.hpp holds the convex verbs only.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/expected.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace abut {

/// Why vertices and indices are no mesh.
struct MeshError {
  /// What is wrong.
  enum class Kind {
    no_parts,            ///< there is no triangle (in 2D: no segment)
    too_many_parts,      ///< more than Mesh::most_parts
    index_out_of_range,  ///< part `index` refers to a vertex that is not there
    not_finite,          ///< vertex `index` has a coordinate that is NaN or infinite
  };
  Kind kind;              ///< what is wrong
  std::size_t index = 0;  ///< of the first bad part or vertex
};

/// The error as text.
constexpr const char* to_string(MeshError::Kind kind) {
  switch (kind) {
    case MeshError::Kind::no_parts: return "a mesh needs at least one part: a triangle, in 2D a segment";
    case MeshError::Kind::too_many_parts: return "a mesh has at most 2^31 parts";
    case MeshError::Kind::index_out_of_range: return "the part refers to a vertex that is not there";
    case MeshError::Kind::not_finite: return "a coordinate of the vertex is not a finite number";
  }
  return "unknown";
}

namespace detail {

/// The data of a mesh. Its address does not change when the mesh is moved.
template <Scalar T, int D>
struct MeshData {
  std::vector<Vec<T, D>> vertices;
  std::vector<std::array<std::uint32_t, D>> parts;
  std::vector<BvhNode<D>> nodes;
  std::vector<BvhLeaf<D>> leaves;
  std::vector<std::uint32_t> components;  ///< the first part of each connected component
  Aabb<T, D> aabb{};
  Vec<double, D> center{};
  double unit = 1, reach = 0;
};

/// Requires checked data; see mesh/build.hpp.
template <class T, int D>
void build_tree(MeshData<T, D>& data);

#define ABUT_MESH_BUILDER(WORDS, T, D) WORDS void build_tree(MeshData<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_MESH_BUILDER)

}  // namespace detail

/// A mesh without ownership, as small as a pointer; place() stores it. The mesh must outlive it.
template <Scalar T, int D>
class MeshView {
 public:
  using Vector = Vec<T, D>;
  using Part = detail::MeshPart<T, D>;  ///< a triangle in 3D, a segment in 2D: a Shape

  /// Made by Mesh::view().
  explicit MeshView(const detail::MeshData<T, D>& data) : data_(&data) {}

  /// The vertices, as they were given.
  std::span<const Vector> vertices() const { return data_->vertices; }
  /// The vertices of each part, as they were given.
  std::span<const std::array<std::uint32_t, D>> parts() const { return data_->parts; }
  /// The number of parts.
  PartId part_count() const { return static_cast<PartId>(data_->parts.size()); }
  /// A part as a shape. Requires id < part_count().
  Part part(PartId id) const { return composite().simplex(id); }
  Aabb<T, D> aabb() const { return data_->aabb; }  ///< of the vertices in use, exact

  /// For the traversals; null stands for no pose.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const {
    const detail::MeshData<T, D>& d = *data_;
    return {.tree = {d.nodes, d.center, d.unit, d.reach},
            .leaves = d.leaves,
            .pose = pose,
            .kind = detail::PartKind::simplices,
            .part_count = part_count(),
            .vertices = d.vertices.data(),
            .indices = d.parts.data()->data(),
            .components = d.components};
  }

 private:
  const detail::MeshData<T, D>* data_;
};

/// A set of triangles in 3D, of segments in 2D. It owns its vertices and its tree.
template <Scalar T, int D>
class Mesh {
 public:
  using Vector = Vec<T, D>;
  using Part = detail::MeshPart<T, D>;           ///< a triangle in 3D, a segment in 2D: a Shape
  using Indices = std::array<std::uint32_t, D>;  ///< the vertices of a part
  static constexpr std::size_t most_parts = detail::BvhChild::most_parts;  ///< from() takes no more

  /// Copies both, and builds a tree over the parts, in time n log n. Vertices that no part uses may be anything finite.
  static Expected<Mesh, MeshError> from(std::span<const Vector> vertices, std::span<const Indices> parts) {
    if (parts.empty()) return MeshError{MeshError::Kind::no_parts};
    if (parts.size() > most_parts) return MeshError{MeshError::Kind::too_many_parts, most_parts};
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      if (!is_finite(vertices[i])) return MeshError{MeshError::Kind::not_finite, i};
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      for (const std::uint32_t v : parts[i]) {
        if (v >= vertices.size()) return MeshError{MeshError::Kind::index_out_of_range, i};
      }
    }
    Mesh mesh;
    mesh.data_ = std::make_unique<detail::MeshData<T, D>>();
    mesh.data_->vertices.assign(vertices.begin(), vertices.end());
    mesh.data_->parts.assign(parts.begin(), parts.end());
    detail::build_tree(*mesh.data_);
    return mesh;
  }

  /// Copies vertices, parts and tree.
  Mesh(const Mesh& other) : data_(std::make_unique<detail::MeshData<T, D>>(*other.data_)) {}
  /// Copies vertices, parts and tree.
  Mesh& operator=(const Mesh& other) { return *this = Mesh(other); }
  Mesh(Mesh&&) noexcept = default;  ///< views of the moved-from mesh become views of this one
  Mesh& operator=(Mesh&&) noexcept = default;
  ~Mesh() = default;

  /// The same mesh without ownership; place() stores it.
  MeshView<T, D> view() const { return MeshView<T, D>(*data_); }

  /// The vertices, as they were given.
  std::span<const Vector> vertices() const { return view().vertices(); }
  /// The vertices of each part, as they were given.
  std::span<const Indices> parts() const { return view().parts(); }
  /// The number of parts.
  PartId part_count() const { return view().part_count(); }
  /// A part as a shape. Requires id < part_count().
  Part part(PartId id) const { return view().part(id); }
  /// Of the vertices in use, exact.
  Aabb<T, D> aabb() const { return view().aabb(); }
  /// As MeshView::composite.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const { return view().composite(pose); }

 private:
  Mesh() = default;

  std::unique_ptr<detail::MeshData<T, D>> data_;
};

using Mesh2f = Mesh<float, 2>;
using Mesh3f = Mesh<float, 3>;
using Mesh2d = Mesh<double, 2>;
using Mesh3d = Mesh<double, 3>;
using MeshView2f = MeshView<float, 2>;
using MeshView3f = MeshView<float, 3>;
using MeshView2d = MeshView<double, 2>;
using MeshView3d = MeshView<double, 3>;

}  // namespace abut

#if defined(ABUT_HEADER_ONLY) || defined(ABUT_SMALL)
#include <abut/detail/mesh/build.hpp>
#endif
