/// The intersection of two convex polygons in 2D, with the origin of each of its corners.
///
/// One polygon is clipped by the line along each side of the other (Sutherland and Hodgman 1974). Every side of the
/// result is labeled with the side it lies on, so that a corner between two sides of B is a corner of B, one between
/// two sides of A is a corner of A, and any other is a crossing. The signs that decide are rounded: a corner that lies
/// on a side within rounding may be kept or lost.
#pragma once

#include <abut/vec.hpp>

namespace abut::detail {

/// A corner, and the side that starts at it: i for side i of A, i + most for side i of B.
struct ClippedCorner {
  Vec2d x;
  int side;
};

/// A convex polygon, counter-clockwise; with two corners, a segment traversed in both directions.
struct PlanarPolygon {
  static constexpr int most = 16;

  Vec2d x[most];
  int count = 0;

  int next(int i) const { return i + 1 < count ? i + 1 : 0; }
  Vec2d edge(int i) const { return x[next(i)] - x[i]; }
};

/// B after clipping. Each side of A adds at most one corner.
class Clipped {
 public:
  static constexpr int most = 2 * PlanarPolygon::most;

  explicit Clipped(const PlanarPolygon& b) : count_(b.count) {
    for (int i = 0; i < b.count; ++i) corner_[i] = {b.x[i], PlanarPolygon::most + i};
  }

  /// Keeps the part to the left of the line from p along e, side `side` of A.
  void cut(const Vec2d& p, const Vec2d& e, int side) {
    ClippedCorner kept[most];
    int n = 0;
    for (int i = 0; i < count_; ++i) {
      const ClippedCorner& from = corner_[i];
      const ClippedCorner& to = corner_[i + 1 < count_ ? i + 1 : 0];
      const double h = cross(e, from.x - p), k = cross(e, to.x - p);
      const bool inside = h >= 0, stays = k >= 0;
      if (inside && n < most) kept[n++] = from;
      if (inside != stays && n < most) {
        const Vec2d x = from.x + (to.x - from.x) * (h / (h - k));
        kept[n++] = {x, inside ? side : from.side};
      }
    }
    count_ = n;
    for (int i = 0; i < n; ++i) corner_[i] = kept[i];
  }

  int count() const { return count_; }
  const ClippedCorner& operator[](int i) const { return corner_[i]; }
  /// The side that ends at corner i.
  int side_before(int i) const { return corner_[i > 0 ? i - 1 : count_ - 1].side; }

 private:
  ClippedCorner corner_[most];
  int count_;
};

/// B, clipped by all sides of A, which has at least three.
inline Clipped clipped(const PlanarPolygon& a, const PlanarPolygon& b) {
  Clipped r(b);
  for (int i = 0; i < a.count; ++i) r.cut(a.x[i], a.edge(i), i);
  return r;
}

}  // namespace abut::detail
