/**
 * The rows of `weir export` and of the explorer's export add up: for every account of a recording and every currency, the
 * balance at the start plus the rows is the balance at the end. `WEIR_TEST_CASES=all` takes all recordings in `vectors/`.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exportRows } from '../../explorer/history/export-text.js';
import type { JsonObject } from '../../src/protocol/values.ts';
import { Env } from '../support/env.ts';
import { makeEveryBalanceChange } from '../support/every-balance-change.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { recordedChains } from '../support/packed-recordings.ts';
import { recordedGenesis, sendRecorded } from '../support/recorded-chain.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';

const { difference, dropsToXrp, sum } = await import(new URL('../../explorer/decimals.js', import.meta.url).href);

/** One recording of each family with its own kind of balance changes. */
const SELECTION = ['amm-1', 'checks-3', 'vaults-305'].map((name) => `fuzz-${name}.jsonl`);

/** Account → currency (`XRP`, `USD/r…` or the id of an issuance) → balance. */
type Balances = Map<string, Map<string, string>>;

async function balancesAt(call: Call, ledger_index: number | 'validated'): Promise<Balances> {
  const balances: Balances = new Map();
  const note = (account: string, currency: string, value: string) => {
    if (!balances.has(account)) balances.set(account, new Map());
    balances.get(account)!.set(currency, difference(value, '0'));
  };
  for (let marker: JsonObject | undefined; ; ) {
    const page = await call('ledger_data', { ledger_index, limit: 2048, ...(marker && { marker }) }, { apiVersion: 2 });
    for (const entry of page.state as Answer[]) {
      const { LedgerEntryType: type, Account: account, Balance: balance, LowLimit: low, HighLimit: high } = entry;
      if (type === 'AccountRoot') note(account, 'XRP', dropsToXrp(balance));
      if (type === 'MPToken') note(account, entry.MPTokenIssuanceID, entry.MPTAmount ?? '0');
      if (type === 'MPTokenIssuance') {
        note(entry.Issuer, entry.mpt_issuance_id, difference('0', entry.OutstandingAmount ?? '0'));
      }
      if (type !== 'RippleState') continue;
      note(low.issuer, `${balance.currency}/${high.issuer}`, balance.value);
      note(high.issuer, `${balance.currency}/${low.issuer}`, difference('0', balance.value));
    }
    if (page.marker === undefined) return balances;
    marker = page.marker;
  }
}

/** Adds up the rows of every account, deleted ones too. Returns the number of rows. */
async function addUp(call: Call, start: Balances): Promise<number> {
  const end = await balancesAt(call, 'validated');
  const accounts = new Set([...start.keys(), ...end.keys()]);
  let count = 0;
  // Metadata may name accounts that exist in neither state.
  for (const account of accounts) {
    const held = new Map(start.get(account));
    for await (const item of historyOf(call, account)) {
      for (const row of exportRows(item, account)) {
        const where = `${account} ${row.type} ${row.hash} ${row.currency}`;
        if (row.currency !== '') {
          const key = row.issuer === '' ? row.currency! : `${row.currency}/${row.issuer}`;
          held.set(key, sum(held.get(key) ?? '0', row.amount));
          if (key !== 'XRP') assert.equal(held.get(key), row.balance_after, where);
          assert.equal(row.direction, row.amount!.startsWith('-') ? 'out' : 'in', where);
        }
        if (row.fee !== '') held.set('XRP', difference(held.get('XRP') ?? '0', row.fee));
        if (row.xrp_balance_after !== '') assert.equal(held.get('XRP') ?? '0', row.xrp_balance_after, where);
        count++;
      }
      for (const name of accountsIn(item.meta)) accounts.add(name);
    }
    const currencies = new Set([...held.keys(), ...(end.get(account)?.keys() ?? [])]);
    for (const currency of currencies) {
      const [found, expected] = [held.get(currency) ?? '0', end.get(account)?.get(currency) ?? '0'];
      assert.equal(found, expected, `${account} has ${expected} ${currency}`);
    }
  }
  return count;
}

async function* historyOf(call: Call, account: string): AsyncGenerator<Answer> {
  for (let marker: JsonObject | undefined; ; ) {
    const request = { account, ledger_index_min: -1, forward: true, limit: 400, ...(marker && { marker }) };
    const page = await call('account_tx', request, { apiVersion: 2 });
    yield* page.transactions ?? [];
    if (page.marker === undefined) return;
    marker = page.marker;
  }
}

function accountsIn(meta: Answer): string[] {
  const entries = meta.AffectedNodes.map((node: JsonObject) => Object.values(node)[0]) as Answer[];
  return entries
    .filter(({ LedgerEntryType: type }) => type === 'AccountRoot')
    .map(({ NewFields, FinalFields }) => (NewFields ?? FinalFields)?.Account)
    .filter((account) => account !== undefined);
}

describe('the rows of an export add up to the balances', () => {
  let count = 0;
  for (const recording of recordedChains(TRIES_EVERY_CASE ? 'all' : SELECTION)) {
    test(`of ${recording.name}`, async () => {
      const env = await Env.create({ genesis: recordedGenesis(recording) });
      const call = rpcOf(env);
      const start = await balancesAt(call, 2);
      await sendRecorded(env, recording);
      count += await addUp(call, start);
      await env.stop();
    });
  }

  test('of a chain with escrows, checks, pools and vaults of every kind of amount', async () => {
    const env = await Env.create();
    const call = rpcOf(env);
    const start = await balancesAt(call, 2);
    await makeEveryBalanceChange(env);
    count += await addUp(call, start);
    await env.stop();
  });

  test('are more than 500', () => assert.ok(count > 500, `${count} rows`));
});
