/// Welding, components, edges: held against all pairs of parts, in integers.
#include "mesh/chains.hpp"
#include "oracle/draw/spaces.hpp"

namespace abut::test {
namespace {

template <class S>
struct Topology : ::testing::Test {};
TYPED_TEST_SUITE(Topology, oracle::Spaces);

template <Scalar T, int D>
Soup<T, D> lattice_soup(oracle::Random& random) {
  Soup<T, D> soup;
  const int vertices = random.integer(2, 30), parts = random.integer(1, 40);
  for (int i = 0; i < vertices; ++i) {
    Vec<T, D> v;
    for (int k = 0; k < D; ++k) v[k] = static_cast<T>(random.integer(0, 2)) * T(random.chance(0.1) ? -0.0 : 1.0);
    soup.vertices.push_back(v);
  }
  for (int i = 0; i < parts; ++i) {
    std::array<std::uint32_t, D> part;
    for (auto& v : part) v = static_cast<std::uint32_t>(random.integer(0, vertices - 1));
    soup.parts.push_back(part);
  }
  return soup;
}

/// Edge `slot` of part `part`: from and to are points; in 2D both are the same.
template <Scalar T, int D>
struct Edge {
  Vec<T, D> from, to;
  Vec<T, D> apex;       ///< the vertex that is not on it
  bool begins = false;  ///< 2D: the segment begins here

