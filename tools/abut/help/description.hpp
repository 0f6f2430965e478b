/// What the command line is, in plain data: walked once, so that man page and completions know nothing of the parser.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <vector>

namespace abut::tool {

struct DescribedOption {
  std::vector<std::string> names;    ///< "-h" and "--help"; of a positional argument its name alone: "FILE"
  std::string value;                 ///< "FILE", "float|double"; empty: a flag
  std::vector<std::string> choices;  ///< where the value is one of a few
  std::string text;
  bool is_required = false;

  bool takes_file() const { return value == "FILE"; }
};

struct DescribedCommand {
  std::string name, text, footer;
  std::vector<DescribedOption> options, arguments;
};

struct Description {
  DescribedCommand whole;  ///< abut itself: its options are those before a command
  std::vector<DescribedCommand> commands;
};

Description describe(const CLI::App& app);

}  // namespace abut::tool
