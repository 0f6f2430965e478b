/// How large shapes and answers are, and how much stack each verb uses: the tables of docs/memory.md.
///
/// A query runs in a thread of its own, on a stack that was filled with a pattern before. The most is that of all pairs
/// of a few shapes, near and far, less what an empty thread uses.
#include <abut/abut.hpp>
#include <abut/compound.hpp>
#include <abut/mesh.hpp>

#include <pthread.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

namespace {

using namespace abut;

volatile double sink;  // so that no answer is optimized away

std::ptrdiff_t stack_of(const std::function<void()>& job) {
  constexpr std::size_t size = 1 << 20;
  auto* const stack = static_cast<char*>(std::aligned_alloc(4096, size));
  std::fill(stack, stack + size, 'Z');
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, size);
  pthread_t thread{};
  const auto run = [](void* f) -> void* {
    (*static_cast<const std::function<void()>*>(f))();
    return nullptr;
  };
  pthread_create(&thread, &attributes, run, const_cast<std::function<void()>*>(&job));
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  const auto used = stack + size - std::find_if(stack, stack + size, [](char c) { return c != 'Z'; });
  std::free(stack);
  return used;
}

template <class T, int D>
Hull<T, D> hull() {
  std::vector<Vec<T, D>> points(64);
  unsigned state = 1;
  for (auto& p : points) {
    for (int k = 0; k < D; ++k) {
      state = state * 1664525U + 1013904223U;
      p[k] = static_cast<T>(static_cast<int>((state >> 8) % 2001U) - 1000) / T(1000);
    }
  }
  return *Hull<T, D>::from(points);
}

template <class T, int D, class Verb>
std::ptrdiff_t most(Verb verb) {
  const auto stone = hull<T, D>();
  Box<T, D> box;
  Ellipsoid<T, D> egg;
  Pose<T, D> near, far;
  for (int k = 0; k < D; ++k) {
    box.half[k] = T(1);
    egg.radii[k] = T(1) + T(k) / T(2);
    near.p[k] = T(0.3);
    far.p[k] = T(2);
  }
  const Capsule<T, D> pill{.a = {}, .b = detail::axis<T, D>(0), .radius = T(0.3)};
  const ShapeRef<T, D> shapes[] = {stone, box, egg, pill};
  std::ptrdiff_t result = 0;
  for (const auto& a : shapes) {
    for (const auto& b : shapes) {
      for (const auto& pose : {near, far})
        result = std::max(result, stack_of([&] { sink = double(verb(a, b, pose)); }));
    }
  }
  return result - stack_of([] {});
}

template <class Verb>
void row(const char* name, Verb verb) {
  std::printf("| `%s` | %td | %td | %td | %td |\n", name, most<float, 2>(verb), most<double, 2>(verb),
              most<float, 3>(verb), most<double, 3>(verb));
}

std::uint32_t next_number() {
  static unsigned state = 1;
  state = state * 1664525U + 1013904223U;
  return state >> 8;
}

/// Long triangles, or segments, all over a box: they overlap.
template <class T, int D>
Mesh<T, D> mesh() {
  std::vector<Vec<T, D>> vertices(200);
  for (auto& v : vertices) {
    for (int k = 0; k < D; ++k) v[k] = static_cast<T>(static_cast<int>(next_number() % 2001U) - 1000) / T(1000);
  }
  std::vector<std::array<std::uint32_t, D>> parts(400);
  for (auto& part : parts) {
    for (auto& v : part) v = next_number() % 200;
  }
  return std::move(*Mesh<T, D>::from(vertices, parts));
}

/// The most of meshes, or of compounds of two meshes and a box, near and far.
template <class T, int D, bool of_compounds, class Verb>
std::ptrdiff_t most_of_bodies(Verb verb) {
  const Mesh<T, D> a = mesh<T, D>(), b = mesh<T, D>();
  std::ptrdiff_t result = 0;
  for (const T distance : {T(0.1), T(1), T(3)}) {
    Pose<T, D> pose;
    for (int k = 0; k < D; ++k) pose.p[k] = distance;
    if constexpr (of_compounds) {
      const auto c = Compound<T, D>::from({place(a.view(), pose), place(b.view(), Pose<T, D>{}), Box<T, D>{pose.p}});
      const auto d = Compound<T, D>::from({place(b.view(), Pose<T, D>{}), place(a.view(), Pose<T, D>{-pose.p, {}})});
      result = std::max(result, stack_of([&] { sink = double(verb(*c, *d, pose)); }));
    } else {
      result = std::max(result, stack_of([&] { sink = double(verb(a, b, pose)); }));
    }
  }
  return result - stack_of([] {});
}

