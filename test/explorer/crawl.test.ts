/**
 * Opens the pages of the explorer on a chain with entries of every type and checks that no section fails. Each page has
 * features, for example a transaction type, a result, or a field of an entry type. A page is opened if it has a feature that
 * no page with more features has. `npm run soak -- crawl` opens every page, also those of all recordings in `vectors/`.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { GenesisOptions } from '../../src/ledger/genesis.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Env } from '../support/env.ts';
import { makeEveryBalanceChange } from '../support/every-balance-change.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { recordedChains } from '../support/packed-recordings.ts';
import { recordedGenesis, sendRecorded } from '../support/recorded-chain.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';
import { NO_BROWSER } from './support/browser.ts';
import { crawl, prepareCrawl } from './support/crawl.ts';
import { ExplorerPage, serveExplorer } from './support/page.ts';

/** Entries whose changes are shown as balance changes too. */
const HOLDINGS = new Set(['AccountRoot', 'RippleState', 'MPToken']);
const lsfRequireAuth = 0x00040000;
/** Parts of an account's page. */
const TABS = ['overview', 'assets', 'nfts', 'objects', 'trust', 'channels'];

type PageOfChain = readonly [place: string, ...features: string[]];

/** The addresses of a chain's pages. */
async function* pagesOf(call: Call): AsyncGenerator<PageOfChain> {
  const { ledger_index: last } = await call('ledger', { ledger_index: 'validated' }, { apiVersion: 2 });
  const lists = ['#/ledgers', '#/tokens', '#/pools', '#/nfts', '#/bench'];
  for (const place of ['#/', '#/send', '#/nowhere', '#/ledger/1', '#/ledger/2', ...lists]) yield [place, place];
  yield [`#/compare/2/${last}`, 'ledgers far apart'];
  for (let ledger_index = 3; ledger_index <= last; ledger_index++) {
    const { ledger } = await call('ledger', { ledger_index, transactions: true, expand: true }, { apiVersion: 2 });
    if (ledger.transactions.length === 0) continue;
    yield [`#/ledger/${ledger_index}`, `ledger of ${ledger.transactions.length > 1} transactions`];
    yield [`#/compare/${ledger_index - 1}/${ledger_index}`, 'ledgers side by side'];
    for (const { hash, tx_json: tx, meta } of ledger.transactions) {
      const kind = meta.TransactionResult.slice(0, 3);
      if (tx.TransactionType === 'AccountDelete' && kind === 'tes')
        yield [`#/account/${tx.Account}`, 'deleted account'];
      yield [`#/tx/${hash}`, tx.TransactionType, `result ${kind}`, ...featuresOfChange(meta)];
    }
  }
  const { state } = await call('ledger_data', { ledger_index: 'validated', limit: 2048 }, { apiVersion: 2 });
  const texts = state.map((entry: Answer): [string, string] => [entry.LedgerEntryType, JSON.stringify(entry)]);
  for (const entry of state as Answer[]) yield* pagesOfEntry(call, entry, texts, Math.ceil(last / 2));
}

