/** The script for bash 3.2 and later. Completes files where no word matches. */
import type { CompletionPlace } from './completion-places.ts';

/** The text of the script. */
export function bashScript(places: readonly CompletionPlace[]): string {
  return `# Completes the words of weir in bash. Written by: weir completion bash
_weir() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place=weir words='' options='' at
  # Bash takes --option=value apart at the sign.
  if [ "$current" = '=' ]; then
    current=''
  elif [ "$previous" = '=' ]; then
    previous="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  COMPREPLY=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$place \${COMP_WORDS[at]}" in
      ${knownPaths(places)}) place="$place \${COMP_WORDS[at]}" ;;
    esac
  done
  case "$place $previous" in
${optionValues(places, (values) => `COMPREPLY=($(compgen -W '${values.join(' ')}' -- "$current"))`)}
  esac
  case "$place" in
${places.map(caseOfPlace).join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}
complete -o default -F _weir weir`;
}

/** Patterns of all places except the first, for a shell's \`case\`. */
export function knownPaths(places: readonly CompletionPlace[]): string {
  return places
    .slice(1)
    .map(({ path }) => `'${path}'`)
    .join(' | ');
}

/** Branches of a shell's \`case\` for the options that take a value: what to do with the values, or nothing where any may be. */
export function optionValues(
  places: readonly CompletionPlace[],
  complete: (values: readonly string[]) => string,
  otherwise = ':',
): string {
  const branches = places.flatMap(({ path, options }) =>
    Object.entries(options)
      .filter(([, { type }]) => type === 'string')
      .map(([name, { values }]) => {
        return `    '${path} --${name}') ${values === undefined ? otherwise : complete(values)}; return ;;`;
      }),
  );
  return branches.join('\n');
}

function caseOfPlace({ path, words, options }: CompletionPlace): string {
  const names = Object.keys(options).map((name) => `--${name}`);
  return `    '${path}') words='${words.map(({ word }) => word).join(' ')}' options='${names.join(' ')}' ;;`;
}
