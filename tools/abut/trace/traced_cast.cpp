#include "trace/traced_cast.hpp"

#include "answer/cast.hpp"
#include "answer/cast_question.hpp"
#include "picture/cast.hpp"
#include "trace/json.hpp"

namespace abut::tool {

namespace {

/// Keeps the steps as JSON, and the times that were proven free.
struct Listener {
  std::vector<std::string> events;
  std::vector<double> tried;

  template <class Step>
  void operator()(const Step& step) {
    events.push_back(event_json(step));
    if constexpr (requires { step.safe; }) {
      if (step.moved && !step.missed) tried.push_back(step.safe);
    }
  }
};

template <Scalar T, int D>
TracedShape<D> drawn(const OperandInput& input) {
  if (is_half_space(input))
    throw RecordError(
        fmt::format("{}: a half_space has no outline to draw; --format json works", input.name));
  return traced_shape<T, D>(std::make_shared<const Operand<T, D>>(operand_of<T, D>(input)));
}

template <Scalar T, int D>
void tell_question(const CastQuestion& q, const RayCast<T, D>&, CastStory<D>& story) {
  const auto ray = ray_of<T, D>(q.record.cast);
  const Vec<double, D> origin = widen(ray.origin);
  story.a.vertices = {origin};
  story.a.support = [origin](const Vec<double, D>&) { return origin; };
  story.b = drawn<T, D>(obstacle_of(q.record));
  story.motion = widen(ray.direction);
  story.limit = q.record.cast.max_t.value_or(infinity<double>);
}

template <Scalar T, int D>
void tell_question(const CastQuestion& q, const ShapeCast<T, D>&, CastStory<D>& story) {
  const TwoShapes shapes = two_shapes(q.record);
  story.a = drawn<T, D>(shapes.a);
  story.b = drawn<T, D>(shapes.b);
  story.motion = widen(translation_of<T, D>(q.record.cast));
  story.limit = q.record.cast.max_t.value_or(1);
}

template <Scalar T, int D>
void tell_hit(const RayCast<T, D>& r, CastStory<D>& story) {
  story.t = double(r.t);
  story.point = widen(r.point);
  story.normal = -widen(r.normal);
}

template <Scalar T, int D>
void tell_hit(const ShapeCast<T, D>& r, CastStory<D>& story) {
  story.t = double(r.fraction);
  story.point = widen(r.point_b);
  story.normal = widen(r.normal);
}

template <template <Scalar, int> class Result, Scalar T, int D>
std::string told(const CastQuestion& q, const AnswerOptions& options, const Listener& listener,
                 const Result<T, D>& r, bool as_picture) {
  const std::string op = q.record.op.value_or("");
  std::string answer;
  append_cast_result(q.record, r, answer);
  if (!as_picture) return story_json(q.record.id, op, D, options.precision, listener.events, answer);
  CastStory<D> story;
  story.id = q.record.id;
  story.op = op;
  story.method = options.method.empty() ? "gjk" : options.method;
  story.precision = options.precision;
  story.tried = listener.tried;
  story.status = r.status;
  story.iterations = r.iterations;
  story.hit = r.hit;
  story.miss = r.miss;
  story.safe = double(r.safe);
  tell_hit(r, story);
  tell_question(q, r, story);
  return cast_picture(story);
}

}  // namespace

std::string cast_trace(const Record& record, const AnswerOptions& options, bool as_picture) {
  const CastQuestion q = cast_question(record, options.method);
  return in_space(options.precision, dimension_of(record), [&]<Scalar T, int D>() {
    Listener listener;
    if (q.of_ray) {
      const auto r = solve_ray<T, D>(q, listener);
      return told(q, options, listener, r, as_picture);
    }
    const auto r = solve_shapes<T, D>(q, listener);
    return told(q, options, listener, r, as_picture);
  });
}

}  // namespace abut::tool
