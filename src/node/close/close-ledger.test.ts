/** What a close adds to the state by itself: the lists of hashes of earlier ledgers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, type Party, party } from '../../../test/support/env.ts';
import { MapView } from '../../../test/support/map-view.ts';
import { TEST_FEES, TestLedger } from '../../../test/support/test-view.ts';
import { shortSkipList } from '../../ledger/chain-entries.ts';
import { createLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import type { LedgerEntry, LedgerHashes } from '../../protocol/entries/entries.ts';
import { accountKeylet, amendmentsKeylet, feesKeylet, longSkipKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { GENESIS_AMENDMENTS } from '../../protocol/tables/amendments.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import { type StObject, ZERO_HASH } from '../../protocol/values.ts';
import { StateTree } from '../../shamap/state-tree.ts';
import { finishSteps } from '../../util/steps.ts';
import {
  applyInPasses,
  canonicalOrder,
  closeLedger,
  encodedEntries,
  updateTree,
  votedTransactions,
} from './close-ledger.ts';

const HASH = 'AB'.repeat(32);

function headerOf(ledgerIndex: number): LedgerHeader {
  return createLedgerHeader({
    ledgerIndex,
    parentHash: HASH,
    transactionHash: HASH,
    accountHash: HASH,
    totalDrops: 100n,
    parentCloseTimeSeconds: 990,
    closeTimeSeconds: 1000,
    closeTimeResolutionSeconds: 10,
    closeFlags: 0,
  });
}

/** Closes the ledger after `parent`, whose state has nothing but these entries. */
function closeAfter(parent: LedgerHeader, entries: readonly LedgerEntry[], transactions: readonly Transaction[] = []) {
  const tree = new StateTree(() => undefined);
  for (const entry of entries) tree.set(entry.index, encodeObject(entry as unknown as StObject));
  const steps = closeLedger({
    parent,
    parentView: new MapView(entries),
    recentHashes: [parent.hash],
    transactions,
    closeTimeSeconds: 1010,
    context: { fees: TEST_FEES, networkId: 0 },
    tree,
    onBug: (error) => {
      throw error;
    },
  });
  return finishSteps(steps);
}

/** The root of a tree over exactly these entries. */
function rootOf(...entries: readonly LedgerEntry[]): string {
  const tree = new StateTree(() => undefined);
  for (const entry of entries) tree.set(entry.index, encodeObject(entry as unknown as StObject));
  return tree.rootHash();
}

describe('the header of a closed ledger', () => {
  test('follows its parent’s, with a finer resolution when that is due', () => {
    for (const [ledgerIndex, resolution, next] of [
      [6, 20, 20],
      [7, 20, 10],
      [8, 20, 20],
    ] as const) {
      const parent = createLedgerHeader({ ...headerOf(ledgerIndex), closeTimeResolutionSeconds: resolution });
      const { header } = closeAfter(parent, []).ledger;
      assert.deepEqual(
        [header.ledgerIndex, header.parentHash, header.parentCloseTimeSeconds, header.closeTimeSeconds],
        [ledgerIndex + 1, parent.hash, parent.closeTimeSeconds, 1010],
      );
      assert.deepEqual([header.closeTimeResolutionSeconds, header.totalDrops, header.closeFlags], [next, 100n, 0]);
    }
  });
});

describe('the transactions of a closed ledger', () => {
  const accounts = ['ann', 'ben', 'cid', 'dan', 'eve'].map((name) => party(name));
  const entries = accounts.map(({ id }) => {
    return { ...newEntry(accountKeylet(id)), Account: id, Sequence: 1, Balance: 10_000_000n };
  });

  test('are in canonical order, each with its own facts for each account', () => {
    const ticket = (who: Party) =>
      signTransaction({ TransactionType: 'AccountSet', Account: who.id, Fee: 10n, Sequence: 1 }, who.keys);
    const pay = signTransaction(
      {
        TransactionType: 'Payment',
        Account: accounts[0]!.id,
        Destination: accounts[1]!.id,
        Amount: 5n,
        Fee: 10n,
        Sequence: 2,
      },
      accounts[0]!.keys,
    );
    const transactions = [pay, ...accounts.map(ticket)];
    for (const set of [transactions, transactions.toReversed()]) {
      const { ledger, applied, salt } = closeAfter(headerOf(7), entries, set);
      assert.deepEqual(applied, canonicalOrder(set, salt));
      assert.deepEqual(
        ledger.derived.transactions.map(({ id }) => id),
        applied.map(({ id }) => id),
      );
      const paid = ledger.derived.transactions.find(({ id }) => id === pay.id)!;
      assert.deepEqual(paid.accounts, [accounts[0]!.id, accounts[1]!.id].sort());
      assert.notDeepEqual(paid.facts[0], paid.facts[1], 'one has sent and one has received');
      assert.equal(ledger.header.totalDrops, 100n - 60n);
    }
  });
});

