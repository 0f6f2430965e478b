/// Contacts, gradients, casts and boxes, of shapes and half-spaces, compiled in place: one hash of all the bits of
/// the answers, as answers.cpp has it for the other verbs.
#include "hash.hpp"

#include <abut/abut.hpp>

#include <cstdio>

namespace {

using namespace abut;
using determinism::Hash;
using determinism::Random;

/// A small tilt, so that faces are often level.
template <class T, int D>
Pose<T, D> pose(Random& random) {
  Pose<T, D> r;
  r.p = random.vector<T, D>() * T(2);
  if constexpr (D == 2) {
    r.q = Rotation<T, 2>::by(random.number<T>() / T(8));
  } else {
    const auto v = random.vector<T, 3>();
    r.q = {T(1), v.x / T(16), v.y / T(16), v.z / T(16)};
  }
  return r;
}

template <class T, int D>
void add(const Contact<T, D>& c, Hash& hash) {
  hash.add(static_cast<std::uint64_t>(c.status));
  hash.add(static_cast<std::uint64_t>(c.count));
  hash.add(c.normal);
  for (const T x : {c.separation, c.lower, c.upper}) hash.add(x);
  for (const auto& p : c) {
    hash.add(p.point_a);
    hash.add(p.point_b);
    hash.add(p.separation);
    for (const auto& id : {p.id_a, p.id_b}) {
      hash.add(static_cast<std::uint64_t>(id.kind));
      for (const VertexId v : id.vertices) hash.add(std::uint64_t{v});
    }
  }
}

template <class T, int D>
void add(const RayCast<T, D>& r, Hash& hash) {
  hash.add(static_cast<std::uint64_t>(r.status));
  hash.add(std::uint64_t{r.hit} << 1 | std::uint64_t{r.miss});
  for (const T x : {r.t, r.t_safe}) hash.add(x);
  for (const auto& v : {r.point, r.normal}) hash.add(v);
}

template <class T, int D>
void add(const SeparationGradient<T, D>& g, Hash& hash) {
  hash.add(g.separation);
  for (const auto& side : {g.a, g.b}) {
    hash.add(side.translation);
    hash.add(side.rotation);
  }
  hash.add(std::uint64_t{g.unique});
}

template <class T, int D, class A, class B>
void answer(const A& a, const B& b, Random& random, Hash& hash) {
  const auto pose_a = pose<T, D>(random), pose_b = pose<T, D>(random);
  const auto x = place(a, pose_a);
  const auto y = place(b, pose_b);
  add(contact(x, y), hash);
  add(separation_gradient(x, y), hash);
  const Ray<T, D> ray{.origin = random.vector<T, D>() * T(3), .direction = random.vector<T, D>()};
  add(ray_cast(ray, y), hash);
  const auto box = aabb(y);
  hash.add(box.min);
  hash.add(box.max);
  const HalfSpace<T, D> ground{.normal = detail::axis<T, D>(D - 1) + random.vector<T, D>() / T(8),
                               .offset = random.number<T>()};
  add(contact(ground, y), hash);
  add(contact(x, ground), hash);
}

template <class T, int D>
void answer(Random& random, Hash& hash) {
  for (int i = 0; i < 400; ++i) {
    const Box<T, D> box{random.sizes<T, D>()};
    const auto start = random.vector<T, D>(), end = random.vector<T, D>(), third = random.vector<T, D>();
    const Triangle<T, D> triangle{start, end, third};
    answer<T, D>(triangle, box, random, hash);
  }
}

}  // namespace

int main() {
  Random random;
  Hash hash;
  answer<float, 2>(random, hash);
  answer<double, 2>(random, hash);
  answer<float, 3>(random, hash);
  answer<double, 3>(random, hash);
  std::printf("%016llx\n", static_cast<unsigned long long>(hash.value()));
}
