/// The command line: abut demo, abut query, abut trace, and what explains them.
#include "commands/command_line.hpp"
#include "commands/exit_status.hpp"
#include "help/completion.hpp"
#include "help/manual.hpp"
#include "io/standard_output.hpp"

#include <fmt/format.h>
#include <cstdio>

namespace {

using namespace abut::tool;

int write(const std::string& path, const std::string& text) {
  Destination destination(path);
  destination.write(text);
  destination.commit();
  return 0;
}

int run(int argc, char** argv) {
  CommandLine line;
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return line.app.exit(e) == 0 ? 0 : failed;
  }
  if (line.demo_command->parsed()) return demo(line.demo);
  if (line.query_command->parsed()) return query(line.query);
  if (line.trace_command->parsed()) return trace(line.trace);
  if (line.help_command->parsed()) return write("-", line.help(line.help_about));
  if (line.manual_command->parsed()) return write(line.manual_output, manual(describe(line.app)));
  if (line.completion_command->parsed()) {
    return write(line.completion_output, completion(describe(line.app), line.shell));
  }
  fmt::print(stderr, "{}", line.help(""));
  return failed;
}

}  // namespace

int main(int argc, char** argv) {
  return exit_status([&] { return run(argc, argv); });
}
