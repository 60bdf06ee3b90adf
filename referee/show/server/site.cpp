#include "referee/show/server/site.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/show/server/gate.hpp"

namespace referee::server {
namespace {

constexpr std::string_view html = "text/html; charset=utf-8";

}  // namespace

std::string event_text(std::string_view id, std::string_view name, const text::Json& data) {
  // JSON on one line has no line ends of its own.
  return fmt::format("id: {}\nevent: {}\ndata: {}\n\n", id, name, text::dump(data));
}

void EventLog::publish(std::string_view name, const text::Json& data) {
  kept_.push_back(event_text(id_of(++last_), name, data));
  bytes_ += kept_.back().size();
  while (kept_.size() > 1 && (kept_.size() > limits_.events || bytes_ > limits_.bytes)) {
    bytes_ -= kept_.front().size();
    kept_.pop_front();
  }
  if (on_news) on_news();
}

std::string EventLog::id_of(std::uint64_t number) const {
  return fmt::format("{}-{}", run_, number);
}

std::optional<std::uint64_t> EventLog::number_of(std::string_view id) const {
  if (!id.starts_with(run_) || id.substr(run_.size(), 1) != "-") return std::nullopt;
  const auto number = number_in(id.substr(run_.size() + 1));
  if (!number || *number > last_) return std::nullopt;
  return number;
}

std::optional<EventLog::Piece> EventLog::after(std::uint64_t number, std::size_t most) const {
  const std::uint64_t forgotten = last_ - kept_.size();
  if (number < forgotten) return std::nullopt;
  Piece piece{{}, number};
  for (auto at = static_cast<std::size_t>(number - forgotten); at < kept_.size(); ++at) {
    if (!piece.text.empty() && piece.text.size() + kept_[at].size() > most) break;
    piece.text += kept_[at];
    ++piece.last;
  }
  return piece;
}

void end_if(const std::stop_token& stop) {
  if (stop.stop_requested()) throw std::runtime_error("nobody waits for this any more");
}

Answer page_answer(page::ServedPage page) {
  return {200, std::string(html), std::move(page.html), {}, std::move(page.policy)};
}

std::string line_of(const text::Json& json) { return text::dump(json) + '\n'; }

Answer json_answer(const text::Json& json, unsigned status) {
  return {status, "application/json", line_of(json)};
}

std::shared_ptr<const std::string> StateEvent::text() {
  const EventLog& log = site_.events();
  if (!text_ || number_ != log.last()) {
    number_ = log.last();
    text_ =
        std::make_shared<const std::string>(event_text(log.id_of(number_), "state", site_.state()));
  }
  return text_;
}

namespace {

constexpr std::string_view nothing_allowed =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// With `policy`, the Content-Security-Policy.
void protect(HttpAnswer::Fields& fields, std::string_view policy) {
  fields.emplace_back("Content-Security-Policy", policy);
  fields.emplace_back("X-Content-Type-Options", "nosniff");
  fields.emplace_back("X-Frame-Options", "DENY");
  fields.emplace_back("Referrer-Policy", "no-referrer");
  fields.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  fields.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  fields.emplace_back("Cache-Control", "no-store");
  // One request for each connection: nothing is left over that could be taken for another.
  fields.emplace_back("Connection", "close");
}

HttpAnswer answer_of(unsigned status, std::string_view type, std::string body,
                     std::string_view policy = nothing_allowed) {
  HttpAnswer answer{status, {}, std::move(body)};
  answer.fields.emplace_back("Content-Type", type);
  protect(answer.fields, policy);
  return answer;
}

HttpAnswer answer_of(Answer made) {
  HttpAnswer answer =
      answer_of(made.status, made.type, std::move(made.body),
                made.policy.empty() ? nothing_allowed : std::string_view(made.policy));
  if (!made.file.empty()) {
    answer.fields.emplace_back("Content-Disposition",
                               fmt::format("attachment; filename=\"{}\"", made.file));
  }
  return answer;
}

}  // namespace

HttpAnswer Answers::to(const RequestHead& head, const std::string& body) const {
  const Gate::Verdict verdict = gate_.judge(head);
  if (verdict.kind == Gate::Verdict::Kind::welcomed) return welcome(verdict.status);
  if (verdict.kind == Gate::Verdict::Kind::refused) {
    return refusal(verdict.status, verdict.reason);
  }
  // Browsers ask for it by themselves.
  if (head.target == "/favicon.ico") {
    HttpAnswer answer{204, {}, {}};
    protect(answer.fields, nothing_allowed);
    return answer;
  }
  try {
    if (head.method == "GET" && split_target(head.target).path == "/") {
      return answer_of(page_answer(site_.page()));
    }
    return of_site(head, body);
  } catch (const std::exception& error) {
    return refusal(500, error.what());
  }
}

std::optional<Work> Answers::work_for(const RequestHead& head) const {
  if (head.method != "GET" || gate_.judge(head).kind != Gate::Verdict::Kind::let_in) {
    return std::nullopt;
  }
  const auto [path, query] = split_target(head.target);
  return site_.work(path, query);
}

HttpAnswer Answers::of_work(const Work& work, const std::stop_token& stop) {
  try {
    return answer_of(work(stop));
  } catch (const std::exception& error) {
    return refusal(500, error.what());
  }
}

bool Answers::wants_events(const RequestHead& head) const {
  return head.method == "GET" && split_target(head.target).path == "/events" &&
         gate_.judge(head).kind == Gate::Verdict::Kind::let_in;
}

HttpAnswer Answers::welcome(unsigned status) const {
  HttpAnswer answer{status, {}, {}};
  if (status == 200) {
    answer.fields.emplace_back("Content-Type", html);
    answer.body = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=/\">\n";
  } else {
    answer.fields.emplace_back("Location", "/");
  }
  answer.fields.emplace_back("Set-Cookie", gate_.set_cookie());
  protect(answer.fields, nothing_allowed);
  return answer;
}

HttpAnswer Answers::of_site(const RequestHead& head, const std::string& body) const {
  const auto [path, query] = split_target(head.target);
  std::optional<Answer> found = head.method == "POST" ? site_.wish(body) : site_.get(path, query);
  return found ? answer_of(std::move(*found)) : refusal(404, "there is nothing here");
}

HttpAnswer::Fields Answers::fields_of_events() {
  HttpAnswer::Fields fields{{"Content-Type", "text/event-stream"}};
  protect(fields, nothing_allowed);
  return fields;
}

HttpAnswer Answers::refusal(unsigned status, std::string_view reason) {
  HttpAnswer answer =
      answer_of(status, "text/plain; charset=utf-8", fmt::format("{}: {}\n", status, reason));
  if (status == 405) answer.fields.emplace_back("Allow", "GET, POST");
  return answer;
}

}  // namespace referee::server
