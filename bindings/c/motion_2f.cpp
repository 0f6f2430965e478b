#include "moving_queries.hpp"

namespace abut::c_api {

const MotionSpace motion_2f = motion_of<float, 2>();

}  // namespace abut::c_api
