/** `weir holders` lists the holders of a token in any ledger, and acts on each holder once, even if it is interrupted. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { holders as runHolders } from '../../src/cli/holders/holders.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { CommandError } from '../../src/util/command-error.ts';
import { type Party, party } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { type Answer, rpcOf } from '../support/rpc-call.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { testCurrency, tokens } from '../support/token-ledger.ts';

const SECRET = encodeSeed(seedOfPassphrase('issuer'));
const issuer = party('issuer');
const holders = Array.from({ length: 12 }, (_, at) => party(`holder ${at}`));
const { asfAllowTrustLineClawback, asfDefaultRipple, asfNoFreeze } = AccountSetFlags;

interface Said {
  readonly code: number;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

describe('weir holders', () => {
  let directory: string;
  let served: ServedEnv;
  /** A ledger in which every holder has 100 USD. */
  let paidIndex: number;

  const file = (name: string) => path.join(directory, name);
  const call = (method: string, params: JsonObject): Promise<Answer> => rpcOf(served.env)(method, params);
  const validatedIndex = async () => Number((await call('ledger', { ledger_index: 'validated' })).ledger_index);
  const submit = (who: Party, fields: Parameters<ServedEnv['env']['submit']>[1]) =>
    served.env.submit(who, fields, 'tesSUCCESS');
  const trust = (who: Party, peer: Party, limit: string, currency = 'USD') =>
    submit(who, { TransactionType: 'TrustSet', LimitAmount: tokens(limit, peer.id, testCurrency(currency)) });
  const pay = (from: Party, to: Party, value: string, of = issuer, currency = 'USD') =>
    submit(from, {
      TransactionType: 'Payment',
      Destination: to.id,
      Amount: tokens(value, of.id, testCurrency(currency)),
    });

  before(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-holders-'));
    served = await serveEnv();
    const { env } = served;
    await env.fund(10_000, issuer, ...holders);
    for (const SetFlag of [asfDefaultRipple, asfAllowTrustLineClawback])
      submit(issuer, { TransactionType: 'AccountSet', SetFlag });
    await env.close();
    for (const holder of holders) trust(holder, issuer, '1000000');
    await env.close();
    for (const holder of holders) pay(issuer, holder, '100');
    await env.close();
    paidIndex = await validatedIndex();
  });
  after(async () => {
    await served.stop();
    rmSync(directory, { recursive: true, force: true });
  });

  /** Runs the command. A ledger closes each time it waits, unless the test passes another action. */
  async function run(
    words: readonly string[],
    onWait: () => Promise<unknown> = () => served.env.close(),
  ): Promise<Said> {
    const lines: string[] = [];
    const notes: string[] = [];
    const terminal: Terminal = {
      print: (text) => lines.push(...text.split('\n')),
      printData: (text) => lines.push(...text.split('\n')),
      note: (text) => notes.push(text),
      read: async (name) => readFileSync(name, 'utf8'),
      askHidden: async () => undefined,
      environment: (name) => (name === 'WEIR_SECRET' ? SECRET : undefined),
      sleep: async () => void (await onWait()),
      nowMs: () => 0,
    };
    const url = `http://127.0.0.1:${served.port}`;
    const isAction = words[0] !== undefined && !words[0].startsWith('-');
    const journal = isAction ? ['--journal', file('journal')] : [];
    const token = ['--issuer', issuer.address, '--currency', 'USD', '--url', url, ...journal];
    const [first, rest] = isAction ? [words.slice(0, 1), words.slice(1)] : [[], words];
    return { code: await runHolders([...first, ...token, ...rest], terminal), lines, notes };
  }

  /** The rows of the list by holder. */
  async function listed(...words: string[]): Promise<Map<string, JsonObject>> {
    const { lines } = await run(['--format', 'jsonl', ...words]);
    return new Map(lines.map((line) => JSON.parse(line) as JsonObject).map((row) => [String(row.holder), row]));
  }

  const column = async (name: string, ...words: string[]) => {
    const rows = await listed(...words);
    return holders.map(({ address }) => rows.get(address)?.[name]);
  };
  const all = <T>(value: T) => holders.map(() => value);
  const outcomes = ({ lines }: Said) =>
    new Map(lines.slice(1).map((line) => line.split(/ {2,}/).slice(0, 2) as [string, string]));

  test('lists the holders of a currency in any ledger', async () => {
    const [first, second, third] = holders as [Party, Party, Party];
    pay(first, second, '40.5');
    trust(issuer, third, '7');
    // Another token, an empty line that only the other side has a limit on, and a line on which the issuer is the
    // holder.
    trust(first, issuer, '5', 'EUR');
    pay(issuer, first, '5', issuer, 'EUR');
    trust(issuer, party('holder 3'), '9', 'GBP');
    pay(holders[3]!, issuer, '2', holders[3]!, 'GBP');
    await served.env.close();
    const oldest = await column('balance', '--ledger', String(paidIndex));
    assert.deepEqual(oldest, all('100'));
    const newest = ['59.5', '140.5', ...all('100').slice(2)];
    assert.deepEqual(await column('balance'), newest);
    assert.deepEqual(await column('balance', '--ledger', 'validated'), newest);
    const { ledger_hash } = await call('ledger', { ledger_index: paidIndex });
    assert.deepEqual(await column('balance', '--ledger', ledger_hash), oldest);
    assert.equal((await listed('--currency', 'EUR')).size, 1);
    assert.equal((await listed('--currency', 'GBP')).size, 0);
    assert.deepEqual((await listed()).get(third.address), {
      holder: third.address,
      balance: '100',
      limit: '1000000',
      authorized: 'no',
      frozen: 'no',
    });
    const { notes } = await run([]);
    const { obligations } = await call('gateway_balances', { account: issuer.address });
    assert.equal(obligations.USD, '1200');
    assert.deepEqual(notes, [`12 holders, 1200 USD outstanding, ledger ${await validatedIndex()}.`]);
  });

  test('writes an aligned table and CSV', async () => {
    const { lines: table } = await run([]);
    assert.match(table[0]!, /^holder +balance +limit +authorized +frozen$/);
    assert.equal(table.length, holders.length + 1);
    assert.equal(new Set(table.map((line) => line.indexOf('  no'))).size, 2, 'the heads, and all rows alike');
    const { lines: csv } = await run(['--format', 'csv']);
    assert.equal(csv[0], 'holder,balance,limit,authorized,frozen');
    assert.ok(csv.includes(`${holders[0]!.address},59.5,1000000,no,no`));
  });

  test('freezes and unfreezes lines, and keeps the issuer’s own limits', async () => {
    writeFileSync(file('three'), [0, 1, 2].map((at) => holders[at]!.address).join('\n'));
    const frozenNow = () => column('frozen');
    assert.equal((await run(['freeze', '--holders', file('three')])).code, 0);
    assert.deepEqual(
      await frozenNow(),
      holders.map((_, at) => (at < 3 ? 'yes' : 'no')),
    );
    assert.deepEqual(await column('frozen', '--ledger', String(paidIndex)), all('no'));
    const deep = await run(['deep-freeze', '--all', '--window', '5']);
    assert.equal(outcomes(deep).size, holders.length);
    assert.deepEqual(await frozenNow(), all('deep'));
    const again = await run(['freeze', '--holders', file('three')]);
    assert.deepEqual([...outcomes(again).values()], ['already frozen', 'already frozen', 'already frozen']);
    assert.equal((await run(['unfreeze', '--all'])).code, 0);
    assert.deepEqual(await frozenNow(), all('no'));
    assert.equal(outcomes(await run(['unfreeze', '--all'])).size, 0);
    const { lines } = await call('account_lines', { account: issuer.address, peer: holders[2]!.address });
    assert.equal(lines[0].limit, '7');
    assert.ok(!existsSync(file('journal')));
  });

  test('shows and writes what it would do, and sends nothing', async () => {
    writeFileSync(file('mixed'), [holders[0]!, party('stranger')].map(({ address }) => address).join('\n'));
    const { code, lines } = await run(['clawback', '--holders', file('mixed'), '--dry-run']);
    assert.equal(code, 1);
    const shown = outcomes({ code, lines, notes: [] });
    assert.equal(shown.get(holders[0]!.address), 'would be clawed back: 59.5');
    assert.equal(shown.get(party('stranger').address), 'is no holder of the token');
    await run(['clawback', '--all', '--amount', '2', '--unsigned', file('unsigned')]);
    const written = readFileSync(file('unsigned'), 'utf8').trimEnd().split('\n');
    assert.equal(written.length, holders.length);
    const tx = JSON.parse(written[0]!);
    assert.equal(tx.TransactionType, 'Clawback');
    assert.deepEqual([tx.Amount.value, tx.Amount.currency], ['2', 'USD']);
    await served.env.close();
    assert.deepEqual((await column('balance')).slice(0, 2), ['59.5', '140.5']);
  });

  /**
   * Runs a command until it ends. `events` run when it waits. After a kill the journal has its content of that moment.
   */
  async function runThrough(words: readonly string[], events: readonly string[]): Promise<Said> {
    const remaining = [...events];
    for (;;) {
      let journal: Buffer | undefined;
      const step = async () => {
        const event = remaining.shift() ?? 'close';
        if (event === 'other program') submit(issuer, { TransactionType: 'AccountSet' });
        if (event === 'close') await served.env.close();
        if (event === 'stop' || event === 'kill') {
          if (event === 'kill') journal = readFileSync(file('journal'));
          throw new Error(event);
        }
      };
      try {
        return await run(words, step);
      } catch (error) {
        if (!['stop', 'kill'].includes((error as Error).message)) throw error;
        if (journal !== undefined) writeFileSync(file('journal'), journal);
      }
    }
  }

  test('takes an amount from each holder exactly once, however it is interrupted', async () => {
    const event = fc.constantFrom('close', 'stop', 'kill', 'other program');
    const property = fc.asyncProperty(
      fc.array(event, { maxLength: 6 }),
      fc.integer({ min: 1, max: 7 }),
      async (...given) => {
        const [events, window] = given;
        const earlier = await column('balance');
        const { code } = await runThrough(['clawback', '--all', '--amount', '0.5', '--window', String(window)], events);
        assert.equal(code, 0);
        assert.deepEqual(
          await column('balance'),
          earlier.map((balance) => String(Number(balance) - 0.5)),
        );
        assert.ok(!existsSync(file('journal')));
      },
    );
    await fc.assert(property, { numRuns: TRIES_EVERY_CASE ? 12 : 6, seed: 33 });
  });

  test('keeps the journal of processed holders until all are processed', async () => {
    const earlier = await column('balance');
    const { node } = served.env;
    const { submit: send } = node;
    let count = 0;
    // From the fourth transaction on, the server drops accepted transactions.
    const lost = {
      transaction: served.env.sign(party('sender'), { TransactionType: 'AccountSet' }),
      result: 'tesSUCCESS' as const,
      applied: true,
      broadcast: false,
      queued: false,
      kept: false,
      ledgerState: undefined,
    };
    node.submit = (...words) => (++count > 3 ? lost : send.apply(node, words));
    const words = ['clawback', '--all', '--amount', '1', '--window', '3'];
    const first = await run(words);
    node.submit = send;
    assert.equal(first.code, 1);
    assert.match(first.notes.at(-1)!, /keeps what is done: run this again/);
    await assert.rejects(run(['clawback', '--all', '--amount', '2']), /journal .* is of another command: clawback 1/);
    // Another list with a holder that is not among them does not end the first one.
    const waiting = [...outcomes(first)].find(([, text]) => text !== 'clawed back')![0];
    writeFileSync(file('one'), waiting);
    assert.equal((await run(['clawback', '--holders', file('one'), '--amount', '1', '--window', '3'])).code, 0);
    const second = await run(words);
    assert.equal(second.code, 0);
    assert.equal([...outcomes(second).values()].filter((text) => text === 'already clawed back').length, 4);
    assert.deepEqual(
      await column('balance'),
      earlier.map((balance) => String(Number(balance) - 1)),
    );
    assert.ok(!existsSync(file('journal')));
  });

  test('does not use what a journal says about another chain', async () => {
    const earlier = await column('balance');
    const about = { issuer: issuer.address, currency: 'USD', action: 'clawback 1', holder: holders[0]!.address };
    const chain = { index: paidIndex, hash: 'B'.repeat(64) };
    const row = { ...about, hash: 'A'.repeat(64), sequence: 1, lastLedger: 30, chain, blob: '00' };
    writeFileSync(file('journal'), `${JSON.stringify(row)}\n${JSON.stringify({ finished: row.hash, ledger: 12 })}\n`);
    assert.equal((await run(['clawback', '--all', '--amount', '1'])).code, 0);
    assert.deepEqual(
      await column('balance'),
      earlier.map((balance) => String(Number(balance) - 1)),
    );
  });

  test('takes whole balances, and skips holders without tokens', async () => {
    pay(holders[0]!, holders[1]!, String((await column('balance'))[0]));
    await served.env.close();
    const said = await run(['clawback', '--all']);
    assert.equal(said.code, 0);
    assert.deepEqual([...outcomes(said).values()], all('clawed back').slice(1));
    assert.deepEqual(await column('balance'), all('0'));
    const { obligations } = await call('gateway_balances', { account: issuer.address });
    assert.equal(obligations?.USD, undefined);
  });

  const faults: [string[], RegExp][] = [
    [['freeze'], /either --all or --holders FILE/],
    [['freeze', '--all', '--amount', '1'], /Unknown option '--amount'/],
    [['clawback', '--all', '--amount', '0'], /--amount must be a positive amount/],
    [['clawback', '--all', '--amount', '-1'], /--amount must be a positive amount/],
    [['clawback', '--all', '--amount', 'all'], /--amount must be a positive amount/],
    [['clawback', '--all', '--secret', 'sEdSomething'], /a secret on the command line/],
    [['clawback', '--all', '--issuer', holders[0]!.address], /does not have asfAllowTrustLineClawback/],
    [['frees', '--all'], /has no 'frees': did you mean 'freeze'|has no 'frees'/],
    [['--ledger', 'current'], /--ledger must be/],
    [['--format', 'xml'], /--format must be/],
  ];
  test('says that an issuer has a global freeze', async () => {
    submit(issuer, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfGlobalFreeze });
    await served.env.close();
    assert.match((await run([])).notes[0]!, /global freeze/);
    assert.equal((await run(['--ledger', String(paidIndex)])).notes.length, 1);
  });

  test('refuses wrong words, and actions that the issuer may not do', async () => {
    for (const [words, message] of faults) {
      await assert.rejects(run(words), (error: Error) => {
        assert.ok(error instanceof CommandError, words.join(' '));
        assert.match(error.message, message);
        return !error.message.includes('sEdSomething');
      });
    }
    submit(holders[0]!, { TransactionType: 'AccountSet', SetFlag: asfNoFreeze });
    await served.env.close();
    await assert.rejects(run(['freeze', '--all', '--issuer', holders[0]!.address]), /has set asfNoFreeze/);
  });
});
