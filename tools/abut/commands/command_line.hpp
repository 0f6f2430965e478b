/// The commands and options of abut, described once: what is parsed and what --help says follow from it.
#pragma once

#include "commands/demo.hpp"
#include "commands/query.hpp"
#include "commands/trace.hpp"

#include <CLI/CLI.hpp>
#include <string>

namespace abut::tool {

struct CommandLine {
  CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine(CommandLine&&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  CommandLine& operator=(CommandLine&&) = delete;
  ~CommandLine() = default;

  /// The help text of a command, or of abut if there is none of that name.
  std::string help(const std::string& command) const;

  CLI::App app;
  DemoOptions demo;
  QueryOptions query;
  TraceOptions trace;
  std::string help_about;  ///< the command that `abut help` explains; empty: all
  std::string manual_output = "-", completion_output = "-";
  std::string shell;  ///< that is completed in

  const CLI::App *demo_command, *query_command, *trace_command, *help_command, *manual_command, *completion_command;
};

}  // namespace abut::tool
