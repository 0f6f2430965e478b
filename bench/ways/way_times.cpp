/// What the library costs at run time: every row of the benchmark compiled in place, and with abut::abut. Prints
/// markdown.
#include "report/quartiles.hpp"
#include "thread_time.hpp"
#include "ways/rows.hpp"

#include <fmt/format.h>

#include <cstring>
#include <string_view>

namespace {

using namespace bench;

/// In each round both ways make an untimed pass and a timed one; the ratio is taken within a round.
constexpr int way_rounds = 15;

WayQueries make_queries() {
  WayQueries q;
  for (const Row& row : rows()) {
    if (row.dimension == 2) {
      q.in_2d.push_back({row.name, row.question, make_workload<2>(row)});
    } else {
      q.in_3d.push_back({row.name, row.question, make_workload<3>(row)});
    }
  }
  q.box_casts = sweeps_of_boxes(Turning::no);
  q.hull_casts = sweeps_of_hulls(Turning::no);
  q.polygon_casts = sweeps_of_polygons(Turning::no);
  q.box_sweeps = sweeps_of_boxes(Turning::yes);
  q.hull_sweeps = sweeps_of_hulls(Turning::yes);
  q.polygon_sweeps = sweeps_of_polygons(Turning::yes);
  return q;
}

double time_of(const WayRow& row) {
  row.run();
  const double start = thread_nanoseconds();
  row.run();
  return (thread_nanoseconds() - start) / static_cast<double>(row.count);
}

void print(const WayRow& in_place, const WayRow& library) {
  std::vector<double> times, ratios;
  for (int i = 0; i < way_rounds; ++i) {
    times.push_back(time_of(in_place));
    ratios.push_back(time_of(library) / times.back());
  }
  const Quartiles ratio = quartiles(ratios);
  fmt::print("| {} | {:.0f} | **{:.2f}** {:.2f}-{:.2f} |\n", in_place.name, quartiles(times).median, ratio.median,
             ratio.lower, ratio.upper);
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 2 || (count == 2 && arguments[1][0] == '-')) {
    const bool help = std::strcmp(arguments[1], "--help") == 0;
    fmt::print(
        help ? stdout : stderr,
        "usage: abut_way_times [TEXT]\nEvery row, or those with TEXT in their names, with abut::headers and with "
        "abut::abut; less than a minute.\n");
    return help ? 0 : 2;
  }
  const std::string_view text = count == 2 ? arguments[1] : "";
  const WayQueries queries = make_queries();
  const std::vector<WayRow> in_place = rows_by_headers(queries), library = rows_by_library(queries);
  fmt::print("| row | abut::headers, ns | abut::abut, times that |\n|---|---|---|\n");
  for (std::size_t i = 0; i < in_place.size(); ++i) {
    if (in_place[i].name.find(text) != std::string::npos) print(in_place[i], library[i]);
  }
}
