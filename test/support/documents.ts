/** The text files and Markdown documents in the repository. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
/** Folders with generated files. */
const NOT_KEPT: ReadonlySet<string> = new Set(['node_modules', 'dist']);

const TEXT = /\.(md|[cm]?[jt]s|json|html|py|go|java|mod|txt|xml)$/;

/** Paths of the Markdown files relative to the root, with `/`, sorted. */
export function documentNames(): string[] {
  return textFileNames().filter((name) => name.endsWith('.md'));
}

/** Paths of all text files relative to the root, with `/`, sorted. */
export function textFileNames(): string[] {
  return textFilesIn('').sort();
}

function textFilesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return TEXT.test(name) ? [name] : [];
    return NOT_KEPT.has(entry.name) || entry.name.startsWith('.') ? [] : textFilesIn(name);
  });
}