describe('what a ledger changes', () => {
  test('is not what came and went within it', () => {
    const entry = { ...newEntry(accountKeylet('1'.repeat(40))), Account: '1'.repeat(40) };
    const tree = new StateTree(() => undefined);
    const changes = (now: LedgerEntry | null) => [
      ...finishSteps(updateTree(tree, encodedEntries(new Map([[entry.index, now]])))),
    ];
    assert.deepEqual(changes(null), []);
    assert.deepEqual(changes(entry), [[entry.index, encodeObject(entry as unknown as StObject)]]);
    assert.deepEqual(changes(null), [[entry.index, undefined]]);
  });
});

describe('the long list of hashes', () => {
  const keylet = longSkipKeylet(256);

  test('gets every 256th ledger’s, behind those before, and is stored', () => {
    const [at256, at512, at768] = [256, 512, 768].map(headerOf) as [LedgerHeader, LedgerHeader, LedgerHeader];
    const entries: LedgerEntry[] = [];
    for (const [at, parent] of [at256, at512, at768].entries()) {
      const { ledger, changedEntries } = closeAfter(parent, entries);
      const list = changedEntries.get(keylet.key) as LedgerHashes;
      assert.deepEqual(list.Hashes, [at256.hash, at512.hash, at768.hash].slice(0, at + 1));
      assert.equal(list.LastLedgerSequence, parent.ledgerIndex);
      assert.deepEqual([...ledger.stateChanges.keys()], [keylet.key]);
      assert.equal(
        ledger.header.accountHash,
        rootOf(list, shortSkipList([parent.hash], parent.ledgerIndex)),
        'both lists are in the state',
      );
      entries.splice(0, 1, list);
    }
  });

  test('is left alone after all other ledgers', () => {
    for (const ledgerIndex of [255, 257, 511]) {
      const { ledger, changedEntries } = closeAfter(headerOf(ledgerIndex), []);
      assert.deepEqual([changedEntries.size, ledger.stateChanges.size], [0, 0]);
    }
  });
});

const FEES = { baseDrops: 10n, reserveDrops: 1_000_000n, reserveIncrementDrops: 200_000n };
const OTHER = { baseDrops: 12n, reserveDrops: 2_000_000n, reserveIncrementDrops: 400_000n };

describe('the vote on amendments', () => {
  const [first, second] = GENESIS_AMENDMENTS;
  const majority = (Amendment: string) => ({ Majority: { Amendment, CloseTime: 5 } });
  const unknown = 'AB'.repeat(32);
  const amendments = {
    ...newEntry(amendmentsKeylet()),
    Amendments: [second!],
    Majorities: [majority(first!), majority(second!), majority(unknown)],
  };

  test('is held only after every 256th ledger, and where there is something to lose', () => {
    assert.deepEqual(votedTransactions(255, { fees: FEES, amendments }, FEES), []);
    assert.deepEqual(votedTransactions(256, { fees: FEES, amendments: newEntry(amendmentsKeylet()) }, FEES), []);
  });

  test('takes the majority of each amendment that is known and not enabled', () => {
    const votes = votedTransactions(256, { fees: FEES, amendments }, FEES);
    assert.deepEqual(
      votes.map(({ fields }) => [fields.Amendment, fields.LedgerSequence, fields.Flags]),
      [[first, 257, TransactionFlags.EnableAmendment.tfLostMajority]],
    );
  });
});

