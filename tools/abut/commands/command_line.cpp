#include "commands/command_line.hpp"

#include <abut/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <string_view>
#include <thread>
#include <vector>

namespace abut::tool {

namespace {

void add_precision(CLI::App* command, Precision& precision) {
  const auto set = [&precision](const std::string& name) {
    precision = name == "float" ? Precision::float_numbers : Precision::double_numbers;
  };
  command->add_option_function<std::string>("--precision", set, "What to compute in; default: double")
      ->check(CLI::IsMember({"float", "double"}))
      ->option_text("float|double");
}

void add_out(CLI::App* command, std::string& path, const std::string& description) {
  command->add_option("--out", path, description + "; a file is written whole or not at all")->option_text("FILE");
}

/// The tables of the demo go there.
std::string no_standard_output(const std::string& path) {
  return path == "-" ? "the tables go to standard output, the picture needs a file" : "";
}

/// A method that no op has is a slip whatever the records are; one that only some have is for each record to judge.
std::string known_method(const std::string& given) {
  std::vector<std::string_view> known;
  for (const Op& op : op_table()) {
    for (const Method method : op.methods) {
      if (name(method) == given) return "";
      if (std::find(known.begin(), known.end(), name(method)) == known.end()) known.push_back(name(method));
    }
  }
  if (given.empty()) return "";
  return fmt::format("no op has the method {}, they have {}", shortened(given), fmt::join(known, ", "));
}

void add_method(CLI::App* command, std::string& method, const std::string& description) {
  command->add_option("--method", method, description)->check(known_method)->option_text("NAME");
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

/// A line for each: name, summary; and one for the ops that have it.
std::string list_of_options() {
  std::string lines;
  for (const RecordOption& option : record_options()) {
    std::vector<std::string_view> ops;
    for (const Op& op : op_table()) {
      if (has_option(op, option.name)) ops.push_back(op.name);
    }
    lines += fmt::format("  {:<20} {}\n  {:<20} of {}\n", option.name, option.summary, "", fmt::join(ops, ", "));
  }
  return lines;
}

CLI::App* add_query(CLI::App& app, QueryOptions& options) {
  CLI::App* command = app.add_subcommand("query", "Answer JSON Lines: one record in, one answer out, in order");
  command->add_option("FILE", options.path, "Records, one per line; - or nothing is standard input")->type_name("");
  add_precision(command, options.answer.precision);
  add_method(command, options.answer.method, "Algorithm; default: the first that the op has, below");
  add_out(command, options.output, "Where the answers go; default: standard output");
  command->add_option("--threads", options.threads, "Threads that answer; default: all there are")
      ->check(CLI::Range(1, 1024).description(""))
      ->option_text("N");
  command->footer(
      "A record: {\"id\":1, \"op\":\"distance\", \"dim\":3, \"a\":[[0,0,0],[1,0,0]],\n"
      "           \"b\":{\"shape\":\"capsule\",\"radius\":0.5,\"half_height\":1}, "
      "\"pose_b\":{\"p\":[4,0,0]}}\n"
      "Shapes are point sets, objects, or names such as \"unit_box\"; see docs/query-format.md.\n"
      "Bodies that are not convex come from STL, OBJ, PLY, OFF and mesh block files, or stand in the record:\n"
      "           \"a\":{\"mesh\":\"part.stl\",\"scale\":0.001}, \"b\":{\"solid\":\"case.obj\"}\n"
      "Ops, and their methods:\n" +
      list_of_ops() + "Options that a record may state, and the ops that have them:\n" + list_of_options() +
      "Other fields are errors, except annotations: those of docs/query-format.md, and what begins with _ or x-.\n"
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
  add_method(command, options.method, "Algorithm; as of abut query");
  const auto set_format = [&options](const std::string& name) {
    options.format = name == "svg" ? TraceFormat::svg : TraceFormat::json;
  };
  command->add_option_function<std::string>("--format", set_format, "What to write; default: json")
      ->check(CLI::IsMember({"json", "svg"}))
      ->option_text("json|svg");
  add_out(command, options.output, "Where it goes; default: standard output");
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
  command->add_option("--out,--output", options.output, "Where the picture goes; default: " + options.output)
      ->check(no_standard_output)
      ->option_text("FILE");
  command->footer("Exit status: 0, or 2 if the picture or the tables could not be written.");
  return command;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

CLI::App* add_help(CLI::App& app, std::string& about) {
  CLI::App* command = app.add_subcommand("help", "Explain a command, or list them all");
  const auto is_command = [&app](const std::string& name) -> std::string {
    std::vector<std::string> names;
    for (const CLI::App* known : commands_of(app)) names.push_back(known->get_name());
    if (std::find(names.begin(), names.end(), name) != names.end()) return "";
    return fmt::format("there is no command {}, only {}", shortened(name), fmt::join(names, ", "));
  };
  command->add_option("COMMAND", about, "Which; default: all, a line for each")->type_name("")->check(is_command);
  return command;
}

CLI::App* add_manual(CLI::App& app, std::string& output) {
  CLI::App* command = app.add_subcommand("man", "Print the man page");
  add_out(command, output, "Where it goes; default: standard output");
  command->footer("To read it: abut man | man -l -");
  return command;
}

CLI::App* add_completion(CLI::App& app, std::string& shell, std::string& output) {
  CLI::App* command =
      app.add_subcommand("completion", "Print the script by which a shell completes commands and options");
  command->add_option("SHELL", shell, "Which shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}))
      ->option_text("bash|zsh|fish");
  add_out(command, output, "Where it goes; default: standard output");
  command->footer("For the shell you are in: source <(abut completion bash)");
  return command;
}

/// All processors work, unless the user says otherwise.
QueryOptions default_query() {
  QueryOptions query;
  query.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  return query;
}

}  // namespace

CommandLine::CommandLine()
    : app("abut: how far apart are convex shapes? Every answer is proven.", "abut"),
      query(default_query()),
      demo_command(add_demo(app, demo)),
      query_command(add_query(app, query)),
      trace_command(add_trace(app, trace)),
      help_command(add_help(app, help_about)),
      manual_command(add_manual(app, manual_output)),
      completion_command(add_completion(app, shell, completion_output)) {
  app.set_version_flag("--version", "abut " ABUT_VERSION_STRING, "Print the version");
  app.require_subcommand(0, 1);  // checked by run(), so that a misspelled command is named
}

std::string CommandLine::help(const std::string& command) const {
  // Not App::help(), which explains the command that was parsed, and that is `help`.
  const auto text = [this](const CLI::App& about, const std::string& name) {
    return app.get_formatter()->make_help(&about, name, CLI::AppFormatMode::Normal);
  };
  for (const CLI::App* known : commands_of(app)) {
    if (known->get_name() == command) return text(*known, "abut " + command);
  }
  return text(app, "abut");
}

}  // namespace abut::tool
