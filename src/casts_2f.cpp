/// What abut::compiled holds, see instantiated.hpp.
#include <abut/instantiated.hpp>

namespace abut {

ABUT_INSTANTIATE_CASTS(template, float, 2, ShapeRef2f)

}  // namespace abut
