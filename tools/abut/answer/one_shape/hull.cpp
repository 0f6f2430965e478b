#include "answer/one_shape/hull.hpp"

#include "record/narrowing.hpp"
#include "record/shape_table.hpp"

#include <abut/hull.hpp>

#include <fmt/format.h>

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_typed(const Record& record, const Points& written, std::string& out) {
  const auto points = points_of<T, D>("points", written);
  const auto hull = Hull<T, D>::from(points);
  if (!hull) {
    throw RecordError(fmt::format("points[{}]: {}", hull.error().index, to_string(hull.error().kind)));
  }
  ObjectWriter answer(out);
  begin_answer(record, Status::converged, 0, answer);
  answer.number("vertices", hull->vertex_count());
  answer.number("rank", hull->rank());
  answer.number("measure", hull->measure());
  answer.end();
}

}  // namespace

void append_hull_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const int dim = dimension_of(record);
  if (!record.points) throw RecordError("points: missing");
  in_space(options.precision, dim, [&]<Scalar T, int D>() { append_typed<T, D>(record, *record.points, out); });
}

}  // namespace abut::tool
