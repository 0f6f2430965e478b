/// The picture that abut demo writes.
#pragma once

#include <string>

namespace abut::tool {

/// As SVG: three shapes in 2D, the closest points of each pair, the separating plane of one.
std::string demo_picture();

}  // namespace abut::tool
