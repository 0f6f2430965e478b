/// Merges the triangles of a solid's surface to its faces.
///
/// First come the exact faces, called facets here: coplanar triangles. Then, from the largest facet on, each is merged
/// with adjacent ones that rounding of the input alone may have bent out of its plane: all their vertices are within
/// the tolerance of that plane, their normals are less than 90 degrees from its normal, and the merged face is one
/// simple polygon, convex up to the tolerance.
///
/// Guarantee: the faces are simple loops, and each edge between two of them occurs once in each direction, because
/// merging two discs that meet along one unbroken chain of edges, and nowhere else, gives a disc. Every triangle is in
/// one face.
#pragma once

#include <abut/detail/hull/quickhull.hpp>
#include <abut/detail/hull/side.hpp>

#include <algorithm>
#include <numeric>

namespace abut::detail::hull {

struct Loops {
  std::vector<std::uint32_t> begin{0}, vertices;  ///< loop i: vertices from begin[i] to begin[i + 1]
  std::vector<Vec3d> normals;                     ///< of length 1
};

using Loop = std::vector<std::uint32_t>;

/// An exact face: coplanar triangles.
struct Facet {
  Loop loop;
  std::vector<std::uint32_t> across;  ///< the facet across the edge from loop[i] to the next vertex
  Vec3d normal;                       ///< that of its largest triangle, of length 1
  double area = 0;
  bool merged = false;  ///< it is part of a face already
};

/// Finds the facets.
class FacetFinder {
 public:
  FacetFinder(const std::vector<SurfaceTriangle>& triangles, const std::vector<Vec3d>& vertices, const Vec3d& side)
      : triangles_(triangles),
        vertices_(vertices),
        side_(side),
        facet_of_(triangles.size(), none),
        edge_from_(vertices.size()) {}

  std::vector<Facet> run() {
    std::uint32_t count = 0;
    std::vector<Loop> members;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      if (facet_of_[t] == none) members.push_back(flood(t, count++));
    }
    std::vector<Facet> facets;
    facets.reserve(count);
    for (std::uint32_t f = 0; f < count; ++f) facets.push_back(facet(f, members[f]));
    return facets;
  }

 private:
  struct Edge {
    std::uint32_t to, across;
  };

  const Vec3d& at(std::uint32_t t, std::size_t k) const { return vertices_[triangles_[t].vertex[k]]; }

  /// The triangles in the plane of t. They are connected by edges, because the facet is convex.
  Loop flood(std::uint32_t t, std::uint32_t number) {
    const Plane plane(at(t, 0), at(t, 1), at(t, 2), side_);
    Loop all{t};
    facet_of_[t] = number;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (const std::uint32_t g : triangles_[all[i]].across) {
        if (facet_of_[g] != none || !lies_in(g, plane)) continue;
        facet_of_[g] = number;
        all.push_back(g);
      }
    }
    return all;
  }
  bool lies_in(std::uint32_t t, const Plane& plane) const {
    return plane.side(at(t, 0)) == 0 && plane.side(at(t, 1)) == 0 && plane.side(at(t, 2)) == 0;
  }

  Facet facet(std::uint32_t number, const Loop& members) {
    Facet r;
    double largest_area = -1;
    std::size_t edges = 0;
    std::uint32_t start = none;
    for (const std::uint32_t t : members) {
      const Vec3d n = accurate_normal(at(t, 0), at(t, 1), at(t, 2));
      const double area = norm(n);
      r.area += area;
      if (area > largest_area) {
        largest_area = area;
        r.normal = n / area;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t g = facet_of_[triangles_[t].across[k]];
        if (g == number) continue;
        const std::uint32_t from = triangles_[t].vertex[k];
        edge_from_[from] = {triangles_[t].vertex[(k + 1) % 3], g};
        start = std::min(start, from);
        ++edges;
      }
    }
    for (std::uint32_t v = start; r.loop.size() < edges; v = edge_from_[v].to) {
      r.loop.push_back(v);
      r.across.push_back(edge_from_[v].across);
    }
    return r;
  }

  const std::vector<SurfaceTriangle>& triangles_;
  const std::vector<Vec3d>& vertices_;
  const Vec3d side_;
  std::vector<std::uint32_t> facet_of_;
  std::vector<Edge> edge_from_;  // the boundary edge of the current facet from each vertex
};

/// Grows faces from facets, by merging adjacent ones.
class FacetMerger {
 public:
  FacetMerger(std::vector<Facet>& facets, const std::vector<Vec3d>& vertices, double tolerance)
      : facets_(facets),
        vertices_(vertices),
        tolerance_(tolerance),
        in_loop_(vertices.size(), none),
        tried_at_(facets.size(), none) {}

  const Loop& grow(std::uint32_t seed) {
    seed_ = seed;
    normal_ = facets_[seed].normal;
    base_ = vertices_[facets_[seed].loop[0]];
    facets_[seed].merged = true;
    ++size_;
    loop_ = facets_[seed].loop;
    across_ = facets_[seed].across;
    for (const std::uint32_t v : loop_) in_loop_[v] = seed_;
    std::size_t i = 0;
    for (std::size_t misses = 0; misses < loop_.size();) {
      i %= loop_.size();
      if (merge_across(i)) {
        misses = 0;
      } else {
        ++misses;
        ++i;
      }
    }
    return loop_;
  }

 private:
  bool is_near(const Facet& facet) const {
    if (!(dot(facet.normal, normal_) > 0)) return false;
    return std::all_of(facet.loop.begin(), facet.loop.end(),
                       [this](std::uint32_t v) { return absolute(dot(normal_, vertices_[v] - base_)) <= tolerance_; });
  }

