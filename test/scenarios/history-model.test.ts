/**
 * Property of `account_tx` against a plain model: for random histories, filters, directions and page sizes, and while
 * ledgers close, the pages together are the filtered list.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { addressToAccountId } from '../../src/crypto/address.ts';
import type { TransactionLocation } from '../../src/history/history-query.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { parseCurrency } from '../../src/protocol/json/currency-text.ts';
import type { JsonObject, StObject } from '../../src/protocol/values.ts';
import { searchHistory } from '../../src/rpc/account-tx/history-page.ts';
import { readTransactionFilter } from '../../src/rpc/account-tx/transaction-filter.ts';
import type { RpcContext } from '../../src/rpc/method/context.ts';
import { finishSteps } from '../../src/util/steps.ts';
import { Env, type Party, party } from '../support/env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';

const PARTIES: readonly Party[] = ['alice', 'bob', 'carol'].map((name) => party(name));
const USD = parseCurrency('USD') as string;
const STRANGER = party('unfunded').address;

interface Act {
  readonly who: number;
  readonly whom: number;
  readonly kind: 'pay' | 'overpay' | 'trust' | 'set' | 'close';
  readonly amount: number;
  readonly tag: number | undefined;
}

const act: fc.Arbitrary<Act> = fc.record({
  who: fc.nat(2),
  whom: fc.nat(2),
  kind: fc.constantFrom('pay', 'pay', 'overpay', 'trust', 'set', 'close'),
  amount: fc.constantFrom(1, 999, 1000, 1001, 50_000, 50_001, 1_000_000),
  tag: fc.option(fc.constantFrom(0, 7, 65_543), { nil: undefined }),
});

function fieldsOf({ whom, kind, amount, tag }: Act): StObject {
  const other = PARTIES[whom] as Party;
  if (kind === 'set') return { TransactionType: 'AccountSet', ...(tag === undefined ? {} : { SourceTag: tag }) };
  if (kind === 'trust') {
    const LimitAmount = {
      mantissa: BigInt(amount) * 10n ** 9n + 10n ** 15n,
      exponent: -9,
      currency: USD,
      issuer: other.id,
    };
    return { TransactionType: 'TrustSet', LimitAmount };
  }
  const Amount = kind === 'overpay' ? 10n ** 15n : BigInt(amount);
  return {
    TransactionType: 'Payment',
    Destination: other.id,
    Amount,
    ...(tag === undefined ? {} : { DestinationTag: tag, SourceTag: tag + 1 }),
  };
}

async function perform(env: Env, acts: readonly Act[]): Promise<void> {
  for (const one of acts) {
    if (one.kind === 'close') await env.close();
    else if (one.who !== one.whom || one.kind === 'set') env.submit(PARTIES[one.who] as Party, fieldsOf(one));
  }
}

const filters: fc.Arbitrary<JsonObject> = fc.record(
  {
    tx_type: fc.constantFrom('Payment', 'payment', 'TRUSTSET', ['AccountSet', 'trustset'], ['OfferCreate']),
    result: fc.constantFrom('tes', 'tec', 'tesSUCCESS', 'tecUNFUNDED_PAYMENT'),
    direction: fc.constantFrom('in', 'out'),
    counterparty: fc.constantFrom(...PARTIES.map(({ address }) => address), STRANGER),
    destination_tag: fc.constantFrom(0, 7, 65_543),
    source_tag: fc.constantFrom(1, 8, 65_544),
    currency: fc.constantFrom('XRP', 'USD'),
    delivered_at_least: fc.constantFrom('1', '1000', '50001', '2000000'),
    from_time: fc.constantFrom('2026-01-01T00:00:20Z', '2026-01-01T01:01:10+01:00', '2025-12-31'),
    to_time: fc.constantFrom('2026-01-01T00:01:00Z', '2026-01-01', '2025-12-31'),
  },
  { requiredKeys: [] },
);

const RIPPLE_EPOCH_MS = Date.UTC(2000, 0, 1);

/** The same filters, applied to the JSON that a client gets. */
function answers(row: Answer, filter: Answer, self: string): boolean {
  const { tx, meta } = row;
  const other = tx.Destination ?? tx.LimitAmount?.issuer;
  const types = filter.tx_type === undefined ? [tx.TransactionType] : [filter.tx_type].flat();
  const isType = types.some((type: string) => type.toLowerCase() === tx.TransactionType.toLowerCase());
  const about = [meta.delivered_amount, tx.Amount, tx.LimitAmount].filter((amount) => amount !== undefined);
  const codes = about.map((amount) => (typeof amount === 'string' ? 'XRP' : amount.currency));
  const delivered = typeof meta.delivered_amount === 'string' ? BigInt(meta.delivered_amount) : -1n;
  const closed = RIPPLE_EPOCH_MS + tx.date * 1000;
  const checks: Record<string, boolean> = {
    tx_type: isType,
    result: meta.TransactionResult.startsWith(filter.result),
    direction: filter.direction === 'out' ? tx.Account === self : other === self,
    counterparty: (tx.Account === self ? other : tx.Account) === filter.counterparty,
    destination_tag: tx.DestinationTag === filter.destination_tag,
    source_tag: tx.SourceTag === filter.source_tag,
    currency: codes.includes(filter.currency),
    delivered_at_least: delivered >= BigInt(filter.delivered_at_least ?? 0) && (filter.currency ?? 'XRP') === 'XRP',
    from_time: closed >= Date.parse(filter.from_time),
    // A date is the whole day.
    to_time: closed <= Date.parse(filter.to_time) + (filter.to_time?.length === 10 ? 86_399_999 : 0),
  };
  return Object.keys(filter).every((name) => checks[name]);
}

