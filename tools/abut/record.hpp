/// One line of input, as plain numbers.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace abut::tool {

/// Why a record can not be answered. Begins with the field, if there is one: "b[3][1]: not a finite number".
struct RecordError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Points as they were written: all coordinates in a row, whatever the dimension will be.
struct Points {
  std::vector<double> coordinates;
  std::size_t count = 0;
  std::size_t width = 0;  ///< coordinates of the first point

  /// The first point that has another number of coordinates.
  struct Odd {
    std::size_t index, width;
  };
  std::optional<Odd> odd;
};

struct Record {
  std::string id = "null";  ///< as it was written, JSON: echoed and never interpreted
  std::optional<std::string> op;
  std::optional<double> dim;
  std::optional<Points> a, b;
  std::optional<double> ra, rb;

  /// The first thing that was wrong with a field; empty if nothing was.
  std::string error;
};

/// Reads records. Keeps its memory from line to line; one per thread.
class RecordReader {
 public:
  RecordReader();
  RecordReader(const RecordReader&) = delete;
  RecordReader(RecordReader&&) noexcept;
  RecordReader& operator=(const RecordReader&) = delete;
  RecordReader& operator=(RecordReader&&) = delete;
  ~RecordReader();

  /// The line must be followed by Batch::padding readable bytes. Never throws for what the line says: `error`
  /// tells, and what was read before or after the bad field is there too. Fields of other names are checked
  /// to be JSON, and ignored.
  Record read(std::string_view line);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

/// What distance and rounded need, complete: `dim` coordinates to a point, at least one point each, no radius
/// negative.
struct TwoPointSets {
  int dim;
  const Points& a;
  const Points& b;
  double ra, rb;
  bool rounded;  ///< a radius was given, be it 0
};

/// Throws RecordError unless the record has all of it. The result refers to the record.
TwoPointSets two_point_sets(const Record& record, bool radii_needed);

}  // namespace abut::tool
