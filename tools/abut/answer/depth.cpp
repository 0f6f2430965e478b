#include "answer/depth.hpp"

#include "record/narrowing.hpp"
#include "record/shape_table.hpp"

#include <abut/abut.hpp>
#include <abut/contact.hpp>

#include <fmt/format.h>

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_value(const Penetration<T, D>& r, ObjectWriter& answer) {
  answer.number("depth", r.depth);
}

template <Scalar T, int D>
void append_value(const Separation<T, D>& r, ObjectWriter& answer) {
  answer.number("separation", r.separation);
}

template <Scalar T, int D>
ContactOptions<T, D> contact_options(const Record& record) {
  ContactOptions<T, D> options;
  options.max_points = max_points_of(record, options.max_points);
  options.margin = margin_of<T>(record);
  options.tolerance = tolerance_of<T>(record);
  return options;
}

/// {"kind":"edge","vertices":[0,4]}
std::string json_of(const FeatureId& id) {
  constexpr std::string_view kinds[] = {"vertex", "edge", "face"};
  std::string vertices = "[", out;
  for (const VertexId v : id.vertices) {
    if (v != no_vertex) vertices += fmt::format("{}{}", vertices.size() > 1 ? "," : "", v);
  }
  ObjectWriter object(out);
  object.text("kind", kinds[static_cast<int>(id.kind)]);
  object.raw("vertices", vertices + "]");
  object.close();
  return out;
}

template <Scalar T, int D>
void append_contact_result(const Record& record, const Contact<T, D>& r, std::string& out) {
  std::string points = "[";
  for (const ContactPoint<T, D>& p : r) {
    if (points.size() > 1) points += ',';
    ObjectWriter object(points);
    object.vector("point_a", p.point_a);
    object.vector("point_b", p.point_b);
    object.number("separation", p.separation);
    object.raw("id_a", json_of(p.id_a));
    object.raw("id_b", json_of(p.id_b));
    object.close();
  }
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  answer.number("separation", r.separation);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  answer.vector("normal", r.normal);
  answer.raw("points", points + "]");
  answer.end();
}

}  // namespace

template <Scalar T, int D>
PenetrationOptions<T, D> penetration_options(const Record& record, std::string_view method) {
  PenetrationOptions<T, D> options;
  if (require_method(record, method) == Method::mpr) options.method = PenetrationMethod::mpr;
  options.tolerance = tolerance_of<T>(record);
  return options;
}

template <class Result>
void append_depth_fields(const Result& r, ObjectWriter& answer) {
  append_value(r, answer);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  answer.vector_if(has_points(r), "point_a", r.point_a);
  answer.vector_if(has_points(r), "point_b", r.point_b);
  answer.vector("normal", r.normal);
}

template <class Result>
void append_depth_result(const Record& record, const Result& r, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  append_depth_fields(r, answer);
  answer.end();
}

template void append_depth_fields(const Penetration<float, 2>&, ObjectWriter&);
template void append_depth_fields(const Penetration<float, 3>&, ObjectWriter&);
template void append_depth_fields(const Penetration<double, 2>&, ObjectWriter&);
template void append_depth_fields(const Penetration<double, 3>&, ObjectWriter&);
template void append_depth_fields(const Separation<float, 2>&, ObjectWriter&);
template void append_depth_fields(const Separation<float, 3>&, ObjectWriter&);
template void append_depth_fields(const Separation<double, 2>&, ObjectWriter&);
template void append_depth_fields(const Separation<double, 3>&, ObjectWriter&);

template void append_depth_result(const Record&, const Penetration<float, 2>&, std::string&);
template void append_depth_result(const Record&, const Penetration<float, 3>&, std::string&);
template void append_depth_result(const Record&, const Penetration<double, 2>&, std::string&);
template void append_depth_result(const Record&, const Penetration<double, 3>&, std::string&);
template void append_depth_result(const Record&, const Separation<float, 2>&, std::string&);
template void append_depth_result(const Record&, const Separation<float, 3>&, std::string&);
template void append_depth_result(const Record&, const Separation<double, 2>&, std::string&);
template void append_depth_result(const Record&, const Separation<double, 3>&, std::string&);

template PenetrationOptions<float, 2> penetration_options(const Record&, std::string_view);
template PenetrationOptions<float, 3> penetration_options(const Record&, std::string_view);
template PenetrationOptions<double, 2> penetration_options(const Record&, std::string_view);
template PenetrationOptions<double, 3> penetration_options(const Record&, std::string_view);

void append_penetration_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair shapes = operand_pair_of(record);
  in_space(options.precision, shapes.dim, [&]<Scalar T, int D>() {
    const auto settings = penetration_options<T, D>(record, options.method);
    const auto query = [&](const auto& a, const auto& b) { return depth_of(record, settings, a, b); };
    append_depth_result(record, apply_to_operands<T, D>(shapes, query), out);
  });
}

void append_separation_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair shapes = operand_pair_of(record);
  in_space(options.precision, shapes.dim, [&]<Scalar T, int D>() {
    const auto settings = separation_options<T, D>(record);
    const auto query = [&](const auto& a, const auto& b) { return separation(a, b, settings); };
    append_depth_result(record, apply_to_operands<T, D>(shapes, query), out);
  });
}

void append_contact_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair shapes = operand_pair_of(record);
  in_space(options.precision, shapes.dim, [&]<Scalar T, int D>() {
    const auto settings = contact_options<T, D>(record);
    const auto query = [&](const auto& a, const auto& b) { return contact(a, b, settings); };
    append_contact_result(record, apply_to_operands<T, D>(shapes, query), out);
  });
}

}  // namespace abut::tool
