# Completion for bash: the program itself knows what may come (referee --complete).

# _referee_plain WORD: sets `plain` to what the shell makes of a word, which may still lack the end
# of its quotation. Nothing in it is carried out.
_referee_plain() {
  local rest=$1 quote='' c
  plain=
  while [ -n "$rest" ]; do
    c=${rest:0:1} rest=${rest:1}
    if [ "$c" = "$quote" ]; then
      quote=
    elif [ -z "$quote" ] && [[ $c == [\"\'] ]]; then
      quote=$c
    elif [ "$c" = \\ ] && { [ -z "$quote" ] || [[ $quote == '"' && $rest == [\"\\\$\`]* ]]; }; then
      plain+=${rest:0:1} rest=${rest:1}
    else
      plain+=$c
    fi
  done
}

# _referee_quoted WORD BEGUN: sets `quoted` to the word as it has to be written where BEGUN was typed.
_referee_quoted() {
  local i
  case $2 in
    \'*) quoted=${1//\'/\'\\\'\'} ;;
    \"*)
      quoted=
      for ((i = 0; i < ${#1}; i++)); do
        [[ ${1:i:1} != [\"\\\$\`] ]] || quoted+=\\
        quoted+=${1:i:1}
      done
      ;;
    *) printf -v quoted %q "$1" ;;
  esac
}

_referee() {
  local line word plain quoted current begun=${COMP_WORDS[COMP_CWORD]}
  local -a typed=()
  [ "$begun" != = ] || begun=
  for word in "${COMP_WORDS[@]:1}"; do
    _referee_plain "$word"
    typed+=("$plain")
  done
  _referee_plain "$begun"
  current=$plain
  COMPREPLY=()
  while IFS= read -r line; do
    word=${line%%$'\t'*}
    case $word in
      :files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$current")
        ;;
      :folders)
        compopt -o filenames 2>/dev/null
        while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -d -- "$current")
        ;;
      *)
        _referee_quoted "$word" "$begun"
        COMPREPLY+=("$quoted")
        ;;
    esac
  done < <("${COMP_WORDS[0]}" --complete "$COMP_CWORD" "${typed[@]}" 2>/dev/null)
}
complete -F _referee referee
