/** A run of the issuer's desk against a fake server: faults, limits, and that no holder is approved twice. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { AccountSetFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { Env, type Party, party } from '../support/env.ts';
import { rpcOf } from '../support/rpc-call.ts';
import { tokens } from '../support/token-ledger.ts';

const load = (name: string) => import(new URL(`../../explorer/desk/${name}`, import.meta.url).href);
const { DeskRun } = await load('desk-run.js');
const { IssuerRun } = await load('issuer-run.js');
const { Journal } = await load('journal.js');
const { pendingHolders } = await load('candidates.js');

const ISSUER = 'rIssuer';
/** Not a pending holder. */
const OTHER = 'rOther';

interface Sent {
  readonly holder: string;
  readonly sequence: number;
  readonly lastLedger: number;
}

/** A server of one issuer. A signed transaction is its JSON. */
class FakeServer {
  isOpen = true;
  chain = 'this chain';
  ledger = 10;
  sequence = 5;
  leastFee = '10';
  openFee = '10';
  readonly pending: string[];
  /** Responses of `submit` by holder, in place of success, each once. */
  readonly answers = new Map<string, string | Error>();
  /** All submitted transactions. */
  readonly submitted: Sent[] = [];
  readonly rows: object[] = [];
  #open: Sent[] = [];
  readonly #listeners = new Set<(message: { type: string }) => void>();

  constructor(...pending: string[]) {
    this.pending = pending;
  }

