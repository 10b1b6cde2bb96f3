import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountOf, hashOf, ledgerOf, transactionOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { historyRows } from '../../../test/support/history-rows.ts';
import type { AccountTransactionQuery } from '../../history/history-query.ts';
import { HISTORY_ROW_BYTES } from '../../history/packed-rows.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { FORGOT_LEDGERS } from '../history-rule.ts';
import { MemoryStore } from '../memory/memory-store.ts';
import { ArchiveNeededError } from './archive-needed.ts';
import { ArchivedStore } from './archived-store.ts';
import type { LedgerArchive } from './ledger-archive.ts';

const FIRST_OWN = 5;

interface FakeArchive extends LedgerArchive {
  asked: string[];
  last: number;
  failure: Error | undefined;
}

/** An archive with headers only that records its calls. */
function fakeArchive(): FakeArchive {
  const archive = {
    asked: [] as string[],
    last: FIRST_OWN - 1,
    failure: undefined as Error | undefined,
    async range() {
      return { first: 1, last: archive.last };
    },
    async headers({ first, last }: { first: number; last: number }): Promise<readonly LedgerHeader[]> {
      archive.asked.push(`headers ${first}-${last}`);
      if (archive.failure !== undefined) throw archive.failure;
      return [1, 2, 3, 4].map((index) => ledgerOf(index).header);
    },
    async location() {
      archive.asked.push('location');
      return undefined;
    },
    async ledgerIndexByHash(hash: string) {
      archive.asked.push('hash');
      return hash === ledgerOf(2).header.hash ? 2 : undefined;
    },
  };
  return archive as unknown as FakeArchive;
}

async function shortStore(): Promise<MemoryStore> {
  const own = new MemoryStore();
  for (const index of [FIRST_OWN, FIRST_OWN + 1]) await own.append(ledgerOf(index));
  return own;
}

/** The value that needs at most this number of questions to the archive. */
async function answered<Value>(read: () => Value, questions = 1): Promise<Value> {
  if (questions === 0) return read();
  try {
    return read();
  } catch (error) {
    assert.ok(error instanceof ArchiveNeededError);
    await error.ask();
    return answered(read, questions - 1);
  }
}

describe('a store with an archive', () => {
  test("has its own ledgers only until the archive's are known, and while there is a gap", async () => {
    const archive = fakeArchive();
    const store = new ArchivedStore(await shortStore(), archive);
    assert.deepEqual(store.ledgerRange(), { first: 5, last: 6 });
    assert.equal(store.header(3), undefined);
    store.noteArchived({ first: 1, last: 3 });
    assert.deepEqual(store.ledgerRange(), { first: 5, last: 6 });
    store.noteArchived({ first: 1, last: 4 });
    assert.deepEqual(store.ledgerRange(), { first: 1, last: 6 });
    store.noteArchived({ first: 1, last: 6 });
    assert.deepEqual(store.ledgerRange(), { first: 1, last: 6 });
    assert.deepEqual(archive.asked, []);
  });

  test('has at the start what its own store has forgotten', async () => {
    const archive = fakeArchive();
    const own = await shortStore();
    own.setMetaValue(FORGOT_LEDGERS, 'true');
    const store = new ArchivedStore(own, archive);
    assert.deepEqual(store.ledgerRange(), { first: 1, last: 6 });
    assert.deepEqual(await answered(() => store.header(3)), ledgerOf(3).header);
  });

  test('asks for what is older, once', async () => {
    const archive = fakeArchive();
    const store = new ArchivedStore(await shortStore(), archive);
    store.noteArchived(await archive.range());
    assert.throws(() => store.header(3), ArchiveNeededError);
    assert.deepEqual(await answered(() => store.header(3)), ledgerOf(3).header);
    assert.deepEqual(store.header(2), ledgerOf(2).header);
    assert.deepEqual(store.header(6), ledgerOf(6).header);
    assert.equal(store.header(7), undefined);
    assert.deepEqual(archive.asked, ['headers 0-259']);
    assert.equal(await answered(() => store.ledgerIndexByHash(ledgerOf(2).header.hash)), 2);
    assert.equal(store.ledgerIndexByHash(ledgerOf(5).header.hash), 5);
  });

  test('believes that something is not there as long as the archive was asked about all that is older', async () => {
    const archive = fakeArchive();
    const own = await shortStore();
    const store = new ArchivedStore(own, archive);
    store.noteArchived(await archive.range());
    const find = () => answered(() => store.transactionLocation(hashOf('nowhere')));
    for (let times = 0; times < 3; times++) assert.equal(await find(), undefined);
    assert.deepEqual(archive.asked, ['location']);
    // The own store forgets a ledger that was not archived when it was asked.
    own.ledgerRange = () => ({ first: 6, last: 6 });
    archive.last = 5;
    store.noteArchived(await archive.range());
    for (let times = 0; times < 3; times++) assert.equal(await find(), undefined);
    assert.deepEqual(archive.asked, ['location', 'location']);
  });

  test('reads an account’s history in batches, whose ends leave nothing out', async () => {
    const account = accountOf('somewhere');
    const whole = new MemoryStore();
    const own = new MemoryStore();
    const LAST = 420;
    for (let index = 1; index <= LAST; index++) {
      const transactions = Array.from({ length: index % 4 === 0 ? 3 : 1 }, (_, at) =>
        transactionOf(index, at, [account]),
      );
      const ledger = ledgerOf(index, { transactions });
      await whole.append(ledger);
      if (index > LAST - 10) await own.append(ledger);
    }
    const archive = Object.assign(fakeArchive(), {
      async accountRows(query: AccountTransactionQuery, limit: number) {
        const rows = historyRows(whole, query);
        const bytes = limit * HISTORY_ROW_BYTES;
        return query.forward ? rows.subarray(0, bytes) : rows.subarray(Math.max(0, rows.length - bytes));
      },
    });
    const store = new ArchivedStore(own, archive);
    store.noteArchived({ first: 1, last: LAST });
    // With each range a batch ends with another row of a ledger.
    for (const inside of [0, 1, 2, 3, 4, 5]) {
      for (const forward of [true, false]) {
        const query = { account, minLedgerIndex: 1 + inside, maxLedgerIndex: LAST - 15 - inside, forward };
        const found = await answered(() => historyRows(store, query), 3);
        assert.ok(found.equals(historyRows(whole, query)), JSON.stringify(query));
      }
    }
  });

  test('passes on why the archive does not answer', async () => {
    const archive = fakeArchive();
    const store = new ArchivedStore(await shortStore(), archive);
    store.noteArchived(await archive.range());
    archive.failure = new Error('unreachable');
    await assert.rejects(
      answered(() => store.header(3)),
      /unreachable/,
    );
    archive.failure = undefined;
    assert.deepEqual(await answered(() => store.header(3)), ledgerOf(3).header);
  });
});
