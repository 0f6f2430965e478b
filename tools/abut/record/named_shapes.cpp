#include "record/named_shapes.hpp"

#include "record/shape_table.hpp"

#include <fmt/format.h>

namespace abut::tool {

namespace {

using Numbers = std::vector<double>;
using Entry = std::pair<std::string, Object>;

Object object(const char* shape, std::vector<std::pair<std::string, Object::Member>> members = {}) {
  members.emplace_back("shape", std::string(shape));
  return {std::move(members), find_shape_kind(shape), {}};
}

const std::vector<Entry>& named_2d() {
  static const std::vector<Entry> entries{
      {"point", object("point")},
      {"disc", object("ball", {{"radius", 1.0}})},
      {"unit_ball", object("ball", {{"radius", 1.0}})},
      {"square", object("box", {{"half", Numbers{0.5, 0.5}}})},
      {"unit_box", object("box", {{"half", Numbers{0.5, 0.5}}})},
      {"unit_capsule", object("capsule", {{"radius", 1.0}, {"half_height", 1.0}})},
      {"triangle", object("triangle", {{"a", Numbers{0, 0}}, {"b", Numbers{1, 0}}, {"c", Numbers{0, 1}}})},
  };
  return entries;
}

const std::vector<Entry>& named_3d() {
  static const std::vector<Entry> entries{
      {"point", object("point")},
      {"unit_ball", object("ball", {{"radius", 1.0}})},
      {"unit_box", object("box", {{"half", Numbers{0.5, 0.5, 0.5}}})},
      {"unit_capsule", object("capsule", {{"radius", 1.0}, {"half_height", 1.0}})},
      {"unit_cylinder", object("cylinder", {{"radius", 1.0}, {"half_height", 1.0}})},
      {"unit_cone", object("cone", {{"radius", 1.0}, {"half_height", 1.0}})},
      {"tetrahedron",
       object(
           "tetrahedron",
           {{"a", Numbers{1, 1, 1}}, {"b", Numbers{1, -1, -1}}, {"c", Numbers{-1, 1, -1}}, {"d", Numbers{-1, -1, 1}}})},
      {"octahedron",
       object("hull", {{"vertices", Points{.coordinates = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1},
                                           .count = 6,
                                           .width = 3,
                                           .odd = {}}}})},
  };
  return entries;
}

}  // namespace

const Object& named_shape(std::string_view where, std::string_view name, int dim) {
  const std::vector<Entry>& entries = dim == 2 ? named_2d() : named_3d();
  std::string names;
  for (const auto& [known, shape] : entries) {
    if (known == name) return shape;
    names += (names.empty() ? "" : ", ") + known;
  }
  throw RecordError(
      fmt::format("{}: no shape is named '{}' in {}D, expected one of {}", where, shortened(name), dim, names));
}

}  // namespace abut::tool
