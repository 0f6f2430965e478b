#include "record/record_reader.hpp"

#include "answer/op_table.hpp"
#include "io/input.hpp"
#include "record/fields/annotations.hpp"
#include "record/fields/known_fields.hpp"
#include "record/shape_table.hpp"

#include <fmt/format.h>
#include <simdjson.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

namespace abut::tool {

namespace {

namespace ondemand = simdjson::ondemand;

static_assert(Batch::padding >= simdjson::SIMDJSON_PADDING);

// --- Values ---
// What is wrong with a value is thrown as the end of a message, ": not a number" or "[2]: not a number"; the caller
// puts the name of the field in front.

/// Removes the digits at the beginning; false if there are none.
bool skip_digits(std::string_view& text) {
  const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(count);
  return count > 0;
}

bool skip_one_of(std::string_view& text, std::string_view characters) {
  if (text.empty() || characters.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

bool is_json_number(std::string_view token) {
  skip_one_of(token, "-");
  const bool zero = token.starts_with('0');
  if (zero) {
    token.remove_prefix(1);
  } else if (!skip_digits(token)) {
    return false;
  }
  if (skip_one_of(token, ".") && !skip_digits(token)) return false;
  if (skip_one_of(token, "eE")) {
    skip_one_of(token, "+-");
    if (!skip_digits(token)) return false;
  }
  return token.empty();
}

/// Deeper values are refused: nothing the records need comes near, and checking them recurses.
constexpr int deepest = 200;

/// The text of a number, word or string.
std::string_view token_of(ondemand::value value) {
  const std::string_view token = value.raw_json_token();
  return token.substr(0, token.find_last_not_of(" \t\r\n") + 1);
}

/// Not a number at all, or one that double can not hold: 1e999, or NaN and Infinity, which some programs write.
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

/// Of a part, a whole number that 32 bits hold.
std::uint32_t index_of(ondemand::value value, const std::string& where) {
  std::uint64_t index = 0;
  if (value.get_uint64().get(index) != simdjson::SUCCESS) {
    throw RecordError(where + ": not an index, which is a whole number from 0");
  }
  if (index <= std::numeric_limits<std::uint32_t>::max()) return static_cast<std::uint32_t>(index);
  throw RecordError(where + ": too large for an index");
}

Indices indices_of(ondemand::value value) {
  ondemand::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) throw RecordError(": not a list of lists of indices");
  Indices parts;
  for (ondemand::value element : list) {
    const std::string where = fmt::format("[{}]", parts.count);
    ondemand::array part;
    if (element.get_array().get(part) != simdjson::SUCCESS) throw RecordError(where + ": not a list of indices");
    std::size_t width = 0;
    for (ondemand::value index : part) {
      parts.indices.push_back(index_of(index, fmt::format("{}[{}]", where, width)));
      ++width;
    }
    if (parts.count == 0) parts.width = width;
    if (width != parts.width && !parts.odd) parts.odd = {parts.count, width};
    ++parts.count;
  }
  return parts;
}

double number_of(ondemand::value value) {
  double number = 0;
  if (value.get_double().get(number) != simdjson::SUCCESS) throw RecordError(": " + why_no_number(value));
  return number;
}

std::string text_of(ondemand::value value) {
  std::string_view text;
  if (value.get_string().get(text) != simdjson::SUCCESS) throw RecordError(": not a string, or one with a bad escape");
  return std::string(text);
}

Object::Member text_or_truth_of(ondemand::value value) {
  bool truth = false;
  if (value.get_bool().get(truth) == simdjson::SUCCESS) return truth;
  return text_of(value);
}

/// The text itself, so that it comes back as it was given: 1.0 as 1.0, escapes as escapes.
std::string id_of(ondemand::value value) {
  std::string token(token_of(value));
  if (token == "null" || is_json_number(token)) return token;
  std::string_view ignored;
  if (value.get_string().get(ignored) != simdjson::SUCCESS) throw RecordError(": not a string or a number");
  return token;
}

/// The on-demand parser skips values that are not read; this checks all of it.
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

Object::Member shape_or_pose_member(std::string_view name, ondemand::value value) {
  switch (member_type(name)) {
    case MemberType::text: return text_of(value);
    case MemberType::number: return number_of(value);
    case MemberType::numbers: return numbers_of(value);
    case MemberType::points: return points_of(value);
    case MemberType::indices: return indices_of(value);
    case MemberType::text_or_truth: return text_or_truth_of(value);
    case MemberType::unknown: break;
  }
  require_json(value);
  return {};
}

/// In a sweep `axis` is a list of numbers.
Object::Member sweep_member(std::string_view name, ondemand::value value) {
  const auto is_one_of = [name](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is_one_of({"c0", "c1", "q0", "axis"})) return numbers_of(value);
  if (is_one_of({"a0", "a1", "angle"})) return number_of(value);
  require_json(value);
  return {};
}

/// `member(name, value)` reads one member.
template <class ReadMember>
Object object_with(ondemand::value value, ReadMember member) {
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

Object pose_of(ondemand::value value) { return object_with(value, shape_or_pose_member); }
Object sweep_of(ondemand::value value) { return object_with(value, sweep_member); }

MotionInput motion_of(ondemand::value value) {
  MotionInput motion;
  motion.members = object_with(value, [&motion](std::string_view name, ondemand::value member) -> Object::Member {
    if (name == "center" || name == "velocity" || name == "axis") return numbers_of(member);
    if (name == "angle") return number_of(member);
    if (name == "start") {
      motion.start = pose_of(member);
    } else {
      require_json(member);
    }
    return {};
  });
  return motion;
}

/// `member(name, value)` reads one member.
template <class ReadMember>
Object shape_object_of(ondemand::value value, ReadMember member) {
  Object object = object_with(value, member);
  const Object::Member* shape = object.find("shape");
  if (shape != nullptr) object.kind = find_shape_kind(std::get<std::string>(*shape));
  return object;
}

template <class ReadObject>
ShapeInput shape_with(ondemand::value value, ReadObject object) {
  switch (value.type()) {
    case ondemand::json_type::array: return points_of(value);
    case ondemand::json_type::object: return object(value);
    case ondemand::json_type::string: return text_of(value);
    default: throw RecordError(": not a shape: neither a list of points, nor an object, nor a name");
  }
}

/// A compound within it is not read, only refused later: so nothing is nested deeper.
PartInput part_of(ondemand::value value) {
  PartInput part;
  part.shape = shape_with(value, [&part](ondemand::value object) {
    return shape_object_of(object, [&part](std::string_view name, ondemand::value member) -> Object::Member {
      if (name != "pose") return shape_or_pose_member(name, member);
      part.pose = pose_of(member);
      return {};
    });
  });
  if (part.pose) std::erase_if(std::get<Object>(part.shape).members, [](const auto& m) { return m.first == "pose"; });
  return part;
}

std::vector<PartInput> parts_of(ondemand::value value) {
  ondemand::array list;
  if (value.get_array().get(list) != simdjson::SUCCESS) throw RecordError(": not a list of operands");
  std::vector<PartInput> parts;
  for (ondemand::value element : list) {
    try {
      parts.push_back(part_of(element));
    } catch (const RecordError& e) {
      throw RecordError(fmt::format("[{}]{}", parts.size(), e.what()));
    }
  }
  return parts;
}

ShapeInput shape_of(ondemand::value value) {
  return shape_with(value, [](ondemand::value given) {
    std::vector<PartInput> parts;
    Object object = shape_object_of(given, [&parts](std::string_view name, ondemand::value member) -> Object::Member {
      if (name != "compound") return shape_or_pose_member(name, member);
      parts = parts_of(member);
      return {};
    });
    object.parts = std::move(parts);
    return object;
  });
}

// --- Fields ---

template <auto Field, auto Read>
void read_once(ondemand::value value, Record& record) {
  if (record.*Field) throw RecordError(": given twice");
  record.*Field = Read(value);
}

void read_id(ondemand::value value, Record& record) {
  if (record.id != "null") throw RecordError(": given twice");
  record.id = id_of(value);
}

void read_op(ondemand::value value, Record& record) {
  read_once<&Record::op_name, text_of>(value, record);
  record.op = find_op(record.op_name.value_or(""));
}

struct Field {
  std::string_view name;
  void (*read)(ondemand::value, Record&);
};

/// Those of every record.
constexpr Field common_fields[] = {
    {"id", read_id},
    {"op", read_op},
    {"dim", read_once<&Record::dim, number_of>},
};

/// Those of Op::inputs and Op::options.
constexpr Field op_fields[] = {
    {"a", read_once<&Record::a, shape_of>},
    {"b", read_once<&Record::b, shape_of>},
    {"ra", read_once<&Record::ra, number_of>},
    {"rb", read_once<&Record::rb, number_of>},
    {"pose_a", read_once<&Record::pose_a, pose_of>},
    {"pose_b", read_once<&Record::pose_b, pose_of>},
    {"points", read_once<&Record::points, points_of>},
    {"point", read_once<&Record::point, numbers_of>},
    {"direction", read_once<&Record::direction, numbers_of>},
    {"target", read_once<&Record::target, number_of>},
    {"target_tolerance", read_once<&Record::target_tolerance, number_of>},
    {"at_start", read_once<&Record::at_start, text_of>},
    {"translation", read_once<&Record::translation, numbers_of>},
    {"translation_b", read_once<&Record::translation_b, numbers_of>},
    {"motion_a", read_once<&Record::motion_a, motion_of>},
    {"motion_b", read_once<&Record::motion_b, motion_of>},
    {"sweep_a", read_once<&Record::sweep_a, sweep_of>},
    {"sweep_b", read_once<&Record::sweep_b, sweep_of>},
    {"tol", read_once<&Record::tol, number_of>},
    {"hull", read_once<&Record::hull, shape_of>},
    {"origin", read_once<&Record::origin, numbers_of>},
    {"dir", read_once<&Record::dir, numbers_of>},
    {"v", read_once<&Record::v, numbers_of>},
    {"max_t", read_once<&Record::max_t, number_of>},
    {"cutoff", read_once<&Record::cutoff, number_of>},
    {"tolerance", read_once<&Record::tolerance, number_of>},
    {"margin", read_once<&Record::margin, number_of>},
    {"max_points", read_once<&Record::max_points, number_of>},
    {"method", read_once<&Record::method, text_of>},
};

const Field* find_field(std::span<const Field> fields, std::string_view name) {
  for (const Field& field : fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

/// The op may come after its fields: until then all fields that some op has are read, and what is wrong with them is
/// kept for the end.
class FieldReader {
 public:
  explicit FieldReader(Record& record) : record_(record) {}

  void read(const std::string& key, ondemand::value value) {
    try {
      if (const Field* field = find_field(common_fields, key)) {
        field->read(value, record_);
      } else if (const Field* own = find_field(op_fields, key); own != nullptr && may_have(key)) {
        read_op_field(*own, value);
      } else {
        if (!is_annotation(key)) others_.push_back(key);
        require_json(value);
      }
    } catch (const RecordError& e) {  // the next fields may still give the id
      if (record_.error.empty()) record_.error = shortened(key) + e.what();
    }
  }

  void end() {
    for (const auto& [field, error] : op_errors_) {
      if (record_.error.empty() && (record_.op == nullptr || has_field(*record_.op, field))) record_.error = error;
    }
    for (const std::string& key : others_) {
      if (record_.error.empty()) record_.error = why_unknown(record_.op, key);
    }
  }

 private:
  bool may_have(std::string_view field) const {
    return !record_.op_name || (record_.op != nullptr && has_field(*record_.op, field));
  }

  void read_op_field(const Field& field, ondemand::value value) {
    if (record_.op == nullptr) others_.emplace_back(field.name);
    try {
      field.read(value, record_);
    } catch (const RecordError& e) {
      op_errors_.emplace_back(field.name, std::string(field.name) + e.what());
    }
  }

  Record& record_;
  std::vector<std::string> others_;  // that may turn out to be no field of the op
  std::vector<std::pair<std::string_view, std::string>> op_errors_;
};

void read_fields(ondemand::object object, Record& record) {
  FieldReader reader(record);
  for (auto field : object) {
    const std::string key(std::string_view(field.unescaped_key()));
    reader.read(key, field.value());
  }
  reader.end();
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
    record.error = why_broken(e.error());  // instead of an error of a field, which it may have caused
  }
  return record;
}

}  // namespace abut::tool
