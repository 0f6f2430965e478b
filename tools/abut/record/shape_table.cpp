#include "record/shape_table.hpp"

#include "answer/op_table.hpp"
#include "record/fields/spelling.hpp"
#include "record/members.hpp"
#include "record/named_shapes.hpp"
#include "record/narrowing.hpp"

#include <abut/shapes.hpp>

#include <array>
#include <concepts>
#include <tuple>

namespace abut::tool {

namespace {

// --- The members of an object ---

/// Rounded to T. Only of an object whose members were found to be those of its kind.
template <Scalar T, int D>
class Members {
 public:
  Members(std::string where, const Object& object) : where_(std::move(where)), object_(object) {}

  bool has(std::string_view name) const { return object_.find(name) != nullptr; }
  const std::string& text(std::string_view name) const { return get<std::string>(name); }
  T number(std::string_view name) const {
    return narrowed<T>(get<double>(name), [&] { return path(name); });
  }
  T size(std::string_view name) const {
    if (get<double>(name) < 0) throw RecordError(path(name) + ": negative");
    return number(name);
  }
  template <int N>
  std::array<T, N> numbers(std::string_view name) const {
    const auto& written = get<std::vector<double>>(name);
    require_count(path(name), written.size(), N);
    std::array<T, N> result;
    for (std::size_t i = 0; i < N; ++i) {
      result[i] = narrowed<T>(written[i], [&] { return fmt::format("{}[{}]", path(name), i); });
    }
    return result;
  }
  Vec<T, D> vector(std::string_view name) const { return vector_of<T, D>(path(name), get<std::vector<double>>(name)); }
  Vec<T, D> sizes(std::string_view name) const {
    const Vec<T, D> result = vector(name);
    const auto& written = get<std::vector<double>>(name);
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (written[i] < 0) throw RecordError(fmt::format("{}[{}]: negative", path(name), i));
    }
    return result;
  }
  std::vector<Vec<T, D>> points(std::string_view name) const { return points_of<T, D>(path(name), get<Points>(name)); }
  std::string path(std::string_view name) const { return fmt::format("{}.{}", where_, name); }

 private:
  template <class M>
  const M& get(std::string_view name) const {
    return std::get<M>(*object_.find(name));
  }

  std::string where_;
  const Object& object_;
};

template <Scalar T, int D>
Axis axis_of(const Members<T, D>& members) {
  const std::string_view axis = members.has("axis") ? std::string_view(members.text("axis")) : D == 2 ? "y" : "z";
  if (axis == "x") return Axis::x;
  if (axis == "y") return Axis::y;
  if (axis == "z" && D == 3) return Axis::z;
  throw RecordError(
      fmt::format("{}: is '{}', expected {}", members.path("axis"), shortened(axis), D == 2 ? "x or y" : "x, y or z"));
}

template <Scalar T, int D>
Capsule<T, D> capsule_of(const Members<T, D>& members) {
  Vec<T, D> end;
  end[static_cast<int>(axis_of(members))] = members.size("half_height");
  return {.a = -end, .b = end, .radius = members.size("radius")};
}

template <Scalar T, int D>
AnyShape<T, D> point_set_of(std::string_view where, const std::vector<Vec<T, D>>& points) {
  const auto set = PointSet<T, D>::from(points);
  if (set) return AnyShape<T, D>(*set);
  throw RecordError(fmt::format("{}[{}]: {}", where, set.error().index, to_string(set.error().kind)));
}

// --- Making an operand ---

template <Scalar T, int D>
using Make = AnyShape<T, D> (*)(const Members<T, D>&);

/// From a function of the members, which returns a shape. Null if there is no such shape in this dimension.
template <Scalar T, int D, class F>
Make<T, D> make_with(F) {
  if constexpr (std::invocable<F, const Members<T, D>&>) {
    return [](const Members<T, D>& m) { return AnyShape<T, D>(F{}(m)); };
  } else {
    return nullptr;
  }
}

using Makers = std::tuple<Make<float, 2>, Make<float, 3>, Make<double, 2>, Make<double, 3>>;

template <class F>
Makers makers(F f) {
  return {make_with<float, 2>(f), make_with<float, 3>(f), make_with<double, 2>(f), make_with<double, 3>(f)};
}

}  // namespace

