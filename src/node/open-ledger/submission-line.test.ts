import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { LedgerTooOldError, SubmissionLine } from './submission-line.ts';

const named = (id: string) => ({ id }) as Transaction;

/** A ledger that is fresh or not, and that closes when the test says so. */
class FakeLedger {
  fresh = false;
  /** Ids of transactions that want more than a fresh ledger. */
  readonly demanding = new Set<string>();
  closes = 0;
  seconds = 100;
  finish: (error?: Error) => void = () => {};
  readonly used: string[] = [];
  readonly line = new SubmissionLine({
    isFresh: (transaction) => this.fresh && !this.demanding.has(transaction?.id ?? ''),
    freshen: (transaction) => {
      this.closes += 1;
      return new Promise((resolve, reject) => {
        this.finish = (error) => {
          if (error !== undefined) return reject(error);
          this.fresh = true;
          this.demanding.delete(transaction?.id ?? '');
          resolve();
        };
      });
    },
    nowSeconds: () => this.seconds,
    pacer: () => undefined,
  });

  submit(id: string): string | Promise<string> {
    return this.line.whenFresh(
      () => named(id),
      ({ id: used }) => {
        this.used.push(used);
        return used;
      },
    );
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the line of submissions', () => {
  test('makes nobody wait while the ledger is fresh', () => {
    const ledger = new FakeLedger();
    ledger.fresh = true;
    assert.equal(ledger.submit('a'), 'a');
    assert.equal(ledger.closes, 0);
  });

  test('lets all who come while a ledger closes wait for it, and keeps their order', async () => {
    const ledger = new FakeLedger();
    const first = ['a', 'b', 'c'].map((id) => ledger.submit(id));
    await turn();
    first.push(ledger.submit('d'));
    assert.deepEqual([ledger.closes, ledger.used], [1, []]);
    ledger.finish();
    // The ledger is fresh now, but others came before.
    const late = ledger.submit('e');
    assert.ok(late instanceof Promise);
    assert.deepEqual(await Promise.all([...first, late]), ['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual([ledger.closes, ledger.used], [1, ['a', 'b', 'c', 'd', 'e']]);
    assert.equal(ledger.submit('f'), 'f');
  });

  test('closes once more for a transaction that wants the present second, before the next in line is made', async () => {
    const ledger = new FakeLedger();
    ledger.fresh = true;
    ledger.demanding.add('a');
    const made: string[] = [];
    const submit = (id: string) =>
      ledger.line.whenFresh(
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
    ledger.fresh = true;
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

  test('goes on after a transaction that cannot be made, and does not wait for answers', async () => {
    const ledger = new FakeLedger();
    const impossible = ledger.line.whenFresh(
      () => {
        throw new Error('no such account');
      },
      () => 'never',
    );
    const patient = ledger.line.whenFresh(
      () => named('p'),
      () => new Promise<string>(() => {}),
    );
    const next = ledger.submit('n');
    await turn();
    ledger.finish();
    await assert.rejects(async () => impossible, /no such account/);
    assert.equal(await next, 'n');
    assert.ok(patient instanceof Promise);
  });
});
