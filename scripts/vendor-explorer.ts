/**
 * Writes what the explorer uses of others, `explorer/vendor/preact-htm.js`: Preact, its hooks and htm as one module for
 * browsers. It is kept in the repository, so that nobody who works on the explorer needs a build; a test tells when it
 * is not of the versions that package-lock.json pins. `node scripts/vendor-explorer.ts` writes it anew.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = path.join(import.meta.dirname, '..');
export const VENDORED = path.join(ROOT, 'explorer/vendor/preact-htm.js');
const LIBRARIES = ['preact', 'htm'];

const SOURCE = `
import htm from 'htm';
import { h, render } from 'preact';
export { Fragment } from 'preact';
export { useEffect, useMemo, useRef, useState } from 'preact/hooks';
export const html = htm.bind(h);
export { render };
`;

/** The text of the module, with the licences of what is in it. */
export async function vendoredModule(): Promise<string> {
  const build = await rolldown({
    cwd: ROOT,
    input: 'vendor',
    platform: 'browser',
    plugins: [
      {
        name: 'vendor',
        resolveId: (id) => (id === 'vendor' ? path.join(ROOT, 'scripts/vendor.js') : null),
        load: (id) => (id === path.join(ROOT, 'scripts/vendor.js') ? SOURCE : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return `/*\n${LIBRARIES.map(notice).join('\n')}*/\n${output[0].code.replace(/^\/\/# sourceMappingURL.*\n?/m, '')}`;
}

function notice(name: string): string {
  const folder = path.join(ROOT, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return `${name} ${version}\n\n${readFileSync(path.join(folder, 'LICENSE'), 'utf8')}`;
}

if (import.meta.main) writeFileSync(VENDORED, await vendoredModule());
