# SPDX-License-Identifier: AGPL-3.0-only
# Bash completion for arborist.

_arborist() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb='' i
  local verbs='ingest sync watch crawl search query ask documents stats check prove verify snapshot audit providence explain inspect emergent reclassify falsify burn distill concepts eval serve mcp rpc token key fsck doctor evict rehydrate'
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
    --source) mapfile -t COMPREPLY < <(compgen -W 'auto text markdown mbox eml rest asciidoc html docx xlsx pptx odf epub rtf csv chat pdf mediawiki jsonl tar zip git claim-pack' -- "$cur"); return ;;
    --method) mapfile -t COMPREPLY < <(compgen -W 'first-sentence tfidf' -- "$cur"); return ;;
    --mode) mapfile -t COMPREPLY < <(compgen -W "quote claim_lattice_pointer claim_lattice$([[ $verb == check ]] || echo ' select')" -- "$cur"); return ;;
    --verifier) mapfile -t COMPREPLY < <(compgen -W 'lexical-v3 lexical-v2 reference-v9.8' -- "$cur"); return ;;
    --cite) mapfile -t COMPREPLY < <(compgen -W 'passage sentence' -- "$cur"); return ;;
    --entity-policy) mapfile -t COMPREPLY < <(compgen -W 'proximity strict hybrid drop' -- "$cur"); return ;;
    --tier) mapfile -t COMPREPLY < <(compgen -W 'warm cold' -- "$cur"); return ;;
    --state) mapfile -t COMPREPLY < <(compgen -W 'failed stale quarantined live' -- "$cur"); return ;;
    --label) mapfile -t COMPREPLY < <(compgen -W 'STRICT HYBRID UNGROUNDED' -- "$cur"); return ;;
    --require) mapfile -t COMPREPLY < <(compgen -W 'strict hybrid' -- "$cur"); return ;;
    --evidence) [[ $verb == check ]] && { mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames; return; } ;;
    --fidelity) mapfile -t COMPREPLY < <(compgen -W 'equivalence_class strict' -- "$cur"); return ;;
    --dedup) mapfile -t COMPREPLY < <(compgen -W 'equivalence_class_v2 equivalence_class strict' -- "$cur"); return ;;
    --chain) mapfile -t COMPREPLY < <(compgen -W 'private public' -- "$cur"); return ;;
    --root) [[ $verb == mcp || $verb == serve ]] && { mapfile -t COMPREPLY < <(compgen -d -- "$cur"); compopt -o filenames; return; } ;;
    --home | --forget | --watch) mapfile -t COMPREPLY < <(compgen -d -- "$cur"); compopt -o filenames; return ;;
    -o | --output | --socket | --checkpoint | --key | --handover | --to | --answer | --context | --document | --input | --policy | --baseline | --save) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames; return ;;
    --rev | --shard | --shards | --jobs | --limit | --include | --exclude | --uri-prefix | --max-file-mb | --per-document | --chunk | --root | --question | --endpoint | --model | --revision | \
      --quantization | --timeout | --extra-body | --max-context-chars | --min-confidence | --top-k | --over-fetch | --keywords | --translate-to | \
      --tolerance | --reason | --max-bytes | --max-delete | --log | --type | --subject | --since | --until | --threads | --depth | --min-age | --evidence-kind | \
      --address | --port | --host-name | --allow-origin | --max-asks | --ask-queue | --max-connections | --max-connections-per-address | --drain-seconds | --socket-mode | --max | --allow-host | --max-alike | --pause | --max-page-mb | --trusted-proxy | --name | --days) return ;;
    --scope) mapfile -t COMPREPLY < <(compgen -W 'read ask write' -- "$cur"); return ;;
  esac
  local words=''
  local answer='--mode --endpoint --model --revision --quantization --timeout --stream --dry-run --extra-body --policy --verifier --dedup --max-context-chars --cite --min-confidence --reject-broad --bind-verifier'
  local run='--fidelity --chain --burn --require'
  case $verb in
    '') words="$verbs $global" ;;
    ingest) words="--source --rev --shard --shards --jobs --limit --include --exclude --uri-prefix --max-file-mb --mark-gone --all --reextract --dry-run $global" ;;
    sync) words="--shard --jobs --include --exclude --max-file-mb --max-delete --all --verify --dry-run --list --forget $global" ;;
    watch) words="--shard --include --exclude --all $global" ;;
    crawl) words="recheck --depth --max --allow-host --shard --max-alike --allow-private --pause --timeout --max-page-mb --all --update $global" ;;
    distill) words="--method --depth --jobs $global" ;;
    concepts) words="derive list purge add --evidence-kind $global" ;;
    search) words="--limit --per-document $global" ;;
    query) words="$answer $run --top-k --over-fetch --keywords --translate-to $global" ;;
    ask) words="$answer $run --document $global" ;;
    eval) words="$answer --top-k --over-fetch --translate-to --limit --claims --jobs --baseline --tolerance --save --record $global" ;;
    documents) words="list show text --all --evicted --kind $global" ;;
    prove) words="--chunk --redact --snapshot -o --output $global" ;;
    verify) words="--root --key $global" ;;
    check) words="--answer --context --evidence --input --question --mode --verifier --entity-policy --require --wikitext $global" ;;
    providence) words="list show stats promote --min-age --state --label --limit --dag --preflight --evidence $global" ;;
    emergent) words="--aggregate --limit $global" ;;
    reclassify) words="--dry-run $global" ;;
    falsify) words="--reason --state $global" ;;
    burn) words="--force $global" ;;
    audit) words="log check checkpoint prove consistency verify --log --type --subject --since --until --limit --texts --threads --checkpoint --key --handover --to --accept-fork -o --output $global" ;;
    key) words="rotate $global" ;;
    fsck) words="--full $global" ;;
    doctor) words="$global" ;;
    snapshot) words="create list show diff verify burn-reason --reason --members $global" ;;
    evict) words="--max-bytes --tier --superseded --dry-run $global" ;;
    rehydrate) words="--all $global" ;;
    serve) words="--address --port --socket --socket-mode --require-token --trusted-proxy --host-name --allow-origin --watch --endpoint --model --max-asks --ask-queue --max-connections --max-connections-per-address --drain-seconds --allow-write --root --quiet $global" ;;
    mcp) words="--allow-write --root --endpoint --model $global" ;;
    token) words="create list revoke --name --scope --shard --days --never-expires $global" ;;
    *) words=$global ;;
  esac
  case $verb:$cur in
    ingest:-* | verify:-* | eval:-* | prove:-* | burn:-* | evict:-* | rehydrate:-*) ;;
    ingest:* | verify:* | eval:* | prove:* | burn:* | evict:* | rehydrate:*) mapfile -t COMPREPLY < <(compgen -f -- "$cur"); compopt -o filenames; return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _arborist arborist
complete -o default arborist-verify
