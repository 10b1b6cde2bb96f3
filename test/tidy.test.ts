/**
 * Rules of the source that no other tool checks, first of all that layers import only downward. Biome (`biome.json`) checks
 * cycles of imports and single files, knip (`knip.json`) unused exports and files.
 */
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { LAYERS } from './support/layers.ts';

const ROOT = path.join(import.meta.dirname, '..');
const BANNED_NAMES = /(^|[-/.])(utils?|helpers?|common|managers?)([-/.]|$)/;

/** Rooms in which folders may not import each other. */
const ORDERED_ROOMS = /^src\/(transactions|node|rpc|server|cli)\//;

/** Layers where time comes from the injected clock. */
const CLOCKED = /^src\/(node|rpc|server)\//;
const OWN_TIME = /(?<![.\w])set(Timeout|Interval)\(|\b(performance|Date)\.now\(/;
/** Files there that concern the machine: its event loop, and sockets that are given up when the server stops. */
const MACHINE_TIME = [
  'src/rpc/method/long-work.ts',
  'src/server/event-loop-watch.ts',
  'src/server/http/http-server.ts',
  'src/server/websocket/websocket-connection.ts',
];

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

function readSource(file: string): SourceFile {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const imports = [...text.matchAll(/^(?:import|export)\b[^'"]*?from '(\.[^']+)'/gm)].map((match) =>
    path.join(path.dirname(file), match[1]!),
  );
  return { path: file, text, imports };
}

const production = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => readSource(path.join('src', name)));

function layerOf(file: string): number {
  return LAYERS.indexOf(file.split(path.sep)[1]!);
}

/** The folder in its room that a file is in: `src/node/close`, or `src/node` for a file of the room itself. */
function folderOf(file: string): string {
  return path.dirname(file).split(path.sep).slice(0, 3).join('/');
}

describe('the house', () => {
  test('has files to look at, and imports in them', () => {
    assert.ok(production.length > 50, `saw ${production.length} files`);
    assert.ok(production.some((file) => file.imports.length > 3));
  });

  test('has no file outside its layers', () => {
    assert.deepEqual(
      production.filter((file) => layerOf(file.path) < 0).map((file) => file.path),
      [],
    );
  });

  test('has layers that import only from those below', () => {
    const upward = production.flatMap((file) =>
      file.imports
        .filter((target) => layerOf(target) > layerOf(file.path))
        .map((target) => `${file.path} imports ${target}`),
    );
    assert.deepEqual(upward, []);
  });

  test('keeps the store interface free of its backends outside the programs and what the package exports', () => {
    const leaks = production.flatMap((file) =>
      file.imports
        .filter((target) => /storage\/(memory|lmdb)\//.test(target))
        .filter(() => !/^src\/(storage|cli|embedded)\/|^src\/workers\/request-worker\.ts/.test(file.path))
        .map((target) => `${file.path} imports ${target}`),
    );
    assert.deepEqual(leaks, []);
  });

  test('writes to the store in the node only, never while it answers', () => {
    const found = production.filter(({ path: file }) => /^src\/(rpc|server)\//.test(file));
    const writers = found.filter(({ text }) => /\.(setMetaValues?|append)\(/.test(text)).map((file) => file.path);
    assert.deepEqual(writers, []);
  });

  test('has no time and no timers of its own where a clock is injected', () => {
    const own = production.filter((file) => CLOCKED.test(file.path) && OWN_TIME.test(file.text));
    assert.deepEqual(own.map((file) => file.path).sort(), MACHINE_TIME);
  });

  test('has no proxies: what a value does stands in its class', () => {
    const proxies = production.filter((file) => /\bnew Proxy\(/.test(file.text));
    assert.deepEqual(
      proxies.map((file) => file.path),
      [],
    );
  });

  // Their texts are escaped there: `terminal/output.ts`.
  test('writes to the terminal in one folder, except for bugs of a ledger in a process of the caller', () => {
    const writers = production.filter(({ text }) => /\bconsole\.\w+\(|process\.std(?:out|err)\.write\(/.test(text));
    const others = writers.map((file) => file.path).filter((name) => !name.startsWith('src/cli/terminal/'));
    assert.deepEqual(others, ['src/embedded/create-ledger.ts']);
  });

  test('has no two folders of a room that import each other', () => {
    const arrows = new Set<string>();
    for (const { path: file, imports } of production.filter(({ path: name }) => ORDERED_ROOMS.test(name))) {
      const inRoom = imports.filter((target) => layerOf(target) === layerOf(file));
      for (const target of inRoom) arrows.add(`${folderOf(file)} ${folderOf(target)}`);
    }
    const mutual = [...arrows].filter((arrow) => {
      const [from, to] = arrow.split(' ');
      return from !== to && arrows.has(`${to} ${from}`);
    });
    assert.ok(arrows.size > 20, `${arrows.size} arrows`);
    assert.deepEqual(mutual, []);
  });

  test('has hooks for each test in suites only: outside, they run for each test of the files that share a process', () => {
    const names = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT });
    assert.ok(names.length > 300);
    const wide = names.filter((name) => /^(before|after)Each\(/m.test(readFileSync(path.join(ROOT, name), 'utf8')));
    assert.deepEqual(wide, []);
  });

  test('opens every file with a comment', () => {
    const silent = production
      .filter((file) => !/^(#!.*\n)?\/\*\*/.test(file.text) && !file.path.endsWith('.d.ts'))
      .map((file) => file.path);
    assert.deepEqual(silent, []);
  });

  test('has no vague file name', () => {
    assert.deepEqual(
      production.map((file) => file.path).filter((file) => BANNED_NAMES.test(path.basename(file))),
      [],
    );
  });
});
