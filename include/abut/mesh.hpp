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
/// takes 40 KiB of stack, 113 for a depth. Scaling all lengths by 2^k scales every answer, bit for bit, as long as
/// coordinates stay normal numbers.
///
/// This header is included by name: abut.hpp holds the convex verbs only.
#pragma once

#include <abut/compiled.hpp>
#include <abut/composite.hpp>
#include <abut/detail/mesh/block.hpp>
#include <abut/executor.hpp>
#include <abut/expected.hpp>
#include <abut/mesh_block.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

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

/// Why the vertices of a mesh can not be moved.
struct RefitError {
  /// What is wrong.
  enum class Kind {
    other_count,  ///< there are more of them, or fewer, than the mesh has
    not_finite,   ///< vertex `index` has a coordinate that is NaN or infinite
    parted,       ///< vertex `index` equaled an earlier one when the mesh was built, and no longer does
  };
  Kind kind;              ///< what is wrong
  std::size_t index = 0;  ///< of the first bad vertex
};

/// The error as text.
constexpr const char* to_string(RefitError::Kind kind) {
  switch (kind) {
    case RefitError::Kind::other_count: return "there are not as many vertices as the mesh has";
    case RefitError::Kind::not_finite: return "a coordinate of the vertex is not a finite number";
    case RefitError::Kind::parted:
      return "the vertex no longer equals the one that it equaled: the surface would come apart";
  }
  return "unknown";
}

namespace detail {

// See detail/mesh/build.hpp, detail/mesh/refit.hpp and detail/mesh/check.hpp. Requires vertices and parts that are
// those of a mesh.
template <class T, int D>
BlockMemory build_mesh(std::span<const Vec<T, D>> vertices, std::span<const std::array<std::uint32_t, D>> parts,
                       const ExecutorRef& executor);
/// Returns false if the bytes, which begin at a multiple of 8, are a block.
template <class T, int D>
bool find_block_error(std::span<const std::byte> bytes, MeshBlockError& error);

/// Requires the block of a mesh. Returns false if it took the vertices; else it is as before.
template <class T, int D>
bool find_refit_error(std::byte* block, std::span<const Vec<T, D>> vertices, double& cost, RefitError& error);

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_MESH_BUILDER(WORDS, T, D)                                                                          \
  WORDS BlockMemory build_mesh<T, D>(std::span<const Vec<T, D>>, std::span<const std::array<std::uint32_t, D>>, \
                                     const ExecutorRef&);                                                       \
  WORDS bool find_block_error<T, D>(std::span<const std::byte>, MeshBlockError&);                               \
  WORDS bool find_refit_error<T, D>(std::byte*, std::span<const Vec<T, D>>, double&, RefitError&);
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_SPACES(ABUT_MESH_BUILDER)

inline bool is_aligned_block(std::span<const std::byte> bytes) {
  return reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(MeshHeader) == 0;
}

}  // namespace detail

/// A mesh without ownership, as small as a pointer; place() stores it. The mesh must outlive it.
template <Scalar T, int D>
class MeshView {
 public:
  using Vector = Vec<T, D>;
  using Part = detail::MeshPart<T, D>;  ///< a triangle in 3D, a segment in 2D: a Shape

  /// Refers to a block that was checked: made by Mesh::view() and from_bytes().
  explicit MeshView(const detail::MeshBlock<T, D>& block) : block_(block) {}

  /// Refers to bytes that Mesh::bytes() returned, here or elsewhere: they begin at a multiple of 8, and outlive the
  /// view. Time and memory as for copying them; nothing is built. See mesh_block.hpp.
  static Expected<MeshView, MeshBlockError> from_bytes(std::span<const std::byte> bytes) {
    using Kind = MeshBlockError::Kind;
    if (!detail::is_aligned_block(bytes)) return MeshBlockError{.kind = Kind::misaligned};
    MeshBlockError error{.kind = Kind::not_a_block};
    if (detail::find_block_error<T, D>(bytes, error)) return error;
    return MeshView(detail::MeshBlock<T, D>(bytes.data()));
  }
  /// The mesh as one block of bytes: see mesh_block.hpp.
  std::span<const std::byte> bytes() const { return {block_.bytes(), static_cast<std::size_t>(block_.header().size)}; }

  /// The vertices, as they were given.
  std::span<const Vector> vertices() const { return block_.vertices(); }
  /// The vertices of each part, as they were given.
  std::span<const std::array<std::uint32_t, D>> parts() const { return block_.parts(); }
  /// The number of parts.
  PartId part_count() const { return static_cast<PartId>(block_.header().parts.count); }
  /// A part as a shape. Requires id < part_count().
  Part part(PartId id) const { return composite().simplex(id); }
  Aabb<T, D> aabb() const { return block_.aabb(); }  ///< of the vertices in use, exact

