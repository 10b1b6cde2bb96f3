import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../../protocol/amounts/amount-math.ts';
import { oracleKeylet } from '../../../protocol/entries/keylets.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const ORACLE = oracleKeylet(ALICE, 7);
/** What a test's ledger has as close time, in the time of oracles. */
const NOW = RIPPLE_EPOCH_OFFSET_SECONDS + 1_000_000;
const XRP = '0'.repeat(40);
const [USD, EUR] = ['555344', '455552'].map((code) => `${'0'.repeat(24)}${code}${'0'.repeat(10)}`) as [string, string];

function price(
  BaseAsset: string,
  QuoteAsset: string,
  AssetPrice?: bigint,
  more: StObject = {},
): { PriceData: StObject } {
  return { PriceData: { BaseAsset, QuoteAsset, ...(AssetPrice !== undefined && { AssetPrice }), ...more } };
}

/** Prices of so many currencies, none of them XRP, USD or EUR, in USD. */
function pairs(count: number, AssetPrice?: bigint): { PriceData: StObject }[] {
  const currencies = Array.from({ length: count }, (_, at) => (at + 1).toString(16).toUpperCase().padStart(40, '0'));
  return currencies.map((currency) => price(currency, USD, AssetPrice));
}

function ledgerOf(fields = {}, closeTimeSeconds?: number): TestLedger {
  const ledger = new TestLedger(closeTimeSeconds === undefined ? {} : { closeTimeSeconds });
  ledger.fund(ALICE, fields);
  return ledger;
}

function create(ledger: TestLedger, fields: StObject = {}): string {
  return update(ledger, {
    LastUpdateTime: NOW,
    Provider: 'AB',
    AssetClass: 'CD',
    PriceDataSeries: [price(XRP, USD, 740n, { Scale: 3 })],
    ...fields,
  });
}

function update(ledger: TestLedger, fields: StObject): string {
  const tx = { TransactionType: 'OracleSet', Account: ALICE, OracleDocumentID: 7, LastUpdateTime: NOW + 1 };
  return ledger.apply({ ...tx, ...fields }).result;
}

function without(name: string): StObject {
  return { [name]: undefined } as unknown as StObject;
}

describe('OracleSet of a new oracle', () => {
  const refused: readonly [string, StObject, string][] = [
    ['no prices', { PriceDataSeries: [] }, 'temARRAY_EMPTY'],
    ['eleven prices', { PriceDataSeries: pairs(11, 1n) }, 'temARRAY_TOO_LARGE'],
    ['an empty provider', { Provider: '' }, 'temMALFORMED'],
    ['a provider of 257 bytes', { Provider: 'AB'.repeat(257) }, 'temMALFORMED'],
    ['an empty URI', { URI: '' }, 'temMALFORMED'],
    ['a URI of 257 bytes', { URI: 'AB'.repeat(257) }, 'temMALFORMED'],
    ['an empty class', { AssetClass: '' }, 'temMALFORMED'],
    ['a class of 17 bytes', { AssetClass: 'AB'.repeat(17) }, 'temMALFORMED'],
    ['a time before the ledger’s epoch', { LastUpdateTime: RIPPLE_EPOCH_OFFSET_SECONDS - 1 }, 'tecINVALID_UPDATE_TIME'],
    ['a time long ago', { LastUpdateTime: NOW - 301 }, 'tecINVALID_UPDATE_TIME'],
    ['a time far ahead', { LastUpdateTime: NOW + 301 }, 'tecINVALID_UPDATE_TIME'],
    ['a price of an asset in itself', { PriceDataSeries: [price(USD, USD, 1n)] }, 'temMALFORMED'],
    ['a pair twice', { PriceDataSeries: [price(XRP, USD, 1n), price(XRP, USD, 2n)] }, 'temMALFORMED'],
    ['a scale of 21', { PriceDataSeries: [price(XRP, USD, 1n, { Scale: 21 })] }, 'temMALFORMED'],
    ['a pair without a price', { PriceDataSeries: [price(XRP, USD)] }, 'temMALFORMED'],
    ['an element without an asset', { PriceDataSeries: [{ Memo: { BaseAsset: USD } }] }, 'tefEXCEPTION'],
    ['no provider', without('Provider'), 'temMALFORMED'],
    ['no class', without('AssetClass'), 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(create(ledgerOf(), fields), expected));
  }

  test('takes times up to five minutes away', () => {
    for (const LastUpdateTime of [NOW - 300, NOW + 300])
      assert.equal(create(ledgerOf(), { LastUpdateTime }), 'tesSUCCESS');
  });

  test('goes by when its own ledger closes, not the one before', () => {
    const ledger = ledgerOf();
    Object.assign(ledger.view, { closeTimeSeconds: 1_000_301 });
    assert.equal(create(ledger, { LastUpdateTime: NOW }), 'tecINVALID_UPDATE_TIME');
    assert.equal(create(ledger, { LastUpdateTime: NOW + 601 }), 'tesSUCCESS');
  });

  test('takes ten pairs with a scale of 20', () => {
    const ledger = ledgerOf();
    const series = pairs(9, 1n);
    assert.equal(create(ledger, { PriceDataSeries: [...series, price(XRP, USD, 1n, { Scale: 20 })] }), 'tesSUCCESS');
    assert.equal(ledger.read(ORACLE)!.PriceDataSeries.length, 10);
  });

  test('fails in the first minutes of time', () => {
    const LastUpdateTime = RIPPLE_EPOCH_OFFSET_SECONDS + 200;
    assert.equal(create(ledgerOf({}, 299), { LastUpdateTime }), 'tecINTERNAL');
  });

  test('needs a reserve before the fee: one, or two for more than five pairs', () => {
    assert.equal(create(ledgerOf({ Balance: 1_199_999n })), 'tecINSUFFICIENT_RESERVE');
    assert.equal(create(ledgerOf({ Balance: 1_200_000n })), 'tesSUCCESS');
    const six = { PriceDataSeries: pairs(6, 1n) };
    assert.equal(create(ledgerOf({ Balance: 1_399_999n }), six), 'tecINSUFFICIENT_RESERVE');
    const ledger = ledgerOf({ Balance: 1_400_000n });
    assert.equal(create(ledger, six), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).OwnerCount, 2);
  });

  test('keeps what it says, sorted by pair', () => {
    const ledger = ledgerOf();
    const series = [price(XRP, USD, 740n, { Scale: 3 }), price(XRP, EUR, 2n)];
    assert.equal(create(ledger, { URI: 'EF', PriceDataSeries: series }), 'tesSUCCESS');
    const oracle = ledger.read(ORACLE)!;
    assert.deepEqual(oracle.PriceDataSeries, [series[1], series[0]]);
    assert.deepEqual(
      [oracle.Owner, oracle.OracleDocumentID, oracle.Provider, oracle.AssetClass, oracle.URI, oracle.LastUpdateTime],
      [ALICE, 7, 'AB', 'CD', 'EF', NOW],
    );
  });
});

