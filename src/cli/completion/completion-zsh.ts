/** The script for zsh: source it, or install it as `_weir` in a folder of `fpath`. */
import { knownPaths, optionValues } from './completion-bash.ts';
import type { CompletionPlace } from './completion-places.ts';

/** The text of the script. */
export function zshScript(places: readonly CompletionPlace[]): string {
  return `#compdef weir
# Completes the words of weir in zsh. Written by: weir completion zsh
_weir() {
  local place=weir at
  local -a names
  for ((at = 2; at < CURRENT; at++)); do
    case "$place \${words[at]}" in
      (${knownPaths(places)}) place="$place \${words[at]}" ;;
    esac
  done
  case "$place \${words[CURRENT-1]}" in
${optionValues(places, (values) => `compadd -- ${values.join(' ')}`, '_files').replaceAll(/^ {4}'/gm, "    ('")}
  esac
  case "$place" in
${places.map(caseOfPlace).join('\n')}
  esac
  if ((\${#names} > 0)); then
    compadd -- $names
  else
    _files
  fi
}
if [ "$funcstack[1]" = _weir ]; then
  _weir "$@"
else
  compdef _weir weir
fi`;
}

function caseOfPlace({ path, words, options }: CompletionPlace): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  const plain = words.map(({ word }) => word);
  return `    ('${path}') if [[ $PREFIX == -* ]]; then names=(${names.join(' ')}); else names=(${plain.join(' ')}); fi ;;`;
}
