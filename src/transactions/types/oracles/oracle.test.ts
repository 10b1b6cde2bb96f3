import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../../protocol/amounts/amount-math.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
/** What a test's ledger has as close time, in the time of oracles. */
const NOW = RIPPLE_EPOCH_OFFSET_SECONDS + 1_000_000;
const XRP = '0'.repeat(40);
const USD = `${'0'.repeat(24)}555344${'0'.repeat(10)}`;

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
    ['a time before the ledger’s epoch', { LastUpdateTime: RIPPLE_EPOCH_OFFSET_SECONDS - 1 }, 'tecINVALID_UPDATE_TIME'],
    ['an element without an asset', { PriceDataSeries: [{ Memo: { BaseAsset: USD } }] }, 'tefEXCEPTION'],
    ['no class', without('AssetClass'), 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(create(ledgerOf(), fields), expected));
  }

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
});

describe('OracleSet of an oracle that is there', () => {
  const refused: readonly [string, StObject, string][] = [
    ['another provider', { Provider: 'AC', PriceDataSeries: pairs(1, 1n) }, 'temMALFORMED'],
    ['another class', { AssetClass: 'AC', PriceDataSeries: pairs(1, 1n) }, 'temMALFORMED'],
    ['to delete its last pair', { PriceDataSeries: [price(XRP, USD)] }, 'tecARRAY_EMPTY'],
    ['to delete a pair twice', { PriceDataSeries: [price(XRP, USD), price(XRP, USD)] }, 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      create(ledger);
      assert.equal(update(ledger, fields), expected);
    });
  }
});
