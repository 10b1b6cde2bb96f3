import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ledgerOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { testCurrency, tokens } from '../../../test/support/token-ledger.ts';
import type { LedgerEntry, RippleState } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { finishSteps } from '../../util/steps.ts';
import { stateIndexChanges } from './derive-changes.ts';
import { AUTHORIZATIONS, authorizationOf, indexedTrustLines } from './trust-line-index.ts';

const [LOW, MIDDLE, HIGH] = ['11', '55', 'EE'].map((byte) => byte.repeat(20)) as [AccountId, AccountId, AccountId];
const CURRENCIES = ['USD', 'EUR'].map(testCurrency);
const { lsfLowAuth, lsfHighAuth, lsfLowReserve, lsfHighReserve } = EntryFlags.RippleState;

interface Terms {
  readonly currency?: string;
  readonly flags?: number;
  readonly lowLimit?: string;
  readonly highLimit?: string;
  /** What the low account holds. */
  readonly balance?: string;
}

function lineOf(low: AccountId, high: AccountId, terms: Terms = {}): RippleState {
  const { currency = CURRENCIES[0]!, flags = 0, lowLimit = '0', highLimit = '0', balance = '0' } = terms;
  const line = newEntry(lineKeylet(low, high, currency));
  line.Flags = flags;
  line.LowLimit = tokens(lowLimit, low, currency);
  line.HighLimit = tokens(highLimit, high, currency);
  line.Balance = tokens(balance, '0'.repeat(40), currency);
  return line;
}

describe('what an account has decided about a line', () => {
  const cases: [name: string, terms: Terms, low: string, high: string][] = [
    ['neither account has settings', {}, 'other', 'other'],
    ['the low account gives a limit', { lowLimit: '5' }, 'other', 'pending'],
    ['the high account gives a limit', { highLimit: '5' }, 'pending', 'other'],
    ['the low account holds something', { balance: '1' }, 'other', 'pending'],
    ['the high account holds something', { balance: '-1' }, 'pending', 'other'],
    ['the low account has another setting', { flags: lsfLowReserve }, 'other', 'pending'],
    ['the high account has another setting', { flags: lsfHighReserve }, 'pending', 'other'],
    ['the high account authorized beforehand', { flags: lsfHighAuth }, 'other', 'authorized'],
    ['the low account authorized a limit', { flags: lsfLowAuth, highLimit: '5' }, 'authorized', 'other'],
    ['both trust each other', { lowLimit: '1', highLimit: '1', flags: lsfLowAuth }, 'authorized', 'pending'],
  ];
  for (const [name, terms, low, high] of cases) {
    test(`${name}: ${low} at the low account, ${high} at the high one`, () => {
      const line = lineOf(LOW, HIGH, terms);
      assert.deepEqual([authorizationOf(line, LOW), authorizationOf(line, HIGH)], [low, high]);
    });
  }
});

describe('the index of trust lines', () => {
  const pairs = [
    [LOW, MIDDLE],
    [LOW, HIGH],
    [MIDDLE, HIGH],
  ] as const;
  const change = fc.record({
    pair: fc.constantFrom(...pairs),
    currency: fc.constantFrom(...CURRENCIES),
    isGone: fc.boolean(),
    flags: fc.constantFrom(0, lsfLowAuth, lsfHighAuth, lsfLowReserve, lsfHighReserve),
    lowLimit: fc.constantFrom('0', '7'),
    highLimit: fc.constantFrom('0', '7'),
    balance: fc.constantFrom('0', '3', '-3'),
  });

  test('lists exactly the lines of the newest ledger, in one order', async () => {
    const histories = fc.array(fc.array(change, { maxLength: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const store = new MemoryStore();
        const state = new Map<Hash256, LedgerEntry>();
        for (const [at, rows] of history.entries()) {
          const changed = new Map<Hash256, LedgerEntry | null>();
          for (const { pair, isGone, ...terms } of rows) {
            const line = lineOf(...pair, terms);
            changed.set(line.index, isGone ? null : line);
          }
          const indexChanges = finishSteps(stateIndexChanges({ readAny: (key) => state.get(key) }, changed));
          await store.append(ledgerOf(at + 1, { indexChanges }));
          for (const [key, entry] of changed) entry === null ? state.delete(key) : state.set(key, entry);
        }
        for (const account of [LOW, MIDDLE, HIGH]) checkAccount(store, account, [...state.values()] as RippleState[]);
      }),
      { numRuns: 60 },
    );
  });

  test('takes no notice of other entries, nor of their end', () => {
    const account = newEntry(accountKeylet(LOW));
    const before = { readAny: () => account };
    const changed = new Map([[account.index, null]]);
    assert.deepEqual(finishSteps(stateIndexChanges(before, changed)), []);
    assert.deepEqual(finishSteps(stateIndexChanges(before, new Map([[account.index, account]]))), []);
  });

  test('does not change with the balance of a line that stays what it is', () => {
    const line = lineOf(LOW, HIGH, { lowLimit: '5', flags: lsfHighAuth });
    const paid = { ...line, Balance: tokens('5', '0'.repeat(40)) };
    assert.deepEqual(finishSteps(stateIndexChanges({ readAny: () => line }, new Map([[line.index, paid]]))), []);
  });
});

function checkAccount(store: MemoryStore, account: AccountId, lines: readonly RippleState[]): void {
  const own = lines.filter((line) => [line.LowLimit.issuer, line.HighLimit.issuer].includes(account));
  for (const authorization of [undefined, ...AUTHORIZATIONS]) {
    for (const currency of [undefined, ...CURRENCIES]) {
      const expected = own
        .filter((line) => authorization === undefined || authorizationOf(line, account) === authorization)
        .filter((line) => currency === undefined || line.Balance.currency === currency)
        .map((line) => line.Balance.currency + line.index)
        .sort();
      const found = [...indexedTrustLines(store, { account, authorization, currency })];
      assert.deepEqual(
        found.map(({ place }) => place),
        expected,
      );
      for (const [at, { key, place }] of found.entries()) {
        assert.equal(place.slice(-64), key);
        const rest = [...indexedTrustLines(store, { account, authorization, currency, after: place })];
        assert.deepEqual(
          rest.map((line) => line.place),
          expected.slice(at + 1),
        );
      }
    }
  }
}
