import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { fixtureLoader, freshLedger, ledgerFixture, type Revertible } from './fixtures.ts';
import type { Ledger } from './ledger.ts';

const indexOf = async (ledger: Ledger) => (await ledger.request('ledger_current')).ledger_current_index;

describe('a fresh ledger for each test', () => {
  const bench = freshLedger({ beforeEach, afterEach }, { accounts: 1 });
  const seen: Ledger[] = [];

  for (const name of ['one', 'other']) {
    test(`begins anew in ${name} of two`, async () => {
      assert.equal(await indexOf(bench.ledger), 3);
      await bench.ledger.close();
      for (const before of seen) await assert.rejects(before.request('ping'), /stopped/);
      seen.push(bench.ledger);
    });
  }

  test('is there only while a test runs', () => {
    const none = freshLedger({ beforeEach: () => {}, afterEach: () => {} });
    assert.throws(() => none.ledger, /while a test runs/);
  });
});

test("a fixture of Vitest's lends a ledger, and stops it", async () => {
  const fixture = ledgerFixture({ accounts: 2 });
  assert.match(String(fixture), /^async \(\s*\{\s*\}\s*,/, 'Vitest reads the pattern');
  let lent: Ledger | undefined;
  await fixture({}, async (ledger) => {
    lent = ledger;
    assert.equal(ledger.accounts.length, 2);
  });
  await assert.rejects(lent!.request('ping'), /stopped/);
});

describe('loadFixture', () => {
  /** A number that can be noted and gone back to. */
  class Counter implements Revertible {
    value = 0;
    readonly #notes: number[] = [];

    async snapshot() {
      return String(this.#notes.push(this.value) - 1);
    }

    async revert(id: string) {
      this.value = this.#notes[Number(id)]!;
    }
  }

  test('runs each setup once from the beginning, and goes back to where it ended', async () => {
    const counter = new Counter();
    const loadFixture = fixtureLoader(counter);
    const runs = { ten: 0, one: 0 };
    const addTen = async (subject: Counter) => {
      runs.ten++;
      subject.value += 10;
      return { added: 10 };
    };
    const addOne = async (subject: Counter) => {
      runs.one++;
      subject.value += 1;
      return { added: 1 };
    };
    assert.deepEqual(await loadFixture(addTen), { added: 10 });
    assert.equal(counter.value, 10);
    counter.value = 99;
    assert.deepEqual(await loadFixture(addOne), { added: 1 });
    assert.equal(counter.value, 1, 'one setup does not see what another did');
    counter.value = 99;
    assert.deepEqual(await loadFixture(addTen), { added: 10 });
    assert.equal(counter.value, 10);
    assert.deepEqual(runs, { ten: 1, one: 1 });
  });

  test('runs a setup again that failed', async () => {
    const loadFixture = fixtureLoader(new Counter());
    let runs = 0;
    const setup = async () => {
      if (++runs === 1) throw new Error('not yet');
      return runs;
    };
    await assert.rejects(loadFixture(setup), /not yet/);
    assert.equal(await loadFixture(setup), 2);
  });
});
