/// The rows of the benchmark: their names, what they are about, and how to make their queries.
#pragma once

#include "workload/workload.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

enum class Arrangement {
  apart,        ///< random orientations, moved along the normal until they are `gap` sizes apart
  overlapping,  ///< touching, then drawn together by 5 to 30 % of the way between their origins
  parallel,     ///< boxes, a face on a face, tilted by 2^-21 to 2^-7 radians
  frames,       ///< pairs that move a little from query to query, 1 % to 100 % of the size apart
};

/// What is asked of a row's queries.
enum class Question {
  distance,
  verdict,  ///< whether they meet, and no more
  depth,
};

struct Row {
  std::string name;
  Question question = Question::distance;
  int dimension = 3;
  Form form_a = Form::hull, form_b = Form::hull;
  int points = 0;  ///< of a hull
  Arrangement arrangement = Arrangement::apart;
  double gap =
      0;  ///< in sizes, negative: pushed in by that much; the size of a pair is the sum of the radii of the balls around its shapes
  double flatness = 1;   ///< of a box: the third extent as a part of the others
  double slimness = 1;   ///< of a box: likewise the second
  bool aligned = false;  ///< along the axes of the world, both
  double scale = 1;      ///< of every length
  double offset = 0;     ///< of both shapes from the origin, in units of `scale`; 0: five sizes
  double ratio = 1;      ///< how many times larger A is than B
  bool warm = false;
};

inline constexpr int query_count = 4096;

/// In the order of the report.
std::span<const Row> rows();
/// Those that are not timed: overlapping pairs, whose depths are counted by how far they are off.
std::span<const Row> depth_rows();

/// The rows whose names contain the text.
std::vector<Row> rows_containing(std::string_view text, std::span<const Row> among = rows());

/// The same queries on every machine; fewer are the first of them.
template <int D>
Workload<D> make_workload(const Row& row, int count = query_count);

}  // namespace bench
