/// An answer of the tool, to be held against numbers of the library.
#pragma once

#include "answer/op_table.hpp"
#include "io/input.hpp"
#include "record/record_reader.hpp"

#include <abut/vec.hpp>

#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace abut::test {

/// Answers the record in the precision of T, as `abut query` does, and checks the fields of the answer.
class Answer {
 public:
  template <Scalar T>
  static Answer to(std::string record) {
    const auto precision = std::same_as<T, float> ? tool::Precision::float_numbers : tool::Precision::double_numbers;
    Answer answer;
    answer.record_ = record;
    const std::size_t length = record.size();
    record.append(tool::Batch::padding, '\0');
    tool::RecordReader reader;
    try {
      const tool::Record read = reader.read(std::string_view(record).substr(0, length));
      tool::append_answer(read, {.precision = precision, .method = {}}, answer.text_);
    } catch (const tool::RecordError& e) {
      ADD_FAILURE() << answer.record_ << "\n" << e.what();
      answer.text_ = "{}";
    }
    return answer;
  }

  /// The number of the library is printed so that it reads back as it is.
  void expect(std::string_view name, double value) { expect_at(pointer(name), value, 0); }
  /// A bound: the number, or its neighbor on the safe side.
  void expect_lower(std::string_view name, double value) { expect_at(pointer(name), value, -1); }
  void expect_upper(std::string_view name, double value) { expect_at(pointer(name), value, 1); }

  template <Scalar T, int D>
  void expect(std::string_view name, const Vec<T, D>& v, int outward = 0) {
    for (int i = 0; i < D; ++i) expect_at(pointer(name) + "/" + std::to_string(i), double(v[i]), outward);
    EXPECT_TRUE(at(pointer(name) + "/" + std::to_string(D)).error()) << name << " has more than " << D << " numbers";
  }
  /// null unless it is known.
  template <class Value>
  void expect_if(bool known, std::string_view name, const Value& value) {
    if (known) return expect(name, value);
    EXPECT_TRUE(at(pointer(name)).is_null()) << name << " of\n" << record_ << "\n" << text_;
  }
  void expect_truth(std::string_view name, bool value) {
    bool found = !value;
    EXPECT_FALSE(at(pointer(name)).get(found)) << name << " of\n" << record_ << "\n" << text_;
    EXPECT_EQ(found, value) << name << " of\n" << record_ << "\n" << text_;
  }
  void expect_text(std::string_view name, std::string_view value) {
    std::string_view found;
    EXPECT_FALSE(at(pointer(name)).get(found)) << name << " of\n" << record_ << "\n" << text_;
    EXPECT_EQ(found, value) << name << " of\n" << record_;
  }

 private:
  static std::string pointer(std::string_view name) { return "/" + std::string(name); }

  simdjson::simdjson_result<simdjson::dom::element> at(const std::string& path) {
    return parser_.parse(text_).at_pointer(path);
  }

  void expect_at(const std::string& path, double value, int outward) {
    if (!std::isfinite(value)) {
      EXPECT_TRUE(at(path).is_null()) << path << " of\n" << record_ << "\n" << text_;
      return;
    }
    double found = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(at(path).get(found)) << path << " of\n" << record_ << "\n" << text_;
    const double neighbor = std::nextafter(value, outward * std::numeric_limits<double>::infinity());
    const bool same = found == value || (outward != 0 && found == neighbor);
    EXPECT_TRUE(same) << path << " is " << found << ", not " << value << ", of\n" << record_ << "\n" << text_;
  }

  simdjson::dom::parser parser_;
  std::string record_, text_;
};

}  // namespace abut::test