describe('OracleSet of an oracle that is there', () => {
  const refused: readonly [string, StObject, string][] = [
    ['a time that is not later', { LastUpdateTime: NOW, PriceDataSeries: pairs(1, 1n) }, 'tecINVALID_UPDATE_TIME'],
    ['another provider', { Provider: 'AC', PriceDataSeries: pairs(1, 1n) }, 'temMALFORMED'],
    ['another class', { AssetClass: 'AC', PriceDataSeries: pairs(1, 1n) }, 'temMALFORMED'],
    ['to delete a pair that it lacks', { PriceDataSeries: [price(XRP, EUR)] }, 'tecTOKEN_PAIR_NOT_FOUND'],
    ['to delete its last pair', { PriceDataSeries: [price(XRP, USD)] }, 'tecARRAY_EMPTY'],
    ['to delete a pair twice', { PriceDataSeries: [price(XRP, USD), price(XRP, USD)] }, 'temMALFORMED'],
    ['eleven pairs in all', { PriceDataSeries: pairs(10, 1n) }, 'tecARRAY_TOO_LARGE'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      create(ledger);
      assert.equal(update(ledger, fields), expected);
    });
  }

  test('changes, adds and deletes pairs, and drops the prices of others', () => {
    const ledger = ledgerOf();
    create(ledger, { PriceDataSeries: [price(XRP, USD, 1n), price(XRP, EUR, 2n, { Scale: 2 }), price(EUR, USD, 3n)] });
    const changed = [price(XRP, USD, 5n, { Scale: 1 }), price(EUR, USD), price(USD, EUR, 6n)];
    assert.equal(
      update(ledger, { URI: 'AA', PriceDataSeries: changed, Provider: 'AB', AssetClass: 'CD' }),
      'tesSUCCESS',
    );
    const oracle = ledger.read(ORACLE)!;
    assert.deepEqual(oracle.PriceDataSeries, [price(XRP, EUR), price(XRP, USD, 5n, { Scale: 1 }), price(USD, EUR, 6n)]);
    assert.deepEqual([oracle.URI, oracle.LastUpdateTime], ['AA', NOW + 1]);
  });

  test('counts once more with a sixth pair, and once less without it', () => {
    const ledger = ledgerOf();
    create(ledger, { PriceDataSeries: pairs(5, 1n) });
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
    ledger.fund(ALICE, { Balance: 1_399_999n, OwnerCount: 1 });
    const sixth = { PriceDataSeries: [price(XRP, EUR, 1n)] };
    assert.equal(update(ledger, sixth), 'tecINSUFFICIENT_RESERVE');
    ledger.fund(ALICE, { Balance: 1_400_000n, OwnerCount: 1 });
    assert.equal(update(ledger, sixth), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).OwnerCount, 2);
    assert.equal(update(ledger, { LastUpdateTime: NOW + 2, PriceDataSeries: [price(XRP, EUR)] }), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
  });
});

describe('OracleDelete', () => {
  function remove(ledger: TestLedger): string {
    return ledger.apply({ TransactionType: 'OracleDelete', Account: ALICE, OracleDocumentID: 7 }).result;
  }

  test('needs one', () => assert.equal(remove(ledgerOf()), 'tecNO_ENTRY'));

  test('removes it with all that it counted', () => {
    const ledger = ledgerOf();
    create(ledger, { PriceDataSeries: pairs(6, 1n) });
    assert.equal(remove(ledger), 'tesSUCCESS');
    assert.equal(ledger.read(ORACLE), undefined);
    assert.equal(ledger.account(ALICE).OwnerCount, 0);
  });
});
