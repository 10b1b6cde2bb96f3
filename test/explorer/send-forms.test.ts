/** The explorer's forms for sending, without a browser: which inputs a type has, and what is read from them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { serverDefinitions } from '../../src/rpc/json/definitions-json.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';

const load = (name: string) => import(new URL(`../../explorer/${name}`, import.meta.url).href);
const { formOf, sentTypes } = await load('send/formats.js');
const { addressOf, InputError, transactionOf } = await load('send/read-input.js');
const { Definitions } = await load('signing/serialize.js');

const definitions = new Definitions(serverDefinitions().json);
const FIRST = 'rpGptsWooCQZrthANBxF3cfi1mQ8fkiTv4';
const SECOND = 'rncj3FBAk2fxd2BPHdxmXxuzNwVfGqorsD';
const ISSUANCE = 'AB'.repeat(24);

interface FormField {
  readonly name: string;
  readonly kind: string;
}

/** The transaction of a draft of a type, sent by the first account. */
function read(type: string, values: object, flags: readonly number[] = []): Record<string, unknown> {
  const draft = { type, account: 'dev 1', values, flags: new Set(flags) };
  return transactionOf(draft, formOf(definitions, type));
}

const refuses = (type: string, values: object, says: RegExp) =>
  assert.throws(
    () => read(type, values),
    (error: Error) => error instanceof InputError && says.test(error.message),
  );

describe('forms for sending', () => {
  test('are there for every type that anybody may send, and have an input of a kind of its own for every field', () => {
    const types = new Set(sentTypes(definitions));
    for (const type of SENT_TYPES) assert.ok(types.has(type), type);
    assert.ok(!types.has('SetFee') && !types.has('Invalid'));
    const inJson = new Set<string>();
    for (const type of SENT_TYPES) {
      const { own, common } = formOf(definitions, type);
      for (const { name, kind } of [...own, ...common] as FormField[]) if (kind === 'json') inJson.add(name);
    }
    assert.deepEqual([...inJson].sort(), ['CounterpartySignature', 'Paths']);
  });

  test('begin with what the format demands, and do not ask for what signing fills in', () => {
    const { own, common, flags } = formOf(definitions, 'EscrowCreate');
    assert.deepEqual(
      own.slice(0, 2).map(({ name }: FormField) => name),
      ['Destination', 'Amount'],
    );
    const names = [...own, ...common].map(({ name }: FormField) => name);
    for (const name of ['Account', 'SigningPubKey', 'TxnSignature', 'Flags']) assert.ok(!names.includes(name));
    assert.deepEqual(flags, []);
    assert.ok(formOf(definitions, 'Payment').flags.some(({ name }: FormField) => name === 'tfPartialPayment'));
  });
});

