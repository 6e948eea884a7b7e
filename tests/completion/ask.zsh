# SPDX-License-Identifier: AGPL-3.0-only
# What zsh offers behind a line, a word a line: types it into an interactive zsh and presses tab.
# usage: zsh -f ask.zsh COMPLETION_FILE LINE
zmodload zsh/zpty || exit 1
folder=$(mktemp -d)
cp "$1" $folder/_arborist
cat >$folder/.zshrc <<'RC'
fpath=($ZDOTDIR $fpath)
autoload -Uz compinit
compinit -u -D
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  # Written down instead of offered: a long list would ask whether to show it.
  typeset -a offered
  builtin compadd -A offered "$@"
  (( $#offered )) && print -rl -- $offered >>$ZDOTDIR/offered
}
bindkey '^I' complete-word
end-of-line-asked() { : >$ZDOTDIR/asked; zle send-break }
zle -N end-of-line-asked
bindkey '^O' end-of-line-asked
print READY
RC
export ZDOTDIR=$folder
zpty asked zsh -i
zpty -r asked ignored '*READY*'
zpty -w -n asked "$2"$'\t\x0f'
for (( i = 0; i < 300; ++i )); do
  zpty -r -t asked ignored
  [[ -e $folder/asked ]] && break
  sleep 0.1
done
zpty -d asked
[[ ! -e $folder/offered ]] || sort -u $folder/offered
[[ -e $folder/asked ]] || print -u2 "zsh did not answer"
[[ -e $folder/asked ]]
answered=$?
rm -rf $folder  # not in a trap, which the shell behind zpty would run as well
exit $answered
