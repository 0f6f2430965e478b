#include "answer/op_table.hpp"

#include "answer/cast.hpp"
#include "answer/depth.hpp"
#include "answer/distance.hpp"
#include "answer/hull.hpp"
#include "answer/overlap.hpp"
#include "answer/time_of_impact.hpp"

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

const Names pair{"a", "b", "pose_a", "pose_b", "ra", "rb"};

Names pair_and(const Names& more) {
  Names names = pair;
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

const std::vector<Method> cast_methods{gjk, advancement, mpr};

const std::vector<Op> ops{
    {.id = OpId::distance,
     .name = "distance",
     .synonym = "",
     .inputs = pair,
     .options = {"cutoff", "tolerance"},
     .methods = {gjk},
     .summary = "how far apart are \"a\" and \"b\"?",
     .answer = append_distance_answer},
    {.id = OpId::rounded,
     .name = "rounded",
     .synonym = "",
     .inputs = pair,
     .options = {"cutoff", "tolerance"},
     .methods = {gjk},
     .summary = "the signed distance of shapes with radii",
     .answer = append_distance_answer},
    {.id = OpId::overlap,
     .name = "overlap",
     .synonym = "",
     .inputs = pair,
     .options = {},
     .methods = {gjk, mpr},
     .summary = "do they meet? If not, an axis between them",
     .answer = append_overlap_answer},
    {.id = OpId::penetration,
     .name = "penetration",
     .synonym = "",
     .inputs = pair_and({"direction"}),
     .options = {"tolerance"},
     .methods = {epa, mpr},
     .summary = "how deep? Along \"direction\", if there is one",
     .answer = append_penetration_answer},
    {.id = OpId::separation,
     .name = "separation",
     .synonym = "",
     .inputs = pair,
     .options = {"cutoff", "tolerance"},
     .methods = {epa},
     .summary = "the distance, or minus the depth",
     .answer = append_separation_answer},
    {.id = OpId::contact,
     .name = "contact",
     .synonym = "",
     .inputs = pair,
     .options = {"tolerance", "margin", "max_points"},
     .methods = {epa},
     .summary = "the points where they touch",
     .answer = append_contact_answer},
    {.id = OpId::ray_cast,
     .name = "raycast",
     .synonym = "ray_cast",
     .inputs = pair_and({"hull", "origin", "dir", "v", "max_t", "target"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "where \"origin\" + t \"dir\" enters \"hull\"",
     .answer = append_cast_answer},
    {.id = OpId::shape_cast,
     .name = "linear_cast",
     .synonym = "shape_cast",
     .inputs = pair_and({"v", "max_t", "target"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "when \"a\", moved by t \"v\", meets \"b\"",
     .answer = append_cast_answer},
    {.id = OpId::shape_cast,
     .name = "linear_cast_rounded",
     .synonym = "",
     .inputs = pair_and({"v", "max_t", "target"}),
     .options = {"tolerance"},
     .methods = cast_methods,
     .summary = "the same, of shapes with radii",
     .answer = append_cast_answer},
    {.id = OpId::time_of_impact,
     .name = "toi",
     .synonym = "time_of_impact",
     .inputs = {"a", "b", "ra", "rb", "sweep_a", "sweep_b", "target", "tol"},
     .options = {},
     .methods = {advancement, bilateral, substep},
     .summary = "when they meet, by \"sweep_a\" and \"sweep_b\"",
     .answer = append_time_of_impact_answer},
    {.id = OpId::hull,
     .name = "hull",
     .synonym = "",
     .inputs = {"points"},
     .options = {},
     .methods = {},
     .summary = "vertices, rank and measure of \"points\"",
     .answer = append_hull_answer},
};

const std::vector<RecordOption> tunables{
    {.name = "cutoff", .summary = "a length: the search may stop once they are proven further apart"},
    {.name = "tolerance", .summary = "how far apart the bounds may be, relative, for curved shapes"},
    {.name = "margin", .summary = "a length: points with a larger separation are dropped"},
    {.name = "max_points", .summary = "the largest number of points, from 1 to 8; default: 4"},
    {.name = "method", .summary = "the algorithm; wins over --method"},
};

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
  op.answer(record, options, out);
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
