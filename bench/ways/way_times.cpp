/// What the library costs at run time: every row of the benchmark compiled in place, and with abut::abut. Prints
/// markdown.
#include "ways/compare.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>

namespace {

void print(const bench::WayRow& in_place, const bench::WayRow& library) {
  const bench::Compared r = bench::compare(in_place, library);
  fmt::print("| {} | {:.0f} | **{:.2f}** {:.2f}-{:.2f} |\n", in_place.name, r.nanoseconds, r.ratio.median,
             r.ratio.lower, r.ratio.upper);
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
  const bench::WayQueries queries = bench::make_way_queries(text);
  fmt::print(
      "| row | abut::headers, ns | abut::abut, times that |\n"
      "|---|---|---|\n");
  bench::for_each_pair(bench::rows_by_headers(queries), bench::rows_by_library(queries), text, print);
}
