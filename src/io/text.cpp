#include "text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Within a line: a backslash and the line end behind it continue the line.
constexpr std::string_view blanks = " \t\r\v\f\n\\";

bool ends_in_backslash(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line.ends_with('\\');
}

/// Of a decimal that double can not hold: whether it is too small, not too large.
bool is_tiny(std::string_view decimal) {
  const std::size_t e = std::min(decimal.find_first_of("eE"), decimal.size());
  const std::string_view digits = decimal.substr(0, e);
  std::string_view power = decimal.substr(std::min(e + 1, decimal.size()));
  const bool shrinks = power.starts_with('-');
  if (power.starts_with('+')) power.remove_prefix(1);
  long long exponent = 0;
  const auto read = std::from_chars(power.data(), power.data() + power.size(), exponent);
  if (read.ec == std::errc::result_out_of_range) return shrinks;
  const std::size_t first = digits.find_first_of("123456789"), point = std::min(digits.find('.'), digits.size());
  if (first == std::string_view::npos) return true;
  return exponent + static_cast<long long>(point) - static_cast<long long>(first) < 0;
}

}  // namespace

Text::Text(std::string_view text, Style style, std::size_t first_line)
    : rest_(text), size_(text.size()), style_(style), number_(first_line), following_(first_line) {
  if (rest_.starts_with(byte_order_mark)) rest_.remove_prefix(byte_order_mark.size());
}

bool Text::next_line() {
  if (rest_.empty()) {
    line_ = {};
    return false;
  }
  number_ = following_;
  std::size_t end = 0;
  do {
    end = std::min(rest_.find('\n', end), rest_.size());
    line_ = rest_.substr(0, end);
    ++following_;
    end = std::min(end + 1, rest_.size());
  } while (style_ == Style::continued_comments && end < rest_.size() && ends_in_backslash(line_));
  rest_.remove_prefix(end);
  if (style_ != Style::plain) line_ = line_.substr(0, line_.find('#'));
  return true;
}

bool Text::next_line_with_words() {
  while (next_line()) {
    if (line_.find_first_not_of(blanks) != std::string_view::npos) return true;
  }
  return false;
}

std::string_view Text::word() {
  line_.remove_prefix(std::min(line_.find_first_not_of(blanks), line_.size()));
  const std::string_view word = line_.substr(0, line_.find_first_of(blanks));
  line_.remove_prefix(word.size());
  return word;
}

std::string_view Text::next_word() {
  std::string_view found = word();
  while (found.empty() && next_line()) found = word();
  return found;
}

double number_of(std::string_view word, Place place) {
  if (word.empty()) fail(Kind::malformed, place, "a number is missing");
  const bool plus = word.starts_with('+') && !word.starts_with("+-");
  const std::string_view decimal = word.substr(plus ? 1 : 0);
  double x = 0;
  const auto [end, error] = std::from_chars(decimal.data(), decimal.data() + decimal.size(), x);
  if (error == std::errc::invalid_argument || end != decimal.data() + decimal.size()) {
    fail(Kind::malformed, place, quoted(word) + " is not a number");
  }
  if (error == std::errc::result_out_of_range && is_tiny(decimal)) return decimal.starts_with('-') ? -0.0 : 0.0;
  if (error != std::errc() || !std::isfinite(x)) {
    fail(Kind::not_finite, place, "the coordinate " + quoted(word) + " is not a finite number");
  }
  return x;
}

std::int64_t integer_of(std::string_view word, Place place, const char* what) {
  std::int64_t i = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), i);
  if (word.empty()) fail(Kind::malformed, place, std::string(what) + " is missing");
  if (error == std::errc::invalid_argument || end != word.data() + word.size()) {
    fail(Kind::malformed, place, quoted(word) + " is not " + what + ", which is a whole number");
  }
  if (error != std::errc()) fail(Kind::malformed, place, quoted(word) + " is too large for " + what);
  return i;
}

}  // namespace abut::io
