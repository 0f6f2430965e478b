/// A mesh or solid of a query, read from an abut_shape.
#pragma once

#include "hull_handle.hpp"
#include "mesh_handle.hpp"
#include "reader.hpp"

#include <abut.h>
#include <abut/solid.hpp>

#include <optional>
#include <utility>
#include <variant>

namespace abut::c_api {

/// A mesh or solid of the user's, and its handle.
template <Scalar T, int D>
struct OwnedMesh : abut_mesh {
  template <class B>
  OwnedMesh(B&& made, const MeshQueries* verbs)
      : abut_mesh{.space = space_of<T, D>, .queries = verbs}, body(std::forward<B>(made)) {}

  detail::CompositeRef<T, D> composite(const Pose<T, D>* pose) const {
    return std::visit([&](const auto& held) { return held.composite(pose); }, body);
  }

  std::variant<Mesh<T, D>, Solid<T, D>> body;
};

/// A body of parts, at its pose if it has one, and inflated by the radius of the shape.
template <Scalar T, int D>
class MeshOperand {
 public:
  using Vector = Vec<T, D>;

  MeshOperand(const abut_shape& given, std::int32_t where)
      : read_(given.numbers, where),
        mesh_(static_cast<const OwnedMesh<T, D>*>(given.mesh)),
        radius_(radius_of(read_, given)),
        pose_(pose_of(read_, given)) {}

  const Fault& fault() const { return read_.fault(); }
  detail::CompositeRef<T, D> composite() const {
    auto r = mesh_->composite(pose_ ? &*pose_ : nullptr);
    r.radius += radius_;
    return r;
  }

 private:
  Reader<T, D> read_;
  const OwnedMesh<T, D>* mesh_;
  T radius_;
  std::optional<Pose<T, D>> pose_;
};

}  // namespace abut::c_api
