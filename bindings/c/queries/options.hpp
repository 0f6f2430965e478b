/// From abut_options to the options of the library. A cache is set by the queries that have one.
#pragma once

#include "operand/reader.hpp"

#include <abut.h>
#include <abut/depth_along.hpp>
#include <abut/distance.hpp>
#include <abut/overlap.hpp>
#include <abut/ray_cast.hpp>
#include <abut/separation.hpp>
#include <abut/shape_cast.hpp>

namespace abut::c_api {

/// An option; 0 stands for its default.
template <Scalar T>
T chosen(double given, T standard) {
  return given == 0 ? standard : static_cast<T>(given);
}
inline int chosen(std::int32_t given, int standard) { return given == 0 ? standard : given; }

template <Scalar T, int D>
DistanceOptions<T, D> distance_options(const abut_options& o) {
  const DistanceOptions<T, D> standard;
  return {.tolerance = chosen<T>(o.tolerance, standard.tolerance),
          .cutoff = chosen<T>(o.cutoff, standard.cutoff),
          .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
}

template <Scalar T, int D>
OverlapOptions<T, D> overlap_options(const abut_options& o) {
  const OverlapOptions<T, D> standard;
  return {.method = static_cast<OverlapMethod>(o.method),
          .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
}

template <Scalar T, int D>
SeparationOptions<T, D> separation_options(const abut_options& o) {
  const SeparationOptions<T, D> standard;
  return {.tolerance = chosen<T>(o.tolerance, standard.tolerance),
          .cutoff = chosen<T>(o.cutoff, standard.cutoff),
          .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
}

template <Scalar T, int D>
DepthAlongOptions<T, D> depth_along_options(const abut_options& o) {
  const DepthAlongOptions<T, D> standard;
  return {.tolerance = chosen<T>(o.tolerance, standard.tolerance),
          .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
}

template <Scalar T, int D>
RayCastOptions<T, D> ray_cast_options(const abut_options& o) {
  const RayCastOptions<T, D> standard;
  return {.max_t = chosen<T>(o.max_t, standard.max_t),
          .at_start = static_cast<InsidePolicy>(o.at_start),
          .method = static_cast<CastMethod>(o.method),
          .tolerance = chosen<T>(o.tolerance, standard.tolerance),
          .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
}

template <Scalar T, int D>
ShapeCastOptions<T, D> shape_cast_options(const abut_options& o, const Vec<T, D>& translation_b) {
  const ShapeCastOptions<T, D> standard;
  return {.target = static_cast<T>(o.target),
          .translation_b = translation_b,
          .max_t = chosen<T>(o.max_t, standard.max_t),
          .method = static_cast<CastMethod>(o.method),
          .at_start = static_cast<StartPolicy>(o.at_start),
          .tolerance = chosen<T>(o.tolerance, standard.tolerance),
          .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
}

/// The fault of lengths that are infinite as float.
template <Scalar T, int D>
Fault lengths_fault(const abut_options& o) {
  Reader<T, D> read(nullptr, 'o');
  read.rounded(o.target, -1);
  read.rounded(o.tolerance, -1);
  read.rounded(o.target_tolerance, -1);
  return read.fault();
}

}  // namespace abut::c_api
