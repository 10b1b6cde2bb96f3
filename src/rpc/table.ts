/** The table of all methods, for requests, help and documentation. */
import type { Method } from './method/define-method.ts';
import type { SentParams } from './method/param-row.ts';
import { accountChannels } from './methods/account/account-channels.ts';
import { accountCurrencies } from './methods/account/account-currencies.ts';
import { accountInfo } from './methods/account/account-info.ts';
import { accountLines } from './methods/account/account-lines.ts';
import { accountNfts } from './methods/account/account-nfts.ts';
import { accountObjects } from './methods/account/account-objects.ts';
import { accountOffers } from './methods/account/account-offers.ts';
import { accountTx } from './methods/account/account-tx.ts';
import { depositAuthorized } from './methods/account/deposit-authorized.ts';
import { gatewayBalances } from './methods/account/gateway-balances.ts';
import { norippleCheck } from './methods/account/noripple-check.ts';
import { ownerInfo } from './methods/account/owner-info.ts';
import { channelAuthorize } from './methods/channel/channel-authorize.ts';
import { channelVerify } from './methods/channel/channel-verify.ts';
import { ledger } from './methods/ledger/ledger.ts';
import { ledgerAccept } from './methods/ledger/ledger-accept.ts';
import { ledgerClosed } from './methods/ledger/ledger-closed.ts';
import { ledgerCurrent } from './methods/ledger/ledger-current.ts';
import { ledgerData } from './methods/ledger/ledger-data.ts';
import { ledgerEntry } from './methods/ledger/ledger-entry.ts';
import { ledgerHeader } from './methods/ledger/ledger-header.ts';
import { ledgerRequest } from './methods/ledger/ledger-request.ts';
import { weirChanges } from './methods/ledger/weir-changes.ts';
import { weirLedgers } from './methods/ledger/weir-ledgers.ts';
import { ammInfo } from './methods/market/amm-info.ts';
import { bookChanges } from './methods/market/book-changes.ts';
import { bookOffers } from './methods/market/book-offers.ts';
import { getAggregatePrice } from './methods/market/get-aggregate-price.ts';
import { nftBuyOffers } from './methods/market/nft-buy-offers.ts';
import { nftSellOffers } from './methods/market/nft-sell-offers.ts';
import { pathFind } from './methods/market/path-find.ts';
import { ripplePathFind } from './methods/market/ripple-path-find.ts';
import { vaultInfo } from './methods/market/vault-info.ts';
import { weirNft } from './methods/market/weir-nft.ts';
import { feature } from './methods/server/feature.ts';
import { fee } from './methods/server/fee.ts';
import { manifest } from './methods/server/manifest.ts';
import { ping } from './methods/server/ping.ts';
import { random } from './methods/server/random.ts';
import { serverDefinitionsMethod } from './methods/server/server-definitions.ts';
import { serverInfo } from './methods/server/server-info.ts';
import { serverState } from './methods/server/server-state.ts';
import { standaloneMethods } from './methods/server/standalone-methods.ts';
import { subscribe } from './methods/server/subscribe.ts';
import { unsubscribe } from './methods/server/unsubscribe.ts';
import { version } from './methods/server/version.ts';
import { walletPropose } from './methods/server/wallet-propose.ts';
import { weirAccounts } from './methods/test-bench/weir-accounts.ts';
import { weirClock } from './methods/test-bench/weir-clock.ts';
import { weirDrop } from './methods/test-bench/weir-drop.ts';
import { weirFund } from './methods/test-bench/weir-fund.ts';
import { weirImpersonate } from './methods/test-bench/weir-impersonate.ts';
import { weirRevert } from './methods/test-bench/weir-revert.ts';
import { weirSetEntry } from './methods/test-bench/weir-set-entry.ts';
import { weirSnapshot } from './methods/test-bench/weir-snapshot.ts';
import { weirSnapshots } from './methods/test-bench/weir-snapshots.ts';
import { weirState } from './methods/test-bench/weir-state.ts';
import { explain } from './methods/transaction/explain.ts';
import { sign } from './methods/transaction/sign.ts';
import { signFor } from './methods/transaction/sign-for.ts';
import { simulate } from './methods/transaction/simulate.ts';
import { submit } from './methods/transaction/submit.ts';
import { submitMultisigned } from './methods/transaction/submit-multisigned.ts';
import { transactionEntry } from './methods/transaction/transaction-entry.ts';
import { tx } from './methods/transaction/tx.ts';
import { txHistory } from './methods/transaction/tx-history.ts';

const METHODS = [
  accountChannels,
  accountCurrencies,
  accountInfo,
  accountLines,
  accountNfts,
  accountObjects,
  accountOffers,
  accountTx,
  ammInfo,
  bookChanges,
  bookOffers,
  channelAuthorize,
  channelVerify,
  depositAuthorized,
  explain,
  feature,
  fee,
  gatewayBalances,
  getAggregatePrice,
  ledger,
  ledgerAccept,
  ledgerClosed,
  ledgerCurrent,
  ledgerData,
  ledgerEntry,
  ledgerHeader,
  ledgerRequest,
  manifest,
  nftBuyOffers,
  nftSellOffers,
  norippleCheck,
  ownerInfo,
  pathFind,
  ping,
  random,
  ripplePathFind,
  serverDefinitionsMethod,
  serverInfo,
  serverState,
  sign,
  signFor,
  simulate,
  submit,
  submitMultisigned,
  subscribe,
  transactionEntry,
  tx,
  txHistory,
  unsubscribe,
  vaultInfo,
  version,
  walletPropose,
  weirAccounts,
  weirChanges,
  weirClock,
  weirDrop,
  weirFund,
  weirImpersonate,
  weirLedgers,
  weirNft,
  weirRevert,
  weirSetEntry,
  weirSnapshot,
  weirSnapshots,
  weirState,
  ...standaloneMethods,
] as const satisfies readonly Method[];

/** The name of a method. */
export type MethodName = (typeof METHODS)[number]['name'];

/** The parameters that a caller may send to the method of that name. */
export type RequestOf<Name extends MethodName> = SentParams<
  Extract<(typeof METHODS)[number], { readonly name: Name }>['params']
>;

/** Method by name. A `Map`, because names come from clients: `constructor` and `__proto__` are not methods. */
export const methodTable: ReadonlyMap<string, Method> = new Map(METHODS.map((method: Method) => [method.name, method]));
