#include "help/description.hpp"

namespace abut::tool {

namespace {

/// "float|double" are two choices, "FILE" is none.
std::vector<std::string> choices_of(const std::string& value) {
  std::vector<std::string> choices;
  if (value.find('|') == std::string::npos) return choices;
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t end = std::min(value.find('|', begin), value.size());
    choices.push_back(value.substr(begin, end - begin));
    begin = end + 1;
  }
  return choices;
}

DescribedOption described(const CLI::Option& option) {
  DescribedOption result;
  if (option.get_positional()) result.names.push_back(option.get_name(true));
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  result.value =
      option.get_positional() && option.get_option_text().empty() ? option.get_name(true) : option.get_option_text();
  result.choices = choices_of(result.value);
  result.text = option.get_description();
  result.is_required = option.get_required();
  return result;
}

DescribedCommand described(const CLI::App& app) {
  DescribedCommand result;
  result.name = app.get_name();
  result.text = app.get_description();
  result.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options({})) {
    (option->get_positional() ? result.arguments : result.options).push_back(described(*option));
  }
  return result;
}

}  // namespace

Description describe(const CLI::App& app) {
  Description result;
  result.whole = described(app);
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    result.commands.push_back(described(*command));
    names.push_back(command->get_name());
  }
  for (DescribedCommand& command : result.commands) {
    for (DescribedOption& argument : command.arguments) {
      if (argument.value == "COMMAND") argument.choices = names;
    }
  }
  return result;
}

}  // namespace abut::tool
