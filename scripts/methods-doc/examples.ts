/** The telling requests to each method, in the order in which they are recorded: first those that only read. */
import path from 'node:path';
import { didKeylet } from '../../src/protocol/entries/keylets.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { party } from '../../test/support/env.ts';
import { dollars, type Story } from './story.ts';

export interface Example {
  readonly method: string;
  readonly params: JsonObject;
  readonly apiVersion?: 1 | 2;
  readonly isWebSocket?: boolean;
  /** False: recorded for the fields of its answer, and not shown. */
  readonly isShown?: boolean;
  /** Closes the open ledger while the request waits, or after it. */
  readonly thenClose?: boolean;
  /** Takes this member from the answer before. */
  readonly continues?: 'tx_json' | 'tx_blob' | 'hash';
}

const VALIDATED = { ledger_index: 'validated' };
const WEBSOCKET = { isWebSocket: true };
const XRP = { currency: 'XRP' };
const { tfClose } = TransactionFlags.PaymentChannelClaim;
const { tfSetFreeze } = TransactionFlags.TrustSet;

const shown = (method: string, params: JsonObject = {}, more: Partial<Example> = {}): Example => ({
  method,
  params,
  ...more,
});
const hidden = (method: string, params: JsonObject = {}, more: Partial<Example> = {}): Example => ({
  ...shown(method, params, more),
  isShown: false,
});

/** All of them. */
export function examplesOf(story: Story): Example[] {
  return [
    ...ofAccounts(story),
    ...ofLedgers(story),
    ...ofChannels(story),
    ...ofMarkets(story),
    ...ofServers(),
    ...ofWriting(story),
    ...ofTestBench(story),
    shown('stop'),
  ];
}

function ofAccounts({ issuer, holder, buyer, payee }: Story): Example[] {
  const account = holder.address;
  return [
    shown('account_channels', { account: payee.address, role: 'destination', ...VALIDATED }),
    hidden('account_channels', { account, ...VALIDATED, limit: 10 }),
    shown('account_currencies', { account, ...VALIDATED }),
    shown('account_info', { account, ...VALIDATED }),
    hidden('account_info', { account: payee.address, ledger_index: 'current', signer_lists: true, queue: true }),
    hidden('account_info', { account: payee.address, signer_lists: true }, { apiVersion: 2 }),
    shown('account_lines', { account, peer: issuer.address, ...VALIDATED }),
    shown('account_lines', { account: issuer.address, authorization: 'pending', limit: 10 }),
    hidden('account_lines', { account: issuer.address, limit: 1, ...VALIDATED }),
    shown('account_nfts', { account, ...VALIDATED }),
    shown('account_objects', { account, type: 'ticket', ...VALIDATED }),
    hidden('account_objects', { account, limit: 1, ...VALIDATED }),
    shown('account_offers', { account: buyer.address, ...VALIDATED }),
    shown('account_tx', { account, ledger_index_min: -1, ledger_index_max: -1, limit: 1 }),
    hidden('account_tx', { account, ledger_index_min: -1, binary: true, limit: 1 }),
    hidden('account_tx', { account, ledger_index_min: -1, ledger_index: 3, limit: 1 }),
    hidden('account_tx', { account, ledger_index_min: -1, limit: 1 }, { apiVersion: 2 }),
    hidden('account_tx', { account, ledger_index_min: -1, limit: 1, binary: true }, { apiVersion: 2 }),
    shown('account_tx', { account, ledger_index_min: -1, direction: 'in', currency: 'USD', limit: 1 }),
    shown('deposit_authorized', { source_account: account, destination_account: payee.address, ...VALIDATED }),
    shown('gateway_balances', { account: issuer.address, ...VALIDATED }),
    hidden('gateway_balances', { account: issuer.address, hotwallet: account, ...VALIDATED }),
    hidden('gateway_balances', { account, ...VALIDATED }),
    shown('noripple_check', { account, role: 'gateway', transactions: true, limit: 2, ...VALIDATED }),
    shown('owner_info', { account: holder.address }),
  ];
}

