/// Checks that a hull is the hull of given points: all that hull.hpp promises, in exact arithmetic, or in 113 bits
/// where lengths are compared.
///
/// Closed: every directed edge of the surface occurs once, and so does its reverse; Euler's formula. Convex: no vertex
/// is outside of an adjacent triangle (all of them are tested, which is sufficient for a closed surface), nor of any
/// other (as many as the budget allows). Extreme: at least three edges that are not flat meet at each vertex.
/// Containing: no point is outside of a triangle (as many as the budget allows).
#pragma once

#include "oracle/judge/exact_side.hpp"
#include "oracle/judge/real.hpp"

#include <abut/hull.hpp>

#include <algorithm>
#include <string>

namespace oracle {

template <class T, int D>
class HullCheck {
 public:
  using Id = abut::VertexId;

  /// `budget`: about how many of the tests of a point against a triangle are made.
  HullCheck(std::span<const abut::Vec<T, D>> points, const abut::Hull<T, D>& hull, std::size_t budget = 20000)
      : points_(points), hull_(hull), budget_(budget), exact_(points) {}

  /// What is wrong; empty if nothing is.
  std::string run() {
    check_vertices();
    if (fault_.empty()) check_rank();
    if (fault_.empty()) check_shape();
    if (fault_.empty()) check_faces();
    if (fault_.empty()) check_neighbors();
    return fault_;
  }

 private:
  void require(bool holds, const char* what, std::size_t at) {
    if (!holds && fault_.empty()) fault_ = std::string(what) + " (at " + std::to_string(at) + ")";
  }
  /// By x, then y, then z.
  static bool is_before(const abut::Vec<T, D>& p, const abut::Vec<T, D>& q) {
    int k = 0;
    while (k < D - 1 && p[k] == q[k]) ++k;
    return p[k] < q[k];
  }
  std::size_t input(Id v) const { return hull_.input_index(v); }
  Id count() const { return hull_.vertex_count(); }

  void check_vertices() {
    require(count() > 0 && hull_.vertices().size() == count(), "no vertices", 0);
    for (Id v = 0; v < count(); ++v) {
      require(input(v) < points_.size() && points_[input(v)] == hull_.vertex(v), "a vertex is not its point", v);
    }
    for (Id v = 1; v < count(); ++v) {
      require(hull_.rank() == 3 ? input(v - 1) < input(v) : is_before(hull_.vertex(0), hull_.vertex(v)),
              "the vertices are not in order", v);
    }
    const auto box = hull_.aabb();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      for (int k = 0; k < D; ++k) {
        require(box.min[k] <= points_[i][k] && points_[i][k] <= box.max[k], "a point is out of bounds", i);
      }
    }
  }

  void check_rank() {
    const int rank = hull_.rank();
    require(rank >= 0 && rank <= D && int(count()) > rank, "too few vertices for the rank", count());
    if (rank < 2) require(int(count()) == rank + 1, "too many vertices for the rank", count());
    require((hull_.measure() > 0) == (rank == D) || hull_.measure() == 0, "measure and rank", 0);
  }

  void check_shape() {
    switch (hull_.rank()) {
      case 0:
        for (std::size_t i = 0; i < points_.size(); ++i) require(points_[i] == hull_.vertex(0), "another point", i);
        return;
      case 1: return check_segment();
      case 2: return check_polygon();
      default: return check_solid();
    }
  }

