/// The queries of ShapeRef, compiled once instead of in every file that asks them.
///
/// Link abut::compiled in place of abut::abut: it defines ABUT_COMPILED, and this header (abut.hpp includes it) then declares
/// that `distance`, `overlap`, `separation`, `penetration`, `contact`, `shape_cast`, `ray_cast` and `closest_point` of ShapeRefs, each placed or not, with a
/// cache or without, are in the library, and `time_of_impact` of two that move. The answers are the same, bit for bit. A query with a trace is compiled where it is written, as ever.
#pragma once

#include <abut/closest_point.hpp>
#include <abut/contact.hpp>
#include <abut/distance.hpp>
#include <abut/overlap.hpp>
#include <abut/penetration.hpp>
#include <abut/ray_cast.hpp>
#include <abut/separation.hpp>
#include <abut/shape_cast.hpp>
#include <abut/shape_ref.hpp>
#include <abut/time_of_impact.hpp>

/// The queries of A and B.
#define ABUT_INSTANTIATE_PAIR(WORDS, T, D, A, B)                                            \
  WORDS Distance<T, D> distance(const A&, const B&, const DistanceOptions<T>&);             \
  WORDS Distance<T, D> distance(const A&, const B&, Cache<D>&, const DistanceOptions<T>&);  \
  WORDS Overlap<T, D> overlap(const A&, const B&, const OverlapOptions&);                   \
  WORDS Overlap<T, D> overlap(const A&, const B&, Cache<D>&, const OverlapOptions&);        \
  WORDS Separation<T, D> separation(const A&, const B&, const SeparationOptions<T>&);       \
  WORDS Penetration<T, D> penetration(const A&, const B&, const PenetrationOptions<T, D>&); \
  WORDS Contact<T, D> contact(const A&, const B&, const ContactOptions<T>&);

/// All queries of a ShapeRef R. WORDS: `extern template` to declare them, `template` to compile them.
#define ABUT_INSTANTIATE(WORDS, T, D, R)                                                         \
  ABUT_INSTANTIATE_PAIR(WORDS, T, D, R, R)                                                       \
  ABUT_INSTANTIATE_PAIR(WORDS, T, D, Placed<R>, R)                                               \
  ABUT_INSTANTIATE_PAIR(WORDS, T, D, R, Placed<R>)                                               \
  ABUT_INSTANTIATE_PAIR(WORDS, T, D, Placed<R>, Placed<R>)                                       \
  WORDS ClosestPoint<T, D> closest_point(const Vec<T, D>&, const R&, const DistanceOptions<T>&); \
  WORDS ClosestPoint<T, D> closest_point(const Vec<T, D>&, const Placed<R>&, const DistanceOptions<T>&);

/// And its casts and times of impact: as much again to compile.
#define ABUT_INSTANTIATE_CAST(WORDS, T, D, A, B) \
  WORDS ShapeCast<T, D> shape_cast(const A&, const Vec<T, D>&, const B&, const ShapeCastOptions<T, D>&);

#define ABUT_INSTANTIATE_CASTS(WORDS, T, D, R)                                                \
  ABUT_INSTANTIATE_CAST(WORDS, T, D, R, R)                                                    \
  ABUT_INSTANTIATE_CAST(WORDS, T, D, Placed<R>, R)                                            \
  ABUT_INSTANTIATE_CAST(WORDS, T, D, R, Placed<R>)                                            \
  ABUT_INSTANTIATE_CAST(WORDS, T, D, Placed<R>, Placed<R>)                                    \
  WORDS RayCast<T, D> ray_cast(const Ray<T, D>&, const R&, const RayCastOptions<T>&);         \
  WORDS RayCast<T, D> ray_cast(const Ray<T, D>&, const Placed<R>&, const RayCastOptions<T>&); \
  WORDS TimeOfImpact<T, D> time_of_impact(const Moving<R>&, const Moving<R>&, const TimeOfImpactOptions<T>&);

#if defined(ABUT_COMPILED)
namespace abut {

ABUT_INSTANTIATE(extern template, float, 2, ShapeRef2f)
ABUT_INSTANTIATE_CASTS(extern template, float, 2, ShapeRef2f)
ABUT_INSTANTIATE(extern template, float, 3, ShapeRef3f)
ABUT_INSTANTIATE_CASTS(extern template, float, 3, ShapeRef3f)
ABUT_INSTANTIATE(extern template, double, 2, ShapeRef2d)
ABUT_INSTANTIATE_CASTS(extern template, double, 2, ShapeRef2d)
ABUT_INSTANTIATE(extern template, double, 3, ShapeRef3d)
ABUT_INSTANTIATE_CASTS(extern template, double, 3, ShapeRef3d)

}  // namespace abut
#endif
