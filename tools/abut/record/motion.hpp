/// The motion of a body, from the sweep of a record.
#pragma once

#include "record/record.hpp"

#include <abut/motion.hpp>

namespace abut::tool {

/// Rounds the numbers to T and takes the differences in double: c1 - c0, and in 2D a1 - a0 and the rotation by a0.
/// Throws RecordError, which names the field, unless they make a motion. `where`: "sweep_a".
template <Scalar T, int D>
Motion<double, D> motion_of(std::string_view where, const Object& sweep);

extern template Motion2d motion_of<float, 2>(std::string_view, const Object&);
extern template Motion3d motion_of<float, 3>(std::string_view, const Object&);
extern template Motion2d motion_of<double, 2>(std::string_view, const Object&);
extern template Motion3d motion_of<double, 3>(std::string_view, const Object&);

}  // namespace abut::tool
