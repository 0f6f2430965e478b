/// Shapes that are known by name.
#pragma once

#include "record/shape_input.hpp"

namespace abut::tool {

/// The shape of that name in the plane or in space, as it could have been written. Throws RecordError, with the
/// names there are, if there is none.
const Object& named_shape(std::string_view where, std::string_view name, int dim);

}  // namespace abut::tool
