/** Weir's own version, as its package says. */
import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from './package-root.ts';

/** Reads it from the package's description. */
export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
