/// Lines and words of a text, counted for messages.
#pragma once

#include "read_error.hpp"

#include <string_view>

namespace abut::io {

/// Lines end in LF or CRLF. Nothing is copied.
class Text {
 public:
  enum class Style {
    plain,
    comments,           ///< what follows # is no part of the line
    continued_comments  ///< the same, and a line that ends in a backslash goes on in the next, as in OBJ
  };

  explicit Text(std::string_view text, Style style = Style::plain, std::size_t first_line = 1);

  /// Goes to the next line; false if there is none.
  bool next_line();
  /// The same, past lines without words.
  bool next_line_with_words();
  /// The next word of the line; empty if there is none.
  std::string_view word();
  /// The next word of this line or a later one; empty at the end of the text.
  std::string_view next_word();
  void skip_line() { line_ = {}; }

  /// That of the word that was taken last.
  Place place() const { return Place::line(number_); }
  /// Where the next line begins, in bytes.
  std::size_t position() const { return size_ - rest_.size(); }

 private:
  std::string_view rest_, line_;
  std::size_t size_;
  Style style_;
  std::size_t number_, following_;
};

/// The nearest double. Fails, naming the place, unless the word is a finite decimal.
double number_of(std::string_view word, Place place);

/// Fails, naming the place, unless the word is a whole number. `what` is for the message: "an index".
std::int64_t integer_of(std::string_view word, Place place, const char* what);

}  // namespace abut::io
