#include "commands/query.hpp"

#include "io/input.hpp"
#include "io/standard_output.hpp"
#include "record/bodies/mesh_files.hpp"
#include "record/one_per_line.hpp"
#include "record/record_reader.hpp"
#include "shared/progress.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <cstdio>
#include <memory>
#include <optional>

namespace abut::tool {

using shared::Progress;

namespace {

/// The answers to a batch.
struct Answers {
  std::string text;
  std::size_t records = 0, errors = 0, bytes = 0;
  std::string first_error;  ///< for a person: "line 7: b[3][1]: not a finite number"

  /// The first answer that advises to write one record per line. If an earlier batch has said so, `plain` replaces it.
  struct Advice {
    std::size_t begin, size;
    std::string plain;
  };
  std::optional<Advice> advice;
};

void append_error_line(const Record& record, std::string_view line, std::size_t number, std::string_view error,
                       Answers& answers) {
  const std::size_t begin = answers.text.size();
  std::string text(error);
  const std::string_view advice = answers.advice ? "" : one_per_line(line);
  if (!advice.empty()) {
    std::string plain;
    append_error(record, number, text, plain);
    text += advice;
    append_error(record, number, text, answers.text);
    answers.advice = {begin, answers.text.size() - begin, std::move(plain)};
  } else {
    append_error(record, number, text, answers.text);
  }
  if (answers.errors++ == 0) answers.first_error = fmt::format("line {}: {}", number, text);
}

void answer_line(std::string_view line, std::size_t number, RecordReader& reader, const AnswerOptions& options,
                 Answers& answers) {
  ++answers.records;
  const std::size_t begin = answers.text.size();
  const Record record = reader.read(line);
  try {
    append_answer(record, options, answers.text);
  } catch (const RecordError& e) {
    answers.text.resize(begin);
    append_error_line(record, line, number, e.what(), answers);
  }
}

Answers answer_batch(const Batch& batch, RecordReader& reader, const AnswerOptions& options) {
  Answers answers;
  answers.bytes = batch.size;
  std::string_view rest = batch.lines();
  for (std::size_t number = batch.first_line; !rest.empty(); ++number) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (!is_blank(line)) answer_line(line, number, reader, options, answers);
  }
  return answers;
}

/// Writes the answers of the batches, and adds up their counts.
class Output {
 public:
  Output(const Input& input, const std::string& path)
      : destination_(path), name_(input.name()), progress_("", "records", input.size(), Progress::Count::total) {}

  void write(Answers& answers) {
    if (answers.advice && advised_) {
      answers.text.replace(answers.advice->begin, answers.advice->size, answers.advice->plain);
    }
    advised_ = advised_ || answers.advice;
    destination_.write(answers.text);
    if (errors_ == 0) first_error_ = answers.first_error;
    records_ += answers.records;
    errors_ += answers.errors;
    bytes_ += answers.bytes;
    progress_.show(static_cast<double>(records_), static_cast<double>(bytes_));
  }

  void commit() { destination_.commit(); }

  std::size_t errors() const { return errors_; }

  std::string summary() const {
    return fmt::format("{}: {} of {} records could not be answered; the first, {}", name_, errors_, records_,
                       first_error_);
  }

 private:
  Destination destination_;
  std::string name_;
  Progress progress_;
  bool advised_ = false;
  std::size_t records_ = 0, errors_ = 0, bytes_ = 0;
  std::string first_error_;
};

void run_pipeline(Input& input, Output& output, const QueryOptions& options) {
  namespace tbb = oneapi::tbb;
  const auto threads = static_cast<std::size_t>(options.threads);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  tbb::enumerable_thread_specific<RecordReader> readers;
  using BatchPointer = std::shared_ptr<Batch>;
  using AnswersPointer = std::shared_ptr<Answers>;
  const auto read = [&](tbb::flow_control& flow) -> BatchPointer {
    auto batch = input.next();
    if (batch) return std::make_shared<Batch>(std::move(*batch));
    flow.stop();
    return {};
  };
  const auto answer = [&](const BatchPointer& batch) {
    return std::make_shared<Answers>(answer_batch(*batch, readers.local(), options.answer));
  };
  const auto write = [&](const AnswersPointer& answers) { output.write(*answers); };
  // Tokens bound the memory: each is a batch that was read and not yet written.
  tbb::parallel_pipeline(4 * threads,
                         tbb::make_filter<void, BatchPointer>(tbb::filter_mode::serial_in_order, read) &
                             tbb::make_filter<BatchPointer, AnswersPointer>(tbb::filter_mode::parallel, answer) &
                             tbb::make_filter<AnswersPointer, void>(tbb::filter_mode::serial_in_order, write));
}

}  // namespace

int query(const QueryOptions& given) {
  MeshFiles files;
  QueryOptions options = given;
  options.answer.files = &files;
  Input input(options.path);
  Output output(input, options.output);
  run_pipeline(input, output, options);
  output.commit();
  if (output.errors() == 0) return 0;
  fmt::print(stderr, "abut: {}\n", output.summary());
  return 1;
}

}  // namespace abut::tool