struct ShapeKind {
  std::string_view name;
  int least_dim;
  Names needed, optional;
  Makers make;
  bool is_half_space = false;
};

namespace {

/// In the order in which messages list them. Members are read in the order in which the documentation lists them.
const std::vector<ShapeKind>& shape_table() {
  const auto ball = makers(
      []<Scalar T, int D>(const Members<T, D>& m) { return Ball<T, D>{.center = {}, .radius = m.size("radius")}; });
  const auto hull = makers([]<Scalar T, int D>(const Members<T, D>& m) {
    return point_set_of<T, D>(m.path("vertices"), m.points("vertices"));
  });
  static const std::vector<ShapeKind> kinds{
      {"point", 2, {}, {}, makers([]<Scalar T, int D>(const Members<T, D>&) { return Point<T, D>{}; })},
      {"ball", 2, {"radius"}, {}, ball},
      {"sphere", 2, {"radius"}, {}, ball},
      {"capsule", 2, {"radius", "half_height"}, {"axis"}, makers([]<Scalar T, int D>(const Members<T, D>& m) {
         return capsule_of(m);
       })},
      {"cylinder", 3, {"radius", "half_height"}, {"axis"}, makers([]<Scalar T>(const Members<T, 3>& m) {
         return Cylinder<T>{m.size("radius"), m.size("half_height"), axis_of(m)};
       })},
      {"cone", 3, {"radius", "half_height"}, {"axis"}, makers([]<Scalar T>(const Members<T, 3>& m) {
         return Cone<T>{m.size("radius"), m.size("half_height"), axis_of(m)};
       })},
      {"ellipsoid", 2, {"radii"}, {}, makers([]<Scalar T, int D>(const Members<T, D>& m) {
         return Ellipsoid<T, D>{m.sizes("radii")};
       })},
      {"box", 2, {"half"}, {}, makers([]<Scalar T, int D>(const Members<T, D>& m) {
         return Box<T, D>{m.sizes("half")};
       })},
      {"segment", 2, {"a", "b"}, {}, makers([]<Scalar T, int D>(const Members<T, D>& m) {
         return Segment<T, D>{m.vector("a"), m.vector("b")};
       })},
      {"triangle", 2, {"a", "b", "c"}, {}, makers([]<Scalar T, int D>(const Members<T, D>& m) {
         return Triangle<T, D>{m.vector("a"), m.vector("b"), m.vector("c")};
       })},
      {"tetrahedron", 3, {"a", "b", "c", "d"}, {}, makers([]<Scalar T>(const Members<T, 3>& m) {
         return Tetrahedron<T>{m.vector("a"), m.vector("b"), m.vector("c"), m.vector("d")};
       })},
      {"hull", 2, {"vertices"}, {}, hull},
      {"points", 2, {"vertices"}, {}, hull},
      {"half_space",
       2,
       {"normal", "offset"},
       {},
       makers([]<Scalar T, int D>(const Members<T, D>& m) -> Point<T, D> {
         throw RecordError(m.path("shape") + ": half_space has a closed form, and no steps to show");
       }),
       true},
  };
  return kinds;
}

std::string list_of_kinds(int dim) {
  Names names;
  for (const ShapeKind& kind : shape_table()) {
    if (kind.least_dim <= dim) names.push_back(kind.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Throws RecordError unless the object is a shape of that dimension with the members of its kind.
const ShapeKind& require_kind(std::string_view where, const Object& object, int dim) {
  const Object::Member* shape = object.find("shape");
  if (shape == nullptr) {
    const char* const parts = object.find("vertices") == nullptr ? "" : dim == 2 ? " (or segments)" : " (or triangles)";
    throw RecordError(fmt::format("{}.shape: missing{}, expected one of {}", where, parts, list_of_kinds(dim)));
  }
  if (object.kind == nullptr) {
    throw RecordError(fmt::format("{}.shape: unknown '{}', expected one of {}", where,
                                  shortened(std::get<std::string>(*shape)), list_of_kinds(dim)));
  }
  const ShapeKind& kind = *object.kind;
  if (kind.least_dim > dim) {
    throw RecordError(fmt::format("{}.shape: {} needs dim 3, this record has dim {}", where, kind.name, dim));
  }
  Names needed{"shape"};
  needed.insert(needed.end(), kind.needed.begin(), kind.needed.end());
  require_members(where, kind.name, object, needed, kind.optional);
  return kind;
}

// --- Poses ---

template <Scalar T>
Rotation<T, 2> rotation_of(const Members<T, 2>& members) {
  if (members.has("angle")) return Rotation<T, 2>::by(members.number("angle"));
  if (!members.has("q")) return {};
  const auto q = members.template numbers<2>("q");
  return {.c = q[0], .s = q[1]};
}

template <Scalar T>
Rotation<T, 3> rotation_of(const Members<T, 3>& members) {
  if (!members.has("q")) return {};
  const auto q = members.template numbers<4>("q");
  return {.w = q[0], .x = q[1], .y = q[2], .z = q[3]};
}

/// In a record of op `rounded` a point set must state its radius; a shape has one of its own.
OperandInput require_operand(std::string_view name, const std::optional<ShapeInput>& shape,
                             const std::optional<Object>& pose, const std::optional<double>& radius, bool rounded) {
  if (!shape) throw RecordError(fmt::format("{}: missing", name));
  const bool needed = rounded && std::holds_alternative<Points>(*shape);
  if (needed && !radius) throw RecordError(fmt::format("r{}: missing", name));
  if (radius.value_or(0) < 0) throw RecordError(fmt::format("r{}: negative", name));
  return {.name = name, .shape = *shape, .pose = pose ? &*pose : nullptr, .extra = radius.value_or(0)};
}

}  // namespace

const ShapeKind* find_shape_kind(std::string_view name) {
  for (const ShapeKind& kind : shape_table()) {
    if (kind.name == name) return &kind;
  }
  return nullptr;
}

MemberType member_type(std::string_view name) {
  const auto is_one_of = [name](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is_one_of({"shape", "axis", "mesh"})) return MemberType::text;
  if (name == "solid") return MemberType::text_or_truth;
  if (is_one_of({"triangles", "segments"})) return MemberType::indices;
  if (is_one_of({"radius", "half_height", "angle", "offset", "scale"})) return MemberType::number;
  if (is_one_of({"half", "radii", "a", "b", "c", "d", "p", "q", "normal"})) return MemberType::numbers;
  return is_one_of({"vertices", "points"}) ? MemberType::points : MemberType::unknown;
}

std::string_view telling_member(const Object& object) {
  if (object.find("shape") != nullptr) return {};
  const Names telling{"mesh", "solid", "triangles", "segments", "points", "compound", "shape"};
  for (const auto& [name, value] : object.members) {
    const bool known = name == "compound" || member_type(name) != MemberType::unknown;
    const std::string_view meant = known ? std::string_view(name) : closest_name(name, telling);
    const auto found = std::find(telling.begin(), telling.end() - 1, meant);
    if (found != telling.end() - 1) return *found;
  }
  return {};
}

bool is_body(const ShapeInput& input) {
  const auto* object = std::get_if<Object>(&input);
  return object != nullptr && !telling_member(*object).empty();
}

std::string_view plural_of_body(const ShapeInput& input) {
  const std::string_view telling = telling_member(std::get<Object>(input));
  return telling == "compound" ? "compounds" : telling == "points" ? "clouds of points" : "meshes";
}

bool OperandInput::is_half_space() const {
  const auto* object = std::get_if<Object>(&shape);
  return object != nullptr && object->kind != nullptr && object->kind->is_half_space;
}

template <Scalar T, int D>
Pose<T, D> pose_of(const std::string& where, const Object& object) {
  require_members(where, fmt::format("a pose in {}D", D), object, {},
                  D == 2 ? Names{"p", "q", "angle"} : Names{"p", "q"});
  const Members<T, D> members(where, object);
  if (members.has("angle") && members.has("q")) {
    throw RecordError(members.path("angle") + ": given beside q, which is the same rotation or another");
  }
  const Pose<T, D> pose{.p = members.has("p") ? members.vector("p") : Vec<T, D>{}, .q = rotation_of(members)};
  if (!is_valid(pose)) {
    const bool rounded = std::same_as<T, float>;
    throw RecordError(members.path("q") + (rounded ? ": all zero, rounded to float" : ": all zero"));
  }
  return pose;
}

namespace {

template <Scalar T, int D>
AnyShape<T, D> shape_of(const std::string& where, const ShapeInput& input) {
  if (const auto* points = std::get_if<Points>(&input))
    return point_set_of<T, D>(where, points_of<T, D>(where, *points));
  if (is_body(input)) {  // answers take it elsewhere
    throw RecordError(fmt::format("{}: {} have no steps to show", where, plural_of_body(input)));
  }
  const auto* name = std::get_if<std::string>(&input);
  const Object& object = name != nullptr ? named_shape(where, *name, D) : std::get<Object>(input);
  const ShapeKind& kind = require_kind(where, object, D);
  return std::get<Make<T, D>>(kind.make)(Members<T, D>(where, object));
}

template <Scalar T, int D>
AnyShape<T, D> at_pose(const AnyShape<T, D>& shape, const OperandInput& input) {
  if (input.pose == nullptr) return shape;
  return place(shape, pose_of<T, D>(fmt::format("pose_{}", input.name), *input.pose));
}

}  // namespace

template <Scalar T, int D>
AnyShape<T, D> operand_of(const OperandInput& input) {
  const std::string where(input.name);
  const T extra = number_of<T>("r" + where, input.extra);
  return at_pose(inflate(shape_of<T, D>(where, input.shape), extra), input);
}

template <Scalar T, int D>
AnyShape<T, D> half_space_of(const OperandInput& input) {
  const std::string where(input.name);
  const Object& object = std::get<Object>(input.shape);
  require_kind(where, object, D);
  if (input.extra > 0) {
    throw RecordError(fmt::format("r{}: a half_space has no radius, add it to {}.offset", where, where));
  }
  const Members<T, D> members(where, object);
  const HalfSpace<T, D> half_space{members.vector("normal"), members.number("offset")};
  if (half_space.normal == Vec<T, D>{}) {
    const bool rounded = std::same_as<T, float>;
    throw RecordError(members.path("normal") + (rounded ? ": all zero, rounded to float" : ": all zero"));
  }
  return at_pose(AnyShape<T, D>(half_space), input);
}

int dimension_of(const Record& record) {
  if (!record.dim) throw RecordError("dim: missing");
  if (*record.dim == 2 || *record.dim == 3) return static_cast<int>(*record.dim);
  throw RecordError(fmt::format("dim: is {}, expected 2 or 3", *record.dim));
}

OperandPair operand_pair_of(const Record& record) {
  const int dim = dimension_of(record);
  const bool rounded = record.op != nullptr && record.op->id == OpId::rounded;
  return {.dim = dim,
          .a = require_operand("a", record.a, record.pose_a, record.ra, rounded),
          .b = require_operand("b", record.b, record.pose_b, record.rb, rounded),
          .rounded = rounded || record.ra || record.rb};
}

OperandInput single_operand_of(const Record& record) {
  return require_operand("a", record.a, record.pose_a, record.ra, false);
}

template AnyShape<float, 2> operand_of(const OperandInput&);
template AnyShape<float, 3> operand_of(const OperandInput&);
template AnyShape<double, 2> operand_of(const OperandInput&);
template AnyShape<double, 3> operand_of(const OperandInput&);
template AnyShape<float, 2> half_space_of(const OperandInput&);
template AnyShape<float, 3> half_space_of(const OperandInput&);
template AnyShape<double, 2> half_space_of(const OperandInput&);
template AnyShape<double, 3> half_space_of(const OperandInput&);
template Pose<float, 2> pose_of(const std::string&, const Object&);
template Pose<float, 3> pose_of(const std::string&, const Object&);
template Pose<double, 2> pose_of(const std::string&, const Object&);
template Pose<double, 3> pose_of(const std::string&, const Object&);

}  // namespace abut::tool
