/// Integers large enough for products of three doubles: + - * and the sign. Simple, for the judge.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace oracle {

class Integer {
 public:
  Integer() = default;
  Integer(const Integer& other) { *this = other; }
  Integer& operator=(const Integer& other) {
    negative_ = other.negative_;
    size_ = other.size_;
    std::memmove(limb_, other.limb_, size_ * sizeof limb_[0]);
    return *this;
  }
  ~Integer() = default;

  /// x * 2^shift, which must be an integer.
  static Integer scaled(double x, int shift) {
    if (x == 0) return {};
    int exponent = 0;
    const auto mantissa = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
    auto digits = static_cast<std::uint64_t>(mantissa < 0 ? -mantissa : mantissa);
    int places = exponent - 53 + shift;
    if (places < 0) {
      digits >>= static_cast<unsigned>(-places);
      places = 0;
    }
    Integer r;
    r.negative_ = mantissa < 0;
    for (int i = 0; i < places / 32; ++i) r.append(0);
    std::uint64_t carry = 0;
    for (const std::uint64_t half : {digits & 0xffffffffU, digits >> 32U}) {
      carry |= half << static_cast<unsigned>(places % 32);
      r.append(carry);
      carry >>= 32U;
    }
    r.append(carry);
    r.trim();
    return r;
  }

  int sign() const { return size_ == 0 ? 0 : negative_ ? -1 : 1; }

  friend Integer operator-(Integer a) {
    a.negative_ = !a.negative_;
    return a;
  }
  friend Integer operator+(const Integer& a, const Integer& b) {
    return a.negative_ == b.negative_ ? sum(a, b) : is_less(a, b) ? difference(b, a) : difference(a, b);
  }
  friend Integer operator-(const Integer& a, const Integer& b) { return a + -b; }
  friend Integer operator*(const Integer& a, const Integer& b) {
    Integer r;
    r.negative_ = a.negative_ != b.negative_;
    r.size_ = a.size_ + b.size_;
    std::memset(r.limb_, 0, r.size_ * sizeof r.limb_[0]);
    for (std::size_t i = 0; i < a.size_; ++i) {
      std::uint64_t carry = 0;
      for (std::size_t k = 0; k < b.size_; ++k) {
        carry += std::uint64_t{a.limb_[i]} * b.limb_[k] + r.limb_[i + k];
        r.limb_[i + k] = static_cast<std::uint32_t>(carry);
        carry >>= 32U;
      }
      r.limb_[i + b.size_] = static_cast<std::uint32_t>(carry);
    }
    r.trim();
    return r;
  }

 private:
  void append(std::uint64_t x) { limb_[size_++] = static_cast<std::uint32_t>(x); }
  void trim() {
    while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
  }
  std::uint32_t at(std::size_t i) const { return i < size_ ? limb_[i] : 0; }

  // The operation on absolute values, with the sign of the first.
  static bool is_less(const Integer& a, const Integer& b) {
    if (a.size_ != b.size_) return a.size_ < b.size_;
    for (std::size_t i = a.size_; i-- > 0;) {
      if (a.limb_[i] != b.limb_[i]) return a.limb_[i] < b.limb_[i];
    }
    return false;
  }
  static Integer sum(const Integer& a, const Integer& b) {
    Integer r;
    r.negative_ = a.negative_;
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < a.size_ || i < b.size_ || carry != 0; ++i) {
      carry += std::uint64_t{a.at(i)} + b.at(i);
      r.append(carry);
      carry >>= 32U;
    }
    return r;
  }
  static Integer difference(const Integer& a, const Integer& b) {
    Integer r;
    r.negative_ = a.negative_;
    std::int64_t borrow = 0;
    for (std::size_t i = 0; i < a.size_; ++i) {
      const std::int64_t d = std::int64_t{a.limb_[i]} - b.at(i) + borrow;
      r.append(static_cast<std::uint64_t>(d));
      borrow = d < 0 ? -1 : 0;
    }
    r.trim();
    return r;
  }

  bool negative_ = false;
  std::size_t size_ = 0;
  std::uint32_t limb_[208];  // lowest first; three factors of 2098 bits each, the range of double, and a few carries
};

}  // namespace oracle
