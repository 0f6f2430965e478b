/// The colors of every picture. Fills are pastel; lines and text are dark enough to be distinguished without color
/// vision, where dashes, markers and labels carry the meaning too.
#pragma once

#include <string_view>

namespace abut::tool::palette {

struct Tint {
  std::string_view fill, line;
};

inline constexpr std::string_view paper = "#fdfbf7", card = "#ffffff", rule = "#e4dfd6";
inline constexpr std::string_view ink = "#3f4259", muted = "#676a83";

inline constexpr Tint shape_a{"#cfe3f7", "#4a86bf"};
inline constexpr Tint shape_b{"#fbd9d3", "#cb6f5c"};
inline constexpr Tint difference{"#e9e2f6", "#8f7cc0"};
inline constexpr Tint simplex{"#c3e6c6", "#3b8a5a"};
inline constexpr std::string_view plane = "#b9770e";
inline constexpr std::string_view trouble = "#b03a2e";

/// Voronoi regions, side by side: neighbors differ.
inline constexpr std::string_view regions[] = {"#f3e9c6", "#dcecf3", "#f4dfe6", "#e0efdc",
                                               "#e7e1f3", "#fae3cf", "#d9efe9"};

}  // namespace abut::tool::palette
