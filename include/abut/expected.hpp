/// Either a value or an error: the result of a construction that can fail, without exceptions.
#pragma once

#include <new>
#include <utility>

namespace abut {

/// Converts to true if there is a value. Check that before dereferencing, as with a pointer.
template <class T, class E>
class [[nodiscard]] Expected {
 public:
  /// A value.
  Expected(T value) : has_value_(true) { new (&value_) T(std::move(value)); }  // NOLINT(google-explicit-constructor)
  /// An error.
  Expected(E error) : has_value_(false) { new (&error_) E(std::move(error)); }  // NOLINT(google-explicit-constructor)

  /// Holds what `other` held.
  Expected(Expected&& other) noexcept : has_value_(other.has_value_) {
    if (has_value_) {
      new (&value_) T(std::move(other.value_));
    } else {
      new (&error_) E(std::move(other.error_));
    }
  }
  Expected(const Expected&) = delete;
  Expected& operator=(const Expected&) = delete;
  Expected& operator=(Expected&&) = delete;

  ~Expected() {
    if (has_value_) {
      value_.~T();
    } else {
      error_.~E();
    }
  }

  /// Whether there is a value.
  explicit operator bool() const { return has_value_; }
  /// The same by name.
  bool has_value() const { return has_value_; }

  /// The value. Requires that there is one, as all of these do.
  const T& operator*() const& { return value_; }
  T& operator*() & { return value_; }
  T&& operator*() && { return std::move(value_); }
  /// A member of the value.
  const T* operator->() const { return &value_; }
  /// The value by name.
  const T& value() const& { return value_; }
  T& value() & { return value_; }
  T&& value() && { return std::move(value_); }

  /// The error. Requires that there is no value.
  const E& error() const { return error_; }

 private:
  union {
    T value_;
    E error_;
  };
  bool has_value_;
};

}  // namespace abut
