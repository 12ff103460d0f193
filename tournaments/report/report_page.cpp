#include "tournaments/report/report_page.h"

#include <fmt/format.h>

#include "engine/assert.h"
#include "tournaments/results/deflate.h"

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

constexpr std::size_t kTagBytes = 150;  // The most bytes of the tags around a chunk.

std::size_t chunk_bytes(std::span<const ReportRun> runs) {
  std::size_t bytes = 0;
  for (const ReportRun& run : runs) {
    if (!run.details) continue;
    for (const GameChunk& chunk : run.details->chunks)
      bytes += kTagBytes + (chunk.deflated.size() + 2) / 3 * 4;
  }
  return bytes;
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
    for (const GameChunk& chunk : runs[run].details->chunks) {
      html += fmt::format(
          "\n<script type=\"text/plain\" class=\"toptile-games\" data-run=\"{}\" data-first=\"{}\" "
          "data-last=\"{}\">",
          run, chunk.first, chunk.last);
      append_base64(html, chunk.deflated);
      html += "</script>";
    }
  }
  html += page.substr(place + kDataPlace.size());
  return html;
}

}  // namespace toptile
