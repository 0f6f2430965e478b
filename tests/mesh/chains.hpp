/// Closed surfaces with a known inside: boundaries of chains of simplices, tetrahedra in 3D and triangles in 2D, that
/// may overlap, coincide, be flat, or be turned inside out.
#pragma once

#include "mesh/soups.hpp"
#include "oracle/judge/exact_side.hpp"

#include <abut/solid.hpp>

namespace abut::test {

/// A dented ball whose second pole is one vertex, as the first is: its triangles there have edges without length.
template <Scalar T, int D>
Soup<T, D> closed_ball(int n, double dent) {
  Soup<T, D> soup = dented_ball<T, D>(n, dent);
  if constexpr (D == 3) {
    for (std::size_t i = soup.vertices.size() - static_cast<std::size_t>(2 * n); i < soup.vertices.size(); ++i) {
      soup.vertices[i] = {0, 0, -1};
    }
  }
  return soup;
}

/// The faces of a positive simplex, seen from outside; in 2D its sides.
template <int D>
inline constexpr std::array<std::array<std::uint32_t, D>, D + 1> faces_of_simplex{};
template <>
inline constexpr std::array<std::array<std::uint32_t, 2>, 3> faces_of_simplex<2>{{{0, 1}, {1, 2}, {2, 0}}};
template <>
inline constexpr std::array<std::array<std::uint32_t, 3>, 4> faces_of_simplex<3>{
    {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};

template <Scalar T, int D>
struct Chain {
  std::vector<std::array<std::uint32_t, D + 1>> cells;
  Soup<T, D> surface;

  Solid<T, D> solid() const {
    auto made = Solid<T, D>::from(surface.vertices, surface.parts);
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
  }
};

/// Vertices that are equal, but for the sign of a zero, to the first of them.
template <Scalar T, int D>
std::uint32_t some_copy(oracle::Random& random, Soup<T, D>& soup, std::uint32_t v) {
  if (!random.chance(0.2)) return v;
  Vec<T, D> copy = soup.vertices[v];
  for (int i = 0; i < D; ++i) copy[i] = copy[i] == T(0) && random.chance(0.5) ? -copy[i] : copy[i];
  soup.vertices.push_back(copy);
  return static_cast<std::uint32_t>(soup.vertices.size() - 1);
}

template <Scalar T, int D>
void add_cell(oracle::Random& random, Chain<T, D>& chain, const std::array<std::uint32_t, D + 1>& cell) {
  chain.cells.push_back(cell);
  for (const auto& face : faces_of_simplex<D>) {
    std::array<std::uint32_t, D> part;
    for (std::size_t i = 0; i < D; ++i) part[i] = some_copy(random, chain.surface, cell[face[i]]);
    chain.surface.parts.push_back(part);
  }
}

/// Up to `most` cells. `vertex` draws a vertex.
template <Scalar T, int D, class F>
Chain<T, D> chain_of(oracle::Random& random, int most, const F& vertex) {
  Chain<T, D> chain;
  const int vertices = random.integer(D + 1, 3 * most);
  for (int i = 0; i < vertices; ++i) chain.surface.vertices.push_back(vertex());
  const int cells = random.integer(1, most);
  for (int i = 0; i < cells; ++i) {
    std::array<std::uint32_t, D + 1> cell;
    for (auto& v : cell) v = static_cast<std::uint32_t>(random.integer(0, vertices - 1));
    add_cell(random, chain, cell);
    if (!random.chance(0.1)) continue;
    if (random.chance(0.5)) std::swap(cell[0], cell[1]);  // the same once more, or its reverse: a fold
    add_cell(random, chain, cell);
  }
  return chain;
}

/// What is asked of a chain about the point that is the last of the vertices, in exact arithmetic.
template <Scalar T, int D>
class ChainJudge {
 public:
  ChainJudge(const Chain<T, D>& chain, const Vec<T, D>& q)
      : chain_(chain), points_(with(chain.surface.vertices, q)), exact_(points_), q_(points_.size() - 1) {}

  /// The sum of the signs of the cells that have the point in their interior.
  int winding() const {
    int sum = 0;
    for (const auto& cell : chain_.cells) {
      const int sign = side_of_cell(cell);
      bool is_inside = sign != 0;
      for (std::size_t i = 0; i <= D; ++i) {
        auto replaced = cell;
        std::array<std::size_t, D + 1> points;
        for (std::size_t k = 0; k <= D; ++k) points[k] = k == i ? q_ : replaced[k];
        is_inside = is_inside && side(points) == sign;
      }
      sum += is_inside ? sign : 0;
    }
    return sum;
  }

  bool is_on_surface() const {
    for (const auto& part : chain_.surface.parts) {
      if (is_on(part)) return true;
    }
    return false;
  }

 private:
  static std::vector<Vec<T, D>> with(std::vector<Vec<T, D>> points, const Vec<T, D>& q) {
    points.push_back(q);
    return points;
  }
  int side(const std::array<std::size_t, D + 1>& p) const {
    if constexpr (D == 2) {
      return exact_.side(p[0], p[1], p[2]);
    } else {
      return exact_.side_of_plane(p[0], p[1], p[2], p[3]);
    }
  }
  int side_of_cell(const std::array<std::uint32_t, D + 1>& cell) const {
    std::array<std::size_t, D + 1> points;
    for (std::size_t k = 0; k <= D; ++k) points[k] = cell[k];
    return side(points);
  }
  bool is_on(const std::array<std::uint32_t, D>& part) const {
    for (int i = 0; i < D; ++i) {
      T low = points_[part[0]][i], high = low;
      for (const std::uint32_t v : part) {
        low = std::min(low, points_[v][i]);
        high = std::max(high, points_[v][i]);
      }
      if (points_[q_][i] < low || points_[q_][i] > high) return false;
    }
    if constexpr (D == 2) {
      return exact_.side(part[0], part[1], q_) == 0;
    } else {
      if (exact_.side_of_plane(part[0], part[1], part[2], q_) != 0) return false;
      for (int axis = 0; axis < 3; ++axis) {
        int least = 0, most = 0;
        for (std::size_t i = 0; i < 3; ++i) {
          const int s = exact_.side(part[i], part[(i + 1) % 3], q_, axis);
          least = std::min(least, s);
          most = std::max(most, s);
        }
        if (least < 0 && most > 0) return false;
      }
      return true;
    }
  }

  const Chain<T, D>& chain_;
  const std::vector<Vec<T, D>> points_;
  const oracle::ExactPoints<T, D> exact_;
  const std::size_t q_;
};

}  // namespace abut::test
