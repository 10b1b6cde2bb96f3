/**
 * What the lockfile pins, and what SECURITY.md says of it: no package may differ from the tested one, run an install script
 * that `allowScripts` does not name, or have an unlisted licence. It also pins the packages of the tests, which `npm ci` omits.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

interface Locked {
  /** Where it differs from the name of its folder. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly workspaces?: readonly string[];
}

const ROOT = path.join(import.meta.dirname, '..');
const read = <T>(name: string): T => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
const lock = read<{ readonly lockfileVersion: number; readonly packages: Readonly<Record<string, Locked>> }>(
  'package-lock.json',
);
const manifest = read<Manifest>('package.json');
/** The workspace of what the tests need, and the link to it. */
const TOOLS = 'test/tools';
const TOOLS_LINK = 'node_modules/@weir-ledger/test-tools';
const tools = read<Manifest>(`${TOOLS}/package.json`);
const root = lock.packages['']!;
const packages = Object.entries(lock.packages).filter(([place]) => !['', TOOLS, TOOLS_LINK].includes(place));
const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
/** What a clone needs beside the libraries of the program. */
const BUILD_TOOLS = ['node', 'rolldown'];
/** The libraries of the program: in its bundle, or installed by users who want them. */
const libraries = Object.keys(manifest.devDependencies).filter((name) => !BUILD_TOOLS.includes(name));

/** Optional binaries for systems that the lockfile was not written on. */
const WITHOUT_HASH =
  /^@(biomejs\/cli|msgpackr-extract\/msgpackr-extract)-(android|darwin|win32|linux-.*musl|linux-arm$)/;
const LICENCES = new Set(['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0']);

/** Adds the places of a package that `from` requires, and of all that this one requires. */
function addWithDependencies(name: string, from: string, places: Set<string>): void {
  let folder = from;
  while (folder !== '' && lock.packages[`${folder}/node_modules/${name}`] === undefined) {
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0));
  }
  const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
  if (places.has(place)) return;
  places.add(place);
  const { dependencies, optionalDependencies } = lock.packages[place]!;
  for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
    addWithDependencies(next, place, places);
}

describe('the lockfile', () => {
  test('pins every package by the SHA-512 of its content, for any registry', () => {
    assert.equal(lock.lockfileVersion, 3);
    assert.ok(packages.length > 100);
    for (const [place, { version, resolved, integrity, link, optional }] of packages) {
      assert.match(version ?? '', /^\d+\.\d+\.\d+/, place);
      assert.ok(resolved === undefined && link === undefined, `${place} comes from a place of its own`);
      if (integrity === undefined) assert.ok(optional === true && WITHOUT_HASH.test(nameOf(place)), place);
      else assert.equal(Buffer.from(/^sha512-([\w+/]+=*)$/.exec(integrity)?.[1] ?? '', 'base64').length, 64, place);
    }
  });

  test('agrees with both package.json files and with the installed packages', () => {
    for (const kind of ['optionalDependencies', 'peerDependencies', 'devDependencies'] as const)
      assert.deepEqual(root[kind], manifest[kind]);
    assert.deepEqual(lock.packages[TOOLS]!.devDependencies, tools.devDependencies);
    for (const name of [...Object.keys(manifest.devDependencies), ...Object.keys(tools.devDependencies)]) {
      const installed = read<Manifest>(`node_modules/${name}/package.json`);
      assert.equal(installed.version, lock.packages[`node_modules/${name}`]!.version, name);
    }
  });

  test('lets npm ci install only what the program needs', () => {
    assert.match(readFileSync(path.join(ROOT, '.npmrc'), 'utf8'), /^workspaces=false$/m);
    assert.deepEqual(manifest.workspaces, [TOOLS]);
    assert.equal(lock.packages[TOOLS_LINK]!.resolved, TOOLS);
    assert.equal(tools.dependencies, undefined, 'all of it counts as for development');
  });

  test('gives users the binaries of LMDB that lmdb names, and nothing else unless they ask for it', () => {
    assert.equal(manifest.dependencies, undefined);
    assert.deepEqual(manifest.optionalDependencies, lock.packages['node_modules/lmdb']!.optionalDependencies);
    assert.equal(manifest.devDependencies.lmdb, lock.packages['node_modules/lmdb']!.version);
    for (const name of Object.keys(manifest.peerDependencies)) {
      assert.equal(manifest.peerDependenciesMeta[name]!.optional, true);
      assert.equal(manifest.devDependencies[name], manifest.peerDependencies[name]);
    }
  });

  test('replaces elliptic, whose vulnerability has no fix', () => {
    const { name, dependencies = {} } = lock.packages['node_modules/elliptic'] ?? {};
    assert.deepEqual([name, dependencies], ['inherits', {}]);
    assert.equal(packages.filter(([place]) => nameOf(place) === 'elliptic').length, 1);
  });

  test('lists every package with an install script', () => {
    const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    for (const [place] of withScript) assert.ok(nameOf(place) in manifest.allowScripts, place);
  });

  test('has permissive licences only', () => {
    const places = new Set<string>();
    for (const name of libraries) addWithDependencies(name, '', places);
    assert.ok(places.size > 40, String(places.size));
    for (const place of places) {
      const { license = '' } = lock.packages[place]!;
      assert.ok(LICENCES.has(license), `${place}: ${license}`);
    }
  });
});

describe('SECURITY.md', () => {
  test('lists what runs in the server, with its licence', () => {
    const page = readFileSync(path.join(ROOT, 'SECURITY.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w@/-]+)` \| ([\w.-]+) \|/gm)].map(([, name, license]) => [name, license]);
    const expected = libraries.map((name) => [name, lock.packages[`node_modules/${name}`]!.license]);
    assert.deepEqual(rows.toSorted(), expected.toSorted());
  });
});