  /// For the traversals; null stands for no pose.
  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose = nullptr) const {
    const detail::MeshHeader& h = block_.header();
    return {.tree = {block_.nodes(), block_.center(), h.unit, h.reach},
            .leaves = block_.leaves(),
            .pose = pose,
            .kind = detail::PartKind::simplices,
            .part_count = part_count(),
            .vertices = block_.vertices().data(),
            .indices = block_.parts().data()->data(),
            .components = block_.components()};
  }

 private:
  detail::MeshBlock<T, D> block_;
};

template <Scalar T, int D>
class Solid;

/// A set of triangles in 3D, of segments in 2D. It owns its vertices and its tree: one block of memory.
template <Scalar T, int D>
class Mesh {
 public:
  using Vector = Vec<T, D>;
  using Part = detail::MeshPart<T, D>;           ///< a triangle in 3D, a segment in 2D: a Shape
  using Indices = std::array<std::uint32_t, D>;  ///< the vertices of a part
  static constexpr std::size_t most_parts = detail::BvhChild::most_parts;  ///< from() takes no more

  /// Copies both, and builds a tree over the parts, in time n log n. Vertices that no part uses may be anything finite.
  static Expected<Mesh, MeshError> from(std::span<const Vector> vertices, std::span<const Indices> parts) {
    return from(vertices, parts, InOrder{});
  }
  /// The same, with an executor that may use many threads: see executor.hpp. The bytes are the same for all of them.
  template <Executor E>
  static Expected<Mesh, MeshError> from(std::span<const Vector> vertices, std::span<const Indices> parts,
                                        const E& executor) {
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
    return Mesh(detail::build_mesh<T, D>(vertices, parts, ExecutorRef(executor)));
  }

  /// Copies bytes that bytes() returned, here or elsewhere, and checks the copy: see mesh_block.hpp. They may begin
  /// anywhere.
  static Expected<Mesh, MeshBlockError> from_bytes(std::span<const std::byte> bytes) {
    Mesh mesh(copy_of(bytes));
    MeshBlockError error{.kind = MeshBlockError::Kind::not_a_block};
    if (detail::find_block_error<T, D>({mesh.block(), bytes.size()}, error)) return error;
    return mesh;
  }

  /// Moves the vertices, all of them, to where they are now, and keeps everything else: the boxes of the tree are found
  /// anew, in linear time and without allocating. Answers are proven as before. Views stay valid, and see the new
  /// vertices; no query may run meanwhile. A Compound that the mesh is a part of has a tree of its own, and must be
  /// made anew. Vertices that were equal when the mesh was built must stay equal.
  ///
  /// Returns what the tree costs a query, in multiples of what it did when it was built, as the surfaces of the boxes
  /// tell: 1 for the same vertices. Where it is much more, from() makes a better tree. After an error all is as before.
  Expected<double, RefitError> refit(std::span<const Vector> vertices) {
    double cost = 1;
    RefitError error{.kind = RefitError::Kind::other_count};
    if (detail::find_refit_error<T, D>(block(), vertices, cost, error)) return error;
    return cost;
  }

  /// Copies vertices, parts and tree.
  Mesh(const Mesh& other) : memory_(copy_of(other.bytes())) {}
  /// Copies vertices, parts and tree.
  Mesh& operator=(const Mesh& other) { return *this = Mesh(other); }
  Mesh(Mesh&&) noexcept = default;  ///< views of the moved-from mesh become views of this one
  Mesh& operator=(Mesh&&) noexcept = default;
  ~Mesh() = default;

  /// The same mesh without ownership; place() stores it.
  MeshView<T, D> view() const { return MeshView<T, D>(detail::MeshBlock<T, D>(block())); }
  /// The mesh as one block of bytes, valid as long as the mesh: see mesh_block.hpp.
  std::span<const std::byte> bytes() const { return view().bytes(); }

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
  friend class Solid<T, D>;  // its mesh is that of a block of another kind

  explicit Mesh(detail::BlockMemory memory) : memory_(std::move(memory)) {}

  static detail::BlockMemory copy_of(std::span<const std::byte> bytes) {
    detail::BlockMemory memory = detail::block_memory(bytes.size());
    if (!bytes.empty()) std::memcpy(memory.get(), bytes.data(), bytes.size());
    return memory;
  }
  void set_kind(detail::MeshKind kind) {
    auto& header = detail::MeshBlock<T, D, std::byte>(block()).header();
    header.kind = kind;
    header.hash = detail::hash_of_block(block());
  }
  std::byte* block() const { return memory_.get()->bytes; }

  detail::BlockMemory memory_;
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
#include <abut/detail/mesh/check.hpp>
#include <abut/detail/mesh/refit.hpp>
#endif
