/**
 * The package as users get it: packed, installed into an empty folder, and started there. It has the bundle in `dist/`, which
 * the test runner makes if it is older than the sources.
 */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { isBundleFresh } from '../src/cli/bundle-check.cjs';
import { runServer } from '../src/cli/start/run-server.ts';
import { parseStartOptions } from '../src/cli/start/start-options.ts';
import { post } from './support/hostile-sockets.ts';
import { PackageRegistry } from './support/package-registry.ts';
import { runProgram } from './support/program.ts';
import { ServerProcess } from './support/server-process.ts';

const ROOT = path.join(import.meta.dirname, '..');
const CREATE = path.join(ROOT, 'create');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts: { readonly prepack: string };
}
const MANIFEST = readManifest(ROOT);
const LMDB_BINARY = `@lmdb/lmdb-${process.platform}-${process.arch}`;

/** With the binary of LMDB for Linux x64, the largest one. */
const MAX_INSTALLED_BYTES = 25_000_000;
const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const HOLDER = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
/** Requests whose answers depend on nothing but the chain. */
const STORY: readonly (readonly [method: string, params: object])[] = [
  ['ledger', { ledger_index: 'validated' }],
  [
    'submit',
    {
      secret: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb',
      tx_json: { TransactionType: 'Payment', Account: MASTER, Destination: HOLDER, Amount: '1000000000' },
    },
  ],
  ['ledger_accept', { close_time: 800_000_010 }],
  ['ledger', { ledger_index: 'validated', transactions: true, expand: true }],
  ['account_tx', { account: HOLDER }],
  ['account_info', { account: HOLDER, ledger_index: 2 }],
  ['ledger_data', { ledger_index: 'validated' }],
  ['server_definitions', {}],
  ['no_such_method', {}],
];

function readManifest(directory: string): Manifest {
  return JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
}

/** Runs npm or npx: those of this run if npm started it, else those on the path. */
function runNpm(name: 'npm' | 'npx', directory: string, ...args: string[]): Promise<string> {
  const script = process.env.npm_execpath;
  return script === undefined
    ? runProgram(name, args, { directory })
    : runProgram(process.execPath, [path.join(path.dirname(script), `${name}-cli.js`), ...args], { directory });
}

/** Packs Weir without its `prepack` script, which would make the bundle again. Returns the path of the archive. */
function packWeir(directory: string): Promise<string> {
  assert.equal(MANIFEST.scripts.prepack, 'node scripts/build.ts');
  assert.ok(isBundleFresh(ROOT), 'the bundle is older than the sources: npm run build');
  return pack(ROOT, directory);
}

/** Packs the package in `source` into `directory`, without its scripts. Returns the path of the archive. */
async function pack(source: string, directory: string): Promise<string> {
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', directory];
  const name = (await runNpm('npm', source, ...args)).trim();
  return path.join(directory, name);
}

/** Runs a test file; returns what it reports as TAP. */
function runTestFile(directory: string, file: string): Promise<string> {
  // Else it would report to this run in its own format.
  const asIfAlone = ['--import', 'data:text/javascript,delete process.env.NODE_TEST_CONTEXT'];
  return runProgram(process.execPath, [...asIfAlone, '--test-reporter=tap', file], { directory });
}

