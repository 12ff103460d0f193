// How often somebody may ask: a bucket for each address or author, which holds some requests and is filled
// again at a constant rate. It knows no clock; the caller says what time it is.
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace toptile {

class RateLimit {
 public:
  using Moment = std::chrono::steady_clock::time_point;

  // A rate of 0 allows everything. `burst` requests may come at once.
  RateLimit(double per_second, double burst) : per_second_(per_second), burst_(burst) {}

  // Takes one request out of the bucket; false if there is none.
  bool take(const std::string& who, Moment now);
  // Puts one back that was taken, because it should not count.
  void give_back(const std::string& who);
  // How many are remembered. It is bounded: those whose buckets are full are forgotten.
  std::size_t size() const { return buckets_.size(); }

 private:
  struct Bucket {
    double left = 0;
    Moment at;
  };
  void forget_full(Moment now);

  double per_second_, burst_;
  std::map<std::string, Bucket> buckets_;
};

inline constexpr std::size_t kMaxBuckets = 20'000;

}  // namespace toptile
