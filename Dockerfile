# A small image with Referee, which plays as an ordinary user:
#   docker build -t referee .
#   docker run --rm -v "$PWD:/work" --user "$(id -u):$(id -g)" referee tournament mine.json
#
# Engines refuse some of the walls inside of a container: `docker run --rm referee doctor` says which.
# Sources in C and C++ are compiled; for other languages add their packages, as docs/guide/sources.md
# names them.
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends git
COPY . /src
RUN /src/scripts/setup
RUN cd /src && cmake --preset release -DCMAKE_INSTALL_PREFIX=/usr && \
    cmake --build --preset release --target referee example_bots && \
    DESTDIR=/made cmake --install build/release

FROM debian:12-slim
RUN apt-get update && \
    apt-get install -y --no-install-recommends \
      g++ libfmt9 libnettle8 libseccomp2 libspdlog1.10 python3 zlib1g && \
    rm -rf /var/lib/apt/lists/*
COPY --from=build /made/usr /usr
RUN useradd --create-home --shell /bin/bash referee && mkdir /work && chown referee: /work
USER referee
WORKDIR /work
ENTRYPOINT ["referee"]
CMD ["--help"]
