/// The static queries of one space, as a table. abut.cpp picks the table; everything behind it is a template,
/// instantiated for the four spaces.
#pragma once

#include "operand/reader.hpp"

#include <abut.h>

#include <cstddef>
#include <cstdint>

namespace abut::c_api {

/// The arguments of a static query.
struct StaticQuery {
  const abut_shape* a;
  const abut_shape* b;
  const abut_options& options;
  abut_trace* trace;           ///< null: untraced
  abut_contact_point* points;  ///< contact: where its points are written
  std::size_t capacity;        ///< contact: room for so many points
};

/// Where abut_separation_gradient writes.
struct GradientRoom {
  abut_pose_gradient *a, *b;
};

/// Where abut_aabb writes.
struct AabbRoom {
  double *min, *max;
};

/// The arguments of abut_support: directions, and where the support points are written.
struct SupportQuery {
  const double* directions;
  std::size_t count;
  double* points;
  std::uint32_t* vertices;  ///< may be null
};

struct StaticTable {
  Fault (*distance)(const StaticQuery&, abut_answer&);
  Fault (*overlap)(const StaticQuery&, abut_answer&);
  Fault (*penetration)(const StaticQuery&, abut_answer&);
  Fault (*separation)(const StaticQuery&, abut_answer&);
  Fault (*contact)(const StaticQuery&, abut_answer&);
  Fault (*closest_point)(const double*, const StaticQuery&, abut_answer&);
  Fault (*separation_gradient)(const StaticQuery&, const GradientRoom&, abut_answer&);
  Fault (*aabb)(const abut_shape&, const AabbRoom&);
  Fault (*support)(const abut_shape&, const SupportQuery&);
};

extern const StaticTable static_2f, static_3f, static_2d, static_3d;

}  // namespace abut::c_api
