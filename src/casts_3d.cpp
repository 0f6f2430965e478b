/// What abut::compiled holds, see instantiated.hpp.
#include <abut/instantiated.hpp>

namespace abut {

ABUT_INSTANTIATE_CASTS(template, double, 3, ShapeRef3d)

}  // namespace abut
