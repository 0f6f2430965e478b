/// peers/verbs.hpp for the headers of version 0.1, whose names CHANGELOG.md lists beside those of now.
#pragma once

#include <abut/contact.hpp>
#include <abut/distance.hpp>
#include <abut/ray_cast.hpp>
#include <abut/time_of_impact.hpp>

namespace bench {

template <class A, class B, int D>
auto warm_distance(const A& a, const B& b, abut::Cache<D>& cache) {
  return abut::distance(a, b, cache);
}

/// There was no cache for it.
template <class A, class B, int D>
auto warm_contact(const A& a, const B& b, abut::Cache<D>&) {
  return abut::contact(a, b);
}

template <class T, int D, class S>
auto cast_ray(const abut::Ray<T, D>& ray, const S& shape, abut::CastMethod method = abut::CastMethod::gjk) {
  return abut::ray_cast(ray, shape, {.limit = 1, .method = method});
}

template <class T, int D>
T proven_free(const abut::RayCast<T, D>& r) {
  return r.safe;
}

template <int D>
using ImpactOptions = abut::TimeOfImpactOptions<float>;
using ImpactMethod = abut::ImpactMethod;

}  // namespace bench
