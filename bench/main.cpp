/// The command line of the benchmark.
#include "report/chart.hpp"
#include "report/depth_table.hpp"
#include "report/report.hpp"
#include "shared/failure.hpp"
#include "shared/whole_file.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <filesystem>

namespace {

using namespace bench;

struct Options {
  std::string row, output = "build/bench";
  bool list = false;
};

std::string names_of_rows() {
  std::string names;
  for (const auto& list : {rows(), depth_rows()}) {
    for (const Row& row : list) names += "  " + row.name + "\n";
  }
  return names;
}

/// Writes a line that the next one overwrites, if standard error is a terminal.
void progress(const std::string& text) {
  if (isatty(STDERR_FILENO) == 1) fmt::print(stderr, "\r\033[K{}", text);
}

int run(const Options& options) {
  if (options.list) {
    fmt::print("{}", names_of_rows());
    return 0;
  }
  const std::vector<Row> chosen = rows_containing(options.row), depths = rows_containing(options.row, depth_rows());
  if (chosen.empty() && depths.empty()) {
    fmt::print(stderr, "abut_bench: no row has \"{}\" in its name. There are:\n{}", options.row, names_of_rows());
    return 2;
  }
  std::error_code error;
  std::filesystem::create_directories(options.output, error);
  if (error) throw abut::shared::Failure(fmt::format("cannot make {}: {}", options.output, error.message()));
  std::vector<Result> results;
  for (const Row& row : chosen) {
    progress(fmt::format("{} of {}: {}", results.size() + 1, chosen.size(), row.name));
    try {
      results.push_back(measure(row));
    } catch (const std::runtime_error& e) {
      throw abut::shared::Failure(fmt::format("row {}: {}", row.name, e.what()));
    }
  }
  if (!depths.empty()) progress("depths");
  const std::string text = report(results) + depth_table(depths);
  progress("");
  fmt::print("{}", text);
  abut::shared::write_whole_file(options.output + "/results.md", text);
  abut::shared::write_whole_file(options.output + "/results.svg", chart(results));
  fmt::print("\nwritten to {0}/results.md and {0}/results.svg\n", options.output);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Times and errors of abut beside Bullet, libccd, FCL and Box2D, on the same queries.", "bench");
  Options options;
  app.add_option("--row", options.row, "Only rows with this in their names; default: all")->option_text("TEXT");
  app.add_option("--output", options.output, "Folder for results.md and results.svg; default: build/bench")
      ->option_text("PATH");
  app.add_flag("--list", options.list, "Print the names of the rows");
  app.footer("docs/benchmarks.md describes the rows and how they are measured.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  try {
    return run(options);
  } catch (const std::exception& e) {
    fmt::print(stderr, "abut_bench: {}\n", e.what());
  }
  return 2;
}