describe('the fee vote', () => {
  test('is held only after every 256th ledger, and only to change something', () => {
    const current = { fees: FEES, amendments: undefined };
    assert.deepEqual(votedTransactions(255, current, OTHER), []);
    assert.deepEqual(votedTransactions(256, current, FEES), []);
    assert.deepEqual(
      votedTransactions(256, current, OTHER).map(({ fields }) => fields.LedgerSequence),
      [257],
    );
  });

  test('changes the fees of the ledgers that follow', async () => {
    const env = await Env.create({ genesis: { fees: FEES, votedFees: OTHER } });
    while (env.node.validated.ledgerIndex < 256) await env.close();
    assert.deepEqual(env.node.fees, FEES);
    await env.close();
    assert.deepEqual(env.node.fees, OTHER);
    assert.equal(env.node.openView.read(feesKeylet())?.BaseFeeDrops, 12n);
    assert.equal([...env.node.store.ledgerTransactions(257)].length, 1);
    await env.close();
    assert.equal([...env.node.store.ledgerTransactions(258)].length, 0);
  });
});

const [ANN, BEN, CID] = [party('ann'), party('ben'), party('cid')];
const XRP = 1_000_000n;

function signed(who: Party, fields: StObject): Transaction {
  return signTransaction({ Account: who.id, Fee: 10n, Sequence: 1, ...fields }, who.keys);
}

function pay(from: Party, to: Party, xrp: bigint, more: StObject = {}): Transaction {
  return signed(from, { TransactionType: 'Payment', Destination: to.id, Amount: xrp * XRP, ...more });
}

/** A ledger in which these have so many XRP, and what came of transactions in it. */
function apply(balances: readonly (readonly [Party, bigint])[], transactions: readonly Transaction[]) {
  const ledger = new TestLedger();
  for (const [who, xrp] of balances) ledger.fund(who.id, { Balance: xrp * XRP });
  const onBug = (error: unknown) => {
    throw error;
  };
  const remaining = finishSteps(applyInPasses(ledger.view, transactions, { fees: TEST_FEES, networkId: 0 }, onBug));
  return { ledger, remaining, applied: Array.from(ledger.view.transactions, ({ transaction }) => transaction) };
}

