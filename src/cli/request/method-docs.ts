/** The documentation of all methods, by page of `docs/methods/`. */

import type { MethodDoc } from '../../rpc/method-doc/method-doc.ts';
import { accountChannelsDoc } from '../../rpc/methods/account/account-channels.doc.ts';
import { accountCurrenciesDoc } from '../../rpc/methods/account/account-currencies.doc.ts';
import { accountInfoDoc } from '../../rpc/methods/account/account-info.doc.ts';
import { accountLinesDoc } from '../../rpc/methods/account/account-lines.doc.ts';
import { accountNftsDoc } from '../../rpc/methods/account/account-nfts.doc.ts';
import { accountObjectsDoc } from '../../rpc/methods/account/account-objects.doc.ts';
import { accountOffersDoc } from '../../rpc/methods/account/account-offers.doc.ts';
import { accountTxDoc } from '../../rpc/methods/account/account-tx.doc.ts';
import { depositAuthorizedDoc } from '../../rpc/methods/account/deposit-authorized.doc.ts';
import { gatewayBalancesDoc } from '../../rpc/methods/account/gateway-balances.doc.ts';
import { norippleCheckDoc } from '../../rpc/methods/account/noripple-check.doc.ts';
import { ownerInfoDoc } from '../../rpc/methods/account/owner-info.doc.ts';
import { channelAuthorizeDoc } from '../../rpc/methods/channel/channel-authorize.doc.ts';
import { channelVerifyDoc } from '../../rpc/methods/channel/channel-verify.doc.ts';
import { ledgerDoc } from '../../rpc/methods/ledger/ledger.doc.ts';
import { ledgerAcceptDoc } from '../../rpc/methods/ledger/ledger-accept.doc.ts';
import { ledgerClosedDoc } from '../../rpc/methods/ledger/ledger-closed.doc.ts';
import { ledgerCurrentDoc } from '../../rpc/methods/ledger/ledger-current.doc.ts';
import { ledgerDataDoc } from '../../rpc/methods/ledger/ledger-data.doc.ts';
import { ledgerEntryDoc } from '../../rpc/methods/ledger/ledger-entry.doc.ts';
import { ledgerHeaderDoc } from '../../rpc/methods/ledger/ledger-header.doc.ts';
import { ledgerRequestDoc } from '../../rpc/methods/ledger/ledger-request.doc.ts';
import { weirChangesDoc } from '../../rpc/methods/ledger/weir-changes.doc.ts';
import { weirLedgersDoc } from '../../rpc/methods/ledger/weir-ledgers.doc.ts';
import { ammInfoDoc } from '../../rpc/methods/market/amm-info.doc.ts';
import { bookChangesDoc } from '../../rpc/methods/market/book-changes.doc.ts';
import { bookOffersDoc } from '../../rpc/methods/market/book-offers.doc.ts';
import { getAggregatePriceDoc } from '../../rpc/methods/market/get-aggregate-price.doc.ts';
import { nftBuyOffersDoc } from '../../rpc/methods/market/nft-buy-offers.doc.ts';
import { nftSellOffersDoc } from '../../rpc/methods/market/nft-sell-offers.doc.ts';
import { pathFindDoc } from '../../rpc/methods/market/path-find.doc.ts';
import { ripplePathFindDoc } from '../../rpc/methods/market/ripple-path-find.doc.ts';
import { vaultInfoDoc } from '../../rpc/methods/market/vault-info.doc.ts';
import { weirNftDoc } from '../../rpc/methods/market/weir-nft.doc.ts';
import { featureDoc } from '../../rpc/methods/server/feature.doc.ts';
import { feeDoc } from '../../rpc/methods/server/fee.doc.ts';
import { manifestDoc } from '../../rpc/methods/server/manifest.doc.ts';
import { pingDoc } from '../../rpc/methods/server/ping.doc.ts';
import { randomDoc } from '../../rpc/methods/server/random.doc.ts';
import { serverDefinitionsDoc } from '../../rpc/methods/server/server-definitions.doc.ts';
import { serverInfoDoc } from '../../rpc/methods/server/server-info.doc.ts';
import { serverStateDoc } from '../../rpc/methods/server/server-state.doc.ts';
import { standaloneDocs } from '../../rpc/methods/server/standalone-methods.doc.ts';
import { subscribeDoc } from '../../rpc/methods/server/subscribe.doc.ts';
import { unsubscribeDoc } from '../../rpc/methods/server/unsubscribe.doc.ts';
import { versionDoc } from '../../rpc/methods/server/version.doc.ts';
import { walletProposeDoc } from '../../rpc/methods/server/wallet-propose.doc.ts';
import { weirAccountsDoc } from '../../rpc/methods/test-bench/weir-accounts.doc.ts';
import { weirClockDoc } from '../../rpc/methods/test-bench/weir-clock.doc.ts';
import { weirDropDoc } from '../../rpc/methods/test-bench/weir-drop.doc.ts';
import { weirFundDoc } from '../../rpc/methods/test-bench/weir-fund.doc.ts';
import { weirImpersonateDoc } from '../../rpc/methods/test-bench/weir-impersonate.doc.ts';
import { weirRevertDoc } from '../../rpc/methods/test-bench/weir-revert.doc.ts';
import { weirSetEntryDoc } from '../../rpc/methods/test-bench/weir-set-entry.doc.ts';
import { weirSnapshotDoc } from '../../rpc/methods/test-bench/weir-snapshot.doc.ts';
import { weirSnapshotsDoc } from '../../rpc/methods/test-bench/weir-snapshots.doc.ts';
import { weirStateDoc } from '../../rpc/methods/test-bench/weir-state.doc.ts';
import { explainDoc } from '../../rpc/methods/transaction/explain.doc.ts';
import { signDoc } from '../../rpc/methods/transaction/sign.doc.ts';
import { signForDoc } from '../../rpc/methods/transaction/sign-for.doc.ts';
import { simulateDoc } from '../../rpc/methods/transaction/simulate.doc.ts';
import { submitDoc } from '../../rpc/methods/transaction/submit.doc.ts';
import { submitMultisignedDoc } from '../../rpc/methods/transaction/submit-multisigned.doc.ts';
import { transactionEntryDoc } from '../../rpc/methods/transaction/transaction-entry.doc.ts';
import { txDoc } from '../../rpc/methods/transaction/tx.doc.ts';
import { txHistoryDoc } from '../../rpc/methods/transaction/tx-history.doc.ts';
import type { MethodName } from '../../rpc/table.ts';

