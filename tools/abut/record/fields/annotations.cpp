#include "record/fields/annotations.hpp"

#include <algorithm>

namespace abut::tool {

namespace {

constexpr std::string_view annotations[] = {"ccw",
                                            "core_depth",
                                            "core_depth2_exact",
                                            "core_directions",
                                            "core_directions_complete",
                                            "core_dist2_exact",
                                            "core_distance",
                                            "core_normal",
                                            "core_pa",
                                            "core_pb",
                                            "core_status",
                                            "core_unique",
                                            "core_witness_dim",
                                            "d0",
                                            "d1",
                                            "depth",
                                            "depth2_exact",
                                            "directions",
                                            "directions_complete",
                                            "dist2_exact",
                                            "dist_at_t",
                                            "distance",
                                            "expected",
                                            "extent",
                                            "family",
                                            "feat",
                                            "graze",
                                            "ground_truth",
                                            "ground_truth_applies",
                                            "hit",
                                            "hull_dim",
                                            "hull_verts",
                                            "initial",
                                            "lipschitz",
                                            "margin",
                                            "min_distance",
                                            "naive_axis_sep_end",
                                            "normal",
                                            "normals",
                                            "note",
                                            "orig_signed_distance",
                                            "orig_status",
                                            "origin_desc",
                                            "pa",
                                            "pb",
                                            "point",
                                            "rate",
                                            "scale",
                                            "signed_distance",
                                            "source",
                                            "span",
                                            "start",
                                            "start_depth",
                                            "start_distance",
                                            "status",
                                            "sub",
                                            "t",
                                            "t_err",
                                            "t_exact",
                                            "t_inner",
                                            "t_min",
                                            "t_outer",
                                            "unique",
                                            "witness_dim"};
static_assert(std::is_sorted(std::begin(annotations), std::end(annotations)));

}  // namespace

bool is_annotation(std::string_view field) {
  if (field.starts_with('_') || field.starts_with("x-")) return true;
  return std::binary_search(std::begin(annotations), std::end(annotations), field);
}

}  // namespace abut::tool
