#include "cast_answer.hpp"

#include "cast_picture.hpp"
#include "json_text.hpp"
#include "trace_json.hpp"

#include <abut/instantiated.hpp>
#include <abut/ray_cast.hpp>

#include <fmt/format.h>

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

/// A question, and where its answer goes; and who listens, if anybody does.
struct Asked {
  const Record& record;
  std::string op;
  CastMethod method;
  std::string& out;
  Listener* listener;
};

CastMethod method_of(std::string_view op, std::string_view method) {
  if (method.empty() || method == "gjk") return CastMethod::gjk;
  if (method == "advancement") return CastMethod::advancement;
  if (method == "mpr") return CastMethod::mpr;
  throw RecordError(
      fmt::format("op: {} has no method {}, only gjk, advancement and mpr", op, shortened(method)));
}

void require_readable(const Record& record) {
  if (!record.error.empty()) throw RecordError(record.error);
  if (!record.cast.error.empty()) throw RecordError(record.cast.error);
}

bool is_ray_op(std::string_view op) { return op == "raycast" || op == "ray_cast"; }

template <class M>
const M& require(const char* name, const std::optional<M>& field) {
  if (!field) throw RecordError(fmt::format("{}: missing", name));
  return *field;
}

template <Scalar T>
T size_of(const char* name, const std::optional<double>& field, T otherwise) {
  if (!field) return otherwise;
  if (*field < 0) throw RecordError(fmt::format("{}: negative", name));
  return rounded_number<T>(name, *field);
}

template <class Result>
void begin_answer(const Record& record, const Result& r, ObjectWriter& answer) {
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  answer.raw("id", record.id);
  answer.text("op", record.op.value_or(""));
  answer.text("status", name(r.status));
  answer.number("iterations", r.iterations);
  answer.raw("hit", r.hit ? "true" : r.miss ? "false" : "null");
}

template <Scalar T, int D>
void append_place(const char* name, bool known, const Vec<T, D>& v, ObjectWriter& answer) {
  if (known) {
    answer.vector(name, v);
  } else {
    answer.null(name);
  }
}

template <Scalar T>
void append_times(bool hit, T t, T safe, ObjectWriter& answer) {
  if (hit) {
    answer.number("t", t, Toward::up);
  } else {
    answer.null("t");
  }
  answer.number("t_safe", safe, Toward::down);
}

template <Scalar T, int D>
void append(const Record& record, const RayCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r, answer);
  append_times(r.hit, r.t, r.safe, answer);
  append_place("point", r.hit, r.point, answer);
  append_place("normal", r.hit && !r.started_inside, r.normal, answer);
  answer.raw("started_inside", r.started_inside ? "true" : "false");
  answer.end();
}

template <Scalar T, int D>
void append(const Record& record, const ShapeCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r, answer);
  append_times(r.hit, r.fraction, r.safe, answer);
  append_place("point_a", r.hit, r.point_a, answer);
  append_place("point_b", r.hit, r.point_b, answer);
  append_place("normal", r.hit, r.normal, answer);
  answer.raw("started_inside", r.started_in_contact ? "true" : "false");
  answer.end();
}

/// What a ray is cast at: `hull`, or `b` with its pose and radius.
OperandInput require_obstacle(const Record& record) {
  if (record.cast.hull) {
    if (record.b) throw RecordError("b: given beside hull");
    return {.name = "hull", .shape = *record.cast.hull, .pose = nullptr, .extra = 0};
  }
  const double extra = record.rb.value_or(0);
  if (extra < 0) throw RecordError("rb: negative");
  return {.name = "b",
          .shape = require("hull", record.b),
          .pose = record.pose_b ? &*record.pose_b : nullptr,
          .extra = extra};
}

/// A ray: `origin`, `dir`, and what it is cast at.
template <Scalar T, int D, class... Trace>
RayCast<T, D> solve_ray(const Asked& asked, Trace&&... trace) {
  const Record& record = asked.record;
  const OperandInput input = require_obstacle(record);
  const Ray<T, D> ray{rounded_vector<T, D>("origin", require("origin", record.cast.origin)),
                      rounded_vector<T, D>("dir", require("dir", record.cast.dir))};
  const RayCastOptions<T> options{.limit = size_of("max_t", record.cast.max_t, infinity<T>),
                                  .method = asked.method};
  if (is_half_space(input)) {
    const auto h = half_space_of<T, D>(input);
    return ray_cast(ray, h.placed(), options);
  }
  const auto operand = operand_of<T, D>(input);
  return operand.pose ? ray_cast(ray, operand.placed(), options, trace...)
                      : ray_cast(ray, operand.shape, options, trace...);
}

/// `a` moved by `v`, or by a multiple of it up to `max_t`.
template <Scalar T, int D, class... Trace>
ShapeCast<T, D> solve_shapes(const Asked& asked, Trace&&... trace) {
  const TwoShapes shapes = two_shapes(asked.record);
  const auto v = rounded_vector<T, D>("v", require("v", asked.record.cast.v));
  const ShapeCastOptions<T, D> options{.target = size_of("target", asked.record.target, T(0)),
                                       .limit = size_of("max_t", asked.record.cast.max_t, T(1)),
                                       .method = asked.method};
  const auto ask = [&](const auto& a, const auto& b) { return shape_cast(a, v, b, options, trace...); };
  if (is_half_space(shapes.a) || is_half_space(shapes.b)) return asked_of_half_space<T, D>(shapes, ask);
  return abut::tool::asked(operand_of<T, D>(shapes.a), operand_of<T, D>(shapes.b), ask);
}

