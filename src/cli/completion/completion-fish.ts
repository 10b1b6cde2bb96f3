/** The script for fish. */
import type { CompletionPlace } from './completion-places.ts';

/** The text of the script. */
export function fishScript(places: readonly CompletionPlace[]): string {
  return `# Completes the words of weir in fish. Written by: weir completion fish
function __weir_at
    set -l places ${places
      .slice(1)
      .map(({ path }) => quoted(path))
      .join(' ')}
    set -l place weir
    for word in (commandline -opc)[2..-1]
        if contains -- "$place $word" $places
            set place "$place $word"
        end
    end
    test "$place" = "$argv"
end
${places.flatMap(linesOf).join('\n')}`;
}

function linesOf({ path, words, options }: CompletionPlace): string[] {
  const start = `complete -c weir -n ${quoted(`__weir_at ${path}`)}`;
  // Files are completed only where the words are free.
  const noFiles = words.length > 0 ? [`${start} -f`] : [];
  const ofWords = words.map(({ word, summary }) => `${start} -a ${quoted(word)}${described(summary)}`);
  const ofOptions = Object.entries(options).map(([name, { type, values, help = '' }]) => {
    const value = values === undefined ? ' -r' : ` -x -a ${quoted(values.join(' '))}`;
    return `${start} -l ${name}${type === 'string' ? value : ''}${described(help)}`;
  });
  return [...noFiles, ...ofWords, ...ofOptions];
}

function described(text: string): string {
  return text === '' ? '' : ` -d ${quoted(text.replaceAll(/\s+/g, ' '))}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
