/** What a member keeps for the leader: only the ledger after its own last one, until it has stored that ledger. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MASTER } from '../../test/support/env.ts';
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { SubmitOutcome } from '../node/open-ledger/submission.ts';
import { signTransaction } from '../protocol/transaction/transaction-signature.ts';
import type { ClusterNode } from './cluster-node.ts';
import { KeptRecords } from './kept-records.ts';

function keptAt(validated: { ledgerIndex: number; hash: string }, records = new Map<string, Buffer>()) {
  const node = { validated, follow: () => {}, store: { transactionLocation: () => undefined } };
  const asNode = {
    ...{ store: node.store, onValidated: (listener: unknown) => Object.assign(node, { follow: listener }) },
    get validated() {
      return node.validated;
    },
  } as unknown as ClusterNode;
  const journal = {
    records,
    append: async (id: string, body: Buffer) => void records.set(id, body),
    remove: (id: string) => void records.delete(id),
    close: async () => {},
  };
  const decode = (bytes: Uint8Array) => ({ header: JSON.parse(String(bytes)) as LedgerHeader }) as ClosedLedger;
  const follow = (header: typeof validated) => {
    node.validated = header;
    (node.follow as unknown as (header: unknown, ledger: unknown) => void)(header, { derived: { transactions: [] } });
  };
  return { kept: new KeptRecords({ journal, node: asNode, decode }), records, follow };
}

function ledger(ledgerIndex: number, hash: string, parentHash: string): Buffer {
  return Buffer.from(JSON.stringify({ ledgerIndex, hash, parentHash }));
}

const LAST = { ledgerIndex: 4, hash: 'A4' };

test('the next ledger is kept on disk, also for the next process, until it is followed', async () => {
  const { kept, records, follow } = keptAt(LAST);
  assert.equal(await kept.keepLedger(ledger(5, 'A5', 'A4')), true);
  assert.deepEqual([...records.keys()], ['A5']);
  assert.deepEqual(keptAt(LAST, records).kept.end, { ledgerIndex: 5, hash: 'A5' });
  assert.equal(await kept.keepLedger(ledger(5, 'B5', 'A4')), true);
  assert.deepEqual([...records.keys()], ['B5']);
  follow({ ledgerIndex: 5, hash: 'B5' });
  assert.deepEqual([records.size, kept.ledger, kept.end.hash], [0, undefined, 'B5']);
  assert.equal(await kept.keepLedger(ledger(5, 'B5', 'A4')), true, 'the own store has it');
});

test('a ledger that does not follow the own last one is not kept', async () => {
  const { kept, records } = keptAt(LAST);
  assert.equal(await kept.keepLedger(ledger(6, 'A6', 'A5')), false);
  assert.equal(await kept.keepLedger(ledger(5, 'B5', 'B4')), false);
  assert.deepEqual([records.size, kept.end], [0, LAST]);
});

test('a submission is kept until a ledger holds it, or a leader refuses it', async () => {
  const { kept, records } = keptAt(LAST);
  const { id, blob } = signTransaction(
    { TransactionType: 'AccountSet', Account: MASTER.id, Fee: 10n, Sequence: 1 },
    MASTER.keys,
  );
  const passOn = async (outcome: Partial<SubmitOutcome>) => {
    kept.passOnSubmissions(async () => ({ applied: false, queued: false, kept: false, ...outcome }) as SubmitOutcome);
    await new Promise((resolve) => setImmediate(resolve));
    return records.has(id);
  };
  await kept.keepSubmissions([{ id, body: Buffer.concat([Buffer.from([0]), blob]) }]);
  for (const outcome of [{ applied: true }, { queued: true }, { kept: true }])
    assert.equal(await passOn(outcome), true);
  assert.equal(await passOn({}), false);
});
