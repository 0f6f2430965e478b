/// The rows of the benchmark: their names, what they measure, and how their queries are made.
#pragma once

#include "workload/workload.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

enum class Arrangement {
  apart,        ///< random orientations, moved along the normal until they are `gap` sizes apart
  overlapping,  ///< touching, then pushed together by 5 to 30 % of the distance between their origins
  parallel,     ///< boxes, a face on a face, tilted by 2^-21 to 2^-7 radians
  frames,       ///< pairs that move a little from query to query, 1 % to 100 % of the size apart
  resting,      ///< boxes, a face on a face, tilted by 2^-23 to 2^-10 radians, 1e-3 to 2e-2 deep
  stacked,      ///< resting pairs that move a little from query to query
  aimed,        ///< rays from 1 to 2.5 sizes away; nine in ten meet
};

/// The verb of a row.
enum class Question {
  distance,
  verdict,  ///< only whether they overlap
  depth,
  contact,  ///< a manifold, judged by the separation of its deepest point
  ray,      ///< at B
};

struct Row {
  std::string name;
  Question question = Question::distance;
  int dimension = 3;
  Form form_a = Form::hull, form_b = Form::hull;
  int points = 0;  ///< per hull
  Arrangement arrangement = Arrangement::apart;
  /// In sizes; negative: pushed in by that much. The size of a pair is the sum of the bounding radii of its shapes.
  double gap = 0;
  double flatness = 1;   ///< box: the third extent as a part of the others
  double slimness = 1;   ///< box: likewise the second
  bool aligned = false;  ///< both without rotation
  double scale = 1;      ///< a factor for every length
  double offset = 0;     ///< of both shapes from the origin, in units of `scale`; 0: random, within five sizes
  double ratio = 1;      ///< how many times larger A is than B
  bool warm = false;
};

/// Whether its pairs move, and a cache of the frame before may help.
inline bool has_frames(const Row& row) {
  return row.arrangement == Arrangement::frames || row.arrangement == Arrangement::stacked;
}

inline constexpr int query_count = 4096;

/// In the order of the report.
std::span<const Row> rows();
/// Untimed rows: overlapping pairs, whose depths are counted by their errors.
std::span<const Row> depth_rows();

/// The rows whose names contain the text.
std::vector<Row> rows_containing(std::string_view text, std::span<const Row> among = rows());

/// The same queries on every machine; a smaller count gives the first of them.
template <int D>
Workload<D> make_workload(const Row& row, int count = query_count);

}  // namespace bench
