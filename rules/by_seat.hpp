// Seats, and lists with one element for each seat of a game.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace rules {

// A seat by its place in the list of a game's seats, from 0. The first two have names here.
enum class Seat : std::uint8_t { first = 0, second = 1 };

constexpr std::size_t index(Seat seat) noexcept { return static_cast<std::size_t>(seat); }
constexpr Seat seat_at(std::size_t index) noexcept { return static_cast<Seat>(index); }

// The most seats of a game, and the number of those of a game that says nothing of them.
inline constexpr std::size_t most_seats = 8;
inline constexpr std::size_t usual_seats = 2;

// The seats of a game with so many, in their order. Precondition: count <= most_seats.
inline std::span<const Seat> seats(std::size_t count) noexcept {
  static constexpr auto all = [] {
    std::array<Seat, most_seats> list{};
    for (std::size_t i = 0; i < most_seats; ++i) list[i] = seat_at(i);
    return list;
  }();
  return std::span(all).first(count);
}

// A list of one T for each seat. It is inside the object, so it allocates nothing. Constructors and
// operator[] throw std::out_of_range for more than most_seats, and for a seat that the list has
// not.
template <class T>
class BySeat {
 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  // These two and resize() are there for each T, and compile where T can be made of nothing: clang
  // takes a class within another for one that cannot, if it is asked before the outer one ends.
  BySeat() : BySeat(usual_seats) {}
  explicit BySeat(std::size_t seats) : BySeat(seats, [](Seat) { return T(); }) {}
  // `make(seat)` makes the element of a seat.
  template <class Make>
  requires std::is_invocable_r_v<T, Make&, Seat> BySeat(std::size_t seats, Make&& make)
      : BySeat(Nothing()) {
    while (size_ < seats) add([&] { return make(seat_at(size_)); });
  }
  BySeat(std::initializer_list<T> all) : BySeat(Nothing()) { copy(all); }
  template <std::size_t count>
  BySeat(const std::array<T, count>& all) : BySeat(Nothing()) {  // NOLINT: a list by seat, too
    copy(all);
  }
  BySeat(const BySeat& other) : BySeat(Nothing()) { copy(other); }
  BySeat(BySeat&& other) noexcept(std::is_nothrow_move_constructible_v<T>) : BySeat(Nothing()) {
    take(other);
  }
  BySeat& operator=(const BySeat& other) {
    if (this == &other) return *this;
    if (size_ == other.size_) {
      std::copy(other.begin(), other.end(), begin());
    } else {
      clear();
      copy(other);
    }
    return *this;
  }
  BySeat& operator=(BySeat&& other) noexcept(std::is_nothrow_move_constructible_v<T>) {
    if (this == &other) return *this;
    clear();
    take(other);
    return *this;
  }
  ~BySeat() { clear(); }

  // Adds elements, or destroys the last ones.
  void resize(std::size_t seats) {
    while (size_ < seats) add([] { return T(); });
    while (size_ > seats) remove();
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const Seat> seats() const noexcept { return rules::seats(size_); }

  [[nodiscard]] T& operator[](std::size_t seat) { return begin()[checked(seat)]; }
  [[nodiscard]] const T& operator[](std::size_t seat) const { return begin()[checked(seat)]; }
  [[nodiscard]] T& operator[](Seat seat) { return (*this)[index(seat)]; }
  [[nodiscard]] const T& operator[](Seat seat) const { return (*this)[index(seat)]; }

  [[nodiscard]] iterator begin() noexcept { return std::launder(reinterpret_cast<T*>(room_)); }
  [[nodiscard]] iterator end() noexcept { return begin() + size_; }
  [[nodiscard]] const_iterator begin() const noexcept {
    return std::launder(reinterpret_cast<const T*>(room_));
  }
  [[nodiscard]] const_iterator end() const noexcept { return begin() + size_; }

  friend bool operator==(const BySeat& one, const BySeat& two) {
    return std::equal(one.begin(), one.end(), two.begin(), two.end());
  }
  // As words in a dictionary, for maps.
  friend auto operator<=>(const BySeat& one,
                          const BySeat& two) requires std::three_way_comparable<T> {
    return std::lexicographical_compare_three_way(one.begin(), one.end(), two.begin(), two.end());
  }

 private:
  // The list without elements, to which a constructor adds; if that throws, they are destroyed.
  struct Nothing {};
  explicit BySeat(Nothing /*unused*/) noexcept {}

  template <class Make>
  void add(const Make& make) {
    if (size_ == most_seats) throw std::out_of_range("more seats than a game may have");
    ::new (static_cast<void*>(reinterpret_cast<T*>(room_) + size_)) T(make());
    ++size_;
  }
  void copy(const auto& all) {
    for (const T& one : all) add([&]() -> const T& { return one; });
  }
  void take(BySeat& other) {
    for (T& one : other) add([&]() -> T&& { return std::move(one); });
  }
  void remove() noexcept { std::destroy_at(begin() + --size_); }
  void clear() noexcept {
    while (size_ > 0) remove();
  }
  [[nodiscard]] std::size_t checked(std::size_t seat) const {
    if (seat >= size_) throw std::out_of_range("a seat that this game has not");
    return seat;
  }

  std::size_t size_ = 0;
  alignas(T) std::byte room_[most_seats * sizeof(T)];  // NOLINT(bugprone-sizeof-expression)
};

}  // namespace rules