function ofLedgers({ holder, issuer, paymentHash, creationHash, ledgerHash }: Story): Example[] {
  return [
    shown('ledger', { ...VALIDATED, transactions: true }),
    hidden('ledger', { ledger_index: 'current', queue: true }),
    hidden('ledger', { ...VALIDATED, full: true }),
    hidden('ledger', { ...VALIDATED, transactions: true, expand: true }),
    hidden('ledger', { ...VALIDATED, transactions: true, expand: true, binary: true }),
    hidden('ledger', { ...VALIDATED, transactions: true, expand: true }, { apiVersion: 2 }),
    hidden('ledger', { ...VALIDATED, transactions: true, expand: true, binary: true }, { apiVersion: 2 }),
    shown('ledger_closed'),
    shown('ledger_current'),
    shown('ledger_data', { ...VALIDATED, type: 'payment_channel' }),
    hidden('ledger_data', { ...VALIDATED, limit: 2 }),
    hidden('ledger_data', { ...VALIDATED, limit: 2, binary: true }),
    shown('ledger_entry', {
      ...{ ripple_state: { accounts: [holder.address, issuer.address], currency: 'USD' } },
      ...VALIDATED,
    }),
    hidden('ledger_entry', { account_root: holder.address, binary: true, ...VALIDATED }),
    hidden('ledger_entry', { account_root: holder.address, ledger_index: 'current' }),
    shown('ledger_header', { ledger_hash: ledgerHash }),
    shown('ledger_request', { ledger_hash: ledgerHash }),
    shown('transaction_entry', { tx_hash: paymentHash, ledger_hash: ledgerHash }),
    hidden('transaction_entry', { tx_hash: paymentHash, ledger_hash: ledgerHash }, { apiVersion: 2 }),
    shown('tx', { transaction: paymentHash }),
    hidden('tx', { transaction: creationHash }),
    hidden('explain', { transaction: paymentHash }),
    hidden('tx', { transaction: paymentHash, binary: true }),
    shown('tx', { transaction: paymentHash }, { apiVersion: 2 }),
    hidden('tx', { transaction: paymentHash, binary: true }, { apiVersion: 2 }),
    shown('tx_history', { start: 0 }),
    shown('weir_ledgers', { limit: 1 }),
    shown('weir_changes', { ledger_index_min: 3, type: 'account', limit: 1 }),
    hidden('weir_changes', { ledger_index_min: 3, type: 'account' }),
  ];
}

function ofChannels({ holder, channelId, claim }: Story): Example[] {
  const { address: account, secret, publicKey } = holder;
  const theClaim = { channel_id: channelId, ...claim, public_key: publicKey };
  const { amount, signature } = claim;
  return [
    shown('channel_authorize', { channel_id: channelId, secret, amount }),
    shown('channel_verify', { ...theClaim, channel_state: true }),
    hidden('channel_verify', {
      ...{ channel_id: channelId, public_key: publicKey, channel_state: true },
      claims: [
        { amount, signature },
        { amount: '0', signature },
      ],
    }),
    shown('sign', { secret, tx_json: { TransactionType: 'AccountSet', Account: account } }),
    hidden('sign', { secret, tx_json: { TransactionType: 'AccountSet', Account: account } }, { apiVersion: 2 }),
  ];
}

function ofMarkets({ issuer, holder, buyer, nftokenId, vaultId }: Story): Example[] {
  const paths = {
    ...{ source_account: holder.address, destination_account: buyer.address },
    destination_amount: dollars(issuer, '5'),
  };
  const USD = { currency: 'USD', issuer: issuer.address };
  return [
    shown('ripple_path_find', paths),
    shown('path_find', { subcommand: 'create', ...paths }, WEBSOCKET),
    hidden('path_find', { subcommand: 'close' }, WEBSOCKET),
    shown('amm_info', { asset: XRP, asset2: USD, ...VALIDATED }),
    hidden('amm_info', { asset: USD, asset2: XRP, account: buyer.address }),
    shown('book_changes', VALIDATED),
    shown('book_offers', { taker_gets: XRP, taker_pays: USD, ...VALIDATED }),
    shown('get_aggregate_price', {
      ...{ base_asset: 'XRP', quote_asset: 'USD', trim: 10, ...VALIDATED },
      oracles: [issuer, holder].map(({ address }) => ({ account: address, oracle_document_id: 1 })),
    }),
    shown('nft_buy_offers', { nft_id: nftokenId }),
    shown('nft_sell_offers', { nft_id: nftokenId }),
    hidden('weir_nft', { nft_id: nftokenId }),
    shown('weir_nft', { nft_id: nftokenId, ...VALIDATED }),
    shown('vault_info', { vault_id: vaultId, ...VALIDATED }),
  ];
}

