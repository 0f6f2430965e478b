/// A drawing in the plane, as SVG. World coordinates, y upwards; widths and text sizes in pixels.
#pragma once

#include <abut/vec.hpp>

#include <span>
#include <string>
#include <string_view>

namespace abut::tool {

struct Stroke {
  std::string_view color;
  double width = 1;
  std::string_view dashes = "none";  ///< as in stroke-dasharray
};

class Svg {
 public:
  /// `origin` is the pixel of the world's origin.
  Svg(double width, double height, Vec2d origin, double pixels_per_unit);

  void background(std::string_view color);
  void line(Vec2d from, Vec2d to, const Stroke& stroke);
  void arrow(Vec2d from, Vec2d to, const Stroke& stroke);
  void dot(Vec2d at, double pixels, std::string_view fill, std::string_view rim);
  /// The hull of the points grown by a radius: filled, outlined, and the core dashed if there is a radius.
  /// One point is a disc, two are a capsule; more go around.
  void body(std::span<const Vec2d> core, double radius, std::string_view fill, std::string_view outline);

  /// `anchor` as in text-anchor: start, middle, end. `style` is CSS.
  void text(Vec2d at, std::string_view text, std::string_view anchor, std::string_view style);
  /// At a pixel instead.
  void caption(Vec2d pixel, std::string_view text, std::string_view anchor, std::string_view style);
  void swatch(Vec2d pixel, std::string_view fill, std::string_view outline);

  double scale() const { return scale_; }
  std::string finish() &&;

 private:
  Vec2d pixel(Vec2d world) const { return {origin_.x + scale_ * world.x, origin_.y - scale_ * world.y}; }
  void path(std::span<const Vec2d> points, std::string_view attributes);

  double width_, height_;
  Vec2d origin_;
  double scale_;
  std::string out_;
};

}  // namespace abut::tool
