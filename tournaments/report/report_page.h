// A report as a self-contained HTML page: the page built from web/, with the data in it; and a page on which
// people play.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json_fields.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// The texts of web/built/page.html and table.html, compiled in. The data replaces kDataPlace in them.
std::string_view built_page();
std::string_view built_table();
// The text of web/built/engine.txt, compiled in: the engine for pages, packed like a chunk of records.
std::string_view built_engine();
inline constexpr std::string_view kDataPlace = "<!--toptile-data-->";

// This text identifies a page that was written.
inline constexpr std::string_view kDataElement = "<script type=\"application/json\" id=\"toptile-data\">";

// Appends JSON to an HTML script element. JSON has < only inside strings, where \u003c means the same. So
// nothing in it can end the element.
void append_for_html(std::string& html, std::string_view json);

// The page with the data, and with the chunks of the runs' records if there are any. The chunks of a run are
// followed by the reviews of their games, packed in the same way. If runs have lexicons, these and the engine
// are at the end, so that nothing waits for them.
std::string report_page(const Json& data, std::span<const ReportRun> runs);

// The page on which people play (docs/play.md, "In a browser"), with a lexicon that packed_lexicon() packed.
std::string table_page(const Json& data, std::string_view packed_lexicon);

}  // namespace toptile
