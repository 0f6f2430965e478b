/// What is measured in several builds of abut: compiled in place (abut::headers), with the library (abut::abut), and
/// with the headers of another commit (scripts/bench-against).
#pragma once

#include "workload/rows.hpp"
#include "workload/sweeps.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// All queries, made once.
struct WayQueries {
  template <int D>
  struct Named {
    std::string name;
    Question question;
    Workload<D> workload;
  };

  std::vector<Named<2>> in_2d;
  std::vector<Named<3>> in_3d;
  Sweeps<3> box_casts, hull_casts, box_sweeps, hull_sweeps;
  Sweeps<2> polygon_casts, polygon_sweeps;
};

struct WayRow {
  std::string name;
  std::size_t count;          ///< queries of a pass
  std::function<void()> run;  ///< a pass
};

// All are rows.cpp.in, compiled in these ways. The queries must outlive the rows.
std::vector<WayRow> rows_by_headers(const WayQueries& queries);
std::vector<WayRow> rows_by_library(const WayQueries& queries);
std::vector<WayRow> rows_by_base(const WayQueries& queries);

}  // namespace bench
