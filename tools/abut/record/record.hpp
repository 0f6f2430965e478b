/// One line of input, as plain numbers.
#pragma once

#include "record/operand.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace abut::tool {

/// What casts ask for beside shapes. In records of other ops these fields may be anything.
struct CastInput {
  std::optional<ShapeInput> hull;
  std::optional<std::vector<double>> origin, dir, v;
  std::optional<double> max_t;
  std::string error;  ///< what is wrong with one of them
};

struct Record {
  std::string id = "null";  ///< as it was written, JSON: echoed and never interpreted
  std::optional<std::string> op;
  std::optional<double> dim;
  std::optional<ShapeInput> a, b;
  std::optional<Object> pose_a, pose_b;
  std::optional<double> ra, rb;
  std::optional<Points> points;
  std::string points_error;  ///< what is wrong with them: of no interest unless the op is `hull`
  std::optional<std::vector<double>> direction;
  std::string direction_error;   ///< of no interest unless the op is `penetration`
  std::optional<double> target;  ///< of casts and times of impact
  CastInput cast;
  std::optional<Object> sweep_a, sweep_b;
  std::optional<double> tol;
  std::string sweep_error;  ///< what is wrong with these: of no interest unless it is a time of impact

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

/// `toi`, or `time_of_impact` in full.
bool is_impact_op(std::string_view op);

/// 2 or 3. Throws RecordError if the record says neither.
int dimension_of(const Record& record);

/// What distance and rounded ask about.
struct TwoShapes {
  int dim;
  OperandInput a, b;
  bool rounded;  ///< the answer is a signed distance: that was the op, or a radius was given, be it 0
};

/// Throws RecordError unless the record has all of it. The result refers to the record.
TwoShapes two_shapes(const Record& record);

}  // namespace abut::tool
