/// Bodies of many parts, as a record writes them: meshes and solids, from files or of its own, clouds of points, and
/// compounds of all of these and of shapes.
#pragma once

#include "record/bodies/mesh_files.hpp"
#include "record/shape_table.hpp"

#include <abut/mesh.hpp>

#include <optional>

namespace abut::tool {

/// A body, perhaps with a pose: an operand of the library's verbs about bodies of parts.
template <Scalar T, int D>
struct BodyOperand {
  using Vector = Vec<T, D>;

  detail::CompositeRef<T, D> body;    ///< without its pose
  std::shared_ptr<const void> owner;  ///< of what it refers to
  std::optional<Pose<T, D>> pose;

  /// Whether its parts have parts of their own: it is a compound of which some are bodies.
  bool has_subparts() const { return body.has_bodies; }

  detail::CompositeRef<T, D> composite() const {
    detail::CompositeRef<T, D> placed = body;
    placed.pose = pose ? &*pose : nullptr;
    return placed;
  }
};

/// Whether it is to be a solid: a body with its inside.
bool is_solid(const OperandInput& input);

/// Rounds the numbers to T, and throws RecordError, which names the field, unless they make a body in D dimensions.
/// Without `files` a mesh can not come from one.
template <Scalar T, int D>
BodyOperand<T, D> body_of(const OperandInput& input, MeshFiles* files);

/// Any shape that is no body of parts, a half-space too.
template <Scalar T, int D>
AnyShape<T, D> convex_operand_of(const OperandInput& input) {
  return input.is_half_space() ? half_space_of<T, D>(input) : operand_of<T, D>(input);
}

/// f(a, b) of two operands of which at least one is a body of parts.
template <Scalar T, int D, class F>
void apply_to_bodies(const OperandPair& pair, MeshFiles* files, F f) {
  if (!pair.a.is_body()) {
    const auto a = convex_operand_of<T, D>(pair.a);
    f(a, body_of<T, D>(pair.b, files));
    return;
  }
  const auto a = body_of<T, D>(pair.a, files);
  if (pair.b.is_body()) {
    f(a, body_of<T, D>(pair.b, files));
  } else {
    f(a, convex_operand_of<T, D>(pair.b));
  }
}

extern template BodyOperand<float, 2> body_of(const OperandInput&, MeshFiles*);
extern template BodyOperand<float, 3> body_of(const OperandInput&, MeshFiles*);
extern template BodyOperand<double, 2> body_of(const OperandInput&, MeshFiles*);
extern template BodyOperand<double, 3> body_of(const OperandInput&, MeshFiles*);

}  // namespace abut::tool
