#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-only
# Answers a question for another program, and only if every claim of the answer stands in a document.
#
#   examples/gate.sh "When did HMS Challenger leave Portsmouth?"
#
# Prints the answer and exits with 0, or prints why not on stderr and exits with
#   1  "no clear answer in the documents": none was found; "not used": not every claim of it is in them, or it
#      was said to be wrong before (arborist falsify); "not answered: evicted" (its text was dropped
#      for room), "preflight" (--reject-broad); "no answer": the store is damaged
#   2  the question is no question    3  there are no documents    4  disk, permission or endpoint
# ARBORIST names the program, ARBORIST_HOME the store; both have defaults.
set -uo pipefail
arborist=${ARBORIST:-arborist}

# The label decides the exit code, and whether the answer was falsified; nothing has to be parsed for it.
result=$("$arborist" query "$@" --require strict --json)
code=$?

# Everything else stands in the JSON. python3 takes out what is needed; jq would do as well.
field() {
  python3 -c 'import json, sys
value = json.load(sys.stdin)
for name in sys.argv[1].split("."):
    value = value.get(name) if isinstance(value, dict) else None
print(value)' "$1" <<<"$result"
}

case $code in
  0) field answer_text ;;
  1)
    case $(field error.code),$(field falsified_before),$(field declined),$(field failure_stage) in
      None,True,*) echo "not used: this answer was said to be wrong before (falsified)" >&2 ;;
      None,False,True,evicted | None,False,True,preflight) echo "not answered: $(field failure_stage)" >&2 ;;
      None,False,True,*) echo "no clear answer in the documents" >&2 ;;
      None,*) echo "not used: the answer is $(field rung), not every claim of it is in the documents" >&2 ;;
      *) echo "no answer: $(field error.message)" >&2 ;;
    esac
    ;;
  *) echo "no answer: $(field error.message)" >&2 ;;
esac
exit "$code"
