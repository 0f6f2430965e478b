/// Meshes and solids of one scalar and dimension, and the queries about them: what the table of mesh_table.hpp points
/// to.
#pragma once

#include "mesh_table.hpp"
#include "moving_table.hpp"
#include "options.hpp"
#include "read_cast.hpp"
#include "static_table.hpp"

#include "operand/mesh_operand.hpp"
#include "operand/operand_pair.hpp"

#include <abut/solid.hpp>

#include <array>
#include <span>
#include <utility>

namespace abut::c_api {

inline void write(const Inside& r, abut_answer& out) {
  out.status = static_cast<std::int32_t>(r.status);
  out.inside = r.inside ? 1 : 0;
  out.outside = r.outside ? 1 : 0;
  out.on_surface = r.on_surface ? 1 : 0;
  out.winding = r.winding;
}

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

  /// Calls f(a, b) with both operands, of which at least one is a body.
  template <class Query, class F>
  static Fault with_operands(const Query& q, abut_answer& answer, F f) {
    return with_operand(*q.a, 'a', [&]<class A>(const A& a) {
      return with_operand(*q.b, 'b', [&]<class B>(const B& b) {
        if constexpr (Composite<A> || Composite<B>) f(a, b);
        return finish(answer);
      });
    });
  }

  template <class R>
  static void write_with_parts(const R& r, abut_answer& answer) {
    write(r, answer);
    answer.part_a = r.part_a;
    answer.part_b = r.part_b;
  }

  /// Calls verb(a, b), and writes its answer.
  template <class Query, class Verb>
  static Fault ask(const Query& q, abut_answer& answer, Verb verb) {
    return with_operands(q, answer, [&](const auto& a, const auto& b) { write_with_parts(verb(a, b), answer); });
  }

