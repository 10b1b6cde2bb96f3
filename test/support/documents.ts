/** The documents of the repository: every Markdown file that it keeps. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');
/** Folders that are made by tools. */
const NOT_KEPT: ReadonlySet<string> = new Set(['node_modules', 'dist']);

/** Their paths from the root, with `/`, sorted. */
export function documentNames(): string[] {
  return documentsIn('').sort();
}

function documentsIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (!entry.isDirectory()) return name.endsWith('.md') ? [name] : [];
    return NOT_KEPT.has(entry.name) || entry.name.startsWith('.') ? [] : documentsIn(name);
  });
}
