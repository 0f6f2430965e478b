#include "record/record.hpp"

#include "io/input.hpp"
#include "io/json_writer.hpp"
#include "record/json_reader.hpp"

#include <fmt/format.h>
#include <simdjson.h>

namespace abut::tool {

namespace {

static_assert(Batch::padding >= simdjson::SIMDJSON_PADDING);

template <class T>
void set_once(std::optional<T>& field, T (*read)(ondemand::value), ondemand::value value) {
  if (field) throw RecordError(": given twice");
  field = read(value);
}

/// A field of one op: in records of others it may be anything.
template <class T>
void read_field_of(const char* op, const char* name, std::optional<T>& field, std::string& error,
                   T (*read)(ondemand::value), ondemand::value value, const Record& record) {
  if (record.op && *record.op != op) return require_json(value);
  try {
    set_once(field, read, value);
  } catch (const RecordError& e) {
    if (error.empty()) error = std::string(name) + e.what();
  }
}

/// Fields of times of impact. In records of other ops they may be anything.
void read_sweep(std::string_view key, ondemand::value value, Record& record) {
  if (record.op && !is_impact_op(*record.op)) return require_json(value);
  try {
    if (key == "sweep_a") return set_once(record.sweep_a, sweep_of, value);
    if (key == "sweep_b") return set_once(record.sweep_b, sweep_of, value);
    set_once(record.tol, number_of, value);
  } catch (const RecordError& e) {
    if (record.sweep_error.empty()) record.sweep_error = std::string(key) + e.what();
  }
}

bool names_cast(std::string_view op) { return op.find("cast") != std::string_view::npos; }

bool is_cast_field(std::string_view key) {
  return key == "hull" || key == "origin" || key == "dir" || key == "v" || key == "max_t";
}

/// Throws RecordError, without the name of the field.
void read_known_cast_field(std::string_view key, ondemand::value value, CastInput& cast) {
  if (key == "hull") {
    set_once(cast.hull, shape_of, value);
  } else if (key == "origin") {
    set_once(cast.origin, numbers_of, value);
  } else if (key == "dir") {
    set_once(cast.dir, numbers_of, value);
  } else if (key == "v") {
    set_once(cast.v, numbers_of, value);
  } else {
    set_once(cast.max_t, number_of, value);
  }
}

void read_cast_field(std::string_view key, ondemand::value value, Record& record) {
  if (record.op && !names_cast(*record.op)) return require_json(value);
  try {
    read_known_cast_field(key, value, record.cast);
  } catch (const RecordError& e) {
    if (record.cast.error.empty()) record.cast.error = std::string(key) + e.what();
  }
}

/// Of casts and of times of impact.
void read_target(ondemand::value value, Record& record) {
  if (record.op && !names_cast(*record.op) && !is_impact_op(*record.op)) return require_json(value);
  try {
    set_once(record.target, number_of, value);
  } catch (const RecordError& e) {
    for (std::string* error : {&record.cast.error, &record.sweep_error}) {
      if (error->empty()) *error = std::string("target") + e.what();
    }
  }
}

void read_field(std::string_view key, ondemand::value value, Record& record) {
  if (key == "id") {
    if (record.id != "null") throw RecordError(": given twice");
    record.id = id_of(value);
  } else if (key == "op") {
    set_once(record.op, text_of, value);
  } else if (key == "dim") {
    set_once(record.dim, number_of, value);
  } else if (key == "a") {
    set_once(record.a, shape_of, value);
  } else if (key == "b") {
    set_once(record.b, shape_of, value);
  } else if (key == "ra") {
    set_once(record.ra, number_of, value);
  } else if (key == "rb") {
    set_once(record.rb, number_of, value);
  } else if (key == "pose_a") {
    set_once(record.pose_a, object_of, value);
  } else if (key == "pose_b") {
    set_once(record.pose_b, object_of, value);
  } else if (key == "points") {
    read_field_of("hull", "points", record.points, record.points_error, points_of, value, record);
  } else if (key == "direction") {
    read_field_of("penetration", "direction", record.direction, record.direction_error, numbers_of, value,
                  record);
  } else if (key == "target") {
    read_target(value, record);
  } else if (key == "sweep_a" || key == "sweep_b" || key == "tol") {
    read_sweep(key, value, record);
  } else if (is_cast_field(key)) {
    read_cast_field(key, value, record);
  } else {
    require_json(value);
  }
}

void read_fields(ondemand::object object, Record& record) {
  for (auto field : object) {
    const std::string key(std::string_view(field.unescaped_key()));
    ondemand::value value = field.value();
    try {
      read_field(key, value, record);
    } catch (const RecordError& e) {  // the next fields may still tell the id
      if (record.error.empty()) record.error = shortened(key) + e.what();
    }
  }
}

std::string why_broken(simdjson::error_code code) {
  switch (code) {
    case simdjson::UTF8_ERROR: return "not JSON: the text is not UTF-8";
    case simdjson::UNCLOSED_STRING: return "not JSON: a string is not closed";
    case simdjson::UNESCAPED_CHARS: return "not JSON: a control character stands in a string";
    case simdjson::STRING_ERROR: return "not JSON: a string has a bad escape";
    case simdjson::INCORRECT_TYPE: return "not a JSON object";
    case simdjson::EMPTY: return "not JSON: nothing but white space";
    case simdjson::CAPACITY: return "the line is longer than 4 GB";
    case simdjson::MEMALLOC: return "not enough memory for the line";
    case simdjson::TAPE_ERROR: return "not JSON: a comma, colon, bracket or key is missing or out of place";
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      return "not one JSON object: a bracket is not closed, or text follows the end";
    default: return fmt::format("not JSON: {}", simdjson::error_message(code));
  }
}

/// A point set without its radius is a slip in a rounded record; a shape has a radius of its own.
OperandInput require_operand(std::string_view name, const std::optional<ShapeInput>& shape,
                             const std::optional<Object>& pose, const std::optional<double>& radius,
                             bool rounded) {
  if (!shape) throw RecordError(fmt::format("{}: missing", name));
  const bool needed = rounded && std::holds_alternative<Points>(*shape);
  if (needed && !radius) throw RecordError(fmt::format("r{}: missing", name));
  if (radius.value_or(0) < 0) throw RecordError(fmt::format("r{}: negative", name));
  return {.name = name, .shape = *shape, .pose = pose ? &*pose : nullptr, .extra = radius.value_or(0)};
}

}  // namespace

struct RecordReader::Parser {
  ondemand::parser parser;
};

RecordReader::RecordReader() : parser_(std::make_unique<Parser>()) {}
RecordReader::RecordReader(RecordReader&&) noexcept = default;
RecordReader::~RecordReader() = default;

Record RecordReader::read(std::string_view line) {
  Record record;
  try {
    const simdjson::padded_string_view padded(line.data(), line.size(), line.size() + Batch::padding);
    ondemand::document document = parser_->parser.iterate(padded);
    read_fields(document.get_object(), record);
    const bool more = document.current_location().error() != simdjson::OUT_OF_BOUNDS;
    if (more) throw simdjson::simdjson_error(simdjson::INCOMPLETE_ARRAY_OR_OBJECT);
  } catch (const simdjson::simdjson_error& e) {
    record.error = why_broken(e.error());  // before any complaint about a field: it may be the cause of it
  }
  return record;
}

bool is_impact_op(std::string_view op) { return op == "toi" || op == "time_of_impact"; }

int dimension_of(const Record& record) {
  if (!record.dim) throw RecordError("dim: missing");
  if (*record.dim == 2 || *record.dim == 3) return static_cast<int>(*record.dim);
  throw RecordError(fmt::format("dim: is {}, expected 2 or 3", *record.dim));
}

TwoShapes two_shapes(const Record& record) {
  const int dim = dimension_of(record);
  const bool rounded = record.op == "rounded";
  return {.dim = dim,
          .a = require_operand("a", record.a, record.pose_a, record.ra, rounded),
          .b = require_operand("b", record.b, record.pose_b, record.rb, rounded),
          .rounded = rounded || record.ra || record.rb};
}

}  // namespace abut::tool
