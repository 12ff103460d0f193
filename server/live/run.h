// A tournament as its live page shows it: what was told of it so far, and the answers made of that. All of it
// belongs to the thread that serves the page.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "server/http/handler.h"
#include "server/live/boards.h"
#include "server/live/feed.h"
#include "server/live/site.h"
#include "tournaments/run/record_index.h"

namespace toptile {

// What the page and the data are made of.
struct LiveState {
  const Plan& plan;
  std::string title;
  GameResults results;
  std::vector<RunSession> sessions = {};
  std::uint64_t planned = 0;
  TournamentProgress progress = {};
  Instant begin{};
  bool is_over = false, is_finished = false;
  // What the page needs to analyze games (ReportRun::lexicon), once it can be read.
  std::string lexicon = {};
};

// A text that is expensive to make. It is kept so long that at most a fiftieth of the time goes into making
// it.
class KeptText {
 public:
  using Clock = std::function<Instant()>;
  KeptText(std::function<std::string()> make, Clock clock)
      : make_(std::move(make)), clock_(std::move(clock)) {}

  // Regenerates the text if its source has another version, and the text is old enough or `must` be of that
  // version.
  const std::string& text(std::uint64_t version, bool must);

 private:
  std::function<std::string()> make_;
  Clock clock_;
  std::optional<std::uint64_t> version_;
  std::string text_;
  Instant next_{};
};

class LiveRun : public HttpHandler {
 public:
  // The plan and the tables must outlive it. `key` is that of the page (server/live/key.h).
  LiveRun(const Plan& plan, const RunPaths& paths, OpenTables& tables, const std::string& key);
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  // Takes the news, and gives what is to be sent to the followers of the stream.
  std::vector<std::string> take(LiveNews news);
  HttpAnswer answer(const HttpHead& request) { return answer_live(request, sources_); }

  HttpAnswer refusal(HttpFault fault, std::uint64_t max_bytes) const override;
  void handle(const std::shared_ptr<HttpConnection>& connection) override;

 private:
  struct Kept {
    std::uint64_t number;
    std::string text;
  };

  std::string make_page();
  Result<std::optional<std::string>> record_of(GameNumber id);
  Result<bool> is_bag_played(GameNumber id);
  Result<std::optional<std::string>> boards(std::optional<GameNumber> id);
  Result<std::optional<Json>> board_of(std::optional<GameNumber> id);
  Json pace() const;
  std::string keep(const LiveEvent& event);
  std::string id_line(std::uint64_t number) const;
  std::string opening(const std::optional<std::string>& last_event_id) const;
  std::optional<std::uint64_t> number_of(const std::string& event_id) const;

  LiveState state_;
  const RunPaths paths_;
  RecordIndex records_;
  LiveBoards boards_;
  const std::string epoch_;  // Tells the numbers of this start's events from those of other starts.
  std::uint64_t events_ = 0;
  // These are events without the line of their number.
  std::deque<Kept> last_;                         // The last events, for readers that come back.
  std::string start_;                             // The event `start`.
  std::string withdrawals_;                       // All events `withdrawn`.
  std::map<std::string, std::string> marks_;      // The last of each other kind; it holds until the next.
  std::map<std::uint64_t, std::string> in_play_;  // The events `started` of games in play.
  KeptText data_, page_;
  LiveSources sources_;
};

}  // namespace toptile
