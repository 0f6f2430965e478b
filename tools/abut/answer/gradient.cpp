#include "answer/gradient.hpp"

#include "answer/depth.hpp"
#include "answer/parts.hpp"
#include "record/bodies/body.hpp"
#include "record/shape_table.hpp"

#include <abut/separation_gradient.hpp>

namespace abut::tool {

namespace {

void write_rate(ObjectWriter& object, double rate) { object.number("rotation", rate); }
template <Scalar T>
void write_rate(ObjectWriter& object, const Vec<T, 3>& rate) {
  object.vector("rotation", rate);
}

/// {"translation":[0,1],"rotation":0.5}
template <Scalar T, int D>
std::string json_of(const PoseGradient<T, D>& gradient) {
  std::string out;
  ObjectWriter object(out);
  object.vector("translation", gradient.translation);
  write_rate(object, gradient.rotation);
  object.close();
  return out;
}

/// Without points, which a search that ended at the cutoff does not have, there are no gradients. `Result` is a
/// SeparationGradient, or that of bodies of parts.
template <class Result, Scalar T, int D>
void append_fields(const Record& record, const Result& r, const Separation<T, D>& s, bool known, ObjectWriter& answer) {
  begin_answer(record, s.status, s.iterations, answer);
  append_depth_fields(s, answer);
  answer.raw("a", known ? json_of(r.a) : "null");
  answer.raw("b", known ? json_of(r.b) : "null");
  answer.boolean("unique", known && r.unique);
}

template <Scalar T, int D>
void append_gradient(const Record& record, const SeparationGradient<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_fields(record, r, r.separation, has_points(r.separation), answer);
  answer.end();
}

}  // namespace

void append_gradient_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair shapes = operand_pair_of(record);
  in_space(options.precision, shapes.dim, [&]<Scalar T, int D>() {
    const auto settings = separation_options<T, D>(record);
    const auto query = [&](const auto& a, const auto& b) { return separation_gradient(a, b, settings); };
    append_gradient(record, apply_to_operands<T, D>(shapes, query), out);
  });
}

void append_gradient_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair pair = operand_pair_of(record);
  in_space(options.precision, pair.dim, [&]<Scalar T, int D>() {
    const auto settings = separation_options<T, D>(record);
    apply_to_bodies<T, D>(pair, options.files, [&](const auto& a, const auto& b) {
      const CompositeSeparationGradient<T, D> r = separation_gradient(a, b, settings);
      const Separation<T, D>& s = r.separation;
      const bool known = is_finite(s.separation);
      ObjectWriter answer(out);
      append_fields(record, r, s, known, answer);
      append_parts(a, b, r.separation, known, answer);
      answer.end();
    });
  });
}

}  // namespace abut::tool