  Edge(const Soup<T, D>& soup, std::size_t part, std::size_t slot) {
    const auto& p = soup.parts[part];
    from = soup.vertices[p[slot]];
    to = D == 2 ? from : soup.vertices[p[(slot + 1) % D]];
    apex = soup.vertices[p[(slot + D - 1) % D]];
    begins = slot == 0;
    if (D == 2) has_length = !(from == apex);
    if (D == 3) has_length = !(from == to);
  }
  bool is_same(const Edge& e) const { return from == e.from && to == e.to && (D == 3 || begins == e.begins); }
  bool is_reverse(const Edge& e) const { return from == e.to && to == e.from && (D == 3 || begins != e.begins); }
  bool has_length = false;
};

using Whole = std::array<long, 3>;
template <Scalar T, int D>
Whole minus(const Vec<T, D>& a, const Vec<T, D>& b) {
  Whole w{};
  for (int i = 0; i < D; ++i) w[static_cast<std::size_t>(i)] = static_cast<long>(a[i]) - static_cast<long>(b[i]);
  return w;
}
Whole cross(const Whole& a, const Whole& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
long dot(const Whole& a, const Whole& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

template <Scalar T, int D>
EdgeKind kind_of(const Soup<T, D>& soup, std::size_t part, std::size_t slot) {
  const Edge<T, D> edge(soup, part, slot);
  if (!edge.has_length) return EdgeKind::irregular;
  int same = 0, reverse = 0;
  Vec<T, D> other{};
  for (std::size_t i = 0; i < soup.parts.size(); ++i) {
    for (std::size_t k = 0; k < D; ++k) {
      const Edge<T, D> e(soup, i, k);
      if (!e.has_length) continue;
      same += edge.is_same(e) ? 1 : 0;
      if (!edge.is_reverse(e)) continue;
      ++reverse;
      other = e.apex;
    }
  }
  if (same == 1 && reverse == 0) return EdgeKind::open;
  if (same != 1 || reverse != 1) return EdgeKind::irregular;
  if constexpr (D == 2) {
    const Whole in = edge.begins ? minus(edge.from, other) : minus(edge.from, edge.apex);
    const Whole out = edge.begins ? minus(edge.apex, edge.from) : minus(other, edge.from);
    const long turn = cross(in, out)[2];
    return turn > 0           ? EdgeKind::convex
           : turn < 0         ? EdgeKind::concave
           : dot(in, out) > 0 ? EdgeKind::flat
                              : EdgeKind::folded;
  } else {
    const Whole n = cross(minus(edge.to, edge.from), minus(edge.apex, edge.from));
    const Whole m = cross(minus(edge.from, edge.to), minus(other, edge.to));
    const long height = dot(n, minus(other, edge.from)), along = dot(n, m);
    return height < 0   ? EdgeKind::convex
           : height > 0 ? EdgeKind::concave
           : along > 0  ? EdgeKind::flat
           : along < 0  ? EdgeKind::folded
                        : EdgeKind::irregular;
  }
}

/// The number of edges like this one up to it, in the order of parts, minus that of its reverses anywhere.
template <Scalar T, int D>
bool is_unmatched(const Soup<T, D>& soup, std::size_t part, std::size_t slot) {
  const Edge<T, D> edge(soup, part, slot);
  int excess = 0;
  for (std::size_t i = 0; i < soup.parts.size() && edge.has_length; ++i) {
    for (std::size_t k = 0; k < D; ++k) {
      const Edge<T, D> e(soup, i, k);
      const bool counts = i < part || (i == part && k <= slot);
      if (e.has_length && edge.is_reverse(e)) --excess;
      if (e.has_length && edge.is_same(e) && counts) ++excess;
    }
  }
  return excess > 0;
}

TYPED_TEST(Topology, OfSoupsIsThatOfAllPairsOfParts) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(31);
  int seen[6] = {};
  for (int i = 0; i < 150; ++i) {
    const Soup<T, D> soup = lattice_soup<T, D>(random);
    const auto topology = find_topology(soup.mesh());
    for (std::size_t v = 0; v < soup.vertices.size(); ++v) {
      const std::uint32_t first = topology.welded[v];
      EXPECT_LE(first, v);
      EXPECT_TRUE(soup.vertices[first] == soup.vertices[v]);
      for (std::size_t u = 0; u < first; ++u) EXPECT_FALSE(soup.vertices[u] == soup.vertices[v]);
    }
    bool is_closed = true;
    for (std::size_t part = 0; part < soup.parts.size(); ++part) {
      for (std::size_t slot = 0; slot < D; ++slot) {
        const EdgeKind kind = kind_of(soup, part, slot);
        EXPECT_EQ(topology.edges[part][slot], kind) << i << " " << part << " " << slot;
        ++seen[static_cast<int>(kind)];
        if (!is_closed || !is_unmatched(soup, part, slot)) continue;
        is_closed = false;
        const auto& p = soup.parts[part];
        EXPECT_EQ(topology.unmatched,
                  (UnmatchedEdge{static_cast<PartId>(part), p[slot], p[D == 2 ? slot : (slot + 1) % D]}));
      }
    }
    EXPECT_EQ(topology.is_closed, is_closed);
  }
  for (const int count : seen) EXPECT_GT(count, 0);
}

TYPED_TEST(Topology, ComponentsAreConnectedByEqualVertices) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D;
  oracle::Random random(32);
  for (int i = 0; i < 100; ++i) {
    const Soup<T, D> soup = i % 2 == 0 ? lattice_soup<T, D>(random) : soup_of<T, D>(random, Family::random, 30);
    const auto topology = find_topology(soup.mesh());
    const std::size_t n = soup.parts.size();
    std::vector<std::size_t> lowest(n);
    for (std::size_t k = 0; k < n; ++k) lowest[k] = k;
    const auto touch = [&](std::size_t x, std::size_t y) {
      for (const std::uint32_t u : soup.parts[x]) {
        for (const std::uint32_t v : soup.parts[y]) {
          if (soup.vertices[u] == soup.vertices[v]) return true;
        }
      }
      return false;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t x = 0; x < n; ++x) {
        for (std::size_t y = 0; y < n; ++y) {
          if (lowest[y] < lowest[x] && touch(x, y)) {
            lowest[x] = lowest[y];
            changed = true;
          }
        }
      }
    }
    std::uint32_t count = 0;
    std::vector<std::uint32_t> first;
    for (std::size_t x = 0; x < n; ++x) {
      if (lowest[x] == x) {
        EXPECT_EQ(topology.component[x], count++);
        first.push_back(static_cast<std::uint32_t>(x));
      } else {
        EXPECT_EQ(topology.component[x], topology.component[lowest[x]]);
      }
    }
    EXPECT_EQ(topology.component_count, count);
    const Mesh<T, D> mesh = soup.mesh();
    const auto components = mesh.composite().components;
    EXPECT_EQ(std::vector<std::uint32_t>(components.begin(), components.end()), first);
  }
}

TEST(Topology3, ACubeIsClosedWithFlatDiagonals) {
  const auto topology = find_topology(cube<float>().mesh());
  EXPECT_TRUE(topology.is_closed);
  EXPECT_EQ(topology.component_count, 1U);
  int flat = 0, convex = 0;
  for (const auto& edges : topology.edges) {
    for (const EdgeKind kind : edges) {
      flat += kind == EdgeKind::flat ? 1 : 0;
      convex += kind == EdgeKind::convex ? 1 : 0;
    }
  }
  EXPECT_EQ(flat, 12);
  EXPECT_EQ(convex, 24);
  EXPECT_STREQ(to_string(EdgeKind::concave), "concave");
}

/// The least bend that there is decides, at any scale.
TEST(Topology3, TheLeastBendIsNotFlat) {
  for (const double s : {0x1p-1060, 1.0, 0x1p1000}) {
    for (const double bend : {-0x1p-13, 0.0, 0x1p-13}) {
      const std::vector<Vec3d> v{{s, 0, s}, {s, s, s}, {0, 0, s}, {2 * s, 0, s * (1 + bend)}};
      const std::vector<std::array<std::uint32_t, 3>> parts{{0, 1, 2}, {1, 0, 3}};
      const auto mesh = Mesh3d::from(v, parts);
      ASSERT_TRUE(mesh);
      const EdgeKind kind = find_topology(*mesh).edges[0][0];
      EXPECT_EQ(kind, bend < 0 ? EdgeKind::convex : bend > 0 ? EdgeKind::concave : EdgeKind::flat);
    }
  }
}

}  // namespace
}  // namespace abut::test
