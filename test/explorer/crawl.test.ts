/**
 * Opens the pages of the explorer on the chains of recordings and checks that no section fails. One page of each kind is
 * opened (a kind is, for example, a transaction type with its result and the affected entry types); `WEIR_CRAWL=all` opens
 * every page of all recordings.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { GenesisOptions } from '../../src/ledger/genesis.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { ExplorerFiles } from '../../src/server/http/explorer-files.ts';
import type { Env } from '../support/env.ts';
import { makeEveryBalanceChange } from '../support/every-balance-change.ts';
import { furtherRecordings, recordedGenesis, recordingsWith, sendRecorded } from '../support/recorded-chain.ts';
import { readRecording } from '../support/recording.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';
import { serveEnv } from '../support/served-env.ts';
import { NO_BROWSER, openBrowser } from './support/browser.ts';
import { crawl, prepareCrawl } from './support/crawl.ts';
import { ExplorerPage } from './support/page.ts';

/** One recording of each family with its own views or sections. */
const SELECTION = ['all-1', 'mpt-1', 'nft-1', 'vaults-1'].map((name) => `fuzz/fuzz-${name}.jsonl`);
const isAll = process.env.WEIR_CRAWL === 'all';
const names = recordingsWith(...(isAll ? furtherRecordings('fuzz') : SELECTION));

const lsfRequireAuth = 0x00040000;

/** The addresses of a chain's pages, each with its kind. */
async function* pagesOf(call: Call): AsyncGenerator<readonly [place: string, kind: string]> {
  const { ledger_index: last } = await call('ledger', { ledger_index: 'validated' }, { apiVersion: 2 });
  for (const place of ['#/', '#/send', '#/nowhere', '#/ledger/1', '#/ledger/2']) yield [place, place];
  yield [`#/compare/2/${last}`, 'ledgers far apart'];
  for (let ledger_index = 3; ledger_index <= last; ledger_index++) {
    const { ledger } = await call('ledger', { ledger_index, transactions: true, expand: true }, { apiVersion: 2 });
    if (ledger.transactions.length === 0) continue;
    yield [`#/ledger/${ledger_index}`, `ledger of ${ledger.transactions.length > 1} transactions`];
    yield [`#/compare/${ledger_index - 1}/${ledger_index}`, 'ledgers side by side'];
    for (const { hash, tx_json: tx, meta } of ledger.transactions) {
      yield [`#/tx/${hash}`, `${tx.TransactionType} ${meta.TransactionResult} ${kindOfChange(meta)}`];
    }
  }
  const { state } = await call('ledger_data', { ledger_index: 'validated', limit: 2048 }, { apiVersion: 2 });
  for (const entry of state as Answer[]) yield* pagesOfEntry(call, entry, state, Math.ceil(last / 2));
}

async function* pagesOfEntry(call: Call, entry: Answer, state: Answer[], past: number): ReturnType<typeof pagesOf> {
  const { LedgerEntryType: type, Account: account, index } = entry;
  yield [`#/entry/${index}`, `entry ${kindOfEntry(entry)}`];
  yield [`#/find/${index}`, `find ${type === 'MPTokenIssuance'}`];
  if (type === 'AccountRoot') {
    const related = new Set(
      state.filter((one) => JSON.stringify(one).includes(account)).map((one) => one.LedgerEntryType),
    );
    const kind = `${[...related].sort()}`;
    yield [`#/account/${account}`, `account ${kind}`];
    yield [`#/desk/${account}`, `desk ${entry.Flags & lsfRequireAuth} ${related.has('MPTokenIssuance')}`];
    const { error } = await call('account_info', { account, ledger_index: past });
    if (error === undefined) yield [`#/account/${account}?ledger=${past}`, `past account with ${related.size} types`];
  }
  if (type === 'MPTokenIssuance')
    yield [`#/issuance/${entry.mpt_issuance_id}`, `issuance ${entry.Flags} ${kindOfEntry(entry)}`];
  if (type === 'NFTokenPage') {
    for (const { NFToken } of entry.NFTokens)
      yield [`#/nft/${NFToken.NFTokenID}`, `NFT ${NFToken.NFTokenID.slice(0, 4)}`];
  }
  if (type === 'Offer') yield pageOfBook(type, entry.TakerGets, entry.TakerPays);
  if (type === 'AMM') yield pageOfBook(type, entry.Asset, entry.Asset2);
}

function pageOfBook(type: string, ...assets: Answer[]): readonly [place: string, kind: string] {
  const pair = assets.map(assetText).join(' ');
  return [`#/book/${encodeURIComponent(pair)}`, `book of ${type} ${assets.map(({ issuer }) => issuer === undefined)}`];
}

function kindOfChange(meta: Answer): string {
  const kinds = meta.AffectedNodes.map((node: JsonObject) => {
    const [[change, entry]] = Object.entries(node) as [[string, Answer]];
    return `${change} ${entry.LedgerEntryType}`;
  });
  return [...new Set(kinds)].sort().join();
}

function kindOfEntry(entry: Answer): string {
  return `${entry.LedgerEntryType} ${Object.keys(entry).sort()}`;
}

function assetText(asset: Answer): string {
  return asset.issuer === undefined ? 'XRP' : `${asset.currency}/${asset.issuer}`;
}

describe('every page of the explorer', { skip: NO_BROWSER ?? false }, () => {
  let browser: Browser;
  const opened = new Set<string>();
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  /** Opens the pages of a chain whose kind was not opened before. */
  async function open(genesis: GenesisOptions | undefined, fill: (env: Env) => Promise<void>): Promise<void> {
    const served = await serveEnv(
      { explorer: new ExplorerFiles() },
      { ...(genesis && { genesis }), isTestBench: true },
    );
    try {
      await fill(served.env);
      const places: string[] = [];
      const kinds = isAll ? new Set<string>() : opened;
      for await (const [place, kind] of pagesOf(rpcOf(served.env))) {
        if (!kinds.has(isAll ? place : kind)) places.push(place);
        kinds.add(isAll ? place : kind);
        opened.add(kind);
      }
      if (places.length === 0) return;
      const explorer = await ExplorerPage.open(browser, `http://127.0.0.1:${served.port}/`, prepareCrawl);
      const failed = await crawl(explorer.page, places);
      assert.deepEqual([...failed, ...explorer.faults], []);
      await explorer.page.close();
    } finally {
      await served.stop();
    }
  }

  for (const name of names) {
    test(`is complete on the chain of ${name.replace(/^.*\//, '')}`, async () => {
      const recording = readRecording(name);
      await open(recordedGenesis(recording), (env) => sendRecorded(env, recording));
    });
  }

  test('is complete on a chain with entries of every type', () => open(undefined, makeEveryBalanceChange));

  test('has more than 150 kinds', () => assert.ok(opened.size > 150, `${opened.size} kinds`));
});
