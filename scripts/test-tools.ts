/**
 * `npm run tools`: installs what the tests, lint and benchmarks need beside the program (a browser, PostgreSQL, Biome, TypeScript,
 * xrpl.js, …), which `npm ci` leaves out since it is more than the program itself. It is in `test/tools/package.json`, a workspace
 * that `.npmrc` turns off, and in the same lockfile. Loading this file does it; if all is there in the locked versions, that
 * takes milliseconds.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tools from '../test/tools/package.json' with { type: 'json' };

const ROOT = path.join(import.meta.dirname, '..');
const INSTALL = 'install --workspaces --include-workspace-root --no-save --no-audit --no-fund --loglevel=error';

const missing = missingTools();
if (missing.length > 0) install();

function missingTools(): string[] {
  const lock: { readonly packages: Readonly<Record<string, { readonly version?: string }>> } =
    readJson('package-lock.json');
  return Object.keys(tools.devDependencies).filter((name) => {
    const place = `node_modules/${name}`;
    return installedVersion(place) !== lock.packages[place]?.version;
  });
}

function installedVersion(place: string): string | undefined {
  try {
    return readJson<{ readonly version: string }>(`${place}/package.json`).version;
  } catch {
    return undefined;
  }
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
}

/** Runs npm: the one that runs this script, otherwise the one on the path. */
function install(): void {
  console.error(`Installing what the tests need, once: ${missing.join(', ')}`);
  const script = process.env.npm_execpath;
  const [command, ...words] = script === undefined ? ['npm'] : [process.execPath, script];
  const { status } = spawnSync(command!, [...words, ...INSTALL.split(' ')], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`It could not be installed. By hand it is: npm ${INSTALL}`);
  process.exit(1);
}
