#include "trace/json.hpp"

#include "io/json_writer.hpp"

#include <fmt/format.h>
#include <utility>

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

void append_stop(ObjectWriter& writer, Stop stop) {
  if (stop == Stop::none) {
    writer.null("stop");
  } else {
    writer.text("stop", to_string(stop));
  }
}

/// What every event begins with.
template <class Step>
void append_call(ObjectWriter& writer, const char* name, const Step& step) {
  writer.text("event", name);
  writer.number("iteration", step.iteration);
  writer.raw("direction", vector(step.direction));
  writer.raw("support", vector(step.support));
  writer.raw("ids", fmt::format("[{},{}]", id(step.id_a), id(step.id_b)));
}

std::string ended(ObjectWriter& writer, std::string& json) {
  writer.end();
  json.pop_back();  // the line's end
  return json;
}

}  // namespace

template <int D>
std::string event_json(const GjkStep<D>& step) {
  std::string json;
  ObjectWriter writer(json);
  append_call(writer, "gjk", step);
  writer.raw("simplex", list(step.count, [&](std::string& out, int i) { out += vector(step.simplex[i]); }));
  writer.raw("region", region(step));
  writer.raw("weights", list(step.count, [&](std::string& out, int i) { append_number(out, step.weight[i]); }));
  writer.raw("nearest", vector(step.nearest));
  writer.number("lower", step.lower, Toward::down);
  writer.number("upper", step.upper, Toward::up);
  append_stop(writer, step.stop);
  return ended(writer, json);
}

template <int D>
std::string event_json(const MprStep<D>& step) {
  std::string json;
  ObjectWriter writer(json);
  append_call(writer, "mpr", step);
  if (step.has_portal) {
    writer.raw("center", vector(step.center));
    writer.raw("portal", list(D, [&](std::string& out, int i) { out += vector(step.portal[i]); }));
  } else {
    writer.null("center");
    writer.null("portal");
  }
  writer.number("lower", step.lower, Toward::down);
  append_stop(writer, step.stop);
  return ended(writer, json);
}

template <int D>
std::string event_json(const EpaStep<D>& step) {
  std::string json;
  ObjectWriter writer(json);
  append_call(writer, "epa", step);
  writer.raw("facet", list(D, [&](std::string& out, int i) { out += vector(step.facet[i]); }));
  writer.number("lower", step.lower, Toward::down);
  writer.number("upper", step.upper, Toward::up);
  append_stop(writer, step.stop);
  return ended(writer, json);
}

template <int D>
std::string event_json(const CastStep<D>& step) {
  std::string json;
  ObjectWriter writer(json);
  append_call(writer, "cast", step);
  writer.number("t_safe", step.t_safe, Toward::down);
  writer.raw("moved", step.moved ? "true" : "false");
  writer.raw("missed", step.missed ? "true" : "false");
  return ended(writer, json);
}

template <int D>
std::string event_json(const ImpactStep<D>& step) {
  std::string json;
  ObjectWriter writer(json);
  writer.text("event", "toi");
  writer.number("iteration", step.iteration);
  writer.number("t", step.t);
  writer.number("lower", step.lower, Toward::down);
  writer.number("upper", step.upper, Toward::up);
  for (const auto& [field, v] :
       {std::pair{"normal", step.normal}, {"point_a", step.point_a}, {"point_b", step.point_b}}) {
    if (step.iteration > 0) {
      writer.raw(field, vector(v));
    } else {
      writer.null(field);
    }
  }
  writer.number("advance", step.advance, Toward::down);
  writer.text("bound", to_string(step.bound));
  return ended(writer, json);
}

std::string trace_json(const std::string& id, const std::string& op, int dim, Precision precision,
                       const std::vector<std::string>& events, std::string_view answer) {
  std::string json;
  ObjectWriter writer(json);
  writer.raw("id", id);
  writer.text("op", op);
  writer.number("dim", dim);
  writer.text("precision", precision == Precision::float_numbers ? "float" : "double");
  writer.raw("events", list(static_cast<int>(events.size()),
                            [&](std::string& out, int i) { out += '\n' + events[static_cast<std::size_t>(i)]; }));
  writer.raw("answer", '\n' + std::string(answer.substr(0, answer.size() - 1)));
  writer.end();
  return json;
}

template <int D>
std::string trace_json(const TracedQuery<D>& traced) {
  std::vector<std::string> events;
  events.reserve(traced.steps.size());
  for (const auto& step : traced.steps) {
    events.push_back(std::visit([](const auto& s) { return event_json(s); }, step));
  }
  return trace_json(traced.id, traced.op_name, D, traced.precision, events, traced.answer);
}

template std::string event_json(const GjkStep<2>&);
template std::string event_json(const GjkStep<3>&);
template std::string event_json(const MprStep<2>&);
template std::string event_json(const MprStep<3>&);
template std::string event_json(const CastStep<2>&);
template std::string event_json(const CastStep<3>&);
template std::string event_json(const ImpactStep<2>&);
template std::string event_json(const ImpactStep<3>&);
template std::string trace_json(const TracedQuery<2>&);
template std::string trace_json(const TracedQuery<3>&);

}  // namespace abut::tool
