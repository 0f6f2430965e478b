/// The ops of a record: names, fields, methods, and the function that answers each. The record's reader, the
/// messages and the help text follow from this table; a test holds the JSON Schema to it.
#pragma once

#include "io/json_writer.hpp"
#include "record/record.hpp"

#include <abut/status.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace abut::tool {

class MeshFiles;  // record/bodies/mesh_files.hpp

enum class Precision { float_numbers, double_numbers };

struct AnswerOptions {
  Precision precision = Precision::double_numbers;
  std::string method;          ///< empty: the default of each op
  MeshFiles* files = nullptr;  ///< what meshes from files come from; null: no file is read
};

enum class Method { gjk, epa, mpr, advancement, bilateral, substep };

std::string_view name(Method method);

/// The last four are ops of recorded cases: the questions of others, with other names for the fields.
enum class OpId {
  distance,
  overlap,
  penetration,
  depth_along,
  separation,
  separation_gradient,
  contact,
  closest_point,
  inside,
  aabb,
  ray_cast,
  shape_cast,
  time_of_impact,
  hull,
  rounded,
  recorded_ray_cast,
  recorded_shape_cast,
  recorded_time_of_impact,
};

struct Op {
  OpId id{};
  std::string_view name;
  std::string_view synonym;               ///< empty: none
  std::vector<std::string_view> inputs;   ///< fields beside those that all records have
  std::vector<std::string_view> options;  ///< fields that tune the query, see record_options()
  std::vector<Method> methods;            ///< the first is the default; where there is one, `method` is an option too
  std::string_view summary;               ///< for the help text
  /// Appends the answer, one line of JSON. Throws RecordError if there is none.
  void (*answer)(const Record& record, const AnswerOptions& options, std::string& out) = nullptr;
  /// The same where a shape is a body of many parts; null if the op takes none.
  void (*answer_of_bodies)(const Record& record, const AnswerOptions& options, std::string& out) = nullptr;
};

/// In the order in which messages list them.
const std::vector<Op>& op_table();

/// An option that a record may state, if its op has it.
struct RecordOption {
  std::string_view name, summary;
};

const std::vector<RecordOption>& record_options();

bool has_option(const Op& op, std::string_view option);

/// All that a record of the op may have, in the order in which messages list them: `id`, `op`, `dim`, inputs, options.
std::vector<std::string_view> fields_of(const Op& op);

/// Null if there is no op of that name.
const Op* find_op(std::string_view name);

/// Throws RecordError if the record has none that is known, or something is wrong with one of its fields.
const Op& require_op(const Record& record);

/// The method that the record states; else the one of that name; else, if that is empty, the default. Throws
/// RecordError if the record's op has no such method. Only of a record that has an op.
Method require_method(const Record& record, std::string_view method);

/// Appends the answer, one line of JSON. Throws RecordError if there is none.
void append_answer(const Record& record, const AnswerOptions& options, std::string& out);

/// Appends the line that stands in for an answer.
void append_error(const Record& record, std::size_t line, std::string_view error, std::string& out);

/// Begins an answer with what all of them have. Throws RecordError if the query found that there is none.
void begin_answer(const Record& record, Status status, int iterations, ObjectWriter& answer);

/// f.operator()<T, D>() with the scalar of that precision and in that dimension.
template <class F>
auto in_space(Precision precision, int dim, F f) {
  if (precision == Precision::float_numbers) {
    return dim == 2 ? f.template operator()<float, 2>() : f.template operator()<float, 3>();
  }
  return dim == 2 ? f.template operator()<double, 2>() : f.template operator()<double, 3>();
}

}  // namespace abut::tool
