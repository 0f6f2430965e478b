/// The axes and text styles that the charts share.
#pragma once

#include <abut/vec.hpp>

namespace bench {

/// Styles of text in an SVG.
inline constexpr const char* title_text = "font-size:16px;font-weight:bold;fill:#111";
inline constexpr const char* small_text = "font-size:12px;fill:#333";
inline constexpr const char* faint_text = "font-size:11px;fill:#777";

/// A point in pixels from the upper left corner; the y axis of the drawing itself points up.
inline abut::Vec2d at(double x, double y) { return {x, -y}; }

/// A logarithmic axis in pixels: the exponents from `first` to `last` take `length` pixels, beginning at `start`.
struct LogAxis {
  double start, length, first, last;

  double pixel(double exponent) const { return start + length * (exponent - first) / (last - first); }
};

}  // namespace bench
