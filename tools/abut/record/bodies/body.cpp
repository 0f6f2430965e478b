#include "record/bodies/body.hpp"

#include "record/bodies/solid.hpp"
#include "record/members.hpp"
#include "record/narrowing.hpp"

#include <abut/compound.hpp>
#include <abut/points.hpp>

namespace abut::tool {

namespace {

/// A path, or true.
bool wants_solid(const Object& object) {
  const Object::Member* solid = object.find("solid");
  if (solid == nullptr) return false;
  const bool* truth = std::get_if<bool>(solid);
  return truth == nullptr || *truth;
}

/// "a.triangles[3][1]: refers to vertex 9, there are 8".
template <int D>
std::vector<std::array<std::uint32_t, D>> parts_of(const std::string& where, const Indices& written,
                                                   std::size_t vertices) {
  if (written.count == 0) throw RecordError(fmt::format("{}: empty, a mesh needs at least one part", where));
  const auto odd = written.width != D ? Indices::Odd{0, written.width} : written.odd.value_or(Indices::Odd{0, D});
  if (odd.width != D) {
    throw RecordError(fmt::format("{}[{}]: has {} indices, expected {}", where, odd.index, odd.width, D));
  }
  std::vector<std::array<std::uint32_t, D>> parts(written.count);
  const std::uint32_t* next = written.indices.data();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (std::size_t k = 0; k < D; ++k) {
      parts[i][k] = *next++;
      if (parts[i][k] < vertices) continue;
      throw RecordError(
          fmt::format("{}[{}][{}]: refers to vertex {}, there are {}", where, i, k, parts[i][k], vertices));
    }
  }
  return parts;
}

template <Scalar T, int D>
std::shared_ptr<const Mesh<T, D>> mesh_of_members(const std::string& where, const Object& object) {
  const char* const parts_name = D == 2 ? "segments" : "triangles";
  const std::string parts_path = fmt::format("{}.{}", where, parts_name);
  require_members(where, D == 2 ? "a mesh in 2D" : "a mesh in 3D", object, {"vertices", parts_name}, {"solid"});
  const auto vertices = points_of<T, D>(where + ".vertices", std::get<Points>(*object.find("vertices")));
  const auto parts = parts_of<D>(parts_path, std::get<Indices>(*object.find(parts_name)), vertices.size());
  auto mesh = Mesh<T, D>::from(vertices, parts);
  if (!mesh) throw RecordError(fmt::format("{}: {}", where, to_string(mesh.error().kind)));
  if (wants_solid(object)) {
    const std::string why = why_no_solid(*mesh);
    if (!why.empty()) throw RecordError(fmt::format("{}: {}", where, why));
  }
  return std::make_shared<const Mesh<T, D>>(std::move(*mesh));
}

double scale_of(const std::string& where, const Object& object) {
  const Object::Member* scale = object.find("scale");
  if (scale == nullptr) return 1;
  const double factor = std::get<double>(*scale);
  if (factor <= 0) throw RecordError(where + ".scale: not above 0");
  return factor;
}

/// Of `{"mesh":path}` or `{"solid":path}`.
template <Scalar T, int D>
std::shared_ptr<const Mesh<T, D>> mesh_of_file(const std::string& where, std::string_view member, const Object& object,
                                               MeshFiles* files) {
  require_members(where, fmt::format("a {} from a file", member), object, {member}, {"scale"});
  const std::string path = fmt::format("{}.{}", where, member);
  if constexpr (D == 2) {
    throw RecordError(path + ": files hold triangles, this record has dim 2");
  } else {
    const double scale = scale_of(where, object);
    if (files == nullptr) throw RecordError(path + ": files are not read here");
    const std::string& file = std::get<std::string>(*object.find(member));
    try {
      return member == "solid" ? files->solid<T>(file, scale) : files->mesh<T>(file, scale);
    } catch (const RecordError& e) {
      throw RecordError(fmt::format("{}: {}", path, e.what()));
    }
  }
}

template <Scalar T, int D>
std::shared_ptr<const Mesh<T, D>> mesh_of(const std::string& where, const Object& object, MeshFiles* files) {
  const Object::Member* solid = object.find("solid");
  if (solid != nullptr && std::holds_alternative<std::string>(*solid)) {
    return mesh_of_file<T, D>(where, "solid", object, files);
  }
  if (telling_member(object) == "mesh") return mesh_of_file<T, D>(where, "mesh", object, files);
  return mesh_of_members<T, D>(where, object);
}

template <class B>
BodyOperand<ScalarOf<B>, abut::dimension_of<B>> operand_of_body(const std::shared_ptr<const B>& body) {
  return {.body = body->composite(), .owner = body, .pose = {}};
}

/// Of `{"points":[...],"radius":r}` or `{"points":[...],"radii":[...]}`.
template <Scalar T, int D>
BodyOperand<T, D> cloud_of(const std::string& where, const Object& object) {
  require_members(where, "a cloud of points", object, {"points"}, {"radius", "radii"});
  const auto centers = points_of<T, D>(where + ".points", std::get<tool::Points>(*object.find("points")));
  const Object::Member *radius = object.find("radius"), *radii = object.find("radii");
  if (radius != nullptr && radii != nullptr) throw RecordError(where + ".radii: given beside radius");
  std::vector<T> each;
  if (radii != nullptr) {
    const auto& written = std::get<std::vector<double>>(*radii);
    each.reserve(written.size());
    require_count(where + ".radii", written.size(), centers.size());
    for (const double r : written) each.push_back(length_of<T>(fmt::format("{}.radii[{}]", where, each.size()), r));
  }
  const T common = radius != nullptr ? length_of<T>(where + ".radius", std::get<double>(*radius)) : T(0);
  auto made = radii != nullptr ? abut::Points<T, D>::from(centers, each) : abut::Points<T, D>::from(centers, common);
  if (!made)
    throw RecordError(fmt::format("{}.points[{}]: {}", where, made.error().index, to_string(made.error().kind)));
  return operand_of_body(std::make_shared<const abut::Points<T, D>>(std::move(*made)));
}

template <Scalar T, int D>
BodyOperand<T, D> body_without_pose(const std::string& where, const ShapeInput& input, MeshFiles* files);

template <Scalar T, int D>
CompoundPart<T, D> part_of(const std::string& where, const PartInput& part, MeshFiles* files) {
  const OperandInput input{.name = where, .shape = part.shape, .pose = nullptr, .extra = 0};
  if (input.is_half_space()) throw RecordError(where + ": a half_space can not be a part of a compound");
  const auto made = [&]() -> CompoundPart<T, D> {
    if (!input.is_body()) return operand_of<T, D>(input);
    if (telling_member(std::get<Object>(part.shape)) == "compound") {
      throw RecordError(where + ": a compound can not be a part of a compound, give its parts in place of it");
    }
    const BodyOperand<T, D> body = body_without_pose<T, D>(where, part.shape, files);
    return {body, body.owner};
  }();
  return part.pose ? CompoundPart<T, D>(made, pose_of<T, D>(where + ".pose", *part.pose)) : made;
}

/// Of `{"compound":[...]}`.
template <Scalar T, int D>
BodyOperand<T, D> compound_of(const std::string& where, const Object& object, MeshFiles* files) {
  require_members(where, "a compound", object, {"compound"}, {});
  if (object.parts.empty()) throw RecordError(where + ".compound: empty, a compound needs at least one part");
  std::vector<CompoundPart<T, D>> parts;
  parts.reserve(object.parts.size());
  for (const PartInput& part : object.parts) {
    parts.push_back(part_of<T, D>(fmt::format("{}.compound[{}]", where, parts.size()), part, files));
  }
  auto made = Compound<T, D>::from(std::move(parts));
  if (!made) {
    throw RecordError(fmt::format("{}.compound[{}]: {}", where, made.error().index, to_string(made.error().kind)));
  }
  return operand_of_body(std::make_shared<const Compound<T, D>>(std::move(*made)));
}

template <Scalar T, int D>
BodyOperand<T, D> body_without_pose(const std::string& where, const ShapeInput& input, MeshFiles* files) {
  const auto& object = std::get<Object>(input);
  const std::string_view telling = telling_member(object);
  if (telling == "compound") return compound_of<T, D>(where, object, files);
  if (telling == "points") return cloud_of<T, D>(where, object);
  BodyOperand<T, D> mesh = operand_of_body(mesh_of<T, D>(where, object, files));
  mesh.body.is_solid = wants_solid(object);
  return mesh;
}

}  // namespace

bool is_solid(const OperandInput& input) {
  const auto* object = std::get_if<Object>(&input.shape);
  return object != nullptr && input.is_body() && wants_solid(*object);
}

template <Scalar T, int D>
BodyOperand<T, D> body_of(const OperandInput& input, MeshFiles* files) {
  const std::string where(input.name);
  BodyOperand<T, D> body = body_without_pose<T, D>(where, input.shape, files);
  if (input.extra > 0) throw RecordError(fmt::format("r{}: {} have no radius", where, plural_of_body(input.shape)));
  if (input.pose != nullptr) body.pose = pose_of<T, D>(fmt::format("pose_{}", input.name), *input.pose);
  return body;
}

template BodyOperand<float, 2> body_of(const OperandInput&, MeshFiles*);
template BodyOperand<float, 3> body_of(const OperandInput&, MeshFiles*);
template BodyOperand<double, 2> body_of(const OperandInput&, MeshFiles*);
template BodyOperand<double, 3> body_of(const OperandInput&, MeshFiles*);

}  // namespace abut::tool
