/// The queries about motion of one space, as a table: the twin of static_table.hpp. Two tables, so that a program can
/// link either half without the other.
#pragma once

#include "operand/reader.hpp"

#include <abut.h>

namespace abut::c_api {

/// The arguments of a ray cast, a shape cast or a depth along a direction.
struct CastQuery {
  const abut_shape* a;          ///< ray: null
  const double* origin;         ///< ray: where it begins; shape: null
  const double* translation_a;  ///< ray: its direction; depth: null
  const abut_shape* b;
  const double* translation_b;  ///< null: it rests; depth: the direction
  abut_options options;
  abut_trace* trace;  ///< null: untraced
};

struct ImpactQuery {
  const abut_shape* a;
  const abut_motion* motion_a;  ///< null: it rests
  const abut_shape* b;
  const abut_motion* motion_b;  ///< null: it rests
  abut_options options;
  abut_trace* trace;  ///< null: untraced
};

struct MovingTable {
  Fault (*depth_along)(const CastQuery&, abut_answer&);
  Fault (*ray_cast)(const CastQuery&, abut_answer&);
  Fault (*shape_cast)(const CastQuery&, abut_answer&);
  Fault (*time_of_impact)(const ImpactQuery&, abut_answer&);
  Fault (*pose_at)(const abut_motion&, double, double*, double*);
};

extern const MovingTable moving_2f, moving_3f, moving_2d, moving_3d;

}  // namespace abut::c_api
