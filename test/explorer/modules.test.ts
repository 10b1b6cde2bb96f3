/** What the explorer reckons, without a browser: amounts to the last digit, places, what metadata says that changed. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

/** Its modules are JavaScript for browsers, which the compiler does not look at. */
const load = (name: string) => import(new URL(`../../explorer/${name}`, import.meta.url).href);
const { decimalText, difference, dropsToXrp, parseDecimal, ratio, sum } = await load('decimals.js');
const { durationText, ledgerDate, ledgerSeconds, localeNumber } = await load('numbers.js');
const { assetsOf, parseRoute, routeOfSearch, routeTo } = await load('route.js');
const { affectedEntries, balanceChanges } = await load('changes.js');

const ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const HASH = 'AB'.repeat(32);

describe('numbers of the explorer', () => {
  test('keep every digit, with and without exponents', () => {
    for (const [text, plain] of [
      ['0', '0'],
      ['-12.50', '-12.5'],
      ['1e3', '1000'],
      ['9999999999999999e80', `9999999999999999${'0'.repeat(80)}`],
      ['1234567890123456e-20', '0.00001234567890123456'],
      ['-1e-15', '-0.000000000000001'],
    ]) {
      assert.equal(decimalText(parseDecimal(text)), plain);
    }
    assert.equal(parseDecimal('NaN'), undefined);
    assert.equal(parseDecimal('0x10'), undefined);
  });

  test('are subtracted exactly', () => {
    assert.equal(difference('0.3', '0.1'), '0.2');
    assert.equal(difference('100000000000000000', '99999999999999999'), '1');
    assert.equal(difference('0', '1e-15'), '-0.000000000000001');
    assert.equal(difference('x', '1'), undefined);
    assert.equal(sum('0.1', '2e-1'), '0.3');
  });

  test('are divided to ten digits', () => {
    assert.equal(ratio('1', '3'), '0.3333333333');
    assert.equal(ratio('200', '1e-5'), '20000000');
    assert.equal(ratio('1234567890123', '1'), '1234567890000');
    assert.equal(ratio('1', '0'), undefined);
  });

  test('of seconds are told by their two largest units', () => {
    for (const [seconds, text] of [
      [0, '0 s'],
      [59, '59 s'],
      [60, '1 min'],
      [3_661, '1 h 1 min'],
      [86_399, '23 h 59 min'],
      [86_400 * 400 + 3_599, '400 d'],
    ])
      assert.equal(durationText(seconds), text);
  });

  test('of drops are XRP, those of ledgers dates', () => {
    assert.equal(ledgerSeconds('2000-01-01T00:00:07Z'), 7);
    assert.equal(dropsToXrp('100000000000000001'), '100000000000.000001');
    assert.equal(dropsToXrp('-1'), '-0.000001');
    assert.equal(ledgerDate(0).toISOString(), '2000-01-01T00:00:00.000Z');
  });

  test('are written as the locale does, and left alone where they are none', () => {
    const { format } = new Intl.NumberFormat();
    assert.equal(localeNumber('1234567'), format(1_234_567));
    assert.equal(localeNumber('-0.5'), format(-0.5));
    assert.equal(localeNumber('many'), 'many');
  });
});

describe('places in the explorer', () => {
  test('are read from the address and written to it', () => {
    assert.deepEqual(parseRoute(''), { view: 'live', subject: '', ledger: undefined });
    for (const [view, subject, ledger] of [
      ['account', ADDRESS, 7],
      ['tx', HASH, undefined],
      ['ledger', '12', 12],
    ]) {
      assert.deepEqual(parseRoute(routeTo(view, subject, ledger)), { view, subject, ledger });
    }
    assert.equal(parseRoute('#/account/r?ledger=-1').ledger, undefined);
    assert.equal(parseRoute('#/account/%').subject, '%');
  });

  test('are found by what somebody looks for', () => {
    for (const [text, route] of [
      [` ${ADDRESS} `, `#/account/${ADDRESS}`],
      ['123', '#/ledger/123'],
      ['c000000300000000', '#/tx/C000000300000000'],
      [HASH.toLowerCase(), `#/find/${HASH}`],
      ['javascript:alert(1)', undefined],
      ['', undefined],
    ]) {
      assert.equal(routeOfSearch(text), route);
    }
    assert.equal(routeOfSearch(`XRP  USD/${ADDRESS}`), `#/book/XRP%20USD%2F${ADDRESS}`);
    assert.equal(parseRoute(routeOfSearch(`XRP USD/${ADDRESS}`)).subject, `XRP USD/${ADDRESS}`);
    assert.deepEqual(assetsOf(`XRP USD/${ADDRESS}`), [{ currency: 'XRP' }, { currency: 'USD', issuer: ADDRESS }]);
    assert.equal(assetsOf('XRP USD'), undefined);
    assert.equal(routeOfSearch(ADDRESS, 5), `#/account/${ADDRESS}?ledger=5`);
  });
});

describe('changes that the explorer shows', () => {
  const line = (value: string) => ({
    Balance: { currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value },
    LowLimit: { currency: 'USD', issuer: 'rLow', value: '0' },
    HighLimit: { currency: 'USD', issuer: 'rHigh', value: '9' },
  });
  const node = (kind: string, type: string, fields: object) => ({
    [kind]: { LedgerEntryType: type, LedgerIndex: HASH, ...fields },
  });

  test('are those of both sides of a trust line, with opposite signs', () => {
    const changed = { PreviousFields: { Balance: line('1.5').Balance }, FinalFields: line('-2') };
    const rows = balanceChanges({}, { AffectedNodes: [node('ModifiedNode', 'RippleState', changed)] });
    assert.deepEqual(
      rows.map(({ account, amount }: { account: string; amount: object }) => [account, amount]),
      [
        ['rLow', { currency: 'USD', issuer: 'rHigh', value: '-3.5' }],
        ['rHigh', { currency: 'USD', issuer: 'rLow', value: '3.5' }],
      ],
    );
  });

  test('are all of a new account, and none of one whose balance stayed or that was made without one', () => {
    const made = node('CreatedNode', 'AccountRoot', { NewFields: { Account: 'rNew', Balance: '5' } });
    const same = node('ModifiedNode', 'AccountRoot', {
      PreviousFields: { Sequence: 1 },
      FinalFields: { Account: 'rOld', Balance: '7', Sequence: 2 },
    });
    const empty = node('CreatedNode', 'AccountRoot', { NewFields: { Account: 'rPool', Sequence: 1 } });
    assert.deepEqual(balanceChanges({}, { AffectedNodes: [made, same, empty] }), [
      { account: 'rNew', amount: '5', value: '5', balance: '5' },
    ]);
  });

  test('of an entry are its fields before and after; those that stayed are told apart', () => {
    const [changed] = affectedEntries({
      AffectedNodes: [
        node('ModifiedNode', 'AccountRoot', {
          PreviousFields: { Sequence: 1, Domain: 'AB' },
          FinalFields: { Sequence: 2, Flags: 0 },
        }),
      ],
    });
    assert.deepEqual(changed.rows, [
      { name: 'Sequence', before: 1, after: 2, isChanged: true },
      { name: 'Domain', before: 'AB', after: undefined, isChanged: true },
      { name: 'Flags', before: 0, after: 0, isChanged: false },
    ]);
    const [gone] = affectedEntries({
      AffectedNodes: [node('DeletedNode', 'Offer', { FinalFields: { Sequence: 3 } })],
    });
    assert.deepEqual(gone.rows, [{ name: 'Sequence', before: 3, after: undefined, isChanged: true }]);
  });
});
