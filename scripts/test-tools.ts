/**
 * `npm run tools`: installs what the tests, lint and benchmarks need beside the program (a browser, PostgreSQL, Biome, TypeScript,
 * xrpl.js, …), which `npm ci` leaves out since it is more than the program itself. It is in `test/tools/package.json`, a workspace
 * that `.npmrc` turns off, and in the same lockfile. Loading this file does it; if all is there in the locked versions, that
 * takes milliseconds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import tools from '../test/tools/package.json' with { type: 'json' };
import { showProgress } from './progress.ts';

interface LockedPackage {
  readonly version?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const ROOT = path.join(import.meta.dirname, '..');
const INSTALL =
  'install --workspaces --include-workspace-root --no-save --no-audit --no-fund --loglevel=error --no-progress';

const locked = readJson<{ readonly packages: Readonly<Record<string, LockedPackage>> }>('package-lock.json').packages;
const missing = Object.keys(tools.devDependencies).filter((name) => {
  const place = `node_modules/${name}`;
  return installedVersion(place) !== locked[place]?.version;
});
if (missing.length > 0) await install();

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
async function install(): Promise<void> {
  const places = Object.keys(locked).filter((place) => isForThisSystem(locked[place]!) && !isInstalled(place));
  console.error(`Installing what the tests need, once, ${places.length} packages: ${missing.join(', ')}`);
  const progress = showProgress(() => {
    const count = places.filter(isInstalled).length;
    return { share: count / places.length, text: `Installed ${count} of ${places.length} packages` };
  });
  const script = process.env.npm_execpath;
  const [command, ...words] = script === undefined ? ['npm'] : [process.execPath, script];
  const child = spawn(command!, [...words, ...INSTALL.split(' ')], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  const status = await once(child, 'exit').then(([code]) => code, String);
  progress.stop();
  if (status === 0) return;
  console.error(`It could not be installed. By hand it is: npm ${INSTALL}`);
  process.exit(1);
}

function isInstalled(place: string): boolean {
  return existsSync(path.join(ROOT, place, 'package.json'));
}

function isForThisSystem({ os = [process.platform], cpu = [process.arch] }: LockedPackage): boolean {
  return os.includes(process.platform) && cpu.includes(process.arch);
}
