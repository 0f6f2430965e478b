#include "moving_queries.hpp"

namespace abut::c_api {

const MotionSpace motion_2d = motion_of<double, 2>();

}  // namespace abut::c_api
