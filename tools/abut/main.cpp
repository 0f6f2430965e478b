/// The command line: abut demo, abut query, abut trace, and what explains them.
#include "commands/command_line.hpp"
#include "help/completion.hpp"
#include "help/manual.hpp"
#include "io/standard_output.hpp"

#include <fmt/format.h>
#include <csignal>
#include <cstdio>
#include <new>

namespace {

using namespace abut::tool;

constexpr int failed = 2;  // bad usage, or a job that could not be done; 0 and 1 are verdicts on the records

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
  // A file that may not grow is reported as an error. A closed pipe ends the program by its signal all the same, but
  // only after what was begun is cleaned up.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return run(argc, argv);
  } catch (const ClosedPipe&) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  } catch (const abut::shared::Failure& e) {
    fmt::print(stderr, "abut: {}\n", e.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "abut: not enough memory\n");
  } catch (const std::exception& e) {
    fmt::print(stderr, "abut: {}\n", e.what());
  }
  return failed;
}
