/**
 * Requests with one wrong value. They are made from requests that succeed, so that the code of the method reads the value, and
 * from the table of methods, so that no parameter is missing.
 */
import { sign } from '../../../src/crypto/signature.ts';
import { objectToJson } from '../../../src/protocol/json/to-json.ts';
import { multiSigningData } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { Json, JsonObject } from '../../../src/protocol/values.ts';
import { isJsonObject } from '../../../src/rpc/params/json-values.ts';
import { methodTable } from '../../../src/rpc/table.ts';
import { bytesToHex } from '../../../src/util/hex.ts';
import { ALICE, BOB, type FilledServer, ISSUER } from '../../support/filled-server.ts';
import { FEW_STRANGE_VALUES, STRANGE_VALUES, tellingValues } from './values.ts';

const account = ALICE.address;
const usd = { currency: 'USD', issuer: ISSUER.address };
const key = { passphrase: 'hostile alice', key_type: 'ed25519' };
const bobKey = { passphrase: 'hostile bob', key_type: 'secp256k1' };
const payment = { TransactionType: 'Payment', Account: account, Destination: BOB.address, Amount: '1' };
const tokens = {
  ...payment,
  Amount: { ...usd, value: '1' },
  SendMax: { ...usd, value: '2' },
  Memos: [{ Memo: { MemoData: 'AB' } }],
};
const multi = { ...payment, Sequence: 1, Fee: '100', SigningPubKey: '' };
const whole = { account, ledger_index_min: -1, ledger_index_max: -1 };
const payer = { source_account: account, destination_account: BOB.address };
const pathFind = {
  ...payer,
  destination_amount: { ...usd, value: '1' },
  send_max: { ...usd, value: '2' },
  source_currencies: [usd],
};
const bridge = {
  LockingChainDoor: account,
  LockingChainIssue: { currency: 'XRP' },
  IssuingChainDoor: BOB.address,
  IssuingChainIssue: usd,
};
const claimId = { ...bridge, xchain_owned_claim_id: 1 };
const credential = { subject: account, issuer: BOB.address, credential_type: 'AB' };

/** The forms of `ledger_entry`; those of entries that the ledger does not hold find nothing. */
const ENTRY_FORMS: JsonObject = {
  account_root: account,
  amendments: true,
  amm: { asset: { currency: 'XRP' }, asset2: usd },
  bridge,
  check: '0'.repeat(64),
  credential,
  delegate: { account, authorize: BOB.address },
  deposit_preauth: { owner: BOB.address, authorized: account },
  did: account,
  directory: { owner: account, sub_index: 0 },
  escrow: { owner: account, seq: 1 },
  fee: true,
  hashes: true,
  loan: { loan_broker_id: 'F'.repeat(64), loan_seq: 1 },
  loan_broker: { owner: account, seq: 1 },
  mpt_issuance: 'F'.repeat(48),
  mptoken: { mpt_issuance_id: 'F'.repeat(48), account },
  nft_offer: 'F'.repeat(64),
  nft_page: 'F'.repeat(64),
  nunl: true,
  offer: { account, seq: 1 },
  oracle: { account, oracle_document_id: 1 },
  permissioned_domain: { account, seq: 1 },
  ripple_state: { accounts: [account, ISSUER.address], currency: 'USD' },
  signer_list: 'F'.repeat(64),
  ticket: { account, ticket_seq: 1 },
  vault: { owner: account, seq: 1 },
  xchain_owned_claim_id: claimId,
  xchain_owned_create_account_claim_id: { ...bridge, xchain_owned_create_account_claim_id: 1 },
};

/**
 * Requests for each method that succeed, or get as far as possible. Strange values are tried in every parameter of the
 * first one; the others supply members that the first one lacks.
 */
