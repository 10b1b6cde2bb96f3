/** Values of every kind that JSON has, and requests that hold one of them where another kind belongs. */
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { ALICE, BOB, type HostileWorld, ISSUER } from './hostile-world.ts';

const LONG_TEXT_LENGTH = 100_000;
const DEPTH = 18;

function nested(depth: number): Json {
  let value: Json = 'x';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { x: value };
  return value;
}

/** What no parameter, or hardly any, means. Texts that differ only in case or length come from `misspellings`. */
export const STRANGE_VALUES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e-320,
  2 ** 31,
  2 ** 32 - 1,
  -(2 ** 31),
  1e16,
  1e300,
  '',
  ' ',
  'x',
  '0',
  '-1',
  '00',
  '1e9',
  '\u0000',
  '\ud800',
  '\u202e\u{1f600}',
  '__proto__',
  'constructor',
  'x'.repeat(LONG_TEXT_LENGTH),
  '9'.repeat(1000),
  'F'.repeat(64),
  '0'.repeat(64),
  [],
  [[]],
  [null],
  [{}],
  [1, 2, 3, 4],
  {},
  { x: 1 },
  { length: 3 },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":1}}'),
  nested(DEPTH),
];

/** A request that each method answers with success, so that a strange value meets the code that uses it. */
export function soundRequests(world: HostileWorld): ReadonlyMap<string, JsonObject> {
  const { channelId, transactionId } = world;
  const account = ALICE.address;
  const issuer = ISSUER.address;
  const payment = { TransactionType: 'Payment', Account: account, Destination: BOB.address, Amount: '1' };
  const multi = { ...payment, Sequence: 1, Fee: '100', SigningPubKey: '' };
  const signer = { Signer: { Account: BOB.address, SigningPubKey: BOB.keys.publicKey, TxnSignature: '30' } };
  const claim = { channel_id: channelId, amount: '5' };
  const usd = { currency: 'USD', issuer };
  const key = { passphrase: 'hostile alice', key_type: 'ed25519' };
  const whole = { ledger_index_min: -1, ledger_index_max: -1 };
  const payer = { source_account: account, destination_account: BOB.address };
  const sound: Record<string, JsonObject> = {
    account_channels: { account },
    account_currencies: { account },
    account_info: { account },
    account_lines: { account },
    account_nfts: { account },
    account_objects: { account },
    account_offers: { account },
    account_tx: { account, ...whole },
    amm_info: { amm_account: account },
    book_offers: { taker_pays: usd, taker_gets: { currency: 'XRP' } },
    channel_authorize: { ...claim, ...key },
    channel_verify: { ...claim, public_key: ALICE.keys.publicKey, signature: '00' },
    deposit_authorized: { source_account: account, destination_account: BOB.address },
    gateway_balances: { account: issuer },
    get_aggregate_price: { base_asset: 'XRP', quote_asset: 'USD', oracles: [{ account, oracle_document_id: 1 }] },
    ledger_entry: { index: channelId },
    ledger_request: { ledger_index: 1 },
    manifest: { public_key: 'nHUkp7WhouVMobBUKGrV5FNqjsdD9zKP5jpGnnLLNxkbAFVQJmPj' },
    nft_buy_offers: { nft_id: '0'.repeat(64) },
    nft_sell_offers: { nft_id: '0'.repeat(64) },
    noripple_check: { account, role: 'user' },
    owner_info: { account },
    path_find: { ...payer, subcommand: 'create', destination_amount: '1' },
    ripple_path_find: { ...payer, destination_amount: { ...usd, issuer: BOB.address, value: '1' } },
    sign: { ...key, tx_json: payment },
    sign_for: { passphrase: 'hostile bob', key_type: 'secp256k1', account: BOB.address, tx_json: multi },
    simulate: { tx_json: payment },
    submit: { ...key, tx_json: payment, timeout_ms: 1 },
    submit_multisigned: { tx_json: { ...multi, Signers: [signer] } },
    subscribe: { streams: ['ledger'] },
    transaction_entry: { tx_hash: transactionId, ledger_index: world.ledgerIndex },
    tx: { transaction: transactionId },
    tx_history: { start: 0 },
    unsubscribe: { streams: ['ledger'] },
    vault_info: { vault_id: 'F'.repeat(64) },
  };
  return new Map([...methodTable.keys()].map((method) => [method, sound[method] ?? {}]));
}

