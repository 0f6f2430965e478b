/// Which fields a record may have, and what to say about another.
#pragma once

#include "answer/op_table.hpp"

#include <string>
#include <string_view>

namespace abut::tool {

/// Whether it is an input or an option of the op.
bool has_field(const Op& op, std::string_view field);

/// Why a record of the op may not have that field: "tagret: not a field of toi, did you mean target?". Empty if it may.
/// Without an op, only a field that looks like one of some op is an error: that the op is missing explains the others.
std::string why_unknown(const Op* op, std::string_view field);

}  // namespace abut::tool
