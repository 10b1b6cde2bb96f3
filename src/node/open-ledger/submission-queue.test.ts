import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { LedgerTooOldError, SubmissionQueue } from './submission-queue.ts';

const named = (id: string) => ({ id }) as Transaction;

/** A ledger that is recent or not, and that the test closes. */
class FakeLedger {
  recent = false;
  /** Ids of transactions that need a ledger of the present second. */
  readonly demanding = new Set<string>();
  closes = 0;
  seconds = 100;
  finish: (error?: Error) => void = () => {};
  readonly used: string[] = [];
  readonly queue = new SubmissionQueue({
    isRecent: (transaction) => this.recent && !this.demanding.has(transaction?.id ?? ''),
    ensureRecentLedger: (transaction) => {
      this.closes += 1;
      return new Promise((resolve, reject) => {
        this.finish = (error) => {
          if (error !== undefined) return reject(error);
          this.recent = true;
          this.demanding.delete(transaction?.id ?? '');
          resolve();
        };
      });
    },
    nowSeconds: () => this.seconds,
    pacer: () => undefined,
  });

  submit(id: string): string | Promise<string> {
    return this.queue.withRecentLedger(
      () => named(id),
      ({ id: used }) => {
        this.used.push(used);
        return used;
      },
    );
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of submissions', () => {
  test('applies at once while the ledger is recent', () => {
    const ledger = new FakeLedger();
    ledger.recent = true;
    assert.equal(ledger.submit('a'), 'a');
    assert.equal(ledger.closes, 0);
  });

  test('lets submissions that arrive while a ledger closes wait for it, and keeps their order', async () => {
    const ledger = new FakeLedger();
    const first = ['a', 'b', 'c'].map((id) => ledger.submit(id));
    await turn();
    first.push(ledger.submit('d'));
    assert.deepEqual([ledger.closes, ledger.used], [1, []]);
    ledger.finish();
    // The ledger is recent now, but earlier submissions still wait.
    const late = ledger.submit('e');
    assert.ok(late instanceof Promise);
    assert.deepEqual(await Promise.all([...first, late]), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual([ledger.closes, ledger.used], [1, ['a', 'b', 'c', 'd', 'e']]);
    assert.equal(ledger.submit('f'), 'f');
  });

  test('closes once more for a transaction that needs the present second, before the next one is made', async () => {
    const ledger = new FakeLedger();
    ledger.recent = true;
    ledger.demanding.add('a');
    const made: string[] = [];
    const submit = (id: string) =>
      ledger.queue.withRecentLedger(
        () => {
          made.push(id);
          return named(id);
        },
        ({ id: used }) => ledger.used.push(used),
      );
    const all = [submit('a'), submit('b')];
    await turn();
    assert.deepEqual([made, ledger.used], [['a'], []]);
    ledger.finish();
    await Promise.all(all);
    assert.deepEqual([ledger.closes, made, ledger.used], [1, ['a', 'b'], ['a', 'b']]);
  });

  test('does not close again if the ledger is old again when the close ends', async () => {
    const ledger = new FakeLedger();
    ledger.recent = true;
    ledger.demanding.add('a');
    const submitted = ledger.submit('a');
    await turn();
    ledger.finish();
    ledger.demanding.add('a');
    assert.equal(await submitted, 'a');
    assert.equal(ledger.closes, 1);
  });

  test('makes one attempt a second where closes fail', async () => {
    const ledger = new FakeLedger();
    const all = Promise.allSettled(['a', 'b', 'c'].map((id) => ledger.submit(id)));
    await turn();
    ledger.finish(new Error('disk full'));
    for (const outcome of await all) {
      assert.equal(outcome.status, 'rejected');
      assert.ok(outcome.reason instanceof LedgerTooOldError);
      assert.equal((outcome.reason.cause as Error).message, 'disk full');
    }
    await assert.rejects(async () => ledger.submit('d'), LedgerTooOldError);
    assert.deepEqual([ledger.closes, ledger.used], [1, []]);
    ledger.seconds += 1;
    const again = ledger.submit('e');
    await turn();
    assert.equal(ledger.closes, 2);
    ledger.finish();
    assert.equal(await again, 'e');
  });

  test('continues after a transaction that cannot be made, and does not wait for outcomes', async () => {
    const ledger = new FakeLedger();
    const impossible = ledger.queue.withRecentLedger(
      () => {
        throw new Error('no such account');
      },
      () => 'never',
    );
    const unfinished = ledger.queue.withRecentLedger(
      () => named('p'),
      () => new Promise<string>(() => {}),
    );
    const next = ledger.submit('n');
    await turn();
    ledger.finish();
    await assert.rejects(async () => impossible, /no such account/);
    assert.equal(await next, 'n');
    assert.ok(unfinished instanceof Promise);
  });
});