describe('what is typed into forms', () => {
  test('becomes a transaction: accounts by name, XRP in drops, flags as a number; empty inputs are left out', () => {
    const values = { Destination: 'dev 2', Amount: { value: '1.5' }, DestinationTag: ' 7 ', InvoiceID: '', Memos: [] };
    assert.deepEqual(read('Payment', values, [0x2_0000, 0x4_0000]), {
      TransactionType: 'Payment',
      Account: FIRST,
      Flags: 0x6_0000,
      Destination: SECOND,
      Amount: '1500000',
      DestinationTag: 7,
    });
    assert.equal(addressOf('Development Account 2'), SECOND);
    assert.equal(addressOf(' rStranger '), 'rStranger');
    assert.equal(addressOf('  '), undefined);
  });

  test('may be amounts and assets of each kind', () => {
    const token = { kind: 'token', value: '1e3', currency: 'USD', issuer: 'dev 2' };
    const issuance = { kind: 'MPT', value: '5', issuance: ISSUANCE.toLowerCase() };
    assert.deepEqual(read('AMMCreate', { Amount: token, Amount2: issuance, TradingFee: '10' }), {
      TransactionType: 'AMMCreate',
      Account: FIRST,
      Amount: { currency: 'USD', issuer: SECOND, value: '1000' },
      Amount2: { mpt_issuance_id: ISSUANCE, value: '5' },
      TradingFee: 10,
    });
    const assets = { Asset: {}, Asset2: { kind: 'token', currency: 'EUR', issuer: SECOND } };
    const { Asset, Asset2 } = read('AMMDelete', assets);
    assert.deepEqual([Asset, Asset2], [{ currency: 'XRP' }, { currency: 'EUR', issuer: SECOND }]);
  });

  test('may be times, texts, bytes, long numbers, lists and bridges', () => {
    const time = '2030-06-07T08:09:10';
    const unix = Math.floor(new Date(time).getTime() / 1000);
    assert.equal(read('OfferCancel', { OfferSequence: '3' }).OfferSequence, 3);
    const check = { Destination: SECOND, SendMax: { value: '1' }, Expiration: time };
    assert.equal(read('CheckCreate', check).Expiration, unix - 946_684_800);
    const price = { BaseAsset: 'XRP', QuoteAsset: 'USD', AssetPrice: '255', Scale: '2' };
    const oracle = { OracleDocumentID: '1', LastUpdateTime: time, PriceDataSeries: [price] };
    const { LastUpdateTime, PriceDataSeries } = read('OracleSet', oracle);
    assert.equal(LastUpdateTime, unix);
    assert.deepEqual(PriceDataSeries, [
      { PriceData: { BaseAsset: 'XRP', QuoteAsset: 'USD', AssetPrice: 'FF', Scale: 2 } },
    ]);
    assert.equal(read('MPTokenIssuanceCreate', { MaximumAmount: '255' }).MaximumAmount, '255');
    assert.equal(read('DIDSet', { URI: { text: 'ä' } }).URI, 'C3A4');
    assert.equal(read('DIDSet', { URI: { form: 'hex', text: 'ab' } }).URI, 'AB');
    const tokens = { NFTokenOffers: `${'ab'.repeat(32)}\n${'CD'.repeat(32)}` };
    assert.deepEqual(read('NFTokenCancelOffer', tokens).NFTokenOffers, ['AB'.repeat(32), 'CD'.repeat(32)]);
    const bridge = {
      LockingChainDoor: 'dev 1',
      IssuingChainDoor: 'dev 2',
      IssuingChainIssue: { kind: 'token', currency: 'BRG', issuer: SECOND },
    };
    assert.deepEqual(
      read('XChainCreateBridge', { XChainBridge: bridge, SignatureReward: { value: '1' } }).XChainBridge,
      {
        LockingChainDoor: FIRST,
        LockingChainIssue: { currency: 'XRP' },
        IssuingChainDoor: SECOND,
        IssuingChainIssue: { currency: 'BRG', issuer: SECOND },
      },
    );
    assert.equal(read('AccountSet', { SetFlag: '8' }).SetFlag, 8);
    assert.equal(read('AccountSet', { SetFlag: '' }).SetFlag, undefined);
  });

  test('is refused where it cannot be meant, with the field that has it', () => {
    const good = { Destination: SECOND, Amount: { value: '1' } };
    refuses('Payment', {}, /^Destination is missing\.$/);
    refuses('Payment', { ...good, Amount: { value: '-1' } }, /^Amount is not a number of XRP/);
    refuses('Payment', { ...good, Amount: { value: '1', kind: 'token' } }, /^Amount needs a currency and an issuer/);
    refuses('Payment', { ...good, Amount: { value: '1', kind: 'MPT', issuance: 'AB' } }, /^Amount needs an issuance/);
    refuses('Payment', { ...good, InvoiceID: 'xy' }, /^InvoiceID is not 64 hex digits/);
    refuses('Payment', { ...good, Memos: [{ MemoType: { text: 'x' } }] }, /^Memos 1: MemoData is missing\.$/);
    refuses('XChainCommit', { XChainBridge: { LockingChainDoor: FIRST } }, /^XChainBridge needs both doors/);
    refuses('CheckCreate', { Destination: SECOND, SendMax: { value: '1' }, Expiration: 'x' }, /^Expiration is no time/);
    refuses('MPTokenIssuanceCreate', { MaximumAmount: '1.5' }, /^MaximumAmount is no whole number/);
  });
});
