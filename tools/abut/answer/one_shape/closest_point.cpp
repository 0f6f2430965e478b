#include "answer/one_shape/closest_point.hpp"

#include "answer/distance.hpp"
#include "record/members.hpp"
#include "record/narrowing.hpp"
#include "record/shape_table.hpp"

#include <abut/half_space.hpp>

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_closest_point(const Record& record, const ClosestPoint<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_closest_point_fields(record, r, has_points(r), has_points(r) || r.normal != Vec<T, D>{}, answer);
  answer.end();
}

}  // namespace

void append_closest_point_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const int dim = dimension_of(record);
  const OperandInput input = single_operand_of(record);
  in_space(options.precision, dim, [&]<Scalar T, int D>() {
    const auto q = vector_of<T, D>("point", require("point", record.point));
    const auto settings = distance_options<T, D>(record);
    const auto query = [&](const auto& shape) { return closest_point(q, shape, settings); };
    append_closest_point(record, apply_to_operand<T, D>(input, query), out);
  });
}

}  // namespace abut::tool
