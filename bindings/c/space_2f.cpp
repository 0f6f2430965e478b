#include "static_queries.hpp"

namespace abut::c_api {

const Space space_2f = space_of<float, 2>();

}  // namespace abut::c_api
