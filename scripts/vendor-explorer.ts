/**
 * Writes the libraries of the explorer to `explorer/vendor/`, bundled for browsers: `node scripts/vendor-explorer.ts`.
 * They are in the repository, so the explorer needs no build. A test compares their versions with package-lock.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = path.join(import.meta.dirname, '..');
/** The virtual entry of the bundle. */
const ENTRY = path.join(ROOT, 'scripts/vendor.js');

interface VendoredModule {
  readonly file: string;
  /** The bundled packages, whose licences the module contains. */
  readonly libraries: readonly string[];
  readonly source: string;
}

/** Modules by purpose. Libraries that only some views need have a separate module. */
export const VENDORED_MODULES: readonly VendoredModule[] = [
  {
    file: path.join(ROOT, 'explorer/vendor/preact-htm.js'),
    libraries: ['preact', 'htm'],
    source: `
import htm from 'htm';
import { h, render } from 'preact';
export { Fragment } from 'preact';
export { useEffect, useErrorBoundary, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
export const html = htm.bind(h);
export { render };
`,
  },
  {
    file: path.join(ROOT, 'explorer/vendor/d3-chart.js'),
    libraries: [
      ...['d3-array', 'd3-color', 'd3-format', 'd3-interpolate', 'd3-path', 'd3-scale', 'd3-shape', 'd3-time'],
      ...['d3-time-format', 'internmap'],
    ],
    source: `
export { scaleLinear, scaleTime } from 'd3-scale';
export { area, curveStepAfter, line } from 'd3-shape';
`,
  },
  {
    file: path.join(ROOT, 'explorer/vendor/d3-force.js'),
    libraries: ['d3-force', 'd3-dispatch', 'd3-quadtree', 'd3-timer'],
    source: `export { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force';`,
  },
  {
    file: path.join(ROOT, 'explorer/vendor/noble.js'),
    libraries: ['@noble/curves', '@noble/hashes'],
    source: `
export { ed25519 } from '@noble/curves/ed25519.js';
export { secp256k1 } from '@noble/curves/secp256k1.js';
export { ripemd160 } from '@noble/hashes/legacy.js';
export { sha256, sha512 } from '@noble/hashes/sha2.js';
`,
  },
];

/** The text of the module, with the licences of its libraries. */
export async function vendoredModule({ libraries, source }: VendoredModule): Promise<string> {
  const build = await rolldown({
    cwd: ROOT,
    input: 'vendor',
    platform: 'browser',
    plugins: [
      {
        name: 'vendor',
        resolveId: (id) => (id === 'vendor' ? ENTRY : null),
        load: (id) => (id === ENTRY ? source : null),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  return `/*\n${libraries.map(notice).join('\n')}*/\n${output[0].code.replace(/^\/\/# sourceMappingURL.*\n?/m, '')}`;
}

function notice(name: string): string {
  const folder = path.join(ROOT, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
  return `${name} ${version}\n\n${readFileSync(path.join(folder, 'LICENSE'), 'utf8')}`;
}

if (import.meta.main) {
  for (const module of VENDORED_MODULES) writeFileSync(module.file, await vendoredModule(module));
}
