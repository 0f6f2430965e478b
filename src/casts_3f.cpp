/// What abut::compiled holds, see instantiated.hpp.
#include <abut/instantiated.hpp>

namespace abut {

ABUT_INSTANTIATE_CASTS(template, float, 3, ShapeRef3f)

}  // namespace abut
