// A report as a page of HTML that needs nothing else: the page built from web/, with the data in it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "protocol/json_fields.h"
#include "tournaments/report/report_run.h"

namespace toptile {

// web/built/page.html, compiled in. Its line kDataPlace stands where the data goes.
std::string_view built_page();
inline constexpr std::string_view kDataPlace = "<!--toptile-data-->";

// By what a page that was written is known.
inline constexpr std::string_view kDataElement = "<script type=\"application/json\" id=\"toptile-data\">";

// With the chunks of the runs' records, where they have any.
std::string report_page(const Json& data, std::span<const ReportRun> runs);

}  // namespace toptile