/** Parameters that the reference converts to text unseen, so that its JSON library throws at an array or object. */
const CONVERTED_PARAMETERS: ReadonlySet<string> = new Set([
  'account_lines.peer',
  'amm_info.account',
  'amm_info.amm_account',
  'channel_authorize.channel_id',
  'channel_verify.channel_id',
  'channel_verify.public_key',
  'channel_verify.signature',
  'gateway_balances.account',
  'manifest.public_key',
  'nft_buy_offers.nft_id',
  'nft_sell_offers.nft_id',
  'noripple_check.role',
  'owner_info.account',
  'owner_info.ident',
  'ripple_path_find.destination_account',
  'ripple_path_find.source_account',
  'sign.signature_target',
  'sign_for.account',
  'submit.tx_blob',
  'submit.signature_target',
  'transaction_entry.tx_hash',
  'tx.transaction',
  'vault_info.owner',
  'vault_info.vault_id',
]);

/** Parameters that it converts to a number, so that texts of anything else are as bad. */
const COUNTED_PARAMETERS: ReadonlySet<string> = new Set(['blacklist.threshold', 'get_counts.min_count']);

/** What the first kind is within `tx_json`. */
const CONVERTED_MEMBERS = ['TransactionType', 'Account', 'Destination', 'SigningPubKey'];

/** True where the answer `internal` is the reference's own (docs/compatibility.md, "Kept on purpose"). */
export function isConversionOfReference({ method, name, params }: StrangeRequest): boolean {
  if (method === 'submit_multisigned' || COUNTED_PARAMETERS.has(`${method}.${name}`)) return true;
  const value = params[name];
  if (typeof value !== 'object' || value === null) return false;
  if (CONVERTED_PARAMETERS.has(`${method}.${name}`)) return true;
  const members = value as JsonObject;
  return name === 'tx_json' && CONVERTED_MEMBERS.some((member) => typeof members[member] === 'object');
}

export interface StrangeRequest {
  readonly method: string;
  readonly name: string;
  readonly params: JsonObject;
}

/** Names that no row of a method's parameters lists alone. */
const MORE_NAMES: Readonly<Record<string, readonly string[]>> = {
  account_currencies: ['ident'],
  account_info: ['ident', 'strict'],
  channel_authorize: ['seed_hex', 'passphrase'],
  gateway_balances: ['ident'],
  ledger: ['ledger', 'type'],
  owner_info: ['ident'],
  sign: ['seed', 'seed_hex', 'passphrase', 'secret', 'build_path', 'signature_target'],
  sign_for: ['seed', 'seed_hex', 'secret'],
  submit: ['seed', 'seed_hex', 'passphrase', 'secret', 'tx_blob', 'build_path'],
  submit_multisigned: ['fail_hard'],
  tx: ['min_ledger', 'max_ledger', 'ctid', 'id'],
};
/** What the transport takes out of the parameters of any method. */
const TRANSPORT_NAMES = ['method', 'command', 'id', 'jsonrpc', 'ripplerpc', 'api_version', 'constructor'];

/** The parameters that a method reads, as far as anybody says. */
export function parameterNames(method: string): string[] {
  const listed = methodTable
    .get(method)!
    .params.flatMap(({ name, text }) =>
      name === '<type>' ? [...text.matchAll(/`([a-z_]+)`/g)].map((match) => match[1]!) : [name],
    );
  const hasLedger = listed.includes('ledger_index');
  const more = [...(MORE_NAMES[method] ?? []), ...(hasLedger ? ['ledger'] : []), ...(listed.length === 0 ? ['x'] : [])];
  return [...new Set([...listed, ...more, ...(method === 'ping' ? TRANSPORT_NAMES : [])])];
}

/** Every method with every strange value in each of its parameters, one at a time. */
export function* strangeRequests(world: HostileWorld, values = STRANGE_VALUES): Generator<StrangeRequest> {
  for (const [method, sound] of soundRequests(world)) {
    for (const name of parameterNames(method)) {
      for (const value of values) yield { method, name, params: { ...sound, [name]: value } };
    }
  }
}
