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

void append_engine_alone(std::string& html) {
  html += fmt::format("\n<script type=\"text/plain\" id=\"toptile-engine\">{}</script>", built_engine());
}

void append_lexicon(std::string& html, std::string_view runs, std::string_view packed) {
  html += fmt::format("\n<script type=\"text/plain\" class=\"toptile-lexicon\" data-runs=\"{}\">", runs);
  append_base64(html, packed);
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
  append_engine_alone(html);
  for (const auto& [lexicon, numbers] : runs_of) append_lexicon(html, numbers, lexicon);
}

// A built page without the place of its data.
struct PageParts {
  std::string_view before, after;
};

PageParts parts_of(std::string_view page) {
  const std::size_t place = page.find(kDataPlace), end = page.rfind("</body>");
  TOPTILE_ASSERT(place != page.npos && end != page.npos && end > place);
  return {page.substr(0, place), page.substr(place + kDataPlace.size())};
}

void append_data(std::string& html, const Json& data) {
  std::string json = json_line(data);
  while (json.ends_with('\n')) json.pop_back();
  html += kDataElement;
  append_for_html(html, json);
  html += "</script>";
}

}  // namespace

std::string table_page(const Json& data, std::string_view packed_lexicon) {
  const PageParts page = parts_of(built_table());
  std::string html(page.before);
  append_data(html, data);
  const std::size_t end = page.after.rfind("</body>");
  html += page.after.substr(0, end);
  append_engine_alone(html);
  append_lexicon(html, "0", packed_lexicon);
  html += page.after.substr(end);
  return html;
}

std::string report_page(const Json& data, std::span<const ReportRun> runs) {
  const PageParts page = parts_of(built_page());
  std::string html(page.before);
  html.reserve(built_page().size() + chunk_bytes(runs));
  append_data(html, data);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (!runs[run].details) continue;
    for (const GameChunk& chunk : runs[run].details->chunks)
      append_packed(html, "toptile-games", run, chunk, chunk.deflated);
    for (const GameChunk& chunk : runs[run].details->chunks) {
      const std::string lines = reviews_of(runs[run].details->reviews, chunk);
      if (!lines.empty()) append_packed(html, "toptile-reviews", run, chunk, deflated(lines));
    }
  }
  const std::size_t end = page.after.rfind("</body>");
  html += page.after.substr(0, end);
  append_engine(html, runs);
  html += page.after.substr(end);
  return html;
}

}  // namespace toptile
