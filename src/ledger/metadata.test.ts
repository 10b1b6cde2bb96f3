import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../test/support/map-view.ts';
import { TestLedger, testAccount } from '../../test/support/test-view.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { AccountRoot, PayChannel, RippleState } from '../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet, payChanKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { IssuedAmount, StArray, StObject } from '../protocol/values.ts';
import { createMetadata } from './metadata.ts';
import { Sandbox } from './sandbox.ts';

const [CHANGED, UNTOUCHED] = ['1'.repeat(40), '2'.repeat(40)].map((id) => accountKeylet(id)) as [
  ReturnType<typeof accountKeylet>,
  ReturnType<typeof accountKeylet>,
];

function root(keylet: typeof CHANGED, account: string): AccountRoot {
  const entry = newEntry(keylet);
  entry.Account = account;
  entry.Balance = 5n;
  return entry;
}

const [ALICE, BOB] = [testAccount('Alice'), testAccount('Bob')];
const ID = 'A'.repeat(64);
const EARLIER = { PreviousTxnID: 'B'.repeat(64), PreviousTxnLgrSeq: 900 };
const USD = `${'0'.repeat(24)}5553440000000000`;

/** What was done in the sandbox, as metadata says it; keys are shown as the entry's type. */
function nodesOf(sandbox: Sandbox): Record<string, StObject>[] {
  const input = {
    sandbox,
    changes: sandbox.changes(),
    transactionId: ID,
    ledgerIndex: 1000,
    result: 'tesSUCCESS',
    position: 0,
  } as const;
  const { AffectedNodes } = decodeObject(createMetadata({ ...input, deliveredAmount: undefined }).bytes);
  return AffectedNodes as StArray as Record<string, StObject>[];
}

/** Kind, type and what an entry is threaded to, of each node, in a fixed order. */
function summary(nodes: readonly Record<string, StObject>[]): string[] {
  return nodes
    .flatMap((node) => Object.entries(node))
    .map(([kind, { LedgerEntryType, PreviousTxnID, FinalFields }]) => {
      const account = (FinalFields as { Account?: string } | undefined)?.Account?.slice(0, 2) ?? '';
      return `${kind} ${LedgerEntryType} ${account} ${PreviousTxnID === undefined ? '' : 'threaded'}`.trim();
    })
    .sort();
}

function worldOf(): TestLedger {
  const ledger = new TestLedger();
  for (const account of [ALICE, BOB]) ledger.fund(account, { ...EARLIER });
  return ledger;
}

function limitOf(issuer: string): IssuedAmount {
  return { mantissa: 0n, exponent: -100, currency: USD, issuer };
}

function newLine(): RippleState {
  const line = newEntry(lineKeylet(ALICE, BOB, USD));
  const [low, high] = ALICE < BOB ? [ALICE, BOB] : [BOB, ALICE];
  return { ...line, Balance: limitOf(ALICE), LowLimit: limitOf(low), HighLimit: limitOf(high) };
}

function newChannel(): PayChannel {
  const channel = newEntry(payChanKeylet(ALICE, BOB, 1));
  return { ...channel, Account: ALICE, Destination: BOB, Amount: 10n, Balance: 0n, PublicKey: 'ED', SettleDelay: 1 };
}

