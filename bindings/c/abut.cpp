#include "abut.h"

#include "space.hpp"

#include <abut/status.hpp>
#include <abut/version.hpp>

namespace abut::c_api {

namespace {

static_assert(sizeof(abut_step) == ABUT_STEP_NUMBERS * sizeof(double));
static_assert(static_cast<int>(Status::invalid_argument) == ABUT_INVALID_ARGUMENT);

const Space* find(std::int32_t space) {
  switch (space) {
    case ABUT_2F: return &space_2f;
    case ABUT_3F: return &space_3f;
    case ABUT_2D: return &space_2d;
    case ABUT_3D: return &space_3d;
    default: return nullptr;
  }
}

/// Of a field that is 0 or takes a number of at least 0; NaN is neither.
bool is_option(double x) { return x >= 0; }

bool is_valid(const abut_options& o) {
  const bool lengths = is_option(o.tolerance) && is_option(o.cutoff) && is_option(o.margin);
  const bool slope = is_option(o.slope) && o.slope <= 1;
  return lengths && slope && is_finite(o.tolerance) && o.max_iterations >= 0 && o.max_points >= 0 &&
         o.method >= 0 && o.method <= 1;
}

std::int32_t returned(const Fault& fault, abut_answer& answer) {
  answer.error = fault.error;
  answer.error_where = fault.where;
  answer.error_index = fault.index;
  if (fault) answer.status = ABUT_INVALID_ARGUMENT;
  return fault.error;
}

/// Checks what every verb is given, and lets `verb` answer. Nothing of an old answer stays.
template <class Verb>
std::int32_t ask(std::int32_t space, const abut_options* options, abut_answer* answer, bool complete,
                 Verb verb) {
  if (answer == nullptr) return ABUT_NULL_ARGUMENT;
  *answer = {};
  answer->status = ABUT_INVALID_ARGUMENT;
  for (auto* feature : {answer->feature_a, answer->feature_b}) {
    for (int i = 0; i < 4; ++i) feature[i] = ABUT_NO_VERTEX;
  }
  const Space* table = find(space);
  if (table == nullptr) return returned({.error = ABUT_UNKNOWN_SPACE}, *answer);
  if (!complete) return returned({.error = ABUT_NULL_ARGUMENT}, *answer);
  const abut_options chosen = options != nullptr ? *options : abut_options{};
  if (!is_valid(chosen)) return returned({.error = ABUT_BAD_OPTIONS, .where = 'o'}, *answer);
  return returned(verb(*table, chosen), *answer);
}

using Verb = Fault (*Space::*)(const Question&, abut_answer&);

std::int32_t ask_pair(std::int32_t space, const abut_shape* a, const abut_shape* b,
                      const abut_options* options, abut_trace* trace, abut_answer* answer, Verb verb) {
  if (trace != nullptr) trace->count = 0;
  const bool complete =
      a != nullptr && b != nullptr && (trace == nullptr || trace->steps != nullptr || trace->capacity == 0);
  return ask(space, options, answer, complete, [&](const Space& table, const abut_options& chosen) {
    return (table.*verb)({a, b, chosen, trace, nullptr, 0}, *answer);
  });
}

const char* text_of(std::int32_t error) {
  switch (error) {
    case ABUT_OK: return "no error";
    case ABUT_NULL_ARGUMENT: return "a pointer is null that must not be";
    case ABUT_UNKNOWN_SPACE: return "unknown space; expected ABUT_2F, ABUT_3F, ABUT_2D or ABUT_3D";
    case ABUT_UNKNOWN_KIND: return "unknown kind of shape; expected one of abut_kind";
    case ABUT_NEEDS_SPACE: return "there is no such shape in the plane";
    case ABUT_EMPTY_POINTS: return "the point set is empty; it needs a point";
    case ABUT_TOO_MANY_POINTS: return "too many points";
    case ABUT_NOT_FINITE: return "not a finite number";
    case ABUT_TOO_LARGE_FOR_FLOAT: return "too large for float; ask in a double space";
    case ABUT_NEGATIVE_SIZE: return "negative; a size is 0 or more";
    case ABUT_UNKNOWN_AXIS: return "unknown axis; expected 0, 1 or 2";
    case ABUT_ZERO_ROTATION: return "the rotation is all zero, or not finite";
    case ABUT_ZERO_NORMAL: return "the normal is all zero";
    case ABUT_HALF_SPACE_RADIUS: return "a half-space has no radius; add it to the offset";
    case ABUT_TWO_HALF_SPACES: return "a half-space has no end; this takes a shape";
    case ABUT_BAD_OPTIONS: return "an option is negative, not a number, or out of its range";
    case ABUT_LENGTHS_OVERFLOW: return "sums of lengths leave the range of numbers; scale the shapes down";
    default: return "unknown error";
  }
}

/// Appends to a buffer of limited size, and counts on beyond it.
struct Text {
  char* buffer;
  std::size_t size, length = 0;

