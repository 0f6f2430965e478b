#include "motion_verbs.hpp"

namespace abut::c_api {

const MotionSpace motion_2d = motion_of<double, 2>();

}  // namespace abut::c_api
