/** The one table of methods. A method that is not here does not exist: on the wire, in the help, in the documentation. */
import type { Method } from './define-method.ts';
import { accountChannels } from './methods/account-channels.ts';
import { accountCurrencies } from './methods/account-currencies.ts';
import { accountInfo } from './methods/account-info.ts';
import { accountLines } from './methods/account-lines.ts';
import { accountNfts } from './methods/account-nfts.ts';
import { accountObjects } from './methods/account-objects.ts';
import { accountOffers } from './methods/account-offers.ts';
import { accountTx } from './methods/account-tx.ts';
import { ammInfo } from './methods/amm-info.ts';
import { bookChanges } from './methods/book-changes.ts';
import { bookOffers } from './methods/book-offers.ts';
import { channelAuthorize } from './methods/channel-authorize.ts';
import { channelVerify } from './methods/channel-verify.ts';
import { depositAuthorized } from './methods/deposit-authorized.ts';
import { feature } from './methods/feature.ts';
import { fee } from './methods/fee.ts';
import { gatewayBalances } from './methods/gateway-balances.ts';
import { getAggregatePrice } from './methods/get-aggregate-price.ts';
import { ledger } from './methods/ledger.ts';
import { ledgerAccept } from './methods/ledger-accept.ts';
import { ledgerClosed } from './methods/ledger-closed.ts';
import { ledgerCurrent } from './methods/ledger-current.ts';
import { ledgerData } from './methods/ledger-data.ts';
import { ledgerEntry } from './methods/ledger-entry.ts';
import { ledgerHeader } from './methods/ledger-header.ts';
import { ledgerRequest } from './methods/ledger-request.ts';
import { manifest } from './methods/manifest.ts';
import { nftBuyOffers } from './methods/nft-buy-offers.ts';
import { nftSellOffers } from './methods/nft-sell-offers.ts';
import { norippleCheck } from './methods/noripple-check.ts';
import { ownerInfo } from './methods/owner-info.ts';
import { pathFind } from './methods/path-find.ts';
import { ping } from './methods/ping.ts';
import { random } from './methods/random.ts';
import { ripplePathFind } from './methods/ripple-path-find.ts';
import { serverDefinitionsMethod } from './methods/server-definitions.ts';
import { serverInfo } from './methods/server-info.ts';
import { serverState } from './methods/server-state.ts';
import { sign } from './methods/sign.ts';
import { signFor } from './methods/sign-for.ts';
import { simulate } from './methods/simulate.ts';
import { standaloneMethods } from './methods/standalone-methods.ts';
import { submit } from './methods/submit.ts';
import { submitMultisigned } from './methods/submit-multisigned.ts';
import { subscribe } from './methods/subscribe.ts';
import { transactionEntry } from './methods/transaction-entry.ts';
import { tx } from './methods/tx.ts';
import { txHistory } from './methods/tx-history.ts';
import { unsubscribe } from './methods/unsubscribe.ts';
import { vaultInfo } from './methods/vault-info.ts';
import { version } from './methods/version.ts';
import { walletPropose } from './methods/wallet-propose.ts';

const METHODS: readonly Method[] = [
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
  ...standaloneMethods,
];

/** Method by name. A `Map`, because names come from clients: `constructor` and `__proto__` are not methods. */
export const methodTable: ReadonlyMap<string, Method> = new Map(METHODS.map((method) => [method.name, method]));
