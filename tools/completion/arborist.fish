# SPDX-License-Identifier: AGPL-3.0-only
# Fish completion for arborist.

set -l verbs ingest search documents stats prove verify fsck rpc
complete -c arborist -f
complete -c arborist -l home -r -a '(__fish_complete_directories)' -d 'Where the store lives'
complete -c arborist -l json -d 'Print JSON'
complete -c arborist -l progress -x -a 'auto plain jsonl none' -d 'Progress on stderr'
complete -c arborist -l version -d 'Show the version'
complete -c arborist -s h -l help -d 'Show help'

complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a ingest -d 'Take in files, folders and dumps'
complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a search -d 'Find passages'
complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a documents -d 'List documents, show one or print its text'
complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a stats -d 'Sizes and counts'
complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a prove -d 'Write a proof bundle'
complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a verify -d 'Check a proof bundle'
complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a fsck -d 'Check the whole store'
complete -c arborist -n "not __fish_seen_subcommand_from $verbs" -a rpc -d 'Answer JSON-RPC requests, one a line'

complete -c arborist -n '__fish_seen_subcommand_from ingest verify' -F
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l source -x -a 'auto text markdown html mediawiki jsonl' -d 'How to read the files'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l shard -x -d 'Name of the shard set'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l shards -x -d 'Files of a new set'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l jobs -x -d 'Threads'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l include -x -d 'Only files that fit'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l exclude -x -d 'No files that fit'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l uri-prefix -x -d 'Instead of file://...'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l max-file-mb -x -d 'Largest file that is read'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l mark-gone -d 'Retire files that are no more'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l all -d 'Hidden, ignored and secret-looking files too'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l reextract -d 'Read again what has the same bytes'
complete -c arborist -n '__fish_seen_subcommand_from ingest' -l dry-run -d 'Say what would happen'
complete -c arborist -n '__fish_seen_subcommand_from ingest search' -l limit -x -d 'Stop after so many'
complete -c arborist -n '__fish_seen_subcommand_from search' -l per-document -x -d 'Most passages of one document'
complete -c arborist -n '__fish_seen_subcommand_from documents; and not __fish_seen_subcommand_from list show text' -a 'list show text'
complete -c arborist -n '__fish_seen_subcommand_from prove' -l chunk -x -d 'Which chunk, from 0'
complete -c arborist -n '__fish_seen_subcommand_from prove' -s o -l output -r -F -d 'File to write'
complete -c arborist -n '__fish_seen_subcommand_from fsck' -l full -d 'Re-hash every document'
