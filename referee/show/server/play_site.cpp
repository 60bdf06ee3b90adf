#include "referee/show/server/play_site.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/show/page/page.hpp"
#include "referee/show/scenes/match_data.hpp"
#include "referee/show/server/gate.hpp"
#include "rules/game.hpp"

namespace referee::server {
namespace {

using Kind = Wish::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 7> wish_words{{{"move", Kind::move},
                                                                       {"why", Kind::why},
                                                                       {"undo", Kind::undo},
                                                                       {"from", Kind::from},
                                                                       {"hint", Kind::hint},
                                                                       {"resign", Kind::resign},
                                                                       {"again", Kind::again}}};

void require(bool good, const char* what) {
  if (!good) throw text::InputError(what);
}

}  // namespace

Wish read_wish(std::string_view body) {
  const text::Json json = text::parse_json(body, "the wish");
  const auto text_of = [&](const char* key, const char* what) {
    require(json.contains(key) && json.at(key).is_string(), what);
    return json.at(key).get<std::string>();
  };
  const auto number_of = [&](const char* key, const char* what) {
    require(json.contains(key) && json.at(key).is_number_unsigned(), what);
    return json.at(key).get<std::size_t>();
  };
  require(json.is_object(), "a wish is an object");
  const std::string word = text_of("do", "a wish says what to do");
  const auto* const known = std::find_if(wish_words.begin(), wish_words.end(),
                                         [&](const auto& one) { return one.first == word; });
  require(known != wish_words.end(), "do must be move, why, undo, from, hint, resign or again");
  Wish wish;
  wish.kind = known->second;
  if (wish.kind == Kind::move || wish.kind == Kind::why) {
    wish.move = text_of("move", "a move is a text");
  }
  if (wish.kind == Kind::from) wish.to = number_of("to", "to is how many moves are kept");
  if (wish.kind != Kind::again) wish.ply = number_of("ply", "ply is how many moves you have seen");
  return wish;
}

namespace {

using match::Seat;
using text::Json;

}  // namespace

// Tells the page of moves and faults.
class PlaySite::Board final : public match::SittingBoard {
 public:
  Board(PlaySite& site, const match::MatchPlan& plan, std::size_t known)
      : SittingBoard(plan), site_(site), known_(known) {}

  void moved(const match::Ply& ply, int number, match::Duration cpu,
             match::Duration wall) override {
    SittingBoard::moved(ply, number, cpu, wall);
    // A bot that is made to play again what it played before says nothing new.
    if (plies().size() <= known_) return;
    site_.so_far_.plies.push_back(ply);
    site_.so_far_.measured.cpu.push_back(cpu);
    site_.so_far_.measured.wall.push_back(wall);
    site_.post_([&site = site_, ply, cpu, wall] {
      site.seen_.plies.push_back(ply);
      site.seen_.measured.cpu.push_back(cpu);
      site.seen_.measured.wall.push_back(wall);
      site.events_.publish("events", site.match_->follow(site.seen_));
      site.set_turn(Turn::bot, false);
    });
  }

  void failed(const match::MatchFault& fault) override {
    SittingBoard::failed(fault);
    // That of a bot that is out since, when the moves that are kept are played again.
    auto& known = site_.so_far_.faults;
    if (std::any_of(known.begin(), known.end(), [&](const match::MatchFault& one) {
          return one.seat == fault.seat && one.ply == fault.ply;
        })) {
      return;
    }
    known.push_back(fault);
    site_.post_([&site = site_, fault] {
      site.seen_.faults.push_back(fault);
      site.events_.publish("events", site.match_->follow(site.seen_));
    });
  }

 private:
  PlaySite& site_;
  std::size_t known_;
};

class PlaySite::Person final : public match::Player {
 public:
  Person(PlaySite& site, match::SittingBoard& board, Seat seat, std::vector<std::string> given)
      : site_(site), board_(board), seat_(seat), given_(std::move(given)) {}

  match::Answer answer(std::string_view) override {
    if (next_ == given_.size()) return site_.ask(seat_, board_);
    match::Answer answer;
    answer.line = given_[next_++];
    return answer;
  }
  void dismiss(std::string_view, const match::Fault&) override {}
  void part(std::string_view) override {}