  static Fault distance(const StaticQuery& q, abut_answer& answer) {
    const auto options = distance_options<T, D>(q.options);
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::distance(a, b, options); });
  }

  static Fault overlap(const StaticQuery& q, abut_answer& answer) {
    const auto options = overlap_options<T, D>(q.options);
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::overlap(a, b, options); });
  }

  static Fault penetration(const StaticQuery& q, abut_answer& answer) {
    const PenetrationOptions<T, D> standard;
    const PenetrationOptions<T, D> options{.tolerance = chosen<T>(q.options.tolerance, standard.tolerance),
                                           .max_iterations = chosen(q.options.max_iterations, standard.max_iterations)};
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::penetration(a, b, options); });
  }

  static Fault separation(const StaticQuery& q, abut_answer& answer) {
    const auto options = separation_options<T, D>(q.options);
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::separation(a, b, options); });
  }

  static Fault separation_gradient(const StaticQuery& q, const GradientRoom& room, abut_answer& answer) {
    const auto options = separation_options<T, D>(q.options);
    return with_operands(q, answer, [&](const auto& a, const auto& b) {
      const CompositeSeparationGradient<T, D> r = abut::separation_gradient(a, b, options);
      write_with_parts(r.separation, answer);
      answer.unique = r.unique ? 1 : 0;
      *room.a = to_c(r.a);
      *room.b = to_c(r.b);
    });
  }

  /// abut::closest_point, from the instance of `distance` of a mesh and a ShapeRef.
  static Fault closest_point(const double* point, const StaticQuery& q, abut_answer& answer) {
    Reader<T, D> read(point, 'q');
    const Vec<T, D> p = read.vector();
    if (read.fault()) return read.fault();
    const MeshOperand<T, D> mesh(*q.a, 'a');
    if (mesh.fault()) return mesh.fault();
    const Point<T, D> at{p};
    const CompositeDistance<T, D> r = abut::distance(mesh, ShapeRef<T, D>(at), distance_options<T, D>(q.options));
    write(detail::closest_point_from(p, r), answer);
    answer.part_a = r.part_a;
    return finish(answer);
  }

  static Fault ray_cast(const CastQuery& q, abut_answer& answer) {
    Ray<T, D> ray;
    if (const Fault fault = read_ray(q, ray)) return fault;
    const MeshOperand<T, D> mesh(*q.b, 'a');
    if (mesh.fault()) return mesh.fault();
    const CompositeRayCast<T, D> r = abut::ray_cast(ray, mesh, ray_cast_options<T, D>(q.options));
    write(r, answer);
    write(r.barycentric, answer.barycentric);
    answer.part_a = r.part;
    return finish(answer);
  }

  static Fault shape_cast(const CastQuery& q, abut_answer& answer) {
    Vec<T, D> translation, translation_b;
    if (const Fault fault = read_translations(q, translation, translation_b)) return fault;
    if (const Fault fault = lengths_fault<T, D>(q.options)) return fault;
    const auto options = shape_cast_options<T, D>(q.options, translation_b);
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::shape_cast(a, translation, b, options); });
  }

  static Fault depth_along(const CastQuery& q, abut_answer& answer) {
    Vec<T, D> direction;
    if (const Fault fault = read_direction(q, direction)) return fault;
    const auto options = depth_along_options<T, D>(q.options);
    return ask(q, answer, [&](const auto& a, const auto& b) { return abut::depth_along(a, b, direction, options); });
  }

  static constexpr MeshQueries queries{distance,      overlap,  penetration, separation, separation_gradient,
                                       closest_point, ray_cast, shape_cast,  depth_along};

  /// Requires that the shape is a mesh of this space.
  static Fault inside(const double* point, const abut_shape& shape, abut_answer& answer) {
    Reader<T, D> read(point, 'q');
    const Vec<T, D> p = read.vector();
    if (read.fault()) return read.fault();
    const MeshOperand<T, D> solid(shape, 'a');
    if (solid.fault()) return solid.fault();
    const detail::CompositeRef<T, D> ref = solid.composite();
    if (!ref.is_solid || ref.radius != 0) return {ABUT_NOT_A_SOLID, 'a'};
    write(detail::inside_of_composite(ref, p), answer);
    return finish(answer);
  }

  static Fault fault_of(const MeshError& error) {
    const auto index = static_cast<std::int64_t>(error.index);
    switch (error.kind) {
      case MeshError::Kind::no_parts: return {ABUT_EMPTY_MESH, 'a'};
      case MeshError::Kind::too_many_parts: return {ABUT_TOO_MANY_PARTS, 'a'};
      case MeshError::Kind::index_out_of_range: return {ABUT_INDEX_OUT_OF_RANGE, 'a', index};
      default: return {ABUT_NOT_FINITE, 'a', index};
    }
  }
  static Fault fault_of(const SolidError& error) {
    if (error.kind == SolidError::Kind::not_a_mesh) return fault_of(error.mesh);
    return {ABUT_UNMATCHED_EDGE, 'a', static_cast<std::int64_t>(error.edge.part)};
  }

  /// `B` is Mesh or Solid.
  template <class B>
  static Fault create_body(const MeshGiven& given, abut_mesh*& made) {
    using Indices = std::array<std::uint32_t, D>;
    const std::span vertices(static_cast<const Vec<T, D>*>(given.vertices), given.vertex_count);
    const std::span parts(reinterpret_cast<const Indices*>(given.parts), given.part_count);
    auto body = B::from(vertices, parts);
    if (!body) return fault_of(body.error());
    made = new OwnedMesh<T, D>(std::move(*body), &queries);
    return {};
  }
  static Fault create(const MeshGiven& given, abut_mesh*& made) { return create_body<Mesh<T, D>>(given, made); }
  static Fault create_solid(const MeshGiven& given, abut_mesh*& made) { return create_body<Solid<T, D>>(given, made); }

  static void destroy(abut_mesh* mesh) { delete static_cast<OwnedMesh<T, D>*>(mesh); }
};

template <Scalar T, int D>
constexpr MeshTable mesh_table() {
  using V = MeshVerbs<T, D>;
  return {V::create, V::create_solid, V::destroy, V::inside};
}

}  // namespace abut::c_api