  /// Merges the facet across edge i, and as many others as make the loop convex again: where a vertex bulges out of the
  /// middle of a face, all facets around it are needed. False, and nothing is merged, if that fails.
  bool merge_across(std::size_t i) {
    if (tried_at_[across_[i]] == size_) return false;
    tried_at_[across_[i]] = size_;
    saved_loop_ = loop_;
    saved_across_ = across_;
    merged_.clear();
    if (!merge_one(i)) return false;
    for (std::size_t corner = reflex_corner(); corner < loop_.size(); corner = reflex_corner()) {
      if (merge_one(corner) || merge_one((corner + loop_.size() - 1) % loop_.size())) continue;
      undo();
      return false;
    }
    size_ += static_cast<std::uint32_t>(merged_.size());
    return true;
  }

  void undo() {
    for (const std::uint32_t g : merged_) facets_[g].merged = false;
    for (const std::uint32_t v : loop_) in_loop_[v] = none;
    loop_ = saved_loop_;
    across_ = saved_across_;
    for (const std::uint32_t v : loop_) in_loop_[v] = seed_;
  }

  /// Merges the facet across edge i if it is near and the result is a simple polygon: both loops without the chain of
  /// edges that they share, ours from its end around to its start, then that of the facet.
  bool merge_one(std::size_t i) {
    const std::uint32_t g = across_[i];
    const Facet& facet = facets_[g];
    if (facet.merged || !is_near(facet)) return false;
    const std::size_t m = loop_.size(), n = facet.loop.size();
    const auto ours = [&](std::size_t k) { return loop_[k % m]; };
    const auto theirs = [&](std::size_t k) { return facet.loop[k % n]; };
    const auto found = std::find(facet.loop.begin(), facet.loop.end(), ours(i));
    auto j = static_cast<std::size_t>(found - facet.loop.begin());  // where the chain starts
    std::size_t start = i, chain = 1;
    while (chain < m && chain < n && ours(start + m - 1) == theirs(j + 1)) {
      start = (start + m - 1) % m;
      j = (j + 1) % n;
      ++chain;
    }
    while (chain < m && chain < n && ours(start + chain + 1) == theirs(j + 2 * n - chain - 1)) ++chain;
    if (chain >= n || chain >= m || m + n - 2 * chain < 3) return false;
    const std::size_t added = n - chain - 1;
    for (std::size_t k = 1; k <= added; ++k) {
      if (in_loop_[theirs(j + k)] == seed_) return false;  // they also meet elsewhere
    }
    joined_.clear();
    joined_across_.clear();
    for (std::size_t k = start + chain; k <= start + m; ++k) {
      joined_.push_back(ours(k));
      joined_across_.push_back(across_[k % m]);
    }
    joined_across_.back() = facet.across[j];
    for (std::size_t k = 1; k <= added; ++k) {
      joined_.push_back(theirs(j + k));
      joined_across_.push_back(facet.across[(j + k) % n]);
      in_loop_[theirs(j + k)] = seed_;
    }
    for (std::size_t k = 1; k < chain; ++k) in_loop_[ours(start + k)] = none;
    loop_.swap(joined_);
    across_.swap(joined_across_);
    facets_[g].merged = true;
    merged_.push_back(g);
    return true;
  }

  /// The corner where the loop turns clockwise by more than the tolerance; the loop's length if there is none.
  std::size_t reflex_corner() const {
    const std::size_t n = loop_.size();
    for (std::size_t k = 0; k < n; ++k) {
      const Vec3d &before = vertices_[loop_[(k + n - 1) % n]], &here = vertices_[loop_[k]],
                  &after = vertices_[loop_[(k + 1) % n]];
      const double turn = dot(normal_, cross(here - before, after - here));
      if (turn < -tolerance_ * norm(after - before)) return k;
    }
    return n;
  }

  std::vector<Facet>& facets_;
  const std::vector<Vec3d>& vertices_;
  const double tolerance_;
  std::vector<std::uint32_t> in_loop_;   // the last seed whose loop contained the vertex
  std::vector<std::uint32_t> tried_at_;  // the value of size_ when a facet was last tried
  std::uint32_t seed_ = none;
  std::uint32_t size_ = 0;  // facets in all faces: it changes with each seed and each success
  Vec3d normal_, base_;
  Loop loop_, across_, joined_, joined_across_, saved_loop_, saved_across_, merged_;
};

/// `vertices` are those of the surface, in a Cloud whose bounding box has these sides. `tolerance` is a length.
inline Loops faces_of(const std::vector<SurfaceTriangle>& triangles, const std::vector<Vec3d>& vertices,
                      const Vec3d& side, double tolerance) {
  std::vector<Facet> facets = FacetFinder(triangles, vertices, side).run();
  std::vector<std::uint32_t> order(facets.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return facets[i].area != facets[j].area ? facets[i].area > facets[j].area : i < j;
  });
  Loops loops;
  FacetMerger merger(facets, vertices, tolerance);
  for (const std::uint32_t f : order) {
    if (facets[f].merged) continue;
    const Loop& loop = merger.grow(f);
    loops.vertices.insert(loops.vertices.end(), loop.begin(), loop.end());
    loops.begin.push_back(static_cast<std::uint32_t>(loops.vertices.size()));
    loops.normals.push_back(facets[f].normal);
  }
  return loops;
}

}  // namespace abut::detail::hull
