import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, type Party, party } from '../../test/support/env.ts';
import { verifyChain } from '../../test/support/verify-store.ts';
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import { decodeClosedLedger, encodeClosedLedger } from '../ledger/closed-ledger-codec.ts';
import type { DerivedChanges, PreparedLedger } from '../ledger/derived-changes.ts';
import { createLedgerHeader } from '../ledger/ledger-header.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import { accountKeylet, payChanKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { StObject } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { finishSteps } from '../util/steps.ts';
import { followLedger } from './follow-ledger.ts';
import { EntryCache, recentLedgers, StoredView } from './stored-view.ts';

/** Keeps the ledgers that are appended. */
class RecordingStore extends MemoryStore {
  readonly ledgers: PreparedLedger[] = [];

  override async append(ledger: PreparedLedger, term?: number): Promise<void> {
    await super.append(ledger, term);
    this.ledgers.push(ledger);
  }

  override replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void {
    super.replace(ledgers, values);
    this.ledgers.push(...ledgers);
  }
}

/** A second store that gets nothing but the bytes of closed ledgers. */
class Follower {
  readonly store = new MemoryStore();
  readonly tree = new StateTree((path) => this.store.treeNode(path));

  prepare(ledger: ClosedLedger): PreparedLedger {
    const last = this.store.ledgerRange()?.last;
    const header = last === undefined ? undefined : this.store.header(last)!;
    const parent = header && {
      header,
      view: new StoredView(this.store, header, new EntryCache(header.ledgerIndex), []),
    };
    return finishSteps(
      followLedger(ledger, { parent, recentLedgers: recentLedgers(this.store, last ?? 0), tree: this.tree }),
    );
  }

  async add(bytes: Uint8Array): Promise<PreparedLedger> {
    const ledger = this.prepare(decodeClosedLedger(bytes));
    await this.store.append(ledger);
    this.tree.confirmChanges();
    return ledger;
  }
}

const [ALICE, BOB, ISSUER] = ['alice', 'bob', 'issuer'].map((name) => party(name)) as [Party, Party, Party];
/** One more than the first in the long skip list. */
const LAST_LEDGER = 258;
const USD = `${'0'.repeat(24)}5553440000000000`;

function tokens(value: bigint) {
  return { mantissa: value * 10n ** 15n, exponent: -15, currency: USD, issuer: ISSUER.id };
}

/** Ledgers that create, change and delete entries of several types, and a chain long enough for the long skip list. */
async function liveLedgers(): Promise<RecordingStore> {
  const store = new RecordingStore();
  const env = await Env.create({ store });
  await env.fund(10_000, ALICE, BOB, ISSUER);
  env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag: 2 }, 'tesSUCCESS');
  await env.close();
  for (const who of [ALICE, BOB])
    env.submit(who, { TransactionType: 'TrustSet', LimitAmount: tokens(9n) }, 'tesSUCCESS');
  await env.close();
  const authorize = {
    TransactionType: 'TrustSet',
    LimitAmount: { ...tokens(0n), issuer: ALICE.id },
    Flags: 0x0001_0000,
  };
  env.submit(ISSUER, authorize, 'tesSUCCESS');
  env.submit(ISSUER, { TransactionType: 'Payment', Destination: ALICE.id, Amount: tokens(5n) }, 'tesSUCCESS');
  const { Sequence: channelSequence } = env.account(ALICE)!;
  const channel = { Destination: BOB.id, Amount: 1_000n, SettleDelay: 0, PublicKey: ALICE.keys.publicKey };
  env.submit(ALICE, { TransactionType: 'PaymentChannelCreate', ...channel }, 'tesSUCCESS');
  env.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 40 }, 'tesSUCCESS');
  await env.close();
  const { key } = payChanKeylet(ALICE.id, BOB.id, channelSequence);
  env.submit(BOB, { TransactionType: 'PaymentChannelClaim', Channel: key, Flags: 0x0002_0000 }, 'tesSUCCESS');
  env.submit(BOB, { TransactionType: 'TrustSet', LimitAmount: tokens(0n) }, 'tesSUCCESS');
  await env.close();
  while (env.node.validated.ledgerIndex < LAST_LEDGER) await env.close();
  return store;
}

/** Without the order in which changes were made, which means nothing. */
function unordered({ transactions, treeChanges, indexChanges }: DerivedChanges) {
  return {
    transactions: transactions.map(({ facts, ...rest }) => ({ ...rest, facts: facts.map((one) => [...one]) })),
    treeChanges: new Map([...treeChanges].sort().map(([path, record]) => [path, record && [...record]])),
    indexChanges: indexChanges.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  };
}

describe('a ledger that is taken over from its bytes', () => {
  test('gives what its close derived, and the same store', async () => {
    const { ledgers } = await liveLedgers();
    const follower = new Follower();
    for (const ledger of ledgers) {
      const { derived } = await follower.add(encodeClosedLedger(ledger));
      assert.deepEqual(unordered(derived), unordered(ledger.derived));
    }
    assert.equal(verifyChain(follower.store), LAST_LEDGER);
    // Otherwise the ledgers would show too little.
    const all = ledgers.map(({ derived }) => derived);
    assert.ok(all.some(({ indexChanges }) => indexChanges.some(({ isPresent }) => !isPresent)));
    assert.ok(all.some(({ treeChanges }) => [...treeChanges.values()].includes(undefined)));
    assert.ok(all.some(({ transactions }) => transactions.some(({ accounts }) => accounts.length > 1)));
  });

  test('has the same bytes when the store that has it gives it back', async () => {
    const store = await liveLedgers();
    const given = [...store.tail(0)];
    assert.equal(given.length, LAST_LEDGER);
    for (const [at, ledger] of given.entries()) {
      assert.deepEqual(encodeClosedLedger(ledger), encodeClosedLedger(store.ledgers[at]!));
    }
  });

  test('is refused if it does not match its header, and changes nothing', async () => {
    const { ledgers } = await liveLedgers();
    const at = ledgers.findIndex(({ stateChanges }) => [...stateChanges.values()].includes(undefined));
    const good = ledgers[at] as PreparedLedger;
    const follower = new Follower();
    for (const ledger of ledgers.slice(0, at)) await follower.add(encodeClosedLedger(ledger));
    const refused = (changes: Partial<ClosedLedger>, reason: RegExp) => {
      assert.throws(() => follower.prepare({ ...good, ...changes }), reason);
      follower.tree.discardChanges();
    };
    const root = encodeObject(newEntry(accountKeylet('A'.repeat(40))) as unknown as StObject);
    const { key } = accountKeylet('A'.repeat(40));
    refused({ header: createLedgerHeader({ ...good.header, parentHash: good.header.hash }) }, /does not follow/);
    refused({ stateChanges: new Map([...good.stateChanges, [key, root]]) }, /the state/);
    refused({ stateChanges: new Map([...good.stateChanges, [key, undefined]]) }, /deletes what is not there/);
    refused({ transactions: [] }, /the transactions/);
    await follower.add(encodeClosedLedger(good));
  });
});
