/// Printing, so that a full disk or a closed pipe is noticed; and output that may go to a file instead.
#pragma once

#include "shared/failure.hpp"
#include "shared/whole_file.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace abut::tool {

using shared::Failure;

/// Nobody reads standard output any more, as after `abut query big | head -1`. That is no fault of anybody: main() ends
/// the program by SIGPIPE, without a message, as other programs end.
struct ClosedPipe : Failure {
  using Failure::Failure;
};

/// All of the text, at once. Throws Failure if it does not arrive.
inline void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0) return;
  const int error = errno;
  const std::string why = fmt::format("cannot write to standard output: {}", std::strerror(error));
  if (error == EPIPE) throw ClosedPipe(why);
  throw Failure(why);
}

/// Where a command writes: standard output, at once, or a file, which is there whole after commit() or not at all.
class Destination {
 public:
  /// "-" is standard output. Throws Failure if the file can not be made.
  explicit Destination(const std::string& path) {
    if (path != "-") file_.emplace(path);
  }

  /// Both throw Failure if the text does not arrive.
  void write(std::string_view text) {
    if (file_) {
      file_->write(text);
    } else {
      print(text);
    }
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<shared::WholeFile> file_;
};

}  // namespace abut::tool
