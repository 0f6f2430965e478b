/// Which parts an answer about bodies of parts names.
#pragma once

#include "io/json_writer.hpp"
#include "record/bodies/body.hpp"

namespace abut::tool {

template <class A>
bool has_subparts(const A&) {
  return false;
}
template <Scalar T, int D>
bool has_subparts(const BodyOperand<T, D>& body) {
  return body.has_subparts();
}

/// A convex shape is its own part 0. A compound some of whose parts are bodies has parts of parts.
template <class A, class B, class Result>
void append_parts(const A& a, const B& b, const Result& r, bool known, ObjectWriter& answer) {
  answer.number_if(known, "part_a", r.part_a);
  answer.number_if(known, "part_b", r.part_b);
  if (has_subparts(a)) answer.number_if(known, "subpart_a", r.subpart_a);
  if (has_subparts(b)) answer.number_if(known, "subpart_b", r.subpart_b);
}

/// The same of an answer about one body.
template <class A, class Result>
void append_part(const A& a, const Result& r, bool known, ObjectWriter& answer) {
  answer.number_if(known, "part", r.part);
  if (has_subparts(a)) answer.number_if(known, "subpart", r.subpart);
}

}  // namespace abut::tool
