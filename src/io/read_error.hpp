/// What ends the reading of a file. It stays within src/io: read_mesh() makes a MeshFileError of it.
#pragma once

#include <abut/io/mesh_file.hpp>

#include <string>
#include <utility>

namespace abut::io {

/// A line from 1 in a text, a byte from 0 elsewhere; or nowhere.
struct Place {
  enum class Unit { file, line, byte };
  Unit unit = Unit::file;
  std::size_t number = 0;

  static Place line(std::size_t number) { return {Unit::line, number}; }
  static Place byte(std::size_t number) { return {Unit::byte, number}; }
};

struct ReadError {
  MeshFileError::Kind kind;
  Place place;
  std::string text;
};

[[noreturn]] inline void fail(MeshFileError::Kind kind, Place place, std::string text) {
  throw ReadError{kind, place, std::move(text)};
}

/// Words of a file in a message: not too long, and without characters that a terminal would obey.
inline std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text = "'";
  for (const char c : word.substr(0, longest)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (word.size() > longest ? "...'" : "'");
}

}  // namespace abut::io
