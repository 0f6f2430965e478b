#include "answer/one_shape/aabb.hpp"

#include "io/json_writer.hpp"
#include "record/shape_table.hpp"

#include <abut/aabb.hpp>
#include <abut/half_space.hpp>

namespace abut::tool {

namespace {

/// A side that has no end is null.
template <Scalar T, int D>
void append_aabb(const Record& record, const Aabb<T, D>& box, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, Status::converged, 0, answer);
  answer.vector("min", box.min, Toward::down);
  answer.vector("max", box.max, Toward::up);
  answer.end();
}

}  // namespace

void append_aabb_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const int dim = dimension_of(record);
  const OperandInput input = single_operand_of(record);
  in_space(options.precision, dim, [&]<Scalar T, int D>() {
    append_aabb(record, apply_to_operand<T, D>(input, [](const auto& shape) { return aabb(shape); }), out);
  });
}

}  // namespace abut::tool
