/// The first step of every entry of the C API: it checks the common arguments and clears the answer.
#pragma once

#include "operand/reader.hpp"

#include <abut.h>

namespace abut::c_api {

/// Whether x may stand in an option: 0 for its default, or a positive number. NaN may not.
inline bool is_option(double x) { return x >= 0; }

/// `methods`: how many methods the verb has.
inline bool is_valid(const abut_options& o, std::int32_t methods) {
  const bool lengths = is_option(o.tolerance) && is_option(o.cutoff) && is_option(o.margin) && is_option(o.target) &&
                       is_option(o.target_tolerance) && is_option(o.max_t);
  const bool slope = is_option(o.slope) && o.slope <= 1;
  const bool choices = o.method >= 0 && o.method < methods && o.at_start >= 0 && o.at_start <= 2;
  return lengths && slope && choices && is_finite(o.tolerance) && is_finite(o.target) &&
         is_finite(o.target_tolerance) && o.max_iterations >= 0 && o.max_points >= 0;
}

inline bool has_room(const abut_trace* trace) {
  return trace == nullptr || trace->steps != nullptr || trace->capacity == 0;
}

/// Writes the fault to the answer; the result is what the entry returns.
inline std::int32_t set_fault(const Fault& fault, abut_answer& answer) {
  answer.error = fault.error;
  answer.error_where = fault.where;
  answer.error_index = fault.index;
  if (fault) answer.status = ABUT_INVALID_ARGUMENT;
  return fault.error;
}

/// One table per space.
template <class Table>
struct Tables {
  Table *in_2f, *in_3f, *in_2d, *in_3d;

  /// Null for an unknown space.
  Table* of(std::int32_t space) const {
    switch (space) {
      case ABUT_2F: return in_2f;
      case ABUT_3F: return in_3f;
      case ABUT_2D: return in_2d;
      case ABUT_3D: return in_3d;
      default: return nullptr;
    }
  }
};

/// The arguments that all verbs have, beside their operands.
struct Arguments {
  std::int32_t space;
  const abut_options* options;
  std::int32_t methods = 1;  ///< how many the verb has
  bool complete;             ///< no pointer is null that must not be
};

/// Checks the arguments, and lets query(table, options) answer.
template <class Table, class Query>
std::int32_t run_checked(const Tables<Table>& tables, const Arguments& given, abut_answer* answer, Query query) {
  if (answer == nullptr) return ABUT_NULL_ARGUMENT;
  *answer = {};
  answer->status = ABUT_INVALID_ARGUMENT;
  for (auto* feature : {answer->feature_a, answer->feature_b}) {
    for (int i = 0; i < 4; ++i) feature[i] = ABUT_NO_VERTEX;
  }
  Table* table = tables.of(given.space);
  if (table == nullptr) return set_fault({.error = ABUT_UNKNOWN_SPACE}, *answer);
  if (!given.complete) return set_fault({.error = ABUT_NULL_ARGUMENT}, *answer);
  static constexpr abut_options standard{};
  const abut_options& options = given.options != nullptr ? *given.options : standard;
  if (given.options != nullptr && !is_valid(options, given.methods))
    return set_fault({.error = ABUT_BAD_OPTIONS, .where = 'o'}, *answer);
  return set_fault(query(*table, options), *answer);
}

}  // namespace abut::c_api
