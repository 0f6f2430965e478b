/// What abut::compiled holds, see compiled.hpp.
#include <abut/compiled.hpp>

namespace abut {

ABUT_INSTANTIATE(template, float, 2, ShapeRef2f)

}  // namespace abut
