/// What abut::compiled holds, see compiled.hpp.
#include <abut/compiled.hpp>

namespace abut {

ABUT_INSTANTIATE_CASTS(template, double, 2, ShapeRef2d)

}  // namespace abut
