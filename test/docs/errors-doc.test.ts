/**
 * `docs/errors.md` lists the errors that can happen, and no others: a request causes each, as its row describes.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import { RPC_ERRORS, type RpcErrorToken } from '../../src/rpc/method/error-table.ts';
import { answerFlat } from '../../src/server/envelopes/command-envelope.ts';
import { DamagedRowError } from '../../src/storage/damaged-row-error.ts';
import { BLACK_HOLE, BOB, createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { HttpClient } from '../support/http-client.ts';
import { type Answer, rpcOf } from '../support/rpc-call.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';
import { WebSocketClient } from '../support/websocket-client.ts';
import { without } from '../support/without.ts';

const DOCUMENT = readFileSync(path.join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
const [NUMBERED = '', UNNUMBERED = ''] = DOCUMENT.split('## Names without a number');

const MASTER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const UNFUNDED = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
const SECRET = 'masterpassphrase';
const HASH = 'AB'.repeat(32);
const XRP = { currency: 'XRP' };
const USD = { currency: 'USD', issuer: MASTER };
const PATH = { source_account: MASTER, destination_account: BOB.address, destination_amount: '1' };
const SETTING = { TransactionType: 'AccountSet', Account: MASTER };
const MULTI = { ...SETTING, Fee: '10', Sequence: 1, SigningPubKey: '' };
const CLAIM = { channel_id: HASH, amount: '1', public_key: BOB.keys.publicKey, signature: '00' };

/** A request of the admin over HTTP. */
type Request = readonly [method: string, params: JsonObject];

const signing = (tx_json: JsonObject, more: JsonObject = { secret: SECRET }): Request => ['sign', { tx_json, ...more }];

const REQUESTS: { readonly [token in RpcErrorToken]?: Request } = {
  wrongNetwork: ['tx', { ctid: 'C000000100000007' }],
  noEvents: ['path_find', { subcommand: 'create' }],
  highFee: signing(SETTING, { secret: SECRET, fee_mult_max: 1, fee_div_max: 1000 }),
  notEnabled: ['can_delete', {}],
  notSynced: ['connect', {}],
  actNotFound: ['account_info', { account: UNFUNDED }],
  lgrNotFound: ['ledger', { ledger_index: 99_999 }],
  lgrNotValidated: ['account_tx', { account: MASTER, ledger_index: 'current' }],
  masterDisabled: signing({ ...SETTING, Account: BLACK_HOLE.address }, { secret: 'hostile hole' }),
  txnNotFound: ['tx', { transaction: HASH }],
  invalidHotWallet: ['gateway_balances', { account: MASTER, hotwallet: 'x' }],
  invalidParams: ['account_info', {}],
  unknownCmd: ['log_level', {}],
  actMalformed: ['account_info', { account: 'x' }],
  alreadyMultisig: signing({ ...SETTING, Signers: [] }),
  alreadySingleSig: [
    'sign_for',
    { account: BOB.address, secret: 'hostile bob', tx_json: { ...MULTI, TxnSignature: '00' } },
  ],
  badFeature: ['feature', { feature: 'x' }],
  badMarket: ['book_offers', { taker_pays: XRP, taker_gets: XRP }],
  badSecret: signing(SETTING, { secret: 'hostile bob' }),
  badSeed: signing(SETTING, { seed: 'x', key_type: 'secp256k1' }),
  channelMalformed: ['channel_verify', { ...CLAIM, channel_id: 'x' }],
  channelAmtMalformed: ['channel_verify', { ...CLAIM, amount: '0' }],
  dstActMalformed: ['ripple_path_find', { ...PATH, destination_account: 'x' }],
  dstActMissing: ['ripple_path_find', without(PATH, 'destination_account')],
  dstActNotFound: ['deposit_authorized', { source_account: MASTER, destination_account: UNFUNDED }],
  dstAmtMalformed: ['ripple_path_find', { ...PATH, destination_amount: '0' }],
  dstAmtMissing: ['ripple_path_find', without(PATH, 'destination_amount')],
  dstIsrMalformed: ['book_offers', { taker_pays: USD, taker_gets: { ...XRP, issuer: MASTER } }],
  lgrIdxsInvalid: ['account_tx', { account: MASTER, ledger_index_min: 3, ledger_index_max: 2 }],
  lgrIdxMalformed: ['account_tx', { account: MASTER, ledger_index_max: 99_999 }],
  publicMalformed: ['channel_verify', { ...CLAIM, public_key: 'x' }],
  signingMalformed: ['submit_multisigned', { tx_json: { ...MULTI, TxnSignature: '00' } }],
  sendMaxMalformed: ['ripple_path_find', { ...PATH, destination_amount: '-1', send_max: '0' }],
  srcActMalformed: signing({ ...SETTING, Account: 'x' }),
  srcActMissing: signing(without(SETTING, 'Account')),
  srcActNotFound: signing({ ...SETTING, Account: UNFUNDED }),
  delegateActNotFound: signing({ ...SETTING, Delegate: UNFUNDED }),
  srcCurMalformed: ['ripple_path_find', { ...PATH, source_currencies: ['x'] }],
  srcIsrMalformed: ['ripple_path_find', { ...PATH, source_currencies: [{ currency: 'USD', issuer: 'x' }] }],
  notImpl: ['tx', { transaction: 'x' }],
  badKeyType: ['channel_authorize', { channel_id: HASH, amount: '1', seed: 'x', key_type: 'x', api_version: 2 }],
  excessiveLgrRange: ['tx', { transaction: HASH, min_ledger: 1, max_ledger: 2000 }],
  invalidLgrRange: ['tx', { transaction: HASH, min_ledger: 3, max_ledger: 2 }],
  objectNotFound: ['nft_buy_offers', { nft_id: HASH }],
  issueMalformed: ['amm_info', { asset: 'x', asset2: 'x' }],
  oracleMalformed: ['get_aggregate_price', { oracles: [], base_asset: 'XRP', quote_asset: 'USD' }],
  badCredentials: [
    'deposit_authorized',
    { source_account: MASTER, destination_account: BOB.address, credentials: [HASH] },
  ],
  transactionSigned: ['simulate', { tx_json: { ...SETTING, TxnSignature: '00' } }],
  domainMalformed: ['book_offers', { taker_pays: USD, taker_gets: XRP, domain: 'x' }],
  entryNotFound: ['ledger_entry', { index: HASH }],
};

