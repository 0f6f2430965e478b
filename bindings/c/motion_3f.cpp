#include "moving_queries.hpp"

namespace abut::c_api {

const MotionSpace motion_3f = motion_of<float, 3>();

}  // namespace abut::c_api