/** `texts` are the types and the JSON of all entries. */
async function* pagesOfEntry(
  call: Call,
  entry: Answer,
  texts: [string, string][],
  past: number,
): AsyncGenerator<PageOfChain> {
  const { LedgerEntryType: type, Account: account, index } = entry;
  yield [`#/entry/${index}`, `entry ${type}`, ...Object.keys(entry).map((name) => `entry with ${name}`)];
  yield [`#/find/${index}`, `find ${type === 'MPTokenIssuance'}`];
  if (type === 'AccountRoot') {
    const related = new Set(texts.filter(([, text]) => text.includes(account)).map(([name]) => name));
    yield [`#/account/${account}`, ...[...related].map((name) => `account with ${name}`)];
    for (const tab of TABS) {
      const features = [...related].map((name) => `${tab} of account with ${name}`);
      yield [`#/account/${account}?tab=${tab}`, ...features];
    }
    yield [`#/desk/${account}`, `desk ${entry.Flags & lsfRequireAuth} ${related.has('MPTokenIssuance')}`];
    const { error } = await call('account_info', { account, ledger_index: past });
    if (error === undefined)
      yield [`#/account/${account}?ledger=${past}`, `past account with ${related.size > 3} types`];
  }
  if (type === 'MPTokenIssuance')
    yield [
      `#/issuance/${entry.mpt_issuance_id}`,
      `issuance ${entry.Flags}`,
      ...Object.keys(entry).map((name) => `issuance with ${name}`),
    ];
  if (type === 'NFTokenPage') {
    for (const { NFToken } of entry.NFTokens)
      yield [`#/nft/${NFToken.NFTokenID}`, `NFT ${NFToken.NFTokenID.slice(0, 4)}`];
  }
  yield [`#/entries?type=${type}`, `entries ${type}`];
  if (type === 'RippleState') {
    const { Balance, HighLimit, LowLimit } = entry;
    const { issuer } = Balance.value.startsWith('-') ? LowLimit : HighLimit;
    yield [`#/token/${Balance.currency}.${issuer}`, `token ${Balance.value === '0'} ${Balance.currency.length}`];
  }
  if (type === 'Offer') yield pageOfBook(type, entry.TakerGets, entry.TakerPays);
  if (type === 'AMM') yield pageOfBook(type, entry.Asset, entry.Asset2);
}

function pageOfBook(type: string, ...assets: Answer[]): PageOfChain {
  const pair = assets.map(assetText).join(' ');
  return [`#/book/${encodeURIComponent(pair)}`, `book of ${type} ${assets.map(({ issuer }) => issuer === undefined)}`];
}

function featuresOfChange(meta: Answer): string[] {
  return meta.AffectedNodes.map((node: JsonObject) => {
    const [[change, entry]] = Object.entries(node) as [[string, Answer]];
    return HOLDINGS.has(entry.LedgerEntryType) ? `${change} ${entry.LedgerEntryType}` : change;
  });
}

function assetText(asset: Answer): string {
  return asset.issuer === undefined ? 'XRP' : `${asset.currency}/${asset.issuer}`;
}

describe('every page of the explorer', { skip: NO_BROWSER ?? false }, () => {
  const seen = new Set<string>();

  /** Opens the pages of a chain that have a new feature. */
  async function open(genesis: GenesisOptions | undefined, fill: (env: Env) => Promise<void>): Promise<void> {
    const served = await serveExplorer({ ...(genesis && { genesis }), isTestBench: true });
    try {
      await fill(served.env);
      const pages: PageOfChain[] = [];
      for await (const page of pagesOf(rpcOf(served.env))) pages.push(page);
      const places = new Set<string>();
      for (const [place, ...features] of pages.toSorted((one, other) => other.length - one.length)) {
        if (TRIES_EVERY_CASE || features.some((feature) => !seen.has(feature))) places.add(place);
        for (const feature of features) seen.add(feature);
      }
      if (places.size === 0) return;
      const explorer = await ExplorerPage.open(`http://127.0.0.1:${served.port}/`, { prepare: prepareCrawl });
      const failed = await crawl(explorer.page, [...places]);
      assert.deepEqual([...failed, ...explorer.faults], []);
      await explorer.page.close();
    } finally {
      await served.stop();
    }
  }

  for (const recording of TRIES_EVERY_CASE ? recordedChains('all') : []) {
    test(`is complete on the chain of ${recording.name}`, async () => {
      await open(recordedGenesis(recording), (env) => sendRecorded(env, recording));
    });
  }

  test('is complete on a chain with entries of every type', () => open(undefined, makeEveryBalanceChange));

  test('has more than 200 features', () => assert.ok(seen.size > 200, `${seen.size} features`));
});
