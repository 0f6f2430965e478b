#include "help/manual.hpp"

#include <abut/version.hpp>

#include <fmt/format.h>
#include <string_view>

namespace abut::tool {

namespace {

/// Text that troff takes literally: a hyphen stays one that can be copied, and no line begins a request.
std::string escaped(std::string_view text) {
  std::string result;
  bool at_begin = true;
  for (const char c : text) {
    if (at_begin && (c == '.' || c == '\'')) result += "\\&";
    at_begin = c == '\n';
    switch (c) {
      case '\\': result += "\\e"; break;
      case '-': result += "\\-"; break;
      case '\'': result += "\\(aq"; break;
      case '^': result += "\\(ha"; break;
      case '~': result += "\\(ti"; break;
      case '`': result += "\\(ga"; break;
      default: result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string slanted(std::string_view text) { return "\\fI" + escaped(text) + "\\fR"; }

/// "--precision float|double", "-h, --help", "FILE".
std::string term(const DescribedOption& option, bool is_argument) {
  if (is_argument) {
    const std::string name = slanted(option.names.front());
    return option.value == option.names.front() ? name : name + " " + escaped(option.value);
  }
  std::string text;
  for (const std::string& name : option.names) text += (text.empty() ? "" : ", ") + bold(name);
  return option.value.empty() ? text : text + " " + slanted(option.value);
}

std::string list(const std::vector<DescribedOption>& options, bool are_arguments) {
  std::string text;
  for (const DescribedOption& option : options) {
    text += fmt::format(".TP\n{}\n{}.\n", term(option, are_arguments), escaped(option.text));
  }
  return text;
}

std::string usage(const DescribedCommand& command) {
  std::string text = bold("abut " + command.name) + " [" + slanted("options") + "]";
  for (const DescribedOption& argument : command.arguments) {
    const std::string name = slanted(argument.names.front());
    text += argument.is_required ? " " + name : " [" + name + "]";
  }
  return text;
}

std::string section(const DescribedCommand& command) {
  std::string text =
      fmt::format(".SS {}\n{}\n.PP\n{}.\n", escaped(command.name), usage(command), escaped(command.text));
  text += list(command.arguments, true) + list(command.options, false);
  if (!command.footer.empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", escaped(command.footer));
  return text;
}

}  // namespace

std::string manual(const Description& description) {
  std::string text =
      ".TH ABUT 1 \"\" \"abut " ABUT_VERSION_STRING "\"\n.SH NAME\nabut \\- proximity queries of convex ";
  text += "shapes, with proven bounds\n.SH SYNOPSIS\n.nf\n";
  for (const DescribedCommand& command : description.commands) text += usage(command) + "\n";
  text += fmt::format(".fi\n.SH DESCRIPTION\n{}\n.SH OPTIONS\n{}", escaped(description.whole.text),
                      list(description.whole.options, false));
  text += ".SH COMMANDS\n";
  for (const DescribedCommand& command : description.commands) text += section(command);
  return text;
}

}  // namespace abut::tool