export function soundRequests(filled: FilledServer): ReadonlyMap<string, readonly JsonObject[]> {
  const { channelId, transactionId: transaction, ledgerIndex, env } = filled;
  const claim = { channel_id: channelId, amount: '5' };
  const signed = { public_key: ALICE.keys.publicKey, signature: '00' };
  const tx_blob = bytesToHex(env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n }).blob);
  const question = { direction: 'in', tx_type: ['Payment'], result: 'tesSUCCESS', counterparty: BOB.address };
  const did = { LedgerEntryType: 'DID', Account: account, URI: 'AB', Flags: 0, OwnerNode: '0' };
  const sound: Record<string, readonly JsonObject[]> = {
    account_channels: [{ account }, { account: BOB.address, role: 'destination', destination_account: BOB.address }],
    account_currencies: [{ account }, { ident: account }],
    account_info: [{ account }, { ident: account, signer_lists: true, queue: true, ledger_index: 'current' }],
    account_lines: [
      { account },
      { account: ISSUER.address, peer: BOB.address, ignore_default: true },
      { account: ISSUER.address, authorization: 'pending', currency: 'USD' },
    ],
    account_nfts: [{ account }],
    account_objects: [{ account }, { account, type: 'ticket', deletion_blockers_only: true }],
    account_offers: [{ account }],
    account_tx: [
      whole,
      { account, ledger_index: 'validated', binary: true, forward: true },
      { ...whole, ...question, ...usd },
    ],
    amm_info: [{ amm_account: account }, { asset: { currency: 'XRP' }, asset2: usd, account }],
    book_offers: [{ taker_pays: usd, taker_gets: { currency: 'XRP' } }],
    channel_authorize: [
      { ...claim, ...key },
      { ...claim, seed_hex: '0'.repeat(32), key_type: 'secp256k1' },
      { ...claim, secret: 'x' },
    ],
    channel_verify: [
      { ...claim, ...signed, channel_state: true },
      {
        claims: [
          { ...claim, ...signed },
          { ...claim, signature: '00' },
        ],
        ...signed,
        min_seconds_left: 1,
      },
    ],
    deposit_authorized: [payer, { ...payer, credentials: ['F'.repeat(64)] }],
    explain: [{ transaction }, { tx_blob }, { tx_json: tokens }],
    feature: [{}, { feature: 'DepositAuth', vetoed: true }],
    gateway_balances: [{ account: ISSUER.address }, { ident: ISSUER.address, hotwallet: [BOB.address], strict: true }],
    get_aggregate_price: [
      {
        base_asset: 'XRP',
        quote_asset: 'USD',
        oracles: [{ account, oracle_document_id: 1 }],
        trim: 1,
        time_threshold: 1,
      },
    ],
    ledger: [{}, { ledger_index: 'validated', transactions: true, expand: true, binary: true, owner_funds: true }],
    ledger_data: [{}, { ledger_index: 'validated', type: 'account', binary: true, limit: 5 }],
    ledger_entry: [
      { index: channelId },
      { payment_channel: channelId, binary: true },
      { bridge, bridge_account: account },
      { directory: { dir_root: 'F'.repeat(64) } },
      { deposit_preauth: { owner: account, authorized_credentials: [{ issuer: account, credential_type: 'AB' }] } },
      ...Object.entries(ENTRY_FORMS).map(([name, value]) => ({ [name]: value as Json })),
    ],
    ledger_request: [{ ledger_index: 1 }],
    manifest: [{ public_key: 'nHUkp7WhouVMobBUKGrV5FNqjsdD9zKP5jpGnnLLNxkbAFVQJmPj' }],
    nft_buy_offers: [{ nft_id: '0'.repeat(64) }],
    nft_sell_offers: [{ nft_id: '0'.repeat(64) }],
    noripple_check: [
      { account, role: 'user' },
      { account: ISSUER.address, role: 'gateway', transactions: true, limit: 5 },
    ],
    owner_info: [{ account }, { ident: account }],
    path_find: [{ ...pathFind, subcommand: 'create' }, { subcommand: 'status' }, { subcommand: 'close' }],
    ripple_path_find: [{ ...payer, destination_amount: { ...usd, issuer: BOB.address, value: '1' } }, pathFind],
    sign: [
      { ...key, tx_json: payment },
      { secret: 'x', tx_json: tokens },
      { ...key, tx_json: multi, offline: true, fee_mult_max: 1, fee_div_max: 1 },
    ],
    sign_for: [{ ...bobKey, account: BOB.address, tx_json: multi }],
    simulate: [{ tx_json: payment }, { tx_blob }, { tx_json: tokens, binary: true }],
    submit: [
      { ...key, tx_json: payment, timeout_ms: 1 },
      { tx_blob, fail_hard: true },
      { ...key, tx_json: tokens, fee_mult_max: 5 },
    ],
    submit_multisigned: [{ tx_json: signedByBob(filled), fail_hard: true }],
    subscribe: [{ streams: ['ledger'] }, { accounts: [account], accounts_proposed: [account], start_ledger: 2 }],
    transaction_entry: [{ tx_hash: transaction, ledger_index: ledgerIndex }],
    tx: [{ transaction }, { transaction, min_ledger: 1, max_ledger: 5, binary: true }, { ctid: 'C000000500000000' }],
    tx_history: [{ start: 0 }],
    unsubscribe: [{ streams: ['ledger'] }, { accounts: [account], accounts_proposed: [account] }],
    vault_info: [{ vault_id: 'F'.repeat(64) }, { owner: account, seq: 1 }],
    weir_accounts: [{}],
    weir_changes: [{ ledger_index_min: 2 }, { ledger_index_min: 2, ledger_index_max: 3, type: 'account', limit: 5 }],
    weir_clock: [{ advance: 1, rate: 1, freeze: false, resume: false }, { set: 900_000_000 }],
    weir_drop: [{ transaction }],
    weir_fund: [{ account }, { account: BOB.address, amount: { ...usd, value: '1' } }],
    weir_impersonate: [{ tx_json: { TransactionType: 'AccountSet', Account: account }, fail_hard: true }],
    weir_ledgers: [{}, { ledger_index: 2, limit: 5 }],
    weir_nft: [{ nft_id: '0'.repeat(64) }],
    weir_revert: [{ snapshot: 'none' }],
    weir_set_entry: [
      { entry: { ...did, index: 'E'.repeat(64) }, override: ['noDropsAppear'] },
      { entry: did, index: 'D'.repeat(64) },
      { index: channelId, remove: false },
    ],
    weir_snapshot: [{ name: 'x' }],
    weir_snapshots: [{}],
    weir_state: [{ load: 'none' }, { load: 'x', snapshot: '1' }],
    wallet_propose: [{}, { passphrase: 'x', key_type: 'ed25519' }, { seed: 'x' }, { seed_hex: '0'.repeat(32) }],
  };
  return new Map([...methodTable.keys()].map((method) => [method, sound[method] ?? [{}]]));
}