describe('the threads of metadata', () => {
  test('lead from a new entry to all its owners, and on from what touched these before', () => {
    for (const [entry, type] of [
      [newLine(), 'RippleState'],
      [newChannel(), 'PayChannel'],
    ] as const) {
      const ledger = worldOf();
      const sandbox = new Sandbox(ledger.view);
      sandbox.insert(entry);
      const nodes = nodesOf(sandbox);
      assert.deepEqual(summary(nodes), [
        `CreatedNode ${type}`,
        'ModifiedNode AccountRoot  threaded',
        'ModifiedNode AccountRoot  threaded',
      ]);
      const keys = nodes.map((node) => (Object.values(node)[0] as StObject).LedgerIndex as string);
      assert.deepEqual(keys, keys.toSorted(), 'nodes are in the order of their keys');
      sandbox.applyTo(ledger.view);
      for (const account of [ALICE, BOB]) {
        const { PreviousTxnID, PreviousTxnLgrSeq } = ledger.account(account);
        assert.deepEqual([PreviousTxnID, PreviousTxnLgrSeq], [ID, 1000]);
      }
      const made = ledger.readAny(entry.index) as RippleState;
      assert.deepEqual([made.PreviousTxnID, made.PreviousTxnLgrSeq], [ID, 1000]);
    }
  });

  test('lead to the owners of what goes as well, but not to those that are gone', () => {
    for (const isBobGone of [false, true]) {
      const ledger = worldOf();
      ledger.put({ ...newChannel(), ...EARLIER });
      const sandbox = new Sandbox(ledger.view);
      sandbox.erase(sandbox.peek(payChanKeylet(ALICE, BOB, 1))!);
      if (isBobGone) sandbox.erase(sandbox.peek(accountKeylet(BOB))!);
      const bob = isBobGone ? 'DeletedNode AccountRoot 42' : 'ModifiedNode AccountRoot  threaded';
      const expected = ['DeletedNode PayChannel 41', 'ModifiedNode AccountRoot  threaded', bob];
      assert.deepEqual(summary(nodesOf(sandbox)), expected.toSorted());
    }
  });

  test('touch each account once, whatever it owns', () => {
    const ledger = worldOf();
    const sandbox = new Sandbox(ledger.view);
    sandbox.insert(newLine());
    sandbox.insert(newChannel());
    const alice = sandbox.peek(accountKeylet(ALICE))!;
    alice.Balance -= 10n;
    sandbox.update(alice);
    const nodes = nodesOf(sandbox);
    assert.equal(nodes.length, 4);
    const changed = nodes.find((node) => node.ModifiedNode?.PreviousFields !== undefined)!.ModifiedNode!;
    assert.deepEqual(changed.PreviousFields, { Balance: 100_000_000n });
    assert.deepEqual([changed.PreviousTxnID, changed.PreviousTxnLgrSeq], [EARLIER.PreviousTxnID, 900]);
    assert.equal((changed.FinalFields as StObject).Balance, 99_999_990n);
  });
});

describe('metadata', () => {
  test('shows of a new entry what is not nothing, and of a deleted one all that it was', () => {
    const ledger = worldOf();
    const made = new Sandbox(ledger.view);
    made.insert({ ...newChannel(), SourceTag: 0, CancelAfter: 7 });
    const { NewFields } = nodesOf(made).find((node) => node.CreatedNode !== undefined)!.CreatedNode!;
    assert.deepEqual(Object.keys(NewFields as StObject).sort(), [
      ...['Account', 'Amount', 'CancelAfter', 'Destination', 'PublicKey', 'SettleDelay'],
    ]);
    ledger.put({ ...newChannel(), ...EARLIER });
    const gone = new Sandbox(ledger.view);
    const channel = gone.peek(payChanKeylet(ALICE, BOB, 1))!;
    channel.Balance = 4n;
    gone.erase(channel);
    const { FinalFields, PreviousFields } = nodesOf(gone).find((node) => node.DeletedNode !== undefined)!.DeletedNode!;
    assert.deepEqual(PreviousFields, { Balance: 0n });
    assert.equal((FinalFields as StObject).Balance, 4n);
    assert.equal((FinalFields as StObject).PreviousTxnID, EARLIER.PreviousTxnID);
    assert.equal((FinalFields as StObject).LedgerEntryType, undefined, 'it stands beside them');
  });

  test('shows of a changed entry what it is now, but for what it leads back to', () => {
    const ledger = worldOf();
    const sandbox = new Sandbox(ledger.view);
    const alice = sandbox.peek(accountKeylet(ALICE))!;
    alice.Balance = 7n;
    sandbox.update(alice);
    const [{ ModifiedNode }] = nodesOf(sandbox) as [Record<string, StObject>];
    assert.deepEqual(Object.keys(ModifiedNode!.FinalFields as StObject).sort(), [
      ...['Account', 'Balance', 'Flags', 'OwnerCount', 'Sequence'],
    ]);
    assert.equal((ModifiedNode!.FinalFields as StObject).Balance, 7n);
  });

  test('names exactly what is then written: an update that changed nothing is neither', () => {
    const sandbox = new Sandbox(new MapView([root(CHANGED, '1'.repeat(40)), root(UNTOUCHED, '2'.repeat(40))]));
    for (const keylet of [CHANGED, UNTOUCHED]) {
      const entry = sandbox.peek(keylet)!;
      if (keylet === CHANGED) entry.Balance = 4n;
      sandbox.update(entry);
    }
    const facts = { transactionId: 'A'.repeat(64), ledgerIndex: 3, result: 'tesSUCCESS', position: 0 } as const;
    const { bytes } = createMetadata({ sandbox, changes: sandbox.changes(), ...facts, deliveredAmount: undefined });
    const named = (decodeObject(bytes).AffectedNodes as StArray).map((node) => node.ModifiedNode?.LedgerIndex);
    assert.deepEqual(named, [CHANGED.key]);
    const written: string[] = [];
    sandbox.applyTo({
      rawErase: () => {},
      rawInsert: () => {},
      rawReplace: ({ index }) => void written.push(index),
      rawDestroyDrops: () => {},
    });
    assert.deepEqual(written, [CHANGED.key]);
  });
});
