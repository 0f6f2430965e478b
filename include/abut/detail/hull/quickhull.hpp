/// Quickhull: the convex hull of points in 3D, as triangles.
///
/// Points are added one by one to a tetrahedron: always the one furthest outside of some face, among those of the
/// face's outside set. Reference: Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996).
/// Departures: predicates are exact, so that no face is thick and none is merged; and a point p removes not only the
/// faces that it is outside of, but also those whose plane contains it. Only faces that it is strictly inside of stay.
///
/// Invariant: the triangles are the boundary of the hull of the points added so far. Their vertices are exactly its
/// extreme points; no triangle is degenerate; coplanar ones triangulate a true face. Proof: let P be the hull, p a
/// point outside, P' the hull of both. The faces of P that p is strictly inside of are the faces of P' that do not
/// contain p. The other faces of P' form the star of its vertex p, whose rim is one closed loop of edges: so there is
/// one horizon. A triangle of p and an edge of the horizon is not degenerate, because p collinear with the edge would
/// be in the plane of the face that stays. A vertex of P that is not extreme in P' has no face of P' without p, so all
/// its triangles are removed. The faces that contain p are triangulated by p and their far edges.
///
/// It is enough to move the points of removed faces to the outside sets of the new ones. Suppose q is outside of a
/// removed face of plane n.x <= c, and of no new one. Then q = p + t (x - p) with x in P, and either t <= 1 and q is in
/// P', or n.q <= n.p + (n.x - n.p) = n.x <= c, since n.p >= c: q is not outside of the removed face.
#pragma once

#include <abut/detail/hull/side.hpp>
#include <abut/vec.hpp>

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

namespace abut::detail::hull {

inline constexpr std::uint32_t none = 0xffffffffU;

/// Three points, counter-clockwise seen from outside; across[i] is the triangle across the edge from vertex[i] to the
/// next vertex.
struct SurfaceTriangle {
  std::array<std::uint32_t, 3> vertex;
  std::array<std::uint32_t, 3> across;
};

struct Surface {
  std::vector<SurfaceTriangle> triangles;
  std::vector<std::uint32_t> left_out;  ///< the points outside of the surface, because of the limit
};

/// Points in the order in which they were added, linked through Quickhull::next_.
struct PointList {
  std::uint32_t first = none, last = none;
};

struct Face : SurfaceTriangle {
  Plane plane;
  PointList outside;              ///< the outside set: points strictly outside, each in one set only
  std::uint32_t furthest = none;  ///< of the outside set
  double height = 0;              ///< of `furthest`, times |normal|
  std::uint32_t round = 0;        ///< in which `visible` was set
  bool visible = false;
  bool alive = true;
};

/// An edge between a face that is removed and one that stays.
struct HorizonEdge {
  std::uint32_t from, to, stays;
  std::size_t edge_of_stays;
};

class Quickhull {
 public:
  Quickhull(const std::vector<Vec3d>& points, const Vec3d& side, std::uint32_t limit)
      : points_(points), side_(side), limit_(limit), next_(points.size(), none), face_from_(points.size(), none) {}

  Surface run(const std::array<std::uint32_t, 4>& start) {
    begin(start);
    for (std::uint32_t f = next_face(); f != none; f = next_face()) add_furthest_of(f);
    return result();
  }

 private:
  std::uint32_t new_face(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    Face face;
    face.vertex = {a, b, c};
    face.plane = Plane(points_[a], points_[b], points_[c], side_);
    ++alive_;
    if (free_.empty()) {
      faces_.push_back(face);
      return static_cast<std::uint32_t>(faces_.size() - 1);
    }
    const std::uint32_t f = free_.back();
    free_.pop_back();
    faces_[f] = face;
    return f;
  }

  void begin(const std::array<std::uint32_t, 4>& start) {
    auto [a, b, c, d] = start;
    if (Plane(points_[a], points_[b], points_[c], side_).side(points_[d]) > 0) std::swap(b, c);
    new_face(a, b, c);
    new_face(a, d, b);
    new_face(b, d, c);
    new_face(c, d, a);
    faces_[0].across = {1, 2, 3};
    faces_[1].across = {3, 2, 0};
    faces_[2].across = {1, 3, 0};
    faces_[3].across = {2, 1, 0};
    created_ = {0, 1, 2, 3};
    for (std::uint32_t p = 0; p < points_.size(); ++p) assign(p);
    queue_created();
  }

  /// The next face with points outside; `none` if there is no such face or the limit is reached.
  std::uint32_t next_face() {
    if (limit_ == none) {
      while (!pending_.empty()) {
        const std::uint32_t f = pending_.back();
        pending_.pop_back();
        if (has_points(f)) return f;
      }
      return none;
    }
    if (alive_ / 2 + 2 >= limit_) return none;  // the number of vertices, by Euler
    std::uint32_t best = none;
    double best_distance = -1;
    for (std::uint32_t f = 0; f < faces_.size(); ++f) {
      if (!has_points(f)) continue;
      const double distance = faces_[f].height / norm(faces_[f].plane.normal());
      if (best == none || distance > best_distance) {
        best = f;
        best_distance = distance;
      }
    }
    return best;
  }
  bool has_points(std::uint32_t f) const { return faces_[f].alive && faces_[f].outside.first != none; }

