#compdef arborist
# SPDX-License-Identifier: AGPL-3.0-only
# Zsh completion for arborist; installed as _arborist.

_arborist() {
  local -a global answer run use prove curate operate
  global=(
    '--home[where the store lives]:folder:_files -/'
    '--json[print JSON]'
    '--progress[progress on stderr]:how:(auto plain jsonl none)'
    '(- *)--version[show the version]'
    '(-h --help)'{-h,--help}'[show help]'
  )
  answer=(
    '--mode[how the answer is written]:which:(quote claim_lattice_pointer claim_lattice select)'
    '--endpoint[OpenAI-compatible endpoint]:value:'
    '--model[model name]:value:'
    '--revision[revision of the model]:value:'
    '--quantization[quantization of the model]:value:'
    '--timeout[seconds that one reply may take]:value:'
    '--stream[have the endpoint stream]'
    '--dry-run[a stub answers]'
    '--extra-body[more fields for the endpoint]:value:'
    '--policy[policy fields as a JSON file]:file:_files'
    '--verifier[which rules judge it]:which:(lexical-v2 reference-v9.8)'
    '--dedup[which questions are the same]:which:(equivalence_class_v2 equivalence_class strict)'
    '--max-context-chars[characters of passages in the prompt]:value:'
    '--cite[what tags name]:what:(passage sentence)'
    '--min-confidence[decline when the answer is less likely than this]:number:'
    '--reject-broad[turn away questions without a limit]'
    '--bind-verifier[put the verifier into the key]'
  )
  run=(
    '--fidelity[which records may be served]:which:(equivalence_class strict)'
    '--chain[whether the record may be shared]:which:(private public)'
    '--burn[delete the live record once there is a new answer]'
    '--require[exit with 1 below this label, or when it was falsified]:which:(strict hybrid)'
  )
  use=(
    'ingest:take in files, folders, dumps and repositories'
    'sync:bring the store in step with folders'
    'watch:sync folders whenever their files change'
    'crawl:take in web sites'
    'search:find passages'
    'query:answer a question from the whole corpus'
    'ask:answer a question from one document'
    'documents:list documents, show one or print its text'
    'stats:sizes and counts'
  )
  prove=(
    'check:check an answer against its texts'
    'prove:write a proof bundle'
    'verify:check a proof bundle'
    'snapshot:what the corpus holds, as one root'
    'audit:the log\: log, check, checkpoint, prove, consistency, verify'
  )
  curate=(
    'providence:records of answers\: list, show, stats, promote'
    'explain:the run of a record from question to label'
    'inspect:why units of a record did not verify'
    'emergent:what answers say and the corpus lacks'
    'reclassify:judge stored answers again'
    'falsify:say that a record is wrong'
    'burn:delete a record or document for good'
    'distill:make cores of all documents'
    'concepts:words that mean alike, or rival each other'
    'eval:measure answers on known questions'
  )
  operate=(
    'serve:answer over HTTP'
    'mcp:serve agents on stdin and stdout'
    'rpc:answer JSON-RPC requests, one a line'
    'token:who may use the server'
    'key:make the key that signs the log'
    'fsck:check the whole store'
    'doctor:say which formats are read, and how safely'
    'evict:make room\: drop texts that can be read again'
    'rehydrate:bring evicted texts back'
  )
  local curcontext=$curcontext state line
  typeset -A opt_args
  _arguments -C $global '1:verb:->verb' '*::argument:->argument'
  case $state in
    verb)
      _describe -t use 'use' use
      _describe -t prove 'prove' prove
      _describe -t curate 'curate' curate
      _describe -t operate 'operate' operate ;;
    argument)
      case $line[1] in
        sync)
          _arguments $global \
            '--shard[name of the shard set]:name:' \
            '--jobs[threads]:number:' \
            '*--include[only files that fit]:pattern:' \
            '*--exclude[no files that fit]:pattern:' \
            '--max-file-mb[largest file that is read]:megabytes:' \
            '--max-delete[retire up to so many files]:number:' \
            '--all[hidden, ignored and secret-looking files too]' \
            '--verify[hash every file]' \
            '--dry-run[show the plan]' \
            '--list[the folders that are followed]' \
            '*--forget[do not follow a folder any more]:folder:_files -/' \
            '*:folder:_files -/' ;;
        watch)
          _arguments $global \
            '--shard[name of the shard set]:name:' \
            '*--include[only files that fit]:pattern:' \
            '*--exclude[no files that fit]:pattern:' \
            '--all[hidden, ignored and secret-looking files too]' \
            '*:folder:_files -/' ;;
        ingest)
          _arguments $global \
            '--source[how to read the files]:kind:(auto text markdown mbox eml rest asciidoc html docx xlsx pptx odf epub rtf csv chat pdf mediawiki jsonl tar zip git claim-pack)' \
            '--rev[commit of the repositories]:commit:' \
            '--shard[name of the shard set]:name:' \
            '--shards[files of a new set]:number:' \
            '--jobs[threads]:number:' \
            '--limit[stop after so many documents]:number:' \
            '*--include[only files that fit]:pattern:' \
            '*--exclude[no files that fit]:pattern:' \
            '--uri-prefix[instead of file\://...]:prefix:' \
            '--max-file-mb[largest file that is read]:megabytes:' \
            '--mark-gone[retire files that are no more]' \
            '--all[hidden, ignored and secret-looking files too]' \
            '--reextract[read again what has the same bytes]' \
            '--dry-run[say what would happen]' \
            '*:path:_files' ;;
        crawl) _arguments $global '--depth[links from there]:number:' \
          '--max[most pages to ask for]:number:' \
          '*--allow-host[also follow links to this host]:host:' \
          '--shard[name of the shard set]:name:' \
          '--max-alike[most URLs that differ in numbers alone]:number:' \
          '--allow-private[also private addresses]' \
          '--pause[between two requests to a host]:seconds:' \
          '--timeout[for one answer]:seconds:' \
          '--max-page-mb[largest page]:megabytes:' \
          '--all[recheck every stored page]' \
          '--update[store what has changed]' \
          '1:url:(recheck)' '*:url:' ;;
        search) _arguments $global '--limit[most hits shown]:number:' \
          '--per-document[most passages of one document]:number:' '*:query:' ;;
        query)
          _arguments $global $answer $run \
            '--top-k[documents in the context]:value:' \
            '--over-fetch[documents that compete for it]:value:' \
            '--keywords[more words for the search]:value:' \
            '--translate-to[language to search in]:value:' \
            '*:question:' ;;
        ask)
          _arguments $global $answer $run \
            '--document[root, URI or file of the document]:file:_files' \
            '*:question:' ;;
        eval)
          _arguments $global $answer \
            '--top-k[documents in the context]:value:' \
            '--over-fetch[documents that compete for it]:value:' \
            '--translate-to[language to search in]:value:' \
            '--limit[only the first so many questions]:value:' \
            '--jobs[questions at a time]:value:' \
            '--baseline[compare with this result]:file:_files' \
            '--claims[measure the verifier on these sentences]:file:_files' \
            '--tolerance[how far a rate may fall]:value:' \
            '--save[write the result here]:file:_files' \
            '--record[keep records]' \
            '1:questions:_files' ;;
        documents) _arguments $global '1:what:(list show text)' '--all[superseded too]' \
          '--evicted[only those without their text]' '--kind[only of this kind]:kind:(surface core)' '*:root, URI or file:_files' ;;
        prove) _arguments $global '--chunk[which chunk, from 0]:number:' \
          '(-o --output)'{-o,--output}'[file to write]:file:_files' \
          '--redact[leave texts out]' '--snapshot[that a document is in a snapshot]:name:' \
          '1:key, root and chunk, URI or file:_files' ;;
        check)
          _arguments $global \
            '--answer[the answer]:file:_files' \
            '*--context[texts it was made from]:file:_files' \
            '--evidence[passages as JSON Lines]:file:_files' \
            '--input[cases as JSON Lines]:file:_files' \
            '--question[what was asked]:question:' \
            '--mode[how the answer is written]:mode:(quote claim_lattice_pointer claim_lattice)' \
            '--verifier[which rules judge it]:verifier:(lexical-v2 reference-v9.8)' \
            '--entity-policy[what names alone may prove]:policy:(proximity strict hybrid drop)' \
            '--require[exit with 1 below this label]:label:(strict hybrid)' \
            '--wikitext[take markup off the texts first]' ;;
        verify) _arguments $global '--root[a root that you trust]:root:' \
          '--key[the key that signed its log]:file:_files' '1:bundle:_files' ;;
        distill) _arguments $global '--method[which rule]:method:(first-sentence tfidf)' \
            '--depth[cores of cores, down to this]:number:' '--jobs[threads]:number:' ;;
        concepts) _arguments $global '1:what:(derive list purge add)' \
            '--evidence-kind[which to remove]:kind:' ;;
        providence) _arguments $global '1:what:(list show stats promote)' \
            '--min-age[seconds that an answer has stood]:seconds:' \
          '--state[only these]:state:(live failed stale quarantined)' \
          '--label[only these]:label:(STRICT HYBRID UNGROUNDED)' '--limit[at most so many]:number:' \
          '--dag[hashes of the stages]' '--preflight[what was seen in the question]' \
          '--evidence[the passages]' '*:key:' ;;
        explain | inspect) _arguments $global '1:key:' ;;
        emergent) _arguments $global '--aggregate[over all records, by frequency]' \
          '--limit[at most so many]:number:' ;;
        reclassify) _arguments $global '--dry-run[say what would change]' '1:key:' ;;
        falsify) _arguments $global '--reason[why]:text:' \
          '--state[what it becomes]:state:(failed stale quarantined live)' '1:key:' ;;
        burn) _arguments $global '--force[also what depends on it]' '1:key, root, URI or file:_files' ;;
        audit)
          _arguments $global \
            '1:what:(log check checkpoint prove consistency verify)' \
            '--log[only this log]:name:' \
            '--type[only events of this type]:type:' \
            '--subject[only events whose subject begins so]:text:' \
            '--since[not before]:time:' \
            '--until[not after]:time:' \
            '--limit[the newest so many]:number:' \
            '--texts[with private texts]' \
            '--threads[threads]:number:' \
            '*--checkpoint[a checkpoint kept elsewhere]:file:_files' \
            '*--key[the verifier key]:file:_files' \
            '*--handover[what a key signed when it handed over]:file:_files' \
            '--to[the newer checkpoint]:file:_files' \
            '--accept-fork[sign what does not continue what was signed last]' \
            '(-o --output)'{-o,--output}'[file to write]:file:_files' \
            '*:event or checkpoint:_files' ;;
        key) _arguments $global '1:what:(rotate)' ;;
        fsck) _arguments $global '--full[re-hash every document]' ;;
        doctor) _arguments $global ;;
        snapshot) _arguments $global '1:what:(create list show diff verify burn-reason)' '--reason[why]:text:' \
          '--members[the root of every document in it]' '*:snapshot:' ;;
        evict) _arguments $global '--max-bytes[what the shards may take]:size:' \
          '--tier[how much goes]:tier:(warm cold)' \
          '--superseded[also texts that are no longer current]' '--dry-run[say what would go]' \
          '*:root, URI or file:_files' ;;
        rehydrate) _arguments $global '--all[everything whose source is a file]' \
          '*:root, URI or file:_files' ;;
        serve)
          _arguments $global \
            '--address[IP address to listen on]:address:' \
            '--port[port]:number:' \
            '--socket[Unix socket to listen at]:path:_files' \
            '--socket-mode[permissions of the socket]:mode:' \
            '--require-token[tokens on this machine too]' \
            '*--trusted-proxy[proxy that names its clients]:address:' \
            '*--host-name[a name of this server]:name:' \
            '*--allow-origin[pages that may use the API]:origin:' \
            '--endpoint[OpenAI-compatible endpoint]:value:' \
            '--model[model name]:value:' \
            '--max-asks[answers made at a time]:number:' \
            '--ask-queue[questions that wait]:number:' \
            '--max-connections[connections at a time]:number:' \
            '--max-connections-per-address[of one address]:number:' \
            '*--watch[keep in step with a folder]:folder:_files -/' \
            '--drain-seconds[time for running work at the end]:number:' \
            '--allow-write[agents may falsify and ingest]' \
            '--root[agents may ingest below this folder]:folder:_files -/' \
            '--quiet[no line per request]' ;;
        mcp)
          _arguments $global \
            '--allow-write[agents may falsify and ingest]' \
            '--root[agents may ingest below this folder]:folder:_files -/' \
            '--endpoint[OpenAI-compatible endpoint]:value:' \
            '--model[model name]:value:' ;;
        token) _arguments $global '1:what:(create list revoke)' '--name[what it is for]:text:' \
          '*--scope[what it may do]:scope:(read ask write)' '*--shard[only this shard set]:name:' \
          '--days[how long it counts]:number:' '--never-expires[until it is revoked]' '*:id:' ;;
        *) _arguments $global ;;
      esac ;;
  esac
}

_arborist "$@"