  void check_segment() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      require(exact_.are_in_line(input(0), input(1), i), "a point is not in line", i);
      for (int k = 0; k < D; ++k) {
        const T a = hull_.vertex(0)[k], b = hull_.vertex(1)[k], x = points_[i][k];
        require(std::min(a, b) <= x && x <= std::max(a, b), "a point is beyond the segment", i);
      }
    }
  }

  void check_polygon() {
    const std::size_t n = count();
    const auto at = [&](std::size_t i) { return input(static_cast<Id>(i % n)); };
    int axis = 2, orientation = 1;
    if constexpr (D == 3) {
      for (axis = 0; axis < 3 && exact_.side(at(0), at(1), at(2), axis) == 0;) ++axis;
      require(axis < 3, "the first three vertices are in line", 0);
      if (axis == 3) return;
      orientation = exact_.side(at(0), at(1), at(2), axis);
      for (std::size_t i = 0; i < points_.size(); ++i) {
        require(exact_.side_of_plane(at(0), at(1), at(2), i) == 0, "a point is not in the plane", i);
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      require(exact_.side(at(i), at(i + 1), at(i + 2), axis) == orientation, "no corner", i);
      if (i > 1) require(exact_.side(at(0), at(i - 1), at(i), axis) == orientation, "the boundary winds twice", i);
    }
    sample(n, [&](std::size_t edge, std::size_t point) {
      require(exact_.side(at(edge), at(edge + 1), point, axis) != -orientation, "a point is outside", point);
    });
    if constexpr (D == 2) {
      Real area = 0;
      for (std::size_t i = 2; i < n; ++i) {
        const auto a = point(at(i - 1)) - point(at(0)), b = point(at(i)) - point(at(0));
        area += a[0] * b[1] - a[1] * b[0];
      }
      check_measure(area / 2);
    }
  }

  void check_solid() {
    if constexpr (D == 3) {
      const auto triangles = hull_.triangles();
      require(triangles.size() + 4 == 2 * std::size_t{count()}, "Euler's formula fails", triangles.size());
      std::vector<std::pair<std::pair<Id, Id>, std::size_t>> edges;  // directed, with their triangles
      Real volume = 0;
      for (std::size_t t = 0; t < triangles.size(); ++t) {
        const auto& [a, b, c] = triangles[t];
        require(a < count() && b < count() && c < count(), "a triangle has no such vertex", t);
        if (!fault_.empty()) return;
        require(!exact_.are_in_line(input(a), input(b), input(c)), "a triangle is degenerate", t);
        for (std::size_t k = 0; k < 3; ++k) edges.push_back({{triangles[t][k], triangles[t][(k + 1) % 3]}, t});
        const auto o = point(input(0));
        volume -= dot(cross(point(input(a)) - o, point(input(b)) - o), o - point(input(c)));
      }
      std::sort(edges.begin(), edges.end());
      check_edges(edges);
      sample(triangles.size(), [&](std::size_t t, std::size_t i) {
        const auto& [a, b, c] = triangles[t];
        require(exact_.side_of_plane(input(a), input(b), input(c), i) <= 0, "a point is outside", i);
      });
      check_measure(volume / 6);
    }
  }

  void check_edges(const auto& edges) {
    std::vector<int> folds(count(), 0);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const auto [edge, t] = edges[i];
      require(i == 0 || edges[i - 1].first != edge, "an edge occurs twice", edge.first);
      const auto back =
          std::lower_bound(edges.begin(), edges.end(), std::pair{std::pair{edge.second, edge.first}, std::size_t{0}});
      const bool closed = back != edges.end() && back->first == std::pair{edge.second, edge.first};
      require(closed, "an edge has one side only", edge.first);
      if (!closed) return;
      const auto &mine = hull_.triangles()[t], &other = hull_.triangles()[back->second];
      const Id apex =
          *std::find_if(other.begin(), other.end(), [&](Id v) { return v != edge.first && v != edge.second; });
      const int side = exact_.side_of_plane(input(mine[0]), input(mine[1]), input(mine[2]), input(apex));
      require(side <= 0, "an edge is not convex", edge.first);
      if (side < 0) ++folds[edge.first];
    }
    for (Id v = 0; v < count(); ++v) require(folds[v] >= 3, "a vertex is not extreme", v);
  }

  /// Calls f(part, point) for all of them, or for evenly spaced ones if there are too many.
  void sample(std::size_t parts, const auto& f) {
    const std::size_t all = parts * points_.size();
    const std::size_t step = all / budget_ + 1;
    for (std::size_t i = 0; i < all && fault_.empty(); i += step) f(i % parts, i / parts);
    for (std::size_t i = 0; i < points_.size() && fault_.empty(); i += 1 + points_.size() / budget_) f(i % parts, i);
  }

  /// To 8 roundings, and 2^-96 of the extent.
  void check_measure(Real truth) {
    const Real off = absolute(truth - Real(hull_.measure()));
    const bool in_range = truth > Real(1e-300) && truth < Real(1e300);
    const auto box = hull_.aabb();
    Real cube = power_of_two(-96), extent = 0;
    for (int k = 0; k < D; ++k) extent = std::max(extent, Real(box.max[k]) - Real(box.min[k]));
    for (int k = 0; k < D; ++k) cube *= extent;
    require(!in_range || off <= Real(8 * 0x1p-53) * truth + cube, "the measure is off", 0);
    const auto c = hull_.centroid();
    for (int k = 0; k < D; ++k) {
      const double room = 8 * 0x1p-53 * double(abut::max_abs(box.max - box.min) + abut::max_abs(box.max));
      require(c[k] >= double(box.min[k]) - room && c[k] <= double(box.max[k]) + room, "the centroid is outside", 0);
    }
  }

  void check_faces() {
    const auto faces = hull_.faces();
    const Real most = room();
    const bool has_faces = hull_.rank() > 1 || (D == 2 && hull_.rank() == 1);
    require(faces.empty() != has_faces, "faces and rank", faces.size());
    std::vector<std::pair<Id, Id>> edges;
    std::vector<bool> used(count(), false);
    for (std::size_t f = 0; f < faces.size() && fault_.empty(); ++f) {
      const auto& loop = faces[f].vertices;
      require(absolute(norm(exact(faces[f].normal)) - 1) < Real(8 * 0x1p-53), "a normal is no unit vector", f);
      require(loop.size() >= std::size_t{D}, "a face has too few vertices", f);
      for (std::size_t i = 0; i < loop.size(); ++i) {
        used[loop[i]] = true;
        if (D == 3) edges.emplace_back(loop[i], loop[(i + 1) % loop.size()]);
      }
      check_plane(faces[f], f, most, 1 + std::size_t{count()} * faces.size() / budget_);
    }
    std::sort(edges.begin(), edges.end());
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const std::pair back{edges[i].second, edges[i].first};
      require(i == 0 || edges[i - 1] != edges[i], "an edge is in two faces", edges[i].first);
      require(std::binary_search(edges.begin(), edges.end(), back), "a face is open", edges[i].first);
    }
    const auto corners = static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
    if (D == 3 && has_faces) {
      require(corners + faces.size() == edges.size() / 2 + 2, "Euler's formula fails for faces", corners);
    }
  }

  /// The allowed deviation of a face from its plane.
  Real room() const {
    const auto box = hull_.aabb();
    Real size = 0;
    for (int k = 0; k < D; ++k) {
      const Real low = box.min[k], high = box.max[k];
      size = std::max({size, absolute(low), absolute(high), high - low});
    }
    return 24 * Real(abut::epsilon_of<T>) * size;
  }

  /// All vertices of the face are near its plane, all others (some of them, if there are many) not above it; the face
  /// is convex.
  void check_plane(const abut::HullFace<D>& face, std::size_t f, Real room, std::size_t step) {
    const auto n = exact(face.normal), o = point(input(face.vertices[0]));
    for (const Id v : face.vertices) {
      require(absolute(dot(n, point(input(v)) - o)) <= room, "a face is not flat", f);
    }
    // Below by more than rounding: accepted. The rest is evaluated in 113 bits.
    const auto base = abut::detail::widen(hull_.vertex(face.vertices[0]));
    const auto well_below = -static_cast<double>(room);
    for (std::size_t v = f % step; v < count(); v += step) {
      if (dot(face.normal, abut::detail::widen(hull_.vertices()[v]) - base) < well_below) continue;
      require(dot(n, point(input(static_cast<Id>(v))) - o) <= room, "a vertex is above a face", f);
    }
    if constexpr (D == 3) {
      const std::size_t m = face.vertices.size();
      const auto at = [&](std::size_t i) { return point(input(face.vertices[i % m])); };
      for (std::size_t i = 0; i < m && m > 3; ++i) {
        const Real turn = dot(n, cross(at(i + 1) - at(i), at(i + 2) - at(i + 1)));
        require(turn >= -room * norm(at(i + 2) - at(i)), "a face is not convex", f);
      }
    }
  }

  void check_neighbors() {
    std::size_t total = 0;
    for (Id v = 0; v < count(); ++v) {
      const auto list = hull_.neighbors(v);
      total += list.size();
      require(std::is_sorted(list.begin(), list.end()), "neighbors are not in order", v);
      for (const Id w : list) {
        const auto back = hull_.neighbors(w);
        require(std::binary_search(back.begin(), back.end(), v), "a neighbor does not list it", v);
      }
    }
    const std::size_t expected = hull_.rank() == 3   ? 3 * hull_.triangles().size()
                                 : hull_.rank() == 2 ? 2 * count()
                                 : count() == 2      ? 2
                                                     : 0;
    require(total == expected, "there are other neighbors than edges", total);
  }

  Vector<D> point(std::size_t i) const { return exact(points_[i]); }

  std::span<const abut::Vec<T, D>> points_;
  const abut::Hull<T, D>& hull_;
  std::size_t budget_;
  ExactPoints<T, D> exact_;
  std::string fault_;
};

/// What is wrong with the hull of these points; empty if nothing is.
template <class T, int D>
std::string hull_fault(const std::vector<abut::Vec<T, D>>& points, const abut::Hull<T, D>& hull,
                       std::size_t budget = 20000) {
  return HullCheck<T, D>(points, hull, budget).run();
}

}  // namespace oracle
