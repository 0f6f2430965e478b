/// Lines from a file or from standard input, in batches.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace abut::tool {

inline bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

/// Whole lines, each with its line end, except perhaps the last of the input.
struct Batch {
  std::string text;            ///< the lines, and `padding` bytes after them
  std::size_t size = 0;        ///< of the lines alone
  std::size_t first_line = 1;  ///< the number of the first line in the input, from 1

  /// So many readable bytes after the lines let a parser read ahead without bounds checks.
  static constexpr std::size_t padding = 64;

  std::string_view lines() const { return std::string_view(text).substr(0, size); }
};

class Input {
 public:
  /// "-" is standard input. Throws Failure if there is no such file.
  explicit Input(const std::string& path);
  Input(const Input&) = delete;
  Input(Input&&) = delete;
  Input& operator=(const Input&) = delete;
  Input& operator=(Input&&) = delete;
  ~Input();

  /// The lines that have arrived, at least one; nothing at the end. Waits no longer than for the first whole line, so a
  /// program at the other end of a pipe gets its answer before it writes the next. Throws Failure if reading fails.
  std::optional<Batch> next();

  const std::string& name() const { return name_; }

  /// The size of a regular file, in bytes.
  std::optional<std::size_t> size() const;

 private:
  std::size_t read_some(std::string& text, std::size_t at_most) const;

  std::string name_;
  int descriptor_;
  std::string rest_;  // the beginning of a line whose end has not been read
  std::size_t next_line_ = 1;
  bool at_end_ = false;
};

}  // namespace abut::tool
