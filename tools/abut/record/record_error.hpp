/// Why a record can not be answered.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace abut::tool {

/// The text begins with the field, if there is one: "b[3][1]: not a finite number".
struct RecordError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// For messages: text that is too long to be quoted whole ends in "...", and is not cut within a UTF-8 character.
inline std::string shortened(std::string_view text, std::size_t longest = 40) {
  if (text.size() <= longest) return std::string(text);
  std::size_t end = longest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace abut::tool
