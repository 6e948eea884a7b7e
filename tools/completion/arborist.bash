# SPDX-License-Identifier: AGPL-3.0-only
# Bash completion for arborist.

_arborist() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb='' i
  local verbs='ingest search query ask eval documents stats prove verify check providence explain inspect emergent reclassify falsify burn fsck serve token rpc'
  local global='--home --json --progress --version --help'
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      --home | --progress) ((i++)) ;;
      -*) ;;
      *) verb=${COMP_WORDS[i]}; break ;;
    esac
  done
  case $prev in
    --progress) mapfile -t COMPREPLY < <(compgen -W 'auto plain jsonl none' -- "$cur"); return ;;
    --source) mapfile -t COMPREPLY < <(compgen -W 'auto text markdown html mediawiki jsonl' -- "$cur"); return ;;
    --mode) mapfile -t COMPREPLY < <(compgen -W 'quote claim_lattice_pointer claim_lattice' -- "$cur"); return ;;
    --verifier) mapfile -t COMPREPLY < <(compgen -W 'lexical-v2 reference-v9.8' -- "$cur"); return ;;
    --entity-policy) mapfile -t COMPREPLY < <(compgen -W 'proximity strict hybrid drop' -- "$cur"); return ;;
    --state) mapfile -t COMPREPLY < <(compgen -W 'failed stale quarantined live' -- "$cur"); return ;;
    --label) mapfile -t COMPREPLY < <(compgen -W 'STRICT HYBRID UNGROUNDED' -- "$cur"); return ;;
    --require) mapfile -t COMPREPLY < <(compgen -W 'strict hybrid' -- "$cur"); return ;;
    --evidence) [[ $verb == check ]] && { mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames; return; } ;;
    --fidelity | --dedup) mapfile -t COMPREPLY < <(compgen -W 'equivalence_class strict' -- "$cur"); return ;;
    --chain) mapfile -t COMPREPLY < <(compgen -W 'private public' -- "$cur"); return ;;
    --home) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); compopt -o filenames; return ;;
    -o | --output | --answer | --context | --input | --policy | --baseline | --save) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames; return ;;
    --shard | --shards | --jobs | --limit | --include | --exclude | --uri-prefix | --max-file-mb | --per-document | --chunk | --root | --question | --endpoint | --model | --revision | \
      --quantization | --timeout | --extra-body | --max-context-chars | --top-k | --over-fetch | --keywords | --translate-to | \
      --document | --tolerance | --reason | --address | --port | --host-name | --allow-origin | --max-asks | --ask-queue | \
      --max-connections | --drain-seconds | --name | --days) return ;;
    --scope) mapfile -t COMPREPLY < <(compgen -W 'read ask write' -- "$cur"); return ;;
  esac
  local words=''
  local answer='--mode --endpoint --model --revision --quantization --timeout --stream --dry-run --extra-body --policy --verifier --dedup --max-context-chars --reject-broad'
  local run='--fidelity --chain --burn --bind-verifier --require'
  case $verb in
    '') words="$verbs $global" ;;
    ingest) words="--source --shard --shards --jobs --limit --include --exclude --uri-prefix --max-file-mb --mark-gone --all --reextract --dry-run $global" ;;
    search) words="--limit --per-document $global" ;;
    query) words="$answer $run --top-k --over-fetch --keywords --translate-to $global" ;;
    ask) words="$answer $run --document $global" ;;
    eval) words="$answer --limit --jobs --baseline --tolerance --save --record $global" ;;
    documents) words="list show text $global" ;;
    prove) words="--chunk --redact -o --output $global" ;;
    verify) words="--root $global" ;;
    check) words="--answer --context --evidence --input --question --mode --verifier --entity-policy --require --wikitext $global" ;;
    providence) words="list show stats --state --label --limit --dag --preflight --evidence $global" ;;
    emergent) words="--aggregate --limit $global" ;;
    reclassify) words="--dry-run $global" ;;
    falsify) words="--reason --state $global" ;;
    burn) words="--force $global" ;;
    fsck) words="--full $global" ;;
    serve) words="--address --port --host-name --allow-origin --endpoint --model --max-asks --ask-queue --max-connections --drain-seconds --quiet $global" ;;
    token) words="create list revoke --name --scope --shard --days --never-expires $global" ;;
    *) words=$global ;;
  esac
  case $verb:$cur in
    ingest:-* | verify:-* | eval:-*) ;;
    ingest:* | verify:* | eval:*) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames; return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _arborist arborist
complete -o default arborist-verify
