/// A traced query as a picture.
#pragma once

#include "trace/traced_query.hpp"

#include <string>

namespace abut::tool {

/// As SVG: the two shapes, their difference, a panel for each step, and the bounds as they close. If there are many
/// steps, the first ones and the last are drawn, and the picture says so. Throws RecordError if lengths overflow.
template <int D>
std::string trace_picture(const TracedQuery<D>& traced);

extern template std::string trace_picture(const TracedQuery<2>&);
extern template std::string trace_picture(const TracedQuery<3>&);

}  // namespace abut::tool
