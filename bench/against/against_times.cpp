/// Every row of the benchmark with the headers of an older commit and with those of now: scripts/bench-against builds
/// and runs it. Prints markdown.
#include "ways/compare.hpp"

#include <fmt/format.h>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#endif

#include <cstdio>
#include <string_view>

namespace {

using bench::WayRow;

/// Queries of a row whose instructions are counted. Their mean differs from that of all 4096 by the variety of the
/// queries, but it is that of the same queries for both.
constexpr int counted = 256;

void print(const WayRow& base, const WayRow& now) {
  const bench::Compared r = bench::compare(now, base);
  fmt::print("| {} | {:.0f} | {:.0f} | **{:.2f}** {:.2f}-{:.2f} |\n", base.name, r.nanoseconds * r.ratio.median,
             r.nanoseconds, r.ratio.median, r.ratio.lower, r.ratio.upper);
  std::fflush(stdout);
}

/// callgrind writes a file with the counts of the pass and the name.
void count_pass(const WayRow& row, const char* name) {
  row.run();
  CALLGRIND_START_INSTRUMENTATION;
  row.run();
  CALLGRIND_STOP_INSTRUMENTATION;
  CALLGRIND_DUMP_STATS_AT(name);
}

void count(const WayRow& base, const WayRow& now) {
  const std::string name = fmt::format("{}|{}", base.count, base.name);
  count_pass(base, ("base|" + name).c_str());
  count_pass(now, ("now|" + name).c_str());
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string_view first = argument_count > 1 ? arguments[1] : "";
  const bool counting = first == "--count";
  if (argument_count > (counting ? 3 : 2) || (!counting && first.starts_with('-'))) {
    fmt::print(first == "--help" ? stdout : stderr,
               "usage: abut_against [--count] [TEXT]\nEvery row, or those with TEXT in their names, with the headers "
               "of another commit and with these. --count: under callgrind.\n");
    return first == "--help" ? 0 : 2;
  }
  const std::string_view text = counting ? (argument_count > 2 ? arguments[2] : "") : first;
  const bench::WayQueries queries = bench::make_way_queries(text, counting ? counted : bench::query_count);
  const auto base = bench::rows_by_base(queries), now = bench::rows_by_headers(queries);
  if (counting) {
    bench::for_each_pair(base, now, text, count);
    return 0;
  }
  fmt::print("| row | before, ns | now, ns | times as quick |\n|---|---|---|---|\n");
  bench::for_each_pair(base, now, text, print);
}
