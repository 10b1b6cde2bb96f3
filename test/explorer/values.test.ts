/** Values of fields as text, and transactions as code, without a browser. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { FIELDS } from '../../src/protocol/tables/fields.ts';

const load = (file: string) => import(new URL(`../../explorer/${file}`, import.meta.url).href);
const { fieldParts } = await load('values/field-values.js');
const { amountText, partsText } = await load('values/parts.js');
const { currencyHex, currencyText, shownValue } = await load('values/assets.js');
const { roundedText } = await load('values/rounded.js');
const { COPY_FORMATS, freshTransaction, literal } = await load('copy-as/copy-as.js');

const ALICE = 'rpGptsWooCQZrthANBxF3cfi1mQ8fkiTv4';
const RLUSD = '524C555344000000000000000000000000000000';
const USD = { currency: 'USD', issuer: ALICE };
const ISSUANCE = '0000000596C728F553BA659C5B29ADEF66F470ABE1E04B6B';
const HASH = 'AB'.repeat(32);
const types = Object.fromEntries(FIELDS.map(({ name, type }) => [name, type]));
const textOf = (name: string, value: unknown, beside = {}, asset?: object) =>
  partsText(fieldParts(name, value, beside, { types, asset }));

describe('values', () => {
  test('of currencies are text, and quoted if they could be taken for another code', () => {
    assert.equal(currencyText('USD'), 'USD');
    assert.equal(currencyText(RLUSD), 'RLUSD');
    assert.deepEqual([currencyHex(RLUSD), currencyHex('USD')], [RLUSD, undefined]);
    assert.equal(currencyText('5852500000000000000000000000000000000000'), '“XRP”');
    assert.equal(currencyText('0158415500000000C1F76FF6ECB0BAC600000000'), '0158…0000');
    assert.equal(currencyText('03930D02208264E2E40EC1B0C09E4DB96EE197B1'), 'LP tokens');
  });

  test('of fields depend on their type and meaning', () => {
    for (const [expected, name, value, beside, asset] of [
      ['0.00001 XRP', 'Fee', '10'],
      ['5 RLUSD', 'Amount', { currency: RLUSD, issuer: ALICE, value: '5' }],
      ['0.74 USD per XRP', 'AssetPrice', '2e4', { Scale: 3, BaseAsset: 'XRP', QuoteAsset: 'USD' }],
      ['12 min', 'PaymentInterval', 720],
      ['0.2 % fee', 'TransferRate', 1_002_000_000],
      ['none', 'TransferRate', 0],
      ['110 %', 'QualityIn', 1_100_000_000],
      ['50 %', 'TransferFee', 50_000],
      ['5 %', 'InterestRate', 5_000],
      ['1 XRP', 'PrincipalOutstanding', '1000000', {}, { currency: 'XRP' }],
      ['1,000,000', 'PrincipalOutstanding', '1000000'],
      ['12.5 USD', 'AssetsTotal', '12.5', { Asset: { currency: 'USD', issuer: ALICE } }],
      ['“KYC”', 'CredentialType', '4B5943'],
      ['“example.com”', 'Domain', '6578616D706C652E636F6D'],
      ['FF00', 'Data', 'FF00'],
      ['31', 'OwnerNode', '1f'],
      ['0.5', 'ExchangeRate', '5411C37937E08000'],
      ['USD', 'TakerPaysCurrency', '0000000000000000000000005553440000000000'],
      ['XRP', 'TakerGetsCurrency', '0'.repeat(40)],
      ['rpGpts…iTv4', 'NFTokenMinter', ALICE],
      ['rpGpts…iTv4 → USD → XRP; USD', 'Paths', [[{ account: ALICE }, USD, { currency: 'XRP' }], [USD]]],
    ] as [string, string, unknown, object?, object?][]) {
      assert.equal(textOf(name, value, beside, asset), expected, name);
    }
    assert.deepEqual(fieldParts('InvoiceID', HASH, {}, { types }), [{ code: HASH }], 'no link');
    assert.deepEqual(fieldParts('Channel', HASH, {}, { types }), [{ hash: HASH, view: 'entry' }]);
    assert.deepEqual(fieldParts('PreviousTxnID', HASH, {}, { types }), [{ hash: HASH, view: 'tx' }]);
    assert.equal(fieldParts('Memos', [{ Memo: {} }], {}, { types }), undefined, 'a table shows it');
  });

  test('of multi-purpose tokens have the scale and ticker of the issuance', () => {
    const amount = { mpt_issuance_id: ISSUANCE, value: '1234' };
    assert.equal(shownValue(amount, 2), '12.34');
    assert.equal(amountText(amount), '1,234 MPT 000000…4B6B');
    const names = { asset: () => ({ text: 'CIN', scale: 2 }) };
    assert.equal(amountText(amount, names), '12.34 CIN');
  });

  test('are rounded in sentences only', () => {
    assert.equal(roundedText('263.98765432101'), '263.987654');
    assert.equal(roundedText('0.000123456789'), '0.000123457');
    assert.equal(roundedText('-0.0000005'), '-0.0000005');
    assert.equal(roundedText('99999994090.157088'), '99999994090.157088');
  });
});

describe('a transaction as code', () => {
  const tx = {
    TransactionType: 'Payment',
    Account: ALICE,
    Destination: 'rncj3FBAk2fxd2BPHdxmXxuzNwVfGqorsD',
    DeliverMax: { currency: 'USD', issuer: ALICE, value: '5' },
    Memos: [{ Memo: { MemoData: `it's "quoted" \\ and \n so on` } }],
    Flags: 0,
    Fee: '10',
    Sequence: 7,
    SigningPubKey: 'ED',
    TxnSignature: '00',
    date: 1,
  };
  const fresh = freshTransaction(tx);

  test('has only what its sender chooses', () => {
    const { DeliverMax: Amount, TransactionType, Account, Destination, Memos } = tx;
    assert.deepEqual(fresh, { TransactionType, Account, Destination, Amount, Memos });
    assert.equal(freshTransaction({ ...tx, Flags: 8 }).Flags, 8);
  });

  test('is the same in each form', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(runInNewContext(`(${literal(fresh)})`))), fresh);
    const texts = Object.fromEntries(
      COPY_FORMATS.map(([name, write]: [string, (tx: object, context: object) => string]) => [
        name,
        write(fresh, { url: 'ws://127.0.0.1:5005/', code: 'tecPATH_DRY' }),
      ]),
    );
    assert.match(texts['xrpl.js'], /new Client\('ws:\/\/127\.0\.0\.1:5005\/'\)/);
    assert.match(texts['a test case'], /assert\.equal\(engine_result, 'tecPATH_DRY'\)/);
    const [, python] = /r"""\n(.*)\n"""/s.exec(texts['xrpl-py'])!;
    assert.deepEqual(JSON.parse(python!), fresh);
    // What the shell passes to curl.
    const shell = `curl() { printf %s "$4"; }; SEED=sTest; ${texts.curl}`;
    const { stdout } = spawnSync('sh', ['-c', shell], { encoding: 'utf8' });
    assert.deepEqual(JSON.parse(stdout), { method: 'submit', params: [{ secret: 'sTest', tx_json: fresh }] });
  });
});
