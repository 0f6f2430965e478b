/// The command line: abut demo, abut query, abut trace.
#include "commands/demo.hpp"
#include "commands/query.hpp"
#include "commands/trace.hpp"
#include "shared/failure.hpp"

#include <abut/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <new>
#include <thread>

namespace {

using namespace abut::tool;

constexpr int failed = 2;  // bad usage, or a job that could not be done; 0 and 1 are verdicts on the records

void add_precision(CLI::App* command, Precision& precision) {
  const auto set = [&precision](const std::string& name) {
    precision = name == "float" ? Precision::float_numbers : Precision::double_numbers;
  };
  command->add_option_function<std::string>("--precision", set, "What to compute in; default: double")
      ->check(CLI::IsMember({"float", "double"}))
      ->option_text("float|double");
}

/// A line for each: name, summary, methods.
std::string list_of_ops() {
  std::string lines;
  for (const Op& op : op_table()) {
    std::vector<std::string_view> methods;
    methods.reserve(op.methods.size());
    for (const Method method : op.methods) methods.push_back(name(method));
    lines += fmt::format("  {:<20} {:<48} {}", op.name, op.summary, fmt::join(methods, ", "));
    lines.erase(lines.find_last_not_of(' ') + 1);
    lines += '\n';
  }
  return lines;
}

CLI::App* add_query(CLI::App& app, QueryOptions& options) {
  CLI::App* command = app.add_subcommand("query", "Answer JSON Lines: one record in, one answer out, in order");
  command->add_option("FILE", options.path, "Records, one per line; - or nothing is standard input")->type_name("");
  add_precision(command, options.answer.precision);
  command->add_option("--method", options.answer.method, "Algorithm; default: the first that the op has, below")
      ->option_text("NAME");
  command->add_option("--threads", options.threads, "Threads that answer; default: all there are")
      ->check(CLI::Range(1, 1024).description(""))
      ->option_text("N");
  command->footer(
      "A record: {\"id\":1, \"op\":\"distance\", \"dim\":3, \"a\":[[0,0,0],[1,0,0]],\n"
      "           \"b\":{\"shape\":\"capsule\",\"radius\":0.5,\"half_height\":1}, "
      "\"pose_b\":{\"p\":[4,0,0]}}\n"
      "Shapes are point sets, objects, or names such as \"unit_box\"; see docs/query-format.md.\n"
      "Ops, and their methods:\n" +
      list_of_ops() +
      "\n"
      "Exit status: 0 every record was answered, 1 some lines are errors, 2 bad usage or input/output "
      "failed.");
  return command;
}

CLI::App* add_trace(CLI::App& app, TraceOptions& options) {
  CLI::App* command = app.add_subcommand("trace", "Show one query step by step: every iteration as JSON, or a picture");
  command->add_option("FILE", options.path, "Records, one per line; - or nothing is standard input")->type_name("");
  command->add_option("--id", options.id, "Which record; default: the first")->option_text("ID");
  add_precision(command, options.precision);
  command->add_option("--method", options.method, "Algorithm; as of abut query")->option_text("NAME");
  const auto set_format = [&options](const std::string& name) {
    options.format = name == "svg" ? TraceFormat::svg : TraceFormat::json;
  };
  command->add_option_function<std::string>("--format", set_format, "What to write; default: json")
      ->check(CLI::IsMember({"json", "svg"}))
      ->option_text("json|svg");
  command->add_option("--out", options.output, "Where it goes; default: standard output")->option_text("PATH");
  command->footer(
      "Example: a triangle and a segment, drawn:\n"
      "  echo '{\"op\":\"distance\",\"dim\":2,\"a\":[[0,0],[2,0],[1,2]],\"b\":[[4,1],[5,3]]}' |\n"
      "    abut trace --format svg --out gap.svg\n"
      "Records are those of abut query, see docs/query-format.md; the JSON is described in "
      "docs/trace-format.md.\n\n"
      "Exit status: 0 the query was traced, 1 its record can not be answered, 2 bad usage, no such record, "
      "or "
      "input/output failed.");
  return command;
}

CLI::App* add_demo(CLI::App& app, DemoOptions& options) {
  CLI::App* command = app.add_subcommand("demo", "Answer an embedded scene: a table, and a picture");
  command->add_option("--output", options.output, "Where the picture goes; default: " + options.output)
      ->option_text("PATH");
  return command;
}

int run(int argc, char** argv) {
  CLI::App app("abut: how far apart are convex shapes? Every answer is proven.", "abut");
  app.set_version_flag("--version", "abut " ABUT_VERSION_STRING, "Print the version");
  app.require_subcommand(0, 1);  // checked below, so that a misspelled command is named
  DemoOptions demo_options;
  QueryOptions query_options;
  TraceOptions trace_options;
  query_options.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const CLI::App* demo_command = add_demo(app, demo_options);
  const CLI::App* query_command = add_query(app, query_options);
  const CLI::App* trace_command = add_trace(app, trace_options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : failed;
  }
  if (demo_command->parsed()) return demo(demo_options);
  if (query_command->parsed()) return query(query_options);
  if (trace_command->parsed()) return trace(trace_options);
  fmt::print(stderr, "{}", app.help());
  return failed;
}

}  // namespace

int main(int argc, char** argv) {
  // A closed pipe and a file that may not grow are reported as errors; the signals would end the program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const abut::shared::Failure& e) {
    fmt::print(stderr, "abut: {}\n", e.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "abut: not enough memory\n");
  } catch (const std::exception& e) {
    fmt::print(stderr, "abut: {}\n", e.what());
  }
  return failed;
}