 private:
  PlaySite& site_;
  match::SittingBoard& board_;
  Seat seat_;
  std::vector<std::string> given_;
  std::size_t next_ = 0;
};

PlaySite::PlaySite(match::SittingOptions options, const page::Pages& pages)
    : head_(pages.head(std::string(options.plan.game->title), "match")),
      events_(random_token().substr(0, 8)),
      options_(std::move(options)),
      info_(*options_.plan.game) {
  head_["live"] = "play";
  head_["detail"] = "full";
  head_["rules"] = info_.page;
  head_["games"] = Json::object();
  head_["games"][std::string(info_.name)] = scenes::game_data(info_);
  begin(options_, {});
}

PlaySite::~PlaySite() = default;

// ---- events for the page ----

page::ServedPage PlaySite::page() const { return page::served_page(head_); }

Json PlaySite::state() const {
  return Json{{"run", {{"played", true}, {"done", 0}, {"total", 1}}},
              {"games", head_.at("games")},
              {"running", match_->events()},
              {"standings", nullptr},
              {"play", play_json()}};
}

Json PlaySite::play_json() const {
  Json json;
  for (const Seat seat : options_.chairs.seats()) {
    json["seats"].push_back(options_.is_person(seat) ? "you" : "bot");
  }
  json["turn"] = turn_ == Turn::person ? "you" : turn_ == Turn::bot ? "bot" : "over";
  json["ply"] = match_->plies();
  json["undo"] = turn_ == Turn::person && undo_;
  json["hint"] = nullptr;
  if (options_.adviser) json["hint"] = text::safe_text(options_.adviser->identity.name);
  if (record_) {
    const Json whole = scenes::match_data(*record_, {}, scenes::Detail::brief);
    json["result"]["bots"] = whole.at("bots");
    if (whole.contains("winner")) json["result"]["winner"] = whole.at("winner");
    json["result"]["faults"] = whole.contains("faults") ? whole.at("faults") : Json::array();
    if (saved_) json["saved"] = *saved_;
  }
  if (!trouble_.empty()) json["trouble"] = trouble_;
  return json;
}

void PlaySite::set_turn(Turn turn, bool undo) {
  if (turn_ == turn && undo_ == undo && turn != Turn::over) return;
  turn_ = turn;
  undo_ = undo;
  events_.publish("play", play_json());
}

void PlaySite::begin(const match::SittingOptions& options, const match::MatchRecord& kept) {
  seen_ = kept;
  seen_.game = options.plan.game;
  seen_.seed = options.plan.seed;
  const auto identities = options.identities();
  const rules::BySeat<bool> persons(identities.size(),
                                    [&](Seat seat) { return options.is_person(seat); });
  seen_.bots.resize(identities.size());
  for (const Seat seat : identities.seats()) seen_.bots[seat].name = identities[seat].name;
  seen_.clock = options.settings.clock;
  seen_.times.budget = options.budget;
  match_ = std::make_unique<LiveMatch>(seen_, options.plan.deal, true, persons);
  match_->follow(seen_);
  record_.reset();
  saved_.reset();
  turn_ = Turn::bot;
  undo_ = false;
}

std::optional<Answer> PlaySite::get(std::string_view path, std::string_view query) {
  if (!query.empty() || !record_) return std::nullopt;
  if (path == "/record") {
    return Answer{200, "application/json", match::to_line(*record_) + '\n',
                  fmt::format("{}.json", info_.name)};
  }
  if (path == "/match/0") {
    return json_answer(scenes::match_data(*record_, {}, scenes::Detail::full));
  }
  return std::nullopt;
}

// Empty if it can be done.
std::string PlaySite::refusal_of(const Wish& wish) const {
  using Kind = Wish::Kind;
  if (wish.kind == Kind::again) return turn_ == Turn::over ? "" : "the game is not over yet";
  if (turn_ == Turn::over && wish.kind != Kind::from) return "the game is over";
  if (wish.ply != match_->plies()) {
    return fmt::format("the game is at move {} by now", match_->plies() + 1);
  }
  if (wish.kind == Kind::from) {
    const bool possible = turn_ != Turn::bot && wish.to < match_->plies();
    return possible ? "" : "the game can go on from an earlier move, when it is your turn or over";
  }
  if (turn_ != Turn::person) return "it is not your turn";
  if (wish.kind == Kind::undo && !undo_) return "there is no move of yours to take back";
  if (wish.kind == Kind::hint && !options_.adviser) {
    return "there is no bot to ask; --hint names one";
  }
  if (wish.kind == Kind::move || wish.kind == Kind::why) {
    return match::verdict_for_person(match_->game(), wish.move).reason();
  }
  return {};
}

std::optional<Answer> PlaySite::wish(std::string_view body) {
  Wish wish;
  try {
    wish = read_wish(body);
  } catch (const text::InputError& error) {
    return json_answer(Json{{"error", error.what()}}, 400);
  }
  if (const std::string reason = refusal_of(wish); !reason.empty()) {
    return json_answer(Json{{"ok", false}, {"reason", reason}});
  }
  if (wish.kind != Wish::Kind::why) accept(wish);
  return json_answer(Json{{"ok", true}});
}

void PlaySite::accept(const Wish& wish) {
  match::Sitting* sitting = nullptr;
  {
    const std::lock_guard lock(mutex_);
    // No one waits for a hint any more.
    if (wish.kind != Wish::Kind::hint) sitting = sitting_;
    if (sitting != nullptr) sitting->interrupt_hint();
    wishes_.push_back(wish);
  }
  wished_.notify_all();
  // One wish at a time: the next one is taken when this one has had its effect. After a hint it is
  // still the same person's turn.
  if (wish.kind != Wish::Kind::hint) set_turn(Turn::bot, false);
}

// ---- the game ----

Wish PlaySite::next_wish() {
  std::unique_lock lock(mutex_);
  wished_.wait(lock, [this] { return left_ || !wishes_.empty(); });
  if (left_) throw Left();
  Wish wish = std::move(wishes_.front());
  wishes_.pop_front();
  return wish;
}

void PlaySite::leave() {
  const std::lock_guard lock(mutex_);
  left_ = true;
  if (sitting_ != nullptr) sitting_->interrupt_hint();
  if (host_ != nullptr) host_->interrupt();
  wished_.notify_all();
}

std::unique_ptr<match::SittingBoard> PlaySite::board(std::size_t known) {
  for (std::vector<match::Duration>* times : {&so_far_.measured.cpu, &so_far_.measured.wall}) {
    times->resize(std::min(known, times->size()));
  }
  so_far_.plies.resize(std::min(known, so_far_.plies.size()));
  // The judge convicts again where the moves that are kept are played again.
  std::erase_if(so_far_.faults, [&](const match::MatchFault& fault) {
    return fault.found_after > 0 || fault.ply > static_cast<int>(known);
  });
  post_([this, options = options_, kept = so_far_] {
    begin(options, kept);
    events_.publish("events", match_->events());
    events_.publish("play", play_json());
  });
  return std::make_unique<Board>(*this, options_.plan, known);
}

std::unique_ptr<match::Player> PlaySite::person(Seat seat, match::SittingBoard& board,
                                                std::vector<std::string> given) {
  return std::make_unique<Person>(*this, board, seat, std::move(given));
}

match::Answer PlaySite::ask(Seat seat, const match::SittingBoard& board) {
  const auto undone = sitting_->without_last(board.plies());
  post_([this, undo = undone.has_value()] { set_turn(Turn::person, undo); });
  for (;;) {
    Wish wish = next_wish();
    match::Answer answer;
    switch (wish.kind) {
      case Wish::Kind::move:
        answer.line = std::move(wish.move);
        return answer;
      case Wish::Kind::resign:
        throw match::Resigned{seat};
      case Wish::Kind::undo:
        if (undone) throw match::TakenBack{*undone};
        break;
      case Wish::Kind::from:
        if (wish.to < board.plies().size()) throw match::TakenBack{wish.to};
        break;
      case Wish::Kind::hint:
        look_for_hint(seat, board);
        break;
      case Wish::Kind::again:  // asked for twice
      case Wish::Kind::why:    // answered at once
        break;
    }
  }
}

void PlaySite::look_for_hint(Seat seat, const match::SittingBoard& board) {
  match::Sitting::Hint hint;
  try {
    hint = sitting_->hint(seat, board);
  } catch (const bot::Interrupted&) {
    return;  // the person has moved meanwhile
  }
  post_([this, hint, ply = board.plies().size()] {
    Json json{{"ply", ply}, {"by", text::safe_text(hint.by)}};
    if (hint.failed.empty()) {
      json["move"] = text::safe_text(hint.move);
    } else {
      json["reason"] = text::safe_text(hint.failed);
    }
    events_.publish("hint", json);
  });
}

void PlaySite::play_one(const Ended& ended) {
  bot::ProcessHost host(walls::probe_protections());
  match::Sitting sitting(host, options_);
  const auto register_them = [this](bot::Host* one, match::Sitting* other) {
    const std::lock_guard lock(mutex_);
    host_ = one;
    sitting_ = other;
    if (left_ && one != nullptr) one->interrupt();
  };
  register_them(&host, &sitting);
  try {
    const match::MatchRecord record = sitting.play(*this);
    register_them(nullptr, nullptr);
    finished_ = record;
    const std::optional<bool> saved = ended(record);
    post_([this, record, saved] {
      record_ = record;
      saved_ = saved;
      set_turn(Turn::over, false);
    });
  } catch (...) {
    register_them(nullptr, nullptr);
    throw;
  }
}

void PlaySite::play(const Post& post, const Ended& ended) {
  post_ = post;
  try {
    for (;;) {
      so_far_ = {};
      play_one(ended);
      Wish wish = next_wish();
      while (wish.kind != Wish::Kind::again && wish.kind != Wish::Kind::from) wish = next_wish();
      if (wish.kind == Wish::Kind::again) {
        options_.plan = match::MatchPlan::from_seed(info_, options_.plan.seed.value_or(0) + 1);
        options_.begun.clear();
        options_.failed.clear();
      } else {
        options_.begun = finished_.plies;
        options_.begun.resize(std::min(wish.to, options_.begun.size()));
        for (match::Ply& ply : options_.begun) ply.jury = false;
        options_.failed = finished_.faults;
      }
    }
  } catch (const Left&) {
  } catch (const bot::Interrupted&) {
    // leave() has interrupted a bot.
  } catch (const std::exception& error) {
    post_([this, what = std::string(error.what())] {
      trouble_ = what;
      set_turn(Turn::over, false);
    });
    throw;
  }
}

}  // namespace referee::server
