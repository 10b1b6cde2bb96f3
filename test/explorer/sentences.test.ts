/** The sentences of the explorer, over the transactions of all recordings. No browser is needed. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { decodeToJson } from '../../src/protocol/json/to-json.ts';
import { isTec, type Ter, terCodes } from '../../src/protocol/tables/ter.ts';
import { TRANSACTION_TYPES } from '../../src/protocol/tables/transaction-types.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { insertDeliverMax, metadataToJson } from '../../src/rpc/json/transaction-json.ts';
import type { JsonDraft } from '../../src/rpc/params/json-values.ts';
import { shortfallsInJson } from '../../src/transactions/explain/shortfalls.ts';
import { recordedChains } from '../support/packed-recordings.ts';
import { RECORDED_SHORTFALLS } from '../support/recorded-shortfalls.ts';
import type { Answer } from '../support/rpc-call.ts';

const explorer = (file: string) => import(new URL(`../../explorer/${file}`, import.meta.url).href);
const { sentenceOf, figureOf, SENTENCES } = await explorer('sentences/sentence.js');
const { shortfallsOf } = await explorer('shortfalls/shortfalls.js');
const { failureReason } = await explorer('sentences/failures.js');
const { moneyFlow } = await explorer('flow/money-flow.js');
const { assetOf } = await explorer('values/assets.js');
const { partsText, amountText } = await explorer('values/parts.js');

const ALICE = 'rpGptsWooCQZrthANBxF3cfi1mQ8fkiTv4';
const BOB = 'rncj3FBAk2fxd2BPHdxmXxuzNwVfGqorsD';
/** Types that no recording has. */
const UNRECORDED: readonly Answer[] = [
  {
    TransactionType: 'Batch',
    Account: ALICE,
    Flags: 0x00010000,
    RawTransactions: ['Payment', 'TrustSet'].map((TransactionType) => ({ RawTransaction: { TransactionType } })),
  },
  {
    TransactionType: 'DelegateSet',
    Account: ALICE,
    Authorize: BOB,
    Permissions: [{ Permission: { PermissionValue: 'Payment' } }],
  },
  { TransactionType: 'EnableAmendment', Account: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', Amendment: 'A'.repeat(64) },
  { TransactionType: 'UNLModify', UNLModifyDisabling: 1, UNLModifyValidator: `ED${'A'.repeat(64)}` },
];

interface Sample {
  readonly tx: Answer;
  readonly meta: Answer;
}

function* samples(): Generator<Sample> {
  for (const { lines } of recordedChains('all')) {
    for (const line of lines) {
      if (line.kind !== 'close') continue;
      const { ledger_index: index, close_time: time } = line.header as { ledger_index: number; close_time: number };
      for (const { tx_blob, meta } of line.txs as { tx_blob: string; meta: string }[]) {
        const tx = decodeToJson(Buffer.from(tx_blob, 'hex')) as JsonDraft;
        const json = metadataToJson(Buffer.from(meta, 'hex'), tx, index, time);
        insertDeliverMax(tx, 2);
        yield { tx, meta: json };
      }
    }
  }
}

/** What the metadata says that an account gained of XRP, in drops, without the fee. */
function gainedDrops({ tx, meta }: Sample, account: string): bigint {
  const nodes = (meta.AffectedNodes as JsonObject[]).map((node) => Object.values(node)[0] as Answer);
  const root = nodes.find(
    ({ LedgerEntryType: type, FinalFields, NewFields }) =>
      type === 'AccountRoot' && (FinalFields ?? NewFields)?.Account === account,
  );
  const after = BigInt(root?.FinalFields?.Balance ?? root?.NewFields?.Balance ?? 0);
  const before = root?.NewFields ? 0n : BigInt(root?.PreviousFields?.Balance ?? after);
  return after - before + ((tx.Delegate ?? tx.Account) === account ? BigInt(tx.Fee) : 0n);
}

/** The amounts of XRP that a sentence names, in drops. */
function namedDrops(parts: Answer[]): string[] {
  return parts.flatMap((part) => (typeof part.amount === 'string' ? [part.amount] : []));
}

/** True if one of the parts is this amount. */
function namesAmount(parts: Answer[], amount: Answer): boolean {
  return parts.some((part) => isDeepStrictEqual(part.amount, amount));
}

/** Types that show another amount than `Amount`, or, for some transactions, none. */
const WITHOUT_AMOUNT = ['Clawback', 'NFTokenCreateOffer', 'NFTokenMint', 'PaymentChannelClaim'];

/** Whose change of XRP a sentence must name, by type. */
const PAID_IN_XRP: Record<string, (tx: Answer) => string | undefined> = {
  Payment: (tx) => (typeof tx.DeliverMax === 'string' && tx.Destination !== tx.Account ? tx.Destination : undefined),
  OfferCreate: (tx) => tx.Account,
  AMMDeposit: (tx) => tx.Account,
  AMMWithdraw: (tx) => tx.Account,
  AMMCreate: (tx) => tx.Account,
  VaultDeposit: (tx) => tx.Account,
  VaultWithdraw: (tx) => tx.Destination ?? tx.Account,
  LoanPay: (tx) => tx.Account,
  AccountDelete: (tx) => tx.Destination,
};

describe('sentences', () => {
  const all: Sample[] = [];
  before(() => {
    all.push(
      ...samples(),
      ...UNRECORDED.map((tx) => ({ tx, meta: { TransactionResult: 'tesSUCCESS', AffectedNodes: [] } })),
    );
  });

  test('exist for every transaction type', () => {
    assert.deepEqual(Object.keys(SENTENCES).toSorted(), Object.keys(TRANSACTION_TYPES).toSorted());
    assert.deepEqual(
      [...new Set(all.map(({ tx }) => tx.TransactionType))].toSorted(),
      Object.keys(SENTENCES).toSorted(),
    );
  });

  test('have no raw values, for no side of a transaction, before and after it is in a ledger', () => {
    for (const { tx, meta } of all) {
      const others = (meta.AffectedNodes as JsonObject[]).flatMap((node) => {
        const { FinalFields, NewFields } = Object.values(node)[0] as Answer;
        const { Account, HighLimit, LowLimit } = (FinalFields ?? NewFields ?? {}) as Answer;
        return [Account, HighLimit?.issuer, LowLimit?.issuer].filter((address) => address !== undefined);
      });
      for (const viewer of new Set([undefined, tx.Account, ...others])) {
        const text = partsText(sentenceOf(tx, meta, viewer));
        assert.doesNotMatch(text, /undefined|null|NaN|\[object|[0-9A-F]{40}/, JSON.stringify(tx));
        assert.ok(text.length > 8, text);
        assert.doesNotMatch(text, /^Exchanged \S+ (.+) for \S+ \1 with/);
      }
      assert.doesNotMatch(partsText(sentenceOf(tx, undefined)), /undefined|null|NaN|\[object|[0-9A-F]{40}/);
      const figure = figureOf(tx, meta);
      if (figure !== undefined) assert.match(amountText(figure), /^[\d.,e+-]+ \S/, JSON.stringify(tx));
    }
  });

  test('name the amounts of XRP that moved', () => {
    const seen = new Map<string, number>();
    for (const sample of all) {
      const { tx, meta } = sample;
      const whose = PAID_IN_XRP[tx.TransactionType]?.(tx);
      if (whose === undefined || meta.TransactionResult !== 'tesSUCCESS') continue;
      const drops = gainedDrops(sample, whose);
      if (drops === 0n) continue;
      const size = String(drops < 0n ? -drops : drops);
      const parts = sentenceOf(tx, meta);
      assert.ok(namedDrops(parts).includes(size), `${size} drops: ${partsText(parts)} ${JSON.stringify(tx)}`);
      seen.set(tx.TransactionType, (seen.get(tx.TransactionType) ?? 0) + 1);
    }
    assert.deepEqual([...seen.keys()].toSorted(), Object.keys(PAID_IN_XRP).toSorted());
  });

  test('end, as pictures of flows do, with what a payment delivered', () => {
    let count = 0;
    for (const { tx, meta } of all) {
      const flow = tx.TransactionType === 'Payment' && moneyFlow(tx, meta);
      if (!flow) continue;
      const delivered = meta.delivered_amount === 'unavailable' ? tx.DeliverMax : meta.delivered_amount;
      const [shown, expected] = [flow.to.amount, delivered].map((amount) => Number(amount.value ?? amount));
      assert.equal(assetOf(flow.to.amount).currency, assetOf(delivered).currency, JSON.stringify(tx));
      assert.ok(Math.abs(shown! - expected!) <= expected! * 1e-9, `${shown} ${expected} ${JSON.stringify(tx)}`);
      count += 1;
    }
    assert.ok(count > 50, `${count} flows`);
  });

  test('name the amount of a transaction that is not in a ledger yet', () => {
    const silent = all.filter(
      ({ tx }) => tx.Amount !== undefined && !namesAmount(sentenceOf(tx, undefined), tx.Amount),
    );
    assert.deepEqual([...new Set(silent.map(({ tx }) => tx.TransactionType))].toSorted(), WITHOUT_AMOUNT);
  });

  test('say what a success did not do, as the answers of the server do', () => {
    const seen = new Set<string>();
    for (const { tx, meta } of all) {
      const sentence = partsText(sentenceOf(tx, meta));
      const found = shortfallsInJson(tx, meta);
      for (const [at, { code, parts }] of shortfallsOf(tx, meta).entries()) {
        seen.add(`${tx.TransactionType} ${code}`);
        assert.ok(sentence.includes(`; ${partsText(parts)}`), sentence);
        assert.equal(found[at]?.code, code);
        assert.match(found[at]!.text, /^[A-Z0-9r].+\.$/);
        assert.doesNotMatch(found[at]!.text, /undefined|null|NaN|\[object/);
      }
      if (meta.TransactionResult !== 'tesSUCCESS') assert.deepEqual(found, []);
    }
    assert.deepEqual(
      RECORDED_SHORTFALLS.filter((row) => !seen.has(row)),
      [],
    );
  });

  test('say why a transaction failed, each result in its own words', () => {
    // A fork shows ledgers of the network, which have results that no longer happen too.
    for (const code of (Object.keys(terCodes()) as Ter[]).filter(isTec))
      assert.notEqual(failureReason('', code), 'it had no effect', code);
    const failed = all.filter(({ meta }) => isTec(meta.TransactionResult));
    for (const { tx, meta } of failed) {
      assert.match(partsText(sentenceOf(tx, meta)), /could not .+: .+/);
    }
    assert.ok(failed.length > 1000);
  });
});
