#include "io/json_writer.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace abut::tool {

namespace {

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  out += '"';
}

/// Whether the shortest decimal that reads back as x is x itself: true for whole numbers, and for multiples of 1/256 of
/// at most 15 digits, because no two decimals of 15 digits read back as one double. Other numbers are not examined.
bool is_short_decimal(double x) {
  const double whole_below = 0x1p53, fraction_below = 1e7;
  const bool whole = std::abs(x) < whole_below && std::trunc(x) == x;
  return whole || (std::abs(x) < fraction_below && std::trunc(x * 256) == x * 256);
}

}  // namespace

void append_number(std::string& out, double x, Toward toward) {
  if (!std::isfinite(x)) {
    out += "null";
    return;
  }
  if (toward != Toward::nearest && !is_short_decimal(x)) {
    // The shortest decimal of the neighbor is nearer to the neighbor than to x, so it is on the right side of x.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    x = std::nextafter(x, toward == Toward::down ? -infinity : infinity);
    if (!std::isfinite(x)) return append_number(out, x);
  }
  if (x == 0) x = 0;  // no minus sign
  fmt::format_to(std::back_inserter(out), "{}", x);
}

void ObjectWriter::begin_field(std::string_view name) {
  out_ += separator_;
  separator_ = ',';
  append_quoted(out_, name);
  out_ += ':';
}

void ObjectWriter::raw(std::string_view name, std::string_view json) {
  begin_field(name);
  out_ += json;
}

void ObjectWriter::text(std::string_view name, std::string_view text) {
  begin_field(name);
  append_quoted(out_, text);
}

void ObjectWriter::number(std::string_view name, double x, Toward toward) {
  begin_field(name);
  append_number(out_, x, toward);
}

void ObjectWriter::end() { out_ += "}\n"; }

}  // namespace abut::tool
