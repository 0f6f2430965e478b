/// Meshes that are hard to answer: soups of a few parts, for a judge that looks at all pairs, and surfaces of many.
#pragma once

#include "oracle/draw/numbers.hpp"

#include <abut/mesh.hpp>
#include <abut/solid.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace abut::test {

template <Scalar T, int D>
struct Soup {
  std::vector<Vec<T, D>> vertices;
  std::vector<std::array<std::uint32_t, D>> parts;

  Mesh<T, D> mesh() const {
    auto made = Mesh<T, D>::from(vertices, parts);
    EXPECT_TRUE(made.has_value());
    return std::move(*made);
  }
};

/// What a closed soup encloses.
template <Scalar T, int D>
Solid<T, D> solid_of(const Soup<T, D>& soup) {
  auto made = Solid<T, D>::from(soup.mesh());
  EXPECT_TRUE(made.has_value());
  return std::move(*made);
}

enum class Family { random, lattice, slivers, far, flat, tiny, huge };
inline constexpr Family families[] = {Family::random, Family::lattice, Family::slivers, Family::far,
                                      Family::flat,   Family::tiny,    Family::huge};

/// The power of two by which the lengths of a family are scaled.
template <Scalar T>
int exponent_of(Family family) {
  const int most = std::same_as<T, float> ? 60 : 600;
  return family == Family::tiny ? -most : family == Family::huge ? most : 0;
}

template <Scalar T, int D>
[[gnu::noinline]] Vec<T, D> vertex_of(oracle::Random& random, Family family) {
  Vec<T, D> v;
  for (int i = 0; i < D; ++i) {
    double x = family == Family::lattice ? random.integer(-2, 2) : random.between(-1, 1);
    if (family == Family::slivers && i > 0) x *= random.decade(-7, -2);
    if (family == Family::far) x = 1024 + x / 8;
    if (family == Family::flat && i == D - 1) x = 0.25;
    v[i] = static_cast<T>(std::ldexp(x, exponent_of<T>(family)));
  }
  return v;
}

/// Up to `most` parts. Some vertices are shared, so that parts share edges, repeat, or are degenerate.
template <Scalar T, int D>
Soup<T, D> soup_of(oracle::Random& random, Family family, int most) {
  Soup<T, D> soup;
  const int vertices = random.integer(1, 2 * most);
  for (int i = 0; i < vertices; ++i) soup.vertices.push_back(vertex_of<T, D>(random, family));
  const int parts = random.integer(1, most);
  for (int i = 0; i < parts; ++i) {
    std::array<std::uint32_t, D> part;
    for (auto& v : part) v = static_cast<std::uint32_t>(random.integer(0, vertices - 1));
    soup.parts.push_back(part);
  }
  return soup;
}

/// A pose whose position brings soups of the family next to each other, or into each other.
template <Scalar T, int D>
[[gnu::noinline]] Pose<T, D> pose_of(oracle::Random& random, Family family) {
  Pose<T, D> pose;
  for (int i = 0; i < D; ++i) pose.p[i] = static_cast<T>(std::ldexp(random.between(-2, 2), exponent_of<T>(family)));
  if (family == Family::lattice && random.chance(0.5)) {
    for (int i = 0; i < D; ++i) pose.p[i] = static_cast<T>(random.integer(-3, 3));
    return pose;  // not turned: faces touch exactly
  }
  if constexpr (D == 2) {
    pose.q = {static_cast<T>(random.between(-1, 1)), static_cast<T>(random.between(0.1, 1))};
  } else {
    pose.q = {static_cast<T>(random.between(0.1, 1)), static_cast<T>(random.between(-1, 1)),
              static_cast<T>(random.between(-1, 1)), static_cast<T>(random.between(-1, 1))};
  }
  return pose;
}

/// The surface of the box |x|, |y|, |z| <= 1.
template <Scalar T>
Soup<T, 3> cube() {
  Soup<T, 3> soup;
  for (VertexId i = 0; i < 8; ++i) soup.vertices.push_back(Box<T, 3>{{1, 1, 1}}.vertex(i));
  for (const auto& [a, b, c, d] : {std::array<std::uint32_t, 4>{0, 2, 3, 1},
                                   {4, 5, 7, 6},
                                   {0, 1, 5, 4},
                                   {2, 6, 7, 3},
                                   {0, 4, 6, 2},
                                   {1, 3, 7, 5}}) {
    soup.parts.push_back({a, b, c});
    soup.parts.push_back({a, c, d});
  }
  return soup;
}

/// A closed surface with dents: n rings of 2 n vertices, whose poles are degenerate; a closed chain in 2D.
template <Scalar T, int D>
Soup<T, D> dented_ball(int n, double dent) {
  Soup<T, D> soup;
  const auto count = static_cast<std::uint32_t>(2 * n);
  if constexpr (D == 2) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const double t = 3.14159265358979 * i / n, r = 1 + dent * std::sin(5 * t);
      soup.vertices.push_back({static_cast<T>(r * std::cos(t)), static_cast<T>(r * std::sin(t))});
      soup.parts.push_back({i, (i + 1) % count});
    }
  } else {
    for (int i = 0; i <= n; ++i) {
      for (std::uint32_t k = 0; k < count; ++k) {
        const double t = 3.14159265358979 * i / n, p = 3.14159265358979 * k / n;
        const double r = 1 + dent * std::sin(5 * t) * std::cos(7 * p);
        soup.vertices.push_back({static_cast<T>(r * std::sin(t) * std::cos(p)),
                                 static_cast<T>(r * std::sin(t) * std::sin(p)), static_cast<T>(r * std::cos(t))});
      }
    }
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(n); ++i) {
      for (std::uint32_t k = 0; k < count; ++k) {
        const std::uint32_t a = i * count + k, b = i * count + (k + 1) % count, c = a + count, d = b + count;
        soup.parts.push_back({a, b, c});
        soup.parts.push_back({b, d, c});
      }
    }
  }
  return soup;
}

}  // namespace abut::test
