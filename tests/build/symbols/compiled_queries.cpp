/// Every query of abut::compiled; the test checks that none of them is compiled here.
#include <abut/abut.hpp>

namespace abut {
namespace {

template <class T, int D>
T all_motions(const ShapeRef<T, D>& a, const ShapeRef<T, D>& b, const Pose<T, D>& p) {
  const auto pa = place(a, p), pb = place(b, p);
  const Motion<T, D> m{.start = p};
  const Ray<T, D> ray{p.p, p.p};
  return shape_cast(a, p.p, b).t_safe + shape_cast(pa, p.p, pb).t_safe + shape_cast(a, p.p, pb).t_safe +
         shape_cast(pa, p.p, b).t_safe + ray_cast(ray, a).t_safe + ray_cast(ray, pa).t_safe +
         time_of_impact(moving(a, m), moving(b, m)).t_safe;
}

template <class T, int D>
T all_queries(const ShapeRef<T, D>& a, const ShapeRef<T, D>& b, const Pose<T, D>& p, Cache<D>& cache) {
  const auto pa = place(a, p), pb = place(b, p);
  return distance(a, b).distance + distance(pa, pb).distance + distance(a, pb).distance + distance(pa, b).distance +
         distance(a, b, {.cache = &cache}).distance + distance(pa, pb, {.cache = &cache}).distance +
         distance(a, pb, {.cache = &cache}).distance + distance(pa, b, {.cache = &cache}).distance +
         closest_point(p.p, a).distance + closest_point(p.p, pa).distance + overlap(a, b).lower +
         overlap(pa, pb).lower + overlap(a, pb).lower + overlap(pa, b).lower + overlap(a, b, {.cache = &cache}).lower +
         overlap(pa, pb, {.cache = &cache}).lower + overlap(a, pb, {.cache = &cache}).lower +
         overlap(pa, b, {.cache = &cache}).lower + separation(a, b).lower + separation(pa, pb).lower +
         separation(a, pb).lower + separation(pa, b).lower + penetration(a, b).lower + penetration(pa, pb).lower +
         penetration(a, pb).lower + penetration(pa, b).lower + contact(a, b).lower + contact(pa, pb).lower +
         contact(a, pb).lower + contact(pa, b).lower + all_motions(a, b, p);
}

}  // namespace

float in_the_plane(const ShapeRef2f& a, const ShapeRef2f& b, Cache2& cache) {
  return all_queries(a, b, Pose2f{}, cache);
}
float in_space(const ShapeRef3f& a, const ShapeRef3f& b, Cache3& cache) { return all_queries(a, b, Pose3f{}, cache); }
double in_the_plane(const ShapeRef2d& a, const ShapeRef2d& b, Cache2& cache) {
  return all_queries(a, b, Pose2d{}, cache);
}
double in_space(const ShapeRef3d& a, const ShapeRef3d& b, Cache3& cache) { return all_queries(a, b, Pose3d{}, cache); }

}  // namespace abut
