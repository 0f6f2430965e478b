/// A line of input for the command line: the answer is one line or an error message.
#include "answer/op_table.hpp"
#include "io/input.hpp"
#include "record/record_reader.hpp"

#include <algorithm>
#include <cstdlib>

/// The first byte chooses the precision.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace abut::tool;
  if (size == 0) return 0;
  static RecordReader reader;  // as in a run: the reader keeps its memory from line to line
  const AnswerOptions options{.precision = *data % 2 == 0 ? Precision::double_numbers : Precision::float_numbers,
                              .method = {}};
  std::string line(reinterpret_cast<const char*>(data) + 1, size - 1);
  std::replace(line.begin(), line.end(), '\n', ' ');
  const std::size_t length = line.size();
  line.append(Batch::padding, '\0');
  std::string out;
  const Record record = reader.read(std::string_view(line).substr(0, length));
  try {
    append_answer(record, options, out);
  } catch (const RecordError& e) {
    out.clear();
    append_error(record, 1, e.what(), out);
  }
  if (out.empty() || std::count(out.begin(), out.end(), '\n') != 1 || out.back() != '\n') std::abort();
  return 0;
}