function ofServers(): Example[] {
  return [
    ...['blacklist', 'can_delete', 'connect', 'consensus_info'].map((name) => shown(name)),
    shown('feature', { feature: 'Clawback' }),
    shown('fee'),
    ...['fetch_info', 'get_counts', 'logrotate'].map((name) => shown(name)),
    shown('manifest', { public_key: 'nHUon2tpyJEHHYGmxqeGu37cvPYHzrMtUNQFVdCgGNvEkjmCpTqK' }),
    ...['peer_reservations_list', 'peers', 'ping', 'random', 'server_definitions', 'server_info', 'server_state'].map(
      (name) => shown(name),
    ),
    hidden('server_info', { counters: true }),
    hidden('server_state', { counters: true }),
    hidden('ping', {}, WEBSOCKET),
    shown('subscribe', { streams: ['ledger', 'server'] }, WEBSOCKET),
    hidden('subscribe', { streams: ['transactions'], start_ledger: 3 }, WEBSOCKET),
    shown('unsubscribe', { streams: ['server'] }, WEBSOCKET),
    ...['tx_reduce_relay', 'unl_list', 'validator_info', 'validator_list_sites', 'validators'].map((name) =>
      shown(name),
    ),
    shown('version'),
    shown('wallet_propose'),
    hidden('wallet_propose', { passphrase: 'example', key_type: 'ed25519' }),
  ];
}

/** These change the ledger, or end the server. */
function ofWriting({ issuer, holder, payee, channelId, claim }: Story): Example[] {
  const drops = { TransactionType: 'Payment', Destination: payee.address, Amount: '1000000' };
  const payment = { ...drops, Account: holder.address };
  const redemption = {
    ...{ TransactionType: 'PaymentChannelClaim', Account: payee.address, Channel: channelId },
    ...{ Balance: claim.amount, Amount: claim.amount, Signature: claim.signature, PublicKey: holder.publicKey },
  };
  const dollar = { ...payment, Account: issuer.address, Amount: dollars(issuer, '1') };
  const unapproved = { ...dollar, Destination: payee.address };
  const freeze = {
    ...{ TransactionType: 'TrustSet', Account: issuer.address, Flags: tfSetFreeze },
    LimitAmount: dollars(holder, '0'),
  };
  const close = { TransactionType: 'PaymentChannelClaim', Channel: channelId };
  const several = { ...drops, Account: payee.address, Destination: issuer.address, Fee: '30', Sequence: 6 };
  return [
    shown('simulate', { tx_json: payment }),
    hidden('simulate', { tx_json: payment }, { apiVersion: 2 }),
    hidden('simulate', { tx_json: dollar, explain: true }),
    hidden('simulate', { tx_json: unapproved, explain: true }),
    shown('explain', { tx_json: { ...payment, Fee: '10', Sequence: 1 } }),
    shown('submit', { secret: holder.secret, tx_json: payment }),
    hidden('sign', { secret: holder.secret, tx_json: payment }),
    shown('submit', {}, { continues: 'tx_blob' }),
    hidden('submit', { secret: issuer.secret, tx_json: unapproved, wait: true }, { thenClose: true }),
    hidden('submit', { secret: issuer.secret, tx_json: freeze, wait: true }, { thenClose: true }),
    hidden('account_lines', { account: holder.address }),
    hidden('account_lines', { account: issuer.address }),
    hidden('gateway_balances', { account: issuer.address }),
    shown('submit', { secret: payee.secret, tx_json: redemption, wait: true }, { thenClose: true }),
    hidden('submit', {
      ...{ secret: holder.secret },
      tx_json: { ...payment, TransactionType: 'PaymentChannelCreate', SettleDelay: 60, PublicKey: holder.publicKey },
    }),
    hidden('submit', { secret: holder.secret, tx_json: { ...close, Account: holder.address, Flags: tfClose } }),
    hidden('account_channels', { account: holder.address, limit: 1 }),
    hidden('account_channels', { account: holder.address }),
    shown('ledger_accept', { close_time: 820_627_200 }),
    shown('sign_for', { account: issuer.address, secret: issuer.secret, tx_json: several }),
    hidden('sign_for', { account: holder.address, secret: holder.secret }, { continues: 'tx_json' }),
    shown('submit_multisigned', {}, { continues: 'tx_json' }),
  ];
}

function ofTestBench({ issuer, holder, directory }: Story): Example[] {
  const account = holder.address;
  const did = { LedgerEntryType: 'DID', Account: account, URI: 'AB', index: didKeylet(party('holder').id).key };
  return [
    shown('weir_accounts', {}),
    shown('weir_clock', { advance: 3600, freeze: true }),
    shown('weir_fund', { account, amount: dollars(issuer, '5') }),
    shown('weir_impersonate', { tx_json: { TransactionType: 'AccountSet', Account: account, Domain: 'AB' } }),
    shown('weir_drop', {}, { continues: 'hash' }),
    shown('weir_set_entry', { entry: did }),
    shown('weir_snapshot', { name: 'edited' }),
    shown('weir_snapshots', {}),
    shown('weir_revert', { snapshot: 'edited' }),
    shown('weir_state', { save: path.join(directory, 'funded.state') }),
  ];
}
