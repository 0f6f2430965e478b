/// Shapes that are known by name.
#pragma once

#include "record/record.hpp"

namespace abut::tool {

/// The shape of that name in 2D or 3D, as it could have been written. Throws RecordError, which lists the names there
/// are, if there is none.
const Object& named_shape(std::string_view where, std::string_view name, int dim);

}  // namespace abut::tool
