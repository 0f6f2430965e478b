/// A 2D drawing, as SVG. World coordinates, y upwards; widths and text sizes in pixels.
#pragma once

#include <abut/vec.hpp>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace abut::shared {

struct Stroke {
  std::string_view color;
  double width = 1;
  std::string_view dashes = "none";  ///< as in stroke-dasharray
};

class Svg {
 public:
  /// `origin` is the pixel of the world's origin.
  Svg(double width, double height, Vec2d origin, double pixels_per_unit);

  /// From now on the world's origin is at this pixel, and a unit is so many pixels long.
  void look(Vec2d origin, double pixels_per_unit);
  /// A part of the picture with pixels of its own, which nothing in it leaves. To be closed.
  void open_panel(std::string_view name, Vec2d corner, Vec2d size);
  void close_panel();
  /// What follows belongs together. `attributes` as in SVG. To be closed.
  void open_group(std::string_view attributes);
  void close_group();

  void background(std::string_view color);
  /// A rectangle with round corners, in pixels.
  void card(Vec2d corner, Vec2d size, double round, std::string_view fill, const Stroke& stroke);
  void line(Vec2d from, Vec2d to, const Stroke& stroke);
  void lines(std::span<const std::pair<Vec2d, Vec2d>> all, const Stroke& stroke);
  void arrow(Vec2d from, Vec2d to, const Stroke& stroke);
  void dot(Vec2d at, double pixels, std::string_view fill, std::string_view rim);
  void polygon(std::span<const Vec2d> points, std::string_view fill, const Stroke& stroke);
  /// Many of one color, in one path: shorter than one by one.
  void polygons(std::span<const std::vector<Vec2d>> all, std::string_view fill, const Stroke& stroke);
  /// The hull of the points grown by a radius: filled, outlined, and the core dashed if there is a radius.
  /// One point is a disc, two are a capsule; more go around.
  void body(std::span<const Vec2d> core, double radius, std::string_view fill, std::string_view outline);

  /// `anchor` as in text-anchor: start, middle, end. `style` is CSS.
  void text(Vec2d at, std::string_view text, std::string_view anchor, std::string_view style);
  /// At a pixel instead.
  void caption(Vec2d pixel, std::string_view text, std::string_view anchor, std::string_view style);
  /// Two texts, the second right behind the first, however wide that is.
  void caption(Vec2d pixel, std::string_view text, std::string_view style, std::string_view more,
               std::string_view more_style);
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

}  // namespace abut::shared
