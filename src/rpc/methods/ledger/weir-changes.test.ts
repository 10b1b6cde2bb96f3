import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { scratchStore } from '../../../../test/support/worker-env.ts';
import { accountKeylet, offerKeylet, skipKeylet } from '../../../protocol/entries/keylets.ts';
import type { LedgerStore } from '../../../storage/ledger-store.ts';
import { MemoryStore } from '../../../storage/memory/memory-store.ts';
import { finishSteps } from '../../../util/steps.ts';
import { type ChangePlace, readChanges } from '../../ledgers/changed-entries.ts';

const [ALICE, BOB, CAROL] = [party('alice'), party('bob'), party('carol')];

interface OfferHistory {
  readonly env: Env;
  readonly call: Call;
  /** After the accounts were made. */
  readonly start: number;
  readonly offer: string;
  /** After an offer was made, and after it was cancelled. */
  readonly offered: number;
  readonly end: number;
}

/** Alice makes an offer and cancels it; Carol is made last. */
async function createOfferHistory(store: LedgerStore): Promise<OfferHistory> {
  const env = await Env.create({ store });
  await env.fund(1_000, ALICE, BOB);
  const start = env.node.validated.ledgerIndex;
  const sequence = env.account(ALICE)!.Sequence;
  const offer = { TransactionType: 'OfferCreate', TakerGets: 1_000_000n, TakerPays: tokens('3', MASTER.id) };
  env.submit(ALICE, offer, 'tesSUCCESS');
  await env.close();
  const offered = env.node.validated.ledgerIndex;
  env.submit(ALICE, { TransactionType: 'OfferCancel', OfferSequence: sequence }, 'tesSUCCESS');
  await env.close();
  await env.fund(1_000, CAROL);
  const end = env.node.validated.ledgerIndex;
  return { env, call: rpcOf(env), start, offered, end, offer: offerKeylet(ALICE.id, sequence).key };
}

for (const name of ['memory', 'LMDB']) {
  test(`weir_changes is the difference between two states of a store in ${name}`, async () => {
    const { store, remove } = name === 'LMDB' ? scratchStore() : { store: new MemoryStore(), remove: () => {} };
    const history = await createOfferHistory(store);
    const { env, end } = history;
    for (let from = 1; from <= end; from++) {
      for (let to = from; to <= end; to++)
        assert.deepEqual(await changedBetween(history, from, to, 3), differences(env, from, to), `${from} to ${to}`);
    }
    await env.node.stop();
    remove();
  });
}

/** Page by page; each entry once. */
async function changedBetween({ call }: OfferHistory, from: number, to: number, limit: number): Promise<string[]> {
  const found: string[] = [];
  let marker: string | undefined;
  do {
    const params = { ledger_index_min: from, ledger_index_max: to, limit };
    const page = await call('weir_changes', marker === undefined ? params : { ...params, marker });
    assert.equal(page.error, undefined, JSON.stringify(page));
    assert.ok(page.changes.length <= limit);
    found.push(...page.changes.map(({ change, index }: Answer) => `${index} ${change}`));
    marker = page.marker;
  } while (marker !== undefined);
  assert.equal(new Set(found).size, found.length);
  return found.sort();
}

/** From all entries of both states. */
function differences({ node }: Env, from: number, to: number): string[] {
  const entries = (ledgerIndex: number) => {
    const all = new Map<string, string>();
    let key = node.store.nextEntryKey('0'.repeat(64), ledgerIndex);
    for (; key !== undefined; key = node.store.nextEntryKey(key, ledgerIndex)) {
      all.set(key, Buffer.from(node.store.entry(key, ledgerIndex)!).toString('hex'));
    }
    all.delete(skipKeylet().key);
    return all;
  };
  const [before, after] = [entries(from), entries(to)];
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key} ${!before.has(key) ? 'created' : !after.has(key) ? 'deleted' : 'modified'}`)
    .sort();
}

describe('weir_changes', () => {
  test('shows each entry before and after, and the last ledger that changed it', async () => {
    const { env, call, start, offered, end, offer } = await createOfferHistory(new MemoryStore());
    const ask = async (params: object): Promise<Answer[]> => (await call('weir_changes', params as never)).changes;
    const made = await ask({ ledger_index_min: start, ledger_index_max: offered, type: 'offer' });
    assert.deepEqual(
      made.map(({ index, change, ledger_index, before, after }) => [
        index,
        change,
        ledger_index,
        before,
        after.Account,
      ]),
      [[offer, 'created', offered, undefined, ALICE.address]],
    );
    const gone = await ask({ ledger_index_min: offered, type: 'Offer' });
    assert.deepEqual([gone[0].change, gone[0].ledger_index, gone[0].after], ['deleted', offered + 1, undefined]);
    assert.deepEqual(await ask({ ledger_index_min: start, ledger_index_max: end, type: 'offer' }), []);
    const accounts = await ask({ ledger_index_min: start, type: 'account' });
    const alice = accounts.find(({ index }) => index === accountKeylet(ALICE.id).key);
    assert.deepEqual([alice.before.Balance, alice.after.Balance], ['1000000000', '999999980']);
    assert.equal(accounts[0].ledger_index, end, 'the newest ledger comes first');
    await env.node.stop();
  });

  test('ends a page at its budget, with the place to continue', async () => {
    const { env, start, end } = await createOfferHistory(new MemoryStore());
    const store = env.node.store;
    const query = { from: start, to: end, type: 'Check', limit: 10 } as const;
    const reached: (number | undefined)[] = [];
    for (const budget of [
      { transactions: 1, ledgers: 99, entries: 99 },
      { transactions: 99, ledgers: 1, entries: 99 },
    ]) {
      let after: ChangePlace | undefined;
      do {
        const page = finishSteps(readChanges(store, { ...query, after }, budget));
        assert.deepEqual(page.changes, []);
        reached.push(page.next?.ledgerIndex);
        after = page.next;
      } while (after !== undefined);
    }
    const each = [end - 1, end - 2, undefined];
    assert.deepEqual(reached, [...each, ...each]);
    const few = { transactions: 99, ledgers: 99, entries: 1 };
    assert.equal(finishSteps(readChanges(store, { ...query, after: undefined }, few)).next?.ledgerIndex, end);
    await env.node.stop();
  });

  test('refuses other ranges and markers', async () => {
    const { env, call, start, end } = await createOfferHistory(new MemoryStore());
    const error = async (params: object) => (await call('weir_changes', params as never)).error;
    assert.equal(await error({}), 'invalidParams');
    assert.equal(await error({ ledger_index_min: end, ledger_index_max: start }), 'invalidParams');
    assert.equal(await error({ ledger_index_min: start, ledger_index_max: end + 1 }), 'lgrNotFound');
    assert.equal(await error({ ledger_index_min: 0 }), 'lgrNotFound');
    assert.equal(await error({ ledger_index_min: start, type: 'nothing' }), 'invalidParams');
    const key = 'AB'.repeat(32);
    for (const marker of [key, `${key},${start}`, `${key},${end + 1}`, 'x', 7]) {
      assert.equal(await error({ ledger_index_min: start, marker }), 'invalidParams', String(marker));
    }
    await env.node.stop();
  });
});
