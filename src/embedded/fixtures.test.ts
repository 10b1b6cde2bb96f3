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

  const addTen = async (counter: Counter) => {
    counter.value += 10;
    return { counter, added: 10 };
  };
  const addOne = async (counter: Counter) => {
    counter.value += 1;
    return { counter, added: 1 };
  };

  test('runs each setup once, and goes back to where it ended', async () => {
    let made = 0;
    const loadFixture = fixtureLoader(async () => {
      made++;
      return new Counter();
    });
    const ten = await loadFixture(addTen);
    assert.deepEqual([ten.added, ten.counter.value], [10, 10]);
    ten.counter.value = 99;
    const one = await loadFixture(addOne);
    assert.deepEqual([one.added, one.counter.value], [1, 1], 'one setup does not see what another did');
    assert.equal(await loadFixture(addTen), ten);
    assert.equal(ten.counter.value, 10);
    assert.equal(made, 2);
  });

  test('runs a setup again that failed, on something new', async () => {
    const loadFixture = fixtureLoader(async () => new Counter());
    let runs = 0;
    const setup = async (counter: Counter) => {
      counter.value++;
      if (++runs === 1) throw new Error('not yet');
      return counter.value;
    };
    await assert.rejects(loadFixture(setup), /not yet/);
    assert.equal(await loadFixture(setup), 1);
  });
});
