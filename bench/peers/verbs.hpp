/// The verbs of abut as the passes call them. `scripts/bench-against` compiles the passes with the headers of an older
/// commit too: what has another name there is here, in against/verbs.hpp.
#pragma once

#if __has_include(<abut/depth_along.hpp>)

#include <abut/contact.hpp>
#include <abut/distance.hpp>
#include <abut/ray_cast.hpp>
#include <abut/time_of_impact.hpp>

namespace bench {

template <class A, class B, int D>
auto warm_distance(const A& a, const B& b, abut::Cache<D>& cache) {
  return abut::distance(a, b, {.cache = &cache});
}

template <class A, class B, int D>
auto warm_contact(const A& a, const B& b, abut::Cache<D>& cache) {
  return abut::contact(a, b, {.cache = &cache});
}

template <class T, int D, class S>
auto cast_ray(const abut::Ray<T, D>& ray, const S& shape, abut::CastMethod method = abut::CastMethod::gjk) {
  return abut::ray_cast(ray, shape, {.max_t = 1, .method = method});
}

template <class T, int D>
T proven_free(const abut::RayCast<T, D>& r) {
  return r.t_safe;
}

template <int D>
using ImpactOptions = abut::TimeOfImpactOptions<float, D>;
using ImpactMethod = abut::TimeOfImpactMethod;

}  // namespace bench

#else
#include "against/verbs.hpp"
#endif
