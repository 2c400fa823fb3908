// rangekit/result.hpp - what the C++ functions take and give: result<T>, view<T>, in<T>, fixed<T, N>, and handles.
//
// Nothing here throws, allocates or needs run-time type information; -fno-exceptions -fno-rtti are fine.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_RESULT_HPP
#define RANGEKIT_RESULT_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base.h"

namespace rangekit {

/// Why a call failed.
struct error {
    rangekit_status status = RANGEKIT_OK;
    std::size_t count = 0;                                       ///< what it counted all the same: bytes needed, rows taken
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;   ///< where in the bytes, if it reads bytes

    const char *name() const noexcept { return rangekit_status_name(status); }
    const char *message() const noexcept { return rangekit_status_message(status); }
};

/// A value, or why there is none; as std::expected, without exceptions. Ask before you read:
///
///     if (auto range = rangekit::twr_double_sided(nullptr, exchange)) use(range->distance_m);
///     else std::puts(range.error().message());
template <class T>
class [[nodiscard]] result {
public:
    result(T value, rangekit::error why) noexcept : value_(std::move(value)), error_(why) {}
    result(rangekit::error why) noexcept : error_(why) {}

    bool has_value() const noexcept { return error_.status == RANGEKIT_OK; }
    explicit operator bool() const noexcept { return has_value(); }
    rangekit_status status() const noexcept { return error_.status; }
    const rangekit::error &error() const noexcept { return error_; }

    /// The value. Without one: a T as its default leaves it, never undefined behaviour.
    T &value() & noexcept { return value_; }
    const T &value() const & noexcept { return value_; }
    T &&value() && noexcept { return std::move(value_); }
    T &operator*() & noexcept { return value_; }
    const T &operator*() const & noexcept { return value_; }
    T &&operator*() && noexcept { return std::move(value_); }
    T *operator->() noexcept { return &value_; }
    const T *operator->() const noexcept { return &value_; }

    T value_or(T other) && noexcept { return has_value() ? std::move(value_) : std::move(other); }
    T value_or(T other) const & noexcept { return has_value() ? value_ : std::move(other); }

    /// next(value), which gives a result as well; or this error.
    template <class Next>
    auto and_then(Next &&next) && noexcept -> decltype(next(std::declval<T>())) {
        if (!has_value()) return error_;
        return std::forward<Next>(next)(std::move(value_));
    }

private:
    T value_{};
    rangekit::error error_;
};

template <>
class [[nodiscard]] result<void> {
public:
    result(rangekit::error why) noexcept : error_(why) {}

    bool has_value() const noexcept { return error_.status == RANGEKIT_OK; }
    explicit operator bool() const noexcept { return has_value(); }
    rangekit_status status() const noexcept { return error_.status; }
    const rangekit::error &error() const noexcept { return error_; }

private:
    rangekit::error error_;
};

/// Elements that lie somewhere else: a pointer and a count, as std::span. An array, a vector, a std::span become one.
template <class T>
class view {
public:
    constexpr view() noexcept = default;
    constexpr view(std::nullptr_t) noexcept {}
    constexpr view(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N>
    constexpr view(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                   decltype(std::declval<Container &>().data()), T *>>>
    constexpr view(Container &&elements) noexcept : data_(elements.data()), size_(elements.size()) {}

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }

    /// Whether it is left out, or has a place for each of `count` rows.
    constexpr bool fits(std::size_t count) const noexcept { return data_ == nullptr || size_ >= count; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/// A T to read, or nullptr where the C function allows it.
template <class T>
class in {
public:
    constexpr in(const T &value) noexcept : value_(&value) {}
    constexpr in(const T *value) noexcept : value_(value) {}
    constexpr in(std::nullptr_t) noexcept : value_(nullptr) {}
    constexpr operator const T *() const noexcept { return value_; }

private:
    const T *value_;
};

/// Exactly N elements, or nullptr where the C function allows it.
template <class T, std::size_t N>
class fixed {
public:
    constexpr fixed(T (&array)[N]) noexcept : data_(array) {}
    constexpr fixed(std::nullptr_t) noexcept : data_(nullptr) {}
    constexpr fixed(std::conditional_t<std::is_const_v<T>, const std::array<std::remove_const_t<T>, N>,
                                       std::array<T, N>> &array) noexcept
        : data_(array.data()) {}
    constexpr T *data() const noexcept { return data_; }

private:
    T *data_;
};

/// Bytes or text of whatever length they need, in a container of yours:
///
///     auto bytes = rangekit::collect<std::vector<std::uint8_t>>(
///         [&](auto out) { return rangekit::token_encode(token, out); });
template <class Container, class Call>
result<Container> collect(Call &&call) {
    using element = typename Container::value_type;
    result<std::size_t> length = call(view<element>());
    if (!length) return length.error();
    Container filled;
    filled.resize(*length + (std::is_same_v<element, char> ? 1 : 0)); // text ends with a NUL that does not count
    length = call(view<element>(filled.data(), filled.size()));
    if (!length) return length.error();
    filled.resize(*length);
    return {std::move(filled), length.error()};
}

namespace detail {

/// A T as its _default function leaves it.
template <class T>
T filled(rangekit_status (*fill)(T *)) noexcept {
    T value{};
    if constexpr (std::is_standard_layout_v<T>) *reinterpret_cast<std::uint32_t *>(&value) = sizeof(T);
    fill(&value);
    return value;
}

/// Owns what the library made, and ends it.
template <class T, void (*Destroy)(T *)>
class handle {
public:
    handle() noexcept = default;
    explicit handle(T *owned) noexcept : owned_(owned) {}
    handle(handle &&other) noexcept : owned_(std::exchange(other.owned_, nullptr)) {}
    handle &operator=(handle &&other) noexcept {
        if (this != &other) {
            if (owned_ != nullptr) Destroy(owned_);
            owned_ = std::exchange(other.owned_, nullptr);
        }
        return *this;
    }
    handle(const handle &) = delete;
    handle &operator=(const handle &) = delete;
    ~handle() {
        if (owned_ != nullptr) Destroy(owned_);
    }

    T *get() const noexcept { return owned_; }
    explicit operator bool() const noexcept { return owned_ != nullptr; }

private:
    T *owned_ = nullptr;
};

} // namespace detail
} // namespace rangekit

#endif // RANGEKIT_RESULT_HPP
