import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, test } from 'node:test';
import { fixtureLoader, freshLedger, ledgerFixture, loadFixture as loadWithDefaults } from './fixtures.ts';
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

  test('has another ledger in a test within a test, and the first one after it', async (t) => {
    const { ledger } = bench;
    await t.test('inner', () => assert.notEqual(bench.ledger, ledger));
    assert.equal(bench.ledger, ledger);
    await ledger.close();
  });

  test('refuses tests that run at once, and stops what it made for the first', async () => {
    const hooks: Record<string, (test?: object) => Promise<void>> = {};
    const keep = (name: string) => (action: () => Promise<void>) => {
      hooks[name] = action;
    };
    const holder = freshLedger({ beforeEach: keep('beforeEach'), afterEach: keep('afterEach') });
    assert.deepEqual([hooks.beforeEach!.length, hooks.afterEach!.length], [0, 0], 'no callback for Jest');
    const [one, other] = [{ fullName: 'suite > one' }, { fullName: 'suite > one more' }];
    await hooks.beforeEach!(one);
    const { ledger } = holder;
    await assert.rejects(hooks.beforeEach!(other), /one ledger at a time, .* call createLedger/);
    await hooks.afterEach!(other);
    assert.equal(holder.ledger, ledger);
    await hooks.afterEach!(one);
    await assert.rejects(ledger.request('ping'), /stopped/);
  });

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
  const loadFixture = fixtureLoader({ after }, { accounts: 2 });
  const setups = { closed: 0, paid: 0 };
  const closeOne = async (ledger: Ledger) => {
    setups.closed++;
    await ledger.close();
    return { ledger };
  };
  const pay = async (ledger: Ledger) => {
    setups.paid++;
    const [payer, payee] = ledger.accounts;
    await ledger.submit(payer!, { TransactionType: 'Payment', Destination: payee!.address, Amount: '1' });
    return { ledger, payee: payee!.address };
  };

  for (const name of ['first', 'second', 'third']) {
    test(`gives the ${name} test the state of the setup, after changes by others`, async () => {
      const { ledger } = await loadFixture(closeOne);
      assert.equal(await indexOf(ledger), 4);
      await ledger.close({ seconds: 3600 });
      const { ledger: other, payee } = await loadFixture(pay);
      assert.notEqual(other, ledger);
      const { account_data } = await other.request('account_info', { account: payee });
      assert.equal(account_data.Balance, '100000000001', 'what was open is there too');
      await other.submit(other.accounts[1]!, { TransactionType: 'AccountDelete', Destination: payee });
      await other.close();
    });
  }

  test('runs each setup once', () => assert.deepEqual(setups, { closed: 1, paid: 1 }));

  test('refuses a function that is written in the call, which would be a new setup each time', async () => {
    await assert.rejects(
      loadFixture(async (ledger) => ledger),
      /written in the call .* define a named function/,
    );
  });

  test('refuses tests that load one fixture at once', async () => {
    const setup = async (ledger: Ledger) => ledger;
    const first = loadFixture(setup);
    await assert.rejects(loadFixture(setup), /load the fixture setup at the same time/);
    const ledger = await first;
    const again = loadFixture(setup);
    await assert.rejects(loadFixture(setup), /at the same time/);
    assert.equal(await again, ledger);
  });

  test('runs a setup again that failed, on a new ledger', async () => {
    let runs = 0;
    const setup = async (ledger: Ledger) => {
      await ledger.close();
      if (++runs === 1) throw new Error('not yet');
      return indexOf(ledger);
    };
    await assert.rejects(loadFixture(setup), /not yet/);
    assert.equal(await loadFixture(setup), 4);
  });
});

test('loadFixture needs no hooks', async () => {
  const setup = async (ledger: Ledger) => ({ ledger, index: (await ledger.close()).ledgerIndex });
  const { ledger, index } = await loadWithDefaults(setup);
  await ledger.close();
  assert.equal((await loadWithDefaults(setup)).ledger, ledger);
  assert.equal(await indexOf(ledger), index + 1);
});

test("loadFixture stops its ledgers in the end, by the hook's name in any framework", async () => {
  const hooks: (() => Promise<void>)[] = [];
  const afterAll = (action: () => Promise<void>) => hooks.push(action);
  const itself = async (made: Ledger) => made;
  const ledger = await fixtureLoader({ afterAll })(itself);
  for (const hook of hooks) await hook();
  await assert.rejects(ledger.request('ping'), /stopped/);
});