const ACCOUNTS = {
  account_channels: accountChannelsDoc,
  account_currencies: accountCurrenciesDoc,
  account_info: accountInfoDoc,
  account_lines: accountLinesDoc,
  account_nfts: accountNftsDoc,
  account_objects: accountObjectsDoc,
  account_offers: accountOffersDoc,
  account_tx: accountTxDoc,
  deposit_authorized: depositAuthorizedDoc,
  gateway_balances: gatewayBalancesDoc,
  noripple_check: norippleCheckDoc,
  owner_info: ownerInfoDoc,
  wallet_propose: walletProposeDoc,
};
const TRANSACTIONS = {
  explain: explainDoc,
  sign: signDoc,
  sign_for: signForDoc,
  simulate: simulateDoc,
  submit: submitDoc,
  submit_multisigned: submitMultisignedDoc,
  transaction_entry: transactionEntryDoc,
  tx: txDoc,
  tx_history: txHistoryDoc,
};
const CHANNELS = {
  channel_authorize: channelAuthorizeDoc,
  channel_verify: channelVerifyDoc,
};
const LEDGERS = {
  ledger: ledgerDoc,
  ledger_accept: ledgerAcceptDoc,
  ledger_closed: ledgerClosedDoc,
  ledger_current: ledgerCurrentDoc,
  ledger_data: ledgerDataDoc,
  ledger_entry: ledgerEntryDoc,
  ledger_header: ledgerHeaderDoc,
  ledger_request: ledgerRequestDoc,
  weir_changes: weirChangesDoc,
  weir_ledgers: weirLedgersDoc,
};
const STREAMS = {
  subscribe: subscribeDoc,
  unsubscribe: unsubscribeDoc,
};
const PATHS = {
  amm_info: ammInfoDoc,
  book_changes: bookChangesDoc,
  book_offers: bookOffersDoc,
  get_aggregate_price: getAggregatePriceDoc,
  nft_buy_offers: nftBuyOffersDoc,
  nft_sell_offers: nftSellOffersDoc,
  path_find: pathFindDoc,
  ripple_path_find: ripplePathFindDoc,
  vault_info: vaultInfoDoc,
  weir_nft: weirNftDoc,
};
const SERVER = {
  feature: featureDoc,
  fee: feeDoc,
  manifest: manifestDoc,
  ping: pingDoc,
  random: randomDoc,
  server_definitions: serverDefinitionsDoc,
  server_info: serverInfoDoc,
  server_state: serverStateDoc,
  stop: standaloneDocs.stop,
  version: versionDoc,
};
const TEST_BENCH = {
  weir_accounts: weirAccountsDoc,
  weir_clock: weirClockDoc,
  weir_drop: weirDropDoc,
  weir_fund: weirFundDoc,
  weir_impersonate: weirImpersonateDoc,
  weir_revert: weirRevertDoc,
  weir_set_entry: weirSetEntryDoc,
  weir_snapshot: weirSnapshotDoc,
  weir_snapshots: weirSnapshotsDoc,
  weir_state: weirStateDoc,
};
const { stop, ...ADMINISTRATION } = standaloneDocs;

const DOCS: Readonly<Record<MethodName, MethodDoc>> = {
  ...ACCOUNTS,
  ...TRANSACTIONS,
  ...CHANNELS,
  ...LEDGERS,
  ...STREAMS,
  ...PATHS,
  ...SERVER,
  ...TEST_BENCH,
  ...ADMINISTRATION,
};

export interface MethodPage {
  /** File name without extension. */
  readonly name: string;
  readonly title: string;
  readonly docs: Readonly<Record<string, MethodDoc>>;
}

/** The pages, in the order of the index. */
export const METHOD_PAGES: readonly MethodPage[] = [
  { name: 'accounts', title: 'Accounts', docs: ACCOUNTS },
  { name: 'transactions', title: 'Transactions', docs: TRANSACTIONS },
  { name: 'channels', title: 'Claims on payment channels', docs: CHANNELS },
  { name: 'ledgers', title: 'Ledgers', docs: LEDGERS },
  { name: 'streams', title: 'Streams', docs: STREAMS },
  { name: 'paths', title: 'Paths, order books and markets', docs: PATHS },
  { name: 'server', title: 'The server', docs: SERVER },
  { name: 'test-bench', title: 'The test bench', docs: TEST_BENCH },
  { name: 'administration', title: 'Peers, validators and housekeeping', docs: ADMINISTRATION },
];

/** By method. */
export const METHOD_DOCS: ReadonlyMap<string, MethodDoc> = new Map(Object.entries(DOCS));
