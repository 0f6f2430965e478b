#include "record/operand.hpp"

#include "io/json_writer.hpp"
#include "record/named_shapes.hpp"
#include "record/rounded.hpp"
#include "record/shape_table.hpp"

#include <abut/compose.hpp>
#include <abut/shapes.hpp>

#include <fmt/format.h>
#include <array>

namespace abut::tool {

namespace {

/// The nearest number of type T.
template <Scalar T, class Where>
T narrowed(double x, Where where) {
  const T narrow = static_cast<T>(x);
  if (!is_finite(narrow)) throw RecordError(where() + ": too large for float");
  return narrow;
}

}  // namespace

template <Scalar T, int D>
std::vector<Vec<T, D>> rounded_points(std::string_view where, const Points& points) {
  require_points(where, points, D);
  std::vector<Vec<T, D>> result(points.count);
  const double* next = points.coordinates.data();
  for (std::size_t i = 0; i < points.count; ++i) {
    for (int k = 0; k < D; ++k) {
      result[i][k] = narrowed<T>(*next++, [&] { return fmt::format("{}[{}][{}]", where, i, k); });
    }
  }
  return result;
}

template <Scalar T, int D>
Vec<T, D> rounded_vector(std::string_view where, const std::vector<double>& numbers) {
  require_count(where, numbers.size(), D);
  Vec<T, D> v;
  for (int i = 0; i < D; ++i) {
    v[i] = narrowed<T>(numbers[static_cast<std::size_t>(i)], [&] { return fmt::format("{}[{}]", where, i); });
  }
  return v;
}

template <Scalar T, int D>
Vec<T, D> rounded_direction(std::string_view where, const std::vector<double>& numbers) {
  const Vec<T, D> v = rounded_vector<T, D>(where, numbers);
  if (v == Vec<T, D>{}) {
    const bool rounded = std::same_as<T, float>;
    throw RecordError(fmt::format("{}: all zero{}", where, rounded ? ", rounded to float" : ""));
  }
  return v;
}

template <Scalar T>
T rounded_number(std::string_view where, double number) {
  return narrowed<T>(number, [&] { return std::string(where); });
}

namespace {

template <Scalar T, int D>
PointSet<T, D> point_set_of(std::string_view where, const std::vector<Vec<T, D>>& points) {
  const auto set = PointSet<T, D>::from(points);
  if (set) return *set;
  throw RecordError(fmt::format("{}[{}]: {}", where, set.error().index, message(set.error().kind)));
}

/// The members of an object, rounded to T. Only of an object whose members were found to be those of its kind.
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
  Vec<T, D> vector(std::string_view name) const {
    const auto result = numbers<D>(name);
    if constexpr (D == 2) {
      return {result[0], result[1]};
    } else {
      return {result[0], result[1], result[2]};
    }
  }
  Vec<T, D> sizes(std::string_view name) const {
    const Vec<T, D> result = vector(name);
    const auto& written = get<std::vector<double>>(name);
    for (std::size_t i = 0; i < written.size(); ++i) {
      if (written[i] < 0) throw RecordError(fmt::format("{}[{}]: negative", path(name), i));
    }
    return result;
  }
  std::vector<Vec<T, D>> points(std::string_view name) const {
    return rounded_points<T, D>(path(name), get<Points>(name));
  }
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
  const std::string_view axis = members.has("axis") ? std::string_view(members.text("axis"))
                                : D == 2            ? "y"
                                                    : "z";
  if (axis == "x") return Axis::x;
  if (axis == "y") return Axis::y;
  if (axis == "z" && D == 3) return Axis::z;
  throw RecordError(fmt::format("{}: is '{}', expected {}", members.path("axis"), shortened(axis),
                                D == 2 ? "x or y" : "x, y or z"));
}

template <Scalar T, int D>
Capsule<T, D> capsule_of(const Members<T, D>& members) {
  Vec<T, D> end;
  end[static_cast<int>(axis_of(members))] = members.size("half_height");
  return {.a = -end, .b = end, .radius = members.size("radius")};
}

template <Scalar T, int D, Shape S>
void set_shape(Operand<T, D>& operand, const S& shape) {
  const auto owner = std::make_shared<const S>(shape);
  operand.owner = owner;
  operand.shape = ShapeRef<T, D>(*owner);
}

/// A point set has no radius of its own: there is no sum of radii to be rounded.
template <Scalar T, int D>
void set_inflated(Operand<T, D>& operand, const PointSet<T, D>& points, T extra) {
  set_shape(operand, Rounded<T, D>{points, extra});
}

template <Scalar T, int D, Shape S>
void set_inflated(Operand<T, D>& operand, const S& shape, T extra) {
  if (extra > 0) {
    set_shape(operand, inflate(shape, extra));
  } else {
    set_shape(operand, shape);
  }
}

/// Members are read in the order in which the documentation lists them.
template <Scalar T, int D>
void make_shape(const Members<T, D>& m, T extra, Operand<T, D>& operand) {
  const auto make = [&](const auto& shape) { set_inflated(operand, shape, extra); };
  const std::string_view kind = m.text("shape");
  if (kind == "half_space") {
    throw RecordError(m.path("shape") + ": half_space has a closed form, and no steps to show");
  }
  if (kind == "point") return make(Point<T, D>{});
  if (kind == "ball" || kind == "sphere") return make(Ball<T, D>{.center = {}, .radius = m.size("radius")});
  if (kind == "capsule") return make(capsule_of(m));
  if (kind == "ellipsoid") return make(Ellipsoid<T, D>{m.sizes("radii")});
  if (kind == "box") return make(Box<T, D>{m.sizes("half")});
  if (kind == "segment") return make(Segment<T, D>{m.vector("a"), m.vector("b")});
  if (kind == "triangle") return make(Triangle<T, D>{m.vector("a"), m.vector("b"), m.vector("c")});
  if constexpr (D == 3) {
    if (kind == "cylinder") return make(Cylinder<T>{m.size("radius"), m.size("half_height"), axis_of(m)});
    if (kind == "cone") return make(Cone<T>{m.size("radius"), m.size("half_height"), axis_of(m)});
    if (kind == "tetrahedron") {
      return make(Tetrahedron<T>{m.vector("a"), m.vector("b"), m.vector("c"), m.vector("d")});
    }
  }
  operand.points = m.points("vertices");  // hull, points
  make(point_set_of(m.path("vertices"), operand.points));
}

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

template <Scalar T, int D>
Pose<T, D> pose_of(const std::string& where, const Object& object) {
  require_pose_members(where, object, D);
  const Members<T, D> members(where, object);
  const Pose<T, D> pose{.p = members.has("p") ? members.vector("p") : Vec<T, D>{}, .q = rotation_of(members)};
  if (!is_valid(pose)) {
    const bool rounded = std::same_as<T, float>;
    throw RecordError(members.path("q") + (rounded ? ": all zero, rounded to float" : ": all zero"));
  }
  return pose;
}

}  // namespace

