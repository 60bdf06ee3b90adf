#!/bin/bash
# Has GNU parallel play a tournament, comparison or tuning in N parts until nothing is missing:
#   parallel.sh N OUT [OPTION OF PARALLEL...] -- tournament|compare|tune WORD...
#   parallel.sh 16 shared/mine --sshloginfile hosts -- tournament mine.json --seed 7
# All machines see this folder, OUT and the bots under the same paths. It may be stopped at any time;
# the same command goes on.
set -u
case " $* " in *" -- "*) ;; *) sed -n 's/^# //p' "$0"; exit 2 ;; esac
parts=$1 out=$2 options=() last=
shift 2
while [ "$1" != -- ]; do options+=("$1"); shift; done
shift
printf -v play '%q ' referee "$@" --out "$out" -q
mkdir -p "$out/logs"
# What others have put there may lead anywhere.
links=$(find "$out/logs" -maxdepth 1 \( ! -type d ! -type f -o -type f -links +1 \))
if [ -n "$links" ]; then
  echo "${0##*/}: a link, or no file, where logs are written: remove $links" >&2
  exit 2
fi
while :; do
  # A bot that failed (1), or a test that goes on (4), is no failure of the part.
  parallel --joblog "$out/logs/jobs" --resume --retries 3 --workdir "$PWD" -I %part% "${options[@]}" \
    "$play --part %part%/$parts; code=\$?; [ \$code = 1 ] || [ \$code = 4 ] || exit \$code" \
    ::: $(seq "$parts") >"$out/logs/parts.txt"
  rm -f "$out/logs/jobs"
  said=$(referee merge "$out")
  code=$?
  echo "$said"
  # It also ends if nothing was played: what standard error has got says why.
  [ $code = 4 ] && [ "$said" != "$last" ] || exit $code
  last=$said
done
