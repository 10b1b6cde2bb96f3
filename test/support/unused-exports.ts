/** Which exports of a set of source texts no other text of the set imports. */
import path from 'node:path';

interface SourceText {
  /** Relative to the root, as in the other texts. */
  readonly path: string;
  readonly text: string;
}

const EXPORT = /^export (?:declare )?(?:abstract )?(?:async )?(const|let|function\*?|class|interface|type) (\w+)/gm;
const IMPORT = /\b(?:import|export)\s+(?:type\s+)?(?:\{([^}]*)\}|\*\s+as\s+\w+)\s+from\s+'(\.[^']+)'/g;
const LOADED = /\b(?:import|URL)\(\s*'(\.[^']+)'/g;

/**
 * `file name` of each. A type may be exported for the signatures of its own file, and counts as unused only when
 * nothing there mentions it either. A file that is imported as a whole has no unused exports.
 */
export function unusedExports(sources: readonly SourceText[]): string[] {
  const used = new Set(sources.flatMap(usedNames));
  return sources.flatMap(({ path: file, text }) => {
    if (used.has(`${file} *`)) return [];
    const exported = [...text.matchAll(EXPORT)].filter(([, kind, name]) => {
      const isType = kind === 'interface' || kind === 'type';
      return !used.has(`${file} ${name}`) && !(isType && isMentionedTwice(text, name!));
    });
    return exported.map(([, , name]) => `${file} ${name}`);
  });
}

/** `file name` of what a text imports, with `*` as the name of everything. */
function usedNames({ path: file, text }: SourceText): string[] {
  const target = (specifier: string) => path.normalize(path.join(path.dirname(file), specifier));
  const named = [...text.matchAll(IMPORT)].flatMap(([, list, specifier]) =>
    namesIn(list ?? '*').map((name) => `${target(specifier!)} ${name}`),
  );
  return [...named, ...[...text.matchAll(LOADED)].map(([, specifier]) => `${target(specifier!)} *`)];
}

/** The names in the braces of an import, as the other file has them. */
function namesIn(list: string): string[] {
  const names = list.split(',').map((item) =>
    item
      .trim()
      .replace(/^type /, '')
      .replace(/ as .*/, ''),
  );
  return names.filter((name) => name !== '');
}

function isMentionedTwice(text: string, name: string): boolean {
  return (text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length > 1;
}