template <Scalar T, int D>
Operand<T, D> operand_of(const OperandInput& input) {
  Operand<T, D> operand;
  const std::string where(input.name);
  const T extra = narrowed<T>(input.extra, [&] { return "r" + where; });
  if (const auto* points = std::get_if<Points>(&input.shape)) {
    operand.points = rounded_points<T, D>(where, *points);
    set_inflated(operand, point_set_of(where, operand.points), extra);
  } else if (const auto* name = std::get_if<std::string>(&input.shape)) {
    make_shape(Members<T, D>(where, named_shape(where, *name, D)), extra, operand);
  } else {
    const Object& object = std::get<Object>(input.shape);
    require_shape_members(where, object, D);
    make_shape(Members<T, D>(where, object), extra, operand);
  }
  if (input.pose != nullptr) operand.pose = pose_of<T, D>("pose_" + where, *input.pose);
  return operand;
}

bool is_half_space(const OperandInput& input) {
  const auto* object = std::get_if<Object>(&input.shape);
  const auto* shape = object != nullptr ? object->find("shape") : nullptr;
  return shape != nullptr && std::get<std::string>(*shape) == "half_space";
}

template <Scalar T, int D>
HalfSpaceOperand<T, D> half_space_of(const OperandInput& input) {
  const std::string where(input.name);
  const Object& object = std::get<Object>(input.shape);
  require_shape_members(where, object, D);
  if (input.extra > 0) {
    throw RecordError(fmt::format("r{}: a half_space has no radius, add it to {}.offset", where, where));
  }
  const Members<T, D> members(where, object);
  HalfSpaceOperand<T, D> operand{.half_space = {members.vector("normal"), members.number("offset")},
                                 .pose = {}};
  if (operand.half_space.normal == Vec<T, D>{}) {
    const bool rounded = std::same_as<T, float>;
    throw RecordError(members.path("normal") + (rounded ? ": all zero, rounded to float" : ": all zero"));
  }
  if (input.pose != nullptr) operand.pose = pose_of<T, D>("pose_" + where, *input.pose);
  return operand;
}

template std::vector<Vec2f> rounded_points(std::string_view, const Points&);
template std::vector<Vec3f> rounded_points(std::string_view, const Points&);
template std::vector<Vec2d> rounded_points(std::string_view, const Points&);
template std::vector<Vec3d> rounded_points(std::string_view, const Points&);
template Vec2f rounded_direction(std::string_view, const std::vector<double>&);
template Vec3f rounded_direction(std::string_view, const std::vector<double>&);
template Vec2d rounded_direction(std::string_view, const std::vector<double>&);
template Vec3d rounded_direction(std::string_view, const std::vector<double>&);
template Vec2f rounded_vector(std::string_view, const std::vector<double>&);
template Vec3f rounded_vector(std::string_view, const std::vector<double>&);
template Vec2d rounded_vector(std::string_view, const std::vector<double>&);
template Vec3d rounded_vector(std::string_view, const std::vector<double>&);
template float rounded_number(std::string_view, double);
template double rounded_number(std::string_view, double);
template Operand<float, 2> operand_of(const OperandInput&);
template Operand<float, 3> operand_of(const OperandInput&);
template Operand<double, 2> operand_of(const OperandInput&);
template Operand<double, 3> operand_of(const OperandInput&);
template HalfSpaceOperand<float, 2> half_space_of(const OperandInput&);
template HalfSpaceOperand<float, 3> half_space_of(const OperandInput&);
template HalfSpaceOperand<double, 2> half_space_of(const OperandInput&);
template HalfSpaceOperand<double, 3> half_space_of(const OperandInput&);

}  // namespace abut::tool
