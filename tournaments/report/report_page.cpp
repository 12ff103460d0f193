#include "tournaments/report/report_page.h"

#include <fmt/format.h>

#include <map>

#include "base/assert.h"
#include "tournaments/report/deflate.h"
#include "tournaments/report/report_parts.h"

namespace toptile {

void append_for_html(std::string& html, std::string_view json) {
  while (true) {
    const std::size_t at = json.find('<');
    html += json.substr(0, at);
    if (at == json.npos) return;
    html += "\\u003c";
    json.remove_prefix(at + 1);
  }
}

namespace {

constexpr std::size_t kTagBytes = 150;  // The maximum bytes of the tags around a chunk.

std::size_t chunk_bytes(std::span<const ReportRun> runs) {
  std::size_t bytes = 0;
  for (const ReportRun& run : runs) {
    if (!run.details) continue;
    for (const GameChunk& chunk : run.details->chunks)
      bytes += kTagBytes + (chunk.deflated.size() + 2) / 3 * 4;
  }
  return bytes;
}

void append_packed(std::string& html, std::string_view what, std::size_t run, const GameChunk& chunk,
                   std::string_view deflated) {
  html += fmt::format(
      "\n<script type=\"text/plain\" class=\"{}\" data-run=\"{}\" data-first=\"{}\" data-last=\"{}\">", what,
      run, chunk.first, chunk.last);
  append_base64(html, deflated);
  html += "</script>";
}

// Runs may have the same lexicon, which is written once.
void append_engine(std::string& html, std::span<const ReportRun> runs) {
  std::map<std::string_view, std::string> runs_of;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::string& numbers = runs_of[runs[run].lexicon];
    numbers += (numbers.empty() ? "" : " ") + std::to_string(run);
  }
  runs_of.erase("");
  if (runs_of.empty()) return;
  html += fmt::format("\n<script type=\"text/plain\" id=\"toptile-engine\">{}</script>", built_engine());
  for (const auto& [lexicon, numbers] : runs_of) {
    html += fmt::format("\n<script type=\"text/plain\" class=\"toptile-lexicon\" data-runs=\"{}\">", numbers);
    append_base64(html, lexicon);
    html += "</script>";
  }
}

}  // namespace

std::string report_page(const Json& data, std::span<const ReportRun> runs) {
  const std::string_view page = built_page();
  const std::size_t place = page.find(kDataPlace);
  TOPTILE_ASSERT(place != page.npos);
  std::string html(page.substr(0, place));
  html += kDataElement;
  std::string json = json_line(data);
  while (json.ends_with('\n')) json.pop_back();
  html.reserve(page.size() + json.size() * 11 / 10 + chunk_bytes(runs));
  append_for_html(html, json);
  html += "</script>";
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (!runs[run].details) continue;
    for (const GameChunk& chunk : runs[run].details->chunks)
      append_packed(html, "toptile-games", run, chunk, chunk.deflated);
    for (const GameChunk& chunk : runs[run].details->chunks) {
      const std::string lines = reviews_of(runs[run].details->reviews, chunk);
      if (!lines.empty()) append_packed(html, "toptile-reviews", run, chunk, deflated(lines));
    }
  }
  const std::size_t end = page.rfind("</body>");
  TOPTILE_ASSERT(end != page.npos && end > place);
  const std::size_t rest = place + kDataPlace.size();
  html += page.substr(rest, end - rest);
  append_engine(html, runs);
  html += page.substr(end);
  return html;
}

}  // namespace toptile