describe('a set of transactions', () => {
  const inReverse = (count: number) =>
    Array.from({ length: count }, (_, at) => signed(ANN, { TransactionType: 'AccountSet', Sequence: count - at }));

  test('gets three passes, so that three sequences in reverse all get in', () => {
    const transactions = inReverse(3);
    const { applied, remaining } = apply([[ANN, 100n]], transactions);
    assert.deepEqual(applied, transactions.toReversed());
    assert.deepEqual(remaining, []);
  });

  test('leaves what would need a fourth', () => {
    const transactions = inReverse(4);
    const { applied, remaining } = apply([[ANN, 100n]], transactions);
    assert.deepEqual(applied, transactions.slice(1).toReversed());
    assert.deepEqual(remaining, [transactions[0]]);
  });

  test('charges nobody for what a later pass makes good', () => {
    const transactions = [pay(ANN, CID, 150n), pay(BEN, ANN, 250n), pay(CID, BEN, 350n)];
    const { ledger, applied } = apply(
      [
        [ANN, 10n],
        [BEN, 10n],
        [CID, 1000n],
      ],
      transactions,
    );
    assert.deepEqual(applied, transactions.toReversed());
    assert.equal(ledger.account(ANN.id).Balance, (10n + 250n - 150n) * XRP - 10n);
  });

  test('charges for what fails in the last pass, and after a pass in which nothing else got in', () => {
    const tooMuch = pay(ANN, BEN, 500n);
    for (const others of [[], [pay(BEN, CID, 1n)]]) {
      const { ledger, applied, remaining } = apply(
        [
          [ANN, 10n],
          [BEN, 100n],
          [CID, 100n],
        ],
        [tooMuch, ...others],
      );
      assert.deepEqual(applied, [...others, tooMuch]);
      assert.equal(ledger.account(ANN.id).Balance, 10n * XRP - 10n);
      assert.deepEqual(remaining, []);
    }
  });

  test('charges in the last pass, however much got in before it', () => {
    const tooMuch = pay(BEN, CID, 500n);
    const { applied, remaining } = apply(
      [
        [ANN, 100n],
        [BEN, 10n],
        [CID, 100n],
      ],
      [tooMuch, ...inReverse(3)],
    );
    assert.deepEqual([applied.length, applied.indexOf(tooMuch), remaining], [4, 2, []]);
  });

  test('charges as soon as a pass has changed nothing', () => {
    const tooMuch = pay(ANN, BEN, 500n);
    const next = signed(ANN, { TransactionType: 'AccountSet', Sequence: 2 });
    const { applied } = apply(
      [
        [ANN, 100n],
        [BEN, 100n],
      ],
      [next, tooMuch],
    );
    assert.deepEqual(applied, [tooMuch, next]);
  });

  test('charges at once for what has expired', () => {
    const expired = signed(ANN, {
      TransactionType: 'PaymentChannelCreate',
      Destination: BEN.id,
      Amount: XRP,
      SettleDelay: 1,
      PublicKey: ANN.keys.publicKey,
      CancelAfter: 1,
    });
    const other = pay(BEN, ANN, 1n);
    const { applied } = apply(
      [
        [ANN, 100n],
        [BEN, 100n],
      ],
      [expired, other],
    );
    assert.deepEqual(applied, [expired, other]);
  });

  test('gives up what can never succeed', () => {
    const past = signed(ANN, { TransactionType: 'AccountSet', Sequence: 1 });
    const ledgerSequencePassed = pay(BEN, CID, 1n, { LastLedgerSequence: 1 });
    const ofNetwork = pay(CID, BEN, 1n, { NetworkID: 5 });
    const malformed = pay(CID, CID, 1n);
    const first = pay(ANN, BEN, 1n);
    const { applied, remaining } = apply(
      [
        [ANN, 100n],
        [BEN, 100n],
        [CID, 100n],
      ],
      [first, past, ledgerSequencePassed, ofNetwork, malformed],
    );
    assert.deepEqual([applied, remaining], [[first], []]);
  });
});

function transaction(account: string, sequence: number, id: string, ticket?: number): Transaction {
  const fields = {
    TransactionType: 'AccountSet',
    Account: account.padEnd(40, '0'),
    Fee: 10n,
    Sequence: sequence,
    SigningPubKey: '',
    ...(ticket === undefined ? {} : { TicketSequence: ticket }),
  };
  return { id: id.padEnd(64, '0'), blob: Buffer.alloc(0), fields };
}

function ids(transactions: readonly Transaction[]): string[] {
  return transactions.map(({ id }) => id.replace(/0+$/, ''));
}

describe('the canonical order', () => {
  test('goes by account, then sequences, then tickets, then id', () => {
    const set = [
      transaction('B', 0, 'F1', 5),
      transaction('B', 7, 'E1'),
      transaction('B', 7, 'D1'),
      transaction('A', 9, 'C1'),
      transaction('B', 3, 'B1'),
      transaction('B', 0, 'A1', 2),
    ];
    assert.deepEqual(ids(canonicalOrder(set, ZERO_HASH)), ['C1', 'B1', 'D1', 'E1', 'A1', 'F1']);
  });

  test('sorts accounts by their bytes mixed with the salt', () => {
    const set = [transaction('0', 1, 'A1'), transaction('F', 1, 'B1')];
    assert.deepEqual(ids(canonicalOrder(set, ZERO_HASH)), ['A1', 'B1']);
    assert.deepEqual(ids(canonicalOrder(set, `F${'0'.repeat(63)}`)), ['B1', 'A1']);
  });

  test('sorts accounts by all of their bytes, those that begin with zeros first', () => {
    const set = [transaction('1', 1, 'A1'), transaction('0F', 1, 'B1'), transaction('000000000F', 1, 'C1')];
    assert.deepEqual(ids(canonicalOrder(set, ZERO_HASH)), ['C1', 'B1', 'A1']);
  });

  test('compares sequences as numbers', () => {
    const set = [transaction('A', 10, 'A1'), transaction('A', 9, 'B1')];
    assert.deepEqual(ids(canonicalOrder(set, ZERO_HASH)), ['B1', 'A1']);
  });
});
