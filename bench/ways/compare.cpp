#include "ways/compare.hpp"

#include "thread_time.hpp"

namespace bench {

namespace {

constexpr int way_rounds = 15;

template <int D>
Sweeps<D> first_of(Sweeps<D> w, int count) {
  w.sweeps.resize(static_cast<std::size_t>(count));
  return w;
}

double time_of(const WayRow& row) {
  row.run();
  const double start = thread_nanoseconds();
  row.run();
  return (thread_nanoseconds() - start) / static_cast<double>(row.count);
}

}  // namespace

WayQueries make_way_queries(std::string_view text, int count) {
  WayQueries q;
  for (const Row& row : rows_containing(text)) {
    if (row.dimension == 2) {
      q.in_2d.push_back({row.name, row.question, make_workload<2>(row, count)});
    } else {
      q.in_3d.push_back({row.name, row.question, make_workload<3>(row, count)});
    }
  }
  q.box_casts = first_of(sweeps_of_boxes(Turning::no), count);
  q.hull_casts = first_of(sweeps_of_hulls(Turning::no), count);
  q.polygon_casts = first_of(sweeps_of_polygons(Turning::no), count);
  q.box_sweeps = first_of(sweeps_of_boxes(Turning::yes), count);
  q.hull_sweeps = first_of(sweeps_of_hulls(Turning::yes), count);
  q.polygon_sweeps = first_of(sweeps_of_polygons(Turning::yes), count);
  return q;
}

Compared compare(const WayRow& first, const WayRow& second) {
  std::vector<double> times, ratios;
  for (int i = 0; i < way_rounds; ++i) {
    times.push_back(time_of(first));
    ratios.push_back(time_of(second) / times.back());
  }
  return {quartiles(times).median, quartiles(ratios)};
}

}  // namespace bench
