#include "answer/depth.hpp"

#include <abut/contact.hpp>
#include <abut/instantiated.hpp>

#include <fmt/format.h>

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_value(const Penetration<T, D>& r, ObjectWriter& answer) {
  answer.number("depth", r.depth);
  answer.number("depth_lower", r.lower, Toward::down);
  answer.number("depth_upper", r.upper, Toward::up);
}

template <Scalar T, int D>
void append_value(const Separation<T, D>& r, ObjectWriter& answer) {
  answer.number("separation", r.separation);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
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
void append_result(const Record& record, const Contact<T, D>& r, std::string& out) {
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

template <Scalar T, int D>
void append_typed(const Record& record, const TwoShapes& shapes, std::string_view method, std::string& out) {
  if (record.op == "penetration") {
    const auto options = penetration_options<T, D>(record, method);
    const auto ask = [&options](const auto& a, const auto& b) { return penetration(a, b, options); };
    append_depth_result(record, asked_of_any<T, D>(shapes, ask), out);
  } else if (record.op == "contact") {
    const auto ask = [](const auto& a, const auto& b) { return contact(a, b); };
    append_result(record, asked_of_any<T, D>(shapes, ask), out);
  } else {
    const auto ask = [](const auto& a, const auto& b) { return separation(a, b); };
    append_depth_result(record, asked_of_any<T, D>(shapes, ask), out);
  }
}

void require_method(std::string_view op, std::string_view method) {
  const bool by_mpr = op == "penetration";
  if (method.empty() || method == "epa" || (by_mpr && method == "mpr")) return;
  throw RecordError(
      fmt::format("op: {} has no method {}, only epa{}", op, shortened(method), by_mpr ? " and mpr" : ""));
}

}  // namespace

template <Scalar T, int D>
PenetrationOptions<T, D> penetration_options(const Record& record, std::string_view method) {
  PenetrationOptions<T, D> options;
  if (method == "mpr") options.method = PenetrationMethod::mpr_portal;
  if (!record.direction_error.empty()) throw RecordError(record.direction_error);
  if (record.direction) options.direction = rounded_direction<T, D>("direction", *record.direction);
  return options;
}

template <class Result>
void append_depth_result(const Record& record, const Result& r, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  append_value(r, answer);
  answer.vector("point_a", r.point_a);
  answer.vector("point_b", r.point_b);
  answer.vector("normal", r.normal);
  answer.end();
}

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

TwoShapes depth_question(const Record& record, std::string_view method) {
  if (!record.error.empty()) throw RecordError(record.error);
  require_method(record.op.value_or(""), method);
  return two_shapes(record);
}

bool is_depth_op(std::string_view op) { return op == "penetration" || op == "separation" || op == "contact"; }

void append_depth_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const TwoShapes shapes = depth_question(record, options.method);
  in_space(options.precision, shapes.dim,
           [&]<Scalar T, int D>() { append_typed<T, D>(record, shapes, options.method, out); });
}

}  // namespace abut::tool