  listen(listener: (message: { type: string }) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(type: string): void {
    for (const listener of [...this.#listeners]) listener({ type });
  }

  close(): void {
    this.ledger += 1;
    for (const { holder, sequence } of this.#open) {
      this.rows.push({
        ledger_index: this.ledger,
        hash: `HASH ${holder}`,
        tx_json: { Account: ISSUER, Sequence: sequence, TransactionType: 'TrustSet', LimitAmount: { issuer: holder } },
        meta: { TransactionResult: 'tesSUCCESS' },
      });
      this.sequence = sequence + 1;
      if (holder !== OTHER) this.pending.splice(this.pending.indexOf(holder), 1);
    }
    this.#open = [];
    this.emit('ledgerClosed');
  }

  removeListeners(): void {
    this.#listeners.clear();
  }

  /** Submits a transaction of the issuer that approves no one. */
  async useSequence(): Promise<void> {
    const sequence = this.#open.length > 0 ? this.#open.at(-1)!.sequence + 1 : this.sequence;
    await this.request('submit', {
      tx_blob: JSON.stringify({ holder: OTHER, sequence, lastLedger: this.ledger + 20 }),
    });
  }

  /** The holders of successful approvals in ledgers. */
  approvedHolders(): string[] {
    const rows = this.rows as { tx_json: { LimitAmount: { issuer: string } } }[];
    return rows.map(({ tx_json: tx }) => tx.LimitAmount.issuer).filter((holder) => holder !== OTHER);
  }

  /** Drops the open ledger. */
  forget(): void {
    this.#open = [];
  }

  async request(command: string, params: Record<string, unknown> = {}): Promise<unknown> {
    await undefined;
    if (command === 'fee')
      return { drops: { minimum_fee: this.leastFee, base_fee: '10', open_ledger_fee: this.openFee } };
    if (command === 'ledger') return { ledger_hash: `${this.chain} ${params.ledger_index}` };
    if (command === 'account_info') return this.#account(params.ledger_index === 'current');
    if (command === 'account_lines')
      return { lines: this.pending.map((account) => ({ account, currency: 'USD', limit: '0', limit_peer: '5' })) };
    if (command === 'account_tx') {
      const [min, max] = [params.ledger_index_min as number, params.ledger_index_max as number];
      return {
        transactions: this.rows.filter((row) => within((row as { ledger_index: number }).ledger_index, min, max)),
      };
    }
    assert.equal(command, 'submit');
    return this.#submit(JSON.parse(params.tx_blob as string) as Sent);
  }

  #account(isCurrent: boolean): object {
    const next = isCurrent && this.#open.length > 0 ? this.#open.at(-1)!.sequence + 1 : this.sequence;
    const where = isCurrent
      ? { ledger_current_index: this.ledger + 1 }
      : { ledger_index: this.ledger, ledger_hash: `${this.chain} ${this.ledger}` };
    return { account_data: { Sequence: next }, ...where };
  }

  #submit(sent: Sent): object {
    this.submitted.push(sent);
    const answer = this.answers.get(sent.holder);
    this.answers.delete(sent.holder);
    if (answer instanceof Error) throw answer;
    if (answer !== undefined) return { engine_result: answer, engine_result_message: 'The reason.' };
    const next = this.#open.length > 0 ? this.#open.at(-1)!.sequence + 1 : this.sequence;
    if (sent.sequence < next) return { engine_result: 'tefPAST_SEQ' };
    if (sent.sequence > next) return { engine_result: 'terPRE_SEQ' };
    this.#open.push(sent);
    return { engine_result: 'tesSUCCESS' };
  }
}

const within = (value: number, min: number, max: number) => value >= min && value <= max;

const signer = {
  common: {},
  request: (tx: { LimitAmount: { issuer: string }; Sequence: number; LastLedgerSequence: number }) => {
    const sent = { holder: tx.LimitAmount.issuer, sequence: tx.Sequence, lastLedger: tx.LastLedgerSequence };
    return { command: 'submit', params: { tx_blob: JSON.stringify(sent) } };
  },
};
const candidate = (holder: string) => ({
  key: `${holder} USD`,
  holder,
  asset: { currency: 'USD' },
  fields: { TransactionType: 'TrustSet', LimitAmount: { currency: 'USD', issuer: holder, value: '0' } },
});

/** A browser's storage. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
    size: () => kept.size,
  };
}

/** Waits for all promises of the run. */
const settle = async () => {
  for (let turns = 0; turns < 200; turns += 1) await new Promise(setImmediate);
};

async function started(server: FakeServer, kept = storage()) {
  const run = new DeskRun(server, ISSUER, new Journal(ISSUER, kept));
  await run.approve(signer, server.pending.map(candidate));
  await settle();
  return run;
}

describe("a run of the issuer's desk", () => {
  test('approves every holder exactly once after any sequence of faults', async () => {
    const fault = fc.constantFrom('close', 'full', 'queue', 'lost', 'disconnect', 'forget', 'reload', 'other program');
    const holders = ['rA', 'rB', 'rC', 'rD'];
    const property = fc.asyncProperty(fc.array(fault, { maxLength: 6 }), fc.nat(3), async (faults, at) => {
      const server = new FakeServer(...holders);
      const kept = storage();
      if (faults[0] === 'full') server.answers.set(holders[at]!, 'telCAN_NOT_QUEUE_FULL');
      if (faults[0] === 'queue') server.answers.set(holders[at]!, 'terQUEUED');
      if (faults[0] === 'lost') server.answers.set(holders[at]!, new Error('The connection to the server was lost.'));
      let run = await started(server, kept);
      for (const name of faults) {
        if (name === 'close') server.close();
        if (name === 'disconnect') server.emit('connection');
        if (name === 'forget') {
          server.forget();
          server.emit('ledgerReverted');
        }
        if (name === 'other program') await server.useSequence();
        if (name === 'reload') {
          server.removeListeners();
          run = new DeskRun(server, ISSUER, new Journal(ISSUER, kept));
        }
        await settle();
      }
      // A reloaded page has no key, so the user starts the run again.
      for (let starts = 0; starts <= faults.filter((name) => name === 'reload').length; starts += 1) {
        if (starts > 0 && !run.isBusy) run = await started(server, kept);
        for (let ledgers = 0; run.isBusy && ledgers < 6; ledgers += 1) {
          server.close();
          await settle();
        }
        assert.equal(run.isBusy, false);
      }
      assert.deepEqual(server.pending, []);
      assert.deepEqual(server.approvedHolders().toSorted(), holders);
      assert.equal(kept.size(), 0, 'the journal is empty');
    });
    await fc.assert(property, { numRuns: 60, seed: 7 });
  });

  test('pays at most ten times the minimum fee, and sends fewer, while ledgers are full', async () => {
    const server = new FakeServer(...Array.from({ length: 30 }, (_, at) => `rH${at}`));
    server.openFee = '5000';
    const run = await started(server);
    assert.equal(server.submitted.length, 10);
    server.openFee = '10';
    server.close();
    await settle();
    assert.equal(server.submitted.length, 30);
    server.close();
    await settle();
    assert.equal(run.succeeded, 30);
  });

  test('does not pay more than the maximum fee', async () => {
    const server = new FakeServer('rA');
    server.leastFee = '2000000';
    server.openFee = '2000000';
    const run = await started(server);
    assert.deepEqual([run.phase, server.submitted.length], ['ended', 0]);
    assert.match(run.refusal.text, /2000000 drops/);
  });

  test('follows the transactions of an interrupted run without a key, and resends them unchanged', async () => {
    const server = new FakeServer('rA', 'rB');
    const kept = storage();
    await started(server, kept);
    const sent = [...server.submitted];
    const another = new DeskRun(server, ISSUER, new Journal(ISSUER, kept));
    await settle();
    assert.equal(another.phase, 'settling');
    assert.deepEqual(server.submitted.slice(sent.length), sent);
    server.close();
    await settle();
    assert.equal(another.phase, 'ended');
    assert.equal(another.succeeded, 2);
    assert.equal(kept.size(), 0);
  });

  test('drops the transactions of an interrupted run on another chain', async () => {
    const kept = storage();
    await started(new FakeServer('rA', 'rB'), kept);
    const other = new FakeServer('rA');
    other.chain = 'different chain';
    const run = new DeskRun(other, ISSUER, new Journal(ISSUER, kept));
    await settle();
    assert.equal(run.phase, 'ended');
    assert.deepEqual([other.submitted.length, run.total, kept.size()], [0, 0, 0]);
  });

  test('discards no journal that it cannot do without if the server lacks the ledger of its chain', async () => {
    const kept = storage();
    const server = new FakeServer('rA');
    await started(server, kept);
    const journal = Object.assign(new Journal(ISSUER, kept), { keepsDone: true });
    const lacking = {
      request: (command: string, params: Record<string, unknown>) =>
        command === 'ledger' ? Promise.reject({ token: 'lgrNotFound' }) : server.request(command, params),
    };
    await assert.rejects(new IssuerRun(lacking, ISSUER, journal).step(), { token: 'lgrNotFound' });
    assert.equal(journal.read().length, 1);
  });

  test('ends without sending when the server changes to another chain', async () => {
    const kept = storage();
    const server = new FakeServer('rA', 'rB');
    server.answers.set('rB', new Error('The connection to the server broke.'));
    const run = await started(server, kept);
    const count = server.submitted.length;
    server.emit('chainChanged');
    server.emit('connection');
    await settle();
    assert.equal(run.phase, 'ended');
    assert.match(run.refusal.text, /different chain/);
    assert.deepEqual([server.submitted.length, run.total, run.done, kept.size()], [count, 0, 0, 0]);
  });
});

describe('pending holders', () => {
  test('exclude trust lines that an approval would delete', async () => {
    const env = await Env.create();
    const [issuer, first, second] = [party('issuer'), party('first'), party('second')];
    await env.fund(1000, issuer, first, second);
    const set = (who: Party, SetFlag: number) =>
      env.submit(who, { TransactionType: 'AccountSet', SetFlag }, 'tesSUCCESS');
    const trust = (who: Party, limit: string, Flags = 0) =>
      env.submit(who, { TransactionType: 'TrustSet', LimitAmount: tokens(limit, issuer.id), Flags }, 'tesSUCCESS');
    set(issuer, AccountSetFlags.asfRequireAuth);
    set(issuer, AccountSetFlags.asfDefaultRipple);
    await env.close();
    trust(first, '5');
    const { tfClearNoRipple } = TransactionFlags.TrustSet;
    trust(second, '5', tfClearNoRipple);
    trust(second, '0', tfClearNoRipple);
    await env.close();
    const call = rpcOf(env);
    const server = { request: (command: string, params: JsonObject) => call(command, params) };
    const waiting = async () =>
      (await pendingHolders(server, issuer.address)).map(({ holder }: { holder: string }) => holder).sort();
    assert.deepEqual(await waiting(), [first.address, second.address].sort());
    // The line is now in its default state, so an approval would delete it.
    set(second, AccountSetFlags.asfDefaultRipple);
    await env.close();
    assert.deepEqual(await waiting(), [first.address]);
    const { lines } = await call('account_lines', { account: issuer.address, authorization: 'pending' });
    assert.equal(lines.length, 2);
    await env.stop();
  });
});
