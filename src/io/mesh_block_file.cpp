#include <abut/io/mesh_block_file.hpp>

#include "file_bytes.hpp"
#include "formats/formats.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <stdexcept>

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

/// A new file beside the path; null, with errno set, if there can be none.
File open_beside(const std::string& path, std::string& name) {
  constexpr int most = 100;  // left over by programs that were ended
  File file;
  for (int i = 0; i < most && !file; ++i) {
    name = path + "." + std::to_string(i) + ".part";
    file.reset(std::fopen(name.c_str(), "wbx"));
    if (!file && errno != EEXIST) break;
  }
  return file;
}

/// What is wrong, or 0.
int write_beside(const std::string& path, std::span<const std::byte> bytes) {
  std::string name;
  File file = open_beside(path, name);
  if (!file) return errno;
  const auto give_up = [&](int error) {
    std::remove(name.c_str());
    return error;
  };
  if (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) return give_up(errno);
  if (std::fclose(file.release()) != 0) return give_up(errno);  // only now may it be said that the disk is full
  std::error_code error;
  std::filesystem::rename(name, path, error);
  return error ? give_up(error.value()) : 0;
}

}  // namespace

std::optional<MeshFileError> write_block(const std::string& path, std::span<const std::byte> bytes) {
  if (path.find('\0') != std::string::npos) {
    return MeshFileError{Kind::unwritable, path + ": is no path: it has a zero byte"};
  }
  const int error = write_beside(path, bytes);
  if (error == 0) return {};
  return MeshFileError{Kind::unwritable, path + ": cannot be written: " + std::strerror(error)};
}

Expected<std::vector<std::byte>, MeshFileError> read_block(const std::string& path) {
  try {
    return bytes_of(path);
  } catch (const ReadError& e) {
    return MeshFileError{e.kind, path + ": " + e.text};
  } catch (const std::bad_alloc&) {
    return MeshFileError{Kind::too_large, path + ": there is not enough memory for it; map it"};
  } catch (const std::length_error&) {
    return MeshFileError{Kind::too_large, path + ": there is not enough memory for it; map it"};
  }
}

std::string text_of(std::string_view name, const MeshBlockError& error) {
  return std::string(name) + ", byte " + std::to_string(error.byte) + ": " + reason_of(error);
}

}  // namespace abut::io
