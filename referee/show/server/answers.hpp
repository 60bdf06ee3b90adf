// The answers to requests, independent of the transport: the page, the site's answers, the cookie
// for the token, refusals, and the fields with which browsers keep all of them safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/show/server/gate.hpp"
#include "referee/show/server/site.hpp"

namespace referee::server {

// An answer without its length.
struct HttpAnswer {
  using Fields = std::vector<std::pair<std::string_view, std::string>>;  // names and values

  unsigned status = 200;
  Fields fields;
  std::string body;
};

class Answers {
 public:
  // Both must outlive this object; the site's page is asked for once, here.
  Answers(Site& site, const Gate& gate) : site_(site), gate_(gate), page_(site.page()) {}

  // The answer to a request with this head and body. Exceptions of the site give status 500.
  [[nodiscard]] HttpAnswer to(const RequestHead& head, const std::string& body) const;
  // Whether it asks for the stream of events, and may have it.
  [[nodiscard]] bool wants_events(const RequestHead& head) const;

  // The fields of a stream of events.
  static HttpAnswer::Fields fields_of_events();
  // A refusal in one line for people.
  static HttpAnswer refusal(unsigned status, std::string_view reason);

 private:
  [[nodiscard]] HttpAnswer welcome(unsigned status) const;
  [[nodiscard]] HttpAnswer of_site(const RequestHead& head, const std::string& body) const;

  Site& site_;
  const Gate& gate_;
  const page::ServedPage page_;
};

}  // namespace referee::server
