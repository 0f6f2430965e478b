/// What abut::compiled holds, see compiled.hpp.
#include <abut/compiled.hpp>

namespace abut {

ABUT_INSTANTIATE(template, float, 3, ShapeRef3f)

}  // namespace abut
