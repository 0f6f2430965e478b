/// The convex hull of points in 2D.
#pragma once

#include <abut/detail/hull/side.hpp>
#include <abut/vec.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <queue>
#include <vector>

namespace abut::detail::hull {

using Indices = std::vector<std::uint32_t>;

/// One half of the boundary, with left turns only, from the first to the last of the sorted points. Appends all but the
/// last.
inline void append_chain(const std::vector<Vec2d>& points, const Indices& ordered, Indices& hull) {
  const std::size_t begin = hull.size();
  for (const std::uint32_t i : ordered) {
    while (hull.size() >= begin + 2 &&
           side_of_line(points[hull[hull.size() - 2]], points[hull.back()], points[i]) <= 0) {
      hull.pop_back();
    }
    hull.push_back(i);
  }
  hull.pop_back();
}

/// The corners between two that were chosen, and the one of them furthest from their chord; indices into the corners.
struct Arc {
  double height = -1;
  std::size_t first, last, furthest;

  bool operator<(const Arc& other) const {
    return height < other.height || (height == other.height && first > other.first);
  }
};

class CornerChooser {
 public:
  CornerChooser(const std::vector<Vec2d>& points, const Indices& corners)
      : points_(points), corners_(corners), chosen_(corners.size(), false) {}

  void run(std::size_t limit) {
    const std::size_t opposite = furthest_from_first();
    chosen_[0] = chosen_[opposite] = true;
    consider(0, opposite);
    consider(opposite, corners_.size());
    for (std::size_t count = 2; count < limit && !arcs_.empty(); ++count) {
      const Arc arc = arcs_.top();
      arcs_.pop();
      chosen_[arc.furthest] = true;
      consider(arc.first, arc.furthest);
      consider(arc.furthest, arc.last);
    }
  }
  bool is_chosen(std::size_t i) const { return chosen_[i]; }

 private:
  const Vec2d& at(std::size_t i) const { return points_[corners_[i % corners_.size()]]; }

  std::size_t furthest_from_first() const {
    std::size_t best = 1;
    for (std::size_t i = 2; i < corners_.size(); ++i) {
      if (norm_squared(at(i) - at(0)) > norm_squared(at(best) - at(0))) best = i;
    }
    return best;
  }

  void consider(std::size_t first, std::size_t last) {
    if (last - first < 2) return;
    Arc arc{.first = first, .last = last, .furthest = first + 1};
    const Vec2d chord = at(last) - at(first);
    const double length = norm(chord);
    for (std::size_t i = first + 1; i < last; ++i) {
      const double height = absolute(cross(chord, at(i) - at(first))) / length;
      if (height > arc.height) {
        arc.height = height;
        arc.furthest = i;
      }
    }
    arcs_.push(arc);
  }

  const std::vector<Vec2d>& points_;
  const Indices& corners_;
  std::vector<bool> chosen_;
  std::priority_queue<Arc> arcs_;
};

/// The indices of the extreme points, counter-clockwise from the leftmost (of several, the lowest); of equal points the
/// first. Collinear points give two, equal points one. Andrew's monotone chain (1979) with exact predicates, for points
/// of a Cloud.
inline Indices planar_hull(const std::vector<Vec2d>& points) {
  Indices ordered(points.size());
  std::iota(ordered.begin(), ordered.end(), 0U);
  std::sort(ordered.begin(), ordered.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec2d &p = points[i], &q = points[j];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : i < j;
  });
  const auto are_equal = [&](std::uint32_t i, std::uint32_t j) { return points[i] == points[j]; };
  ordered.erase(std::unique(ordered.begin(), ordered.end(), are_equal), ordered.end());
  if (ordered.size() < 3) return ordered;
  Indices hull;
  append_chain(points, ordered, hull);
  std::reverse(ordered.begin(), ordered.end());
  append_chain(points, ordered, hull);
  return hull;
}

/// At most `limit` of the 3 or more corners of such a hull, in the same order: each step adds the corner furthest
/// outside of those chosen so far. The corners that are left out are appended to `left_out`.
inline Indices furthest_corners(const std::vector<Vec2d>& points, const Indices& corners, std::size_t limit,
                                Indices& left_out) {
  if (corners.size() <= limit) return corners;
  CornerChooser chooser(points, corners);
  chooser.run(limit);
  Indices kept;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    (chooser.is_chosen(i) ? kept : left_out).push_back(corners[i]);
  }
  return kept;
}

}  // namespace abut::detail::hull