  void put(char c) {
    if (length + 1 < size) buffer[length] = c;
    ++length;
  }
  void put(const char* s) {
    for (; *s != 0; ++s) put(*s);
  }
  void put(std::int64_t n) {
    if (n >= 10) put(n / 10);
    put(static_cast<char>('0' + n % 10));
  }
  std::size_t end() const {
    if (size > 0) buffer[length < size ? length : size - 1] = 0;
    return length;
  }
};

}  // namespace
}  // namespace abut::c_api

using namespace abut::c_api;

extern "C" {

int32_t abut_distance(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                      abut_trace* trace, abut_answer* answer) {
  return ask_pair(space, a, b, options, trace, answer, &Space::distance);
}

int32_t abut_overlap(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                     abut_trace* trace, abut_answer* answer) {
  return ask_pair(space, a, b, options, trace, answer, &Space::overlap);
}

int32_t abut_penetration(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                         abut_trace* trace, abut_answer* answer) {
  return ask_pair(space, a, b, options, trace, answer, &Space::penetration);
}

int32_t abut_separation(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                        abut_trace* trace, abut_answer* answer) {
  return ask_pair(space, a, b, options, trace, answer, &Space::separation);
}

int32_t abut_contact(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                     abut_contact_point* points, size_t capacity, abut_answer* answer) {
  const bool complete = a != nullptr && b != nullptr && (points != nullptr || capacity == 0);
  return ask(space, options, answer, complete, [&](const Space& table, const abut_options& chosen) {
    return table.contact({a, b, chosen, nullptr, points, capacity}, *answer);
  });
}

int32_t abut_closest_point(int32_t space, const double q[3], const abut_shape* shape,
                           const abut_options* options, abut_answer* answer) {
  const bool complete = q != nullptr && shape != nullptr;
  return ask(space, options, answer, complete, [&](const Space& table, const abut_options& chosen) {
    return table.closest_point(q, {shape, nullptr, chosen, nullptr, nullptr, 0}, *answer);
  });
}

int32_t abut_support(int32_t space, const abut_shape* shape, const double* directions, size_t count,
                     double* points, uint32_t* vertices, abut_answer* answer) {
  const bool complete = shape != nullptr && (count == 0 || (directions != nullptr && points != nullptr));
  return ask(space, nullptr, answer, complete, [&](const Space& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return table.support(*shape, {directions, count, points, vertices});
  });
}

int32_t abut_rotation(int32_t space, const double axis[3], double angle, double rotation[4],
                      abut_answer* answer) {
  return ask(space, nullptr, answer, rotation != nullptr, [&](const Space& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return table.rotation(axis, angle, rotation);
  });
}

size_t abut_describe_error(const abut_answer* answer, char* text, size_t size) {
  Text out{text, text != nullptr ? size : 0};
  if (answer == nullptr) {
    out.put(text_of(ABUT_NULL_ARGUMENT));
    return out.end();
  }
  switch (answer->error_where) {
    case 'a': out.put("a"); break;
    case 'b': out.put("b"); break;
    case 'q': out.put("the query point"); break;
    case 'o': out.put("the options"); break;
    default: break;
  }
  if (answer->error_index >= 0) {
    out.put(", number ");
    out.put(answer->error_index);
  }
  if (answer->error_where != 0) out.put(": ");
  out.put(text_of(answer->error));
  return out.end();
}

const char* abut_status_name(int32_t status) { return abut::name(static_cast<abut::Status>(status)); }

const char* abut_version(void) { return ABUT_VERSION_STRING; }

}  // extern "C"
