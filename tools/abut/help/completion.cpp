#include "help/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace abut::tool {

namespace {

using Names = std::vector<std::string>;

Names names_of(const std::vector<DescribedCommand>& commands) {
  Names names;
  for (const DescribedCommand& command : commands) names.push_back(command.name);
  return names;
}

Names names_of(const std::vector<DescribedOption>& options) {
  Names names;
  for (const DescribedOption& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// As a word in single quotes: a quote ends it, stands for itself, and begins it again.
std::string shell_word(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      result += c;
    }
  }
  return result + "'";
}

// --- bash ---

/// The words and files that may stand for these.
std::string bash_words(const Names& words, bool files) {
  return fmt::format("COMPREPLY=($(compgen {}-W {} -- \"$word\"))", files ? "-f " : "",
                     shell_word(fmt::format("{}", fmt::join(words, " "))));
}

/// What follows an option that has a value.
std::string bash_values(const DescribedCommand& command) {
  std::string text;
  for (const DescribedOption& option : command.options) {
    if (option.value.empty()) continue;
    Names patterns;
    for (const std::string& name : option.names) patterns.push_back(shell_word(command.name + " " + name));
    text += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, " | "),
                        bash_words(option.choices, option.takes_file()));
  }
  return text;
}

std::string bash_command(const DescribedCommand& command) {
  Names words = names_of(command.options);
  bool files = false;
  for (const DescribedOption& argument : command.arguments) {
    words.insert(words.end(), argument.choices.begin(), argument.choices.end());
    files = files || argument.takes_file();
  }
  return fmt::format("    {}) {} ;;\n", command.name, bash_words(words, files));
}

std::string bash(const Description& description) {
  const Names commands = names_of(description.commands);
  Names first = names_of(description.whole.options);
  first.insert(first.end(), commands.begin(), commands.end());
  std::string text = fmt::format(R"(# bash completion of abut
_abut() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD - 1]}}" command="" i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "${{COMP_WORDS[i]}}" in {}) command="${{COMP_WORDS[i]}}"; break ;; esac
  done
  case "$command $before" in
)",
                                 fmt::join(commands, " | "));
  for (const DescribedCommand& command : description.commands) text += bash_values(command);
  text += "  esac\n  case \"$command\" in\n";
  text += fmt::format("    '') {} ;;\n", bash_words(first, false));
  for (const DescribedCommand& command : description.commands) text += bash_command(command);
  return text + "  esac\n}\ncomplete -o filenames -F _abut abut\n";
}

// --- zsh ---

/// Brackets and colons divide the parts of a specification.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const DescribedOption& option) {
  if (option.takes_file()) return "_files";
  return option.choices.empty() ? " " : fmt::format("({})", fmt::join(option.choices, " "));
}

std::string zsh_arguments(const DescribedCommand& command) {
  std::string text = "_arguments";
  for (const DescribedOption& option : command.options) {
    for (const std::string& name : option.names) {
      const std::string value =
          option.value.empty() ? "" : fmt::format(":{}:{}", zsh_text(option.names.back()), zsh_action(option));
      text += " \\\n        " + shell_word(fmt::format("{}[{}]{}", name, zsh_text(option.text), value));
    }
  }
  for (const DescribedOption& argument : command.arguments) {
    text +=
        " \\\n        " + shell_word(fmt::format("::{}:{}", zsh_text(argument.names.front()), zsh_action(argument)));
  }
  return text;
}

std::string zsh(const Description& description) {
  std::string text = "#compdef abut\n_abut() {\n  local -a commands=(\n";
  for (const DescribedCommand& command : description.commands) {
    text += "    " + shell_word(zsh_text(command.name) + ":" + command.text) + "\n";
  }
  text += "  )\n  if ((CURRENT == 2)); then\n    _describe command commands\n    ";
  text += zsh_arguments(description.whole) + "\n    return\n  fi\n";
  text += "  local command=$words[2]\n  shift words\n  ((CURRENT--))\n  case $command in\n";
  for (const DescribedCommand& command : description.commands) {
    text += fmt::format("    {})\n      {} ;;\n", command.name, zsh_arguments(command));
  }
  return text + "  esac\n}\n_abut \"$@\"\n";
}

// --- fish ---

std::string fish_option(std::string_view condition, const DescribedOption& option) {
  std::string text = fmt::format("complete -c abut -n {}", shell_word(condition));
  for (const std::string& name : option.names) {
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (option.takes_file()) {
    text += " -r -F";
  } else if (!option.value.empty()) {
    text += " -x -a " + shell_word(fmt::format("{}", fmt::join(option.choices, " ")));
  }
  return text + " -d " + shell_word(option.text) + "\n";
}

std::string fish_command(const DescribedCommand& command) {
  const std::string condition = "__fish_seen_subcommand_from " + command.name;
  std::string text =
      fmt::format("complete -c abut -n __fish_use_subcommand -a {} -d {}\n", command.name, shell_word(command.text));
  for (const DescribedOption& option : command.options) text += fish_option(condition, option);
  for (const DescribedOption& argument : command.arguments) {
    const std::string what =
        argument.takes_file() ? "-F" : "-a " + shell_word(fmt::format("{}", fmt::join(argument.choices, " ")));
    text += fmt::format("complete -c abut -n {} {}\n", shell_word(condition), what);
  }
  return text;
}

std::string fish(const Description& description) {
  std::string text = "# fish completion of abut\ncomplete -c abut -f\n";
  for (const DescribedOption& option : description.whole.options) text += fish_option("__fish_use_subcommand", option);
  for (const DescribedCommand& command : description.commands) text += fish_command(command);
  return text;
}

}  // namespace

std::string completion(const Description& description, std::string_view shell) {
  if (shell == "zsh") return zsh(description);
  return shell == "fish" ? fish(description) : bash(description);
}

}  // namespace abut::tool
