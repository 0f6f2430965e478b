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

const std::vector<std::string_view> cast_fields{"hull", "origin", "dir", "v", "max_t", "target"};
const std::vector<Method> cast_methods{gjk, advancement, mpr};

const std::vector<Op> ops{
    {.id = OpId::distance,
     .name = "distance",
     .synonym = "",
     .fields = {},
     .methods = {gjk},
     .summary = "how far apart are \"a\" and \"b\"?",
     .answer = append_distance_answer},
    {.id = OpId::rounded,
     .name = "rounded",
     .synonym = "",
     .fields = {},
     .methods = {gjk},
     .summary = "the signed distance of shapes with radii",
     .answer = append_distance_answer},
    {.id = OpId::overlap,
     .name = "overlap",
     .synonym = "",
     .fields = {},
     .methods = {gjk, mpr},
     .summary = "do they meet? If not, an axis between them",
     .answer = append_overlap_answer},
    {.id = OpId::penetration,
     .name = "penetration",
     .synonym = "",
     .fields = {"direction"},
     .methods = {epa, mpr},
     .summary = "how deep? Along \"direction\", if there is one",
     .answer = append_penetration_answer},
    {.id = OpId::separation,
     .name = "separation",
     .synonym = "",
     .fields = {},
     .methods = {epa},
     .summary = "the distance, or minus the depth",
     .answer = append_separation_answer},
    {.id = OpId::contact,
     .name = "contact",
     .synonym = "",
     .fields = {},
     .methods = {epa},
     .summary = "the points where they touch",
     .answer = append_contact_answer},
    {.id = OpId::ray_cast,
     .name = "raycast",
     .synonym = "ray_cast",
     .fields = cast_fields,
     .methods = cast_methods,
     .summary = "where \"origin\" + t \"dir\" enters \"hull\"",
     .answer = append_cast_answer},
    {.id = OpId::shape_cast,
     .name = "linear_cast",
     .synonym = "shape_cast",
     .fields = cast_fields,
     .methods = cast_methods,
     .summary = "when \"a\", moved by t \"v\", meets \"b\"",
     .answer = append_cast_answer},
    {.id = OpId::shape_cast,
     .name = "linear_cast_rounded",
     .synonym = "",
     .fields = cast_fields,
     .methods = cast_methods,
     .summary = "the same, of shapes with radii",
     .answer = append_cast_answer},
    {.id = OpId::time_of_impact,
     .name = "toi",
     .synonym = "time_of_impact",
     .fields = {"sweep_a", "sweep_b", "tol", "target"},
     .methods = {advancement, bilateral, substep},
     .summary = "when they meet, by \"sweep_a\" and \"sweep_b\"",
     .answer = append_time_of_impact_answer},
    {.id = OpId::hull,
     .name = "hull",
     .synonym = "",
     .fields = {"points"},
     .methods = {},
     .summary = "vertices, rank and measure of \"points\"",
     .answer = append_hull_answer},
};

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
  if (method.empty()) return methods.empty() ? Method::gjk : methods.front();
  const auto found = std::find_if(methods.begin(), methods.end(), [&](Method known) { return name(known) == method; });
  if (found != methods.end()) return *found;
  throw RecordError(fmt::format("op: {} has no method {}, {}", record.op_name.value_or(""), shortened(method),
                                methods.empty() ? "nor any other" : "only " + list_of(methods)));
}

void append_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  require_op(record).answer(record, options, out);
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
