/// Writing JSON.
#pragma once

#include <abut/vec.hpp>

#include <string>
#include <string_view>

namespace abut::tool {

/// Which way a number may be rounded when it is written.
enum class Toward {
  nearest,  ///< the shortest decimal that reads back as the same double
  down,     ///< a decimal that is not above the number
  up,       ///< ... not below
};

/// A number that is not finite becomes null; -0 becomes 0.
void append_number(std::string& out, double x, Toward toward = Toward::nearest);

/// Writes one object: construct, add fields, then end() it and its line; or close() it, within another.
class ObjectWriter {
 public:
  explicit ObjectWriter(std::string& out) : out_(out) {}

  /// `json` is written as it is.
  void raw(std::string_view name, std::string_view json);
  void text(std::string_view name, std::string_view text);
  void number(std::string_view name, double x, Toward toward = Toward::nearest);
  void boolean(std::string_view name, bool value) { raw(name, value ? "true" : "false"); }
  void null(std::string_view name) { raw(name, "null"); }
  /// null unless it is known.
  void number_if(bool known, std::string_view name, double x, Toward toward = Toward::nearest) {
    if (!known) return null(name);
    number(name, x, toward);
  }
  void close() { out_ += '}'; }
  void end();

  template <Scalar T, int D>
  void vector(std::string_view name, const Vec<T, D>& v, Toward toward = Toward::nearest) {
    begin_field(name);
    for (int i = 0; i < D; ++i) {
      out_ += i == 0 ? '[' : ',';
      append_number(out_, static_cast<double>(v[i]), toward);
    }
    out_ += ']';
  }
  /// null unless it is known.
  template <Scalar T, int D>
  void vector_if(bool known, std::string_view name, const Vec<T, D>& v) {
    if (!known) return null(name);
    vector(name, v);
  }

 private:
  void begin_field(std::string_view name);

  std::string& out_;
  char separator_ = '{';
};

}  // namespace abut::tool
