/// A watched query as JSON; docs/trace-format.md is its description.
#pragma once

#include "traced.hpp"

#include <string>

namespace abut::tool {

template <int D>
std::string trace_json(const Traced<D>& traced);

extern template std::string trace_json(const Traced<2>&);
extern template std::string trace_json(const Traced<3>&);

}  // namespace abut::tool
