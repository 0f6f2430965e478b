#include "record.hpp"

#include "input.hpp"
#include "json_text.hpp"

#include <fmt/format.h>
#include <simdjson.h>
#include <charconv>
#include <cmath>

namespace abut::tool {

namespace {

namespace ondemand = simdjson::ondemand;

static_assert(Batch::padding >= simdjson::SIMDJSON_PADDING);

/// Deeper values are refused: nothing the records need comes near, and checking them recurses.
constexpr int deepest = 200;

/// The text of a number, word or string.
std::string_view token_of(ondemand::value value) {
  const std::string_view token = value.raw_json_token();
  return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

/// Not a number at all, or one that double can not hold: 1e999, or NaN and Infinity, which some programs
/// write.
std::string why_no_number(ondemand::value value) {
  const std::string_view token = token_of(value);
  double number = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), number);
  const bool whole = end == token.data() + token.size();
  const bool finite = code == std::errc() && std::isfinite(number);
  return whole && !finite && code != std::errc::invalid_argument ? "not a finite number" : "not a number";
}

double number_of(ondemand::value value) {
  double number = 0;
  if (value.get_double().get(number) != simdjson::SUCCESS) throw RecordError(": " + why_no_number(value));
  return number;
}

/// Appends the coordinates; returns how many.
std::size_t read_point(ondemand::value value, std::size_t index, std::vector<double>& coordinates) {
  ondemand::array point;
  if (value.get_array().get(point) != simdjson::SUCCESS) {
    throw RecordError(fmt::format("[{}]: not a list of coordinates", index));
  }
  std::size_t width = 0;
  for (ondemand::value coordinate : point) {
    double number = 0;
    if (coordinate.get_double().get(number) != simdjson::SUCCESS) {
      throw RecordError(fmt::format("[{}][{}]: {}", index, width, why_no_number(coordinate)));
    }
    coordinates.push_back(number);
    ++width;
  }
  return width;
}

Points points_of(ondemand::value value) {
  if (value.type() == ondemand::json_type::object) {
    throw RecordError(": object shapes are not supported by this version, give point sets");
  }
  ondemand::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) throw RecordError(": not a list of points");
  Points points;
  for (ondemand::value element : list) {
    const std::size_t width = read_point(element, points.count, points.coordinates);
    if (points.count == 0) points.width = width;
    if (width != points.width && !points.odd) points.odd = {points.count, width};
    ++points.count;
  }
  return points;
}

/// The text itself, so that it comes back as it was given: 1.0 as 1.0, escapes as escapes.
std::string id_of(ondemand::value value) {
  std::string token(token_of(value));
  if (token == "null" || is_json_number(token)) return token;
  std::string_view ignored;
  if (value.get_string().get(ignored) != simdjson::SUCCESS) throw RecordError(": not a string or a number");
  return token;
}

std::string text_of(ondemand::value value) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS)
    throw RecordError(": not a string, or one with a bad escape");
  return std::string(text);
}

/// The parser passes over what it is not asked for; this looks at all of it.
void require_json(ondemand::value value, int depth = 0) {
  if (depth > deepest) throw RecordError(fmt::format(": nested more than {} deep", deepest));
  switch (value.type()) {
    case ondemand::json_type::array:
      for (ondemand::value element : value.get_array()) require_json(element, depth + 1);
      return;
    case ondemand::json_type::object:
      for (auto field : value.get_object()) {
        static_cast<void>(field.unescaped_key().value());
        require_json(field.value(), depth + 1);
      }
      return;
    case ondemand::json_type::string: text_of(value); return;
    default: break;
  }
  const std::string_view token = token_of(value);
  const bool word = token == "true" || token == "false" || token == "null";
  if (!word && !is_json_number(token)) throw RecordError(": not JSON");
}

template <class T>
void set_once(std::optional<T>& field, T (*read)(ondemand::value), ondemand::value value) {
  if (field) throw RecordError(": given twice");
  field = read(value);
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
    set_once(record.a, points_of, value);
  } else if (key == "b") {
    set_once(record.b, points_of, value);
  } else if (key == "ra") {
    set_once(record.ra, number_of, value);
  } else if (key == "rb") {
    set_once(record.rb, number_of, value);
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

/// A dimension error names the first point that shows it.
const Points& require_points(std::string_view name, const std::optional<Points>& points, std::size_t dim) {
  if (!points) throw RecordError(fmt::format("{}: missing", name));
  if (points->count == 0) throw RecordError(fmt::format("{}: empty point set", name));
  Points::Odd odd{0, points->width};
  if (odd.width == dim && points->odd) odd = *points->odd;
  if (odd.width == dim) return *points;
  throw RecordError(fmt::format("{}[{}]: has {} coordinates, expected {}", name, odd.index, odd.width, dim));
}

double require_radius(std::string_view name, const std::optional<double>& radius, bool needed) {
  if (needed && !radius) throw RecordError(fmt::format("{}: missing", name));
  if (radius.value_or(0) < 0) throw RecordError(fmt::format("{}: negative", name));
  return radius.value_or(0);
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

TwoPointSets two_point_sets(const Record& record, bool radii_needed) {
  if (!record.dim) throw RecordError("dim: missing");
  if (*record.dim != 2 && *record.dim != 3) {
    throw RecordError(fmt::format("dim: is {}, expected 2 or 3", *record.dim));
  }
  const auto dim = static_cast<std::size_t>(*record.dim);
  return {.dim = static_cast<int>(dim),
          .a = require_points("a", record.a, dim),
          .b = require_points("b", record.b, dim),
          .ra = require_radius("ra", record.ra, radii_needed),
          .rb = require_radius("rb", record.rb, radii_needed),
          .rounded = record.ra || record.rb};
}

}  // namespace abut::tool
