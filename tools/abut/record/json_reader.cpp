#include "record/json_reader.hpp"

#include "io/json_writer.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>

namespace abut::tool {

namespace {

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

/// Appends the numbers; returns how many.
std::size_t append_numbers(ondemand::array list, std::string_view where, std::vector<double>& numbers) {
  std::size_t count = 0;
  for (ondemand::value element : list) {
    double number = 0;
    if (element.get_double().get(number) != simdjson::SUCCESS) {
      throw RecordError(fmt::format("{}[{}]: {}", where, count, why_no_number(element)));
    }
    numbers.push_back(number);
    ++count;
  }
  return count;
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Object::Member member_of(std::string_view name, ondemand::value value) {
  if (is_one_of(name, {"shape", "axis"})) return text_of(value);
  if (is_one_of(name, {"radius", "half_height", "angle", "offset"})) return number_of(value);
  if (is_one_of(name, {"half", "radii", "a", "b", "c", "d", "p", "q", "normal"})) return numbers_of(value);
  if (name == "vertices") return points_of(value);
  require_json(value);
  return {};
}

Object::Member sweep_member_of(std::string_view name, ondemand::value value) {
  if (is_one_of(name, {"c0", "c1", "q0", "axis"})) return numbers_of(value);
  if (is_one_of(name, {"a0", "a1", "angle"})) return number_of(value);
  require_json(value);
  return {};
}

Object object_with(ondemand::value value, Object::Member (*member)(std::string_view, ondemand::value)) {
  ondemand::object fields;
  if (value.get_object().get(fields) != simdjson::SUCCESS) throw RecordError(": not an object");
  Object object;
  for (auto field : fields) {
    const std::string name(std::string_view(field.unescaped_key()));
    try {
      if (object.find(name) != nullptr) throw RecordError(": given twice");
      object.members.emplace_back(name, member(name, field.value()));
    } catch (const RecordError& e) {
      throw RecordError("." + shortened(name) + e.what());
    }
  }
  return object;
}

}  // namespace

std::vector<double> numbers_of(ondemand::value value) {
  ondemand::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) throw RecordError(": not a list of numbers");
  std::vector<double> numbers;
  append_numbers(list, "", numbers);
  return numbers;
}

Points points_of(ondemand::value value) {
  ondemand::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) throw RecordError(": not a list of points");
  Points points;
  for (ondemand::value element : list) {
    const std::string where = fmt::format("[{}]", points.count);
    ondemand::array point;
    if (element.get_array().get(point) != simdjson::SUCCESS) {
      throw RecordError(where + ": not a list of coordinates");
    }
    const std::size_t width = append_numbers(point, where, points.coordinates);
    if (points.count == 0) points.width = width;
    if (width != points.width && !points.odd) points.odd = {points.count, width};
    ++points.count;
  }
  return points;
}

double number_of(ondemand::value value) {
  double number = 0;
  if (value.get_double().get(number) != simdjson::SUCCESS) throw RecordError(": " + why_no_number(value));
  return number;
}

std::string text_of(ondemand::value value) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS)
    throw RecordError(": not a string, or one with a bad escape");
  return std::string(text);
}

std::string id_of(ondemand::value value) {
  std::string token(token_of(value));
  if (token == "null" || is_json_number(token)) return token;
  std::string_view ignored;
  if (value.get_string().get(ignored) != simdjson::SUCCESS) throw RecordError(": not a string or a number");
  return token;
}

Object object_of(ondemand::value value) { return object_with(value, member_of); }
Object sweep_of(ondemand::value value) { return object_with(value, sweep_member_of); }

ShapeInput shape_of(ondemand::value value) {
  switch (value.type()) {
    case ondemand::json_type::array: return points_of(value);
    case ondemand::json_type::object: return object_of(value);
    case ondemand::json_type::string: return text_of(value);
    default: throw RecordError(": not a shape: neither a list of points, nor an object, nor a name");
  }
}

void require_json(ondemand::value value, int depth) {
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

}  // namespace abut::tool
