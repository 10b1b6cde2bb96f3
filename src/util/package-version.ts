/** Weir's own version, as its package says. */
import { readFileSync } from 'node:fs';

/** Reads it from the package's description, two folders up both in the sources and in the build. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
