#include "answer/op_table.hpp"

#include "answer/bodies.hpp"
#include "answer/depth.hpp"
#include "answer/distance.hpp"
#include "answer/gradient.hpp"
#include "answer/motion/cast.hpp"
#include "answer/motion/time_of_impact.hpp"
#include "answer/one_shape/aabb.hpp"
#include "answer/one_shape/closest_point.hpp"
#include "answer/one_shape/hull.hpp"
#include "answer/overlap.hpp"
#include "record/members.hpp"
#include "record/shape_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>

namespace abut::tool {

namespace {

/// "gjk", "gjk and mpr", "gjk, advancement and mpr".
std::string list_of(const std::vector<Method>& methods) {
  std::string list;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (i > 0) list += i + 1 < methods.size() ? ", " : " and ";
    list += name(methods[i]);
  }
  return list;
}

using enum Method;

using Names = std::vector<std::string_view>;

const Names pair{"a", "b", "pose_a", "pose_b", "ra", "rb"}, one_shape{"a", "pose_a", "ra"};

Names joined(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

Names pair_and(const Names& more) { return joined(pair, more); }
Names one_and(const Names& more) { return joined(one_shape, more); }

const std::vector<Method> cast_methods{gjk, advancement, mpr}, impact_methods{advancement, bilateral, substep};

const std::vector<Op> ops{
    {.id = OpId::distance,
     .name = "distance",
     .synonym = "",
     .inputs = pair,
     .options = {"cutoff", "tolerance"},
     .methods = {gjk},
     .summary = "how far apart are \"a\" and \"b\"?",
     .answer = append_distance_answer,
     .answer_of_bodies = append_distance_of_bodies},
    {.id = OpId::overlap,
     .name = "overlap",
     .synonym = "",
     .inputs = pair,
     .options = {},
     .methods = {gjk, mpr},
     .summary = "do they meet? If not, an axis between them",
     .answer = append_overlap_answer,
     .answer_of_bodies = append_overlap_of_bodies},
    {.id = OpId::penetration,
     .name = "penetration",
     .synonym = "",
     .inputs = pair_and({"direction"}),
     .options = {"tolerance"},
     .methods = {epa, mpr},
     .summary = "how deep? Along \"direction\", if there is one",
     .answer = append_penetration_answer,
     .answer_of_bodies = append_penetration_of_bodies},
    {.id = OpId::depth_along,
     .name = "depth_along",
     .synonym = "",
     .inputs = pair_and({"direction"}),
     .options = {"tolerance"},
     .methods = {mpr},
     .summary = "how far must \"b\" move along \"direction\"?",
     .answer = append_penetration_answer,
     .answer_of_bodies = append_penetration_of_bodies},
    {.id = OpId::separation,
     .name = "separation",
     .synonym = "",
     .inputs = pair,
     .options = {"cutoff", "tolerance"},
     .methods = {epa},
     .summary = "the distance, or minus the depth",
     .answer = append_separation_answer,
     .answer_of_bodies = append_separation_of_bodies},
    {.id = OpId::separation_gradient,
     .name = "separation_gradient",
     .synonym = "gradient",
     .inputs = pair,
     .options = {"cutoff", "tolerance"},
     .methods = {epa},
     .summary = "how it changes as they move and rotate",
     .answer = append_gradient_answer,
     .answer_of_bodies = append_gradient_of_bodies},
    {.id = OpId::contact,
     .name = "contact",
     .synonym = "",
     .inputs = pair,
     .options = {"tolerance", "margin", "max_points"},
     .methods = {epa},
     .summary = "the points where they touch",
     .answer = append_contact_answer},
    {.id = OpId::closest_point,
     .name = "closest_point",
     .synonym = "",
     .inputs = one_and({"point"}),
     .options = {"cutoff", "tolerance"},
     .methods = {gjk},
     .summary = "the point of \"a\" nearest to \"point\"",
     .answer = append_closest_point_answer,
     .answer_of_bodies = append_closest_point_of_body},
    {.id = OpId::inside,
     .name = "inside",
     .synonym = "",
     .inputs = {"a", "pose_a", "point"},
     .options = {},
     .methods = {},
     .summary = "is \"point\" in the solid \"a\"?",
     .answer = append_inside_answer,
     .answer_of_bodies = append_inside_answer},
    {.id = OpId::aabb,
     .name = "aabb",
     .synonym = "",
     .inputs = one_shape,
     .options = {},
     .methods = {},
     .summary = "the axis-aligned box of \"a\"",
     .answer = append_aabb_answer},
    {.id = OpId::ray_cast,
     .name = "ray_cast",
     .synonym = "",
     .inputs = one_and({"origin", "direction", "max_t", "at_start"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "where \"origin\" + t \"direction\" enters \"a\"",
     .answer = append_cast_answer,
     .answer_of_bodies = append_cast_of_bodies},
    {.id = OpId::shape_cast,
     .name = "shape_cast",
     .synonym = "",
     .inputs = pair_and({"translation", "translation_b", "target", "max_t", "at_start"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "when \"a\", moved by t \"translation\", meets \"b\"",
     .answer = append_cast_answer,
     .answer_of_bodies = append_cast_of_bodies},
    {.id = OpId::time_of_impact,
     .name = "time_of_impact",
     .synonym = "",
     .inputs = pair_and({"motion_a", "motion_b", "target", "target_tolerance", "max_t"}),
     .options = {},
     .methods = impact_methods,
     .summary = "when they meet, by \"motion_a\" and \"motion_b\"",
     .answer = append_time_of_impact_answer,
     .answer_of_bodies = append_time_of_impact_of_bodies},
    {.id = OpId::hull,
     .name = "hull",
     .synonym = "",
     .inputs = {"points"},
     .options = {},
     .methods = {},
     .summary = "vertices, rank and measure of \"points\"",
     .answer = append_hull_answer},
    {.id = OpId::rounded,
     .name = "rounded",
     .synonym = "",
     .inputs = pair,
     .options = {"cutoff", "tolerance"},
     .methods = {gjk},
     .summary = "distance, of shapes with radii",
     .answer = append_distance_answer},
    {.id = OpId::recorded_ray_cast,
     .name = "raycast",
     .synonym = "",
     .inputs = pair_and({"hull", "origin", "dir", "v", "max_t", "target"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "ray_cast, of \"hull\" along \"dir\"",
     .answer = append_cast_answer},
    {.id = OpId::recorded_shape_cast,
     .name = "linear_cast",
     .synonym = "",
     .inputs = pair_and({"v", "max_t", "target"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "shape_cast, of \"a\" by \"v\"",
     .answer = append_cast_answer},
    {.id = OpId::recorded_shape_cast,
     .name = "linear_cast_rounded",
     .synonym = "",
     .inputs = pair_and({"v", "max_t", "target"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "the same, of shapes with radii",
     .answer = append_cast_answer},
    {.id = OpId::recorded_time_of_impact,
     .name = "toi",
     .synonym = "",
     .inputs = {"a", "b", "ra", "rb", "sweep_a", "sweep_b", "target", "tol"},
     .options = {},
     .methods = impact_methods,
     .summary = "time_of_impact, by \"sweep_a\" and \"sweep_b\"",
     .answer = append_time_of_impact_answer},
};

const std::vector<RecordOption> tunables{
    {.name = "cutoff", .summary = "a length: the search may stop once they are proven further apart"},
    {.name = "tolerance", .summary = "how far apart the bounds may be, relative, for curved shapes"},
    {.name = "margin", .summary = "a length: points with a larger separation are dropped"},
    {.name = "max_points", .summary = "the largest number of points, from 1 to 8; default: 4"},
    {.name = "method", .summary = "the algorithm; wins over --method"},
};

/// The first of its shapes that is a body of many parts; empty if none is.
std::string_view body_in(const Record& record) {
  if (record.a && is_body(*record.a)) return "a";
  if (record.b && is_body(*record.b)) return "b";
  return record.hull && is_body(*record.hull) ? "hull" : "";
}

std::string ops_with_bodies() {
  Names names;
  for (const Op& op : op_table()) {
    if (op.answer_of_bodies != nullptr && op.id != OpId::inside) names.push_back(op.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::string_view name(Method method) {
  switch (method) {
    case Method::gjk: return "gjk";
    case Method::epa: return "epa";
    case Method::mpr: return "mpr";
    case Method::advancement: return "advancement";
    case Method::bilateral: return "bilateral";
    case Method::substep: break;
  }
  return "substep";
}

const std::vector<Op>& op_table() { return ops; }

const std::vector<RecordOption>& record_options() { return tunables; }

bool has_option(const Op& op, std::string_view option) {
  return option == "method" ? !op.methods.empty() : contains(op.options, option);
}

std::vector<std::string_view> fields_of(const Op& op) {
  Names fields{"id", "op", "dim"};
  fields.insert(fields.end(), op.inputs.begin(), op.inputs.end());
  for (const RecordOption& option : tunables) {
    if (has_option(op, option.name)) fields.push_back(option.name);
  }
  return fields;
}

const Op* find_op(std::string_view name) {
  for (const Op& op : op_table()) {
    if (op.name == name || (!op.synonym.empty() && op.synonym == name)) return &op;
  }
  return nullptr;
}

const Op& require_op(const Record& record) {
  // A record of an op to come may have fields to come: what is wrong with those does not matter here.
  if (record.op_name && record.op == nullptr) {
    std::vector<std::string_view> names;
    for (const Op& op : op_table()) names.push_back(op.name);
    throw RecordError(
        fmt::format("op: unknown '{}', expected one of {}", shortened(*record.op_name), fmt::join(names, ", ")));
  }
  if (!record.error.empty()) throw RecordError(record.error);
  if (record.op == nullptr) throw RecordError("op: missing");
  return *record.op;
}

Method require_method(const Record& record, std::string_view method) {
  const std::vector<Method>& methods = record.op->methods;
  const std::string_view wanted = record.method ? std::string_view(*record.method) : method;
  if (wanted.empty() && !record.method) return methods.empty() ? Method::gjk : methods.front();
  const auto found = std::find_if(methods.begin(), methods.end(), [&](Method known) { return name(known) == wanted; });
  if (found != methods.end()) return *found;
  throw RecordError(fmt::format("{}: {} has no method {}, {}", record.method ? "method" : "op",
                                record.op_name.value_or(""), wanted.empty() ? "''" : shortened(wanted),
                                methods.empty() ? "nor any other" : "only " + list_of(methods)));
}

void append_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const Op& op = require_op(record);
  require_method(record, options.method);
  const std::string_view body = body_in(record);
  if (body.empty()) return op.answer(record, options, out);
  if (op.answer_of_bodies == nullptr) {
    const auto& input = require(body, body == "a" ? record.a : body == "b" ? record.b : record.hull);
    const std::string_view kind = plural_of_body(input);
    throw RecordError(fmt::format("{}: {} does not take {}, only {} do", body, op.name, kind, ops_with_bodies()));
  }
  op.answer_of_bodies(record, options, out);
}

void append_error(const Record& record, std::size_t line, std::string_view error, std::string& out) {
  ObjectWriter answer(out);
  answer.raw("id", record.id);
  answer.number("line", static_cast<double>(line));
  answer.text("error", error);
  answer.end();
}

void begin_answer(const Record& record, Status status, int iterations, ObjectWriter& answer) {
  if (status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  answer.raw("id", record.id);
  answer.text("op", record.op_name.value_or(""));
  answer.text("status", to_string(status));
  answer.number("iterations", iterations);
}

}  // namespace abut::tool
