/// A traced query as JSON; docs/trace-format.md is its description.
#pragma once

#include "trace/traced_query.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace abut::tool {

/// One step, an object without the end of a line.
template <int D>
std::string event_json(const GjkStep<D>& step);
template <int D>
std::string event_json(const MprStep<D>& step);
template <int D>
std::string event_json(const CastStep<D>& step);
template <int D>
std::string event_json(const ImpactStep<D>& step);

/// The whole trace: the query, its events, and the line that answers it.
std::string trace_json(const std::string& id, const std::string& op, int dim, Precision precision,
                       const std::vector<std::string>& events, std::string_view answer);

template <int D>
std::string trace_json(const TracedQuery<D>& traced);

extern template std::string event_json(const GjkStep<2>&);
extern template std::string event_json(const GjkStep<3>&);
extern template std::string event_json(const MprStep<2>&);
extern template std::string event_json(const MprStep<3>&);
extern template std::string event_json(const CastStep<2>&);
extern template std::string event_json(const CastStep<3>&);
extern template std::string event_json(const ImpactStep<2>&);
extern template std::string event_json(const ImpactStep<3>&);
extern template std::string trace_json(const TracedQuery<2>&);
extern template std::string trace_json(const TracedQuery<3>&);

}  // namespace abut::tool
