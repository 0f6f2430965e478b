/// The motion of a body, as a record writes it: a motion with the names of Motion, or the sweep of a recorded case.
#pragma once

#include "record/record.hpp"

#include <abut/motion.hpp>

namespace abut::tool {

/// Rounds the numbers to T; those that are absent are the library's own. Throws RecordError, which names the field,
/// unless they make a motion. `where`: "motion_a".
template <Scalar T, int D>
Motion<T, D> motion_of(const std::string& where, const MotionInput& input);

/// Rounds the numbers to T and takes the differences in double: c1 - c0, and in 2D a1 - a0 and the rotation by a0.
/// Throws RecordError, which names the field, unless they make a motion. `where`: "sweep_a".
template <Scalar T, int D>
Motion<double, D> swept_motion_of(std::string_view where, const Object& sweep);

extern template Motion2f motion_of(const std::string&, const MotionInput&);
extern template Motion3f motion_of(const std::string&, const MotionInput&);
extern template Motion2d motion_of(const std::string&, const MotionInput&);
extern template Motion3d motion_of(const std::string&, const MotionInput&);
extern template Motion2d swept_motion_of<float, 2>(std::string_view, const Object&);
extern template Motion3d swept_motion_of<float, 3>(std::string_view, const Object&);
extern template Motion2d swept_motion_of<double, 2>(std::string_view, const Object&);
extern template Motion3d swept_motion_of<double, 3>(std::string_view, const Object&);

}  // namespace abut::tool
