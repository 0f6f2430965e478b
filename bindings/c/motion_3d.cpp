#include "moving_queries.hpp"

namespace abut::c_api {

const MotionSpace motion_3d = motion_of<double, 3>();

}  // namespace abut::c_api
