/** Weir's version, read from its package.json. */
import { readFileSync } from 'node:fs';
import { PACKAGE_ROOT } from './package-root.ts';

export function packageVersion(): string {
  const text = readFileSync(new URL('package.json', PACKAGE_ROOT), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