const ISSUANCE = { mpt_issuance_id: 'AB'.repeat(24) };
const DOORS = { LockingChainDoor: MASTER, IssuingChainDoor: BOB.address };
const BRIDGE = { ...DOORS, LockingChainIssue: XRP, IssuingChainIssue: XRP };
const entry = (params: JsonObject): Request => ['ledger_entry', params];

const UNNUMBERED_REQUESTS: { readonly [token: string]: Request } = {
  malformedAccount: entry({ mptoken: { ...ISSUANCE, account: 'x' } }),
  malformedAddress: entry({ account_root: 'x' }),
  malformedAuthorized: entry({ deposit_preauth: { owner: MASTER, authorized: 'x' } }),
  malformedAuthorizedCredentials: entry({ deposit_preauth: { owner: MASTER, authorized_credentials: [] } }),
  malformedBridgeAccount: entry({ bridge: BRIDGE, bridge_account: 'x' }),
  malformedBroker: entry({ loan: { loan_broker_id: 'x', loan_seq: 1 } }),
  malformedCurrency: entry({ ripple_state: { accounts: [MASTER, BOB.address], currency: 'x' } }),
  malformedDirRoot: entry({ directory: { dir_root: 'x' } }),
  malformedDocumentID: entry({ oracle: { account: MASTER, oracle_document_id: 'x' } }),
  malformedIssue: entry({ bridge: { ...BRIDGE, LockingChainIssue: 'x' }, bridge_account: MASTER }),
  malformedIssuingChainDoor: entry({ bridge: { ...BRIDGE, IssuingChainDoor: 'x' }, bridge_account: MASTER }),
  malformedLockingChainDoor: entry({ bridge: { ...BRIDGE, LockingChainDoor: 'x' }, bridge_account: MASTER }),
  malformedMPTIssuanceID: entry({ mptoken: { mpt_issuance_id: 'x', account: MASTER } }),
  malformedMPTokenIssuance: entry({ mpt_issuance: 'x' }),
  malformedOwner: entry({ escrow: { owner: 'x', seq: 1 } }),
  malformedRequest: entry({ check: 'x' }),
  malformedSeq: entry({ escrow: { owner: MASTER, seq: 'x' } }),
  malformedXChainOwnedClaimID: entry({ xchain_owned_claim_id: { ...BRIDGE, xchain_owned_claim_id: 'x' } }),
  malformedXChainOwnedCreateAccountClaimID: entry({
    xchain_owned_create_account_claim_id: { ...BRIDGE, xchain_owned_create_account_claim_id: 'x' },
  }),
  unknownOption: entry({}),
  fieldNotFoundTransaction: ['transaction_entry', { ledger_index: 'validated' }],
  notYetImplemented: ['transaction_entry', { tx_hash: HASH, ledger_index: 'current' }],
  transactionNotFound: ['transaction_entry', { tx_hash: HASH, ledger_index: 'validated' }],
  invalidTransaction: ['submit', { tx_blob: '00' }],
};

