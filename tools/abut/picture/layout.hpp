/// The page that all pictures share, in pixels.
#pragma once

namespace abut::tool::layout {

inline constexpr double width = 960, margin = 32;

}  // namespace abut::tool::layout
