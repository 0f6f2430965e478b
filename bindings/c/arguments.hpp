/// What every entry of the C API begins with: the arguments looked at, and nothing of an old answer left.
#pragma once

#include <abut.h>
#include "operand.hpp"

namespace abut::c_api {

/// Of a field that is 0 or takes a number of at least 0; NaN is neither.
inline bool is_option(double x) { return x >= 0; }

/// `methods`: how many the verb has.
inline bool is_valid(const abut_options& o, std::int32_t methods) {
  const bool lengths = is_option(o.tolerance) && is_option(o.cutoff) && is_option(o.margin) &&
                       is_option(o.target) && is_option(o.limit);
  const bool slope = is_option(o.slope) && o.slope <= 1;
  const bool choices = o.method >= 0 && o.method < methods && o.start >= 0 && o.start <= 2;
  return lengths && slope && choices && is_finite(o.tolerance) && is_finite(o.target) &&
         o.max_iterations >= 0 && o.max_points >= 0;
}

inline bool has_room(const abut_trace* trace) {
  return trace == nullptr || trace->steps != nullptr || trace->capacity == 0;
}

inline std::int32_t returned(const Fault& fault, abut_answer& answer) {
  answer.error = fault.error;
  answer.error_where = fault.where;
  answer.error_index = fault.index;
  if (fault) answer.status = ABUT_INVALID_ARGUMENT;
  return fault.error;
}

/// The verbs of each space.
template <class Table>
struct Tables {
  Table *plane_f, *space_f, *plane_d, *space_d;

  Table* of(std::int32_t space) const {
    switch (space) {
      case ABUT_2F: return plane_f;
      case ABUT_3F: return space_f;
      case ABUT_2D: return plane_d;
      case ABUT_3D: return space_d;
      default: return nullptr;
    }
  }
};

/// What a verb is given beside its operands.
struct Terms {
  std::int32_t space;
  const abut_options* options;
  std::int32_t methods = 1;  ///< how many it has
  bool complete;             ///< no pointer is null that must not be
};

/// Checks what every verb is given, and lets `verb` answer.
template <class Table, class Verb>
std::int32_t ask(const Tables<Table>& tables, const Terms& terms, abut_answer* answer, Verb verb) {
  if (answer == nullptr) return ABUT_NULL_ARGUMENT;
  *answer = {};
  answer->status = ABUT_INVALID_ARGUMENT;
  for (auto* feature : {answer->feature_a, answer->feature_b}) {
    for (int i = 0; i < 4; ++i) feature[i] = ABUT_NO_VERTEX;
  }
  Table* table = tables.of(terms.space);
  if (table == nullptr) return returned({.error = ABUT_UNKNOWN_SPACE}, *answer);
  if (!terms.complete) return returned({.error = ABUT_NULL_ARGUMENT}, *answer);
  const abut_options chosen = terms.options != nullptr ? *terms.options : abut_options{};
  if (!is_valid(chosen, terms.methods)) return returned({.error = ABUT_BAD_OPTIONS, .where = 'o'}, *answer);
  return returned(verb(*table, chosen), *answer);
}

}  // namespace abut::c_api