template <class Verb>
void body_row(const char* name, Verb verb) {
  std::printf("| `%s` | %td | %td | %td | %td |\n", name, most_of_bodies<double, 2, false>(verb),
              most_of_bodies<double, 3, false>(verb), most_of_bodies<double, 2, true>(verb),
              most_of_bodies<double, 3, true>(verb));
}

template <template <class, int> class Type>
void size_row(const char* name) {
  std::printf("| `%s` | %zu | %zu | %zu | %zu |\n", name, sizeof(Type<float, 2>), sizeof(Type<double, 2>),
              sizeof(Type<float, 3>), sizeof(Type<double, 3>));
}

}  // namespace

int main() {
  std::printf("| bytes | 2D float | 2D double | 3D float | 3D double |\n|---|---|---|---|---|\n");
  size_row<Pose>("Pose");
  size_row<Box>("Box");
  size_row<Capsule>("Capsule");
  size_row<Hull>("Hull");
  size_row<Distance>("Distance");
  size_row<Overlap>("Overlap");
  size_row<Penetration>("Penetration");
  size_row<Separation>("Separation");
  size_row<SeparationGradient>("SeparationGradient");
  size_row<Contact>("Contact");
  size_row<RayCast>("RayCast");
  size_row<ShapeCast>("ShapeCast");
  size_row<TimeOfImpact>("TimeOfImpact");
  std::printf("\n| stack | 2D float | 2D double | 3D float | 3D double |\n|---|---|---|---|---|\n");
  row("distance", [](auto a, auto b, auto p) { return distance(a, place(b, p)).lower; });
  row("overlap", [](auto a, auto b, auto p) { return overlap(a, place(b, p)).lower; });
  row("penetration", [](auto a, auto b, auto p) { return penetration(a, place(b, p)).lower; });
  row("separation", [](auto a, auto b, auto p) { return separation(a, place(b, p)).lower; });
  row("separation_gradient",
      [](auto a, auto b, auto p) { return separation_gradient(a, place(b, p)).a.translation.x; });
  row("contact", [](auto a, auto b, auto p) { return contact(a, place(b, p)).lower; });
  row("closest_point", [](auto a, auto, auto p) { return closest_point(p.p, a).distance; });
  row("ray_cast", [](auto a, auto, auto p) { return ray_cast(Ray{p.p + p.p + p.p, -p.p}, a).t_safe; });
  row("shape_cast", [](auto a, auto b, auto p) { return shape_cast(a, p.p, place(b, {.p = p.p + p.p})).t_safe; });
  row("time_of_impact", [](auto a, auto b, auto p) {
    return time_of_impact(moving(a, motion_between(decltype(p){}, p)), moving(b, motion_between(p, decltype(p){})))
        .t_safe;
  });
  row("aabb", [](auto a, auto, auto p) { return aabb(place(a, p)).min.x; });
  std::printf("\n| stack, double | meshes, 2D | meshes, 3D | compounds of meshes, 2D | 3D |\n|---|---|---|---|---|\n");
  body_row("distance", [](auto& a, auto& b, auto p) { return distance(a, place(b, p)).lower; });
  body_row("overlap", [](auto& a, auto& b, auto p) { return overlap(a, place(b, p)).lower; });
  body_row("penetration", [](auto& a, auto& b, auto p) { return penetration(a, place(b, p)).lower; });
  body_row("separation", [](auto& a, auto& b, auto p) { return separation(a, place(b, p)).lower; });
  body_row("closest_point", [](auto& a, auto&, auto p) { return closest_point(p.p, a).lower; });
  body_row("ray_cast", [](auto& a, auto&, auto p) { return ray_cast(Ray{p.p + p.p + p.p, -p.p}, a).t_safe; });
  body_row("shape_cast",
           [](auto& a, auto& b, auto p) { return shape_cast(a, p.p, place(b, {.p = p.p + p.p})).t_safe; });
}