/** A payment of Alice that Bob signs as her signer. */
function signedByBob({ env }: FilledServer): JsonObject {
  const common = { TransactionType: 'Payment', Account: ALICE.id, Destination: BOB.id, Amount: 1n, Flags: 0 };
  const fields = { ...common, Sequence: env.account(ALICE)!.Sequence, Fee: 100n, SigningPubKey: '' };
  const TxnSignature = sign(multiSigningData(fields, BOB.id), BOB.keys);
  const Signer = { Account: BOB.address, SigningPubKey: BOB.keys.publicKey, TxnSignature };
  return { ...objectToJson(fields), Signers: [{ Signer }] };
}

/** Parameters that methods read without a row in their table: they refuse or ignore them. */
const MORE_NAMES: Readonly<Record<string, readonly string[]>> = {
  account_info: ['strict'],
  account_tx: ['offset', 'count', 'ledger_min', 'ledger_max'],
  gateway_balances: ['strict'],
  sign: ['signature_target'],
  sign_for: ['build_path', 'signature_target'],
  simulate: ['secret', 'seed', 'seed_hex', 'passphrase'],
  submit: ['signature_target'],
  submit_multisigned: ['build_path'],
  subscribe: ['url', 'url_username', 'books', 'account_history_tx_stream'],
  unsubscribe: ['url', 'books', 'account_history_tx_stream'],
};
/** Parameters that the transport reads. */
export const TRANSPORT_NAMES = ['method', 'command', 'id', 'jsonrpc', 'ripplerpc', 'api_version'];

/** The parameters that a method reads. */
export function parameterNames(method: string): string[] {
  const listed = methodTable.get(method)!.params.flatMap(({ name, members = [name] }) => members);
  const more = MORE_NAMES[method] ?? [];
  const names = [...listed, ...more, ...(method === 'ping' ? TRANSPORT_NAMES : [])];
  const older = names.includes('ledger_index') ? ['ledger'] : [];
  return [...new Set([...names, ...older, ...(names.length === 0 ? ['x', 'constructor'] : [])])];
}

export interface StrangeRequest {
  readonly method: string;
  /** The place of the value, as `name` or `name/member/0`. */
  readonly place: string;
  readonly value: Json;
  readonly params: JsonObject;
}

/** Every method with every strange value in each of its parameters and of their members, one at a time. */
export function* strangeRequests(filled: FilledServer): Generator<StrangeRequest> {
  const values = [...STRANGE_VALUES, ...tellingValues(filled)];
  for (const [method, [first = {}, ...others]] of soundRequests(filled)) {
    for (const place of parameterNames(method)) {
      for (const value of values) yield { method, place, value, params: { ...first, [place]: value } };
    }
    for (const sound of others) {
      for (const place of Object.keys(sound)) {
        for (const value of STRANGE_VALUES) yield { method, place, value, params: { ...sound, [place]: value } };
      }
    }
    for (const sound of [first, ...others]) {
      for (const [name, part] of Object.entries(sound)) {
        for (const [path, put] of placesWithin(part as Json)) {
          for (const value of FEW_STRANGE_VALUES) {
            yield { method, place: `${name}/${path}`, value, params: { ...sound, [name]: put(value) } };
          }
        }
      }
    }
  }
}

type Put = (value: Json) => Json;

/** Each member inside a value, at any depth, with a function that replaces it. */
function* placesWithin(whole: Json): Generator<readonly [string, Put]> {
  const isList = Array.isArray(whole);
  if (!isList && !isJsonObject(whole)) return;
  for (const [name, part] of Object.entries(whole)) {
    const put: Put = (value) =>
      isList ? (whole as readonly Json[]).with(Number(name), value) : { ...whole, [name]: value };
    yield [name, put];
    for (const [path, inner] of placesWithin(part as Json)) yield [`${name}/${path}`, (value) => put(inner(value))];
  }
}
