#!/bin/bash
# Has Slurm play a tournament, comparison or tuning in N parts until nothing is missing:
#   slurm.sh N OUT [OPTION OF SBATCH...] -- tournament|compare|tune WORD...
#   slurm.sh 64 shared/mine --partition=long -- tournament mine.json --seed 7
# All machines see this folder, OUT and the bots under the same paths. It may be stopped at any time;
# the same command goes on when no job of it is left in the queue.
set -u
case " $* " in *" -- "*) ;; *) sed -n 's/^# //p' "$0"; exit 2 ;; esac
parts=$1 out=$2 options=() last=
shift 2
while [ "$1" != -- ]; do options+=("$1"); shift; done
shift
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
  referee "$@" --part "$SLURM_ARRAY_TASK_ID/$parts" --out "$out" --jobs "${SLURM_CPUS_PER_TASK:-1}" -q
  code=$?
  # A bot that failed, or a test that goes on, is no failure of the job.
  [ $code = 1 ] || [ $code = 4 ] || exit $code
  exit 0
fi
mkdir -p "$out/logs"
# What others have put there may lead anywhere.
links=$(find "$out/logs" -maxdepth 1 \( ! -type d ! -type f -o -type f -links +1 \))
if [ -n "$links" ]; then
  echo "${0##*/}: a link, or no file, where logs are written: remove $links" >&2
  exit 2
fi
while :; do
  sbatch --wait --array="1-$parts" --requeue --cpus-per-task=1 --open-mode=append \
    --output="$out/logs/%a.txt" "${options[@]}" "$0" "$parts" "$out" -- "$@"
  said=$(referee merge "$out")
  code=$?
  echo "$said"
  # It also ends if nothing was played: the logs say why.
  [ $code = 4 ] && [ "$said" != "$last" ] || exit $code
  last=$said
done
