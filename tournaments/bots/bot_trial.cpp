#include "tournaments/bots/bot_trial.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace toptile {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds since(Instant begin) {
  return std::chrono::ceil<milliseconds>(steady_clock::now() - begin);
}

}  // namespace

BotTrial try_bot(const BotSpec& spec, const GameTable& table, int players, const Patience& patience,
                 std::stop_token stop) {
  boost::asio::io_context context(1);
  const std::stop_callback wake(stop, [&] { boost::asio::post(context, [] {}); });
  BotTrial trial;
  const Instant begin = steady_clock::now();
  auto started = BotSession::start(context, spec, patience, stop);
  if (auto* fault = std::get_if<Fault>(&started)) trial.fault = std::move(*fault);
  if (auto* error = std::get_if<Error>(&started)) trial.error = std::move(*error);
  trial.is_stopped = std::holds_alternative<Stopped>(started);
  if (!trial.is_good()) return trial;

  trial.started = since(begin);
  const Instant handshaken = steady_clock::now();
  auto& session = *std::get<std::unique_ptr<BotSession>>(started);
  trial.id_name = session.id_name();
  trial.id_author = session.id_author();
  trial.options = session.options();
  auto ready = session.begin_game(table.setup, {"try", players, Seat{0}, 0});
  if (auto* fault = std::get_if<Fault>(&ready)) trial.fault = std::move(*fault);
  trial.is_stopped = std::holds_alternative<Stopped>(ready);
  trial.ready = since(handshaken);
  session.quit();
  return trial;
}

}  // namespace toptile
