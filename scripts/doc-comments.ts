/**
 * Reads the exports of a source file and their doc comments. Supports as much of TypeScript as formatted files need.
 */

export interface DocumentedMember {
  /** The declaration in the source, without `readonly` and the semicolon. */
  readonly signature: string;
  readonly text: string;
}

export interface DocumentedExport extends DocumentedMember {
  readonly kind: 'function' | 'interface' | 'class' | 'type';
  readonly name: string;
  /** The documented members of an interface or class, in order. */
  readonly members: readonly DocumentedMember[];
}

const EXPORTS =
  /^\/\*\*(?<text>(?:(?!\*\/).)*)\*\/\nexport (?:async )?(?<kind>function|interface|class|type) (?<name>\w+)/gms;
const MEMBERS = /^ {2}\/\*\*(?<text>(?:(?!\*\/).)*)\*\/\n {2}(?<signature>(?:override )?(?:readonly )?[^;]+);$/gms;

/** The exports with a comment, in order. */
export function documentedExports(source: string): DocumentedExport[] {
  return [...source.matchAll(EXPORTS)].map((match) => {
    const { text, kind, name } = match.groups as { text: string; kind: DocumentedExport['kind']; name: string };
    const rest = source.slice(match.index + match[0].length - name.length);
    const body = rest.slice(0, rest.search(/^}/m));
    return {
      kind,
      name,
      text: plainText(text),
      signature: kind === 'function' ? oneLine(rest.slice(0, rest.indexOf(' {\n'))) : name,
      members: kind === 'interface' || kind === 'class' ? membersOf(body) : [],
    };
  });
}

function membersOf(body: string): DocumentedMember[] {
  return [...body.matchAll(MEMBERS)].map(({ groups }) => ({
    signature: oneLine(groups!.signature!.replace(/^(override )?(readonly )?/, '')),
    text: plainText(groups!.text!),
  }));
}

function plainText(comment: string): string {
  return oneLine(comment.replaceAll(/^\s*\*/gm, ''));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(', )', ')').trim();
}
