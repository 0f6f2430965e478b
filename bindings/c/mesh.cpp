/// Meshes and the queries about them, in their own object file: programs that make no mesh do not link it.
#include "arguments.hpp"
#include "operand/hull_handle.hpp"
#include "operand/mesh_handle.hpp"
#include "operand/operand_pair.hpp"
#include "queries/static_table.hpp"

#include <abut.h>
#include <abut/mesh.hpp>

#include <array>
#include <utility>

namespace abut::c_api {

namespace {

/// What a mesh is made of, as the user has it.
struct MeshGiven {
  const void* vertices;
  std::size_t vertex_count;
  const std::uint32_t* parts;
  std::size_t part_count;
};

template <Scalar T, int D>
struct OwnedMesh : abut_mesh {
  OwnedMesh(Mesh<T, D>&& made, const MeshQueries* verbs)
      : abut_mesh{.space = space_of<T, D>, .queries = verbs}, mesh(std::move(made)) {}

  Mesh<T, D> mesh;
};

/// A mesh of a query, at its pose if it has one.
template <Scalar T, int D>
class MeshOperand {
 public:
  using Vector = Vec<T, D>;

  MeshOperand(const abut_shape& given, std::int32_t where)
      : read_(given.numbers, where), mesh_(&static_cast<const OwnedMesh<T, D>*>(given.mesh)->mesh) {
    if (given.radius != 0) read_.fail(ABUT_MESH_RADIUS);
    pose_ = pose_of(read_, given);
  }

  const Fault& fault() const { return read_.fault(); }
  detail::CompositeRef<T, D> composite() const { return mesh_->composite(pose_ ? &*pose_ : nullptr); }

 private:
  Reader<T, D> read_;
  const Mesh<T, D>* mesh_;
  std::optional<Pose<T, D>> pose_;
};

template <Scalar T, int D>
struct MeshVerbs {
  /// Calls f with what the library takes; a pose counts for its own operand alone.
  template <class F>
  static Fault with_operand(const abut_shape& given, std::int32_t where, F f) {
    if (is_mesh(given)) {
      const MeshOperand<T, D> mesh(given, where);
      return mesh.fault() ? mesh.fault() : f(mesh);
    }
    const Operand<T, D> shape(given, where);
    if (shape.fault()) return shape.fault();
    if (shape.is_half_space()) return shape.has_pose() ? f(shape.placed_half_space()) : f(shape.half_space());
    return shape.has_pose() ? f(shape.placed()) : f(shape.shape());
  }

  template <class Verb>
  static Fault ask(const StaticQuery& q, abut_answer& answer, Verb verb) {
    return with_operand(*q.a, 'a', [&]<class A>(const A& a) {
      return with_operand(*q.b, 'b', [&]<class B>(const B& b) {
        if constexpr (Composite<A> || Composite<B>) {
          const auto r = verb(a, b);
          write(r, answer);
          answer.part_a = r.part_a;
          answer.part_b = r.part_b;
        }
        return finish(answer);
      });
    });
  }

  static DistanceOptions<T, D> distance_options(const abut_options& o) {
    const DistanceOptions<T, D> standard;
    return {.tolerance = chosen<T>(o.tolerance, standard.tolerance),
            .cutoff = chosen<T>(o.cutoff, standard.cutoff),
            .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
  }

  static Fault distance(const StaticQuery& q, abut_answer& answer) {
    const auto options = distance_options(q.options);
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::distance(a, b, options); });
  }

  static Fault overlap(const StaticQuery& q, abut_answer& answer) {
    const OverlapOptions<T, D> standard;
    const OverlapOptions<T, D> options{.method = static_cast<OverlapMethod>(q.options.method),
                                       .max_iterations = chosen(q.options.max_iterations, standard.max_iterations)};
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::overlap(a, b, options); });
  }

  static Fault closest_point(const double* point, const StaticQuery& q, abut_answer& answer) {
    Reader<T, D> read(point, 'q');
    const Vec<T, D> p = read.vector();
    if (read.fault()) return read.fault();
    const MeshOperand<T, D> mesh(*q.a, 'a');
    if (mesh.fault()) return mesh.fault();
    const CompositeClosestPoint<T, D> r = abut::closest_point(p, mesh, distance_options(q.options));
    write(r, answer);
    answer.part_a = r.part;
    return finish(answer);
  }

  static constexpr MeshQueries queries{distance, overlap, closest_point};

  static Fault fault_of(const MeshError& error) {
    const auto index = static_cast<std::int64_t>(error.index);
    switch (error.kind) {
      case MeshError::Kind::no_parts: return {ABUT_EMPTY_MESH, 'a'};
      case MeshError::Kind::too_many_parts: return {ABUT_TOO_MANY_PARTS, 'a'};
      case MeshError::Kind::index_out_of_range: return {ABUT_INDEX_OUT_OF_RANGE, 'a', index};
      default: return {ABUT_NOT_FINITE, 'a', index};
    }
  }

  static Fault create(const MeshGiven& given, abut_mesh*& made) {
    using Indices = std::array<std::uint32_t, D>;
    const std::span vertices(static_cast<const Vec<T, D>*>(given.vertices), given.vertex_count);
    const std::span parts(reinterpret_cast<const Indices*>(given.parts), given.part_count);
    auto mesh = Mesh<T, D>::from(vertices, parts);
    if (!mesh) return fault_of(mesh.error());
    made = new OwnedMesh<T, D>(std::move(*mesh), &queries);
    return {};
  }

  static void destroy(abut_mesh* mesh) { delete static_cast<OwnedMesh<T, D>*>(mesh); }
};

struct MeshTable {
  Fault (*create)(const MeshGiven&, abut_mesh*&);
  void (*destroy)(abut_mesh*);
};

template <Scalar T, int D>
constexpr MeshTable mesh_table{MeshVerbs<T, D>::create, MeshVerbs<T, D>::destroy};

constexpr Tables<const MeshTable> tables{&mesh_table<float, 2>, &mesh_table<float, 3>, &mesh_table<double, 2>,
                                         &mesh_table<double, 3>};

}  // namespace
}  // namespace abut::c_api

using namespace abut::c_api;

extern "C" {

abut_mesh* abut_mesh_create(int32_t space, const void* vertices, size_t vertex_count, const uint32_t* parts,
                            size_t part_count, abut_answer* answer) {
  abut_mesh* made = nullptr;
  const bool complete = (vertices != nullptr || vertex_count == 0) && (parts != nullptr || part_count == 0);
  const Arguments given{.space = space, .options = nullptr, .complete = complete};
  run_checked(tables, given, answer, [&](const MeshTable& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return table.create({vertices, vertex_count, parts, part_count}, made);
  });
  return made;
}

void abut_mesh_destroy(abut_mesh* mesh) {
  if (mesh != nullptr) tables.of(mesh->space)->destroy(mesh);
}

}  // extern "C"
