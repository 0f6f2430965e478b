/// The verbs in one space, as a table: abut.cpp picks the table, and everything behind it is written once for all four.
#pragma once

#include <abut.h>
#include "operand.hpp"

namespace abut::c_api {

/// What a verb is asked.
struct Question {
  const abut_shape* a;
  const abut_shape* b;
  abut_options options;
  abut_trace* trace;           ///< null: nobody watches
  abut_contact_point* points;  ///< of contact
  std::size_t capacity;
};

/// Where the furthest points are asked for, and where they go.
struct Directions {
  const double* directions;
  std::size_t count;
  double* points;
  std::uint32_t* vertices;  ///< may be null
};

struct StaticTable {
  Fault (*distance)(const Question&, abut_answer&);
  Fault (*overlap)(const Question&, abut_answer&);
  Fault (*penetration)(const Question&, abut_answer&);
  Fault (*separation)(const Question&, abut_answer&);
  Fault (*contact)(const Question&, abut_answer&);
  Fault (*closest_point)(const double*, const Question&, abut_answer&);
  Fault (*support)(const abut_shape&, const Directions&);
};

extern const StaticTable static_2f, static_3f, static_2d, static_3d;

}  // namespace abut::c_api
