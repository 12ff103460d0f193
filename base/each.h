// Loops over numbers that have their own type, such as seats: for (const Seat seat : each<Seat>(players)).
#pragma once

namespace toptile {

template <class Kind>
class Each {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(Kind at) : at_(at) {}
    constexpr Kind operator*() const { return at_; }
    constexpr Iterator& operator++() {
      at_ = Kind{at_ + 1};
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    Kind at_;
  };

  constexpr explicit Each(Kind end) : end_(end) {}
  constexpr Iterator begin() const { return Iterator(Kind{}); }
  constexpr Iterator end() const { return Iterator(end_); }

 private:
  Kind end_;
};

// The numbers 0 … count-1.
template <class Kind, class Count>
constexpr Each<Kind> each(Count count) {
  return Each<Kind>(static_cast<Kind>(count));
}

}  // namespace toptile
