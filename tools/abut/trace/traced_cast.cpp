#include "trace/traced_cast.hpp"

#include "answer/motion/cast.hpp"
#include "picture/cast.hpp"
#include "trace/json.hpp"

namespace abut::tool {

namespace {

/// Keeps the steps as JSON, and the times up to which the motion was proven free.
struct StepListener {
  std::vector<std::string> events;
  std::vector<double> tried;

  template <class Step>
  void operator()(const Step& step) {
    events.push_back(event_json(step));
    if constexpr (requires { step.t_safe; }) {
      if (step.moved && !step.missed) tried.push_back(step.t_safe);
    }
  }
};

template <Scalar T, int D>
TracedShape<D> drawn(const OperandInput& input) {
  if (input.is_half_space())
    throw RecordError(fmt::format("{}: a half_space has no outline to draw; --format json works", input.name));
  return traced_shape<T, D>(operand_of<T, D>(input));
}

template <Scalar T, int D>
void set_arguments(const CastQuery& q, const RayCast<T, D>&, TracedCast<D>& cast) {
  const auto ray = ray_of<T, D>(q);
  const Vec<double, D> origin = detail::widen(ray.origin);
  cast.a.vertices = {origin};
  cast.a.support = [origin](const Vec<double, D>&) { return origin; };
  cast.b = drawn<T, D>(obstacle_of(q));
  cast.motion = detail::widen(ray.direction);
  cast.max_t = q.record.max_t.value_or(detail::infinity<double>);
}

template <Scalar T, int D>
void set_arguments(const CastQuery& q, const ShapeCast<T, D>&, TracedCast<D>& cast) {
  const OperandPair shapes = operand_pair_of(q.record);
  cast.a = drawn<T, D>(shapes.a);
  cast.b = drawn<T, D>(shapes.b);
  // B rests in the picture.
  const auto of_b = detail::widen(translation_of_b<T, D>(q));
  cast.motion = detail::widen(translation_of<T, D>(q)) - of_b;
  cast.point -= of_b * cast.t;
  cast.max_t = q.record.max_t.value_or(1);
}

template <Scalar T, int D>
void set_hit(const RayCast<T, D>& r, TracedCast<D>& cast) {
  cast.t = double(r.t);
  cast.point = detail::widen(r.point);
  cast.normal = -detail::widen(r.normal);
}

template <Scalar T, int D>
void set_hit(const ShapeCast<T, D>& r, TracedCast<D>& cast) {
  cast.t = double(r.t);
  cast.point = detail::widen(r.point_b);
  cast.normal = detail::widen(r.normal);
}

template <template <Scalar, int> class Result, Scalar T, int D>
std::string text_of(const CastQuery& q, const AnswerOptions& options, const StepListener& listener,
                    const Result<T, D>& r, bool as_picture) {
  const std::string op = q.record.op_name.value_or("");
  std::string answer;
  append_cast_result(q, r, answer);
  if (!as_picture) return trace_json(q.record.id, op, D, options.precision, listener.events, answer);
  TracedCast<D> cast;
  cast.id = q.record.id;
  cast.op_name = op;
  cast.is_ray = q.record.op->id == OpId::ray_cast || q.record.op->id == OpId::recorded_ray_cast;
  cast.method = name(require_method(q.record, options.method));
  cast.precision = options.precision;
  cast.tried = listener.tried;
  cast.status = r.status;
  cast.iterations = r.iterations;
  cast.hit = r.hit;
  cast.miss = r.miss;
  cast.t_safe = double(r.t_safe);
  set_hit(r, cast);
  set_arguments(q, r, cast);
  return cast_picture(cast);
}

}  // namespace

std::string cast_trace(const Record& record, const AnswerOptions& options, bool as_picture) {
  require_op(record);
  const CastQuery q = cast_query(record, options.method);
  return in_space(options.precision, dimension_of(record), [&]<Scalar T, int D>() {
    StepListener listener;
    if (q.is_ray) {
      const auto r = solve_ray<T, D>(q, listener);
      return text_of(q, options, listener, r, as_picture);
    }
    const auto r = solve_shapes<T, D>(q, listener);
    return text_of(q, options, listener, r, as_picture);
  });
}

}  // namespace abut::tool
