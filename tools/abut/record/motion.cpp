#include "record/motion.hpp"

#include "record/members.hpp"
#include "record/narrowing.hpp"
#include "record/shape_table.hpp"

#include <fmt/format.h>
#include <array>

namespace abut::tool {

namespace {

/// As for other objects; and of `axis` and `angle` both or neither.
void require_sweep_members(std::string_view where, const Object& object, int dim) {
  require_members(where, fmt::format("a sweep in {}D", dim), object, {"c0", "c1"},
                  dim == 2 ? Names{"a0", "a1"} : Names{"q0", "axis", "angle"});
  const bool has_axis = object.find("axis") != nullptr, has_angle = object.find("angle") != nullptr;
  if (has_axis != has_angle) {
    throw RecordError(
        fmt::format("{}.{}: missing beside {}", where, has_axis ? "angle" : "axis", has_axis ? "axis" : "angle"));
  }
}

/// 0 if there is none.
template <Scalar T>
double number(std::string_view where, const Object& sweep, std::string_view name) {
  const Object::Member* member = sweep.find(name);
  if (member == nullptr) return 0;
  return double(number_of<T>(fmt::format("{}.{}", where, name), std::get<double>(*member)));
}

/// N numbers; `absent` if there are none.
template <Scalar T, int N>
std::array<double, N> numbers(std::string_view where, const Object& sweep, std::string_view name,
                              const std::array<double, N>& absent = {}) {
  const Object::Member* member = sweep.find(name);
  if (member == nullptr) return absent;
  const auto& written = std::get<std::vector<double>>(*member);
  require_count(fmt::format("{}.{}", where, name), written.size(), N);
  std::array<double, N> result;
  for (std::size_t i = 0; i < N; ++i) {
    result[i] = double(narrowed<T>(written[i], [&] { return fmt::format("{}.{}[{}]", where, name, i); }));
  }
  return result;
}

template <std::size_t N>
void require_direction(std::string_view where, std::string_view name, const std::array<double, N>& numbers) {
  for (const double x : numbers) {
    if (x != 0) return;
  }
  throw RecordError(fmt::format("{}.{}: all zero", where, name));
}

template <int D>
Vec<double, D> vector(const std::array<double, D>& x) {
  Vec<double, D> v;
  for (int i = 0; i < D; ++i) v[i] = x[static_cast<std::size_t>(i)];
  return v;
}

template <Scalar T>
void set_turn(std::string_view where, const Object& sweep, Motion2d& m) {
  const double begin = number<T>(where, sweep, "a0"), end = number<T>(where, sweep, "a1");
  m.start.q = Rotation2d::by(begin);
  m.angle = end - begin;
}

template <Scalar T>
void set_turn(std::string_view where, const Object& sweep, Motion3d& m) {
  const auto q = numbers<T, 4>(where, sweep, "q0", {0, 0, 0, 1});
  const auto axis = numbers<T, 3>(where, sweep, "axis", {0, 0, 1});
  require_direction(where, "q0", q);
  require_direction(where, "axis", axis);
  m.start.q = {.w = q[3], .x = q[0], .y = q[1], .z = q[2]};
  m.axis = vector<3>(axis);
  m.angle = number<T>(where, sweep, "angle");
}

}  // namespace

template <Scalar T, int D>
Motion<T, D> motion_of(const std::string& where, const MotionInput& input) {
  require_members(
      where, fmt::format("a motion in {}D", D), input.members, {},
      D == 2 ? Names{"start", "center", "velocity", "angle"} : Names{"start", "center", "velocity", "axis", "angle"});
  Motion<T, D> m;
  if (input.start) m.start = pose_of<T, D>(where + ".start", *input.start);
  const auto vector = [&](std::string_view name, Vec<T, D>& v) {
    const Object::Member* member = input.members.find(name);
    if (member != nullptr)
      v = vector_of<T, D>(fmt::format("{}.{}", where, name), std::get<std::vector<double>>(*member));
  };
  vector("center", m.center);
  vector("velocity", m.velocity);
  if constexpr (D == 3) vector("axis", m.axis);
  m.angle = T(number<T>(where, input.members, "angle"));
  return m;
}

template <Scalar T, int D>
Motion<double, D> swept_motion_of(std::string_view where, const Object& sweep) {
  require_sweep_members(where, sweep, D);
  Motion<double, D> m;
  m.start.p = vector<D>(numbers<T, D>(where, sweep, "c0"));
  m.velocity = vector<D>(numbers<T, D>(where, sweep, "c1")) - m.start.p;
  set_turn<T>(where, sweep, m);
  return m;
}

template Motion2f motion_of(const std::string&, const MotionInput&);
template Motion3f motion_of(const std::string&, const MotionInput&);
template Motion2d motion_of(const std::string&, const MotionInput&);
template Motion3d motion_of(const std::string&, const MotionInput&);
template Motion2d swept_motion_of<float, 2>(std::string_view, const Object&);
template Motion3d swept_motion_of<float, 3>(std::string_view, const Object&);
template Motion2d swept_motion_of<double, 2>(std::string_view, const Object&);
template Motion3d swept_motion_of<double, 3>(std::string_view, const Object&);

}  // namespace abut::tool
