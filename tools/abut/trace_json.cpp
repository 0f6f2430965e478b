#include "trace_json.hpp"

#include "json_text.hpp"

#include <fmt/format.h>

namespace abut::tool {

namespace {

/// "[x,y,z]", of what `append` writes for 0 ... count - 1.
template <class Append>
std::string list(int count, Append append) {
  std::string json = "[";
  for (int i = 0; i < count; ++i) {
    if (i > 0) json += ',';
    append(json, i);
  }
  return json + ']';
}

template <int D>
std::string vector(const Vec<double, D>& v) {
  return list(D, [&](std::string& out, int i) { append_number(out, v[i]); });
}

std::string id(VertexId vertex) { return vertex == no_vertex ? "null" : fmt::format("{}", vertex); }

template <int D>
std::string region(const GjkStep<D>& step) {
  std::string json;
  for (int i = 0; i < step.count; ++i) {
    if ((step.region >> i & 1U) != 0) json += fmt::format("{}{}", json.empty() ? "" : ",", i);
  }
  return '[' + json + ']';
}

template <int D>
std::string event(const GjkStep<D>& step) {
  std::string json;
  ObjectWriter writer(json);
  writer.text("event", "gjk");
  writer.number("iteration", step.iteration);
  writer.raw("direction", vector(step.direction));
  writer.raw("support", vector(step.support));
  writer.raw("ids", fmt::format("[{},{}]", id(step.id_a), id(step.id_b)));
  writer.raw("simplex", list(step.count, [&](std::string& out, int i) { out += vector(step.simplex[i]); }));
  writer.raw("region", region(step));
  writer.raw("weights",
             list(step.count, [&](std::string& out, int i) { append_number(out, step.weight[i]); }));
  writer.raw("nearest", vector(step.nearest));
  writer.number("lower", step.lower, Toward::down);
  writer.number("upper", step.upper, Toward::up);
  if (step.stop == Stop::none) {
    writer.null("stop");
  } else {
    writer.text("stop", name(step.stop));
  }
  writer.end();
  json.pop_back();  // the line's end
  return json;
}

}  // namespace

template <int D>
std::string trace_json(const Traced<D>& traced) {
  std::string json;
  ObjectWriter writer(json);
  writer.raw("id", traced.id);
  writer.text("op", traced.op);
  writer.number("dim", D);
  writer.text("precision", traced.precision == Precision::float_numbers ? "float" : "double");
  writer.raw("events", list(static_cast<int>(traced.steps.size()), [&](std::string& out, int i) {
               out += '\n' + event(traced.steps[static_cast<std::size_t>(i)]);
             }));
  writer.raw("answer", '\n' + traced.answer.substr(0, traced.answer.size() - 1));
  writer.end();
  return json;
}

template std::string trace_json(const Traced<2>&);
template std::string trace_json(const Traced<3>&);

}  // namespace abut::tool
