/// The verbs of what moves, in one space, as a table: as static_table.hpp, and apart from it, so that either half links without the other.
#pragma once

#include <abut.h>
#include "operand.hpp"

namespace abut::c_api {

/// What a cast is asked.
struct CastQuestion {
  const abut_shape* a;     ///< of a ray: null
  const double* origin;    ///< of a ray
  const double* motion_a;  ///< of a ray: its direction
  const abut_shape* b;
  const double* motion_b;  ///< null: it rests
  abut_options options;
  abut_trace* trace;  ///< null: nobody watches
};

struct ImpactQuestion {
  const abut_shape* a;
  const abut_motion* motion_a;  ///< null: it stays
  const abut_shape* b;
  const abut_motion* motion_b;
  abut_options options;
  abut_trace* trace;
};

struct MovingTable {
  Fault (*ray_cast)(const CastQuestion&, abut_answer&);
  Fault (*shape_cast)(const CastQuestion&, abut_answer&);
  Fault (*time_of_impact)(const ImpactQuestion&, abut_answer&);
  Fault (*pose_at)(const abut_motion&, double, double*, double*);
};

extern const MovingTable moving_2f, moving_3f, moving_2d, moving_3d;

}  // namespace abut::c_api
