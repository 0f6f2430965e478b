/// The answers about bodies of many parts: those of `distance`, `overlap`, `penetration`, `depth_along`, `separation`
/// and `closest_point` where `a` or `b` is a mesh, a solid, a cloud or a compound; and of `inside`.
#pragma once

#include "answer/op_table.hpp"

namespace abut::tool {

void append_distance_of_bodies(const Record& record, const AnswerOptions& options, std::string& out);
void append_overlap_of_bodies(const Record& record, const AnswerOptions& options, std::string& out);
/// Of `depth_along` too.
void append_penetration_of_bodies(const Record& record, const AnswerOptions& options, std::string& out);
void append_separation_of_bodies(const Record& record, const AnswerOptions& options, std::string& out);
void append_closest_point_of_body(const Record& record, const AnswerOptions& options, std::string& out);
void append_inside_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