template <Scalar T, int D, class... Trace>
void append_typed(const Asked& asked, Trace&&... trace) {
  if (is_ray_op(asked.op) && !asked.record.cast.v) {
    append(asked.record, solve_ray<T, D>(asked, trace...), asked.out);
  } else {
    append(asked.record, solve_shapes<T, D>(asked, trace...), asked.out);
  }
}

template <Scalar T, int D>
void append_watched(const Asked& asked) {
  if (asked.listener == nullptr) return append_typed<T, D>(asked);
  append_typed<T, D>(asked, *asked.listener);
}

template <Scalar T>
void append_in(const Asked& asked) {
  if (dimension_of(asked.record) == 2) {
    append_watched<T, 2>(asked);
  } else {
    append_watched<T, 3>(asked);
  }
}

void append_answer(const Record& record, const AnswerOptions& options, std::string& out, Listener* listener) {
  require_readable(record);
  const std::string op = record.op.value_or("");
  const Asked asked{record, op, method_of(op, options.method), out, listener};
  if (options.precision == Precision::float_numbers) {
    append_in<float>(asked);
  } else {
    append_in<double>(asked);
  }
}

template <Scalar T, int D>
void tell(const RayCast<T, D>& r, CastStory<D>& story) {
  story.t = double(r.t);
  story.point = widen(r.point);
  story.normal = -widen(r.normal);
}

template <Scalar T, int D>
void tell(const ShapeCast<T, D>& r, CastStory<D>& story) {
  story.t = double(r.fraction);
  story.point = widen(r.point_b);
  story.normal = widen(r.normal);
}

template <class Result, int D>
void tell_all(const Result& r, Listener& listener, CastStory<D>& story) {
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  story.tried = std::move(listener.tried);
  story.status = r.status;
  story.iterations = r.iterations;
  story.hit = r.hit;
  story.miss = r.miss;
  story.safe = double(r.safe);
  tell(r, story);
}

template <Scalar T, int D>
TracedShape<D> drawn(const OperandInput& input) {
  if (is_half_space(input))
    throw RecordError(
        fmt::format("{}: a half_space has no outline to draw; --format json works", input.name));
  return traced_shape<T, D>(std::make_shared<const Operand<T, D>>(operand_of<T, D>(input)));
}

template <Scalar T, int D>
std::string drawing(const Asked& asked, CastStory<D> story) {
  const Record& record = asked.record;
  if (is_ray_op(asked.op) && !record.cast.v) {
    story.b = drawn<T, D>(require_obstacle(record));
    const auto origin = widen(rounded_vector<T, D>("origin", require("origin", record.cast.origin)));
    story.a.vertices = {origin};
    story.a.support = [origin](const Vec<double, D>&) { return origin; };
    story.motion = widen(rounded_vector<T, D>("dir", require("dir", record.cast.dir)));
    story.limit = record.cast.max_t.value_or(infinity<double>);
    tell_all(solve_ray<T, D>(asked, *asked.listener), *asked.listener, story);
  } else {
    const TwoShapes shapes = two_shapes(record);
    story.a = drawn<T, D>(shapes.a);
    story.b = drawn<T, D>(shapes.b);
    story.motion = widen(rounded_vector<T, D>("v", require("v", record.cast.v)));
    story.limit = record.cast.max_t.value_or(1);
    tell_all(solve_shapes<T, D>(asked, *asked.listener), *asked.listener, story);
  }
  return cast_picture(story);
}

template <int D>
std::string drawing_in(const Asked& asked, const AnswerOptions& options) {
  CastStory<D> story;
  story.id = asked.record.id;
  story.op = asked.op;
  story.method = options.method.empty() ? "gjk" : options.method;
  story.precision = options.precision;
  return options.precision == Precision::float_numbers ? drawing<float, D>(asked, std::move(story))
                                                       : drawing<double, D>(asked, std::move(story));
}

}  // namespace

bool is_cast_op(std::string_view op) {
  return is_ray_op(op) || op == "linear_cast" || op == "linear_cast_rounded" || op == "shape_cast";
}

void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  append_answer(record, options, out, nullptr);
}

std::string cast_trace(const Record& record, const AnswerOptions& options) {
  std::string answer;
  Listener listener;
  append_answer(record, options, answer, &listener);
  return story_json(record.id, record.op.value_or(""), dimension_of(record), options.precision,
                    listener.events, answer);
}

std::string cast_drawing(const Record& record, const AnswerOptions& options) {
  require_readable(record);
  std::string ignored;
  Listener listener;
  const std::string op = record.op.value_or("");
  const Asked asked{record, op, method_of(op, options.method), ignored, &listener};
  return dimension_of(record) == 2 ? drawing_in<2>(asked, options) : drawing_in<3>(asked, options);
}

}  // namespace abut::tool
