/// Errors, statuses and the version as text.
#include <abut.h>
#include <abut/status.hpp>
#include <abut/version.hpp>

#include <cstddef>
#include <cstdint>

namespace abut::c_api {

namespace {

static_assert(static_cast<int>(Status::invalid_argument) == ABUT_INVALID_ARGUMENT);

const char* text_of(std::int32_t error) {
  switch (error) {
    case ABUT_OK: return "no error";
    case ABUT_NULL_ARGUMENT: return "a pointer is null that must not be";
    case ABUT_UNKNOWN_SPACE: return "unknown space; expected ABUT_2F, ABUT_3F, ABUT_2D or ABUT_3D";
    case ABUT_UNKNOWN_KIND: return "unknown kind of shape; expected one of abut_kind";
    case ABUT_NEEDS_SPACE: return "there is no such shape in 2D";
    case ABUT_EMPTY_POINTS: return "the point set is empty; it needs a point";
    case ABUT_TOO_MANY_POINTS: return "too many points";
    case ABUT_NOT_FINITE: return "not a finite number";
    case ABUT_TOO_LARGE_FOR_FLOAT: return "too large for float; ask in a double space";
    case ABUT_NEGATIVE_SIZE: return "negative; a size is 0 or more";
    case ABUT_UNKNOWN_AXIS: return "unknown axis; expected 0, 1 or 2";
    case ABUT_ZERO_ROTATION: return "the rotation is all zero, or not finite";
    case ABUT_ZERO_NORMAL: return "the normal is all zero";
    case ABUT_HALF_SPACE_RADIUS: return "a half-space has no radius; add it to the offset";
    case ABUT_TAKES_NO_HALF_SPACE: return "a half-space has no end; this takes a shape";
    case ABUT_BAD_OPTIONS: return "an option is negative, not a number, or out of its range";
    case ABUT_LENGTHS_OVERFLOW: return "sums of lengths leave the range of numbers; scale the shapes down";
    case ABUT_TWO_PLACES: return "it has a pose and a motion; the motion says where it is";
    case ABUT_WRONG_SPACE: return "the hull or mesh was built in another space";
    case ABUT_NO_MASS: return "no mass properties of a half-space, of points, or with a radius; build a hull of points";
    case ABUT_ZERO_DIRECTION: return "the direction is all zero";
    case ABUT_EMPTY_MESH: return "a mesh needs at least one part: a triangle, in 2D a segment";
    case ABUT_TOO_MANY_PARTS: return "a mesh has at most 2^31 parts";
    case ABUT_INDEX_OUT_OF_RANGE: return "the part refers to a vertex that is not there";
    case ABUT_UNMATCHED_EDGE: return "an edge of the part has no reverse: no solid";
    case ABUT_TAKES_NO_MESH: return "this takes no mesh; see ABUT_MESH for what does";
    case ABUT_NOT_A_SOLID: return "no solid, or one with a radius; see abut_solid_create";
    default: return "unknown error";
  }
}

/// Appends to a buffer of limited size, and keeps counting beyond its end.
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
    case 'm': out.put("the motion"); break;
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

const char* abut_status_name(int32_t status) { return abut::to_string(static_cast<abut::Status>(status)); }

const char* abut_version(void) { return ABUT_VERSION_STRING; }

}  // extern "C"
