#include "static_queries.hpp"

namespace abut::c_api {

const Space space_2d = space_of<double, 2>();

}  // namespace abut::c_api
