#include "record/shape_table.hpp"

#include "io/json_writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

namespace abut::tool {

namespace {

using Names = std::vector<std::string_view>;

struct ShapeRule {
  std::string_view shape;
  int least_dim;
  Names needed, optional;
};

const std::vector<ShapeRule>& shape_rules() {
  static const std::vector<ShapeRule> rules{
      {"point", 2, {}, {}},
      {"ball", 2, {"radius"}, {}},
      {"sphere", 2, {"radius"}, {}},
      {"capsule", 2, {"radius", "half_height"}, {"axis"}},
      {"cylinder", 3, {"radius", "half_height"}, {"axis"}},
      {"cone", 3, {"radius", "half_height"}, {"axis"}},
      {"ellipsoid", 2, {"radii"}, {}},
      {"box", 2, {"half"}, {}},
      {"segment", 2, {"a", "b"}, {}},
      {"triangle", 2, {"a", "b", "c"}, {}},
      {"tetrahedron", 3, {"a", "b", "c", "d"}, {}},
      {"hull", 2, {"vertices"}, {}},
      {"points", 2, {"vertices"}, {}},
      {"half_space", 2, {"normal", "offset"}, {}},
  };
  return rules;
}

std::string list_of_shapes(int dim) {
  Names names;
  for (const ShapeRule& rule : shape_rules()) {
    if (rule.least_dim <= dim) names.push_back(rule.shape);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

const ShapeRule& rule_of(std::string_view where, std::string_view shape, int dim) {
  const auto& rules = shape_rules();
  const auto found =
      std::find_if(rules.begin(), rules.end(), [&](const auto& r) { return r.shape == shape; });
  if (found != rules.end() && found->least_dim <= dim) return *found;
  throw RecordError(found == rules.end()
                        ? fmt::format("{}.shape: unknown '{}', expected one of {}", where, shortened(shape),
                                      list_of_shapes(dim))
                        : fmt::format("{}.shape: {} needs dim 3, this record has dim {}", where, shape, dim));
}

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void require_members(std::string_view where, std::string_view what, const Object& object, const Names& needed,
                     const Names& optional) {
  for (const auto& [name, value] : object.members) {
    if (contains(needed, name) || contains(optional, name)) continue;
    Names known = needed;
    known.insert(known.end(), optional.begin(), optional.end());
    throw RecordError(fmt::format("{}.{}: not a member of {}, expected {}", where, shortened(name), what,
                                  fmt::join(known, ", ")));
  }
  for (const std::string_view name : needed) {
    if (object.find(name) == nullptr) throw RecordError(fmt::format("{}.{}: missing", where, name));
  }
}

}  // namespace

void require_shape_members(std::string_view where, const Object& object, int dim) {
  const Object::Member* shape = object.find("shape");
  if (shape == nullptr) {
    throw RecordError(fmt::format("{}.shape: missing, expected one of {}", where, list_of_shapes(dim)));
  }
  const ShapeRule& rule = rule_of(where, std::get<std::string>(*shape), dim);
  Names needed{"shape"};
  needed.insert(needed.end(), rule.needed.begin(), rule.needed.end());
  require_members(where, rule.shape, object, needed, rule.optional);
}

void require_pose_members(std::string_view where, const Object& object, int dim) {
  require_members(where, fmt::format("a pose in {}D", dim), object, {},
                  dim == 2 ? Names{"p", "q", "angle"} : Names{"p", "q"});
  if (object.find("angle") != nullptr && object.find("q") != nullptr) {
    throw RecordError(fmt::format("{}.angle: given beside q, which is the same rotation or another", where));
  }
}

void require_sweep_members(std::string_view where, const Object& object, int dim) {
  require_members(where, fmt::format("a sweep in {}D", dim), object, {"c0", "c1"},
                  dim == 2 ? Names{"a0", "a1"} : Names{"q0", "axis", "angle"});
  const bool has_axis = object.find("axis") != nullptr, has_angle = object.find("angle") != nullptr;
  if (has_axis != has_angle) {
    throw RecordError(fmt::format("{}.{}: missing beside {}", where, has_axis ? "angle" : "axis",
                                  has_axis ? "axis" : "angle"));
  }
}

void require_count(std::string_view where, std::size_t count, std::size_t expected) {
  if (count == expected) return;
  throw RecordError(fmt::format("{}: has {} numbers, expected {}", where, count, expected));
}

void require_points(std::string_view where, const Points& points, std::size_t dim) {
  if (points.count == 0) throw RecordError(fmt::format("{}: empty point set", where));
  Points::Odd odd{0, points.width};
  if (odd.width == dim && points.odd) odd = *points.odd;
  if (odd.width == dim) return;
  throw RecordError(fmt::format("{}[{}]: has {} coordinates, expected {}", where, odd.index, odd.width, dim));
}

}  // namespace abut::tool
