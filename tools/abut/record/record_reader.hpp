/// From a line of JSON to a Record.
#pragma once

#include "record/record.hpp"

#include <memory>
#include <string_view>

namespace abut::tool {

/// Keeps its memory from line to line; one per thread.
class RecordReader {
 public:
  RecordReader();
  RecordReader(const RecordReader&) = delete;
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(const RecordReader&) = delete;
  RecordReader& operator=(RecordReader&&) = delete;
  ~RecordReader();

  /// The line must be followed by Batch::padding readable bytes. Never throws for what the line says: the record holds
  /// the error, and what was read before or after the bad field. A field that its op does not have is an error too,
  /// unless it is an annotation, which must be JSON and is not read.
  Record read(std::string_view line);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace abut::tool
