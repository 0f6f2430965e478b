/// What abut::compiled holds, see compiled.hpp.
#include <abut/compiled.hpp>

namespace abut {

ABUT_INSTANTIATE(template, double, 3, ShapeRef3d)

}  // namespace abut