describe('docs/errors.md', () => {
  let filled: FilledServer;
  const provoked = new Set<string>();
  before(async () => {
    filled = await createFilledServer();
  });
  after(() => filled.stop());

  function assertError({ error, error_code, error_message }: Answer, token: string): void {
    assert.equal(error, token);
    provoked.add(token);
    if (!Object.hasOwn(RPC_ERRORS, token)) return;
    assert.equal(error_code, RPC_ERRORS[token as RpcErrorToken].code);
    assert.equal(typeof error_message, 'string');
  }

  for (const [token, [method, params]] of Object.entries({ ...REQUESTS, ...UNNUMBERED_REQUESTS })) {
    test(`has a request that causes ${token}`, async () => {
      assertError((await filled.call(method, params)).result, token);
    });
  }

  test('has a request that causes unexpectedLedgerType', async () => {
    const { result } = await filled.call('ledger_entry', { offer: filled.entryKeys.get('AccountRoot') });
    assertError(result, 'unexpectedLedgerType');
  });

  test('has the errors of methods that users may not call', async () => {
    const user = new HttpClient(filled.publicPort);
    const ask = async (method: string, params: JsonObject) =>
      JSON.parse(String(await user.post(JSON.stringify({ method, params: [params] })))).result;
    assertError(await ask('ledger_accept', {}), 'forbidden');
    assertError(await ask('ledger', { ledger_index: 'validated', full: true }), 'noPermission');
    assertError(await ask(...signing(SETTING)), 'notSupported');
    user.close();
  });

  test('has the errors of WebSockets', async () => {
    const socket = await WebSocketClient.connect(filled.port);
    assertError(await socket.request('path_find', { subcommand: 'status' }), 'noPathRequest');
    assertError(await socket.request('subscribe', { streams: ['x'] }), 'malformedStream');
    assertError(await socket.request('ping', { api_version: 3 }), 'invalid_API_version');
    assertError(await socket.send('[]'), 'jsonInvalid');
    await socket.close();
    assertError(await answerFlat(filled.services, { id: 1 }, 'admin'), 'missingCommand');
  });

  test('has the errors of clients above a limit', async () => {
    const narrow = { limitLoopback: 1, requestsPerSecond: 1, requestBurst: 1, bodiesBytes: 100 };
    const small = await createFilledServer({ limits: narrow });
    const user = new HttpClient(small.publicPort);
    const ask = async (body: string) => JSON.parse(String(await user.post(body))).result;
    assertError(await ask(JSON.stringify({ method: 'ping', params: [{ x: 'x'.repeat(100) }] })), 'tooBusy');
    await ask('{"method": "ping"}');
    assertError(await ask('{"method": "ping"}'), 'slowDown');
    user.close();
    await small.stop();
  });

  test('has the error of a fork without its server', async () => {
    const base = new StoreForkBase(filled.services.reader);
    const fork = await forkedEnv(base);
    base.failing.add(base.reads + 1);
    const answer = await rpcOf(fork)('account_info', { account: BOB.address });
    assertError(answer, 'noNetwork');
    assert.match(answer.error_message, /does not answer/);
    assert.equal((await rpcOf(fork)('account_info', { account: BOB.address })).account_data.Account, BOB.address);
    await fork.stop();
  });

  test('has the error of faults of the server', async () => {
    const { engine } = filled.services;
    const broken = Object.assign(Object.create(engine!), {
      acceptLedger: () => Promise.reject(new Error('disk full')),
    });
    const services = { ...filled.services, engine: broken };
    const request = { method: 'ledger_accept', params: {}, apiVersion: 1, role: 'admin' } as const;
    assertError(await execute(services, request), 'internal');
  });

  test('has the error of a damaged row', async () => {
    const damaged = new DamagedRowError({ table: 'entries', key: HASH, ledgerIndex: 7 });
    const view = () => {
      throw damaged;
    };
    const { store, validated, rules, fees, networkId, isNetworkIdGiven, publicKey } = filled.services.reader;
    const reader = { store, validated, rules, fees, networkId, isNetworkIdGiven, publicKey, view };
    const services = { ...filled.services, reader };
    const params = { account: MASTER, ledger_index: 'validated' };
    const answer = await execute(services, { method: 'account_info', params, apiVersion: 1, role: 'admin' });
    assertError(answer, 'dbDeserialization');
    assert.equal((answer as Answer).error_what, damaged.message);
  });

  test('lists these errors and no others', () => {
    const listed = (text: string) =>
      [...text.matchAll(/^\| (?<names>`[^|]+) \|/gm)].flatMap(({ groups }) =>
        [...groups!.names!.matchAll(/`(\w+)`/g)].map((match) => match[1]!),
      );
    const [numbered, unnumbered] = [listed(NUMBERED), listed(UNNUMBERED)].map((names) =>
      names.filter((name) => name !== 'error'),
    ) as [string[], string[]];
    assert.deepEqual(numbered.sort(), Object.keys(RPC_ERRORS).sort());
    assert.deepEqual([...numbered, ...unnumbered].sort(), [...provoked].sort());
  });
});
