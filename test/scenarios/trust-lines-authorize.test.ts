/** `weir authorize` approves each holder once, even if it is killed or several run. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { authorize } from '../../src/cli/authorize/authorize.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { AccountSetFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { CommandError } from '../../src/util/command-error.ts';
import { type Party, party } from '../support/env.ts';
import { PROGRAM } from '../support/program.ts';
import { type Answer, rpcOf } from '../support/rpc-call.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { tokens } from '../support/token-ledger.ts';

const { tfSetfAuth } = TransactionFlags.TrustSet;
const SECRET = encodeSeed(seedOfPassphrase('issuer'));
const issuer = party('issuer');
const holders = Array.from({ length: 25 }, (_, at) => party(`holder ${at}`));

interface Said {
  readonly code: number;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

describe('weir authorize', () => {
  let directory: string;
  let served: ServedEnv;
  before(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-authorize-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));
  beforeEach(async () => {
    served = await serveEnv();
    const { env } = served;
    await env.fund(1000, issuer, ...holders);
    env.submit(issuer, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfRequireAuth }, 'tesSUCCESS');
    await env.close();
    for (const holder of holders) trust(holder, issuer, '10');
    await env.close();
  });
  afterEach(() => served.stop());

  const file = (name: string) => path.join(directory, name);
  const trust = (who: Party, peer: Party, limit: string, flags = 0) => {
    const fields = { TransactionType: 'TrustSet', LimitAmount: tokens(limit, peer.id), Flags: flags };
    served.env.submit(who, fields, 'tesSUCCESS');
  };
  const common = () => [
    '--issuer',
    issuer.address,
    '--currency',
    'USD',
    '--url',
    `http://127.0.0.1:${served.port}`,
    '--journal',
    file('journal'),
  ];

  /** Runs the command. A ledger closes each time it waits, unless the test passes another action. */
  async function run(words: readonly string[], onWait: () => Promise<void> = () => served.env.close()): Promise<Said> {
    const lines: string[] = [];
    const notes: string[] = [];
    const terminal: Terminal = {
      print: (text) => lines.push(...text.split('\n')),
      printData: (text) => lines.push(...text.split('\n')),
      note: (text) => notes.push(text),
      read: async (name) => readFileSync(name, 'utf8'),
      askHidden: async () => undefined,
      environment: (name) => (name === 'WEIR_SECRET' ? SECRET : undefined),
      sleep: onWait,
      nowMs: () => 0,
    };
    return { code: await authorize([...common(), ...words], terminal), lines, notes };
  }

  const call = (method: string, params: JsonObject): Promise<Answer> => rpcOf(served.env)(method, params);

  async function authorizedAddresses(): Promise<string[]> {
    const page = await call('account_lines', { account: issuer.address, authorization: 'authorized', limit: 400 });
    return page.lines.map(({ account }: Answer) => account).sort();
  }

  /** Holders of all validated approvals, each as often as it was approved. */
  async function approvals(): Promise<string[]> {
    const page = await call('account_tx', { account: issuer.address, ledger_index_min: -1, limit: 1000 });
    assert.equal(page.marker, undefined);
    return page.transactions
      .filter(({ tx }: Answer) => tx.TransactionType === 'TrustSet' && tx.Account === issuer.address)
      .map(({ tx }: Answer) => tx.LimitAmount.issuer)
      .sort();
  }

  const addresses = (parties: readonly Party[]) => parties.map(({ address }) => address).sort();

  test('approves all pending holders within its window, and prints the result of each', async () => {
    const { code, lines, notes } = await run(['--all-pending', '--window', '10']);
    assert.equal(code, 0);
    assert.deepEqual(await authorizedAddresses(), addresses(holders));
    assert.deepEqual(await approvals(), addresses(holders));
    assert.equal(lines.length, holders.length + 1);
    assert.match(lines[0]!, /^holder +outcome +ledger +transaction$/);
    for (const line of lines.slice(1)) assert.match(line, /^r\w+ +authorized +\d+ +[0-9A-F]{64}$/);
    assert.equal(new Set(lines.slice(1).map((line) => line.split(/ +/)[2])).size, 3, 'three ledgers of ten or less');
    assert.equal(notes.at(-1), '25 of 25 holders.');
    assert.ok(notes.some((note) => /: 10 of 25 final/.test(note)));
    assert.ok(!existsSync(file('journal')));
  });

  test('approves the holders of a file, beforehand where there is no line, and keeps the issuer’s own limits', async () => {
    const [first, second, third] = holders as [Party, Party, Party];
    const early = party('early');
    await served.env.fund(1000, early);
    trust(issuer, first, '7');
    trust(issuer, second, '0', tfSetfAuth);
    await served.env.close();
    const unfunded = party('unfunded');
    const list = [first, second, third, early, unfunded, first].map(({ address }) => address).join('\n');
    writeFileSync(file('holders'), `# some\n\n${list} # again\n`);
    const { code, lines } = await run(['--holders', file('holders')]);
    assert.equal(code, 1);
    const outcomes = Object.fromEntries(lines.slice(1).map((line) => line.split(/ {2,}/).slice(0, 2)));
    assert.deepEqual(outcomes, {
      [first.address]: 'authorized',
      [second.address]: 'already authorized',
      [third.address]: 'authorized',
      [early.address]: 'authorized',
      [unfunded.address]: 'no such account',
    });
    const { lines: kept } = await call('account_lines', { account: issuer.address, peer: first.address });
    assert.equal(kept[0].limit, '7');
    assert.deepEqual(await authorizedAddresses(), addresses([first, second, third, early]));
  });

  test('sends no authorization that would delete its line', async () => {
    const [first, second, third] = [party('first'), party('second'), party('third')];
    const { env } = served;
    await env.fund(1000, first, second, third);
    const { tfClearNoRipple } = TransactionFlags.TrustSet;
    // The issuer's line, now without a limit.
    for (const limit of ['5', '0']) trust(issuer, first, limit);
    const rippling = { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple };
    env.submit(issuer, rippling, 'tesSUCCESS');
    await env.close();
    // A line that existed only because of a setting that is now the default.
    for (const limit of ['5', '0']) trust(second, issuer, limit, tfClearNoRipple);
    env.submit(second, rippling, 'tesSUCCESS');
    await env.close();
    const list = [first, second, third].map(({ address }) => address);
    writeFileSync(file('default'), list.join('\n'));
    for (const words of [
      ['--holders', file('default'), '--dry-run'],
      ['--holders', file('default')],
      ['--all-pending'],
    ]) {
      const { code, lines } = await run(words);
      assert.equal(code, 1);
      const outcomes = new Map(lines.slice(1).map((line) => line.split(/ {2,}/).slice(0, 2) as [string, string]));
      const refused = words.includes('--all-pending') ? [second] : [first, second];
      const text = 'not sent: it would delete the trust line, since its limit is 0';
      for (const { address } of refused) assert.equal(outcomes.get(address), text);
    }
    for (const holder of [first, second]) {
      const { lines } = await call('account_lines', { account: issuer.address, peer: holder.address });
      assert.equal(lines.length, 1);
    }
    assert.deepEqual(await approvals(), addresses([first, first, third, ...holders]));
    trust(second, issuer, '5');
    await env.close();
    assert.equal((await run(['--all-pending'])).code, 0);
    assert.deepEqual(await authorizedAddresses(), addresses([second, third, ...holders]));
  });

  test('sends nothing with --dry-run', async () => {
    const { code, lines } = await run(['--all-pending', '--dry-run']);
    assert.equal(code, 0);
    assert.equal(lines.filter((line) => /^r\w+ +would be authorized$/.test(line)).length, holders.length);
    await served.env.close();
    assert.deepEqual(await approvals(), []);
  });

  test('writes unsigned transactions that authorize the holders', async () => {
    const { code } = await run(['--all-pending', '--unsigned', file('unsigned')]);
    assert.equal(code, 0);
    await served.env.close();
    assert.deepEqual(await approvals(), []);
    const lines = readFileSync(file('unsigned'), 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, holders.length);
    for (const line of lines) {
      const tx_json = JSON.parse(line);
      assert.equal(tx_json.TxnSignature, undefined);
      const signed = await call('sign', { secret: SECRET, tx_json, offline: true });
      const { engine_result } = await call('submit', { tx_blob: signed.tx_blob });
      assert.equal(engine_result, 'tesSUCCESS');
    }
    await served.env.close();
    assert.deepEqual(await approvals(), addresses(holders));
    await assert.rejects(run(['--all-pending', '--unsigned', file('unsigned')]), /cannot write .*EEXIST/);
  });

  test('continues an interrupted run without sending a transaction twice', async () => {
    const broken = new Error('pulled the plug');
    await assert.rejects(
      run(['--all-pending', '--window', '10'], async () => {
        throw broken;
      }),
      broken,
    );
    const journal = readFileSync(file('journal'), 'utf8');
    assert.equal(journal.trimEnd().split('\n').length, 10);
    assert.ok(!journal.includes(SECRET));
    await assert.rejects(run(['--all-pending', '--dry-run']), /10 transactions of an interrupted run/);
    // The power failed while the next line was written.
    writeFileSync(file('journal'), `${journal}{"issuer":"r`);
    const { code, notes } = await run(['--all-pending', '--window', '10']);
    assert.equal(code, 0);
    assert.equal(notes[0], 'Following up 10 transactions of an interrupted run.');
    assert.deepEqual(await approvals(), addresses(holders));
  });

  /** Until the returned function is called, the server answers submissions with this result and drops them. */
  function pretendToSubmit(result: Ter, isApplied: boolean): () => void {
    const { node } = served.env;
    const { submit } = node;
    const outcome = {
      transaction: served.env.sign(party('sender'), { TransactionType: 'AccountSet' }),
      result,
      applied: isApplied,
      broadcast: false,
      queued: false,
      kept: false,
      ledgerState: undefined,
    };
    node.submit = () => outcome;
    return () => {
      node.submit = submit;
    };
  }

  test('without its journal, waits for pending transactions before it selects the holders', async () => {
    await assert.rejects(
      run(['--all-pending'], async () => {
        throw new Error('pulled the plug');
      }),
    );
    rmSync(file('journal'));
    const { notes } = await run(['--all-pending']);
    assert.match(notes[0]!, /^The issuer has transactions that are not validated yet/);
    assert.deepEqual(await approvals(), addresses(holders));
  });

  test('reports an approval as expired after its last ledger', async () => {
    const stopPretending = pretendToSubmit('tesSUCCESS', true);
    writeFileSync(file('one'), holders[0]!.address);
    const { code, lines } = await run(['--holders', file('one')]);
    stopPretending();
    assert.equal(code, 1);
    assert.match(lines[1]!, /expired without being validated; run this again/);
    assert.ok(!existsSync(file('journal')));
    assert.equal((await run(['--holders', file('one')])).code, 0);
    assert.deepEqual(await approvals(), [holders[0]!.address]);
  });

  test('stops at the first transaction that the server refuses', async () => {
    const stopPretending = pretendToSubmit('temDISABLED', false);
    await assert.rejects(run(['--all-pending', '--window', '3']), /the server refused a transaction: temDISABLED/);
    stopPretending();
    assert.ok(!existsSync(file('journal')));
    assert.equal((await run(['--all-pending'])).code, 0);
    assert.deepEqual(await approvals(), addresses(holders));
  });

  test('approves each holder once when several run at the same time', async () => {
    writeFileSync(
      file('backwards'),
      holders
        .map(({ address }) => address)
        .toReversed()
        .join('\n'),
    );
    const runs = [
      ['--all-pending', '--window', '3', '--journal', file('journal 1')],
      ['--holders', file('backwards'), '--window', '7', '--journal', file('journal 2')],
      ['--all-pending', '--journal', file('journal 3')],
    ];
    const outcomes = await Promise.all(runs.map((words) => run(words)));
    assert.deepEqual(await approvals(), addresses(holders));
    assert.deepEqual(await authorizedAddresses(), addresses(holders));
    for (const { code, lines } of outcomes) assert.equal(code, 0, lines.join('\n'));
  });

  test('does not use the journal of another running command', async () => {
    let isRefused = false;
    const { code } = await run(['--all-pending'], async () => {
      if (!isRefused) await assert.rejects(run(['--all-pending']), /another weir authorize .*journal/);
      isRefused = true;
      await served.env.close();
    });
    assert.equal(code, 0);
    assert.ok(isRefused);
    assert.deepEqual(await approvals(), addresses(holders));
    assert.deepEqual(
      readdirSync(directory).filter((name) => name.startsWith('journal')),
      [],
    );
  });

  test('refuses a journal of another issuer', async () => {
    await assert.rejects(run(['--all-pending'], () => Promise.reject(new Error('pulled the plug'))));
    await assert.rejects(run(['--all-pending', '--currency', 'EUR']), /is about another issuer or currency/);
    assert.equal((await run(['--all-pending'])).code, 0);
  });

  const faults: [string[], RegExp][] = [
    [[], /either --all-pending or --holders FILE/],
    [['--all-pending', '--holders', 'x'], /either --all-pending or --holders FILE/],
    [['--all-pending', '--dry-run', '--unsigned', 'x'], /exclude each other/],
    [['--all-pending', '--issuer', 'rx'], /--issuer must be/],
    [['--all-pending', '--currency', 'XRP'], /--currency must be/],
    [['--all-pending', '--window', '0'], /--window must be/],
    [['--all-pending', '--secret', 'sEdSomething'], /a secret on the command line/],
    [['--all-pending', '--url', 'ftp://x'], /--url must be/],
    [['--all-pending', '--issuer', holders[0]!.address], /does not require authorization/],
    [['--all-pending', '--more'], /Unknown option '--more'/],
  ];
  test('refuses wrong options', async () => {
    for (const [words, message] of faults) {
      await assert.rejects(run(words), (error: Error) => {
        assert.ok(error instanceof CommandError, words.join(' '));
        assert.match(error.message, message);
        return !error.message.includes('sEdSomething');
      });
    }
  });

  test('names the line of a file that is not an address', async () => {
    writeFileSync(file('bad'), `${holders[0]!.address}\nrubbish\n`);
    await assert.rejects(run(['--holders', file('bad')]), /line 2 .* 'rubbish'/);
  });

  test('approves each holder exactly once after several kills', async () => {
    const closing = setInterval(() => void served.env.close(), 60);
    let kills = 0;
    try {
      for (let attempt = 0; ; attempt++) {
        const child = spawn(process.execPath, [PROGRAM, 'authorize', ...common(), '--all-pending', '--window', '4'], {
          env: { ...process.env, WEIR_SECRET: SECRET },
        });
        const code = await watch(child, attempt < 3 ? attempt : undefined);
        if (code !== null) {
          assert.equal(code, 0);
          break;
        }
        kills += 1;
      }
    } finally {
      clearInterval(closing);
    }
    assert.ok(kills >= 2, `${kills} kills`);
    assert.deepEqual(await approvals(), addresses(holders));
    assert.deepEqual(await authorizedAddresses(), addresses(holders));
  });
});

/** Kills the program after its first, second or third note, if `kill` is given. Returns the exit code, null if killed. */
async function watch(child: ChildProcess, kill: number | undefined): Promise<number | null> {
  let seen = 0;
  let errors = '';
  child.stderr!.on('data', (chunk) => {
    errors += chunk;
    seen = errors.split('\n').length - 1;
    if (kill !== undefined && seen > kill % 3) child.kill('SIGKILL');
  });
  child.stdout!.resume();
  const [code] = (await once(child, 'exit')) as [number | null];
  assert.ok(code === null || code === 0, errors);
  return code;
}
