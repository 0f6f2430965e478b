#include "answer/distance.hpp"

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_places(const detail::SignedDistance<T, D>& r, ObjectWriter& answer) {
  answer.vector_if(has_points(r), "point_a", r.point_a);
  answer.vector_if(has_points(r), "point_b", r.point_b);
  answer.vector("normal", r.normal);
}

/// Where the distance is 0.
template <Scalar T, int D>
void append_depth(const detail::SignedDistance<T, D>& r, ObjectWriter& answer) {
  answer.number("depth", r.signed_distance < 0 ? -r.signed_distance : T(0));
  answer.number("depth_lower", r.signed_upper < 0 ? -r.signed_upper : T(0), Toward::down);
  answer.number("depth_upper", r.signed_lower < 0 ? -r.signed_lower : T(0), Toward::up);
}

template <Scalar T, int D>
void append_distance(const detail::SignedDistance<T, D>& r, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  append_places(r, answer);
  if (r.distance == 0) append_depth(r, answer);
}

/// Here lower and upper are those of the signed distance.
template <Scalar T, int D>
void append_signed_distance(const detail::SignedDistance<T, D>& r, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  answer.number("signed_distance", r.signed_distance);
  answer.number("lower", r.signed_lower, Toward::down);
  answer.number("upper", r.signed_upper, Toward::up);
  append_places(r, answer);
}

template <Scalar T, int D>
detail::SignedDistance<T, D> solve_any(const Record& record, const OperandPair& shapes) {
  const auto options = distance_options<T, D>(record);
  if (shapes.has_half_space()) {
    return apply_to_half_space<T, D>(
        shapes, [&options](const auto& a, const auto& b) { return detail::signed_distance(a, b, options); });
  }
  const auto a = operand_of<T, D>(shapes.a), b = operand_of<T, D>(shapes.b);
  return solve(a, b, options);
}

}  // namespace

template <Scalar T, int D>
void append_distance_result(const Record& record, const detail::SignedDistance<T, D>& r, bool rounded,
                            std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  if (rounded) {
    append_signed_distance(r, answer);
  } else {
    append_distance(r, answer);
  }
  answer.end();
}

template void append_distance_result(const Record&, const detail::SignedDistance<float, 2>&, bool, std::string&);
template void append_distance_result(const Record&, const detail::SignedDistance<float, 3>&, bool, std::string&);
template void append_distance_result(const Record&, const detail::SignedDistance<double, 2>&, bool, std::string&);
template void append_distance_result(const Record&, const detail::SignedDistance<double, 3>&, bool, std::string&);

void append_distance_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair shapes = operand_pair_of(record);
  in_space(options.precision, shapes.dim, [&]<Scalar T, int D>() {
    append_distance_result(record, solve_any<T, D>(record, shapes), shapes.rounded, out);
  });
}

}  // namespace abut::tool
