/// Writing a file atomically.
#pragma once

#include <string>
#include <string_view>

namespace abut::shared {

/// A file that is written bit by bit and appears at once: it has a temporary name in the same folder until commit()
/// renames it, and is removed if that is never called. So the file is either the old one or all of the new one. What is
/// not a regular file (a terminal, a pipe) is written to directly. Every function throws Failure.
class WholeFile {
 public:
  explicit WholeFile(std::string path);
  WholeFile(const WholeFile&) = delete;
  WholeFile(WholeFile&&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  WholeFile& operator=(WholeFile&&) = delete;
  ~WholeFile();

  void write(std::string_view text);
  /// Once, and nothing may be written after it.
  void commit();

 private:
  [[noreturn]] void fail() const;
  bool close_descriptor();

  std::string path_;       // as it was given, for messages
  std::string target_;     // what is replaced: a link stays a link
  std::string temporary_;  // empty: written to directly, or committed
  int descriptor_ = -1;
};

/// All of the text at once.
void write_whole_file(const std::string& path, std::string_view text);

}  // namespace abut::shared
