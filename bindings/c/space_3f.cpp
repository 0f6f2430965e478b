#include "static_queries.hpp"

namespace abut::c_api {

const Space space_3f = space_of<float, 3>();

}  // namespace abut::c_api