  void add_furthest_of(std::uint32_t f) {
    const std::uint32_t p = faces_[f].furthest;
    find_horizon(f, p);
    PointList orphans = remove_visible();
    create_cone(p);
    while (orphans.first != none) {
      const std::uint32_t q = orphans.first;
      orphans.first = next_[q];
      if (q != p) assign(q);
    }
    queue_created();
  }

  void find_horizon(std::uint32_t start, std::uint32_t p) {
    ++round_;
    horizon_.clear();
    visible_.clear();
    const auto sees = [this, p](std::uint32_t f) {
      Face& face = faces_[f];
      if (face.round != round_) {
        face.round = round_;
        face.visible = face.plane.side(points_[p]) >= 0;
        if (face.visible) visible_.push_back(f);
      }
      return face.visible;
    };
    sees(start);
    for (std::size_t i = 0; i < visible_.size(); ++i) {
      const Face& face = faces_[visible_[i]];
      const SurfaceTriangle removed{face.vertex, face.across};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t g = removed.across[k];
        if (sees(g)) continue;
        const std::uint32_t from = removed.vertex[k], to = removed.vertex[(k + 1) % 3];
        const auto& vertex = faces_[g].vertex;
        horizon_.push_back({from, to, g, vertex[0] == to ? 0U : vertex[1] == to ? 1U : 2U});
      }
    }
  }

  /// Removes the visible faces. Returns the points of their outside sets, in the order of the faces.
  PointList remove_visible() {
    PointList orphans;
    for (const std::uint32_t f : visible_) {
      const PointList list = faces_[f].outside;
      faces_[f].alive = false;
      --alive_;
      free_.push_back(f);
      if (list.first == none) continue;
      (orphans.first == none ? orphans.first : next_[orphans.last]) = list.first;
      orphans.last = list.last;
    }
    return orphans;
  }

  /// Creates the triangles of p and the horizon.
  void create_cone(std::uint32_t p) {
    created_.clear();
    for (const HorizonEdge& e : horizon_) {
      const std::uint32_t f = new_face(e.from, e.to, p);
      faces_[f].across[0] = e.stays;
      faces_[e.stays].across[e.edge_of_stays] = f;
      face_from_[e.from] = f;
      created_.push_back(f);
    }
    for (const std::uint32_t f : created_) {
      const std::uint32_t g = face_from_[faces_[f].vertex[1]];
      faces_[f].across[1] = g;
      faces_[g].across[2] = f;
    }
  }

  /// Adds a point to the outside set of the first new face that it is strictly outside of, if there is one.
  void assign(std::uint32_t p) {
    for (const std::uint32_t f : created_) {
      Face& face = faces_[f];
      if (face.plane.side(points_[p]) <= 0) continue;
      const double height = face.plane.height(points_[p]);
      if (face.furthest == none || height > face.height) {
        face.furthest = p;
        face.height = height;
      }
      (face.outside.first == none ? face.outside.first : next_[face.outside.last]) = p;
      face.outside.last = p;
      next_[p] = none;
      return;
    }
  }

  void queue_created() {
    for (const std::uint32_t f : created_) {
      if (has_points(f)) pending_.push_back(f);
    }
  }

  Surface result() const {
    std::vector<std::uint32_t> number(faces_.size(), none);
    std::uint32_t count = 0;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (faces_[f].alive) number[f] = count++;
    }
    Surface surface;
    surface.triangles.reserve(count);
    for (const Face& face : faces_) {
      if (!face.alive) continue;
      SurfaceTriangle t{face.vertex, face.across};
      for (std::uint32_t& g : t.across) g = number[g];
      surface.triangles.push_back(t);
      for (std::uint32_t p = face.outside.first; p != none; p = next_[p]) surface.left_out.push_back(p);
    }
    return surface;
  }

  const std::vector<Vec3d>& points_;
  const Vec3d side_;
  const std::uint32_t limit_;
  std::vector<Face> faces_;
  std::vector<std::uint32_t> free_;     // removed faces, for reuse
  std::vector<std::uint32_t> pending_;  // faces that had points when they were created
  std::vector<std::uint32_t> next_;     // the next point of an outside set
  std::uint32_t alive_ = 0, round_ = 0;
  // For the point that is being added:
  std::vector<std::uint32_t> visible_, created_;
  std::vector<HorizonEdge> horizon_;
  std::vector<std::uint32_t> face_from_;  // the new face whose horizon edge begins at a vertex
};

/// For points of a Cloud whose bounding box has these sides. `start` are four that are not coplanar. Of equal points
/// the first is used, if `start` does so. With a limit below `none` each step adds the point furthest outside of all
/// faces, until there are so many vertices, 4 or more.
inline Surface quickhull(const std::vector<Vec3d>& points, const Vec3d& side, const std::array<std::uint32_t, 4>& start,
                         std::uint32_t limit) {
  return Quickhull(points, side, limit).run(start);
}

}  // namespace abut::detail::hull
