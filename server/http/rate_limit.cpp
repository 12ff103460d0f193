#include "server/http/rate_limit.h"

#include <algorithm>

namespace toptile {

namespace {

double seconds_between(RateLimit::Moment from, RateLimit::Moment to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

bool RateLimit::take(const std::string& who, Moment now) {
  if (per_second_ <= 0) return true;
  if (buckets_.size() >= kMaxBuckets && !buckets_.contains(who)) forget_full(now);
  Bucket& bucket = buckets_.try_emplace(who, Bucket{burst_, now}).first->second;
  bucket.left = std::min(burst_, bucket.left + per_second_ * seconds_between(bucket.at, now));
  bucket.at = now;
  if (bucket.left < 1) return false;
  bucket.left -= 1;
  return true;
}

void RateLimit::give_back(const std::string& who) {
  const auto bucket = buckets_.find(who);
  if (bucket != buckets_.end()) bucket->second.left = std::min(burst_, bucket->second.left + 1);
}

// If nobody's is full, all are forgotten: then so many ask that no bucket holds them back.
void RateLimit::forget_full(Moment now) {
  std::erase_if(buckets_, [&](const auto& entry) {
    const Bucket& bucket = entry.second;
    return bucket.left + per_second_ * seconds_between(bucket.at, now) >= burst_;
  });
  if (buckets_.size() >= kMaxBuckets) buckets_.clear();
}

}  // namespace toptile