describe('the package', () => {
  let directory: string;
  let project: string;
  let installed: string;
  let archive: string;
  /** The only registry of these tests: Weir, its project template and the binary of LMDB. */
  let registry: PackageRegistry;
  /** With that registry and a cache of its own, so that nothing depends on what npm downloaded before. */
  const runNpmWithRegistry = (place: string, ...args: string[]) =>
    runNpm('npm', place, `--registry=${registry.url}`, `--cache=${directory}/cache`, ...args);

  before(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-pack-'));
    archive = await packWeir(directory);
    const others = [CREATE, path.join(ROOT, 'node_modules', LMDB_BINARY)].map(async (source) => ({
      manifest: readManifest(source),
      archive: await pack(source, directory),
    }));
    registry = await PackageRegistry.start([{ manifest: MANIFEST, archive }, ...(await Promise.all(others))]);
    project = path.join(directory, 'project');
    mkdirSync(project);
    writeFileSync(path.join(project, 'package.json'), '{"private":true,"type":"module"}');
    await runNpmWithRegistry(project, 'install', '--no-audit', '--no-fund', archive);
    installed = path.join(project, 'node_modules/@weir-ledger/weir');
  });
  after(() => {
    registry?.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  test('starts a server and answers', async () => {
    const main = path.join(installed, 'dist/program/main.cjs');
    const server = await ServerProcess.start(['--ephemeral', '--manual'], { program: main });
    try {
      const answer = JSON.parse(await runProgram(process.execPath, [main, 'ping', '--url', server.url]));
      assert.equal(answer.result.status, 'success');
      const page = await fetch(server.url, { headers: { accept: 'text/html' } });
      assert.match(await page.text(), /^<!doctype html>/);
    } finally {
      assert.equal(await server.stop(), 0);
    }
  });

  test('answers as the sources do, ledger by ledger', async () => {
    const genesis = path.join(directory, 'genesis.json');
    writeFileSync(genesis, '{"close_time":800000000}');
    const wordsFor = (data: string) => ['--data', path.join(directory, data), '--manual', '--genesis', genesis];
    const answers = async (port: number) => {
      const given: unknown[] = [];
      for (const [method, params] of STORY)
        given.push((await post(port, JSON.stringify({ method, params: [params] }))).body);
      return given;
    };
    const program = path.join(installed, 'dist/program/main.cjs');
    const bundled = await ServerProcess.start(wordsFor('bundled'), { program });
    const options = parseStartOptions([...wordsFor('sources'), '--port', '0', '--threads', '0']);
    const ofSources = await runServer(options, pino({ level: 'silent' }));
    try {
      assert.deepEqual(await answers(bundled.port), await answers(ofSources.port));
    } finally {
      await Promise.all([bundled.stop(), ofSources.stop()]);
    }
  });

  test('has a program for each that the sources start', () => {
    const sources = path.join(ROOT, 'src');
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const started = files.flatMap((name) => {
      const text = readFileSync(path.join(sources, name), 'utf8');
      return [...text.matchAll(/new URL\(`\.\/([\w-]+)\$\{extname\(/g)].map((match) => match[1]!);
    });
    assert.ok(started.length >= 2, started.join(' '));
    for (const name of started) assert.ok(existsSync(path.join(installed, `dist/program/${name}.cjs`)), name);
  });

  test('brings the licences of the libraries in its bundle', () => {
    const text = readFileSync(path.join(installed, 'dist/program/LICENCES.txt'), 'utf8');
    for (const name of ['lmdb', 'pg', 'pg-types', 'pino', 'pino-pretty', 'prom-client', 'ws'])
      assert.match(text, new RegExp(`^${name}\n\n.{20}`, 'ms'), name);
  });

  test('installs nothing but itself and the binary of LMDB, in 25 MB', () => {
    const modules = path.join(project, 'node_modules');
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(modules, name)).map((part) => `${name}/${part}`) : [name],
    );
    const packages = names.filter((name) => !name.startsWith('.'));
    assert.deepEqual(packages, [LMDB_BINARY, '@weir-ledger/weir']);
    const files = readdirSync(modules, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const sizes = files.map(({ parentPath, name }) => statSync(path.join(parentPath, name)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes <= MAX_INSTALLED_BYTES, `${bytes} bytes`);
  });

  test('keeps ledgers in memory without the binary of LMDB, and else says what to install', async () => {
    const binary = path.join(project, 'node_modules/@lmdb');
    const main = path.join(installed, 'dist/program/main.cjs');
    renameSync(binary, path.join(directory, 'lmdb-elsewhere'));
    try {
      const server = await ServerProcess.start(['--ephemeral', '--manual'], { program: main });
      assert.equal(await server.stop(), 0);
      await assert.rejects(
        runProgram(process.execPath, [main, 'start', '--port', '0', '--data', path.join(directory, 'none')]),
        /weir: .*: the storage library LMDB cannot be loaded .*: install the npm package @lmdb\/lmdb-\S+, which .* --ephemeral\n/,
      );
    } finally {
      renameSync(path.join(directory, 'lmdb-elsewhere'), binary);
    }
  });

  test('runs its examples against its own server, as their README says', async () => {
    // What `npm install xrpl` would put there.
    symlinkSync(path.join(ROOT, 'node_modules/xrpl'), path.join(project, 'node_modules/xrpl'));
    const examples = path.join('node_modules/@weir-ledger/weir/examples');
    const main = path.join(installed, 'dist/program/main.cjs');
    const server = await ServerProcess.start(['--ephemeral', '--dev', '--close-interval', '0'], { program: main });
    const run = (name: string, url: string, ...words: string[]) =>
      runProgram(process.execPath, [path.join(examples, name), url.replace('http:', 'ws:'), ...words], {
        directory: project,
        // A fork keeps what it read there.
        environment: { XDG_CACHE_HOME: directory },
      });
    try {
      const issued = await run('authorized-trust-lines.mjs', server.url);
      assert.match(issued, /^The holder has 100 FOO\.$/m);
      const issuer = /^The issuer is (\w+)\.$/m.exec(issued)![1]!;
      const rehearsed = await run('rehearse-issuer.mjs', server.url, issuer, 'FOO');
      assert.match(rehearsed, /^Claw back all of r\w+: tecNO_PERMISSION$/m);
      const after = rehearsed.slice(rehearsed.indexOf(' after:'));
      for (const holder of [/^ {2}r\w+ 100 authorized frozen$/m, /^ {2}r\w+ 0 authorized$/m])
        assert.match(after, holder);
      assert.match(await run('payment-channels.mjs', server.url), /^The payee has 39999988 drops more; 0 channels/m);
      assert.match(await run('account-history.mjs', server.url), /^3 pages of 10, 10, 6 transactions/m);
    } finally {
      await server.stop();
    }
    await assert.rejects(
      run('payment-channels.mjs', server.url),
      /failed: there is no server at ws:\S+ .*: start one with npx --no-install weir start --ephemeral --dev --close-interval 0\n$/,
    );
  });

  test('has its command on the path of npx, and completes it', async () => {
    const { version } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    assert.equal(await runNpm('npx', project, '--no-install', 'weir', '--version'), `${version}\n`);
    const main = path.join(installed, 'dist/program/main.cjs');
    assert.match(await runProgram(process.execPath, [main, 'completion', 'bash']), /^complete .* weir$/m);
  });

  test('is started by the action for workflows, which reports why a start failed', async () => {
    const action = readFileSync(path.join(ROOT, 'setup/action.yml'), 'utf8');
    const script = path.join(ROOT, 'setup/start.sh');
    const temporary = mkdtempSync(path.join(directory, 'runner-'));
    const [output, environment] = ['output', 'environment'].map((name) => path.join(temporary, name));
    const run = (options: string) =>
      runProgram('bash', [script], {
        environment: {
          RUNNER_TEMP: temporary,
          GITHUB_OUTPUT: output!,
          GITHUB_ENV: environment!,
          WEIR_PROGRAM: path.join(project, 'node_modules/.bin/weir'),
          WEIR_OPTIONS: options,
          WEIR_PORT: '0',
        },
      });
    for (const name of readFileSync(script, 'utf8').match(/(?<=\$)WEIR_\w+/g)!)
      assert.ok(action.includes(`${name}:`), name);
    assert.match(await run('--ephemeral --dev --manual'), /^Weir listens on http/m);
    const pid = Number(readFileSync(path.join(temporary, 'weir.pid'), 'utf8'));
    try {
      const url = /^WEIR_URL=(.*)$/m.exec(readFileSync(environment!, 'utf8'))![1]!;
      assert.equal((await fetch(`${url}/health`)).status, 200);
      assert.equal(readFileSync(output!, 'utf8'), `url=${url}\nwebsocket-url=${url.replace('http', 'ws')}\n`);
    } finally {
      process.kill(pid);
    }
    await assert.rejects(run('--no-such-option'), /Weir did not start\..*Unknown option '--no-such-option'/s);
  });

  test('holds the program, its types and its documents, and no tests', () => {
    const names = readdirSync(installed, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll(path.sep, '/'),
    );
    for (const name of [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'docs/compatibility.md',
      'dist/program/create-ledger.d.cts',
    ]) {
      assert.ok(names.includes(name), `${name} is missing`);
    }
    assert.deepEqual(
      names.filter((name) =>
        /^(?!examples\/).*\.test\.|(^|\/)contract|^(src|test|vectors)\/|^bench\/(?!RESULTS\.md$)/.test(name),
      ),
      [],
    );
  });

  test('has every page that its README leads to', () => {
    const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
    const targets = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target]) => target!);
    assert.ok(targets.length > 10);
    assert.deepEqual(
      targets.filter((target) => !existsSync(path.join(installed, target))),
      [],
    );
  });

  test('runs the test file that its README shows', async () => {
    const readme = readFileSync(path.join(installed, 'README.md'), 'utf8');
    const program = /^```js\n(?<text>.*?)^```$/ms.exec(readme)?.groups?.text ?? '';
    assert.ok(program.includes("from '@weir-ledger/weir/testing'"), 'the README shows no test file');
    writeFileSync(path.join(project, 'chain.test.js'), program);
    const printed = await runTestFile(project, 'chain.test.js');
    assert.match(printed, /^ok 1 - a payment arrives$/m);
    assert.match(printed, /^# pass 1$/m);
  });

  test("runs the tests of an application in its examples, on the package's own ledgers", async () => {
    const file = 'node_modules/@weir-ledger/weir/examples/vouchers/test/voucher-desk.test.mjs';
    const printed = await runTestFile(project, file);
    assert.match(printed, /^# pass 4$/m);
  });

  describe('is the dependency of the project that `npm create` writes, which', () => {
    let parent: string;
    let created: string;
    before(() => {
      parent = mkdtempSync(path.join(directory, 'create-'));
      created = path.join(parent, 'My tests');
    });

    test('has exactly the version that created it, and passes its tests', async () => {
      const printed = await runNpmWithRegistry(parent, 'create', '--yes', '@weir-ledger/weir', 'My tests');
      assert.match(printed, /^Created My tests\. Next:\n\n {2}cd 'My tests'\n {2}npm install\n {2}npm test\n/m);
      const { name, devDependencies } = JSON.parse(readFileSync(path.join(created, 'package.json'), 'utf8'));
      assert.equal(readManifest(CREATE).version, MANIFEST.version);
      assert.deepEqual([name, devDependencies], ['my-tests', { '@weir-ledger/weir': MANIFEST.version }]);
      await runNpmWithRegistry(created, 'install', '--no-audit', '--no-fund');
      const results = await runTestFile(created, 'ledger.test.js');
      assert.match(results, /^# pass 2$/m);
      assert.match(results, /^# fail 0$/m);
    });

    test('is not written over other files, and may have another version of Weir', async () => {
      const creating = (...args: string[]) =>
        runProgram(process.execPath, [path.join(CREATE, 'create-project.js'), ...args], { directory: parent });
      mkdirSync(path.join(parent, 'full'));
      writeFileSync(path.join(parent, 'full/own.txt'), 'mine');
      await assert.rejects(creating('full'), /create-weir: full is not empty: name a new directory\nusage: /);
      assert.deepEqual(readdirSync(path.join(parent, 'full')), ['own.txt']);
      await assert.rejects(creating('one', 'two'), /create-weir: one directory at most, not one two\nusage: /);
      await assert.rejects(creating('--wier', 'x'), /create-weir: Unknown option '--wier'/);
      await creating('--weir', path.relative(parent, archive));
      const { devDependencies } = JSON.parse(readFileSync(path.join(parent, 'ledger-tests/package.json'), 'utf8'));
      assert.deepEqual(devDependencies, { '@weir-ledger/weir': `file:${archive}` });
    });
  });

  describe('can be used from a typed program, whose compiler checks all types that it reads,', () => {
    const program = [
      "import { createLedger, type Ledger } from '@weir-ledger/weir';",
      "import { ledgerFixture } from '@weir-ledger/weir/testing';",
      'declare const console: { log(...values: unknown[]): void };',
      'export const balance = async (ledger: Ledger, account: string): Promise<string> =>',
      "  (await ledger.request('account_info', { account })).account_data.Balance;",
      'async function main(): Promise<void> {',
      '  await using ledger = await createLedger({ accounts: 1 });',
      '  const account = ledger.accounts[0]!;',
      "  const { engine_result } = await ledger.submit(account, { TransactionType: 'AccountSet' });",
      '  const result: string = engine_result;',
      '  console.log(result, await balance(ledger, account.address));',
      '}',
      'export const fixture = ledgerFixture({ accounts: 1 });',
      '// @ts-expect-error there is no method of that name',
      "export const wrong = (ledger: Ledger) => ledger.request('acount_info', {});",
      'void main();',
    ];
    const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const strict = '--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes';
    // They read the same types, so one checks all of them.
    const consumers = [
      { name: 'a module', type: 'module', module: '--module nodenext --skipLibCheck false' },
      { name: 'a CommonJS module', type: 'commonjs', module: '--module node16 --skipLibCheck' },
    ];
    for (const [index, { name, type, module }] of consumers.entries()) {
      test(name, async () => {
        const place = path.join(project, `consumer-${index}`);
        mkdirSync(place);
        writeFileSync(path.join(place, 'package.json'), JSON.stringify({ type }));
        writeFileSync(path.join(place, 'program.ts'), program.join('\n'));
        const options = `${strict} ${module} --target es2022 --lib es2022 --types`.split(' ');
        await runProgram(process.execPath, [compiler, ...options, '', 'program.ts'], { directory: place });
        const printed = await runProgram(process.execPath, ['program.js'], { directory: place });
        assert.equal(printed, 'tesSUCCESS 99999999990\n');
      });
    }
  });
});
