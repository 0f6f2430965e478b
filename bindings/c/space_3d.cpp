#include "static_queries.hpp"

namespace abut::c_api {

const Space space_3d = space_of<double, 3>();

}  // namespace abut::c_api
