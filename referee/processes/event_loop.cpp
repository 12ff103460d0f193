#include "referee/processes/event_loop.h"

#include <utility>  // Boost 1.74's Asio needs it in C++20 and does not include it.

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace toptile {

EventLoop::EventLoop() : context_(std::make_unique<boost::asio::io_context>(1)) {}

EventLoop::~EventLoop() = default;

void EventLoop::wake() {
  boost::asio::post(*context_, [] {});
}

void EventLoop::resume() {
  if (context_->stopped()) context_->restart();
}

}  // namespace toptile
