# Completion for bash: the program itself knows what may come (referee --complete).
_referee() {
  local line word current=${COMP_WORDS[COMP_CWORD]}
  [ "$current" != = ] || current=
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
      *) COMPREPLY+=("$word") ;;
    esac
  done < <("${COMP_WORDS[0]}" --complete "$COMP_CWORD" "${COMP_WORDS[@]:1}" 2>/dev/null)
}
complete -F _referee referee
