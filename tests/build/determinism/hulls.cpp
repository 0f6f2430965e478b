/// Hulls of random clouds, and one hash of all their bits; see answers.cpp.
#include "hash.hpp"

#include <abut/abut.hpp>

#include <cstdio>
#include <vector>

namespace {

using namespace abut;
using determinism::Hash;
using determinism::Random;

template <class T, int D>
void add(const Hull<T, D>& hull, Hash& hash) {
  hash.add(static_cast<std::uint64_t>(hull.rank()));
  for (VertexId v = 0; v < hull.vertex_count(); ++v) {
    hash.add(std::uint64_t{hull.input_index(v)});
    for (const VertexId w : hull.neighbors(v)) hash.add(std::uint64_t{w});
  }
  for (const auto& face : hull.faces()) {
    hash.add(face.normal);
    for (const VertexId v : face.vertices) hash.add(std::uint64_t{v});
  }
  hash.add(hull.measure());
  hash.add(hull.centroid());
  hash.add(hull.overhang());
}

/// Clouds in general position, flat ones, and those on a lattice, with and without a limit.
template <class T, int D>
void build(Random& random, Hash& hash) {
  for (int i = 0; i < 300; ++i) {
    std::vector<Vec<T, D>> points(1 + random.next() % 100);
    for (auto& p : points) {
      p = random.vector<T, D>();
      if (i % 3 == 1) p[D - 1] = p[0];
      if (i % 3 != 2) continue;
      for (int k = 0; k < D; ++k) p[k] = static_cast<T>(static_cast<int>(random.next() % 7));
    }
    add(*Hull<T, D>::from(points), hash);
    add(*Hull<T, D>::from(points, {.vertex_limit = 8}), hash);
  }
}

}  // namespace

int main() {
  Random random;
  Hash hash;
  build<float, 2>(random, hash);
  build<double, 2>(random, hash);
  build<float, 3>(random, hash);
  build<double, 3>(random, hash);
  std::printf("%016llx\n", static_cast<unsigned long long>(hash.value()));
}
