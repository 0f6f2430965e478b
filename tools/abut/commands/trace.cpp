#include "commands/trace.hpp"

#include "io/input.hpp"
#include "io/standard_output.hpp"
#include "picture/steps/page.hpp"
#include "record/one_per_line.hpp"
#include "record/record_reader.hpp"
#include "shared/failure.hpp"
#include "trace/json.hpp"
#include "trace/traced_cast.hpp"
#include "trace/traced_impact.hpp"

#include <fmt/format.h>

namespace abut::tool {

using shared::Failure;

namespace {

struct Found {
  Record record;
  std::size_t line;
};

/// An id is given as it stands in the record, a text without its quotes too.
bool is_wanted(const Record& record, const std::optional<std::string>& id) {
  return !id || record.id == *id || record.id == '"' + *id + '"';
}

Found find(Input& input, const std::optional<std::string>& id) {
  RecordReader reader;
  std::size_t records = 0;
  while (const auto batch = input.next()) {
    std::string_view rest = batch->lines();
    for (std::size_t number = batch->first_line; !rest.empty(); ++number) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      if (is_blank(line)) continue;
      ++records;
      Record record = reader.read(line);
      if (is_wanted(record, id)) {
        if (!record.error.empty()) record.error += one_per_line(line);
        return {std::move(record), number};
      }
    }
  }
  if (records == 0) throw Failure(fmt::format("{}: there is no record to trace", input.name()));
  throw Failure(fmt::format("{}: none of the {} records has the id {}", input.name(), records, id.value_or("")));
}

template <int D>
std::string traced_in(const Record& record, const AnswerOptions& options, TraceFormat format) {
  const TracedQuery<D> query = traced_query<D>(record, options);
  return format == TraceFormat::json ? trace_json(query) : trace_picture(query);
}

std::string text_of(const Record& record, const AnswerOptions& options, TraceFormat format) {
  const bool as_picture = format == TraceFormat::svg;
  switch (record.op == nullptr ? OpId::distance : record.op->id) {
    case OpId::time_of_impact:
    case OpId::recorded_time_of_impact: return impact_trace(record, options, as_picture);
    case OpId::ray_cast:
    case OpId::recorded_ray_cast:
    case OpId::shape_cast:
    case OpId::recorded_shape_cast: return cast_trace(record, options, as_picture);
    default: break;
  }
  // Without a dimension the record may have other faults too: they are named as for 2D.
  return record.dim == 3 ? traced_in<3>(record, options, format) : traced_in<2>(record, options, format);
}

}  // namespace

int trace(const TraceOptions& options) {
  Input input(options.path);
  const Found found = find(input, options.id);
  std::string text;
  try {
    text = text_of(found.record, {.precision = options.precision, .method = options.method}, options.format);
  } catch (const RecordError& e) {
    fmt::print(stderr, "abut: {}: line {}: {}\n", input.name(), found.line, e.what());
    return 1;
  }
  Destination destination(options.output);
  destination.write(text);
  destination.commit();
  return 0;
}

}  // namespace abut::tool