const idOf = (row: Answer): string => row.tx.hash;

async function allRows(call: Call, account: string): Promise<Answer[]> {
  const page = await call('account_tx', { account, ledger_index_min: -1, forward: true, limit: 100_000 });
  assert.equal(page.marker, undefined);
  return page.transactions;
}

describe('filtered histories', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(10_000, ...PARTIES);
  });
  after(() => env.node.stop());

  test('pages one after the other are the filtered list, while ledgers close', async () => {
    const runs = fc.record({
      acts: fc.array(act, { maxLength: 12 }),
      meanwhile: fc.array(fc.array(act, { maxLength: 3 }), { maxLength: 6 }),
      who: fc.nat(2),
      filter: filters,
      forward: fc.boolean(),
      limit: fc.integer({ min: 1, max: 7 }),
    });
    await fc.assert(
      fc.asyncProperty(runs, async ({ acts, meanwhile, who, filter, forward, limit }) => {
        await perform(env, acts);
        await env.close();
        const account = (PARTIES[who] as Party).address;
        const request = { account, ledger_index_min: -1, ledger_index_max: -1, forward, limit, ...filter };
        const found: string[] = [];
        const tops: number[] = [];
        let marker: Answer;
        do {
          const page = await call('account_tx', marker === undefined ? request : { ...request, marker });
          assert.equal(page.error, undefined, JSON.stringify(page));
          assert.ok(marker === undefined || page.transactions.length > 0, 'an empty page in between');
          found.push(...page.transactions.map(idOf));
          tops.push(page.ledger_index_max);
          marker = page.marker;
          const next = meanwhile[tops.length - 1];
          if (next !== undefined) {
            await perform(env, next);
            await env.close();
          }
        } while (marker !== undefined);
        // Backward, ledgers that close after the first page are not included. Forward, those that close before the last
        // page are.
        const top = (forward ? tops.at(-1) : tops[0]) as number;
        const rows = (await allRows(call, account)).filter((row) => row.ledger_index <= top);
        const expected = rows.filter((row) => answers(row, filter, account)).map(idOf);
        assert.deepEqual(found, forward ? expected : expected.reverse());
      }),
      { numRuns: 50, seed: 5 },
    );
  });

  test('a search ends after as many misses as its budget has', async () => {
    const { id } = PARTIES[0] as Party;
    const store = env.node.store;
    const query = { account: id, minLedgerIndex: 0, maxLedgerIndex: 0xffffffff, forward: true };
    // The index has only the low half of a tag, so transactions with another tag of the same low half are read and
    // rejected.
    const tagged = finishSteps(searchHistory(store, query, 1000)).transactions.flatMap((place) => {
      const { DestinationTag: tag } = decodeObject(store.transaction(place)!.blob);
      return tag === undefined ? [] : [tag as number];
    });
    const filter = { destinationTag: tagged[0]! + 0x10000 };
    const most = tagged.filter((tag) => tag === tagged[0]).length;
    assert.ok(most > 1);
    for (const misses of [1, most]) {
      const page = finishSteps(searchHistory(store, query, 5, filter, { rows: 200_000, misses }));
      assert.deepEqual(page.transactions, []);
      assert.equal(page.isCutShort, true, `${misses} misses`);
    }
    const whole = finishSteps(searchHistory(store, query, 5, filter, { rows: 200_000, misses: most + 1 }));
    assert.equal(whole.isCutShort, false);
  });

  test('a search with any budget continues where it stopped and loses nothing', async () => {
    const { address, id } = PARTIES[0] as Party;
    const rows = await allRows(call, address);
    const runs = fc.record({
      filter: filters.map(({ from_time: _from, to_time: _to, ...rest }) => rest),
      forward: fc.boolean(),
      limit: fc.integer({ min: 1, max: 5 }),
      budget: fc.record({ rows: fc.integer({ min: 1, max: 9 }), misses: fc.integer({ min: 1, max: 3 }) }),
    });
    fc.assert(
      fc.property(runs, ({ filter, forward, limit, budget }) => {
        const question = readTransactionFilter({ params: filter } as RpcContext) ?? {};
        const query = { account: id, minLedgerIndex: 0, maxLedgerIndex: 0xffffffff, forward };
        const found: TransactionLocation[] = [];
        let from: TransactionLocation | undefined;
        do {
          const start: { from?: TransactionLocation } = from === undefined ? {} : { from };
          const page = finishSteps(searchHistory(env.node.store, { ...query, ...start }, limit, question, budget));
          assert.ok(page.rowCount <= budget.rows);
          assert.ok(page.transactions.length > 0 || page.isCutShort || page.next === undefined);
          found.push(...page.transactions);
          from = page.next;
        } while (from !== undefined);
        const places = found.map(({ ledgerIndex, position }) => [ledgerIndex, position]);
        const expected = rows
          .filter((row) => answers(row, filter, address))
          .map((row) => [row.ledger_index, row.meta.TransactionIndex]);
        assert.deepEqual(places, forward ? expected : expected.reverse());
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  test('a marker is good for its own request only', async () => {
    const account = (PARTIES[0] as Party).address;
    const request = { account, ledger_index_min: -1, limit: 1, tx_type: 'Payment' };
    const { marker } = await call('account_tx', request);
    assert.equal(typeof marker, 'string');
    assert.equal((await call('account_tx', { ...request, marker, binary: true })).error, undefined);
    const flipped = `${marker.slice(0, 5)}${marker[5] === 'A' ? 'B' : 'A'}${marker.slice(6)}`;
    const others = [
      { ...request, account: (PARTIES[1] as Party).address, marker },
      { ...request, tx_type: 'TrustSet', marker },
      { ...request, ledger_index_min: 3, marker },
      { ...request, forward: true, marker },
      { ...request, direction: 'out', marker },
      { account, ledger_index_min: -1, limit: 1, marker },
      ...[flipped, `${marker}A`, marker.slice(1), '', 7, null, { ledger: 3, seq: 0 }].map((bad) => ({
        ...request,
        marker: bad,
      })),
    ];
    for (const other of others)
      assert.equal((await call('account_tx', other)).error, 'invalidParams', JSON.stringify(other));
  });

  test('refuses malformed filters by the name of the field', async () => {
    const account = (PARTIES[0] as Party).address;
    const wrong: Record<string, JsonObject[string][]> = {
      tx_type: ['Pay', 7, [], ['Payment', null], {}],
      result: ['tem', 'tesNOTHING', 0],
      direction: ['both', true],
      counterparty: ['x', 1, addressToAccountId(account) as string],
      destination_tag: [-1, '7'],
      source_tag: [1.5],
      currency: ['', 'TOOLONG', 5],
      issuer: [account],
      delivered_at_least: ['-1', '0', 'x', '1.5', {}],
      from_time: ['yesterday', 0, '2026-13-01', '2040-02-30', '2026-01-01T00:00:00'],
      to_time: ['', '2041-02-29', '2040-12', '2040-12-31T25:00:00Z'],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { error, error_message } = await call('account_tx', { account, ledger_index_min: -1, [name]: value });
        assert.deepEqual([error, error_message], ['invalidParams', `Invalid field '${name}'.`], `${name} ${value}`);
      }
    }
    // The reference cannot parse such a number.
    const { error, error_what } = await call('account_tx', { account, ledger_index_min: -1, destination_tag: 2 ** 32 });
    assert.equal(error, 'invalidParams');
    assert.match(error_what as string, /^Field 'destination_tag' is an integer outside/);
  });
});
