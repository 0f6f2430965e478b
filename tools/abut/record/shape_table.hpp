/// Which members the objects of a record must have, may have, and must not have.
#pragma once

#include "record/shape_input.hpp"

namespace abut::tool {

// Each throws RecordError unless all is well. `where` is the field: "a", "pose_a", "a.half".

/// A misspelt member is not ignored: it is named, with those there are.
void require_shape_members(std::string_view where, const Object& object, int dim);
void require_pose_members(std::string_view where, const Object& object, int dim);

void require_sweep_members(std::string_view where, const Object& object, int dim);

void require_count(std::string_view where, std::size_t count, std::size_t expected);

/// At least one point, and `dim` coordinates to each. A dimension error names the first point that shows it.
void require_points(std::string_view where, const Points& points, std::size_t dim);

}  // namespace abut::tool
